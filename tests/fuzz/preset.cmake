# Needs hs_fuzz() of base.cmake, which the folder's list reads first.
hs_fuzz(tensors hs_base)
hs_fuzz(lexicon hs_preset)
hs_fuzz(weights hs_preset m)
