/* layout.h – where the window's bars and panels lie: a pure function of the model, so that drawing, scripts and tests agree. All in
 * logical pixels. */
#ifndef HEADSCOPE_LAYOUT_H
#define HEADSCOPE_LAYOUT_H

#include "model/app.h"

/* Below this the window shows a note instead of a picture that would not fit. */
#define CHROME_LEAST_WIDTH 700.0f
#define CHROME_LEAST_HEIGHT 420.0f

struct chrome_layout {
    bool too_small;
    struct rect top;     /* sentence, heads, mask */
    struct rect tabs;    /* views, file, export, help */
    struct rect note;    /* what the open file says to look at; h = 0 without */
    struct rect message; /* h = 0 without */
    struct rect offer;   /* what a killed window left; h = 0 without */
    struct rect tour;    /* right, in place of the panel; w = 0 without */
    struct rect tools; /* controls of the lens, in the views that have one; h = 0 elsewhere */
    struct rect view;
    struct rect legend; /* under the view */
    struct rect panel;  /* right */
    struct rect status; /* bottom */
};
struct chrome_layout chrome_layout(const struct app *app);
/* What layout.note has room for; "" = nothing. */
const char *layout_note(const struct app *app);

#endif
