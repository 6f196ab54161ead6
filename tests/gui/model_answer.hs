# What a model would write: the tokens that it finds likeliest, at the end, at a locked row, in the place of a mask; and written.
resize 1280 800
expect panel links
key ctrl+enter
expect message ~ "Only a language model names tokens"
key escape
key i
key i
key i
expect panel links
drop models/gpt2-scaled
expect message ""
expect answer ""
key i
key i
key i
expect panel answer
expect answer ~ "·d 0."
expect-trace "After “.”"
expect-trace "Write the likeliest"
# Written: the text is one token longer, whose row is shown, and the model has answered again.
key ctrl+enter
expect heading "The student delivered the book to the library yesterday.d"
expect message ""
expect locked "39 -"
expect-trace "After “d”"
expect answer ~ "·d 0."
# Also by the button, which the smallest window shows too, and in the field. What is a part of a character, no text can end with.
resize 900 600
click "Write the likeliest"
expect heading "The student delivered the book to the library yesterday.dd"
expect locked "40 -"
resize 1280 800
drop models/gpt2
click "sentence"
key ctrl+a
text "The student delivered the book to the library yesterday."
expect answer ~ "x94 0.1"
key ctrl+enter
expect message ~ "is a part of a character"
expect heading "The student delivered the book to the library yesterday."
key escape
# A locked row has an answer of its own, which is the answer of a text that ends there.
click "sentence"
key ctrl+a
text "The cat"
key escape
key escape
expect heading "The cat"
expect-trace "After “·t”"
key 2
cell 1 2 1
key down
expect locked "2 1"
expect-trace "After “·he”"
key escape
# A mask is filled; a text without one says how.
drop models/bert
expect heads 3
click "sentence"
key ctrl+a
text "the [MASK] is here"
key escape
key escape
expect-trace "For “[MASK]”"
expect answer ~ "bi 0.3"
key ctrl+enter
expect heading "the bi is here"
expect answer ""
expect-trace "This model fills gaps"
key ctrl+enter
expect message ~ "nothing to fill"
expect heading "the bi is here"
key escape
# A file without its head says so.
drop models/bert-base
key ctrl+enter
expect message ~ "for masked LM"
