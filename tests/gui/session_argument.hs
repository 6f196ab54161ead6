# Started with a session as its argument.
expect text "She gave him a book."
expect note "Who gets it?"
expect heads 4
expect view head
expect head 2
expect locked "2 -"
expect sentence 2
expect edited no
expect message ""
expect-trace "Who gets it?"
# The tour shows no note; leaving it brings all of it back.
key f2
expect tour 1
key esc
expect-trace "Who gets it?"
expect note "Who gets it?"
expect sentence 2
expect locked "2 -"
