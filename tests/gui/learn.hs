# The Learn view: a small run is trained, looked at from all sides, and left. 960 sentences, h = 1 beside h = 4 (tests.cmake).
expect learn-wish "1,4 960 sentences seed 1 rate 0.005"
expect learn-state none
key 8
expect view learn
expect learn-shown no
expect-trace "Start makes layers with random weights"
expect-trace "Where to look is never taught"
# What is wished for, by the controls; nothing is trained yet.
click "seed +"
expect learn-wish "1,4 960 sentences seed 2 rate 0.005"
click "seed -"
# Every choice, by the keyboard alone: Tab goes from one to the next, Shift+Tab back.
click "heads of the first"
key escape
key tab
key enter
key down
key enter
expect learn-wish "1,8 960 sentences seed 1 rate 0.005"
key enter
key up
key enter
expect learn-wish "1,4 960 sentences seed 1 rate 0.005"
key tab
key tab
key enter
key down
key enter
key tab
key enter
key down
key enter
key tab
key enter
key down
key enter
key tab
key enter
key down
key enter
key tab
key right
expect learn-wish "1,4 960 sentences seed 2 rate 0.01 all hints chance"
expect-trace "here every answer is a word by chance"
expect-trace "and the hints of the built-in rules"
key left
key shift+tab
key enter
key up
key enter
key shift+tab
key enter
key up
key enter
key shift+tab
key enter
key up
key enter
key shift+tab
key enter
key up
key enter
expect learn-wish "1,4 960 sentences seed 1 rate 0.005"
click "Step"
expect learn-state paused
expect learn-moments 2
expect learn-sentences 96
expect learn-shown yes
expect heads 4
expect-trace "learnt from 96 sentences, 4 heads, seed 1"
# A run is trained with what it began with.
key home
expect learn-moment 1
expect learn-sentences 0
expect-trace "Shown: the start, random weights"
expect-trace "random weights, 4 heads, seed 1"
key g
expect learn-state over
expect learn-moments 11
expect learn-sentences 960
expect-trace "960 of 960 sentences, done"
expect-trace "verb → its object"
expect-trace "loss, nats"
expect-trace "Head 1 of h = 4"
expect-trace "Only the answer is taught"
# (leaving and coming back takes focus and pointer off the buttons)
leave
key 1
key 8
remember end
# Scrubbing: by keys, and by a click into a curve; every other view shows that moment.
key left
expect learn-moment 10
other end
key home
key 1
expect-trace "random weights, 4 heads, seed 1"
remember random-grid
key 8
key end
expect learn-moment 11
same end
key 1
other random-grid
key 8
click "verb → its subject"
expect learn-moment 6
key end
# A head of the other model: then that model is the picture's; without its only head nothing is known.
click "h = 1, head 1"
expect heads 1
expect-trace "without head 1"
key 3
expect view compare
key 8
key +
expect heads 4
key +
expect heads 4
click "h = 4, head 3" 2
expect view head
expect head 3
key 4
expect view steps
key 6
expect view specialise
key 8
# Another sentence runs through all moments.
click "sentence"
key ctrl+a
text "She gave the letter to her brother."
key enter
expect text "She gave the letter to her brother."
expect-trace "keys of “She gave"
expect message ""
# Saved, and opened again: the same picture.
leave
key 1
key 8
remember saved
click "Save run"
expect message ~ "Saved "
key escape
drop learnt-seed1-960-11.safetensors
expect message ""
expect learn-moments 11
expect learn-state over
leave
key 1
key 8
same saved
click "Save run"
expect message-kind error
expect message ~ "exists"
key escape
# The film strip: moments across, heads down.
key shift+e
expect message ~ "Saved "
key escape
# Another seed is another run; stopped half-way it stays what it is.
click "Other seed"
expect learn-wish "1,4 960 sentences seed 2 rate 0.005"
expect learn-moments 11
other saved
# It is in no file: another takes its place when that is wished for twice.
click "Step"
expect message ~ "this run of 960 sentences is not saved"
expect learn-moments 11
expect learn-state over
key escape
click "Step"
click "Stop"
expect learn-state over
expect learn-moments 2
# The built-in model comes back.
key ctrl+w
expect learn-shown no
expect heads 8
expect view grid
expect-trace "constructed teaching model"
