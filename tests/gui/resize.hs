# Any size from 900 x 600 to 4K; type of any size; a window too small for everything scrolls.
resize 900 600
expect size 900x600
expect-label "head 8"
expect-label "Export"
cell 8 10 10
expect hover "8 10 10"
resize 3840 2160
expect size 3840x2160
cell 8 10 10
expect hover "8 10 10"
resize 1280 800
scale 2
expect size 640x400
expect-label "head 1"
move 300 200
wheel -9
expect-label "panel edge"
key ctrl+0
expect size 1280x800
expect-label "head 1"
key ctrl+plus
expect scale 1.25
key ctrl+minus
expect scale 1
# 64 heads are all there in the smallest window.
resize 900 600
key plus
key plus
key plus
expect heads 64
expect-label "head 64"
cell 64 1 1
expect hover "64 1 1"
expect size 900x600
