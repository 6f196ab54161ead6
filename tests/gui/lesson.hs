# A teacher's lesson: opened like any file, questions before pictures, and nothing that tells the answer first.
key /
key ctrl+a
text "Mine, not the lesson's."
key enter
key 3
drop data/small.lesson
expect tour 1
expect tour-steps 4
expect tour-title "Look"
expect tour-text "There are 4 heads here, of d_k = 128; a brace is {."
expect view head
expect heads 4
expect head 2
expect locked "3 -"
expect tour-asks ""
expect-trace "A small lesson, step 1 of 4"
expect-label "Leave the lesson"
# Pointing at the picture as it goes away is no fault.
move 400 300
key ctrl+o
key esc
# The question: no picture, no panel, no cell under the pointer, no numbers.
key pagedown
expect tour 2
expect heads 8
expect tour-asks "Which word will head 2 look at from “chased”?"
expect tour-answer ""
expect message ""
expect hover "- - -"
expect-trace "Before you see the picture"
expect-trace "Which word will head 2 look at from “chased”?"
expect-no-trace "entropy"
expect-no-trace "verb–object"
expect-no-trace "linear scale"
expect-no-trace "It gives"
move 400 300
expect hover "- - -"
# Nothing else shows it either.
key y
expect message-kind error
expect message ~ "A question waits"
expect copied ""
key esc
expect tour 0
drop data/small.lesson
key pagedown
key ctrl+c
expect copied ""
expect message ~ "A question waits"
key ctrl+shift+c
expect copied ""
key 1
expect view head
key 5
expect view head
key m
expect mask none
key minus
expect heads 8
key ctrl+z
expect message ~ "A question waits"
key e
expect message ~ "A question waits"
key ctrl+e
expect dialog none
key ctrl+o
expect dialog none
drop data/three.txt
expect tour 2
expect tour-asks ~ "head 2"
# Enter does not go on past it; chosen by keys, and wrong.
key enter
expect tour 2
expect tour-answer ""
key right
key right
key right
key left
key enter
expect tour-answer ~ "wrong: You chose “dog”: “chased” gives it "
expect tour-answer ~ "of its weight in head 2. It gives most, "
expect tour-answer ~ "to “cat”."
expect tour-asks ""
expect locked "3 5"
expect head 2
expect-trace "Not this one"
expect-label "matrix"
expect-trace "That is a second paragraph."
# An answer stays: there is no second try, not by going back either.
click "Back"
key pagedown
expect tour 2
expect tour-answer ~ "wrong: You chose “dog”"
expect locked "3 5"
key 1
expect view grid
# A question of heads; its words are made, and it takes over the picture of the step before.
key enter
expect tour 3
expect tour-asks "Which head gives most weight from “chased” to “dog”?"
expect text "The dog chased the cat."
expect-label "answer 8"
click "answer 1"
expect tour-answer ~ "right: “chased” gives "
expect tour-answer ~ "of its weight in head 1 to “dog”, and less in every other head."
expect head 1
expect locked "3 2"
expect-trace "Right"
# A question of queries under the causal mask: what comes before cannot look there.
key enter
expect tour 4
expect mask causal
expect tour-asks "Which word gives most of its weight to “dog”, in head 1?"
expect tour-result "1 of 3 right, 1 not answered"
click "answer 1"
expect tour-answer ""
click "answer 3"
expect tour-answer ~ "right: “chased” gives "
expect tour-answer ~ "to “dog”, and no other word gives it as much."
expect tour-result "2 of 3 right"
expect-trace "Questions: 2 of 3 right"
click "Done"
expect tour 0
expect message "The lesson’s questions: 2 of 3 right."
expect text "Mine, not the lesson's."
expect view compare
expect mask none
# It is remembered, and a question may be passed over.
key ctrl+1
expect tour 1
expect tour-result "0 of 3 right, 3 not answered"
key pagedown
click "Next"
expect tour 3
key pagedown
key pagedown
expect tour 0
expect message "The lesson’s questions: 0 of 3 right, 3 not answered."
# F2 begins the lesson anew; after it the tour.
drop data/small.lesson
key pagedown
key f2
expect tour-title "Look"
key esc
key f2
expect tour-title "One head must share"
# A lesson takes the tour's place, and what the user had comes back.
drop data/small.lesson
expect tour-title "Look"
key esc
expect text "Mine, not the lesson's."
# A bad one is one message with its line, and all stays.
drop data/bad.lesson
expect message-kind error
expect message ~ "bad.lesson, line 6: the sentence has no “wolf”; its words are The, dog, chased, the, cat, ."
expect tour 0
expect text "Mine, not the lesson's."
