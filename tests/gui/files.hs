# Files: dropped, stepped through, edited, closed.
drop data/three.txt
expect text "The dog chased the cat."
expect sentence 1
expect sentences 3
expect-trace "Three short ones: compare where each verb looks."
expect-trace "1 of 3"
key pagedown
expect text "She gave him a book."
key n
expect text "Birds sing in the morning."
key n
expect sentence 3
key p
expect sentence 2
click "sentence number +"
expect sentence 3
click "sentence number -"
key pageup
expect sentence 1
# An edited sentence is marked; stepping brings the file's back.
click "sentence"
key end
text "!"
expect edited yes
expect-trace "1 of 3 *"
key esc
key pagedown
expect edited no
expect sentence 2
# What cannot be opened leaves all as it is.
drop data/missing.txt
expect message-kind error
expect message ~ "missing.txt"
expect text "She gave him a book."
expect sentences 3
drop data
expect message-kind error
expect sentences 3
click "Dismiss"
expect message ""
key ctrl+w
expect file ""
expect text "She gave him a book."
key n
expect message ~ "no file is open"
# By the keyboard's number of a recent file.
key ctrl+1
expect text "The dog chased the cat."
