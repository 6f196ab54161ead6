/* table.c – the table of one CPU level, for cpu.c to choose. */
#include "kernels/level/vec.h"
#include "kernels/levels.h"

#define TEXT_(name) #name
#define TEXT(name) TEXT_(name)

const struct hs_kernels LEVEL_JOIN(kernels, HS_LEVEL) = {
    .level = TEXT(HS_LEVEL),
    .rows = TILE_ROWS,
    .cols = COLS,
    .group = LANES == 16 ? 96
                         : 48, /* a multiple of COLS that tiles of TILE_ROWS fill nearly or fully */
    .tile_packed = LEVEL(tile_packed),
    .tile_rows = LEVEL(tile_rows),
    .pack_rows = LEVEL(pack_rows),
    .pack_transposed = LEVEL(pack_transposed),
    .exp_row = LEVEL(exp_row),
    .scaled = LEVEL(scaled),
    .stream_scaled = LEVEL(stream_scaled),
    .stream_end = LEVEL(stream_end),
    .entropy = LEVEL(entropy),
};
