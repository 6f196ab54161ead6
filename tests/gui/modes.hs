# Heads on, off, uniform, mean: by key and by the panel; the output's change is listed, other heads keep their weights.
expect modes "........"
key 2
cell 1 3 2
down
up
print weight
expect change ""
key x
expect modes "o......."
expect-trace "off"
expect done "head 1 off"
expect change ~ "0."
expect-trace "Output moved by"
key x
expect modes "u......."
expect done "head 1 uniform"
expect weight 0.100000001
key x
expect modes "m......."
key x
expect modes "........"
expect change ""
key ]
key x
key 1
expect-trace "off"
expect modes ".o......"
key shift+x
expect modes "........"
key 2
# Another number of heads starts with all of them on.
key x
key plus
expect heads 16
expect modes "................"
# Alike heads: a click selects one.
key esc
leave
expect locked "- -"
expect panel output
key i
expect panel links
key i
expect panel alike
expect-trace "Jensen–Shannon"
expect alike ~ ":"
key minus
key 1
# Sorting keeps numbers.
expect order "1 2 3 4 5 6 7 8"
key o
expect-trace "By entropy"
key shift+o
expect-trace "By entropy,"
click "sort"
key home
key down
key enter
key shift+o
expect order "1 2 3 4 5 6 7 8"
# Finding: Enter and F3 step through the tokens that hold it.
key ctrl+f
text "the"
expect found the
key enter
expect locked "1 -"
key enter
expect locked "4 -"
key f3
expect locked "7 -"
key f3
expect locked "1 -"
key shift+f3
expect locked "7 -"
key ctrl+f
text "zebra"
key enter
expect message-kind error
