/* learn.c – the Learn view: a layer with random weights learns to answer questions about sentences, one model beside another.
 * Controls and words are here; see learn.h for the rest. What is trained goes on beside the window (model/learn.h). */
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "views/learn.h"

#define MARGIN 16.0f
#define GAP 6.0f
#define WHOLE_ROW 852.0f /* what the choices of a run take; below that they stand in two rows */
#define NEXT_RUN 64.0f   /* and the label before them */
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
    hs_count_text(hs_learn_step_now(run) * hs_learn_batch(), done, sizeof done);
    hs_count_text(hs_learn_steps(run) * hs_learn_batch(), all, sizeof all);
    const char *state = learn->going                                       ? "training"
                        : hs_learn_step_now(run) == hs_learn_steps(run) ? "done"
                        : learn_over(view->app)                         ? "ended"
                                                                        : "paused";
    snprintf(text, sizeof text, "%s of %s sentences, %s", done, all, state);
    struct rect bar = rect_cut_right(&row, fminf(row.w, 120));
    rect_cut_right(&row, SPACE);
    if (ui_text_width(view->ui, FACE_UI, TEXT_SMALL, text) > row.w)
        snprintf(text, sizeof text, "%s", state);
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
    rect_cut_left(row, GAP);
}

/* A choice among some; what the command line or a file wished for besides stands behind them. */
static int draw_choice(struct view_context *view, struct rect *row, float width, const char *id, const char *const *labels, int count, int now,
    const char *other, const char *tooltip)
{
    const char *all[8];
    for (int i = 0; i < count; i++)
        all[i] = labels[i];
    all[count] = other;
    int chosen = ui_dropdown(view->ui, id, rect_cut_left(row, width), all, now < 0 ? count + 1 : count, now < 0 ? count : now, tooltip);
    rect_cut_left(row, GAP);
    return chosen == count || chosen == now ? -1 : chosen;
}

static void draw_lengths(struct view_context *view, struct rect *row)
{
    static const size_t lengths[] = {5000, 10000, 20000, 50000, 100000, 200000};
    static const char *const labels[] = {"5,000", "10,000", "20,000", "50,000", "100,000", "200,000"};
    const struct hs_learn_options *wish = &view->app->learn.wish;
    char other[24];
    int chosen = draw_choice(view, row, 86, "sentences of the run", labels, 6, index_of(lengths, 6, wish->sentences),
        hs_count_text(wish->sentences, other, sizeof other), "Sentences that it learns from");
    if (chosen >= 0)
        view_push(view, ACT_LEARN_SENTENCES, (long)lengths[chosen]);
}

static void draw_rates(struct view_context *view, struct rect *row)
{
    static const float rates[] = {0.001f, 0.002f, 0.005f, 0.01f, 0.02f};
    static const char *const labels[] = {"rate 0.001", "rate 0.002", "rate 0.005", "rate 0.01", "rate 0.02"};
    char number[24], other[40];
    int now = -1;
    for (int i = 0; i < 5; i++)
        now = view->app->learn.wish.rate == rates[i] ? i : now;
    snprintf(other, sizeof other, "rate %s", learn_rate(view->app->learn.wish.rate, number, sizeof number));
    int chosen = draw_choice(view, row, 98, "learning rate", labels, 5, now, other,
        "The largest learning rate of Adam: it grows to this in the beginning and then falls to nothing. Too large, and nothing is learnt");
    if (chosen >= 0)
        actions_push(view->actions, (struct action){.kind = ACT_LEARN_RATE, .amount = rates[chosen]});
}

static void draw_relations(struct view_context *view, struct rect *row)
{
    static const char *const labels[] = {"4 relations", "8 relations"};
    const bool *asked = view->app->learn.wish.relation;
    int first = 0, last = 0;
    char other[40];
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
        *(r < 4 ? &first : &last) += asked[r];
    snprintf(other, sizeof other, "%d chosen", first + last);
    int chosen = draw_choice(view, row, 100, "relations asked", labels, 2, first == 4 && last == 0 ? 0 : first == 4 && last == 4 ? 1 : -1, other,
        "Subject, object, place or time, pronoun; or also relative pronoun, modifier, preposition, auxiliary");
    if (chosen >= 0)
        view_push(view, ACT_LEARN_RELATIONS, chosen);
}

static void draw_seed(struct view_context *view, struct rect area)
{
    const struct hs_learn_options *wish = &view->app->learn.wish;
    char text[40];
    long typed = -1;
    snprintf(text, sizeof text, "seed %llu", (unsigned long long)wish->seed);
    int by = ui_stepper(view->ui, "seed", area, text, wish->seed > 0, wish->seed < LONG_MAX, &typed,
        "Of random weights and sentences: the same seed gives the same run, to the bit");
    if (by || typed > 0)
        view_push(view, ACT_LEARN_SEED, typed > 0 ? typed : (long)wish->seed + by);
}

static void draw_wish_rows(struct view_context *view, struct rect *area, const struct hs_learn *run)
{
    static const char *const seen[] = {"Words only", "With hints"}, *const answers[] = {"True answers", "By chance"};
    const struct hs_learn_options *wish = &view->app->learn.wish;
    struct rect row = rect_cut_top(area, CONTROL);
    bool whole = row.w >= WHOLE_ROW;
    ui_disable(view->ui, !learn_over(view->app));
    if (run && row.w >= WHOLE_ROW + NEXT_RUN) { /* beside the words about the one that is shown */
        draw_label(view, &row, "next run:");
        rect_cut_left(&row, GAP);
    }
    draw_head_counts(view, &row);
    draw_lengths(view, &row);
    draw_relations(view, &row);
    if (!whole) {
        rect_cut_top(area, GAP);
        row = rect_cut_top(area, CONTROL);
    }
    int chosen = draw_choice(view, &row, 106, "what heads see", seen, 2, wish->hints, NULL,
        "Words, tags, shapes and positions; or also what the built-in rules guess: structure, expected subject, verb, head, antecedent");
    if (chosen >= 0)
        view_push(view, ACT_LEARN_HINTS, chosen);
    chosen = draw_choice(view, &row, 120, "answers taught", answers, 2, wish->shuffled, NULL,
        "A control: with answers by chance there is nothing to learn, and no head should specialise");
    if (chosen >= 0)
        view_push(view, ACT_LEARN_CHANCE, chosen);
    draw_rates(view, &row);
    draw_seed(view, rect_cut_left(&row, fminf(row.w, 116)));
    ui_disable(view->ui, false);
}

/* ---------------------------------------------------------------- words */
static void claim(const struct app *app, const struct hs_learn *run, char *text, size_t room)
{
    const struct hs_learn_options *options = run ? hs_learn_options(run) : &app->learn.wish;
    snprintf(text, room,
        "Only the answer is taught: which word is the verb’s subject, object, place or time, what does a pronoun stand for%s – a slot of "
        "64 output columns each, against every word’s code (cross-entropy)%s. Where to look is never taught: no attention weight is "
        "compared with anything. W^Q, W^K, W^V, W^O begin random and are all trained. The heads see words, tags, shapes and positions%s. "
        "Sentences are the built-in grammar’s; shares and looks are measured on %zu others%s.",
        options->relation[4] ? ", and four more" : "",
        options->shuffled ? "; here every answer is a word by chance, so there is nothing to learn" : "",
        options->hints ? ", and the hints of the built-in rules" : ", no hints", run && hs_learn_held_out(run) ? hs_learn_held_out(run) : options->held_out,
        app->picture.mask == HS_MASK_CAUSAL ? ", without a mask: only the matrices are causal" : "");
}

static void draw_nothing(struct view_context *view, struct rect area)
{
    static const char *const words[] = {
        "Start makes layers with random weights, which learn to answer before your eyes: one with one head, one with eight. Both see the same "
        "sentences, have as many weights and begin with the same random numbers. It takes about half a minute.",
        "On the left you will see how many answers are right, on sentences that were not trained on; on the right, what every head looks at in your sentence, "
        "and which relation it is measured to find.",
        "Then ← and → go through the moments; all other views show the one that is chosen here. A click on a head says which answers are lost without it.",
        "The control: with answers by chance nobody can learn anything, and no head should specialise."};
    area = (struct rect){area.x, area.y + 12, fminf(area.w, 660 * learn_type(view)), area.h - 12};
    if (learn_run(view->app)) {
        draw_text(view->draw, rect_cut_top(&area, 20), ALIGN_LEFT, FACE_UI, TEXT_BODY, view->theme->text, "Making random weights …");
        return;
    }
    float type = learn_type(view);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        rect_cut_top(&area, 10 + draw_paragraph(view->draw, area, FACE_UI, TEXT_BODY * type, 20 * type, view->theme->text, words[i]));
}

/* ---------------------------------------------------------------- the moment */
static void draw_moment(struct view_context *view, struct rect row, const struct hs_learn *run)
{
    const struct app *app = view->app;
    size_t moment = learn_wished(app), last = hs_learn_moments(run) - 1;
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
        snprintf(text, sizeof text, "Shown: after %s sentences (moment %zu of %zu)%s", hs_count_text(sentences, count, sizeof count), moment + 1, last + 1,
            app->learn.moment == LEARN_NEWEST && !view->page ? ", the newest" : "");
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL * learn_type(view), view->theme->text, text);
    view_word(view, row, "moment");
}

static void draw_learn(struct view_context *view)
{
    const struct hs_learn *run = learn_run(view->app);
    struct rect area = rect_inset(view->area, view->page ? 0 : MARGIN);
    char text[900];
    float type = learn_type(view);
    if (!view->page) {
        ui_area(view->ui, "learn", view->area, true, "learn");
        area.y -= 4;
        area.h += 8;
        draw_run_row(view, rect_cut_top(&area, CONTROL), run);
        rect_cut_top(&area, GAP);
        draw_wish_rows(view, &area, run);
        rect_cut_top(&area, GAP);
    }
    claim(view->app, run, text, sizeof text);
    float used = draw_paragraph(
        view->draw, (struct rect){area.x, area.y, area.w, 60 * type}, FACE_UI, TEXT_SMALL * type, 15 * type, view->theme->text_dim, text);
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
