# Pixels: one token, whose weight is 1 whatever the weights are, in the stand-in font.
click "sentence"
key ctrl+a
text "Yes"
key esc
key minus
key minus
key minus
leave
expect heads 1
expect tokens 1
resize 900 600
hash
key 2
hash
key t
hash
key m
hash
