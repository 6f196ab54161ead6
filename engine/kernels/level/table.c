/* table.c – the table of one CPU level, for cpu.c to choose. */
#include "kernels/level/vec.h"
#include "kernels/levels.h"

#define TEXT_(name) #name
#define TEXT(name) TEXT_(name)

const struct hs_kernels LEVEL_JOIN(kernels, HS_LEVEL) = {
    .level = TEXT(HS_LEVEL),
    .rows = TILE_ROWS,
    .cols = COLS,
    .group = LANES == 16 ? 128 : 96, /* half of a small second-level cache at d_model = 512 */
    .tile = LEVEL(tile),
    .pack_transposed = LEVEL(pack_transposed),
    .exp_rows = LEVEL(exp_rows),
    .scaled = LEVEL(scaled),
    .stream_scaled = LEVEL(stream_scaled),
    .stream_end = LEVEL(stream_end),
    .entropy = LEVEL(entropy),
    .activate = LEVEL(activate),
    .gate = LEVEL(gate),
    .norm = LEVEL(norm),
    .add = LEVEL(add),
    .rotate = LEVEL(rotate),
    .dot = LEVEL(dot),
    .largest = LEVEL(largest),
    .widen = LEVEL(widen),
};
