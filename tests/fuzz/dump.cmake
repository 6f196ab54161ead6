# Attention files; after base.cmake, which has hs_fuzz().
hs_fuzz(dump hs)
