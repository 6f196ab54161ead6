/* job.h – work that goes on beside the window: surveys, measurements, and what else takes longer than a frame. A job is steps of
 * some data, done by threads until nothing is left or it is told to stop. Nobody waits for a thread but who asks to: the data go
 * when their owner and all threads have left. One thread, the app's, calls all of this. */
#ifndef HEADSCOPE_JOB_H
#define HEADSCOPE_JOB_H

#include "hs.h"

struct job_kind {
    /* Does a part of the work; false when nothing is left to begin. `watch` says when to stop, and may be told how far it is.
     * With several threads, from all of them at once. */
    bool (*step)(void *data, const struct hs_watch *watch);
    void (*drop)(void *data);
    bool patient; /* longer than a frame, and nobody waits for it: its threads, and what they start, give way to the window's */
};
struct job;
/* Takes `data` over, unless it returns NULL: no memory. After a step and at the end `wake(platform)` is called, from a thread, at
 * most once before job_seen(); NULL = nobody waits. */
struct job *job_new(const struct job_kind *kind, void *data, void (*wake)(void *platform), void *platform);
/* Another listener, or NULL for none. */
void job_listen(struct job *job, void (*wake)(void *platform), void *platform);
size_t job_run(struct job *job, size_t threads); /* returns how many there are now */
void job_pause(struct job *job);                 /* threads leave after the step they are at, or within it when it watches */
void job_seen(struct job *job);
/* Whether no thread is at work, waiting up to `patience` milliseconds; negative = until it is so. */
bool job_idle(struct job *job, int patience);
/* How far the present step is, 0 … 1; 0 until it says so. */
double job_progress(const struct job *job);
void job_leave(struct job *job); /* pauses and gives the job up; returns at once; NULL does nothing */

#endif
