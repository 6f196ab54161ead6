/* desk.h – what the files behind app_try() share. Private to desk/; perform.h is for those above. */
#ifndef HEADSCOPE_DESK_H
#define HEADSCOPE_DESK_H

#include "model/app.h"

/* Parts of app_try(): each handles its kinds of action and leaves the model alone on failure. */
enum hs_status apply_learn_save(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_file(struct app *app, const struct action *action, struct hs_error *error);
/* ACT_LESSON_… */
enum hs_status apply_lesson(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_export(struct app *app, const struct action *action, struct hs_error *error);
enum hs_status apply_copy(struct app *app, enum copy_what what, struct hs_error *error);
/* The link at that place of the list; -1 = the selected one. */
enum hs_status scores_open_link(struct app *app, long number, struct hs_error *error);

/* While a window is open: HS_IO when the action would have it wait for the other end of a stream. */
enum hs_status app_check_waits(
    const struct app *app, const struct action *action, struct hs_error *error);
/* What every opened file does: it is among the recent ones, and what was said and asked before is gone. */
void app_opened(struct app *app, const char *path);
/* Puts `path` first among the recent files, unless it is a stream; it may lie in app->files.recent. */
void app_remember(struct app *app, const char *path);
/* Fills app->files.export_folder when nothing was saved yet: where the program was started. */
void export_folder(struct app *app);

#endif
