# The table of specialisation: measured live, its links listed, a sentence opened with its row locked.
expect measured ""
key 6
expect view specialise
expect measured "8 none best-offset"
expect-trace "263 annotated sentences"
expect-trace "all heads on"
expect-trace "constructed teaching model"
key right
expect score-cell "1 subj"
key down
key right
expect score-cell "2 obj"
expect links ~ "of 218"
# For and against add up to all.
key f
expect link-filter for
key f
expect link-filter against
key f
expect link-filter all
# Baselines.
key g
expect measured "8 none uniform"
key g
expect measured "8 none random"
key g
expect measured "8 none best-offset"
# The mask and the head count are followed.
key plus
expect measured "16 none best-offset"
key m
expect measured "16 causal best-offset"
key m
key minus
expect measured "8 none best-offset"
key o
expect-trace "object ↓"
key o
expect-label "sort by subj"
click "sort by subj"
expect-trace "subject ↓"
click "sort by subj"
# Into the list and open: the row of the link is locked in the Head view.
key enter
key down
key enter
expect view head
expect head 2
expect text "My sister plays the violin in a small orchestra."
expect locked "3 5"
expect-trace "Measured: "
key 6
expect score-cell "2 obj"
key esc
expect score-cell "-"
# Broken files change nothing and say why.
drop data/broken.json
expect message-kind error
expect message ~ "broken.json"
expect measured "8 none best-offset"
key esc
drop data/small.json
expect-trace "2 annotated sentences"
expect measured "8 none best-offset"
click "Annotated …"
expect dialog annotated
key esc
expect dialog none
