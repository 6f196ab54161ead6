# A message takes the status line's place and moves nothing: the cell under a still pointer stays that cell, whatever comes up.
cell 6 7 3
expect hover "6 7 3"
key ctrl+c
expect message ~ "of head 6 is on the clipboard"
expect copied ~ "the (2)"
expect hover "6 7 3"
key ctrl+c
expect copied ~ "the (2)"
key e
expect message ~ "Saved"
expect hover "6 7 3"
key esc
expect message ""
expect hover "6 7 3"
# A long one, of three lines.
drop "nowhere/near/a/file/that/is/there/with/a/very/long/name/so/that/the/message/takes/more/than/one/line/of/the/window/and/is/wrapped.txt"
expect message-kind error
expect hover "6 7 3"
key y
expect copied ~ "of head 6"
# What it covers is not pointed at: no control acts that cannot be seen.
key 2
key esc
leave
drop "nowhere/near/a/file/that/is/there/with/a/very/long/name/so/that/the/message/takes/more/than/one/line/of/the/window/and/is/wrapped/as/this/one/does/which/is/long/enough.txt"
remember covered
move 700 762
same covered
click "Dismiss"
remember plain
move 700 745
other plain
leave
same plain
drop nowhere.txt
other plain
click "Dismiss"
leave
same plain
# Quitting is possible under help, dialogs and questions.
key ?
expect help yes
key ctrl+q
expect quit yes
