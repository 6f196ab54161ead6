# Presenter mode: larger, no panels, keys still work; leaving it brings the size back.
expect present no
expect size 1280x800
expect scale 1
key f5
expect present yes
expect scale 1.29032
expect-label "sentence"
expect-trace "8 heads, d_k = 64"
# No stepper, no tabs, no panel.
key +
expect heads 16
expect-trace "16 heads, d_k = 32"
key 2
expect view head
key ]
expect head 2
key /
key ctrl+a
text "Dogs chase cats."
expect text "Dogs chase cats."
key enter
# The window's size may change meanwhile.
resize 1728 1080
key f5
expect present no
expect scale 1
expect view head
key f5
expect present yes
key esc
expect present no
# With the tour.
key f5
key f2
expect tour 1
expect present yes
expect-label "Next"
key esc
expect tour 0
expect present yes
key esc
expect present no
