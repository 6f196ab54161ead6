# The forward pass step by step: keys and clicks reach every step, every value opens its formula, and what is
# shown is what the engine holds.
key 4
expect view steps
expect step x
expect-trace "all steps"
expect-label "step softmax"
# Through the steps and back; the ends hold.
key right
expect step q
expect step-formula "Q₁ = X · W^Q₁"
expect-trace "W^Q₁"
expect-trace "(512 × 64)"
key left
key left
expect step x
click "step mix"
expect step mix
expect-trace "A₁V₁"
# The head and the query are those of the other views.
key ]
expect head 2
click "head +"
expect head 3
click "head -"
click "query +"
expect locked ~ "4 "
click "query -"
click "key +"
click "step raw"
expect step raw
# A value's formula: opened by Enter, closed by Escape, before anything else is left.
key enter
expect step-card yes
expect-trace "Features that met"
expect-trace "By dimension of the head"
expect-trace "S = q · k / √64"
key d
expect-trace "Against the mean of the row’s keys it leads by"
click "The score"
key f
expect-trace "By block of features"
click "Close formula"
expect step-card no
click "Formula"
expect step-card yes
key esc
expect step-card no
expect view steps
# A click on a value explains it; a click on what went in goes back to where it was made.
key esc
expect locked "- -"
click "step q"
click "matrix Q₂"
expect step-card yes
expect step q
expect-trace "sum of"
expect-trace "more"
click "matrix X"
expect step x
expect-trace "All blocks of this row"
key esc
# Softmax: the row's numbers, and the way on to the score.
click "step softmax"
key enter
expect-trace "exp("
click "Why this score: q · k"
expect step scale
expect-trace "By dimension of the head"
click "dimension of rank 1"
expect step q
expect step-name ~ "Q₂["
key esc
# Columns move with Shift, rows without.
click "step output"
key shift+right
key shift+right
key shift+left
expect step-name ~ "O["
key down
key up
# The read-out: with every head, without the selected one, with a single one.
click "step read"
expect-trace "With all 8 heads"
expect-trace "Without head 2"
expect-trace "With one head (h = 1)"
expect-trace "The row without each head"
click "without head 5"
expect head 5
expect-trace "Without head 5"
# The mask is drawn as masked.
key m
click "step mask"
expect-trace "causal"
expect-trace "masked"
key m
expect-trace "no mask"
# Small and large windows.
resize 900 600
expect-trace "all steps"
key enter
expect-trace "By dimension of the head"
click "Features"
expect-trace "Features that met"
resize 2560 1440
expect-trace "By block of features"
key t
key t
expect theme contrast
