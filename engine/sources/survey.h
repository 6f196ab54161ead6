/* survey.h – what a survey reads heads from. survey.c brings the reader of any set, dump_survey.c that
 * of files, which also looks for faults. */
#ifndef HS_SOURCES_SURVEY_H
#define HS_SOURCES_SURVEY_H

#include "hs.h"
#include "set/set.h"

struct hs_survey_reader {
    struct hs_set frame; /* tokens, shape (all layers) and masks; borrowed from `data`; no numbers */
    void *data;          /* released with the survey, by whoever made it when that fails */
    double bytes;        /* of all numbers: thumbnails may take half of it */
    size_t raw_cells;    /* floats of room that read() wants beside a head's own n m */
    bool by_layer;       /* frame.cell_masked is (L, n, m) */
    bool measures;       /* read() fills the statistics; else they are made of what it gives */
    /* One head, to `shown` (n, m) or where it stands; `raw` (raw_cells). data is NULL when it cannot
     * be read. Any number of threads at once. */
    struct hs_matrix (*read)(void *data, size_t layer, size_t head, float *raw, float *shown,
        struct hs_faults *faults, struct hs_head_stats *stats);
    void (*words)(void *data, const struct hs_faults *faults, size_t base, char *words,
        size_t room); /* NULL: there are no faults */
    void (*release)(void *data);
};
enum hs_status hsi_survey_make(
    const struct hs_survey_reader *reader, struct hs_survey **survey, struct hs_error *error);

/* A set of one head over a frame and numbers of its own, for a survey to measure: not to be dropped. */
struct hs_set hsi_survey_set(const struct hs_set *frame, struct hs_matrix *A);

#endif
