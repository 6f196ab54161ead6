/* pass.h – the app from its start to its end, and one pass of it: widgets and views, then the actions they pushed. */
#ifndef HEADSCOPE_PASS_H
#define HEADSCOPE_PASS_H

#include "model/app.h"

struct app_options {
    const char *assets; /* folder; NULL = found beside the program or under its prefix */
    bool fixed_fonts;   /* the stand-in font, for pictures that must not depend on font versions */
    bool headless;      /* no settings read or written, no recent files kept on disk */
    const char *text;   /* first sentence; NULL = APP_DEFAULT_TEXT */
    size_t h;           /* 0 = 8 */
    enum hs_mask mask;
};
/* Everything a picture needs, and the first set. On failure nothing is left behind. */
enum hs_status app_new(const struct app_options *options, struct app **app, struct hs_error *error);
void app_drop(struct app *app);

/* Handles one input event: a pass of widgets and views, then the actions they pushed. */
void app_event(struct app *app, const struct ui_event *event);
/* To be called after `wake` was set or taken away: ends what runs beside the window. */
void app_waking_changed(struct app *app);
/* Draws into app->services.draw until the model no longer changes by it. */
void app_settle(struct app *app);
/* app_settle(), then the size checked, then app->services.draw replayed into app->services.canvas. */
enum hs_status app_picture(struct app *app, struct hs_error *error);

#endif
