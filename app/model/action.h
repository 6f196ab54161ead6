/* action.h – everything that can be done to the app, as plain values. Mouse, keyboard, script and
 * command line all end here; app_apply() (desk/perform.h) applies them. */
#ifndef HEADSCOPE_ACTION_H
#define HEADSCOPE_ACTION_H

#include "canvas/draw.h"
#include "model/view_kind.h"

#define ACT_NEXT (-1L) /* as number of a choice: the one after the current, round and round */
#define LINES_ONLY 2L /* this head alone; again: all */
#define LINES_HIDE 3L /* not this head, whatever the others are */
#define ACT_NOWHERE ((size_t)-1) /* as head, q or k: none */

enum action_kind {
    ACT_NONE,
    /* what is run */
    ACT_TEXT,       /* text: the new sentence; number: bytes of a paste that it had no room for */
    ACT_HEADS,      /* number: h; refused with an explanation when it does not divide d_model */
    ACT_HEADS_STEP, /* number: -1 or +1, to the neighbouring divisor */
    ACT_MASK,       /* number: enum hs_mask, or ACT_NEXT */
    ACT_HEAD_MODE,  /* head, or ACT_NOWHERE for the selected; number: enum hs_head_mode, or ACT_NEXT */
    ACT_HEADS_ON,   /* all of them */
    /* what Grid and Head show of it, and how (lens.h) */
    ACT_LENS,        /* number: index of its table, or ACT_NEXT */
    ACT_MINUS,       /* number: enum minus_what, or ACT_NEXT (the kept picture and back); head: the head
                        or the head count to subtract */
    ACT_KEEP,        /* this picture becomes B; text: that sentence does, and is subtracted */
    ACT_MINUS_MODEL, /* text: folder of a model that is run beside the picture's, is B, and is subtracted */
    ACT_MINUS_DIALOG, /* choose that folder */
    ACT_BESIDE,      /* number: 0 or 1, or ACT_NEXT: both sides of a difference beside it */
    ACT_HIDE,        /* number: enum hide_what; k: the key token; q: 1 hide, 0 show, ACT_NOWHERE the other */
    ACT_RENORMALISE, /* number: 0 or 1, or ACT_NEXT: rows with hidden tokens sum to 1 again */
    ACT_LENS_RESET,  /* the weights as they are */
    ACT_SORT,        /* number: index of its table, or ACT_NEXT */
    ACT_SORT_ORDER,  /* number: 0 as usual, 1 reversed, or ACT_NEXT */
    ACT_PANEL,       /* number: enum panel_list, or ACT_NEXT */
    ACT_ANSWER,      /* writes the likeliest token into the text, once the model has said it */
    ACT_FIND,        /* text: mark tokens that hold it */
    ACT_FIND_STEP,   /* number: -1, +1: lock the row of the next such token */
    ACT_FIND_FOCUS,  /* focus the field for it */
    /* the Specialise view (scores.h) */
    ACT_ANNOTATED,        /* text: path of annotated sentences; none = those that came with the program */
    ACT_ANNOTATED_DIALOG, /* choose that file */
    ACT_BASELINE,         /* number: enum hs_baseline to compare with, or ACT_NEXT */
    ACT_SCORE_CELL,       /* head, k: the relation; lists its links; the same again closes the list */
    ACT_SCORE_HEAD,       /* head of the table: is looked at in the Head view */
    ACT_SCORE_STEP,       /* dx relations and dy rows on */
    ACT_SCORE_SORT,       /* number: relation whose best head comes first, ACT_NEXT for that of the
                             chosen cell; the same again: by number */
    ACT_LINK_FILTER,      /* number: enum link_filter, or ACT_NEXT */
    ACT_LINK_ORDER,       /* number: 0 as in the file, 1 by weight, or ACT_NEXT */
    ACT_LINK_SELECT,      /* number: place in the list */
    ACT_LINK_LIST,        /* focus the list */
    ACT_LINK_OPEN,        /* number: place in the list, or ACT_NEXT for the selected one */
    /* what is looked at */
    ACT_VIEW,        /* number: enum view_id */
    ACT_SELECT_HEAD, /* head */
    ACT_HEAD_STEP,   /* number: heads to go on, signed */
    ACT_GRID_STEP,   /* dx, dy: thumbnails to go on in the grid; number: its columns */
    ACT_HOVER,       /* head, q, k: cell under the pointer; ACT_NOWHERE = none of that */
    ACT_LOCK,        /* q, k: keep this query row and cell; the same again unlocks */
    ACT_UNLOCK,
    ACT_LINES_HEAD, /* head (ACT_NOWHERE = the selected); number: 0 show or hide, LINES_ONLY, LINES_HIDE */
    ACT_LINES_RULE, /* number: enum hs_link_rule, or ACT_NEXT */
    ACT_LINES_AMOUNT,      /* amount: of the current rule */
    ACT_LINES_AMOUNT_STEP, /* number: -1, +1 */
    ACT_LINES_POINT, /* q or k: the token under the pointer, ACT_NOWHERE for the other or both */
    ACT_LINES_LOCK,  /* q or k: keep that token's links; the same again frees them */
    ACT_QUERY_STEP, /* number: query tokens to go on from app_query(), signed; locks that row */
    ACT_MOVE_CELL, /* dx, dy: move the locked cell by dx keys and dy rows; locks one if none is */
    ACT_PALETTE,   /* number: enum palette, or ACT_NEXT */
    ACT_SCALE,     /* number: enum cell_scale, or ACT_NEXT */
    ACT_REDUCE,    /* number: enum cell_reduce, or ACT_NEXT */
    ACT_RANGE_PER_HEAD, /* number: 0 one range for all heads, 1 each its own, or ACT_NEXT */
    ACT_VALUES,         /* number: print numbers in cells when they fit, or ACT_NEXT */
    ACT_ONE_BASED,      /* number: 0 or 1, heads and tokens are counted from there, or ACT_NEXT */
    ACT_ZOOM, /* amount: factor > 1 = in; x, y: the fixed point, 0 … 1 of what is shown */
    ACT_PAN,  /* dx, dy: in fractions of what is shown */
    ACT_ZOOM_TO, /* text: what is shown, fractions of the matrix: "ROW0,ROW1,COLUMN0,COLUMN1" */
    ACT_ZOOM_RESET,
    /* the Steps view (steps.h) */
    ACT_STEP,        /* number: enum step */
    ACT_STEP_BY,     /* number: steps to go on, signed */
    ACT_STEP_MOVE,   /* dx, dy: columns and rows to move the marked value by */
    ACT_STEP_AT,     /* number: column of the step's matrix to mark */
    ACT_STEP_DIMENSION, /* number: column marked in matrices of d_k columns */
    ACT_STEP_MODEL_DIMENSION, /* number: the same of d_model */
    ACT_STEP_PICK,   /* number: enum step; q, k: row and column of the value to explain */
    ACT_STEP_CARD,   /* number: the value's formula 0 closed, 1 open, or ACT_NEXT */
    ACT_STEP_CONTRAST, /* number: 0 the score, 1 its lead on the row's mean, or ACT_NEXT */
    ACT_STEP_COLUMN, /* number: enum step_column, or ACT_NEXT */
    /* files */
    ACT_OPEN, /* text: path of a sentence file */
    ACT_OPEN_DIALOG,
    ACT_OPEN_RECENT,   /* number: index in the list of recent files */
    ACT_SENTENCE,      /* number: index in the open file */
    ACT_SENTENCE_STEP, /* number: -1, +1 */
    ACT_CLOSE_FILE,
    ACT_EXPORT,        /* text: path; number: enum export_what; asks before it replaces a file */
    ACT_EXPORT_QUICK,  /* number: enum export_what; the proposed name, without a dialog */
    ACT_EXPORT_DIALOG, /* number: enum export_what */
    ACT_EXPORT_FORMAT, /* number: enum export_format, for the dialog */
    ACT_EXPORT_SCALE,  /* number: 1 … 4 pixels per logical pixel */
    ACT_CSV_WIDE,      /* number: 0 a line a cell, 1 a column a key, or ACT_NEXT */
    ACT_PAGE_BACK,     /* number: enum page_back */
    ACT_PAGE_CROP,     /* number: 1 cut the page to what is drawn, 0 not, or ACT_NEXT; so the next three */
    ACT_PAGE_BARE,     /* number: 1 without the heading */
    ACT_PAGE_UNKEYED,  /* number: 1 without the legend */
    ACT_PAGE_OUTLINES, /* number: 1 text as outlines */
    ACT_PAGE_WIDTH,    /* amount: millimetres, 0 = as many as it takes */
    ACT_DIALOG_PATH,   /* text: what stands in the dialog's path field */
    ACT_BROWSE,        /* number: 1 open the file browser over the export dialog, 0 close it */
    ACT_CONFIRM,       /* yes to the pending question */
    ACT_CANCEL,  /* no; also closes the dialog, help, message, lock, view: the topmost of these */
    ACT_DISMISS, /* closes the message bar */
    ACT_COPY,    /* number: enum copy_what; to the clipboard */
    /* an attention file, or a model, see layers.h */
    ACT_SOURCE_CLOSE,    /* back to the live model and its sentence */
    ACT_MODEL_STOP, /* gives up the model that is being opened, and what is saved beside the window */
    ACT_SURVEY,     /* number: 0 stop reading heads, 1 go on */
    ACT_PART,   /* number: index in the file */
    ACT_ITEM,    /* number: batch item */
    ACT_ALL_ITEMS,      /* number: 1 the survey is of all items of the batch, 0 of the picture's, or ACT_NEXT */
    ACT_PIECES,   /* number: enum hs_pieces, or ACT_NEXT */
    ACT_PAIR, /* number: enum hs_segments, or ACT_NEXT */
    ACT_LAYER,         /* number: layer */
    ACT_LAYER_STEP,    /* number: layers to go on, signed */
    ACT_LAYERS_HEAD,   /* number: layer; head: becomes the picture's */
    ACT_LAYERS_MOVE,   /* dx, dy: heads and layers to go on in the Layers view */
    ACT_LAYERS_MODE,   /* number: enum layers_mode, or ACT_NEXT */
    ACT_LAYERS_SORT,    /* number: index of the statistic of its table, or ACT_NEXT */
    ACT_LAYERS_REVERSE, /* number: 0 as usual, 1 reversed, or ACT_NEXT */
    /* training runs, see learn.h */
    ACT_LEARN_RUN,       /* number: 1 start or go on, 0 pause, or ACT_NEXT */
    ACT_LEARN_BATCH,     /* one step of training */
    ACT_LEARN_STOP,      /* ends the run where it is */
    ACT_LEARN_AGAIN,     /* another run, with the next seed */
    ACT_LEARN_HEADS,     /* number: heads, 0 = none beside; k: of model 0 or 1 of the next run */
    ACT_LEARN_RELATIONS, /* number: 0 the first four, 1 all eight, or ACT_NEXT */
    ACT_LEARN_HINTS,     /* number: 0 or 1, or ACT_NEXT */
    ACT_LEARN_CHANCE,    /* number: answers true 0, by chance 1, or ACT_NEXT */
    ACT_LEARN_SENTENCES, /* number */
    ACT_LEARN_SEED,      /* number */
    ACT_LEARN_RATE,      /* amount */
    ACT_LEARN_MOMENT,    /* number: moment of the run, from 0; -1 = whichever is the newest */
    ACT_LEARN_MOMENT_STEP, /* number: moments to go on, signed */
    ACT_LEARN_HEAD,      /* k: model, head: the picture's from now on */
    ACT_LEARN_LEAVE,     /* back to the built-in model */
    ACT_LEARN_SAVE,      /* text: path; number: 1 over an existing file, else it asks */
    /* sessions, see session.h */
    ACT_SESSION_OPEN,   /* text: path */
    ACT_SESSION_LAST,   /* the one that the program was left with */
    ACT_SESSION_DIALOG, /* the note and the place to save to */
    ACT_SESSION_SAVE,   /* text: path; number: 1 over an existing file, else it asks */
    ACT_NOTE,           /* text: the session's note */
    ACT_RESTORE,        /* number: enum session_answer to what a killed window left */
    /* the guided tour, or the lesson that was opened; see tour.h */
    ACT_TOUR,      /* number: the stop to go to, from 1; 0 leaves */
    ACT_TOUR_STEP, /* number: stops to go on; past the last one it ends */
    ACT_TOUR_ANSWER, /* number: token or head that answers the question of the step */
    /* a step of a lesson, see lesson.h */
    ACT_LESSON_DIALOG,
    ACT_LESSON_TITLE,  /* text */
    ACT_LESSON_TEXT,   /* text; a pilcrow begins a paragraph */
    ACT_LESSON_ASK,    /* number: 1 the locked row of the selected head is asked about */
    ACT_LESSON_CHANGE, /* number: 0 a step more, 1 in place of the one that is shown */
    ACT_LESSON_SAVE,   /* text: path */
    ACT_MENU, /* number: 1 open what can be done with head, q, k (ACT_NOWHERE: what is looked at) at x, y; 0 closed */
    ACT_PANEL_WIDTH, /* amount: logical pixels, 0 = as wide as suits the window */
    ACT_UNDO, /* what changed the picture last is taken back … */
    ACT_REDO, /* … and done again (undo.h) */
    /* the app itself */
    ACT_PRESENT,  /* number: presenter mode 0 off, 1 on, or ACT_NEXT */
    ACT_THEME,    /* number: enum theme_id, or ACT_NEXT */
    ACT_UI_SCALE, /* amount: device pixels per logical pixel, 0.5 … 4; 0 = back to the display's own */
    ACT_UI_SCALE_STEP, /* number: -1, +1 */
    ACT_HELP,          /* number: enum help_page, or ACT_NEXT for closed and keys; k: of the words one, of the model its matrices, or ACT_NOWHERE */
    ACT_FOCUS_TEXT,    /* focus the sentence field, select all */
    ACT_RESIZE,        /* dx, dy: window size in logical pixels */
    ACT_QUIT,
};

enum export_what { EXPORT_VIEW, EXPORT_SHEET /* all heads on one sheet */ };
enum export_format { FORMAT_PNG, FORMAT_SVG, FORMAT_CSV, FORMAT_JSON, FORMAT_PDF, FORMAT_HTML, FORMAT_COUNT };
enum page_back { PAGE_BACK_THEME, PAGE_BACK_WHITE, PAGE_BACK_NONE, PAGE_BACK_COUNT };
enum copy_what { COPY_CELL, COPY_ROW, COPY_MATRIX };

struct action {
    enum action_kind kind;
    long number;
    size_t head, q, k;
    float amount, x, y, dx, dy;
    const char *text; /* borrowed until applied; the queue copies it */
};

/* A queue filled by views and events, drained by the app. Running out of memory loses the action,
 * nothing else. */
struct actions;
struct actions *actions_new(void);
void actions_drop(struct actions *actions);
void actions_push(struct actions *actions, struct action action);
/* Takes the oldest; its text (if any) is borrowed until the next call. False when empty. */
bool actions_take(struct actions *actions, struct action *action);

#endif
