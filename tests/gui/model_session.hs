# A model with heads switched, in another layer, and what is subtracted from it: kept by sessions and brought back.
resize 1280 800
drop models/gpt2
click "sentence"
key ctrl+a
text "The cat sat."
key escape
key escape
click "layer 1, head 2"
expect layer 1
key x
expect modes ".o.."
key }
expect layer 2
expect modes "...."
key ]
key x
key x
expect modes "..u."
# Another text as B: of the layer that is shown, with all heads on.
click "minus"
click "Another model …"
expect dialog minus
click "File name or path"
text "../tests/models/gpt2/model.safetensors"
key enter
expect message ""
expect dialog none
expect done "minus B, “gpt2”  ·  head 3 uniform"
expect done ~ "head 3 uniform"
expect-label "minus"
expect-trace "Minus model B"
remember first
key ctrl+shift+s
text "Both."
key tab
key ctrl+a
text "out/model.session"
key enter
expect message ~ "Saved the session"
key escape
# B follows to another layer, and goes and comes by its key.
key {
expect layer 1
expect done ~ "minus B, “gpt2”"
expect done ~ "head 2 off"
key d
expect done "head 2 off"
key d
expect done ~ "minus B, “gpt2”"
# Taken back and done again.
key ctrl+w
expect heads 8
expect done ""
drop models/bert
expect modes "..."
expect done ""
# The session opens the model again, with its text, heads and B.
drop out/model.session
expect message ""
expect heading "The cat sat."
expect layer 2
expect head 3
expect modes "..u."
expect note "Both."
expect done ~ "minus B, “gpt2”"
key {
expect modes ".o.."
key }
expect done ~ "minus B, “gpt2”"
# A model of another shape, and one that is none.
click "minus"
click "Another model …"
click "File name or path"
text "../tests/models/gpt2-scaled/model.safetensors"
key enter
expect message ~ "gpt2-scaled cannot be subtracted: it has 3 layers of 3 heads"
expect done ~ "head 3 uniform"
key escape
