/* learn_film.c – see learn_film.h. The attention of each moment is made before (learn_film() of act/act.h). */
#include <math.h>
#include <stdio.h>

#include "views/learn_film.h"

#define SIDE 92.0f
#define GAP 8.0f
#define NAMES 150.0f
#define TITLE 34.0f

static size_t rows_of(const struct app *app)
{
    return hs_learn_options(learn_run(app))->h[app->learn.model];
}

void learn_film_size(const struct app *app, float *width, float *height)
{
    *width = NAMES + (float)app->learn.film_count * (SIDE + GAP);
    *height = TITLE + (float)rows_of(app) * (SIDE + GAP);
}

static void draw_frame_of(struct view_context *view, struct rect area, size_t frame, size_t head)
{
    const struct hs_set *set = view->app->learn.film[frame];
    struct hs_matrix A = hs_set_weights(set, 0, head);
    float side = fmaxf((float)A.rows, (float)A.cols);
    draw_cells(view->draw, &(struct cells){.area = {area.x, area.y, floorf(area.w * (float)A.cols / side), floorf(area.h * (float)A.rows / side)},
        .matrix = A,
        .row1 = (double)A.rows,
        .col1 = (double)A.cols,
        .palette = app_palette(view->app),
        .scale = SCALE_LINEAR,
        .reduce = view->app->look.reduce,
        .hi = 1,
        .causal = hs_set_shape(set).mask == HS_MASK_CAUSAL,
        .back = view->theme->back,
        .mask_color = view->theme->mask});
    draw_frame(view->draw, area, 1, view->theme->border);
}

/* Fills whatever area it gets. */
void learn_film_draw(struct view_context *view)
{
    const struct app *app = view->app;
    const struct hs_learn *run = learn_run(app);
    const struct theme *theme = view->theme;
    size_t rows = rows_of(app), last = app->learn.film_moment[app->learn.film_count - 1];
    float side = fminf((view->area.w - NAMES) / (float)app->learn.film_count, (view->area.h - TITLE) / (float)rows) - GAP;
    draw_group(view->draw, "film");
    draw_text(view->draw, (struct rect){view->area.x, view->area.y, NAMES - GAP, 16}, ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL, theme->text,
        "sentences trained");
    draw_text(view->draw, (struct rect){view->area.x, view->area.y + 16, NAMES - GAP, 14}, ALIGN_LEFT, FACE_UI, 10, theme->text_dim,
        "right answers of all");
    for (size_t i = 0; i < app->learn.film_count; i++) {
        char count[24];
        size_t moment = app->learn.film_moment[i];
        float x = view->area.x + NAMES + (float)i * (side + GAP);
        draw_text(view->draw, (struct rect){x, view->area.y, side, 16}, ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL, theme->text,
            moment ? hs_count_text(hs_learn_moment(run, moment)->sentences, count, sizeof count) : "random");
        draw_textf(view->draw, (struct rect){x, view->area.y + 16, side, 14}, ALIGN_LEFT, FACE_UI, 10, theme->text_dim, "%.0f %%",
            100 * hs_learn_right(run, moment, app->learn.model, HS_RELATION_COUNT));
        for (size_t head = 0; head < rows; head++)
            draw_frame_of(view, (struct rect){x, view->area.y + TITLE + (float)head * (side + GAP), side, side}, i, head);
    }
    for (size_t head = 0; head < rows; head++) {
        const struct hs_verdict *verdict = &hs_learn_moment(run, last)->model[app->learn.model].verdict[head];
        struct rect line = {view->area.x, view->area.y + TITLE + (float)head * (side + GAP), NAMES - GAP, 16};
        draw_textf(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL, theme->text, "head %ld", app_counted(app, head));
        line.y += 16;
        draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, 10, theme->text_dim, verdict->name);
        line.y += 14;
        char margin[24];
        app_number(100 * verdict->margin, 0, true, margin, sizeof margin);
        if (verdict->kind == HS_KIND_RELATION)
            draw_textf(view->draw, line, ALIGN_LEFT, FACE_UI, 10, theme->text_dim, "then %.0f %%, %s points", 100 * verdict->accuracy, margin);
    }
    draw_group_end(view->draw);
}
