/* learn.h – training runs before the eyes (hs_learn.h): the run that goes on beside the window or was opened, what is wished for
 * the next one, and the moment that the picture is of. While one is, it is the live model: every view shows it. act/learn.c
 * changes it. */
#ifndef HEADSCOPE_MODEL_LEARN_H
#define HEADSCOPE_MODEL_LEARN_H

#include "hs.h"
#include "hs_learn.h"
#include "model/learn_disk.h"
#include "model/learn_ready.h"

struct app;
struct job;
struct learn_work;

#define LEARN_PATH_ROOM 4096 /* as APP_PATH_ROOM */
#define LEARN_NEWEST ((size_t)-1) /* as a moment: whichever is the last by now */

struct learn {
    struct hs_learn_options wish; /* of the next run; .models is 0 until app_new */
    struct learn_work *work;      /* the run that is trained here, its job's; NULL = none, or one that was opened */
    struct job *job;
    struct hs_learn *opened;      /* a run from a file; NULL = none */
    bool stopping;                /* for good, after the batch that goes on */
    bool going;                   /* batches are wanted, one after another */
    bool warned;                  /* just now, that another run would take the place of this one */
    size_t headless_batches;      /* without a window, at most so many are trained at a time; 0 = all */
    size_t moment;                /* wished for: LEARN_NEWEST, or a kept one */
    size_t model;                 /* whose heads the picture shows */
    bool shown;                   /* the picture is of the run: of these two and the text of `set` */
    size_t shown_moment, shown_model;
    struct hs_source *builtin;    /* what is live otherwise; kept while the run is */
    struct hs_set *set[HS_LEARN_MODELS]; /* the sentence through each model at that moment; NULL = none yet */
    uint64_t set_of;              /* picture.identity that they were made for */
    struct hs_set *film[HS_LEARN_MOMENTS]; /* the sentence at some moments of the shown model: for its film strip */
    size_t film_moment[HS_LEARN_MOMENTS], film_count;
    uint64_t identity;            /* changes with them: cache key for heatmaps */
    struct learn_disk disk[LEARN_DISK_WAYS];
    struct learn_ready ready;
    char path[LEARN_PATH_ROOM];   /* the run's file, where its first `saved` moments are; "" = none */
    size_t saved;
};

/* The run that can be asked, NULL while there is none. */
const struct hs_learn *learn_run(const struct app *app);
/* The moment that is to be shown: the wished one or the newest. */
size_t learn_wished(const struct app *app);
/* The one that the picture is of, while there is one: its models are made ready beside the window (learn_ready.h). */
size_t learn_moment(const struct app *app);
/* What the run's own sentences say of a head of the picture; NULL when the picture is of no moment. */
const struct hs_verdict *learn_verdict(const struct app *app, size_t head);
bool learn_making(const struct app *app); /* the wished one is not ready */
/* The file that has that moment; NULL = none. */
const char *learn_path(const struct app *app);
/* Nothing more can be trained: it came to its end, was stopped, or was opened. */
bool learn_over(const struct app *app);
double learn_share(const struct app *app); /* of the run, 0 … 1 */

/* Begins a run as wished, in place of the former, and trains nothing yet. HS_NO_MEMORY or HS_BAD_USE. */
enum hs_status learn_begin(struct app *app, struct hs_error *error);
/* Trains on, `batches` at most; beside the window, or headless before it returns. */
void learn_go(struct app *app, size_t batches);
void learn_pause(struct app *app);
/* Stops for good, after the batch that goes on; the moments stay. */
void learn_end(struct app *app);
/* Takes a run that was opened over, in place of the former; its settings are what is wished for. */
void learn_take(struct app *app, struct hs_learn *run, const char *path);
/* Its first so many moments are in that file now. */
void learn_is_saved(struct app *app, const char *path, size_t moments);
/* Before every pass: what went wrong in the run, once. */
enum hs_status learn_heard(struct app *app, struct hs_error *error);
void learn_forget_sets(struct app *app);
void learn_forget_film(struct app *app);
void learn_listen(struct app *app); /* services.wake has changed */
/* At the end of the program. */
void learn_drop(struct app *app);

/* "0.005": the fewest digits that read back the same. Returns text. */
const char *learn_rate(float rate, char *text, size_t room);

#endif
