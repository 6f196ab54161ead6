/* grid_layout.c – see grid_layout.h. */
#include <math.h>

#include "ui/ui.h"
#include "views/grid_layout.h"

/* A heatmap's sides differ by this much at most: with n and m far apart the cells stop being
 * square. */
#define MAP_MOST_ASPECT 4.0f
/* With room for it a title has a second line of statistics; the smallest thumbnails have a number
 * only. */
#define HEADER_TALL 38.0f
#define HEADER_SHORT 18.0f
#define TALL_FROM 104.0f
#define NAMED_LEAST 64.0f /* of a heatmap below names: they are worth more than the second line */
#define MAP_LEAST 36.0f
#define GRID_STRETCH 1.8f /* and are so much wider than that at most, where there is width */
#define EVEN_ROWS 1.3f
#define TITLE_WIDTH 112.0f /* "41 · subject–verb" */
#define GRID_MARGIN 20.0f

/* What `columns` columns make of the room, when all rows must be seen; false when nothing is left. */
static bool try_columns(struct grid_layout *grid, struct rect inner, int tiles, int columns, float aspect, float gap)
{
    int rows = (tiles + columns - 1) / columns;
    grid->columns = columns;
    for (int pass = 0; pass < 2; pass++) {
        grid->header = pass == 0 ? HEADER_TALL : HEADER_SHORT;
        float slot = floorf((inner.w - gap * (float)(columns - 1)) / (float)columns), w = slot - grid->names_w;
        float h = floorf((inner.h - gap * (float)(rows - 1)) / (float)rows) - grid->header - grid->names_h;
        grid->map_h = floorf(fminf(h, w / aspect));
        grid->map_w = floorf(fminf(w, grid->map_h * aspect * GRID_STRETCH));
        grid->tile_w = fmaxf(grid->names_w + grid->map_w, fminf(slot, TITLE_WIDTH));
        if (pass == 1 || (grid->map_h + grid->names_h >= TALL_FROM && (grid->names_h <= 0 || grid->map_h >= NAMED_LEAST)))
            break;
    }
    return grid->map_w > 0 && grid->map_h > 0;
}

struct grid_layout grid_layout(
    struct rect area, size_t count, size_t n, size_t m, float names_w, float names_h)
{
    struct grid_layout best = {.area = area, .columns = 1, .names_w = names_w, .names_h = names_h};
    float margin = fminf(GRID_MARGIN, area.w * 0.03f), worth = 0;
    struct rect inner = rect_inset(area, margin);
    float aspect = n && m ? (float)m / (float)n : 1;
    aspect = fmaxf(1 / MAP_MOST_ASPECT, fminf(MAP_MOST_ASPECT, aspect));
    int tiles = count > 0 ? (int)count : 1;
    float gap = tiles <= 8 ? 24 : tiles <= 16 ? 18 : tiles <= 32 ? 14 : 10;
    for (int columns = 1; columns <= tiles; columns++) {
        struct grid_layout grid = best;
        if (!try_columns(&grid, inner, tiles, columns, aspect, gap))
            continue;
        float least = fminf(grid.map_w, grid.map_h);
        /* Titles that can be read are worth some room, and an even last row: heads that belong together stand in line. */
        float now = grid.map_w * grid.map_h * fminf(1, grid.tile_w / TITLE_WIDTH) * (tiles % columns ? 1 : EVEN_ROWS);
        if (least >= MAP_LEAST && now > worth) {
            worth = now;
            best = grid;
        }
    }
    if (worth <= 0) { /* too many to see at once: scroll */
        best.header = HEADER_SHORT;
        best.names_w = best.names_h = 0;
        inner.w -= UI_SCROLL_BAR;
        best.columns = (int)((inner.w + gap) / (MAP_LEAST + 8 + gap));
        best.columns = best.columns < 1 ? 1 : best.columns;
        best.map_w = floorf((inner.w - gap * (float)(best.columns - 1)) / (float)best.columns);
        best.map_h = floorf(best.map_w / aspect);
        best.tile_w = best.map_w;
    }
    best.tile_h = best.map_h + best.names_h;
    best.rows = (tiles + best.columns - 1) / best.columns;
    best.gap_x = best.gap_y = gap;
    float used = (float)best.columns * best.tile_w + gap * (float)(best.columns - 1);
    float tall = (float)best.rows * (best.tile_h + best.header) + gap * (float)(best.rows - 1);
    /* Spare room goes between the columns first, then to both sides. */
    if (best.columns > 1) {
        float spare = fminf((inner.w - used) / (float)(best.columns - 1), gap);
        best.gap_x += floorf(spare);
        used += floorf(spare) * (float)(best.columns - 1);
    }
    best.left = floorf(inner.x + (inner.w - used) / 2);
    best.top = floorf(inner.y + fmaxf(0, (inner.h - tall) / 2));
    best.content_height = tall + 2 * margin;
    return best;
}

struct rect grid_tile(const struct grid_layout *grid, size_t index)
{
    float column = (float)(index % (size_t)grid->columns),
          row = (float)(index / (size_t)grid->columns);
    return (struct rect){grid->left + column * (grid->tile_w + grid->gap_x),
        grid->top + row * (grid->tile_h + grid->header + grid->gap_y), grid->tile_w,
        grid->tile_h + grid->header};
}

struct rect grid_map(const struct grid_layout *grid, size_t index)
{
    struct rect tile = grid_tile(grid, index);
    return (struct rect){
        tile.x + grid->names_w, tile.y + grid->header + grid->names_h, grid->map_w, grid->map_h};
}
