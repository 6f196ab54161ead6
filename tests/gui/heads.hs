# The number of heads and the mask.
expect heads 8
expect d_k 64
click "heads +"
expect heads 16
expect d_k 32
expect-trace "d_k = 512/16 = 32"
click "heads -"
click "heads -"
expect heads 4
# Keys, from anywhere but the sentence field.
key minus
key minus
expect heads 1
expect d_k 512
key minus
expect heads 1
key plus
key =
expect heads 4
# A number can be typed; one that does not divide is explained.
click "heads"
key 3
key 2
key enter
expect heads 32
key 7
key enter
expect heads 32
expect message-kind error
expect message ~ "7 heads do not divide d_model = 512"
expect message ~ "4 and 8"
key 8
key enter
expect heads 8
expect message ""
# The selected head stays within what there is.
click "head 8"
expect head 8
click "heads -"
expect head 4
# The mask.
click "causal"
expect mask causal
expect-trace "masked"
key m
expect mask none
