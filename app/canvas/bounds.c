/* bounds.c – what a draw list covers, for exports that are cropped to it. Text counts as wide as it is, clips cut, and what is
 * filled with the page's own colour is nothing. See canvas.h. */
#include "canvas/canvas.h"
#include "canvas/draw_list.h"
#include "canvas/fonts.h"

#include <math.h>
#include <string.h>

struct edges { /* empty when x0 > x1 */
    float x0, y0, x1, y1;
};
enum { DEPTH_MAX = 64 };

static struct edges edges_of(struct rect area)
{
    return (struct edges){area.x, area.y, area.x + area.w, area.y + area.h};
}

static struct edges intersect(struct edges a, struct edges b)
{
    return (struct edges){fmaxf(a.x0, b.x0), fmaxf(a.y0, b.y0), fminf(a.x1, b.x1), fminf(a.y1, b.y1)};
}

static struct edges grown(struct edges a, float by)
{
    return (struct edges){a.x0 - by, a.y0 - by, a.x1 + by, a.y1 + by};
}

static struct edges of_text(const struct draw_list *list, const struct draw_string *string)
{
    float width = fonts_width(draw_list_fonts(list), (enum face)string->face, string->size, string->text, string->length);
    float share = string->align == ALIGN_LEFT ? 0 : string->align == ALIGN_CENTER ? 0.5f : 1, em = string->size;
    struct rect area = string->area;
    if (string->up) {
        area.y += (area.h - width) * (1 - share);
        area.h = width;
        area.x += (area.w - em) / 2;
        area.w = em;
    } else {
        area.x += (area.w - width) * share;
        area.w = width;
        area.y += (area.h - em) / 2;
        area.h = em;
    }
    return edges_of(area);
}

static struct edges of_shape(const struct draw_shape *shape)
{
    struct rect a = shape->area;
    switch (shape->command.kind) {
    case DRAW_CIRCLE:
        return grown((struct edges){a.x, a.y, a.x, a.y}, shape->radius);
    case DRAW_LINE:
    case DRAW_LINK: /* monotonous: inside the box of its ends */
        return grown((struct edges){fminf(a.x, a.w), fminf(a.y, a.h), fmaxf(a.x, a.w), fmaxf(a.y, a.h)}, shape->width / 2);
    default:
        return edges_of(a);
    }
}

static struct edges of_polygon(const struct draw_points *polygon)
{
    struct edges all = {INFINITY, INFINITY, -INFINITY, -INFINITY};
    for (uint32_t i = 0; i < polygon->count; i++) {
        const float *xy = polygon->xy + 2 * (size_t)i;
        all = (struct edges){fminf(all.x0, xy[0]), fminf(all.y0, xy[1]), fmaxf(all.x1, xy[0]), fmaxf(all.y1, xy[1])};
    }
    return all;
}

/* False for what is not seen. */
static bool covers(const struct draw_list *list, const struct draw_command *command, uint32_t back, struct edges *edges)
{
    const struct draw_shape *shape = (const struct draw_shape *)command;
    switch (command->kind) {
    case DRAW_TEXT:
        *edges = of_text(list, (const struct draw_string *)command);
        return ((const struct draw_string *)command)->length > 0;
    case DRAW_CELLS:
        *edges = edges_of(((const struct draw_matrix *)command)->cells.area);
        return true;
    case DRAW_POLYGON:
        *edges = of_polygon((const struct draw_points *)command);
        return true;
    case DRAW_RAMP:
        *edges = edges_of(shape->area);
        return true;
    default:
        *edges = of_shape(shape);
        return shape->color >> 24 != 0 && shape->color != back;
    }
}

struct rect draw_list_bounds(const struct draw_list *list, uint32_t back)
{
    struct edges all = {INFINITY, INFINITY, -INFINITY, -INFINITY}, clip[DEPTH_MAX + 1], edges;
    size_t depth = 0, deeper = 0, at = 0;
    const struct draw_command *command;
    clip[0] = (struct edges){-INFINITY, -INFINITY, INFINITY, INFINITY};
    while ((command = draw_list_next(list, &at))) {
        switch (command->kind) {
        case DRAW_GROUP:
        case DRAW_GROUP_END:
            continue;
        case DRAW_CLIP:
            edges = intersect(clip[depth], edges_of(((const struct draw_shape *)command)->area));
            if (depth < DEPTH_MAX)
                clip[++depth] = edges;
            else
                deeper++;
            continue;
        case DRAW_CLIP_END:
            if (deeper > 0)
                deeper--;
            else if (depth > 0)
                depth--;
            continue;
        }
        if (!covers(list, command, back, &edges))
            continue;
        edges = intersect(edges, clip[depth]);
        if (edges.x0 < edges.x1 && edges.y0 < edges.y1)
            all = (struct edges){fminf(all.x0, edges.x0), fminf(all.y0, edges.y0), fmaxf(all.x1, edges.x1), fmaxf(all.y1, edges.y1)};
    }
    if (!(all.x0 < all.x1 && all.y0 < all.y1))
        return (struct rect){0, 0, 0, 0};
    return (struct rect){all.x0, all.y0, all.x1 - all.x0, all.y1 - all.y0};
}
