# A click locks a row; it stays while other heads and views are looked at.
key 2
expect view head
cell 1 3 5
down
up
expect locked "3 5"
expect-label "Unlock"
expect-trace "Locked row “delivered”"
# The row stays when the pointer goes elsewhere; the words follow the pointer.
cell 1 7 7
expect locked "3 5"
expect words ~ "'the (2)'"
leave
expect words ~ "'delivered'"
key ]
expect head 2
expect words ~ "head 2"
# Keys move the cell, up to the edges.
key down
key right
expect locked "4 6"
key up
key up
key up
key up
expect locked "1 6"
# Every key of the row, largest first; a click on one moves the lock.
expect-trace "weight"
click "key 0"
expect locked "1 1"
click "Unlock"
expect locked "- -"
# Escape unlocks, then goes back to the grid.
cell 2 2 2
down
up
expect locked "2 2"
key esc
expect locked "- -"
key esc
expect view grid
# Zoom by wheel keeps the point under the pointer; drag pans without locking.
key 2
move "matrix"
wheel 4
expect zoom 2.44
key 0
expect zoom 1.00
key z
expect zoom 1.50
drag 500 450 400 400
expect locked "- -"
key shift+z
expect zoom 1.00
# Copies of what is shown.
cell 2 3 5
key y
expect copied ~ "'delivered' gives"
key ctrl+c
expect copied ~ "delivered"
key ctrl+shift+c
expect copied ~ "yesterday"
