# Lenses, differences, hidden tokens: the picture says what was done, its numbers are the engine's, and Ctrl+R brings the
# weights back.
expect lens weight
expect done ""
cell 2 3 5
print weight
click "lens"
key down
key enter
expect lens value
expect done "value-weighted a·‖v‖"
expect-trace "value-weighted a·‖v‖"
cell 2 3 5
expect words ~ "a·‖v‖"
key w
expect lens output
key w
expect lens score
cell 2 3 5
expect words ~ "score"
# Scores have a sign: the range lies evenly about 0.
expect colour-range ~ "-"
key w
expect lens weight
expect done ""
# Punctuation, then a token of its own; with the rest sharing its weight.
key h
expect done "hidden: punctuation, rows not renormalised"
expect-trace "hidden"
key u
expect done "hidden: punctuation, rows renormalised over the rest"
cell 1 1 5
key shift+h
expect done ~ "“book”"
expect words ~ "is hidden"
expect weight masked
key shift+h
key h
expect done ""
# Two heads: head 3 from itself is nought everywhere.
click "minus"
key end
key enter
expect done "each head minus head 8"
cell 8 3 5
expect weight 0
expect colour-range ~ "-"
# Another number of heads, chosen by the keyboard.
click "minus"
key home
key down
key down
key down
key enter
expect done "each head minus the one head of h = 1"
# The kept picture: another sentence, tokens aligned.
key ctrl+r
expect done ""
key shift+d
expect message ~ "Kept as picture B"
key esc
key /
key ctrl+a
text "The student read the book."
key esc
key d
expect done ~ "minus B"
expect done ~ "tokens aligned"
expect-trace "delivered"
expect-trace "read"
key 2
cell 2 3 3
expect words ~ "no difference here"
# A lock in the aligned matrix does not reach views of the plain one.
cell 2 11 11
down
up
expect locked "11 11"
key 4
expect locked "- -"
key 1
key d
expect done ""
# A single token cannot be hidden while two sentences are subtracted.
key d
cell 1 1 2
key shift+h
expect message-kind error
key esc
key ctrl+r
expect done ""
# The same picture kept twice is one picture (and one owner: the sanitizers watch).
key shift+d
key shift+d
