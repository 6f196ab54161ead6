/* live.h – a real model that runs the text in the field: opened and run by a thread of its own (job.h), never by the window. What
 * is wished for follows from the model of the app: text, layer, form of the pieces, heads switched, planes that the view needs.
 * The newest wish wins, the former picture stays until its picture is complete, and a wish that failed is not tried again. */
#ifndef HEADSCOPE_LIVE_H
#define HEADSCOPE_LIVE_H

#include "hs.h"
#include "model/answer.h"

struct app;
struct dump_place;
struct job;
struct live_run;

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
};

struct live {
    struct job *job;        /* NULL = nothing goes on */
    struct live_run *run;   /* its data */
    struct live_wish asked; /* of the run that goes on, or of the last one */
    struct hs_view view;    /* wished */
    uint8_t *modes;         /* (L, h) wished; NULL = all on */
    struct answer answer;
};

/* The view that is wished for: where no model runs, the picture's. */
struct hs_view live_view(const struct app *app);
void live_show(struct app *app, const struct hs_view *view);
/* The mode of a head of the picture's layer; HS_NO_MEMORY. */
enum hs_status live_mode(struct app *app, size_t head, enum hs_head_mode mode, struct hs_error *error);
void live_modes_on(struct app *app);

/* Begins to open the model at `path` and to run the text of the field; what was going on is given up. `place`: layer and form,
 * or NULL. */
enum hs_status live_open(struct app *app, const char *path, const struct dump_place *place, struct hs_error *error);
/* Before every pass: takes a picture that is complete in, starts what is wished for. Headless it waits for that. The error is of
 * the run that ended. */
enum hs_status live_follow(struct app *app, struct hs_error *error);
/* Until the run that goes on has ended, which is then taken in: for what must come after it. */
enum hs_status live_wait(struct app *app, struct hs_error *error);
bool live_busy(const struct app *app);    /* the picture is not what is wished for yet */
bool live_opening(const struct app *app); /* and that is a model which is not open yet */
/* What goes on, "Opening minilm" or "Running minilm", and how far it is, 0 … 1; "" when nothing does. */
double live_words(const struct app *app, char *words, size_t room);
/* Gives up what goes on; the picture stays. */
void live_cancel(struct app *app);
/* At the end. */
void live_forget(struct app *app);
void live_listen(struct app *app); /* services.wake has changed */

#endif
