/* survey.h – finding out about all heads of an attention file, on threads beside the window (job.c) or between two frames. The
 * survey is app->picture.layers's. */
#ifndef HEADSCOPE_SURVEY_H
#define HEADSCOPE_SURVEY_H

#include "model/app.h"

void survey_start(struct app *app);
void survey_stop(struct app *app);
/* It goes with its threads. */
void survey_end(struct layers *layers);
/* Before every pass, when nothing is borrowed: takes what was found out, tells faults, forgets heads that are not looked at.
 * Headless it surveys what the picture needs. Whether all heads are known. */
bool survey_follow(struct app *app);
/* All heads, now: for exports of statistics. */
void survey_finish(struct app *app);
/* Statistics of all heads of the file, or of the live model's, as CSV. */
void stats_write_csv(const struct app *app, struct hs_buffer *buffer);

#endif
