# The kernels room: one portable source per kernel. Included by engine/CMakeLists.txt.
hs_room(hs_kernels kernels hs_base)
