/* draw_list.h – how a draw list lies in memory, for the targets that replay it (canvas, SVG,
 * PDF, trace, bounds). Private to canvas/. Commands of different sizes follow each other in one growing block,
 * each begun by a header and aligned to 8 bytes:
 *
 *     size_t at = 0;
 *     const struct draw_command *command;
 *     while ((command = draw_list_next(list, &at)))
 *         switch (command->kind) { … ((const struct draw_shape *)command)->area … } */
#ifndef HEADSCOPE_DRAW_LIST_H
#define HEADSCOPE_DRAW_LIST_H

#include "canvas/draw.h"

enum draw_kind {
    DRAW_GROUP, /* struct draw_label */
    DRAW_GROUP_END,
    DRAW_CLIP, /* struct draw_shape: area */
    DRAW_CLIP_END,
    DRAW_RECT,
    DRAW_FRAME,
    DRAW_ROUND,
    DRAW_ROUND_FRAME,
    DRAW_CIRCLE,  /* area.x, area.y = centre */
    DRAW_LINE,    /* area = x0, y0, x1, y1 */
    DRAW_LINK,    /* area = x0, y0, x1, y1; radius = dash, 0 = whole */
    DRAW_POLYGON, /* struct draw_points */
    DRAW_HATCH,   /* radius = spacing */
    DRAW_CELLS,   /* struct draw_matrix */
    DRAW_RAMP,    /* color = enum palette, width = 1 when vertical */
    DRAW_TEXT,    /* struct draw_string */
};

struct draw_command {
    uint32_t kind; /* enum draw_kind */
    uint32_t size; /* bytes with header and tail, a multiple of 8 */
};

struct draw_shape {
    struct draw_command command;
    struct rect area;
    float radius, width;
    uint32_t color;
};

struct draw_points {
    struct draw_command command;
    uint32_t count, color;
    float xy[]; /* (count, 2) */
};

struct draw_matrix {
    struct draw_command command;
    struct cells cells;
};

struct draw_label {
    struct draw_command command;
    char text[]; /* NUL-terminated */
};

struct draw_string {
    struct draw_command command;
    struct rect area;
    float size;
    uint32_t color, length;  /* bytes before the NUL */
    uint8_t face, align, up; /* enum face, enum align, reads upwards */
    char text[];             /* NUL-terminated, already elided */
};

const struct draw_command *draw_list_next(const struct draw_list *list, size_t *at);
struct fonts *draw_list_fonts(const struct draw_list *list);

#endif
