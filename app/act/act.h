/* act.h – one action done to the model: act_try() sorts it to the part that knows it. What is made of several actions, or comes
 * from or goes to disk, is desk/'s; app_try() of desk/perform.h takes both. */
#ifndef HEADSCOPE_ACT_H
#define HEADSCOPE_ACT_H

#include "model/app.h"

/* On failure the model is as it was, except that a text stays in its field. */
enum hs_status act_try(struct app *app, const struct action *action, struct hs_error *error);
/* After any change: cells that are looked at lie in what is shown now, and the Steps view's facts are of it. */
void act_settle(struct app *app);

/* ---------------------------------------------------------------- run.c: the engine's side */
/* Runs text, h and mask. On failure the old set stays. */
enum hs_status app_run(
    struct app *app, const char *text, size_t h, enum hs_mask mask, struct hs_error *error);
/* Runs the text with the heads and the mask of the live model, also while an attention file is shown. */
enum hs_status app_run_live(struct app *app, const char *text, struct hs_error *error);
/* The sentence at `index` of `file` becomes text and picture (sentences.c). */
enum hs_status app_run_sentence(
    struct app *app, const struct hs_sentences *file, size_t index, struct hs_error *error);
/* Makes app->picture.single, the picture's tokens and mask with one head, unless it is there. */
enum hs_status app_need_single(struct app *app, struct hs_error *error);

/* ---------------------------------------------------------------- learn.c: training runs */
/* Before every pass: the picture becomes that of the moment that is looked at, as soon as its models are ready, or, with `wait`,
 * before this returns. */
enum hs_status learn_follow(struct app *app, bool wait, struct hs_error *error);
/* The sentence at up to nine moments, evenly among those kept: what the sheet of the Learn view shows. Nothing where no run is. */
enum hs_status learn_film(struct app *app, struct hs_error *error);
/* The built-in model is what runs the text again. */
enum hs_status learn_leave(struct app *app, struct hs_error *error);

/* ---------------------------------------------------------------- parts of act_try(): each handles its kinds of action and
 * leaves the model alone on failure */
enum hs_status apply_run(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_look(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_lens(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_scores(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_steps(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_learn(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_layers(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_sentence(struct app *app, const struct action *action, struct hs_error *error);
/* False when the action is of another kind. */
bool apply_lines(struct app *app, const struct action *action);
bool apply_window(struct app *app, const struct action *action, enum hs_status *status, struct hs_error *error);

/* Presenter mode: number 0, 1 or ACT_NEXT. */
void apply_present(struct app *app, long number);

#endif
