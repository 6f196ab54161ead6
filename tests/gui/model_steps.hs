# The steps of a layer of a real model: what there is between its input and its result depends on the family.
resize 1280 800
drop models/llama
key 4
expect message ""
expect view steps
expect step x
key left
expect step input
key left
expect step input
expect-trace "1/17 Residual stream"
expect-trace "R = the embeddings of tokens and places"
key enter
expect-trace "The first layer gets the embeddings"
key }
expect layer 2
expect-trace "R = what layer 1 left"
key right
expect step x
expect-trace "X = norm(R)"
key right
expect-trace "Q₁ = X · W^Q₁"
expect-trace "sum of 48 terms"
key right
key right
key right
expect step q-turned
expect-trace "Q′₁ = Q₁, pairs of columns turned by place"
expect-trace "Before it was"
key right
key right
expect step raw
expect-trace "By dimension of the head"
key enter
expect-trace "Q′₁ K′₁ᵀ"
key enter
key right
key right
key right
key right
key right
key right
expect step output
key right
expect step attended
expect-trace "R′ = R + O"
expect-trace "the heads’ output"
key right
expect step mlp
key right
expect step result
expect-trace "17/17 "
expect-trace "the MLP’s"
key right
expect step result
# Biases and a norm behind; no stream before the norm, no turning.
drop models/bert
key 4
expect step result
expect-trace "14/14 "
expect-trace "R″ = norm(R′ + M)"
key left
key left
expect step attended
expect-trace "R′ = norm(X + O)"
key left
expect-trace "O = concat · W^O + b^O"
click "step q"
expect-trace "Q₁ = X · W^Q₁ + b^Q₁"
expect-trace "bias"
# A scale of its own.
drop models/gpt-neo
key 4
click "step scale"
expect-trace "S = q · k × 1 = "
# Heads whose width is not the model's.
drop models/qwen3
key 4
click "step q-turned"
expect-trace "rows normed, pairs of columns turned by place"
click "step concat"
expect message ""
# Words have weights alone.
key shift+w
key shift+w
expect-trace "they are kept of pieces, not of words"
# The built-in model reads its rows as words, and has no stream.
key ctrl+w
key 4
click "step read"
expect step read
expect-trace "12/12 Read-out"
