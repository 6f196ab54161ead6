# A lesson made in the window: steps added, one changed, nothing of a file lost; then it is gone through.
key /
key ctrl+a
text "The dog chased the cat."
key enter
key 2
key ]
cell 2 3 5
down
up
leave
expect locked "3 5"
key shift+f2
expect dialog lesson
expect-trace "Add a step to a lesson"
# What is wanting is told, and nothing is written.
key enter
expect message ~ "A step needs a title, and a text"
expect dialog lesson
click "step title"
text "What was chased"
click "step text"
text "It gives {weight 2 chased cat} to the object. ¶ That is another paragraph, with {{braces}}."
click "lesson path"
key ctrl+a
text "out/mine.txt"
key enter
expect message ~ "the name of a lesson ends in .lesson"
click "lesson path"
key ctrl+a
text "out/mine.lesson"
key enter
expect dialog none
expect message ~ "Step 1 is written to out/mine.lesson. Open it to see it; there Shift+F2 changes it."
expect-file out/mine.lesson
# A question of the locked row; the path is remembered.
key esc
key ctrl+w
cell 2 3 2
down
up
leave
key shift+f2
expect export-path ~ "out/mine.lesson"
click "step title"
text "A question"
key tab
text "There: {weight 2 chased cat}."
click "Ask which word “chased” gives most weight to in head 2, before it is shown"
click "Add"
expect message ~ "Step 2 is written to"
# Text that is no step: a number that is none. Nothing is written, what was typed stays.
key shift+f2
click "step title"
text "Broken"
key tab
text "{weight 2 chased wolf}"
key enter
expect message-kind error
expect message ~ "the sentence has no “wolf”"
expect dialog lesson
key esc
expect dialog none
# Gone through.
drop out/mine.lesson
expect tour 1
expect tour-steps 2
expect tour-title "What was chased"
expect tour-text ~ "to the object."
expect tour-text ~ "with {braces}."
expect view head
expect head 2
expect locked "3 5"
expect-trace "That is another"
key pagedown
expect tour-asks "Which word does “chased” give most of its weight to, in head 2?"
key shift+f2
expect dialog none
expect message ~ "A question waits"
click "answer 5"
expect tour-answer ~ "right: "
# Another step behind the first, then that step is changed: view and words, in place.
key pageup
key 3
key shift+f2
expect-label "Change this step"
key esc
key shift+f2
click "step title"
key ctrl+a
text "In between"
key tab
key ctrl+a
text "One row for each head."
key enter
expect message ~ "Step 2 is written to"
expect tour 2
expect tour-steps 3
expect tour-title "In between"
expect view compare
key 5
key shift+f2
click "Change this step"
expect-trace "Change the step of the lesson"
key tab
key tab
key tab
expect dialog lesson
click "step text"
key end
text " As lines."
key enter
expect message ~ "Step 2 is changed in"
expect tour-steps 3
expect tour 2
expect view lines
expect tour-text "One row for each head. As lines."
key pagedown
expect tour-title "A question"
key esc
expect tour 0
# A file that is no lesson is not touched.
key shift+f2
click "step title"
text "X"
key tab
text "x"
click "lesson path"
key ctrl+a
text "data/bad.lesson"
key enter
expect message ~ "data/bad.lesson, line 6"
expect dialog lesson
key esc
expect dialog none
