/* source_bar.c – see source_bar.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chrome/source_bar.h"

#define MARGIN 16.0f
#define STEPPER 104.0f
#define LABEL 44.0f
#define CHOICE 104.0f
#define TEXT_LEAST 240.0f /* of a field to type in */
#define TOKENS_LEAST 120.0f /* all choosers of a batch of pairs fit into 900 px */

/* ---------------------------------------------------------------- choosers */
static void draw_stepper(struct view_context *view, struct rect area, const char *label,
    const char *id, size_t at, size_t count, enum action_kind kind, const char *tooltip)
{
    const struct app *app = view->app;
    char text[48];
    long typed = 0;
    ui_label(view->ui, rect_cut_left(&area, LABEL), ALIGN_LEFT, label);
    snprintf(text, sizeof text, "%ld of %zu", app_counted(app, at), count);
    int step = ui_stepper(view->ui, id, area, text, at > 0, at + 1 < count, &typed, tooltip);
    long to = typed ? typed - app->look.one_based : (long)at + step;
    if (!step && !typed)
        return;
    if (kind == ACT_SELECT_HEAD)
        actions_push(view->actions, (struct action){.kind = kind, .head = (size_t)to});
    else
        view_push(view, kind, to);
}

static void draw_tensor(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    const char *names[8];
    int count = (int)hs_source_info(app->picture.source).parts;
    for (int i = 0; i < count && i < 8; i++)
        names[i] = hs_part_kind_name(hs_source_part(app->picture.source, (size_t)i)->kind);
    int now = (int)app->picture.layers->view.part;
    int chosen = ui_dropdown(
        view->ui, "tensor", area, names, count, now, "Which of the file’s attentions is shown");
    if (chosen != now)
        view_push(view, ACT_PART, chosen);
}

static void draw_pieces(struct view_context *view, struct rect area)
{
    static const char *const names[] = {"Pieces", "Raw pieces", "Words"};
    int now = (int)view->app->picture.layers->view.pieces;
    int chosen = ui_dropdown(view->ui, "pieces", area, names, 3, now,
        "Pieces made readable, as they stand in the file, or merged into words: weights to a word "
        "are summed, weights from a word averaged (Clark et al. 2019)\tShift+W");
    if (chosen != now)
        view_push(view, ACT_PIECES, chosen);
}

static void draw_segments(struct view_context *view, struct rect area)
{
    static const char *const names[] = {"A and B", "A → A", "A → B", "B → A", "B → B"};
    int now = (int)view->app->picture.layers->view.segments;
    int chosen = ui_dropdown(view->ui, "sentence pair", area, names, HS_SEGMENTS_COUNT, now,
        "Of a pair of sentences: rows of one, keys of one; rows are not renormalised");
    if (chosen != now)
        view_push(view, ACT_PAIR, chosen);
}

/* ---------------------------------------------------------------- the bar */
static void draw_tokens(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    char text[2000], shape[200], tip[700];
    layers_text(app, text, sizeof text);
    layers_shape_words(app, shape, sizeof shape);
    draw_round(view->draw, area, 6, theme->back);
    draw_round_frame(view->draw, area, 6, 1, theme->border);
    draw_text(view->draw, (struct rect){area.x + 12, area.y, area.w - 24, area.h}, ALIGN_LEFT,
        FACE_UI, TEXT_BODY, theme->text, text);
    snprintf(tip, sizeof tip, "The tokens of the file, not to be edited: %s. %s", shape,
        hs_set_source(app->picture.set));
    ui_tooltip(view->ui, area, tip);
}

struct parts {
    struct rect back, tokens, tensor, batch, pieces, segments, layer, head;
};

/* "30 of 30" is wider than "6 of 6". */
static float stepper_width(const struct view_context *view, size_t count)
{
    char text[48];
    snprintf(text, sizeof text, "%zu of %zu", count, count);
    return LABEL + fmaxf(STEPPER, ceilf(ui_text_width(view->ui, FACE_UI_BOLD, TEXT_BODY, text)) + 2 * CONTROL + SPACE);
}

/* From the right, as much as leaves the tokens some room; layer and head come first. */
static struct parts divide(const struct view_context *view, struct rect row, float least)
{
    const struct app *app = view->app;
    const struct hs_part *t = picture_part(app);
    struct parts parts = {0};
    parts.back = rect_cut_left(&row, CONTROL);
    rect_cut_left(&row, SPACE);
    struct {
        bool wanted;
        struct rect *to;
        float width;
    } wishes[] = {{t->h > 1, &parts.head, stepper_width(view, t->h)},
        {t->L > 1, &parts.layer, stepper_width(view, t->L)},
        {hs_source_info(app->picture.source).parts > 1, &parts.tensor, 110},
        {t->segments > 1, &parts.segments, 92}, {t->has_pieces, &parts.pieces, CHOICE},
        {t->B > 1, &parts.batch, stepper_width(view, t->B)}};
    for (size_t i = 0; i < sizeof wishes / sizeof *wishes; i++) {
        if (!wishes[i].wanted || row.w < wishes[i].width + least)
            continue;
        *wishes[i].to = rect_cut_right(&row, wishes[i].width);
        rect_cut_right(&row, 12);
    }
    parts.tokens = (struct rect){row.x, row.y - 3, row.w, row.h + 6};
    return parts;
}

void source_bar_draw(struct view_context *view, void (*text)(struct view_context *view, struct rect area))
{
    const struct app *app = view->app;
    const struct hs_part *t = picture_part(app);
    const struct hs_view wished = live_view(app), *now = &wished;
    struct rect row = view->area;
    row = (struct rect){
        row.x + MARGIN, row.y + floorf((row.h - CONTROL) / 2), row.w - 2 * MARGIN, CONTROL};
    struct parts parts = divide(view, row, text ? TEXT_LEAST : TOKENS_LEAST);
    draw_group(view->draw, "top");
    draw_rect(view->draw, view->area, view->theme->panel);
    if (ui_icon_button(view->ui, "Back to your sentence", ICON_LEFT, parts.back,
            "Back to your sentence and the built-in model\tCtrl+W"))
        view_push(view, ACT_SOURCE_CLOSE, 0);
    if (text)
        text(view, parts.tokens);
    else
        draw_tokens(view, parts.tokens);
    if (parts.batch.w > 0)
        draw_stepper(view, parts.batch, "Item", "batch item", now->item, t->B, ACT_ITEM,
            "Which item of the batch is shown");
    if (parts.pieces.w > 0)
        draw_pieces(view, parts.pieces);
    if (parts.segments.w > 0)
        draw_segments(view, parts.segments);
    if (parts.tensor.w > 0)
        draw_tensor(view, parts.tensor);
    if (parts.layer.w > 0)
        draw_stepper(view, parts.layer, "Layer", "layer", now->layer, t->L, ACT_LAYER,
            "The layer whose heads are shown; type a number and Enter\t{  }");
    if (parts.head.w > 0)
        draw_stepper(view, parts.head, "Head", "head", app->look.head, t->h, ACT_SELECT_HEAD,
            text ? "The selected head; how many there are is the model’s\t[  ]" : "The selected head; type a number and Enter\t[  ]");
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- progress, panel */
static void draw_share(struct view_context *view, struct rect *row, const char *words, float share)
{
    struct rect bar = rect_cut_right(row, 90);
    bar = (struct rect){bar.x, bar.y + bar.h / 2 - 3, bar.w, 6};
    draw_round(view->draw, bar, 3, view->theme->track);
    bar.w = fmaxf(6, bar.w * share);
    draw_round(view->draw, bar, 3, view->theme->accent);
    rect_cut_right(row, 10);
    float width = ui_text_width(view->ui, FACE_UI, TEXT_SMALL, words);
    draw_text(view->draw, rect_cut_right(row, ceilf(width) + 2), ALIGN_RIGHT, FACE_UI, TEXT_SMALL,
        view->theme->text_dim, words);
    rect_cut_right(row, 16);
}

/* What the model is at; opening it can be given up. */
static void draw_live(struct view_context *view, struct rect *row)
{
    char words[120];
    double share = live_words(view->app, words, sizeof words);
    if (live_opening(view->app)) {
        struct rect button = rect_cut_right(row, 92);
        button = (struct rect){button.x, button.y + (button.h - 24) / 2, button.w, 24};
        if (ui_button(view->ui, "Stop opening", button, "Give it up; what is shown stays"))
            view_push(view, ACT_MODEL_STOP, 0);
        rect_cut_right(row, 10);
    }
    draw_share(view, row, words, (float)share);
}

/* A file on its way to disk or back. */
static void draw_disk(struct view_context *view, struct rect *row, const char *words, double share)
{
    bool opening = words[0] == 'O';
    struct rect button = rect_cut_right(row, 92);
    button = (struct rect){button.x, button.y + (button.h - 24) / 2, button.w, 24};
    if (ui_button(view->ui, opening ? "Stop opening" : "Stop saving", button,
            opening ? "Give the run up; what is shown stays" : "Give the file up; what is shown stays"))
        view_push(view, ACT_MODEL_STOP, 0);
    rect_cut_right(row, 10);
    draw_share(view, row, words, (float)share);
}

void source_progress_draw(struct view_context *view, struct rect *row)
{
    const struct app *app = view->app;
    char words[120];
    if (learn_disk_busy(app) || app->files.writing.job) {
        double share = learn_disk_busy(app) ? learn_disk_words(app, words, sizeof words) : disk_words(&app->files.writing, words, sizeof words);
        draw_disk(view, row, words, share);
        return;
    }
    if (live_busy(app)) {
        draw_live(view, row);
        return;
    }
    if (!picture_can(app, HS_CAN_LAYERS) || app->window.headless) /* then what is shown was waited for */
        return;
    layers_progress_words(app, words, sizeof words);
    if (!words[0])
        return;
    struct rect button = rect_cut_right(row, 92);
    button = (struct rect){button.x, button.y + (button.h - 24) / 2, button.w, 24};
    bool stopped = app->picture.layers->stopped;
    if (ui_button(view->ui, stopped ? "Read on" : "Stop reading", button,
            stopped ? "Read the heads that are missing"
                    : "Leave the rest of the heads unread; what is shown stays"))
        view_push(view, ACT_SURVEY, stopped);
    rect_cut_right(row, 10);
    float share =
        (float)hs_survey_done(app->picture.layers->survey) / (float)hs_survey_total(app->picture.layers->survey);
    draw_share(view, row, words, share);
}

void source_head_draw(struct view_context *view, struct rect *area, size_t head)
{
    char words[160];
    layers_group_words(view->app, head, words, sizeof words);
    if (!words[0])
        return;
    float used = draw_paragraph(view->draw, (struct rect){area->x, area->y, area->w, 34}, FACE_UI,
        12, 16, view->theme->text, words);
    rect_cut_top(area, used + 8);
}
