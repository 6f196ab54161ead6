/* action.h – everything that can be done to the app, as plain values. Mouse, keyboard, script and command line all end here;
 * app_apply() (app.c) is the only code that changes the model. */
#ifndef HEADSCOPE_ACTION_H
#define HEADSCOPE_ACTION_H

#include "canvas/draw.h"

enum view_id {
    VIEW_GRID,
    VIEW_HEAD,
    VIEW_COMPARE,
    VIEW_STEPS,
    VIEW_LINES,
    VIEW_SPECIALISE,
    VIEW_COUNT,
};

enum action_kind {
    ACT_NONE,
    /* what is run */
    ACT_TEXT,            /* text: the new sentence */
    ACT_HEADS,           /* number: h; refused with an explanation when it does not divide d_model */
    ACT_HEADS_STEP,      /* number: -1 or +1, to the neighbouring divisor */
    ACT_MASK,            /* number: enum hs_mask */
    ACT_HEAD_MODE,       /* head, number: enum hs_head_mode */
    /* what is looked at */
    ACT_VIEW,            /* number: enum view_id */
    ACT_LAYER,           /* number: layer (dumps) */
    ACT_SELECT_HEAD,     /* head */
    ACT_HOVER,           /* head, q, k: cell under the pointer; SIZE_MAX = none of that */
    ACT_LOCK,            /* head, q, k: keep this query row (and cell); the same again unlocks */
    ACT_UNLOCK,
    ACT_MOVE_CELL,       /* q, k as signed steps in dx, dy: move the locked cell by keyboard */
    ACT_PALETTE,         /* number: enum palette */
    ACT_SCALE,           /* number: enum cell_scale */
    ACT_REDUCE,          /* number: enum cell_reduce */
    ACT_RANGE_PER_HEAD,  /* number: 0 one range for all heads, 1 each its own */
    ACT_VALUES,          /* number: print numbers in cells when they fit */
    ACT_ONE_BASED,       /* number: heads and tokens counted from 0 or 1 */
    ACT_ZOOM,            /* amount: factor > 1 = in; x, y: fixed point in matrix fractions 0 … 1 */
    ACT_PAN,             /* dx, dy: in fractions of the visible window */
    ACT_ZOOM_RESET,
    /* files */
    ACT_OPEN,            /* text: path of a sentence file (or, if text is no path, an error) */
    ACT_OPEN_DIALOG,
    ACT_SENTENCE,        /* number: index in the open file */
    ACT_SENTENCE_STEP,   /* number: -1, +1 */
    ACT_CLOSE_FILE,
    ACT_EXPORT,          /* text: path with .png .svg .csv .json; number: enum export_what; never overwrites without ACT_CONFIRM */
    ACT_EXPORT_DIALOG,   /* number: enum export_what */
    ACT_CONFIRM,         /* yes to the pending question (overwrite) */
    ACT_CANCEL,          /* no; also closes dialogs, help, the message bar */
    ACT_COPY,            /* number: 0 the cell, 1 the row, 2 the matrix -> clipboard as tab-separated text */
    /* the app itself */
    ACT_THEME,           /* number: enum theme_id */
    ACT_UI_SCALE,        /* amount: device pixels per logical pixel, 0.5 … 4 */
    ACT_HELP,            /* number: 0 off, 1 on, -1 toggle */
    ACT_FOCUS_TEXT,      /* focus the sentence field, select all */
    ACT_RESIZE,          /* dx, dy: window size in logical pixels */
    ACT_QUIT,
};

enum export_what { EXPORT_VIEW, EXPORT_SHEET /* all heads on one sheet */ };

struct action {
    enum action_kind kind;
    long number;
    size_t head, q, k;
    float amount, x, y, dx, dy;
    const char *text; /* borrowed until applied; the queue copies it */
};

/* A queue filled by views and events, drained by the app. */
struct actions;
void actions_push(struct actions *actions, struct action action);

#endif
