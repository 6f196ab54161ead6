# The tour by key and by mouse; leaving it brings everything back.
expect tour 0
key /
text " Indeed."
key enter
key -
key 2
key ]
expect heads 4
expect head 2
key f2
expect tour 1
expect view compare
expect heads 8
expect text "The student delivered the book to the library yesterday."
expect tour-title "One head must share"
expect tour-text ~ "sums to 1"
expect-label "Next"
expect-label "Back"
expect-label "Leave the tour"
expect-trace "Tour, step 1 of 10"
# Forwards and back, every way there is.
click "Next"
expect tour 2
expect tour-text ~ "512 dimensions into 8 heads of d_k = 64"
key pagedown
expect tour 3
expect view steps
key pageup
expect tour 2
key enter
expect tour 3
expect tour-text ~ "512 numbers to 64"
key space
expect tour 4
expect tour-text ~ "√64"
key backspace
expect tour 3
click "Back"
expect tour 2
# The list of stops.
click "tour stop 5"
expect tour 5
expect view grid
click "tour stop 6"
expect tour 6
expect view head
expect head 4
expect text "She gave the letter to her brother because he had asked for it."
expect locked "9 7"
key enter
expect tour 7
key enter
expect tour 8
expect view specialise
expect tour-text ~ "20 cases and 10 points"
# One may play in between.
key 1
expect view grid
key +
expect heads 16
key pageup
expect tour 7
expect view steps
expect heads 8
# Help lies over it and does not end it; Escape closes the topmost.
key ?
key esc
expect help no
expect tour 7
key esc
expect tour 0
expect heads 4
expect view head
expect head 2
expect text ~ "Indeed."
# From the help; left by its button.
key ?
click "Take the tour"
expect help no
expect tour 1
click "Leave the tour"
expect tour 0
expect text ~ "Indeed."
# What is typed at the last stop stays.
key f2
click "tour stop 9"
expect tour-title "Your turn"
key /
key ctrl+a
text "Dogs chase cats."
expect tour 9
key enter
expect tour 9
# The last one: heads that learn.
click "Next"
expect tour 10
expect tour-title "See it happen"
expect tour-text ~ "Only answers are taught, never where to look"
expect view learn
expect-label "Start"
click "Done"
expect tour 0
expect text "Dogs chase cats."
expect view compare
# A small window, and one that is too small for anything.
resize 900 600
key f2
expect-label "Next"
resize 300 200
key enter
resize 900 600
key esc
expect tour 0
