/* trace.c – a draw list as plain text, for tests: what was drawn and where, without pixels. Called
 * by the script runner and by golden tests. One command a line; the same list gives the same text
 * on every machine. */
#include "canvas/canvas.h"
#include "canvas/cells.h"
#include "canvas/draw_list.h"

#include <string.h>

static const char *const NAMES[] = {
    [DRAW_RECT] = "rect",
    [DRAW_FRAME] = "frame",
    [DRAW_ROUND] = "round",
    [DRAW_ROUND_FRAME] = "round-frame",
    [DRAW_CIRCLE] = "circle",
    [DRAW_LINE] = "line",
    [DRAW_LINK] = "link",
    [DRAW_HATCH] = "hatch",
    [DRAW_CLIP] = "clip",
};

static void indent(struct hs_buffer *buffer, unsigned depth)
{
    for (unsigned i = 0; i < depth; i++)
        hs_buffer_write(buffer, "  ", 2);
}

static double tenth(float value)
{
    double wide = (double)value;
    return wide > -0.05 && wide < 0.05 ? 0.0 : wide; /* no "-0.0" */
}

static void write_area(struct hs_buffer *buffer, struct rect area)
{
    hs_buffer_print(
        buffer, " %.1f %.1f %.1f %.1f", tenth(area.x), tenth(area.y), tenth(area.w), tenth(area.h));
}

/* A weighted sum of the unmasked cells: noise in the last digits of the values does not show in its
 * three decimals, but a value that moves or changes does. The weights, 0.5 … 1.5, are the
 * golden-ratio sequence (i x 0.618… mod 1). */
static double checksum(const struct cells *cells)
{
    const struct hs_matrix *matrix = &cells->matrix;
    double sum = 0;
    for (size_t r = (size_t)cells->row0; (double)r < cells->row1; r++) {
        for (size_t c = (size_t)cells->col0; (double)c < cells->col1; c++) {
            if (cells_masked(cells, r, c))
                continue;
            double turn = (double)(r * matrix->cols + c + 1) * 0.6180339887498949;
            sum +=
                (double)matrix->data[r * matrix->stride + c] * (0.5 + turn - (double)(size_t)turn);
        }
    }
    return sum;
}

static void write_cells(struct hs_buffer *buffer, const struct cells *cells)
{
    hs_buffer_print(buffer, "cells");
    write_area(buffer, cells->area);
    hs_buffer_print(buffer, " shape %zux%zu rows %.2f..%.2f cols %.2f..%.2f", cells->matrix.rows,
        cells->matrix.cols, cells->row0, cells->row1, cells->col0, cells->col1);
    hs_buffer_print(buffer, " %s %s %s range %.4g..%.4g", palette_name(cells->palette),
        cell_scale_name(cells->scale), cells->reduce == REDUCE_MEAN ? "mean" : "max",
        (double)cells->lo, (double)cells->hi);
    if (cells->causal)
        hs_buffer_print(buffer, " causal %+ld", cells->causal_shift);
    if (cells->hidden) {
        size_t hidden = 0;
        for (size_t c = 0; c < cells->matrix.cols; c++)
            hidden += cells->hidden[c] != 0;
        hs_buffer_print(buffer, " hidden %zu", hidden);
    }
    hs_buffer_print(buffer, " sum %.3f\n", checksum(cells));
}

static void write_string(struct hs_buffer *buffer, const struct draw_string *string)
{
    static const char *const faces[FACE_COUNT] = {"ui", "bold", "mono"};
    static const char *const aligns[] = {"left", "center", "right"};
    hs_buffer_print(buffer, "text%s", string->up ? "-up" : "");
    write_area(buffer, string->area);
    hs_buffer_print(buffer, " %s %s %.1f #%08x ", aligns[string->align], faces[string->face],
        (double)string->size, (unsigned)string->color);
    hs_buffer_json_string(buffer, string->text);
    hs_buffer_print(buffer, "\n");
}

static void write_shape(struct hs_buffer *buffer, const struct draw_shape *shape)
{
    hs_buffer_print(buffer, "%s", NAMES[shape->command.kind]);
    if (shape->command.kind == DRAW_CIRCLE)
        hs_buffer_print(buffer, " %.1f %.1f", tenth(shape->area.x), tenth(shape->area.y));
    else
        write_area(buffer, shape->area);
    if (shape->command.kind == DRAW_HATCH)
        hs_buffer_print(buffer, " spacing %.1f", (double)shape->radius);
    else if (shape->radius > 0)
        hs_buffer_print(buffer, " radius %.1f", (double)shape->radius);
    if (shape->width > 0)
        hs_buffer_print(buffer, " width %.1f", (double)shape->width);
    hs_buffer_print(buffer, " #%08x\n", (unsigned)shape->color);
}

static void write_polygon(struct hs_buffer *buffer, const struct draw_points *polygon)
{
    hs_buffer_print(buffer, "polygon");
    for (uint32_t i = 0; i < polygon->count; i++)
        hs_buffer_print(
            buffer, " %.1f,%.1f", tenth(polygon->xy[2 * i]), tenth(polygon->xy[2 * i + 1]));
    hs_buffer_print(buffer, " #%08x\n", (unsigned)polygon->color);
}

/* Opens or closes a block; returns the new depth. */
static unsigned write_block(
    struct hs_buffer *buffer, const struct draw_command *command, unsigned depth)
{
    if (command->kind == DRAW_GROUP_END || command->kind == DRAW_CLIP_END)
        return depth > 0 ? depth - 1 : 0;
    indent(buffer, depth);
    if (command->kind == DRAW_GROUP) {
        hs_buffer_print(buffer, "group ");
        hs_buffer_json_string(buffer, ((const struct draw_label *)command)->text);
    } else {
        hs_buffer_print(buffer, "clip");
        write_area(buffer, ((const struct draw_shape *)command)->area);
    }
    hs_buffer_print(buffer, "\n");
    return depth + 1;
}

void trace_write(const struct draw_list *list, struct hs_buffer *buffer)
{
    size_t at = 0;
    unsigned depth = 0;
    const struct draw_command *command;
    while ((command = draw_list_next(list, &at))) {
        if (command->kind == DRAW_GROUP || command->kind == DRAW_GROUP_END ||
            command->kind == DRAW_CLIP || command->kind == DRAW_CLIP_END) {
            depth = write_block(buffer, command, depth);
            continue;
        }
        indent(buffer, depth);
        if (command->kind == DRAW_CELLS) {
            write_cells(buffer, &((const struct draw_matrix *)command)->cells);
        } else if (command->kind == DRAW_TEXT) {
            write_string(buffer, (const struct draw_string *)command);
        } else if (command->kind == DRAW_POLYGON) {
            write_polygon(buffer, (const struct draw_points *)command);
        } else if (command->kind == DRAW_RAMP) {
            const struct draw_shape *ramp = (const struct draw_shape *)command;
            hs_buffer_print(buffer, "ramp");
            write_area(buffer, ramp->area);
            hs_buffer_print(buffer, " %s %s\n", palette_name((enum palette)ramp->color),
                ramp->width > 0 ? "vertical" : "horizontal");
        } else {
            write_shape(buffer, (const struct draw_shape *)command);
        }
    }
}
