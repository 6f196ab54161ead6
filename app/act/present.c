/* present.c – presenter mode: the view alone, in type that is read from the last row of a room.
 * Called by apply.c. It is one scale for everything, the largest at which the view still has the
 * room it needs. */
#include "act/act.h"

/* Logical pixels that are left at least: what the view has in the smallest window with its panels.
 */
#define LEAST_WIDTH 860.0f
#define LEAST_HEIGHT 540.0f
#define MOST_LARGER 2.5f

void present_fit(struct app *app)
{
    if (!app->present)
        return;
    float width = app->width * app->ui_scale, height = app->height * app->ui_scale;
    float larger = width / (app->present_before * LEAST_WIDTH);
    float tall = height / (app->present_before * LEAST_HEIGHT);
    larger = larger < tall ? larger : tall;
    larger = larger < 1 ? 1 : larger > MOST_LARGER ? MOST_LARGER : larger;
    float scale = app->present_before * larger;
    app->ui_scale = scale < 4 ? scale : 4;
    app->width = width / app->ui_scale;
    app->height = height / app->ui_scale;
}

void apply_present(struct app *app, long number)
{
    bool on = choice_of(number, app->present, 2);
    if (on == app->present)
        return;
    if (on) {
        app->present_before = app->ui_scale;
        app->present = true;
        present_fit(app);
        return;
    }
    app->present = false;
    app->width *= app->ui_scale / app->present_before;
    app->height *= app->ui_scale / app->present_before;
    app->ui_scale = app->present_before;
}
