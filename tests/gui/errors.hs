# Messages: one at a time, dismissed by Escape, gone by themselves when a run works again.
click "heads"
key 9
key enter
expect message-kind error
expect-trace "9 heads do not divide"
expect tokens 10
key plus
expect message ""
drop /dev/null
expect message-kind error
key esc
expect message ""
drop /no/such/file.txt
expect message ~ "/no/such/file.txt"
expect tokens 10
key ctrl+c
expect message ~ "point at a cell"
