# Attention files that are wrong: each gives one clear error, and the former picture stays, to the pixel once the error is closed.
resize 1280 800
drop pieces.safetensors
key 2
expect layers 6
remember before
drop side.safetensors
expect message-kind error
expect message ~ "n (queries) = 100000 and the limit is 4096"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop keys.safetensors
expect message-kind error
expect message ~ "m (keys) = 5000 and the limit is 4096"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop half.safetensors
expect message-kind error
expect message ~ "it was cut off"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop huge.safetensors
expect message-kind error
expect message ~ "longer than the file"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop nothing.safetensors
expect message-kind error
expect message ~ "too short"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop whole.safetensors
expect message-kind error
expect message ~ "type I32"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop axis.safetensors
expect message-kind error
expect message ~ "h (heads) is 0 long"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop empty.safetensors
expect message-kind error
expect message ~ "eager attention"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop same.safetensors
expect message-kind error
expect message ~ "eager attention"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop tokens.safetensors
expect message-kind error
expect message ~ "has 4 query positions and"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop causal.safetensors
expect message-kind error
expect message ~ "not true or false"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop twice.safetensors
expect message-kind error
expect message ~ "given twice"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop over.safetensors
expect message-kind error
expect message ~ "overlap"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop hole.safetensors
expect message-kind error
expect message ~ "unused bytes"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop other_name.safetensors
expect message-kind error
expect message ~ "holds nothing but 0"
expect layers 6
expect view head
key esc
expect message-kind none
same before
drop tokens.safetensors
expect message ~ "lists 3: one special token"
expect heading ~ "transformer attends"
# Numbers that are wrong are told and shown all the same.
drop negative.safetensors
expect message ~ "layer 1, head 1, row 1"
expect layers 6
drop sum.safetensors
expect message ~ "layer 1, head 1, row 1"
drop nan.safetensors
expect message ~ "no number"
