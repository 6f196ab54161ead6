/* corpus.h – the annotated sentences and how the heads do on them, measured on a thread of its own
 * while the window goes on. scores.c wishes; views and options read the result. One owner, one
 * thread calls it; the worker sees only what it was given. */
#ifndef HEADSCOPE_CORPUS_H
#define HEADSCOPE_CORPUS_H

#include "hs.h"

struct corpus_wish {
    size_t h; /* heads: of all layers */
    enum hs_mask mask;
    struct hs_source *source; /* whose heads they are; a wish that is kept keeps it */
    size_t part;              /* of it */
    enum hs_baseline compare; /* measured as well; HS_BASELINE_NONE = the best fixed offset, which
                                 every score holds already */
};

struct corpus_result {
    struct corpus_wish of;
    struct hs_measure *measure;  /* the heads */
    struct hs_measure *baseline; /* the same for of.compare; NULL for the best offset */
    struct hs_verdict *verdicts; /* (h) */
};

struct corpus;
/* `wake` is called from the worker when a result is ready to be collected; NULL = nobody waits. */
struct corpus *corpus_new(void); /* NULL when memory ran out */
void corpus_set_wake(struct corpus *corpus, void (*wake)(void *user), void *user);
void corpus_drop(struct corpus *corpus); /* stops the worker first */

/* Replaces the sentences; on failure the old ones stay. */
enum hs_status corpus_open(struct corpus *corpus, const char *path, struct hs_error *error);
const struct hs_annotated *corpus_annotated(const struct corpus *corpus); /* NULL = none open */

/* Takes a finished result in, starts the worker when the result is not of `wish`, and may `wait` for it. `fresh` says whether
 * the result is new. HS_OK with an old result (or none) means: not ready yet. */
enum hs_status corpus_follow(struct corpus *corpus, const struct corpus_wish *wish, bool wait,
    bool *fresh, struct hs_error *error);
const struct corpus_result *corpus_result(const struct corpus *corpus); /* NULL = none yet */
/* Why this wish cannot be met; NULL while nobody knows. */
const char *corpus_failure(const struct corpus *corpus, const struct corpus_wish *wish);

#endif
