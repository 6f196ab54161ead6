/* matrix_names.c – the tokens' names beside a matrix, see matrix.h. One rule for their density: each needs a line of type, so
 * every k-th is written, left and right of low rows in turns; where any is left out, a tick ties each name to its row or
 * column. A name that is too long loses its middle, never the number that tells it from its equals. */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/matrix.h"

#define NAME_MOST 150.0f   /* px; longer names are shortened, and stand whole where they are pointed at */
#define MARK_PITCH 18.0f   /* px that a name with a chip round it needs */
#define MEASURED_TOKENS 256 /* beyond, only some are written anyway */
#define LENS_NAMES 9       /* rows above and below the pointed one that are listed where names are left out */
#define LENS_PITCH 14.0f

static const char *const ROWS_TITLE = "query (attends) ↓", *const COLUMNS_TITLE = "key (is attended) →";

/* px from one name to the next at least. */
static float pitch(float text)
{
    return text + (text > TEXT_SMALL ? 2 : 1);
}

static float width_of(const struct app *app, enum face face, float text, const char *name)
{
    return fonts_width(app->services.fonts, face, text, name, strlen(name));
}

/* In bold, which a locked name is written in: so that locking one never cuts it. */
float matrix_names_width(const struct app *app, const struct hs_set *set, enum hs_side side, float text, float most)
{
    struct hs_set_shape shape = hs_set_shape(set);
    size_t count = side == HS_QUERY ? shape.n : shape.m;
    char name[256];
    float widest = 16;
    for (size_t i = 0; i < count && i < MEASURED_TOKENS; i++) {
        hs_set_token_name(set, side, i, name, sizeof name);
        widest = fmaxf(widest, width_of(app, FACE_UI_BOLD, text, name) + 1);
    }
    return ceilf(fminf(widest, most));
}

void matrix_names_fit(const struct app *app, struct matrix_box *box, struct rect area, float most)
{
    struct hs_set_shape shape = hs_set_shape(box->of.set);
    for (box->text = TEXT_BODY;; box->text = TEXT_SMALL) {
        float rows = matrix_names_width(app, box->of.set, HS_QUERY, box->text, NAME_MOST) + MATRIX_NAME_GAP;
        float columns = matrix_names_width(app, box->of.set, HS_KEY, box->text, NAME_MOST) + MATRIX_NAME_GAP;
        float titles = fmaxf(width_of(app, FACE_UI, TEXT_SMALL, ROWS_TITLE), width_of(app, FACE_UI, TEXT_SMALL, COLUMNS_TITLE));
        box->label_w = fminf(fmaxf(rows, ceilf(titles) + MATRIX_NAME_GAP), area.w * 0.35f);
        /* As it would be with the lowest names. */
        float tall = fminf(most, (area.h - MATRIX_TITLES) / (float)shape.n);
        float wide = fminf(most, fminf(tall * MATRIX_STRETCH, (area.w - box->label_w) / (float)shape.m));
        box->flat = wide >= columns;
        box->label_h = box->flat ? MATRIX_TITLES : fminf(fmaxf(columns, MATRIX_TITLES), area.h * 0.35f);
        tall = fminf(most, (area.h - box->label_h) / (float)shape.n);
        if (tall < pitch(TEXT_SMALL) && box->text < TEXT_BODY)
            box->label_r = fminf(rows, area.w * 0.25f);
        if (tall >= pitch(box->text) || box->text < TEXT_BODY)
            return;
    }
}

/* ---------------------------------------------------------------- which, and how long */
struct axis {
    const struct hs_set *set;
    enum hs_side side;
    double first, end; /* shown, in cells */
    size_t count;
    size_t marked, locked;
    float cell, pitch; /* px */
    size_t step, sides;
    bool flat; /* written from left to right */
};

static struct axis axis_of(const struct app *app, const struct matrix_box *box, enum hs_side side, struct app_cell marked)
{
    struct hs_set_shape shape = hs_set_shape(box->of.set);
    bool rows = side == HS_QUERY;
    struct axis axis = {.set = box->of.set,
        .side = side,
        .first = rows ? box->row0 : box->col0,
        .end = rows ? box->row1 : box->col1,
        .count = rows ? shape.n : shape.m,
        .marked = rows ? marked.q : marked.k,
        .locked = rows ? app->look.locked.q : app->look.locked.k,
        .pitch = pitch(box->text),
        .sides = 1};
    axis.cell = (rows ? box->cells.h : box->cells.w) / (float)(axis.end - axis.first);
    axis.flat = rows || box->flat;
    if (rows && box->label_r > 0 && axis.cell < axis.pitch)
        axis.sides = 2;
    axis.step = (size_t)ceilf(axis.pitch / axis.cell / (float)axis.sides);
    axis.step = axis.step ? axis.step : 1;
    return axis;
}

static bool at_right(const struct axis *axis, size_t index)
{
    return axis->sides == 2 && index / axis->step % 2 == 1;
}

static bool near_mark(const struct axis *axis, size_t index, size_t mark)
{
    if (mark == ACT_NOWHERE || index == mark || at_right(axis, index) || (axis->side == HS_KEY && axis->flat))
        return false; /* a name that lies has its cell's width */
    double gap = fabs((double)index - (double)mark) * (double)axis->cell;
    return gap < (double)fmaxf(MARK_PITCH, axis->pitch);
}

/* Whether the name of `index` is written by matrix_draw_labels(). */
static bool name_shown(const struct axis *axis, size_t index)
{
    double middle = (double)index + 0.5, half = (double)(axis->pitch / 2 / axis->cell);
    /* Where a zoomed picture is cut, half a name would stick out into the titles or the corner. */
    if (middle < axis->first || middle > axis->end || (axis->first > 0 && middle < axis->first + half) ||
        (axis->end < (double)axis->count && middle > axis->end - half) || index == axis->marked)
        return false;
    if (index == axis->locked)
        return !near_mark(axis, index, axis->marked);
    return index % axis->step == 0 && !near_mark(axis, index, axis->marked) && !near_mark(axis, index, axis->locked);
}

/* " (2)" at the end of a repeated token's name. */
static size_t number_at_end(const char *name)
{
    size_t length = strlen(name), at = length;
    if (length < 4 || name[length - 1] != ')')
        return length;
    for (at = length - 1; at > 0 && isdigit((unsigned char)name[at - 1]); at--)
        ;
    return at > 2 && at < length - 1 && name[at - 1] == '(' && name[at - 2] == ' ' ? at - 2 : length;
}

/* What fits in `most` of a name: its beginning, and the number that tells it from its equals. */
static void shorten(const struct app *app, enum face face, float text, float most, char *name, size_t room)
{
    size_t number = number_at_end(name), cut = number;
    char shorter[300];
    if (width_of(app, face, text, name) <= most)
        return;
    do {
        do
            cut -= cut > 0;
        while (cut > 0 && ((unsigned char)name[cut] & 0xc0) == 0x80);
        snprintf(shorter, sizeof shorter, "%.*s…%s", (int)cut, name, name + number);
    } while (cut > 0 && width_of(app, face, text, shorter) > most);
    snprintf(name, room, "%s", shorter);
}

static void name_of(
    const struct app *app, const struct axis *axis, size_t index, enum face face, float text, float most, char *name, size_t room)
{
    hs_set_token_name(axis->set, axis->side, index, name, room);
    shorten(app, face, text, most, name, room);
}

/* ---------------------------------------------------------------- drawing */
static void draw_tick(struct view_context *view, const struct matrix_box *box, const struct axis *axis, size_t index)
{
    struct rect all = box->cells, cell = matrix_cell_rect(box, index, index);
    if (axis->sides == 1 && axis->step == 1)
        return;
    float x = axis->side == HS_KEY ? cell.x + cell.w / 2 : at_right(axis, index) ? all.x + all.w + 2 : all.x - 6;
    float y = axis->side == HS_QUERY ? cell.y + cell.h / 2 : all.y - 6;
    draw_line(view->draw, x, y, axis->side == HS_QUERY ? x + 4 : x, axis->side == HS_QUERY ? y : y + 4, 1,
        view->theme->text_faint);
}

/* The line of type for a name; it reads upwards for a key. */
static struct rect name_area(const struct matrix_box *box, const struct axis *axis, size_t index)
{
    struct rect cell = matrix_cell_rect(box, index, index), all = box->cells;
    if (axis->side == HS_KEY && axis->flat)
        return (struct rect){cell.x, all.y - MATRIX_NAME_GAP - axis->pitch, cell.w, axis->pitch};
    if (axis->side == HS_KEY)
        return (struct rect){cell.x + cell.w / 2 - axis->pitch / 2, all.y - box->label_h, axis->pitch,
            box->label_h - MATRIX_NAME_GAP};
    float y = cell.y + cell.h / 2 - axis->pitch / 2;
    if (at_right(axis, index))
        return (struct rect){all.x + all.w + MATRIX_NAME_GAP, y, box->label_r - MATRIX_NAME_GAP, axis->pitch};
    return (struct rect){all.x - box->label_w, y, box->label_w - MATRIX_NAME_GAP, axis->pitch};
}

static void write_name(struct view_context *view, const struct axis *axis, struct rect area, bool right, enum face face, float text,
    uint32_t color, const char *name)
{
    if (!axis->flat)
        draw_text_up(view->draw, area, ALIGN_LEFT, face, text, color, name);
    else
        draw_text(view->draw, area, axis->side == HS_KEY ? ALIGN_CENTER : right ? ALIGN_LEFT : ALIGN_RIGHT, face, text, color, name);
}

/* A name on a chip, as long as it needs, away from the cells. */
static void draw_chip(struct view_context *view, const struct matrix_box *box, const struct axis *axis, size_t index,
    float most, uint32_t back, uint32_t ink)
{
    struct rect cell = matrix_cell_rect(box, index, index), all = box->cells, area, chip;
    char name[256];
    name_of(view->app, axis, index, FACE_UI_BOLD, box->text, most, name, sizeof name);
    float width = fminf(most, width_of(view->app, FACE_UI_BOLD, box->text, name) + 1);
    if (axis->side == HS_KEY && axis->flat) {
        area = (struct rect){cell.x + cell.w / 2 - width / 2, all.y - MATRIX_NAME_GAP - 14, width, 14};
        chip = (struct rect){area.x - 5, area.y - 3, width + 10, 20};
    } else if (axis->side == HS_KEY) {
        area = (struct rect){cell.x + cell.w / 2 - 7, all.y - MATRIX_NAME_GAP - width, 14, width};
        chip = (struct rect){area.x - 3, area.y - 5, 20, width + 10};
    } else {
        area = (struct rect){all.x - MATRIX_NAME_GAP - width, cell.y + cell.h / 2 - 7, width, 14};
        chip = (struct rect){area.x - 5, area.y - 3, width + 10, 20};
    }
    draw_round(view->draw, chip, 4, back);
    write_name(view, axis, area, false, FACE_UI_BOLD, box->text, ink, name);
}

static void draw_names(struct view_context *view, const struct matrix_box *box, const struct axis *axis)
{
    const struct app *app = view->app;
    char name[256];
    for (size_t i = (size_t)axis->first; i < axis->count && (double)i < axis->end; i++) {
        if (!name_shown(axis, i))
            continue;
        struct rect area = name_area(box, axis, i);
        float most = axis->flat ? area.w : area.h;
        if (i == axis->locked) {
            draw_chip(view, box, axis, i, most, view->theme->accent, view->theme->accent_text);
            continue;
        }
        name_of(app, axis, i, FACE_UI, box->text, most, name, sizeof name);
        write_name(view, axis, area, at_right(axis, i), FACE_UI, box->text, view->theme->text_dim, name);
        draw_tick(view, box, axis, i);
    }
}

/* In the corner that rows' and columns' names leave; the short ones where that is small. */
static void draw_titles(struct view_context *view, const struct matrix_box *box)
{
    struct rect line = {box->cells.x - box->label_w, box->cells.y - MATRIX_NAME_GAP - 14, box->label_w - MATRIX_NAME_GAP, 14};
    bool whole = width_of(view->app, FACE_UI, TEXT_SMALL, COLUMNS_TITLE) <= line.w;
    const char *rows = whole ? ROWS_TITLE : "query ↓", *columns = whole ? COLUMNS_TITLE : "key →";
    uint32_t color = view->theme->text_dim;
    if (box->label_w <= 0 || box->label_h < 2 * MATRIX_NAME_GAP || width_of(view->app, FACE_UI, TEXT_SMALL, rows) > line.w)
        return;
    draw_text(view->draw, line, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, rows);
    if (whole)
        view_word(view, line, "query");
    line.y -= 15;
    draw_text(view->draw, line, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, columns);
    if (whole)
        view_word(view, line, "key");
}

void matrix_draw_labels(struct view_context *view, const struct matrix_box *box, struct app_cell marked)
{
    struct axis rows = axis_of(view->app, box, HS_QUERY, marked), columns = axis_of(view->app, box, HS_KEY, marked);
    draw_group(view->draw, "labels");
    if (box->label_w > 0)
        draw_names(view, box, &rows);
    if (box->label_h > 0)
        draw_names(view, box, &columns);
    draw_titles(view, box);
    draw_group_end(view->draw);
}

/* Where not every row has its name beside it: the pointed one's neighbours in a list, each led to its row. */
static void draw_neighbours(struct view_context *view, const struct matrix_box *box, const struct axis *axis)
{
    struct rect all = box->cells;
    size_t first = axis->marked > LENS_NAMES ? axis->marked - LENS_NAMES : 0;
    size_t end = axis->marked + LENS_NAMES + 1 < axis->count ? axis->marked + LENS_NAMES + 1 : axis->count;
    float height = (float)(end - first) * LENS_PITCH;
    struct rect at = matrix_cell_rect(box, axis->marked, 0);
    float top = at.y + at.h / 2 - ((float)(axis->marked - first) + 0.5f) * LENS_PITCH;
    top = fmaxf(view->area.y, fminf(top, view->area.y + view->area.h - height));
    struct rect list = {all.x + all.w + 2, top - 3, box->label_r + 40, height + 6};
    char name[256];
    if (box->label_r <= 0 || axis->step == 1)
        return;
    draw_round(view->draw, list, 4, view->theme->panel_raised);
    for (size_t i = first; i < end; i++) {
        struct rect cell = matrix_cell_rect(box, i, 0);
        float y = top + ((float)(i - first) + 0.5f) * LENS_PITCH, row = cell.y + cell.h / 2;
        bool this = i == axis->marked;
        uint32_t color = this ? view->theme->text : view->theme->text_dim;
        if (row >= all.y && row <= all.y + all.h)
            draw_line(view->draw, all.x + all.w + 1, row, all.x + all.w + 20, y, 1, view->theme->text_faint);
        name_of(view->app, axis, i, FACE_UI_BOLD, TEXT_SMALL, box->label_r + 12, name, sizeof name);
        draw_text(view->draw, (struct rect){all.x + all.w + 24, y - LENS_PITCH / 2, box->label_r + 14, LENS_PITCH}, ALIGN_LEFT,
            this ? FACE_UI_BOLD : FACE_UI, TEXT_SMALL, color, name);
    }
}

void matrix_draw_marked(struct view_context *view, const struct matrix_box *box, struct app_cell marked)
{
    struct axis rows = axis_of(view->app, box, HS_QUERY, marked), columns = axis_of(view->app, box, HS_KEY, marked);
    struct matrix_box own = *box;
    if (marked.q == ACT_NOWHERE || marked.q >= rows.count)
        return;
    own.text = box->text > 0 ? box->text : TEXT_SMALL;
    draw_group(view->draw, "pointed names");
    draw_neighbours(view, box, &rows);
    draw_chip(view, &own, &rows, marked.q, fmaxf(40, box->cells.x - MATRIX_NAME_GAP - 8 - view->area.x), view->theme->selection,
        view->theme->text);
    if (marked.k != ACT_NOWHERE && marked.k < columns.count)
        draw_chip(view, &own, &columns, marked.k,
            columns.flat ? view->area.w : fmaxf(40, box->cells.y - MATRIX_NAME_GAP - 8 - view->area.y), view->theme->selection, view->theme->text);
    draw_group_end(view->draw);
}
