# A real model, opened and run by what is typed: the small Llama of tests/models, 2 layers of 6 heads that share 2 key/value heads.
resize 1280 800
expect heads 8
drop models/llama
expect message ""
expect view layers
expect layers 2
expect heads 6
expect heading "The student delivered the book to the library yesterday."
expect-label "sentence"
expect-trace "2 layers × 6 heads"
expect-trace "key/value 2"
expect-no-trace "key/value 3"
# A head of the map opens; the row of a token; typing runs it again.
click "layer 2, head 5"
expect view head
expect layer 2
expect head 5
cell 5 2 1
expect words ~ "of layer 2, head 5"
click "sentence"
key ctrl+a
text "def f(x):"
expect heading "def f(x):"
expect message ""
key escape
# What is the model's own.
key +
expect message ~ "number of heads is the model's"
key m
expect message ~ "mask is the model's"
key escape
key 1
expect view grid
key 5
expect view lines
expect-trace "6"
# What is done to its heads is taken back and done again.
key x
expect modes "....o."
key x
key ctrl+z
expect message ~ "Taken back: which heads are on"
expect modes "....o."
key ctrl+z
expect modes "......"
key ctrl+shift+z
expect modes "....o."
key shift+x
expect modes "......"
key ctrl+z
expect modes "....o."
key ctrl+z
# Views that need what a model has not say so.
key 4
expect view steps
# One token in all heads of the layer; the number of heads is the model's, so there is no row of one head.
key 3
expect message ""
expect view compare
expect-trace "in 6 heads of layer 2"
expect-trace "largest of 6 heads"
key down
expect head 6
key escape
# Another model in its place; then back.
drop models/bert/model.safetensors
expect message ""
expect heads 3
key ctrl+w
expect heads 8
expect layers 0
# The Open dialog takes the folder of a model as one thing; of others it shows what they hold.
key ctrl+o
click "File name or path"
text "../tests/models"
key enter
expect dialog open
expect message ""
key enter
expect dialog none
expect message ""
expect view layers
expect layers 4
