/* follow.h – what is followed before every pass: a model that runs, and exports of the Layers view that wait until all heads of a
 * file are read. */
#ifndef HEADSCOPE_FOLLOW_H
#define HEADSCOPE_FOLLOW_H

#include "model/app.h"

/* Whether an export of this view must wait until all heads are read; it is then written by layers_follow(), and given up when
 * reading is stopped. */
bool layers_export_waits(struct app *app, const char *path, bool replaces);
/* Before every pass: live_follow(), and what went wrong is said. */
void model_follow(struct app *app);
/* What came of runs that were saved or opened; `wait`: until nothing of that goes on (runs.c). */
enum hs_status runs_follow(struct app *app, bool wait, struct hs_error *error);
/* Before every pass: runs_follow() and learn_follow(), likewise. */
void learn_follows(struct app *app);
/* Before every pass: survey_follow(), then the export that waited for it. */
void layers_follow(struct app *app);
/* Before every pass: what came of a file that was written beside the window is said. */
void writing_follow(struct app *app);

#endif
