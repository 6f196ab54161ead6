# An attention file: opened, walked through, read, left. The file comes from the bench's generator: 6 layers x 8 heads, 12 tokens.
resize 1280 800
expect heads 8
drop pieces.safetensors
expect message ""
expect view layers
expect layers 6
expect heads 8
expect tokens 12
expect layer 1
expect heading "[CLS] transformer attends to every tokens previous state [SEP]"
expect-trace "6 layers × 8 heads, 12 × 12 tokens, self-attention"
expect-trace "layer 6, head 8"
# The map: pointing shows the card, a click opens the head.
move "layer 3, head 5"
expect-trace "Layer 3, head 5"
click "layer 3, head 5"
expect view head
expect layer 3
expect head 5
cell 5 2 1
expect hover "5 2 1"
expect words ~ "of layer 3, head 5 to '[CLS]'"
# Choosers.
click "layer +"
expect layer 4
click "layer -"
click "head +"
expect head 6
key {
expect layer 2
key [
expect head 5
# Pieces: readable, raw, words.
expect pieces readable
expect-trace "·er"
click "pieces"
key down
key enter
expect pieces raw
expect-trace "##er"
key shift+w
expect pieces words
expect tokens 9
expect-trace "transformer"
expect-trace "pieces merged into words"
key shift+w
expect pieces readable
# Grid, Lines and the rest of the chrome work on it; what needs the model is not offered.
key 1
expect view grid
expect head 5
key 5
expect view lines
key 4
expect message ~ "needs the live model"
expect view lines
key plus
expect message ~ "as they are"
key esc
key 7
expect view layers
# The table.
key g
expect layers-mode table
click "sort by entropy"
expect layers-sort entropy
click "sort by entropy"
expect layers-sort "entropy reversed"
key up
key up
key up
key enter
expect view head
key esc
expect view layers
key g
# Largest or mean of what shares a pixel; the other themes; the smallest window.
key a
key t
resize 900 600
expect-trace "Map"
key t
resize 2560 1440
expect-label "layer 6, head 8"
resize 1280 800
# Few queries, many keys: all heads fit into the smallest window, the last one too.
drop long.safetensors
resize 900 600
key 7
expect-label "layer 1, head 8"
expect-label "layer 3, head 8"
# More layers than the map has room for: the one that is chosen is in sight, by whatever key, and in the table.
drop deep.safetensors
expect-label "layer 1, head 9"
expect-no-trace "layer 14, head"
key 2
key }
key }
key }
key }
key }
key }
key }
key }
key }
key }
key }
key }
key }
key 7
expect-label "layer 14, head 9"
key g
expect-label "layer 14, head 1"
key }
expect-label "layer 15, head 1"
key g
# Where they have room in two columns all are in sight.
resize 1280 800
expect-label "layer 1, head 1"
expect-label "layer 16, head 1"
expect-label "layer 30, head 9"
drop pieces.safetensors
# Back to the sentence.
click "Back to your sentence"
expect view grid
expect layers 0
expect heads 8
key 7
expect message ~ "open one with Ctrl+O"
key ctrl+1
expect view layers
key ctrl+w
expect layers 0
# What cannot be opened leaves the picture.
drop pieces.safetensors
drop cut.safetensors
expect message ~ "cut.safetensors"
expect layers 6
drop zeros.npy
expect message ~ "eager"
expect layers 6
drop data
expect message-kind error
expect layers 6
drop data/three.txt
expect layers 0
expect sentences 3
# n and m apart, grouped heads.
drop cross.safetensors
expect heading ~ "→"
key 2
cell 1 2 9
expect words ~ "rank"
drop gqa.safetensors
expect-trace "key/value 2"
expect-trace "Heads 1 to 4 share"
# Specialise: what the file's words need, then measured; a link opens its sentence with the row of the first piece.
drop pieces.safetensors
key 6
expect view specialise
expect measured ""
expect-trace "none of its 1 sentence spells one of the 263"
expect message ""
drop annotated.json
expect layers 6
expect view specialise
expect measured "48 none best-offset"
expect-trace "1 annotated sentence, annotated.json"
expect-trace "Layer 1, head 8"
expect verdict unclear
click "sort by subj"
expect-trace "subject ↓"
key right
expect score-cell "3 subj"
expect links "0 for, 1 against of 1"
key enter
key enter
expect view head
expect pieces readable
expect words ~ "'attend'"
key 6
key g
expect measured "48 none uniform"
key g
expect measured "48 none best-offset"
drop cross.safetensors
key 6
expect-trace "self-attention with its tokens"
expect measured ""
