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
#define MAP_LEAST 36.0f
#define GRID_MARGIN 20.0f

static float map_width(struct rect inner, int columns, float gap)
{
    return floorf((inner.w - gap * (float)(columns - 1)) / (float)columns);
}

/* The map width that `columns` columns allow when all rows must be seen; `header` comes out. */
static float fitting_width(
    struct rect inner, int columns, int rows, float aspect, float gap, float *header)
{
    float width = map_width(inner, columns, gap);
    for (int pass = 0; pass < 2; pass++) {
        *header = pass == 0 ? HEADER_TALL : HEADER_SHORT;
        float height = floorf((inner.h - gap * (float)(rows - 1)) / (float)rows - *header);
        float fit = fminf(width, floorf(height * aspect));
        if (fit >= TALL_FROM || pass == 1)
            return fit;
    }
    return 0;
}

struct grid_layout grid_layout(struct rect area, size_t count, size_t n, size_t m)
{
    struct grid_layout grid = {.area = area, .columns = 1};
    float margin = fminf(GRID_MARGIN, area.w * 0.03f), best = 0;
    struct rect inner = rect_inset(area, margin);
    float aspect = n && m ? (float)m / (float)n : 1;
    aspect = fmaxf(1 / MAP_MOST_ASPECT, fminf(MAP_MOST_ASPECT, aspect));
    int tiles = count > 0 ? (int)count : 1;
    float gap = tiles <= 8 ? 24 : tiles <= 16 ? 18 : tiles <= 32 ? 14 : 10;
    for (int columns = 1; columns <= tiles; columns++) {
        int rows = (tiles + columns - 1) / columns;
        float header, width = fitting_width(inner, columns, rows, aspect, gap, &header);
        /* An even last row is worth a few pixels. */
        float worth = width * (tiles % columns ? 1.0f : 1.08f);
        if (width > 0 && worth > best) {
            best = worth;
            grid.columns = columns;
            grid.tile_w = width;
            grid.header = header;
        }
    }
    if (grid.tile_w < MAP_LEAST) { /* too many to see at once: scroll */
        grid.header = HEADER_SHORT;
        inner.w -= UI_SCROLL_BAR;
        grid.columns = (int)((inner.w + gap) / (MAP_LEAST + 8 + gap));
        grid.columns = grid.columns < 1 ? 1 : grid.columns;
        grid.tile_w = map_width(inner, grid.columns, gap);
    }
    grid.tile_h = floorf(grid.tile_w / aspect);
    grid.rows = (tiles + grid.columns - 1) / grid.columns;
    grid.gap_x = grid.gap_y = gap;
    float used = (float)grid.columns * grid.tile_w + gap * (float)(grid.columns - 1);
    float tall = (float)grid.rows * (grid.tile_h + grid.header) + gap * (float)(grid.rows - 1);
    /* Spare room goes between the columns first, then to both sides. */
    if (grid.columns > 1) {
        float spare = fminf((inner.w - used) / (float)(grid.columns - 1), gap);
        grid.gap_x += floorf(spare);
        used += floorf(spare) * (float)(grid.columns - 1);
    }
    grid.left = floorf(inner.x + (inner.w - used) / 2);
    grid.top = floorf(inner.y + fmaxf(0, (inner.h - tall) / 2));
    grid.content_height = tall + 2 * margin;
    return grid;
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
    return (struct rect){tile.x, tile.y + grid->header, grid->tile_w, grid->tile_h};
}
