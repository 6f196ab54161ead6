/* layout.h – where the window's bars and panels lie: a pure function of the model, so that drawing, scripts and tests agree. All in
 * logical pixels. */
#ifndef HEADSCOPE_LAYOUT_H
#define HEADSCOPE_LAYOUT_H

#include "model/app.h"

/* What everything needs to lie apart; of a smaller window, as one with large type is, a part is seen, and it scrolls. */
#define CHROME_LEAST_WIDTH 860.0f
#define CHROME_LEAST_HEIGHT 540.0f

struct chrome_layout {
    struct rect whole;   /* round all but the message */
    bool scrolls;        /* it is larger than the window */
    struct rect top;     /* sentence, heads, mask */
    struct rect tabs;    /* views, file, export, help */
    struct rect note;    /* what the open file says to look at; h = 0 without */
    struct rect message; /* at the lower edge of what is seen; h = 0 without */
    struct rect offer;   /* what a killed window left; h = 0 without */
    struct rect tour;    /* right, in place of the panel; w = 0 without */
    struct rect tools; /* controls of the lens, in the views that have one; h = 0 elsewhere */
    struct rect view;
    struct rect legend; /* under the view */
    struct rect panel;  /* right */
    struct rect status; /* bottom */
};
struct chrome_layout chrome_layout(const struct app *app);
#define CHROME_SCROLL "window" /* the scroll area of a small window */
/* What layout.note has room for; "" = nothing. */
const char *layout_note(const struct app *app);

#endif
