# Colours, scales, themes: by key and by control.
expect theme light
key t
expect theme dark
key t
expect theme contrast
key t
expect theme light
expect cells linear
key s
expect cells sqrt
expect-trace "sqrt scale"
key s
key s
expect cells row-max
expect-trace "row’s largest"
key s
expect palette viridis
key c
expect palette cividis
key c
key c
expect palette blues
key c
expect palette viridis
key r
expect range own
expect-trace "each head its own range"
key r
expect-trace "one range for all heads"
# A drop-down by mouse and keyboard.
click "palette"
key down
key enter
expect palette cividis
click "from 0"
expect count-from 0
click "from 1"
expect count-from 1
# What the weights are is always said.
expect-trace "constructed teaching model"
# Help lists the keys the keyboard is read with.
key ?
expect help yes
expect-trace "All heads on one sheet"
key esc
expect help no
click "Help"
expect help yes
key f1
expect help no
# A click on the picture gives the keys back to it.
click "head 1"
# Arrows in the grid, Enter opens.
key right
key right
key down
expect head 7
key enter
expect view head
key v
expect values no
key v
expect values yes
