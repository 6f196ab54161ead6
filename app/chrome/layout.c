/* layout.c – see layout.h. */
#include <math.h>
#include <string.h>

#include "chrome/layout.h"
#include "desk/tour.h"
#include "views/view.h"

#define TOP_HEIGHT 56.0f
#define TABS_HEIGHT 40.0f
#define PRESENT_HEIGHT 50.0f
#define OFFER_HEIGHT 40.0f
#define NOTE_HEIGHT 26.0f
#define TOOLS_HEIGHT 40.0f
#define LEGEND_HEIGHT 44.0f
#define PRESENT_LEGEND 28.0f /* no controls */
#define STATUS_HEIGHT 30.0f
#define MESSAGE_LINE 18.0f
#define PANEL_LEAST 248.0f
#define PANEL_MOST 320.0f

/* A message wraps to at most three lines; the rest is elided. */
static float message_height(const struct app *app, float width)
{
    float room = width - 88; /* mark, margins, close button */
    float length = fonts_width(app->services.fonts, FACE_UI, TEXT_BODY, app->talk.message, strlen(app->talk.message));
    /* Breaking at spaces wastes up to a word a line. */
    float lines = ceilf(1.06f * length / (room > 100 ? room : 100));
    lines = lines < 1 ? 1 : lines > 3 ? 3 : lines;
    return lines * MESSAGE_LINE + STATUS_HEIGHT - MESSAGE_LINE; /* of one line: the status line's own */
}

/* The session's, else that of the file whose sentence is shown. */
const char *layout_note(const struct app *app)
{
    const struct picture *picture = &app->picture;
    if (app->files.note[0] && !app->talk.tour.step)
        return app->files.note;
    return picture->file && !picture->text_edited && picture_can(app, HS_CAN_TEXT) ? picture->file->note : "";
}

struct chrome_layout chrome_layout(const struct app *app)
{
    struct chrome_layout layout = {0};
    struct rect rest = {0, 0, fmaxf(app->window.width, CHROME_LEAST_WIDTH), fmaxf(app->window.height, CHROME_LEAST_HEIGHT)};
    layout.scrolls = rest.w > app->window.width || rest.h > app->window.height;
    if (layout.scrolls) {
        struct ui_scroll by = ui_scrolled(app->services.ui, CHROME_SCROLL);
        rest.x = -by.x;
        rest.y = -by.y;
    }
    layout.whole = rest;
    layout.top = rect_cut_top(&rest, app->window.present ? PRESENT_HEIGHT : TOP_HEIGHT);
    if (!app->window.present)
        layout.tabs = rect_cut_top(&rest, TABS_HEIGHT);
    layout.status = rect_cut_bottom(&rest, STATUS_HEIGHT);
    float panel = layout.whole.w * 0.23f;
    bool wide = view_kind(app->look.view)->wide, asks = tour_asks(app) != NULL; /* then nothing tells of the picture */
    panel = panel < PANEL_LEAST ? PANEL_LEAST : panel > PANEL_MOST ? PANEL_MOST : panel;
    if (app->window.panel_width > 0) /* the view keeps the larger part */
        panel = fminf(app->window.panel_width, floorf(layout.whole.w * 0.45f));
    if (app->files.offer[0])
        layout.offer = rect_cut_top(&rest, OFFER_HEIGHT);
    if (app->talk.tour.step)
        layout.tour = rect_cut_right(&rest, panel);
    else if (!wide && !app->window.present)
        layout.panel = rect_cut_right(&rest, panel);
    if (layout_note(app)[0] && !asks)
        layout.note = rect_cut_top(&rest, NOTE_HEIGHT);
    if (!wide && !asks)
        layout.legend = rect_cut_bottom(&rest, app->window.present ? PRESENT_LEGEND : LEGEND_HEIGHT);
    /* Over the status line and what is above it: one that pushed the picture down would put another cell under the pointer. */
    if (app->talk.message_kind) {
        float height = message_height(app, app->window.width);
        layout.message = (struct rect){0, app->window.height - height, app->window.width, height};
    }
    layout.view = rest;
    if (view_kind(app->look.view)->lens && !app->window.present && !asks)
        layout.tools = rect_cut_top(&layout.view, TOOLS_HEIGHT);
    return layout;
}
