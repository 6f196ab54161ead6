/* live_run.h – one run of a real model, by a thread of its own: opening it where it is to be opened first, the picture, B beside it,
 * what the model answers. Between live.c, which starts runs and takes them in, and job.h. */
#ifndef HEADSCOPE_LIVE_RUN_H
#define HEADSCOPE_LIVE_RUN_H

#include "model/job.h"
#include "model/layers_make.h"

struct live_run {
    struct live_wish wish;
    bool placed;
    struct layers_place place; /* to be found once the model is open */
    struct live_mode *set;   /* (set_count) heads to switch once it is open */
    size_t set_count;
    char *before;            /* what stood in the field when opening began */
    bool picture;            /* layers are to be made; else only an answer, which the picture has not yet */
    bool other;              /* and so is B; else none is wished, or the one that is there still holds */
    struct layers_made made;
    struct hs_likely answer;
    enum hs_status status, other_status; /* the latter of B, without which the picture is shown all the same */
    struct hs_error error, other_error;
};

extern const struct job_kind live_run_kind; /* its data are a struct live_run */
void live_run_drop(struct live_run *run);

/* All owned; to be zeroed before. On HS_NO_MEMORY nothing is left in `copy`. `modes`: how many wish->modes has. */
enum hs_status live_wish_copy(const struct live_wish *wish, struct live_wish *copy, size_t modes, struct hs_error *error);
void live_wish_drop(struct live_wish *wish);

#endif
