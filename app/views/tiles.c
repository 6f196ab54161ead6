/* tiles.c – see tiles.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/learn_film.h"
#include "views/lens_note.h"
#include "views/matrix.h"
#include "views/tiles.h"

#define SHEET_CELL 18.0f      /* px: one label line a row */
#define SHEET_MAP_MOST 520.0f /* px: beyond that, cells shrink and labels thin out */
#define SHEET_LABELS 130.0f   /* px allowed for labels beside a map */
#define SHEET_HEADER 42.0f
#define SHEET_GAP 28.0f

/* Of several wordings the longest that fits, so that nothing is ever cut in the middle. */
static void draw_longest(
    struct view_context *view, struct rect area, enum align align, const char *const *wordings, int count)
{
    for (int i = 0; i < count; i++) {
        char widest[96]; /* every digit as wide as a 0: all tiles of a size take the same wording */
        size_t length = (size_t)snprintf(widest, sizeof widest, "%s%s", wordings[i],
            strstr(wordings[i], "100 %") ? "" : "0");
        length = length < sizeof widest ? length : sizeof widest - 1;
        for (size_t at = 0; at < length; at++)
            if (widest[at] >= '1' && widest[at] <= '9')
                widest[at] = '0';
        if (fonts_width(view->app->services.fonts, FACE_UI, TEXT_SMALL, widest, length) > area.w)
            continue;
        draw_text(
            view->draw, area, align, FACE_UI, TEXT_SMALL, view->theme->text_dim, wordings[i]);
        return;
    }
}

static void draw_statistics(struct view_context *view, struct rect area, size_t head, enum align align)
{
    const struct hs_head_stats *stats = app_head_stats(view->app, head);
    double even = stats->entropy_max > 0 ? 100 * stats->entropy / stats->entropy_max : 0;
    char largest[32], text[3][96];
    if (stats->rows == 0) {
        draw_longest(view, area, align, (const char *const[]){"no row of weights", "no weights", "–"}, 3);
        return;
    }
    app_weight_text(stats->largest, largest, sizeof largest);
    snprintf(text[0], sizeof text[0], "entropy %.0f %% of max · largest %s", even, largest);
    snprintf(text[1], sizeof text[1], "entropy %.0f %% · max %s", even, largest);
    snprintf(text[2], sizeof text[2], "%.0f %% · %s", even, largest);
    /* What the grid is sorted by is what is read off it. */
    const struct hs_statistic *by = sort_statistic(view->app->lens.sort);
    if (by && strcmp(by->name, "entropy") != 0 && strcmp(by->name, "largest") != 0) {
        snprintf(text[0], sizeof text[0], "%s %.3g · entropy %.0f %% of max",
            sort_name(view->app->lens.sort), app_sort_value(view->app, head), even);
        snprintf(text[1], sizeof text[1], "%s %.3g", sort_name(view->app->lens.sort),
            app_sort_value(view->app, head));
    }
    if (hs_set_values(app_shown(view->app)) != HS_VALUES_WEIGHT) { /* the figures stay those of the weights */
        snprintf(text[0], sizeof text[0], "weights: entropy %.0f %% · max %s", even, largest);
        snprintf(text[1], sizeof text[1], "weights: entropy %.0f %%", even);
        snprintf(text[2], sizeof text[2], "weights: %.0f %%", even);
    }
    draw_longest(view, area, align, (const char *const[]){text[0], text[1], text[2]}, 3);
}

#define LABEL_LEAST 40.0f /* px for anything of a label */

static bool ends_with(const char *text, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - text) > length && memcmp(end - length, word, length) == 0;
}

/* Takes the last word off a label, and what then hangs loose; false when nothing would be left. */
static bool shorten_label(char *label)
{
    char *end = strrchr(label, '(') ? strrchr(label, '(') - 1 : strrchr(label, ' ');
    if (!end)
        end = strstr(label, "–");
    if (!end || end == label)
        return false;
    if (ends_with(label, end, " and"))
        end -= 4;
    *end = '\0';
    return true;
}

/* That names are measured is said at all heads or at none: else the others would look as if theirs were not. */
static void say_measured(struct view_context *view, char *label, float width, float size)
{
    char other[120], text[128], *end = strstr(label, " (measured)");
    bool fits = true;
    for (size_t head = 0; end && fits && head < view->app->picture.h; head++) {
        app_head_label(view->app, head, other, sizeof other);
        snprintf(text, sizeof text, " · %s", other);
        fits = fonts_width(view->app->services.fonts, FACE_UI, size, text, strlen(text)) <= width;
    }
    if (!fits)
        *end = '\0';
}

/* "pronoun" is what Specialise calls it, too. */
static bool is_name(const char *label)
{
    size_t r = 0;
    while (r < HS_RELATION_COUNT && strcmp(label, app_relation_word(r)) != 0)
        r++;
    return r < HS_RELATION_COUNT;
}

/* The label as long as fits: whole, without which part of several it is, its first words and "…" or a shorter name, at last letters. */
static void draw_label(struct view_context *view, struct rect *line, size_t head, float size)
{
    char label[120], text[128];
    app_head_label(view->app, head, label, sizeof label);
    say_measured(view, label, line->w, size);
    bool words = true, part = strchr(label, '(') != NULL;
    for (int cut = 0; label[0] && words; words = shorten_label(label), cut++) {
        snprintf(text, sizeof text, " · %s%s", label, cut > part && !is_name(label) ? "…" : "");
        if (fonts_width(view->app->services.fonts, FACE_UI, size, text, strlen(text)) > line->w)
            continue;
        rect_cut_left(line, draw_text(view->draw, *line, ALIGN_LEFT, FACE_UI, size, view->theme->text, text));
        return;
    }
    if (label[0] && line->w > LABEL_LEAST)
        draw_text(view->draw, *line, ALIGN_LEFT, FACE_UI, size, view->theme->text, text);
}

void tile_title(struct view_context *view, struct rect line, size_t head, const char *number, float size, bool statistics)
{
    float width = draw_text(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, size, view->theme->text, number);
    rect_cut_left(&line, width);
    lens_mode_badge(view, &line, head);
    draw_label(view, &line, head, size);
    if (statistics) {
        rect_cut_left(&line, 16);
        draw_statistics(view, line, head, ALIGN_RIGHT);
    }
}

void tile_header(struct view_context *view, struct rect area, size_t head, bool tall)
{
    char number[24];
    float size = tall ? TEXT_BODY : TEXT_SMALL;
    snprintf(number, sizeof number, "%ld", app_counted(view->app, head));
    tile_title(view, (struct rect){area.x, area.y, area.w, tall ? 18 : area.h - 2}, head, number, size, false);
    if (tall)
        draw_statistics(view, (struct rect){area.x, area.y + 18, area.w, 14}, head, ALIGN_LEFT);
}

/* ---------------------------------------------------------------- the sheet */
struct sheet {
    size_t columns, rows;
    float tile_w, tile_h;
};

static struct sheet sheet_layout(const struct app *app)
{
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    struct sheet sheet;
    float longer = (float)(shape.n > shape.m ? shape.n : shape.m);
    float cell = fminf(SHEET_CELL, SHEET_MAP_MOST / longer);
    sheet.tile_w = fmaxf(ceilf(cell * (float)shape.m), 60) + SHEET_LABELS;
    sheet.tile_h = fmaxf(ceilf(cell * (float)shape.n), 60) + SHEET_LABELS + SHEET_HEADER;
    /* About 8 : 5, like a screen or a landscape page. */
    double columns = sqrt((double)app->picture.h * 1.6 * (double)(sheet.tile_h / sheet.tile_w));
    sheet.columns = (size_t)fmax(1, fmin((double)app->picture.h, round(columns)));
    sheet.rows = (app->picture.h + sheet.columns - 1) / sheet.columns;
    sheet.columns = (app->picture.h + sheet.rows - 1) / sheet.rows;
    return sheet;
}

bool sheet_is_film(const struct app *app)
{
    return app->look.view == VIEW_LEARN && app->learn.film_count > 0;
}

void sheet_size(const struct app *app, float *width, float *height)
{
    if (sheet_is_film(app)) {
        learn_film_size(app, width, height);
        return;
    }
    struct sheet sheet = sheet_layout(app);
    *width = (float)sheet.columns * (sheet.tile_w + SHEET_GAP) - SHEET_GAP;
    *height = (float)sheet.rows * (sheet.tile_h + SHEET_GAP) - SHEET_GAP + lens_note_height(app, *width);
}

/* Fills whatever area it gets: a smaller one than sheet_size() makes smaller tiles with fewer
 * labels. */
void sheet_draw(struct view_context *view)
{
    const struct app *app = view->app;
    if (sheet_is_film(app)) {
        learn_film_draw(view);
        return;
    }
    lens_note_draw(view);
    struct sheet sheet = sheet_layout(app);
    struct app_cell none = {ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE};
    float w = (view->area.w + SHEET_GAP) / (float)sheet.columns - SHEET_GAP;
    float h = (view->area.h + SHEET_GAP) / (float)sheet.rows - SHEET_GAP;
    for (size_t place = 0; place < app->picture.h; place++) {
        size_t head = app->lens.order[place];
        float column = (float)(place % sheet.columns), row = (float)(place / sheet.columns);
        struct rect tile = {floorf(view->area.x + column * (w + SHEET_GAP)),
            floorf(view->area.y + row * (h + SHEET_GAP)), w, h};
        char name[32];
        app_head_name(app, head, name, sizeof name);
        draw_group(view->draw, name);
        tile_header(view, rect_cut_top(&tile, SHEET_HEADER), head, true);
        struct matrix_box box =
            matrix_fit(app, tile, (struct app_window){0, 1, 0, 1}, true, SHEET_CELL * 2);
        matrix_draw_cells(view, &box, head);
        matrix_draw_frame(view, &box);
        matrix_draw_labels(view, &box, none);
        draw_group_end(view->draw);
    }
}
