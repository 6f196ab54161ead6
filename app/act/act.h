/* apply.h – what the files behind app_try() share: failing, choosing, and the parts of it (run,
 * files, export). Private to the model; views and the platform use app.h. */
#ifndef HEADSCOPE_APPLY_H
#define HEADSCOPE_APPLY_H

#include "model/app.h"

/* Fills *error (may be NULL) and returns `status`. */
enum hs_status app_fail(struct hs_error *error, enum hs_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Parts of app_try(): each handles its kinds of action and leaves the model alone on failure. */
enum hs_status apply_file(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_export(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_look(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_copy(struct app *app, enum copy_what what, struct hs_error *error);

enum hs_status apply_lens(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_head_mode(
    struct app *app, const struct action *action, struct hs_error *error);

/* The new picture: takes set and statistics (h) over, and all that follows from them. */
void app_take_set(struct app *app, struct hs_set *set, struct hs_head_stats *stats);

/* dump.c: app_try() while an attention file is shown. */
enum hs_status dump_try(struct app *app, const struct action *action,
    enum hs_status (*try_action)(struct app *, const struct action *, struct hs_error *),
    struct hs_error *error);

/* lens.c: what Grid and Head show of `set`, by that wish. */
enum hs_status lens_make(const struct app *app, const struct lens_wish *wish, struct hs_set *set,
    struct lens_made *made, struct hs_error *error);
void lens_made_drop(struct lens_made *made);
/* lens_apply.c: makes the wish the model's; on failure all stays. */
enum hs_status lens_try(struct app *app, const struct lens_wish *wish, struct hs_error *error);
/* After a run: the lens of the new app->set. A wish that the new set cannot meet is given up, with
 * a message. */
void lens_follow_set(struct app *app, bool same_tokens);
/* After a run: what the head modes change in the output. */
void heads_follow_set(struct app *app);
/* Writes the file and says so (apply_export.c). */
enum hs_status export_save(struct app *app, const char *path, enum export_what what, bool overwrite,
    struct hs_error *error);
enum hs_status apply_scores(struct app *app, const struct action *action, struct hs_error *error);
/* Before a picture: starts, awaits or takes in the measurement that the model asks for. */
void scores_follow(struct app *app);
void scores_drop(struct scores *scores);
/* The link at that place of the list; -1 = the selected one (scores_open.c). */
enum hs_status scores_open_link(struct app *app, long number, struct hs_error *error);
/* A JSON list: annotated sentences, whatever way they were opened. */
bool scores_file(const char *path);
/* Before a picture: order and likeness of the heads, where they are out of date. */
void heads_follow(struct app *app);

/* While a window is open: HS_IO when the action would have it wait for the other end of a stream (files.c). */
enum hs_status app_check_waits(
    const struct app *app, const struct action *action, struct hs_error *error);
/* Puts `path` first among the recent files, unless it is a stream; it may lie in app->recent. */
void app_remember(struct app *app, const char *path);
/* Fills app->export_folder when nothing was saved yet: where the program was started. */
void export_folder(struct app *app);
/* Presenter mode (present.c): as large as the view's least size lets it be. number: 0, 1 or
 * ACT_NEXT. */
void apply_present(struct app *app, long number);
/* After the window's size changed; nothing without presenter mode. */
void present_fit(struct app *app);

/* number is a choice below count, or ACT_NEXT for the one after `current`. */
long choice_of(long number, long current, long count);

#endif
