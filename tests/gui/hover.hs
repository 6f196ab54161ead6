# Pointing at a cell reads it, in words and with its exact number; leaving forgets it.
expect hover "- - -"
cell 2 3 5
expect hover "2 3 5"
expect words ~ "'delivered' gives"
expect words ~ "of head 2 to 'book'"
expect words ~ "of 10"
expect words ~ "score"
expect-trace "delivered → book"
expect-trace "head 2, row 3, column 5"
expect-trace "Row “delivered”"
cell 8 4 7
expect words ~ "'the (1)'"
expect words ~ "'the (2)'"
leave
expect hover "- - -"
expect words ""
# Pointing previews, clicking selects, a double click opens.
expect head 1
click "head 3"
expect head 3
expect view grid
click "head 5" 2
expect head 5
expect view head
cell 5 1 1
expect hover "5 1 1"
# Masked is not zero.
key m
cell 5 1 2
expect weight masked
expect words ~ "masked"
# Counting from 0.
key b
cell 4 0 0
expect hover "4 0 0"
expect words ~ "head 4"
# The index of a repeated word stands outside its right-to-left marks, else its brackets part.
key /
key ctrl+a
text "שלום abc שלום"
key enter
key 2
cell 1 2 0
expect words ~ "'‎שלום‎ (2)' gives"
