/* perform.h – everything that can be done to the app, by one call: mouse, keyboard, scripts and the command line all come here. */
#ifndef HEADSCOPE_PERFORM_H
#define HEADSCOPE_PERFORM_H

#include "model/app.h"

/* Applies one action at once. On failure the model is as it was, except that a text stays in its
 * field. */
enum hs_status app_try(struct app *app, const struct action *action, struct hs_error *error);
/* The same; a failure goes to the message bar. */
void app_apply(struct app *app, const struct action *action);

#endif
