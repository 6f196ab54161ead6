# Pixels, compared with each other: whatever is changed and changed back gives the very same picture.
remember start
same start
key t
other start
key t
other start
key t
same start
key plus
other start
key minus
same start
key m
other start
key m
same start
key s
other start
key s
key s
key s
same start
key c
other start
key c
key c
key c
same start
resize 1600 1000
other start
resize 1280 800
same start
# What the pointer shows goes with it.
cell 3 4 2
other start
leave
same start
# Exports leave no trace in the window.
key ctrl+e
other start
key esc
same start
# The Head view: lock, zoom, and back.
key 2
remember head
key down
other head
key esc
same head
key z
other head
key 0
same head
key 1
same start
# Typing a sentence and undoing it.
click "sentence"
key end
text "x"
other start
key backspace
key esc
leave
same start
