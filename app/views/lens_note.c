/* lens_note.c – see lens_note.h. */
#include <math.h>
#include <string.h>

#include "views/lens_note.h"

#define NOTE_LINE 18.0f
#define NOTE_MARGIN 20.0f
#define NOTE_LINES 3

/* ---------------------------------------------------------------- what was done */
static float note_lines(const struct app *app, float width, char *words, size_t room)
{
    app_lens_words(app, words, room);
    if (!words[0])
        return 0;
    float length = fonts_width(app->services.fonts, FACE_UI, 12, words, strlen(words));
    return fminf(NOTE_LINES, ceilf(1.05f * length / fmaxf(100, width - 2 * NOTE_MARGIN)));
}

float lens_note_height(const struct app *app, float width)
{
    char words[600];
    float lines = note_lines(app, width, words, sizeof words);
    return lines > 0 ? lines * NOTE_LINE + 8 : 0;
}

struct rect lens_note_below(const struct app *app, struct rect area)
{
    rect_cut_top(&area, lens_note_height(app, area.w));
    return area;
}

void lens_note_draw(struct view_context *view)
{
    char words[600];
    float lines = note_lines(view->app, view->area.w, words, sizeof words);
    if (lines == 0)
        return;
    struct rect strip = rect_cut_top(&view->area, lens_note_height(view->app, view->area.w));
    const struct theme *theme = view->theme;
    draw_group(view->draw, "what was done");
    float margin = view->page ? 0 : NOTE_MARGIN - 4;
    struct rect back = {strip.x + margin, strip.y + 2, strip.w - 2 * margin, lines * NOTE_LINE + 4};
    draw_round(view->draw, back, 5, theme->warn_back);
    draw_paragraph(view->draw,
        (struct rect){back.x + 8, back.y + 2, back.w - 16, lines * NOTE_LINE}, FACE_UI, 12,
        NOTE_LINE, theme->warn_text, words);
    if (!view->page)
        ui_tooltip(view->ui, back, words);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- marks on a matrix */
static size_t found_count(const struct app *app, enum hs_side side, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += app_found(app, side, i);
    return found;
}

/* A bar at the edge for each found token, and a frame round its row or column unless so many are
 * found that frames would cover the picture. */
static void found_axis(
    struct view_context *view, const struct matrix_box *box, enum hs_side side, size_t count)
{
    const struct app *app = view->app;
    struct rect all = box->cells;
    uint32_t color = view->theme->accent;
    bool rows = side == HS_QUERY, frames = 4 * found_count(app, side, count) <= count + 3;
    double first = rows ? box->row0 : box->col0, end = rows ? box->row1 : box->col1;
    for (size_t i = (size_t)first; i < count && (double)i < end; i++) {
        if (!app_found(app, side, i))
            continue;
        struct rect cell = rows ? matrix_cell_rect(box, i, 0) : matrix_cell_rect(box, 0, i);
        struct rect bar = rows ? (struct rect){all.x - 4, cell.y, 4, fmaxf(1, cell.h)}
                               : (struct rect){cell.x, all.y - 4, fmaxf(1, cell.w), 4};
        draw_rect(view->draw, bar, color);
        if (frames)
            draw_frame(view->draw,
                rows ? (struct rect){all.x, bar.y, all.w, bar.h}
                     : (struct rect){bar.x, all.y, bar.w, all.h},
                1, color);
    }
}

void lens_found_draw(struct view_context *view, const struct matrix_box *box)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(view->app));
    if (!view->app->look.find[0])
        return;
    draw_group(view->draw, "found");
    draw_clip(view->draw, rect_inset(box->cells, -4));
    found_axis(view, box, HS_QUERY, shape.n);
    found_axis(view, box, HS_KEY, shape.m);
    draw_clip_end(view->draw);
    draw_group_end(view->draw);
}

void lens_off_draw(struct view_context *view, const struct matrix_box *box, size_t head)
{
    if (view->app->picture.head_mode[head] != HS_HEAD_OFF)
        return;
    draw_group(view->draw, "head off");
    draw_rect(view->draw, box->cells, (view->theme->back & 0xffffffu) | 0x90000000u);
    draw_frame(view->draw, box->cells, 2, view->theme->text_dim);
    draw_group_end(view->draw);
}

void lens_mode_badge(struct view_context *view, struct rect *line, size_t head)
{
    enum hs_head_mode mode = (enum hs_head_mode)view->app->picture.head_mode[head];
    const char *word = head_mode_name(mode);
    if (mode == HS_HEAD_ON)
        return;
    float width = ceilf(fonts_width(view->app->services.fonts, FACE_UI_BOLD, 10, word, strlen(word))) + 10;
    struct rect badge = {line->x + 5, line->y + (line->h - 15) / 2, width, 15};
    draw_round(view->draw, badge, 4, view->theme->warn_back);
    draw_round_frame(view->draw, badge, 4, 1, view->theme->warn_text);
    draw_text(view->draw, badge, ALIGN_CENTER, FACE_UI_BOLD, 10, view->theme->warn_text, word);
    rect_cut_left(line, width + 6);
}

void lens_label_input(struct view_context *view, const struct matrix_box *box)
{
    struct rect labels = {box->cells.x, box->cells.y - box->label_h, box->cells.w, box->label_h};
    if (labels.h < 24)
        return;
    struct ui_hit hit = ui_area(view->ui, "key names", labels, false, "key names");
    ui_tooltip(view->ui, labels, "Click a name to hide that token, and again to show it\tShift+H");
    size_t q, k;
    if (hit.clicked && matrix_cell_at(box, labels.x + hit.x, box->cells.y + 1, &q, &k))
        actions_push(view->actions,
            (struct action){.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = k, .q = ACT_NOWHERE});
}
