/* steps.h – what the files of the Steps view share: places, one matrix of a step, the cards.
 * Private to views/steps*.c and their tests. */
#ifndef HEADSCOPE_VIEW_STEPS_H
#define HEADSCOPE_VIEW_STEPS_H

#include "views/view.h"

/* Where the parts of the view lie; pure, so that tests can ask. */
struct steps_layout {
    struct rect bar;   /* steppers; h = 0 on a page */
    struct rect strip; /* all steps */
    struct rect head;  /* the step's title and formula */
    struct rect stage; /* the step large */
    struct rect card;  /* the value's formula; w = 0 when closed */
};
struct steps_layout steps_layout(const struct app *app, struct rect area, bool page);

void steps_bar_draw(struct view_context *view, struct rect area);
void steps_strip_draw(struct view_context *view, struct rect area);
void steps_stage_draw(struct view_context *view, struct rect area);
void steps_card_draw(struct view_context *view, struct rect area);
void steps_score_draw(struct view_context *view, struct rect area);
void steps_read_draw(struct view_context *view, struct rect area);
/* "'delivered' now carries subject: student (0.94); …": the read-out in one sentence. */
void steps_encodes(const struct app *app, char *text, size_t room);

/* ---------------------------------------------------------------- one matrix (steps_plane.c) */
struct steps_plane {
    const char *name; /* "Q₂" */
    struct hs_matrix matrix;
    enum step step; /* what a click explains; STEP_COUNT = nothing (weights) */
    enum step_axis row_axis, col_axis;
    size_t mark_row, mark_col; /* ACT_NOWHERE = none */
    bool mark_cell;            /* the one cell, too */
    bool weights;              /* attention weights: the chosen palette, from 0; else diverging */
    bool masked;               /* hidden cells are hatched */
    float range;               /* the colour bar's end */
    bool row_labels, col_labels;
    float label_room; /* height of the column labels */
    size_t heads;     /* > 1: columns are that many heads side by side */
    bool blocks;      /* columns are named blocks of features */
    bool block_names; /* all of them named, upwards; else only the marked one */
};

/* Rows and columns that fit: a page of them that holds the mark. */
struct steps_window {
    size_t first, count;
};
/* Height of names and labels above the cells. */
float steps_plane_lift(const struct steps_plane *plane);
struct steps_window steps_window(size_t total, size_t mark, float room, float least);
void steps_plane_draw(struct view_context *view, const struct steps_plane *plane, struct rect cells,
    struct steps_window rows, struct steps_window cols);

/* ---------------------------------------------------------------- small drawings */
float steps_width(const struct view_context *view, enum face face, float size, const char *text);
/* A line of text from x; returns where it ends. */
float steps_write(struct view_context *view, float x, struct rect line, enum face face, float size,
    uint32_t color, const char *text);
/* A bar from the middle of `area`: blue to the right for positive, orange to the left; `most` fills
 * half. */
void steps_bar(struct view_context *view, struct rect area, double value, double most);
/* The map for signed values whose centre is near the theme's ground. */
enum palette steps_diverging(const struct app *app);
void steps_arrow(struct view_context *view, float x0, float y0, float x1, float y1, uint32_t color);

/* ---------------------------------------------------------------- numbers out (steps_export.c) */
void steps_csv(const struct app *app, struct hs_buffer *buffer);
void steps_json(const struct app *app, struct hs_buffer *buffer);

#endif
