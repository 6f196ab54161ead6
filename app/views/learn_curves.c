/* learn_curves.c – the share of right answers of every relation, and the loss, each model a line, on one time axis; what is lost
 * without the selected head, at the moment looked at. A click or a drag goes to a moment. See learn.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/learn.h"

#define TITLE 16.0f
#define AXIS 15.0f
#define TICK 13.0f /* height of a number beside the axis */
#define LEFT 34.0f
#define RIGHT 44.0f
#define GAP_X 10.0f
#define GAP_Y 8.0f

enum { LOSS = HS_LEARN_SLOTS, CHARTS }; /* a chart: the slot of a relation, or the loss */

static double value_of(const struct hs_learn *run, size_t moment, size_t model, size_t chart)
{
    return chart == LOSS ? hs_learn_moment(run, moment)->model[model].loss : hs_learn_right(run, moment, model, chart);
}

/* The top of the axis: 100 %, or the largest loss and somewhat more. */
static double most_of(const struct hs_learn *run, size_t chart)
{
    double most = 1;
    for (size_t i = 0; chart == LOSS && i < hs_learn_moments(run); i++)
        for (size_t m = 0; m < hs_learn_options(run)->models; m++)
            most = fmax(most, hs_learn_moment(run, i)->model[m].loss);
    return chart == LOSS ? ceil(most * 2) / 2 : 1;
}

static float x_of(const struct hs_learn *run, struct rect plot, size_t moment)
{
    return plot.x + plot.w * (float)hs_learn_moment(run, moment)->step / (float)hs_learn_steps(run);
}

static float y_of(struct rect plot, double value, double most)
{
    return plot.y + plot.h * (float)(1 - value / most);
}

static void draw_axes(struct view_context *view, const struct hs_learn *run, struct rect plot, size_t chart, double most, bool times)
{
    const struct theme *theme = view->theme;
    float type = learn_type(view);
    char text[32];
    for (int i = 0; i <= 2; i++) {
        float y = floorf(plot.y + plot.h * (float)(2 - i) / 2);
        draw_rect(view->draw, (struct rect){plot.x, y, plot.w, 1}, theme->grid);
        if (i == 1 && plot.h < 3 * TICK * type)
            continue;
        if (chart == LOSS)
            snprintf(text, sizeof text, "%.3g", most * i / 2);
        else
            snprintf(text, sizeof text, "%d %%", 50 * i);
        struct rect number = {plot.x - LEFT * type, y - 7 * type, LEFT * type - 4, 14 * type};
        draw_text(view->draw, number, ALIGN_RIGHT, FACE_UI, 10 * type, theme->text_dim, text);
    }
    if (!times)
        return;
    size_t all = hs_learn_steps(run) * hs_learn_batch();
    struct rect line = {plot.x, plot.y + plot.h + 1, plot.w, AXIS * type};
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, 10 * type, theme->text_dim, "0");
    char count[24];
    snprintf(text, sizeof text, "%s sentences", hs_count_text(all, count, sizeof count));
    draw_text(view->draw, line, ALIGN_RIGHT, FACE_UI, 10 * type, theme->text_dim, text);
}

/* A dashed line is the first model's, so that colour is not all that tells them apart. */
static void draw_piece(struct view_context *view, float x0, float y0, float x1, float y1, size_t model)
{
    uint32_t color = learn_color(view, model);
    if (model == 1 || hs_learn_options(learn_run(view->app))->models == 1) {
        draw_line(view->draw, x0, y0, x1, y1, 2, color);
        return;
    }
    float length = hypotf(x1 - x0, y1 - y0);
    for (float at = 0; at < length; at += 7) {
        float from = at / length, to = fminf(at + 4, length) / length;
        draw_line(view->draw, x0 + (x1 - x0) * from, y0 + (y1 - y0) * from, x0 + (x1 - x0) * to, y0 + (y1 - y0) * to, 2, color);
    }
}

static void draw_curve(struct view_context *view, const struct hs_learn *run, struct rect plot, size_t chart, size_t model, double most)
{
    size_t count = hs_learn_moments(run);
    if (isnan(value_of(run, 0, model, chart)))
        return;
    for (size_t i = 1; i < count; i++)
        draw_piece(view, x_of(run, plot, i - 1), y_of(plot, value_of(run, i - 1, model, chart), most), x_of(run, plot, i),
            y_of(plot, value_of(run, i, model, chart), most), model);
}

/* The numbers at the moment looked at, right of the plot, apart from each other. */
static void draw_values(struct view_context *view, const struct hs_learn *run, struct rect plot, size_t chart, double most)
{
    size_t moment = learn_wished(view->app), models = hs_learn_options(run)->models;
    float y[HS_LEARN_MODELS], type = learn_type(view);
    for (size_t m = 0; m < models; m++)
        y[m] = y_of(plot, value_of(run, moment, m, chart), most) - 7 * type;
    if (models == 2 && fabsf(y[0] - y[1]) < 13 * type) {
        bool first_above = y[0] < y[1] || (y[0] == y[1] && chart == LOSS);
        float middle = (y[0] + y[1]) / 2;
        y[0] = middle + (first_above ? -6.5f : 6.5f) * type;
        y[1] = middle + (first_above ? 6.5f : -6.5f) * type;
    }
    for (size_t m = 0; m < models; m++) {
        char text[32];
        double value = value_of(run, moment, m, chart);
        if (chart == LOSS)
            snprintf(text, sizeof text, "%.2f", value);
        else
            snprintf(text, sizeof text, "%.0f %%", 100 * value);
        draw_text(view->draw, (struct rect){plot.x + plot.w + 5, y[m], RIGHT * type - 5, 14 * type}, ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL * type,
            learn_color(view, m), text);
    }
}

/* "without head 3: 31 %": a hollow ring where the share would be. Returns whether there was something to say. */
static void draw_without(struct view_context *view, const struct hs_learn *run, struct rect plot, struct rect title, size_t chart)
{
    const struct app *app = view->app;
    size_t moment = learn_wished(app), model = app->learn.model, asked = chart == LOSS ? 0 : hs_learn_asked(run, chart);
    const struct hs_learn_model *kept = &hs_learn_moment(run, moment)->model[model];
    if (!asked || app->look.head >= kept->h || !app->learn.shown)
        return;
    float type = learn_type(view);
    char text[64];
    double share = (double)kept->without[app->look.head][chart] / (double)asked;
    snprintf(text, sizeof text, "without head %ld: %.0f %%", app_counted(app, app->look.head), 100 * share);
    if (ui_text_width(view->ui, FACE_UI, 10 * type, text) > title.w)
        snprintf(text, sizeof text, "without: %.0f %%", 100 * share);
    if (ui_text_width(view->ui, FACE_UI, 10 * type, text) <= title.w) /* the ring says it, and the words beside the heads */
        draw_text(view->draw, title, ALIGN_RIGHT, FACE_UI, 10 * type, view->theme->text_dim, text);
    float x = x_of(run, plot, moment), y = y_of(plot, share, 1);
    draw_circle(view->draw, x, y, 4.5f, learn_color(view, model));
    draw_circle(view->draw, x, y, 2.5f, view->theme->back);
}

static size_t nearest_moment(const struct hs_learn *run, struct rect plot, float x)
{
    size_t best = 0;
    for (size_t i = 1; i < hs_learn_moments(run); i++)
        if (fabsf(x_of(run, plot, i) - x) < fabsf(x_of(run, plot, best) - x))
            best = i;
    return best;
}

static void chart_title(size_t chart, char *text, size_t room)
{
    if (chart == LOSS)
        snprintf(text, room, "loss, nats");
    else
        snprintf(text, room, "%s", hs_relation_title((enum hs_relation)chart));
}

static void draw_chart(struct view_context *view, const struct hs_learn *run, struct rect area, size_t chart, bool times)
{
    char name[80];
    double most = most_of(run, chart);
    float type = learn_type(view);
    struct rect title = rect_cut_top(&area, TITLE * type), plot = area;
    rect_cut_left(&plot, LEFT * type);
    rect_cut_right(&plot, RIGHT * type);
    rect_cut_top(&plot, 4);
    rect_cut_bottom(&plot, AXIS * type);
    chart_title(chart, name, sizeof name);
    draw_group(view->draw, name);
    float width = draw_text(view->draw, title, ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL * type, view->theme->text, name);
    if (chart == LOSS)
        view_word(view, (struct rect){title.x, title.y, width, title.h}, "loss");
    rect_cut_left(&title, width + 6);
    draw_axes(view, run, plot, chart, most, times);
    float x = floorf(x_of(run, plot, learn_wished(view->app)));
    draw_rect(view->draw, (struct rect){x, plot.y - 2, 1, plot.h + 4}, view->theme->accent);
    for (size_t m = 0; m < hs_learn_options(run)->models; m++)
        draw_curve(view, run, plot, chart, m, most);
    draw_values(view, run, plot, chart, most);
    draw_without(view, run, plot, title, chart);
    draw_group_end(view->draw);
    if (view->page)
        return;
    struct ui_hit hit = ui_area(view->ui, name, (struct rect){plot.x - 4, plot.y, plot.w + 8, plot.h}, false, name);
    if (hit.clicked || hit.dragged) {
        size_t moment = nearest_moment(run, plot, plot.x - 4 + hit.x);
        if (moment != learn_wished(view->app) || view->app->learn.moment == LEARN_NEWEST)
            view_push(view, ACT_LEARN_MOMENT, (long)moment);
    }
}

/* Which line is whose. */
static void draw_legend(struct view_context *view, const struct hs_learn *run, struct rect row)
{
    float type = learn_type(view);
    for (size_t m = 0; m < hs_learn_options(run)->models; m++) {
        char text[96];
        snprintf(text, sizeof text, "h = %zu: %.0f %% right of all", hs_learn_options(run)->h[m],
            100 * hs_learn_right(run, learn_wished(view->app), m, HS_RELATION_COUNT));
        float y = floorf(row.y + row.h / 2);
        draw_piece(view, row.x, y, row.x + 24, y, m);
        rect_cut_left(&row, 30);
        rect_cut_left(&row, draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, TEXT_SMALL * type, view->theme->text, text) + 2 * SPACE);
    }
}

void learn_curves_draw(struct view_context *view, struct rect area, const struct hs_learn *run)
{
    size_t chart[CHARTS], count = 0;
    float type = learn_type(view);
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
        if (hs_learn_options(run)->relation[r])
            chart[count++] = r;
    chart[count++] = LOSS;
    draw_group(view->draw, "curves");
    draw_legend(view, run, rect_cut_top(&area, 18 * type));
    size_t columns = count > 6 && area.w > 560 ? 3 : area.w > 300 ? 2 : 1, rows = (count + columns - 1) / columns;
    float w = floorf((area.w + GAP_X) / (float)columns) - GAP_X, h = floorf((area.h + GAP_Y) / (float)rows) - GAP_Y;
    for (size_t i = 0; i < count; i++) {
        struct rect at = {area.x + (float)(i % columns) * (w + GAP_X), area.y + (float)(i / columns) * (h + GAP_Y), w, h};
        draw_chart(view, run, at, chart[i], i + columns >= count);
    }
    if (count % columns) /* the last place is free */
        learn_short_draw(view,
            (struct rect){area.x + (float)(columns - 1) * (w + GAP_X) + LEFT * type / 2, area.y + (float)(rows - 1) * (h + GAP_Y),
                w - LEFT * type / 2, h},
            run);
    draw_group_end(view->draw);
}
