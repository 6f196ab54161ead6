# Saving a session by key and dialog, opening it by drop, menu and list of recent files.
drop data/three.txt
expect sentence 1
key pagedown
expect sentence 2
key +
key 2
cell 1 2 1
down
up
expect locked "2 1"
leave
key ctrl+shift+s
expect dialog session
text "Look at the second row."
expect note "Look at the second row."
key tab
key ctrl+a
text "out/mine.session"
key enter
expect dialog none
expect message ~ "Saved the session out/mine.session"
expect-file out/mine.session
# The note stands above the view.
expect-trace "Look at the second row."
# Another state, then back.
key esc
key esc
key 1
key ctrl+w
key -
key /
key ctrl+a
text "Something else."
key enter
drop out/mine.session
expect heads 16
expect view head
expect locked "2 1"
expect note "Look at the second row."
expect sentence 2
expect edited no
expect file ~ "three.txt"
expect session ~ "out/mine.session"
# Saving again goes to the same place without a question.
key ctrl+shift+s
expect export-path ~ "out/mine.session"
key enter
expect question ""
expect message ~ "Saved the session"
# Another session's place is asked about.
key ctrl+shift+s
key tab
key ctrl+a
text "out/other.session"
key enter
expect session ~ "out/other.session"
key ctrl+shift+s
key tab
key ctrl+a
text "out/mine.session"
key enter
expect question ~ "exists already"
click "Keep the old file"
expect question ""
key esc
expect dialog none
# It is the most recent file.
key ctrl+1
expect message ""
expect session ~ "out/other.session"
# A broken one is one message, and nothing changes.
drop data/broken.session
expect message-kind error
expect message ~ "heads"
expect heads 16
expect note "Look at the second row."
# Escape from the dialog saves nothing.
key ctrl+shift+s
key esc
expect dialog none
# The browser.
key ctrl+shift+s
click "Browse …"
expect dialog session-browse
key esc
expect dialog session
key esc
expect dialog none
