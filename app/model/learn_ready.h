/* learn_ready.h – the models of one moment of a training run, made ready to run: megabytes of weights to numbers and into the order of
 * the kernels, some ten milliseconds, by a thread of its own (job.h). One moment at a time is made. Part of the model (app.h). */
#ifndef HEADSCOPE_LEARN_READY_H
#define HEADSCOPE_LEARN_READY_H

#include "hs.h"
#include "hs_learn.h"

struct app;
struct job;
struct learn_ready_work;

struct learn_ready {
    struct job *job; /* NULL = nothing is made */
    struct learn_ready_work *work;
    size_t refused;  /* 1 + the moment that could not be made, which is not tried again before another is wished for; 0 = none */
};

/* The models of *moment, beginning with app->learn.model, as a source that the caller owns. NULL while they are made, which is
 * begun here; then, when they are ready, services.wake is called. When an earlier wish is ready it is that, and *moment says so:
 * who scrubs fast sees some of the way. With `wait`, without a window or without threads it is always what was asked for. */
enum hs_status learn_ready(struct app *app, const struct hs_learn *run, size_t *moment, bool wait, struct hs_source **source,
    struct hs_error *error);
/* Waits for the thread, whose run and preset may go then. */
void learn_ready_drop(struct app *app);
void learn_ready_listen(struct app *app); /* services.wake has changed */

#endif
