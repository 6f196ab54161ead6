# Dialogs take all input until they are left, and the keyboard alone gets everywhere.
key ctrl+o
expect dialog open
key m
expect mask none
key esc
expect dialog none
# Tab walks the controls; Space and Enter press them.
key tab
expect typing yes
key tab
key up
expect heads 16
key down
expect heads 8
key tab
key right
expect mask causal
key left
expect mask none
# Export: browse goes over it and back.
key ctrl+e
click "Browse …"
expect dialog browse
key esc
expect dialog export
key esc
expect dialog none
# The file menu.
click "file"
key down
key enter
expect dialog open
key esc
expect dialog none
key ctrl+q
expect quit yes
