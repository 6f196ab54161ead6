/* draw.c – the draw list: one block of memory that every frame refills from its start, so that a
 * frame allocates nothing once the largest one has been seen. Called by every view and widget; read
 * by the targets through draw_list.h. Promises: strings and points are copied, a full memory drops
 * commands and is remembered, no call crashes. */
#include "canvas/draw_list.h"
#include "canvas/fonts.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct draw_list {
    struct fonts *fonts;
    unsigned char *bytes;
    size_t length, room;
    bool failed;
};

/* A frame of 12 x 12 thumbnails with labels needs about 60 KiB. */
enum { FIRST_ROOM = 64 << 10, ALIGNMENT = 8 };
/* One command may not pass this (a label or polygon of a megabyte is a mistake, not a picture). */
enum { COMMAND_MAX = 1 << 20 };

struct draw_list *draw_list_new(struct fonts *fonts)
{
    struct draw_list *list = calloc(1, sizeof *list);
    if (list)
        list->fonts = fonts;
    return list;
}

void draw_list_drop(struct draw_list *list)
{
    if (!list)
        return;
    free(list->bytes);
    free(list);
}

void draw_list_clear(struct draw_list *list)
{
    list->length = 0;
    list->failed = false;
}

bool draw_list_failed(const struct draw_list *list)
{
    return list->failed;
}

struct fonts *draw_fonts(struct draw_list *list)
{
    return list->fonts;
}

struct fonts *draw_list_fonts(const struct draw_list *list)
{
    return list->fonts;
}

const struct draw_command *draw_list_next(const struct draw_list *list, size_t *at)
{
    if (*at >= list->length)
        return NULL;
    const struct draw_command *command = (const void *)(list->bytes + *at);
    *at += command->size;
    return command;
}

/* Room for one command of `size` bytes plus `tail`; NULL when there is none. */
static void *append(struct draw_list *list, enum draw_kind kind, size_t size, size_t tail)
{
    if (tail > COMMAND_MAX) {
        list->failed = true;
        return NULL;
    }
    size_t bytes = (size + tail + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (bytes > list->room - list->length) {
        size_t room = list->room ? list->room : FIRST_ROOM;
        while (room - list->length < bytes) {
            if (room > SIZE_MAX / 2) {
                list->failed = true;
                return NULL;
            }
            room *= 2;
        }
        unsigned char *grown = realloc(list->bytes, room);
        if (!grown) {
            list->failed = true;
            return NULL;
        }
        list->bytes = grown;
        list->room = room;
    }
    struct draw_command *command = (void *)(list->bytes + list->length);
    memset(command, 0, bytes);
    command->kind = kind;
    command->size = (uint32_t)bytes;
    list->length += bytes;
    return command;
}

static void append_shape(struct draw_list *list, enum draw_kind kind, struct rect area,
    float radius, float width, uint32_t color)
{
    struct draw_shape *shape = append(list, kind, sizeof *shape, 0);
    if (!shape)
        return;
    shape->area = area;
    shape->radius = radius;
    shape->width = width;
    shape->color = color;
}

void draw_group(struct draw_list *list, const char *name)
{
    size_t length = strlen(name);
    struct draw_label *label = append(list, DRAW_GROUP, sizeof *label, length + 1);
    if (label)
        memcpy(label->text, name, length);
}

void draw_group_end(struct draw_list *list)
{
    append(list, DRAW_GROUP_END, sizeof(struct draw_command), 0);
}

void draw_clip(struct draw_list *list, struct rect area)
{
    append_shape(list, DRAW_CLIP, area, 0, 0, 0);
}

void draw_clip_end(struct draw_list *list)
{
    append(list, DRAW_CLIP_END, sizeof(struct draw_command), 0);
}

/* Nothing of it would show: keeps every target free of invisible commands. */
static bool invisible(struct rect area, uint32_t color)
{
    return color >> 24 == 0 || !(area.w > 0) || !(area.h > 0);
}

void draw_rect(struct draw_list *list, struct rect area, uint32_t color)
{
    if (!invisible(area, color))
        append_shape(list, DRAW_RECT, area, 0, 0, color);
}

void draw_frame(struct draw_list *list, struct rect area, float width, uint32_t color)
{
    if (!invisible(area, color) && width > 0)
        append_shape(list, DRAW_FRAME, area, 0, width, color);
}

void draw_round(struct draw_list *list, struct rect area, float radius, uint32_t color)
{
    if (!invisible(area, color))
        append_shape(list, DRAW_ROUND, area, radius, 0, color);
}

void draw_round_frame(
    struct draw_list *list, struct rect area, float radius, float width, uint32_t color)
{
    if (!invisible(area, color) && width > 0)
        append_shape(list, DRAW_ROUND_FRAME, area, radius, width, color);
}

void draw_circle(struct draw_list *list, float x, float y, float radius, uint32_t color)
{
    if (color >> 24 && radius > 0)
        append_shape(list, DRAW_CIRCLE, (struct rect){x, y, 0, 0}, radius, 0, color);
}

void draw_line(
    struct draw_list *list, float x0, float y0, float x1, float y1, float width, uint32_t color)
{
    if (color >> 24 && width > 0)
        append_shape(list, DRAW_LINE, (struct rect){x0, y0, x1, y1}, 0, width, color);
}

void draw_link(struct draw_list *list, float x0, float y0, float x1, float y1, float width,
    float dash, uint32_t color)
{
    if (color >> 24 && width > 0)
        append_shape(list, DRAW_LINK, (struct rect){x0, y0, x1, y1}, dash, width, color);
}

void draw_polygon(struct draw_list *list, const float *xy, size_t points, uint32_t color)
{
    if (color >> 24 == 0 || points < 3)
        return;
    if (points > COMMAND_MAX / (2 * sizeof(float))) {
        list->failed = true;
        return;
    }
    size_t bytes = points * 2 * sizeof(float);
    struct draw_points *polygon = append(list, DRAW_POLYGON, sizeof *polygon, bytes);
    if (!polygon)
        return;
    polygon->count = (uint32_t)points;
    polygon->color = color;
    memcpy(polygon->xy, xy, bytes);
}

void draw_hatch(struct draw_list *list, struct rect area, float spacing, uint32_t color)
{
    if (!invisible(area, color) && spacing > 0)
        append_shape(list, DRAW_HATCH, area, spacing, 0, color);
}

void draw_cells(struct draw_list *list, const struct cells *cells)
{
    const struct hs_matrix *matrix = &cells->matrix;
    if (!(cells->area.w > 0) || !(cells->area.h > 0) || !matrix->data || matrix->rows == 0 ||
        matrix->cols == 0)
        return;
    /* A window outside the matrix shows nothing of it; NaN bounds fail these comparisons too. */
    if (!(cells->row0 < cells->row1) || !(cells->col0 < cells->col1) || !(cells->row0 >= 0) ||
        !(cells->col0 >= 0) || !(cells->row1 <= (double)matrix->rows) ||
        !(cells->col1 <= (double)matrix->cols))
        return;
    struct draw_matrix *command = append(list, DRAW_CELLS, sizeof *command, 0);
    if (command)
        command->cells = *cells;
}

void draw_ramp(struct draw_list *list, struct rect area, enum palette palette, bool vertical)
{
    if (area.w > 0 && area.h > 0)
        append_shape(list, DRAW_RAMP, area, 0, vertical ? 1.0f : 0.0f, (uint32_t)palette);
}

/* ------------------------------------------------------------------ text */

/* U+2026, drawn where a text was cut. */
static const char ELLIPSIS[] = "\xe2\x80\xa6";

static float append_text(struct draw_list *list, struct rect area, enum align align, bool up,
    enum face face, float size, uint32_t color, const char *text, size_t length)
{
    float limit = up ? area.h : area.w;
    size_t kept = length;
    if (length == 0 || !(size > 0) || !(limit > 0))
        return 0;
    float width = fonts_width(list->fonts, face, size, text, length);
    const char *tail = "";
    if (width > limit) {
        float ellipsis = fonts_width(list->fonts, face, size, ELLIPSIS, sizeof ELLIPSIS - 1);
        if (ellipsis > limit)
            return 0;
        kept = fonts_fit(list->fonts, face, size, text, length, limit - ellipsis);
        while (kept > 0 && text[kept - 1] == ' ') /* "word …" reads worse than "word…" */
            kept--;
        tail = ELLIPSIS;
    }
    size_t tail_length = strlen(tail);
    struct draw_string *string = append(list, DRAW_TEXT, sizeof *string, kept + tail_length + 1);
    if (!string)
        return 0;
    string->area = area;
    string->size = size;
    string->color = color;
    string->length = (uint32_t)(kept + tail_length);
    string->face = (uint8_t)face;
    string->align = (uint8_t)align;
    string->up = up;
    memcpy(string->text, text, kept);
    memcpy(string->text + kept, tail, tail_length);
    if (tail_length)
        width = fonts_width(list->fonts, face, size, string->text, string->length);
    return width;
}

float draw_text(struct draw_list *list, struct rect area, enum align align, enum face face,
    float size, uint32_t color, const char *text)
{
    return append_text(list, area, align, false, face, size, color, text, strlen(text));
}

float draw_text_up(struct draw_list *list, struct rect area, enum align align, enum face face,
    float size, uint32_t color, const char *text)
{
    return append_text(list, area, align, true, face, size, color, text, strlen(text));
}

float draw_textf(struct draw_list *list, struct rect area, enum align align, enum face face,
    float size, uint32_t color, const char *format, ...)
{
    char text[1024]; /* longer results are cut, at a code point boundary */
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return 0;
    if ((size_t)length >= sizeof text) {
        size_t end = sizeof text - 1;
        text[hs_utf8_invalid(text, end)] = '\0';
    }
    return append_text(list, area, align, false, face, size, color, text, strlen(text));
}

/* Bytes up to the end of this paragraph. */
static size_t paragraph_rest(const char *text, size_t length)
{
    const char *newline = memchr(text, '\n', length);
    return newline ? (size_t)(newline - text) : length;
}

/* Bytes of the next line of a paragraph: up to the last space that fits, at least one code point. */
static size_t paragraph_line(struct draw_list *list, enum face face, float size, const char *text,
    size_t length, float width)
{
    size_t end = paragraph_rest(text, length);
    size_t fits = fonts_fit(list->fonts, face, size, text, end, width);
    if (fits >= end)
        return end;
    size_t cut = fits;
    if (text[cut] != ' ') {
        while (cut > 0 && text[cut - 1] != ' ')
            cut--;
    }
    if (cut > 0)
        return cut;
    if (fits == 0)
        hs_utf8_next(text, length, &fits);
    return fits;
}

/* Where the line after the one of `count` bytes at `at` begins. */
static size_t paragraph_next(const char *text, size_t length, size_t at, size_t count)
{
    at += count;
    if (at < length && text[at] == '\n')
        return at + 1;
    while (at < length && text[at] == ' ')
        at++;
    return at;
}

float draw_paragraph(struct draw_list *list, struct rect area, enum face face, float size,
    float line, uint32_t color, const char *text)
{
    size_t length = strlen(text), at = 0;
    float used = 0;
    /* Half a device pixel of slack: a height computed as lines x line height must hold that many
     * lines. */
    while (at < length && used + line <= area.h + 0.5f && line > 0) {
        size_t count = paragraph_line(list, face, size, text + at, length - at, area.w);
        size_t shown = count;
        while (shown > 0 && text[at + shown - 1] == ' ')
            shown--;
        struct rect row = {area.x, area.y + used, area.w, line};
        if (used + 2 * line > area.h + 0.5f) /* the last row: what does not fit is elided there */
            shown = paragraph_rest(text + at, length - at);
        append_text(list, row, ALIGN_LEFT, false, face, size, color, text + at, shown);
        used += line;
        at = paragraph_next(text, length, at, count);
    }
    return used;
}

float draw_paragraph_height(struct draw_list *list, float width, enum face face, float size, float line, const char *text)
{
    size_t length = strlen(text), at = 0;
    float used = 0;
    while (at < length) {
        at = paragraph_next(text, length, at, paragraph_line(list, face, size, text + at, length - at, width));
        used += line;
    }
    return used;
}

/* ------------------------------------------------------------------ rects */

struct rect rect_inset(struct rect area, float by)
{
    float w = area.w - 2 * by, h = area.h - 2 * by;
    return (struct rect){area.x + by, area.y + by, w > 0 ? w : 0, h > 0 ? h : 0};
}

static float at_most(float want, float have)
{
    return want < 0 ? 0 : want < have ? want : have;
}

struct rect rect_cut_top(struct rect *area, float height)
{
    height = at_most(height, area->h);
    struct rect strip = {area->x, area->y, area->w, height};
    area->y += height;
    area->h -= height;
    return strip;
}

struct rect rect_cut_bottom(struct rect *area, float height)
{
    height = at_most(height, area->h);
    area->h -= height;
    return (struct rect){area->x, area->y + area->h, area->w, height};
}

struct rect rect_cut_left(struct rect *area, float width)
{
    width = at_most(width, area->w);
    struct rect strip = {area->x, area->y, width, area->h};
    area->x += width;
    area->w -= width;
    return strip;
}

struct rect rect_cut_right(struct rect *area, float width)
{
    width = at_most(width, area->w);
    area->w -= width;
    return (struct rect){area->x + area->w, area->y, width, area->h};
}

bool rect_has(struct rect area, float x, float y)
{
    return x >= area.x && y >= area.y && x < area.x + area.w && y < area.y + area.h;
}
