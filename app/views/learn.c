/* learn.c – the Learn view: a layer with random weights learns to answer questions about sentences, one model beside another.
 * Controls and words are here; see learn.h for the rest. What is trained goes on beside the window (model/learn.h). */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/learn.h"

#define MARGIN 16.0f
#define GAP 6.0f
#define HEADS_SHARE 0.46f

/* ---------------------------------------------------------------- controls */
static bool next_button(struct view_context *view, struct rect *row, float width, const char *label, const char *tooltip)
{
    bool pressed = ui_button(view->ui, label, rect_cut_left(row, width), tooltip);
    rect_cut_left(row, GAP);
    return pressed;
}

static void draw_progress(struct view_context *view, struct rect row, const struct hs_learn *run)
{
    const struct learn *learn = &view->app->learn;
    char text[160];
    if (!run)
        return;
    char done[24], all[24];
    learn_count(hs_learn_step_now(run) * hs_learn_batch(), done, sizeof done);
    learn_count(hs_learn_steps(run) * hs_learn_batch(), all, sizeof all);
    const char *state = learn->going                                       ? "training"
                        : hs_learn_step_now(run) == hs_learn_steps(run) ? "done"
                        : learn_over(view->app)                         ? "ended"
                                                                        : "paused";
    snprintf(text, sizeof text, "%s of %s sentences, %s", done, all, state);
    struct rect bar = rect_cut_right(&row, fminf(row.w, 120));
    rect_cut_right(&row, SPACE);
    bar = (struct rect){bar.x, floorf(bar.y + bar.h / 2) - 3, bar.w, 6};
    draw_round(view->draw, bar, 3, view->theme->grid);
    bar.w *= (float)learn_share(view->app);
    draw_round(view->draw, bar, 3, view->theme->accent);
    draw_text(view->draw, row, ALIGN_RIGHT, FACE_UI, TEXT_SMALL, view->theme->text_dim, text);
}

static void draw_run_row(struct view_context *view, struct rect row, const struct hs_learn *run)
{
    const struct learn *learn = &view->app->learn;
    bool over = learn_over(view->app);
    const char *label = learn->going ? "Pause" : over ? "Start" : "Go on";
    if (ui_primary(view->ui, label, rect_cut_left(&row, 84), "Train as chosen below, beside the window\tG"))
        view_push(view, ACT_LEARN_RUN, ACT_NEXT);
    rect_cut_left(&row, GAP);
    ui_disable(view->ui, learn->going);
    if (next_button(view, &row, 60, "Step", "One batch of sentences, then wait\tShift+G"))
        view_push(view, ACT_LEARN_BATCH, 0);
    ui_disable(view->ui, over);
    if (next_button(view, &row, 60, "Stop", "End this run where it is; its moments stay"))
        view_push(view, ACT_LEARN_STOP, 0);
    ui_disable(view->ui, !run);
    if (next_button(view, &row, 96, "Other seed", "The same again from other random weights, on other sentences"))
        view_push(view, ACT_LEARN_AGAIN, 0);
    if (next_button(view, &row, 84, "Save run", "Weights of every moment, curves and settings as one file, some 100 MB"))
        actions_push(view->actions, (struct action){.kind = ACT_LEARN_SAVE, .text = ""});
    ui_disable(view->ui, !view->app->learn.shown);
    if (next_button(view, &row, 118, "Built-in model", "All views show the constructed model again\tCtrl+W"))
        view_push(view, ACT_LEARN_LEAVE, 0);
    ui_disable(view->ui, false);
    draw_progress(view, row, run);
}

static const size_t head_counts[] = {1, 2, 4, 8, 16, 32};
enum { HEAD_COUNTS = sizeof head_counts / sizeof *head_counts };
static const size_t lengths[] = {5000, 10000, 20000, 50000, 100000, 200000};
enum { LENGTHS = sizeof lengths / sizeof *lengths };

static int index_of(const size_t *list, int count, size_t value)
{
    for (int i = 0; i < count; i++)
        if (list[i] == value)
            return i;
    return -1;
}

static void draw_label(struct view_context *view, struct rect *row, const char *text)
{
    float width = ui_text_width(view->ui, FACE_UI, TEXT_SMALL, text) + 6;
    draw_text(view->draw, rect_cut_left(row, width), ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim, text);
}

static void draw_head_counts(struct view_context *view, struct rect *row)
{
    static const char *const first[] = {"h = 1", "h = 2", "h = 4", "h = 8", "h = 16", "h = 32"};
    static const char *const second[] = {"alone", "h = 1", "h = 2", "h = 4", "h = 8", "h = 16", "h = 32"};
    const struct hs_learn_options *wish = &view->app->learn.wish;
    int now = index_of(head_counts, HEAD_COUNTS, wish->h[0]),
        chosen = ui_dropdown(view->ui, "heads of the first", rect_cut_left(row, 76), first, HEAD_COUNTS, now,
            "Heads of one model: as many weights, whatever their number");
    if (chosen != now)
        actions_push(view->actions, (struct action){.kind = ACT_LEARN_HEADS, .number = (long)head_counts[chosen], .k = 0});
    rect_cut_left(row, 6);
    draw_label(view, row, "beside");
    now = wish->models < 2 ? 0 : index_of(head_counts, HEAD_COUNTS, wish->h[1]) + 1;
    chosen = ui_dropdown(view->ui, "heads of the second", rect_cut_left(row, 76), second, HEAD_COUNTS + 1, now,
        "Heads of the other: from the same random numbers, on the same sentences");
    if (chosen != now)
        actions_push(view->actions,
            (struct action){.kind = ACT_LEARN_HEADS, .number = chosen ? (long)head_counts[chosen - 1] : 0, .k = 1});
    rect_cut_left(row, 2 * SPACE);
}

static void draw_wish_row(struct view_context *view, struct rect row)
{
    static const char *const relations[] = {"4 relations", "8 relations"}, *const seen[] = {"Words only", "With hints"},
                      *const answers[] = {"True answers", "By chance"};
    static const char *const sentences[] = {"5,000", "10,000", "20,000", "50,000", "100,000", "200,000"};
    const struct hs_learn_options *wish = &view->app->learn.wish;
    ui_disable(view->ui, !learn_over(view->app));
    draw_head_counts(view, &row);
    int now = index_of(lengths, LENGTHS, wish->sentences),
        chosen = ui_dropdown(view->ui, "sentences of the run", rect_cut_left(&row, 86), sentences, LENGTHS, now, "Sentences that it learns from");
    if (chosen != now)
        view_push(view, ACT_LEARN_SENTENCES, (long)lengths[chosen]);
    rect_cut_left(&row, SPACE);
    now = wish->relation[4];
    chosen = ui_dropdown(view->ui, "relations asked", rect_cut_left(&row, 104), relations, 2, now,
        "Subject, object, place or time, pronoun; or also relative pronoun, modifier, preposition, auxiliary");
    if (chosen != now)
        view_push(view, ACT_LEARN_RELATIONS, chosen);
    rect_cut_left(&row, SPACE);
    chosen = ui_dropdown(view->ui, "what heads see", rect_cut_left(&row, 104), seen, 2, wish->hints,
        "Words, tags, shapes and positions; or also what the built-in rules guess: structure, expected subject, verb, head, antecedent");
    if (chosen != (int)wish->hints)
        view_push(view, ACT_LEARN_HINTS, chosen);
    rect_cut_left(&row, SPACE);
    chosen = ui_dropdown(view->ui, "answers taught", rect_cut_left(&row, 124), answers, 2, wish->shuffled,
        "A control: with answers by chance there is nothing to learn, and no head may specialise");
    if (chosen != (int)wish->shuffled)
        view_push(view, ACT_LEARN_CHANCE, chosen);
    rect_cut_left(&row, SPACE);
    char text[40];
    long typed = -1;
    snprintf(text, sizeof text, "seed %llu", (unsigned long long)wish->seed);
    if (row.w >= 116) {
        int by = ui_stepper(view->ui, "seed", rect_cut_left(&row, 116), text, wish->seed > 0, true, &typed,
            "Of random weights and sentences: the same seed gives the same run, to the bit");
        if (by || typed > 0)
            view_push(view, ACT_LEARN_SEED, typed > 0 ? typed : (long)wish->seed + by);
    }
    ui_disable(view->ui, false);
}

/* ---------------------------------------------------------------- words */
static void claim(const struct app *app, const struct hs_learn *run, char *text, size_t room)
{
    const struct hs_learn_options *options = run ? hs_learn_options(run) : &app->learn.wish;
    snprintf(text, room,
        "Taught is the answer alone: which word is the verb’s subject, object, place or time, what does a pronoun stand for%s – a slot of "
        "64 output columns each, against every word’s code (cross-entropy)%s. Where to look is never taught: no attention weight is "
        "compared with anything. W^Q, W^K, W^V, W^O begin random and are all trained. The heads see words, tags, shapes and positions%s. "
        "Sentences are the built-in grammar’s; shares and looks are measured on %zu others.",
        options->relation[4] ? ", and four more" : "",
        options->shuffled ? "; here every answer is a word by chance, so there is nothing to learn" : "",
        options->hints ? ", and the hints of the built-in rules" : ", no hints", run && hs_learn_held_out(run) ? hs_learn_held_out(run) : options->held_out);
}

static void draw_nothing(struct view_context *view, struct rect area)
{
    draw_paragraph(view->draw, (struct rect){area.x, area.y + 8, fminf(area.w, 660), 120}, FACE_UI, TEXT_BODY, 20, view->theme->text,
        learn_run(view->app) ? "Making random weights …"
                             : "Start, and watch one head beside eight: both see the same sentences, have as many weights and begin with the "
                               "same random numbers. Every curve is the share of right answers on sentences that were not trained on; every "
                               "square is a head looking at your sentence. It takes some 15 to 30 seconds on two cores.");
}

/* ---------------------------------------------------------------- the moment */
static void draw_moment(struct view_context *view, struct rect row, const struct hs_learn *run)
{
    const struct app *app = view->app;
    size_t moment = learn_moment(app), last = hs_learn_moments(run) - 1;
    char text[160];
    char count[24];
    float value = (float)moment;
    if (!view->page) {
        struct rect button = rect_cut_right(&row, 72);
        ui_disable(view->ui, app->learn.moment == LEARN_NEWEST);
        if (ui_button(view->ui, "Newest", button, "Follow the training\tEnd"))
            view_push(view, ACT_LEARN_MOMENT, -1);
        ui_disable(view->ui, false);
        rect_cut_right(&row, SPACE);
        struct rect slider = rect_cut_left(&row, fminf(floorf(row.w * 0.4f), 260));
        ui_disable(view->ui, last == 0);
        if (ui_slider(view->ui, "moment", slider, 0, fmaxf(1, (float)last), &value, "The moment that all views show\t← →"))
            view_push(view, ACT_LEARN_MOMENT, lroundf(value));
        ui_disable(view->ui, false);
        rect_cut_left(&row, SPACE);
    }
    size_t sentences = hs_learn_moment(run, moment)->sentences;
    if (sentences == 0)
        snprintf(text, sizeof text, "Shown: the start, random weights");
    else
        snprintf(text, sizeof text, "Shown: after %s sentences (moment %zu of %zu)%s", learn_count(sentences, count, sizeof count), moment + 1, last + 1,
            app->learn.moment == LEARN_NEWEST && !view->page ? ", the newest" : "");
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL, view->theme->text, text);
}

static void draw_learn(struct view_context *view)
{
    const struct hs_learn *run = learn_run(view->app);
    struct rect area = rect_inset(view->area, view->page ? 0 : MARGIN);
    char text[900];
    if (!view->page) {
        ui_area(view->ui, "learn", view->area, true, "learn");
        area.y -= 4;
        area.h += 8;
        draw_run_row(view, rect_cut_top(&area, CONTROL), run);
        rect_cut_top(&area, GAP);
        draw_wish_row(view, rect_cut_top(&area, CONTROL));
        rect_cut_top(&area, GAP);
    }
    claim(view->app, run, text, sizeof text);
    float used = draw_paragraph(
        view->draw, (struct rect){area.x, area.y, area.w, 60}, FACE_UI, TEXT_SMALL, 15, view->theme->text_dim, text);
    rect_cut_top(&area, used + 4);
    if (!run || hs_learn_moments(run) == 0) {
        draw_nothing(view, area);
        return;
    }
    draw_moment(view, rect_cut_top(&area, CONTROL), run);
    rect_cut_top(&area, GAP);
    struct rect heads = rect_cut_right(&area, floorf(area.w * HEADS_SHARE));
    rect_cut_right(&area, 2 * SPACE);
    learn_curves_draw(view, area, run);
    learn_heads_draw(view, heads, run);
}

static void write_csv(const struct app *app, struct hs_buffer *buffer)
{
    const struct hs_learn *run = learn_run(app);
    if (run)
        hs_learn_write_csv(run, buffer);
}

const struct view view_learn = {
    .draw = draw_learn,
    .csv = write_csv,
};
