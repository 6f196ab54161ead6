/* live.h – opens attention files and real models by a thread of its own (job.h), never by the window, reads other layers of a file
 * and has a model run the text in the field there. What is wished for follows from the model of the app: text, layer, form of the
 * pieces, heads switched, planes that the view needs. The newest wish wins, the former picture stays until its picture is complete,
 * and a wish that failed is not tried again. */
#ifndef HEADSCOPE_LIVE_H
#define HEADSCOPE_LIVE_H

#include "hs.h"
#include "model/answer.h"

struct app;
struct layers_place;
struct job;
struct live_run;

/* Picture B while the model makes it anew with every picture: of another text, or of another model that has the same tokens. */
struct live_other {
    char *text;               /* NULL = the picture's */
    char *path;               /* of the model, to be opened first */
    struct hs_source *source; /* the model, once it is open; kept. NULL without `path` = the picture's own */
};
bool live_other_copy(const struct live_other *other, struct live_other *copy); /* false: no memory, and nothing in `copy` */
void live_other_drop(struct live_other *other);
bool live_other_same(const struct live_other *a, const struct live_other *b);

/* A head that is not simply on. */
struct live_mode {
    uint16_t layer, head;
    uint8_t mode; /* enum hs_head_mode */
};

/* What a run is asked for. */
struct live_wish {
    char *path;               /* to open first; NULL = `source` is open */
    struct hs_source *source; /* kept */
    char *text;
    struct hs_view view;
    uint8_t *modes; /* (L, h) enum hs_head_mode, or NULL = all on */
    bool planes;    /* of the view's layer */
    bool answer;    /* what the model says at `place`, too */
    size_t place;
    struct live_other other; /* none: all NULL */
};

struct live {
    struct job *job;        /* NULL = nothing goes on */
    struct live_run *run;   /* its data */
    struct live_wish asked; /* of the run that goes on, or of the last one */
    struct hs_view view;    /* wished */
    uint8_t *modes;         /* (L, h) wished; NULL = all on */
    struct live_other other; /* wished as B; none: B is a picture that was kept, or there is none */
    bool other_shown;       /* and it is to be subtracted as soon as it is there */
    bool other_lost;        /* the last run that was to make it did not */
    uint64_t opened;        /* changes with every model that is opened, and … */
    uint64_t begun;         /* … that begins to be */
    struct answer answer;
};

/* What a session says of a model that it opens. */
struct live_start {
    const char *text; /* NULL = what stands in the field */
    const struct layers_place *place; /* layer and form, or NULL */
    const struct live_mode *mode;   /* (modes), or NULL */
    size_t modes;
    struct live_other other;
};

/* The view that is wished for: of the built-in model the picture's. */
struct hs_view live_view(const struct app *app);
bool live_all_items(const struct app *app);
/* Another layer, item or form of the open source; a small one of a file is the picture at once. */
enum hs_status live_show(struct app *app, const struct hs_view *view, bool all_items, struct hs_error *error);
/* How a head runs from now on; HS_NO_MEMORY. */
enum hs_status live_mode(struct app *app, const struct live_mode *mode, struct hs_error *error);
void live_modes_on(struct app *app);

/* B is made by runs from now on: of `text`, or by the model at `path` (the other is NULL); it is subtracted once it is there. */
enum hs_status live_subtract(struct app *app, const char *text, const char *path, struct hs_error *error);
/* B stays what it is, if there is one. */
void live_keep(struct app *app);
/* A B that runs make goes, before another source's picture is taken. */
void live_leave_other(struct app *app);
/* Whether runs make B, and what it is called: its text, or the model's name; "" when they do not. */
bool live_makes_other(const struct app *app);
const char *live_other_name(const struct app *app);
bool live_has_other(const struct app *app); /* the B that they make is there, of what is wished for now */

/* Begins to open the model at `path` and to run a text, or to open an attention file, which is the picture at once when that is
 * quick; what was going on is given up. `start` may be NULL. */
enum hs_status live_open(struct app *app, const char *path, const struct live_start *start, struct hs_error *error);
/* Before every pass: takes a picture that is complete in, starts what is wished for. Headless it waits for that. The error is of
 * the run that ended. */
enum hs_status live_follow(struct app *app, struct hs_error *error);
/* Until the run that goes on has ended, which is then taken in: for what must come after it. */
enum hs_status live_wait(struct app *app, struct hs_error *error);
bool live_busy(const struct app *app);    /* the picture is not what is wished for yet */
bool live_opening(const struct app *app); /* and that is a model, or the one for B, which is not open yet */
/* What goes on, "Opening minilm" or "Running minilm", and how far it is, 0 … 1; "" when nothing does. */
double live_words(const struct app *app, char *words, size_t room);
/* Gives up what goes on; the picture stays. */
void live_cancel(struct app *app);
void live_cancel_file(struct app *app); /* when it opens an attention file: a model would run what is the picture then */
/* At the end. */
void live_forget(struct app *app);
void live_listen(struct app *app); /* services.wake has changed */

#endif
