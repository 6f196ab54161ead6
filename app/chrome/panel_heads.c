/* panel_heads.c – the side panel's part about heads as such: switching the shown head, what was
 * measured of it over the annotated sentences, and the lists of the lower part. See panel.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chrome/panel.h"

#define LINE 20.0f
#define LINKS 24

static void push(struct view_context *view, enum action_kind kind, long number, size_t head)
{
    actions_push(view->actions, (struct action){.kind = kind, .number = number, .head = head});
}

/* ---------------------------------------------------------------- the head itself */
/* What the head may be called by its measurements, beside what it was built for. */
static void draw_verdict(struct view_context *view, struct rect *area, size_t head)
{
    char evidence[400], names[300];
    const struct hs_verdict *verdict = app_verdict(view->app, head);
    if (!verdict)
        return;
    draw_group(view->draw, "measured");
    struct rect line = rect_cut_top(area, 18);
    float width =
        draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, 12, view->theme->text_dim, "Measured: ");
    struct rect name = line;
    rect_cut_left(&name, width + 4);
    app_verdict_names(view->app, head, names, sizeof names);
    /* Long names take lines of their own. */
    if (fonts_width(view->app->services.fonts, FACE_UI_BOLD, 12, names, strlen(names)) > name.w) {
        struct rect lines = *area;
        lines.h = 7 * 16;
        rect_cut_top(area, draw_paragraph(view->draw, lines, FACE_UI_BOLD, 12, 16, view->theme->text, names) + 2);
    } else {
        draw_text(view->draw, name, ALIGN_LEFT, FACE_UI_BOLD, 12, view->theme->text, names);
    }
    struct rect words = *area;
    words.h = 75;
    app_minus_signs(verdict->evidence, evidence, sizeof evidence);
    size_t used_text = strlen(evidence);
    if (learn_verdict(view->app, head)) /* Learn has other numbers of the same head */
        snprintf(evidence + used_text, sizeof evidence - used_text, ". On %zu annotated sentences; the Learn view measures on %zu others.",
            corpus_annotated(view->app->scores.corpus)->count, hs_learn_held_out(learn_run(view->app)));
    float used =
        draw_paragraph(view->draw, words, FACE_UI, TEXT_SMALL, 15, view->theme->text_dim, evidence);
    rect_cut_top(area, used + 8);
    draw_group_end(view->draw);
}

void panel_head_draw(struct view_context *view, struct rect *area, size_t head)
{
    const char *modes[HS_HEAD_MEAN + 1];
    for (int i = 0; i <= HS_HEAD_MEAN; i++)
        modes[i] = head_mode_name((enum hs_head_mode)i);
    const struct app *app = view->app;
    draw_verdict(view, area, head);
    struct rect row = rect_cut_top(area, CONTROL);
    int mode = app->picture.head_mode[head];
    int chosen = ui_choice(view->ui, "head mode", row, modes, 4, mode,
        "What this head gives to the output: its own rows, nothing, the same weight on every key, "
        "or the mean weights of all heads. The forward pass runs again\tX");
    if (chosen != mode)
        push(view, ACT_HEAD_MODE, chosen, head);
    rect_cut_top(area, 8);
}

/* ---------------------------------------------------------------- lists */
static void note(struct view_context *view, struct rect area, const char *text)
{
    draw_paragraph(view->draw, area, FACE_UI, 12, 17, view->theme->text_dim, text);
}

static void draw_strong_link(struct view_context *view, struct rect row, struct app_cell cell)
{
    const struct app *app = view->app;
    char from[120], to[120], words[260], value[32];
    app_token_name(app, HS_QUERY, cell.q, from, sizeof from);
    app_token_name(app, HS_KEY, cell.k, to, sizeof to);
    snprintf(words, sizeof words, "%s → %s", from, to);
    struct hs_matrix weights = hs_set_weights(app_shown(app), 0, cell.head);
    app_value_text(
        app, (double)weights.data[cell.q * weights.stride + cell.k], value, sizeof value);
    draw_text(view->draw, rect_cut_right(&row, 48), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
        view->theme->text, value);
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, view->theme->text, words);
}

static void draw_links(struct view_context *view, struct rect area, size_t head)
{
    struct app_cell cells[LINKS];
    size_t count = app_strongest(view->app, head, cells, LINKS);
    if (area.h > 110)
        note(view, rect_cut_bottom(&area, 36),
            "Point at a cell to read its row. Click a row of the Head view to keep it here.");
    for (size_t i = 0; i < count && area.h >= LINE; i++)
        draw_strong_link(view, rect_cut_top(&area, LINE), cells[i]);
}

static void draw_alike_entry(struct view_context *view, struct rect row, const struct alike *alike)
{
    const struct app *app = view->app;
    char name[32], label[120], text[160];
    app_head_name(app, alike->head, name, sizeof name);
    app_head_label(app, alike->head, label, sizeof label);
    snprintf(text, sizeof text, "%s%s%s", name, label[0] ? " · " : "", label);
    if (ui_area(view->ui, text, row, false, text).clicked)
        push(view, ACT_SELECT_HEAD, 0, alike->head);
    draw_textf(view->draw, rect_cut_right(&row, 44), ALIGN_RIGHT, FACE_MONO, TEXT_SMALL,
        view->theme->text, "%.3f", alike->divergence);
    struct rect bar = rect_cut_right(&row, 44);
    bar.y += bar.h / 2 - 2;
    bar.h = 4;
    bar.w -= 6;
    draw_round(view->draw, bar, 2, view->theme->track);
    bar.w *= (float)fmin(1, alike->divergence);
    if (bar.w >= 1)
        draw_round(view->draw, bar, fminf(2, bar.w / 2), view->theme->accent);
    row.w -= 6;
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, view->theme->text, text);
}

static void draw_alike(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    if (app->picture.h == 1 || !app->lens.alike) {
        note(view, area,
            app->picture.h == 1 ? "There is only one head."
                        : "The heads have too many weights to compare them all while you wait.");
        return;
    }
    struct rect header = rect_cut_top(&area, 18);
    draw_text(view->draw, header, ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim,
        "Jensen–Shannon, bits");
    draw_text(view->draw, header, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, view->theme->text_dim,
        "0 = the same");
    ui_tooltip(view->ui, header,
        "Mean over the rows of the Jensen–Shannon divergence of the two heads’ weights: 0 when "
        "they "
        "are equal, 1 when they have no key in common");
    struct ui_scroll offset = ui_scroll_begin(
        view->ui, "heads alike", area, area.w - UI_SCROLL_BAR, LINE * (float)(app->picture.h - 1));
    for (size_t i = 0; i + 1 < app->picture.h; i++) {
        struct rect row = {
            area.x, area.y - offset.y + LINE * (float)i, area.w - UI_SCROLL_BAR, LINE};
        if (row.y + row.h > area.y && row.y < area.y + area.h)
            draw_alike_entry(view, row, &app->lens.alike[i]);
    }
    ui_scroll_end(view->ui);
}

/* ---------------------------------------------------------------- change of the output */
#define CHANGE_MEANS \
    "A token’s output row against the one with all heads on. Cosine: 1 = the same direction, 0 = at right angles. Length: how much " \
    "longer it became. Moved: the length of the difference of the two rows"

struct change_columns {
    struct rect token, cosine, norm, moved;
};

static struct change_columns change_columns(struct rect row)
{
    struct change_columns columns;
    columns.moved = rect_cut_right(&row, 42);
    columns.norm = rect_cut_right(&row, 42);
    columns.cosine = rect_cut_right(&row, 46);
    columns.token = row;
    return columns;
}

static void draw_change_header(struct view_context *view, struct rect row)
{
    struct change_columns columns = change_columns(row);
    uint32_t color = view->theme->text_dim;
    draw_text(view->draw, columns.token, ALIGN_LEFT, FACE_UI, TEXT_SMALL, color, "token");
    draw_text(view->draw, columns.cosine, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, "cosine");
    draw_text(view->draw, columns.norm, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, "length");
    draw_text(view->draw, columns.moved, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, color, "moved");
    ui_tooltip(view->ui, row,
        CHANGE_MEANS);
}

static void draw_change(struct view_context *view, struct rect row, size_t token)
{
    const struct app *app = view->app;
    const struct hs_change *change = &app->picture.changes[token];
    struct change_columns columns = change_columns(row);
    char name[120], value[32];
    hs_set_token_name(app->picture.set, HS_QUERY, token, name, sizeof name);
    draw_text(view->draw, columns.token, ALIGN_LEFT, FACE_UI, 12, view->theme->text, name);
    app_number(change->cosine, 3, false, value, sizeof value);
    draw_text(
        view->draw, columns.cosine, ALIGN_RIGHT, FACE_MONO, TEXT_SMALL, view->theme->text, value);
    double longer = change->norm_after - change->norm_before;
    app_number(longer, 2, true, value, sizeof value);
    draw_text(
        view->draw, columns.norm, ALIGN_RIGHT, FACE_MONO, TEXT_SMALL, view->theme->text, value);
    draw_textf(view->draw, columns.moved, ALIGN_RIGHT, FACE_MONO, TEXT_SMALL, view->theme->text,
        "%.2f", change->distance);
}

static void draw_changes(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    size_t n = hs_set_shape(app->picture.set).n;
    if (!app->picture.changes) {
        note(view, area,
            "All heads are on. Switch one off, to uniform or to mean weights, and this lists how "
            "far "
            "each token’s output moves.");
        return;
    }
    if (ui_button(view->ui, "All heads on", rect_cut_bottom(&area, CONTROL),
            "Back to the picture as it is\tShift+X"))
        push(view, ACT_HEADS_ON, 0, 0);
    rect_cut_bottom(&area, 6);
    struct rect header = rect_cut_top(&area, 18);
    header.w -= UI_SCROLL_BAR;
    draw_change_header(view, header);
    struct ui_scroll offset =
        ui_scroll_begin(view->ui, "output changes", area, area.w - UI_SCROLL_BAR, LINE * (float)n);
    for (size_t token = 0; token < n; token++) {
        struct rect row = {
            area.x, area.y - offset.y + LINE * (float)token, area.w - UI_SCROLL_BAR, LINE};
        if (row.y + row.h > area.y && row.y < area.y + area.h)
            draw_change(view, row, token);
    }
    ui_scroll_end(view->ui);
}

void panel_output_line(struct view_context *view, struct rect *area, size_t q)
{
    const struct app *app = view->app;
    if (!app->picture.changes || q >= hs_set_shape(app->picture.set).n)
        return;
    const struct hs_change *change = &app->picture.changes[q];
    struct rect line = rect_cut_top(area, 18);
    draw_textf(view->draw, line, ALIGN_LEFT, FACE_UI, 12, view->theme->warn_text,
        "Output moved by %.2f, cosine %.3f", change->distance, change->cosine);
    ui_tooltip(view->ui, line, CHANGE_MEANS);
}

void panel_lists_draw(struct view_context *view, struct rect area, size_t head)
{
    static const char *const lists[] = {"Links", "Alike", "Output", "Answer"};
    const struct app *app = view->app;
    int list = (int)app->lens.panel_list;
    int chosen = ui_choice(view->ui, "panel list", rect_cut_top(&area, CONTROL), lists,
        picture_runs_model(app) ? 4 : picture_can(app, HS_CAN_MODES) ? 3 : 2, list,
        picture_runs_model(app) ? "The strongest links of this head, the heads most like it, what switched heads change in the output, or "
                                  "which tokens the model finds likeliest\tI"
                                : "The strongest links of this head, the heads most like it, or what switched heads change in the output\tI");
    if (chosen != list)
        push(view, ACT_PANEL, chosen, 0);
    rect_cut_top(&area, 6);
    if (area.h < 2 * LINE)
        return;
    draw_group(view->draw, lists[list]);
    if (app->lens.panel_list == PANEL_ALIKE)
        draw_alike(view, area);
    else if (app->lens.panel_list == PANEL_OUTPUT)
        draw_changes(view, area);
    else if (app->lens.panel_list == PANEL_ANSWER)
        panel_answer_draw(view, area);
    else
        draw_links(view, area, head);
    draw_group_end(view->draw);
}
