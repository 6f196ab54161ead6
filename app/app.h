/* app.h – the model of the app: engine objects, what is looked at, how, and the chrome's state. Views read it (const), the
 * only writer is app_apply(). One struct, no globals. */
#ifndef HEADSCOPE_APP_H
#define HEADSCOPE_APP_H

#include "action.h"
#include "ui/ui.h"

#define APP_TEXT_ROOM 65536 /* bytes of the sentence field, NUL included */
#define APP_RECENT 9
#define APP_DEFAULT_TEXT "The student delivered the book to the library yesterday."
#define APP_MIN_WIDTH 900
#define APP_MIN_HEIGHT 600

/* A cell of the current set; SIZE_MAX members mean "none". */
struct app_cell {
    size_t head, q, k;
};

/* The part of a matrix that the Head view shows, in fractions of the whole (0 … 1). */
struct app_window {
    double row0, row1, col0, col1;
};

enum app_message_kind { MESSAGE_NONE, MESSAGE_INFO, MESSAGE_ERROR };

struct app {
    /* engine */
    struct hs_preset *preset;
    char text[APP_TEXT_ROOM];       /* what stands in the field; kept whatever happens */
    struct hs_set *set;             /* the picture: NULL only before the first good run */
    struct hs_set *single;          /* the same sentence and mask with h = 1, for Compare; follows `set` */
    uint64_t set_identity;          /* changes whenever `set` does: cache key for heatmaps */
    struct hs_head_stats *stats;    /* (L, h) of `set`, computed once when it changes */
    size_t h;
    enum hs_mask mask;
    uint8_t head_mode[HS_MAX_HEADS];
    struct hs_sentences *file;      /* NULL = none */
    size_t sentence;                /* index in file */
    bool text_edited;               /* the field no longer holds the file's sentence */

    /* what is looked at */
    enum view_id view;
    size_t layer, head;
    struct app_cell hover, locked;
    struct app_window window;
    enum palette palette;
    enum cell_scale scale;
    enum cell_reduce reduce;
    bool range_per_head, values, one_based;

    /* chrome */
    enum theme_id theme;
    float width, height;            /* logical pixels */
    float ui_scale;                 /* device pixels per logical pixel */
    bool help;
    enum app_message_kind message_kind;
    char message[704];
    char question[704];             /* pending yes/no, "" = none */
    struct action pending;          /* what yes does; its text lies in pending_path */
    char pending_path[4096];
    bool open_dialog, export_dialog;
    enum export_what export_what;
    char dialog_path[4096];
    char recent[APP_RECENT][4096];
    bool quit;

    struct ui *ui;
    struct draw_list *draw;
    struct fonts *fonts;
    struct canvas *canvas;
    struct actions *queue;
};

struct app_options {
    const char *assets;             /* folder; NULL = found beside the program or under its prefix */
    bool fixed_fonts;               /* the stand-in font, for golden pictures */
    bool headless;                  /* no recent list, no settings read or written */
};
enum hs_status app_new(const struct app_options *options, struct app **app, struct hs_error *error);
void app_drop(struct app *app);
/* Applies one action at once. A failed one leaves the model as it was and sets the message bar. */
void app_apply(struct app *app, const struct action *action);
/* Handles one input event: a pass of widgets and views, then the actions they pushed. */
void app_event(struct app *app, const struct ui_event *event);
/* A picture pass: fills app->draw for the current model (no event), then replays it into app->canvas. */
enum hs_status app_picture(struct app *app, struct hs_error *error);
/* The range of values colours stand for: [0, 1] share of the largest weight over all heads, or of one head. */
void app_range(const struct app *app, size_t head, float *lo, float *hi);
/* "head 3" as the user counts, with the preset's label when there is one. */
void app_head_name(const struct app *app, size_t head, char *name, size_t room);

#endif
