# The sentence field: every keystroke runs the engine; what cannot be run leaves the picture.
expect text "The student delivered the book to the library yesterday."
expect tokens 10
click "sentence"
expect typing yes
key ctrl+a
text "The cat"
expect text "The cat"
expect tokens 2
text " sat."
expect tokens 4
key backspace
expect text "The cat sat"
expect tokens 3
key ctrl+z
expect text ~ "sat"
# Word moves and selection.
key ctrl+a
text "one two three"
key ctrl+left
text "x"
expect text "one two xthree"
# An empty field keeps the picture and says so gently.
key ctrl+a
key delete
expect text ""
expect tokens 3
expect message-kind info
expect message ~ "Type a sentence"
text "Naïve café. 東京"
expect text "Naïve café. 東京"
expect message ""
# Plain letters are text while the field has the focus, shortcuts after Escape or Enter.
text "m"
expect mask none
key enter
expect typing no
key m
expect mask causal
key /
expect typing yes
key esc
expect typing no
# A composition is shown, not committed.
key /
key end
compose "にほ"
expect text ~ "東京"
compose ""
text "日本"
expect text "Naïve café. 東京m日本"
# The slash that opens the field is not typed into it; the letter after it is.
key esc
key /
key ctrl+a
key delete
key esc
key /
text "My dog"
expect text "My dog"
