/* app.h – the model of the app: engine objects, what is looked at, how, and the chrome's state.
 * Views read it (const); actions change it (act/act.h). One struct, no globals. */
#ifndef HEADSCOPE_APP_H
#define HEADSCOPE_APP_H

#include "model/action.h"
#include "canvas/canvas.h"
#include "canvas/fonts.h"
#include "model/steps.h"
#include "model/lines.h"
#include "model/lens.h"
#include "model/layers.h"
#include "model/learn.h"
#include "model/live.h"
#include "model/scores.h"
#include "model/disk.h"
#include "ui/ui.h"

#define APP_NAME "Headscope"
#define APP_ID "org.headscope.Headscope"
#define APP_TEXT_ROOM 65536 /* bytes of the sentence field, NUL included */
#define APP_PATH_ROOM 4096
#define APP_NOTE_ROOM 1000 /* bytes of a session's note, NUL included */
#define APP_RECENT 9
#define APP_SAMPLES 24
#define APP_MODELS 12
#define APP_DEFAULT_TEXT "The student delivered the book to the library yesterday."
#define APP_MIN_WIDTH 900
#define APP_MIN_HEIGHT 600
#define APP_PAGE_WIDTH 320 /* of an export, and what --size takes: a window may be smaller */
#define APP_PAGE_HEIGHT 240
#define APP_WIDTH 1280
#define APP_HEIGHT 800
#define APP_MAX_STEP_HEADS 64 /* where the stepper ends; any divisor can be typed */

/* A cell of the current set; ACT_NOWHERE members mean "none". */
struct app_cell {
    size_t head, q, k;
};

#define NO_CELL ((struct app_cell){ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE})

/* Beyond so many weights of a picture (about 0.2 s of logarithms) alike heads are not looked for. */
#define SIMILAR_CELLS ((size_t)8 << 20)
struct alike {
    size_t head;
    double divergence; /* Jensen-Shannon, bits: 0 the same … 1 nothing in common */
};

/* The part of a matrix that the Head view shows, in fractions of the whole (0 … 1). */
struct app_window {
    double row0, row1, col0, col1;
};

enum app_message_kind { MESSAGE_NONE, MESSAGE_INFO, MESSAGE_ERROR };
enum app_dialog {
    DIALOG_NONE,
    DIALOG_OPEN,
    DIALOG_EXPORT,
    DIALOG_EXPORT_BROWSE,
    DIALOG_SESSION,
    DIALOG_SESSION_BROWSE,
    DIALOG_ANNOTATED,
    DIALOG_LESSON,
    DIALOG_LESSON_BROWSE,
    DIALOG_MINUS, /* the folder of a model to subtract */
};

enum help_page { HELP_CLOSED, HELP_KEYS, HELP_MODEL, HELP_WORDS, HELP_PAGES };

/* The guided tour or a teacher's lesson, see desk/tour.h. */
struct session;
struct lesson;
struct app_tour {
    int step;                  /* from 1; 0 = none */
    struct lesson *lesson;     /* NULL = none; ours */
    struct session *before;    /* what the user had, to be given back */
    struct hs_sentences *file; /* and the open file, which the tour sets aside */
    size_t sentence;
    bool edited;
    const struct hs_sentences *shown; /* the file that the step opened, if any; only compared */
    bool closed_source;          /* an attention file was open: the tour needs the live model */
};

#define LESSON_MOST_STEPS 100
/* A step that is being written for a lesson (desk/lesson_add.c); kept when its dialog is closed. */
#define APP_STEP_TITLE_ROOM 120
#define APP_STEP_TEXT_ROOM 4000
struct lesson_draft {
    char title[APP_STEP_TITLE_ROOM], text[APP_STEP_TEXT_ROOM];
    bool ask;    /* it is a question */
    bool change; /* it takes the place of the step that is shown */
};

/* Where the keyboard is to go before the next picture. */
struct focus_wish {
    enum { FOCUS_AS_IS, FOCUS_VIEW, FOCUS_LIST, FOCUS_FIELD, FOCUS_FIELD_ALL /* its text selected */ } kind;
    const char *id;
};

/* What is shown: one layer of what a source made. */
struct picture {
    struct hs_source *source;    /* where it is from; an owner of its own, never NULL after app_new */
    struct hs_source *live;      /* what runs the text in the field, when a file is closed too */
    struct hs_preset *preset;    /* behind `live` */
    char text[APP_TEXT_ROOM];    /* what stands in the field; kept whatever happens */
    char run_text[APP_TEXT_ROOM]; /* the sentence of `set`, which the field may no longer hold */
    struct hs_set *set;          /* never NULL after app_new */
    uint64_t identity;           /* changes whenever `set` or what the lens makes of it does: cache key for heatmaps */
    struct hs_set *single;       /* the same sentence at h = 1, when Compare asked for it; else NULL */
    struct hs_head_stats *stats; /* (h) of `set`, computed once when it changes */
    size_t h;
    enum hs_mask mask;
    uint8_t head_mode[HS_MAX_HEADS];
    struct hs_change *changes; /* (n) of the output by the head modes; NULL while all are on */
    struct hs_sentences *file; /* NULL = none */
    size_t sentence;           /* index in file */
    bool text_edited;          /* the field no longer holds the file's sentence */
    struct layers *layers;     /* what is known of all layers of the source; NULL without HS_CAN_LAYERS */
};

/* What of it is looked at, and in which colours. */
struct look {
    enum view_id view;
    size_t head;
    struct app_cell hover, locked; /* locked.head is unused: a lock is a row (and cell) of any head */
    struct app_window window;
    enum palette palette;
    enum cell_scale scale;
    enum cell_reduce reduce;
    bool range_per_head, values, one_based;
    char find[128]; /* tokens that hold this are marked; "" = none */
};

/* What Grid and Head show of the picture, and in which order. */
struct lens {
    struct lens_wish wish;
    struct lens_made made;         /* shown is never NULL after app_new */
    char kept_text[APP_TEXT_ROOM]; /* of the kept picture */
    size_t sort;             /* statistics: the largest first */
    bool sort_reversed;
    size_t order[HS_MAX_HEADS], place[HS_MAX_HEADS]; /* head at a place, place of a head; (h) */
    enum panel_list panel_list;
    struct alike *alike; /* (h - 1), the most alike first; NULL when not listed or too many */
    uint64_t alike_identity;
    size_t alike_head;
};

/* Places on disk, and what goes there. */
struct files {
    char recent[APP_RECENT][APP_PATH_ROOM];
    char samples[APP_SAMPLES][256]; /* base names in samples_folder, sorted */
    size_t sample_count;
    char assets_folder[APP_PATH_ROOM];
    char samples_folder[APP_PATH_ROOM];
    char models[APP_MODELS][256]; /* folders in models_folder, sorted: what get-model.sh fetched */
    size_t model_count;
    char models_folder[APP_PATH_ROOM];
    enum export_what export_what;
    enum export_format export_format;
    int export_scale; /* 1 … 4 */
    bool csv_wide;    /* numbers of weights: a column a key */
    struct page_look {
        enum page_back back;
        bool crop, bare, unkeyed; /* cut to what is drawn; without heading; without legend */
        bool outlines;            /* text as shapes */
        float mm;                 /* width; 0 = 96 logical pixels an inch */
    } page;
    char export_folder[APP_PATH_ROOM];
    char note[APP_NOTE_ROOM];         /* the session's, "" = none */
    char session_path[APP_PATH_ROOM]; /* where it was opened from or saved to, "" = nowhere yet */
    char lesson_path[APP_PATH_ROOM];  /* that a step was added to last, "" = none yet */
    struct session_wait *waiting;     /* a session whose model is being opened; NULL = none */
    bool restored;                    /* what a killed window left has come back: its place is to be freed */
    struct keeper *keeper;            /* keeps the running session on disk; NULL = nobody does */
    char offer[400];                  /* what a killed window left: its sentence, "" = nothing */
    struct disk writing;           /* an export that is made beside the window */
    char *copied;                     /* what ACT_COPY last copied, for scripts; NULL = nothing yet */
};

/* What can be done with a cell, a head or a token, as a menu. */
struct app_menu {
    bool wanted, open;
    struct app_cell cell; /* head ACT_NOWHERE: a token of the Lines view, q or k */
    float x, y;           /* 0, 0 = asked for by a key */
};

/* What is said and asked. */
struct talk {
    enum app_message_kind message_kind;
    bool message_of_run; /* goes away by itself with the next good run */
    char message[704];
    char question[APP_PATH_ROOM + 128]; /* pending yes/no, "" = none */
    struct action pending;              /* what yes does; its text is pending_path */
    char pending_path[APP_PATH_ROOM];
    enum app_dialog dialog;
    char dialog_path[APP_PATH_ROOM]; /* of the open dialog */
    struct focus_wish focus;
    struct app_menu menu;
    enum help_page help;
    size_t help_word; /* of the glossary, marked there; any: of the page about the model, its matrices */
    struct app_tour tour;
    struct lesson_draft draft;
    bool by_options; /* the command line is being applied: what to do is an option, not a key */
};

struct window {
    enum theme_id theme;
    float width, height; /* logical pixels */
    float ui_scale;      /* device pixels per logical pixel */
    float display_scale; /* what the display asks for; ACT_UI_SCALE 0 returns to it */
    bool scale_chosen;   /* by the user, now or in an earlier session */
    bool present;        /* presenter mode */
    float panel_width; /* chosen; 0 = as wide as suits the window */
    float present_before; /* ui_scale to go back to */
    bool first_start;    /* there were no settings yet */
    bool headless, quit;
    bool dirty; /* the model or the window changed since the last picture */
};

/* What the model is drawn and driven with; made by app_new. */
struct services {
    struct ui *ui;
    struct draw_list *draw;
    struct fonts *fonts;
    struct canvas *canvas;
    struct actions *queue;
    void (*set_clipboard)(void *user, const char *text); /* the platform's; NULL = ui's own */
    void (*wake)(void *platform); /* from any thread: something is ready, draw; NULL = nobody waits */
    void *platform;
};

struct undo; /* desk/undo.h */

struct app {
    struct picture picture;
    struct look look;
    struct lens lens;
    struct lines lines;
    struct app_steps steps;
    struct scores scores;
    struct live live;
    struct learn learn;
    struct files files;
    struct talk talk;
    struct window window;
    struct services services;
    struct undo *undo; /* NULL = nothing to take back */
};

void app_say(struct app *app, enum app_message_kind kind, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---------------------------------------------------------------- readings of the model, for views
 * and scripts */
/* Whether the picture's source can all of that (HS_CAN_…, hs_source.h): the only question about what it is. */
bool picture_can(const struct app *app, unsigned can);
/* True when the picture is of a model that was opened, which runs the text in the field. */
bool picture_runs_model(const struct app *app);
/* The part of the source that is shown, and how. */
const struct hs_part *picture_part(const struct app *app);
struct hs_view picture_view(const struct app *app);
/* Why no option makes what is subtracted, the kept picture B; NULL when one does. */
const char *picture_b_unsaid(const struct app *app);
/* The weights of the picture's layer; false where there are none. */
bool picture_weights(const struct app *app, struct hs_weights *weights);
/* The same where each head has its own columns of W^Q, W^K and W^V. */
bool picture_slices(const struct app *app, struct hs_weights *weights);
const char *head_mode_name(enum hs_head_mode mode); /* "on", "off" … */
/* True when some head is not simply on. */
bool app_modes_chosen(const struct app *app);
/* The neighbouring divisor of d_model, or h itself at the end. */
size_t app_heads_next(const struct app *app, long step);
/* What the current view shows: the picture, or in Grid and Head what the lens made of it. The cells
 * of hover and lock are cells of this set. */
const struct hs_set *app_shown(const struct app *app);
/* The picture's weights without hidden keys, and the figures of a head of them. */
const struct hs_set *app_weights(const struct app *app);
const struct hs_head_stats *app_head_stats(const struct app *app, size_t head);
/* Whether that row (and key, if any) can be locked in the current view. */
bool app_can_lock(const struct app *app, size_t q, size_t k);
/* The numbers that a matrix shows, and how: what the view shows, or a side (0, 1) of the difference that it shows. */
struct shown {
    const struct hs_set *set;
    const struct head_extent *extents; /* (h) of it; NULL = the picture's figures hold */
    const uint8_t *hidden;             /* (m) or NULL */
    uint64_t identity;                 /* of the numbers: cache key */
    enum palette palette;
    enum cell_scale scale;
};
struct shown app_shown_now(const struct app *app);
struct shown app_shown_side(const struct app *app, size_t side);
/* Palette and scale as they are used: signed numbers have theirs, whatever is chosen for weights. */
enum palette app_palette(const struct app *app);
enum cell_scale app_scale(const struct app *app);
/* What a number of the shown set is called: "weight", "a·‖v‖", "score", "difference". */
const char *app_value_word(const struct app *app);
/* Like app_weight_text(), with a sign when the shown numbers have one. */
void app_value_text(const struct app *app, double value, char *text, size_t room);
/* What was done to the picture before Grid and Head show it, and to its heads; "" when nothing. */
void app_lens_words(const struct app *app, char *words, size_t room);
void app_whole_lens_words(const struct app *app, char *words, size_t room); /* whatever the view */
/* The figure that the grid is sorted by; larger comes first. */
double app_sort_value(const struct app *app, size_t head);
/* What the table is to be of: the live model's heads, or all of the open file's. */
struct corpus_wish app_score_wish(const struct app *app);
/* A head of the table: its layer and head of the picture's, and "head 3" or "layer 2, head 3". */
void app_score_head(const struct app *app, size_t index, size_t *layer, size_t *head);
void app_score_head_name(const struct app *app, size_t index, char *name, size_t room);
/* The row of the picture's head. */
size_t app_score_index(const struct app *app);
/* Baselines that the table can be compared with: the first so many of enum hs_baseline. */
int app_score_baselines(const struct app *app);
/* Why there is no table, and what it needs; NULL while there is one or it may still come. */
const char *app_score_failure(const struct app *app);
/* The score of a head in the table (scores.corpus must have a result), and the share that what it
 * is compared with finds. */
const struct hs_relation_score *app_relation_score(
    const struct app *app, size_t head, size_t relation);
double app_compare_share(const struct app *app, size_t head, size_t relation);
/* "subject–verb, verb–object": all that the measurements of a row of the table pass the rules of a name for, the best margin first; by
 * their short words, or the verdict where that is another. */
void app_score_names(const struct app *app, size_t index, bool words, char *names, size_t room);
/* Of a head of the picture, whole; "" while nothing is measured. */
void app_verdict_names(const struct app *app, size_t head, char *names, size_t room);
/* What the measurements say of this head; NULL while none are there for this h and mask. */
const struct hs_verdict *app_verdict(const struct app *app, size_t head);
/* The token holds what is looked for. */
bool app_found(const struct app *app, enum hs_side side, size_t index);
/* "2 tokens hold "th": the (1), the (2)", or that none does. */
size_t app_found_words(const struct app *app, char *words, size_t room); /* returns how many */
/* The range colours stand for: 0 to the largest number over all heads, or of this head; the same
 * length to both sides of 0 where numbers have a sign. */
void app_range(const struct app *app, size_t head, float *lo, float *hi);
void shown_range(const struct app *app, const struct shown *shown, size_t head, float *lo, float *hi);
/* The cell that the read-outs speak of: under the pointer, else the locked one. head is ACT_NOWHERE
 * if there is none. */
struct app_cell app_shown_cell(const struct app *app);
/* The query token that views of one row speak of: the locked one, else the first verb, else 0. */
size_t app_query(const struct app *app);
/* The annotated sentence with exactly the picture's tokens; NULL when there is none. */
const struct hs_annotated_sentence *app_annotation(const struct app *app);
/* hs_set_token_name() for use inside a sentence: right-to-left tokens do not turn the words round
 * them about. */
void app_token_name(
    const struct app *app, enum hs_side side, size_t index, char *name, size_t room);
/* "head 3", counted as the user counts. */
void app_head_name(const struct app *app, size_t head, char *name, size_t room);
/* What the preset model built this head for, or what a training run measured it to find, "object (measured)"; "" for
 * other models, untrained weights, and what is unclear. */
void app_head_label(const struct app *app, size_t head, char *label, size_t room);
const char *app_relation_word(size_t relation); /* "subject", "place/time": one word */
/* "'delivered' gives 0.43 of head 2 to 'book'; rank 1 of 10; score 3.21" */
void app_cell_words(const struct app *app, struct app_cell cell, char *words, size_t room);
/* "0.43", or more digits when the weight is small; never "0.00" for a weight above 0. */
void app_weight_text(double weight, char *text, size_t room);
/* A signed number for people: a real minus sign (U+2212), never "-0.00", "–" for no number; with
 * `plus` a + before one above 0. Files have ASCII signs and other functions. */
void app_number(double value, int decimals, bool plus, char *text, size_t room);
/* Words of the engine, which are files' too, with real minus signs. */
void app_minus_signs(const char *from, char *to, size_t room);
/* What this head does in this sentence, in one or two sentences made from its statistics. */
void app_evidence(const struct app *app, size_t head, char *text, size_t room);
/* How many of the `rows` of a head that have a choice spread their weight almost evenly (95 % of the largest entropy); 0 of
 * 0 for matrices too large to be counted for every picture. */
size_t app_even_rows(const struct app *app, size_t head, size_t *rows);
/* The largest weights of a head, largest first, masked cells and rows with a single key left out;
 * returns how many of `room` there are. 0 for matrices so large that looking for them would delay a
 * frame. */
size_t app_strongest(const struct app *app, size_t head, struct app_cell *cells, size_t room);
/* The path behind its last slash. */
const char *app_base_name(const char *path);
/* What a picture is of: the sentence, or a file's tokens (written to `text`). */
const char *app_heading(const struct app *app, char *text, size_t room);
/* Where the weights come from: "constructed teaching model", "untrained weights" or the file's
 * name. */
const char *app_source_words(const struct app *app);
/* The score before softmax (scaled, NaN when unknown). */
float app_score(const struct app *app, size_t head, size_t q, size_t k);
const char *app_theme_name(
    enum theme_id theme); /* "light", "dark", "contrast", as --theme reads them */
long app_counted(const struct app *app, size_t index); /* 0-based index as the user counts */

#endif
