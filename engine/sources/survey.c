/* survey.c – looks at every head of a part once: its statistics, two thumbnails and what is wrong
 * with its numbers. The Layers view shows what is ready; threads of the app do the work, one head a
 * step. What is known of a head is published by its flag and never changes afterwards. */
#include "sources/survey.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "sources/source.h"

/* Thumbnails are at most as large as a screen shows them, and at least as large as makes sense. */
#define SIDE_MOST 256u
#define SIDE_LEAST 24u

struct surveyed {
    atomic_bool ready;
    bool begun; /* guarded by the lock */
    struct hs_head_survey head;
};

/* Surveys of the same heads share who reads them. */
struct shared_reader {
    atomic_size_t owners;
    struct hs_survey_reader reader;
};

struct hs_survey {
    struct shared_reader *shared;
    struct hs_set frame; /* the reader's; key_padding is `hide`'s own where keys are hidden */
    uint8_t *hide;       /* (m) owned: keys that are masked for everyone; NULL = none but the reader's */
    bool renormalise;
    size_t side, L, h;
    size_t rows, cols; /* of a thumbnail */
    atomic_size_t done;
    pthread_mutex_t lock; /* guards `begun`, `wanted` and `faults` */
    size_t wanted, begun;
    struct hs_faults faults;
    float *thumbnails;          /* (L h, 2, rows, cols) */
    struct surveyed surveyed[]; /* (L h) */
};

/* Half of what the numbers take, within bounds. */
static size_t side_for(double bytes, size_t heads)
{
    bytes /= 2;
    bytes = bytes < HS_SURVEY_LEAST  ? HS_SURVEY_LEAST
            : bytes > HS_SURVEY_MOST ? HS_SURVEY_MOST
                                     : bytes;
    double cells = bytes / sizeof(float) / 2 / (double)heads;
    double side = floor(sqrt(cells));
    return side > SIDE_MOST ? SIDE_MOST : side < SIDE_LEAST ? SIDE_LEAST : (size_t)side;
}

/* Takes no part in owning `shared` when it fails. */
static enum hs_status make(struct shared_reader *shared, struct hs_survey **out, struct hs_error *error)
{
    const struct hs_survey_reader *reader = &shared->reader;
    const struct hs_set_shape *shape = &reader->frame.shape;
    size_t heads = shape->L * shape->h, n = shape->n, m = shape->m;
    struct hs_survey *survey = calloc(1, sizeof *survey + heads * sizeof survey->surveyed[0]);
    if (!survey || pthread_mutex_init(&survey->lock, NULL)) {
        free(survey);
        return hs_fail(error, HS_NO_MEMORY, "no memory left for a survey of %zu heads", heads);
    }
    survey->L = shape->L;
    survey->h = shape->h;
    survey->side = side_for(reader->bytes, heads);
    survey->rows = n < survey->side ? n : survey->side;
    survey->cols = m < survey->side ? m : survey->side;
    /* Pages are taken when a thumbnail is written; their sum is bounded by the choice of side. */
    survey->thumbnails = malloc(heads * 2 * survey->rows * survey->cols * sizeof(float));
    if (!survey->thumbnails) {
        pthread_mutex_destroy(&survey->lock);
        free(survey);
        return hs_fail(
            error, HS_NO_MEMORY, "no memory left for the thumbnails of %zu heads", heads);
    }
    survey->shared = shared;
    survey->frame = reader->frame;
    *out = survey;
    return HS_OK;
}

enum hs_status hsi_survey_make(
    const struct hs_survey_reader *reader, struct hs_survey **out, struct hs_error *error)
{
    struct shared_reader *shared = malloc(sizeof *shared);
    if (!shared)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for a survey");
    shared->reader = *reader;
    atomic_init(&shared->owners, 1);
    enum hs_status status = make(shared, out, error);
    if (status)
        free(shared);
    return status;
}

enum hs_status hs_survey_hiding(const struct hs_survey *of, const uint8_t *hide, bool renormalise, struct hs_survey **out,
    struct hs_error *error)
{
    const struct hs_survey_reader *reader = &of->shared->reader;
    size_t m = reader->frame.shape.m;
    struct hs_survey *survey = NULL;
    if (reader->measures)
        return hs_fail(error, HS_BAD_USE, "keys cannot be hidden in the statistics over all items: each item has its own tokens");
    enum hs_status status = make(of->shared, &survey, error);
    if (status)
        return status;
    atomic_fetch_add(&of->shared->owners, 1);
    survey->hide = hide ? calloc(m ? m : 1, 1) : NULL;
    if (hide && !survey->hide) {
        hs_survey_drop(survey);
        return hs_fail(error, HS_NO_MEMORY, "no memory left to hide tokens");
    }
    for (size_t k = 0; hide && k < m; k++)
        survey->hide[k] = hide[k] || (reader->frame.key_padding && reader->frame.key_padding[k]);
    if (hide)
        survey->frame.key_padding = survey->hide;
    survey->renormalise = hide && renormalise;
    *out = survey;
    return HS_OK;
}

void hs_survey_drop(struct hs_survey *survey)
{
    if (!survey)
        return;
    if (atomic_fetch_sub(&survey->shared->owners, 1) == 1) {
        if (survey->shared->reader.release)
            survey->shared->reader.release(survey->shared->reader.data);
        free(survey->shared);
    }
    pthread_mutex_destroy(&survey->lock);
    free(survey->thumbnails);
    free(survey->hide);
    free(survey);
}

/* ------------------------------------------------------------------ thumbnails */
struct reduction {
    size_t n, m, rows, cols;
    double *sum;  /* (cols) */
    float *most;  /* (cols) */
    size_t *seen; /* (cols) */
};

/* Adds cells [first, last) of one row, which its query may see. */
static void reduce_row(struct reduction *to, const float *row, size_t first, size_t last)
{
    for (size_t c = first * to->cols / to->m; c < to->cols && c * to->m / to->cols < last; c++) {
        size_t from = c * to->m / to->cols, end = (c + 1) * to->m / to->cols, open = 0;
        float most = to->most[c], part = 0;
        from = from > first ? from : first;
        end = end < last ? end : last;
        for (size_t k = from; k < end; k++) {
            float value = row[k];
            bool shown = value != -INFINITY;
            /* NaN stays NaN, so that it is seen in the thumbnail too */
            most = value > most || value != value ? value : most;
            part += shown ? value : 0;
            open += shown;
        }
        to->most[c] = most;
        to->sum[c] += (double)part;
        to->seen[c] += open;
    }
}

static bool reduce(const struct hs_survey *survey, const struct hs_set *frame, struct hs_matrix values, float *largest, float *mean)
{
    struct reduction to = {.n = values.rows,
        .m = values.cols,
        .rows = survey->rows,
        .cols = survey->cols};
    to.sum = malloc(to.cols * sizeof *to.sum);
    to.most = malloc(to.cols * sizeof *to.most);
    to.seen = malloc(to.cols * sizeof *to.seen);
    bool good = to.sum && to.most && to.seen;
    for (size_t r = 0; good && r < to.rows; r++) {
        for (size_t c = 0; c < to.cols; c++) {
            to.sum[c] = 0;
            to.most[c] = -INFINITY;
            to.seen[c] = 0;
        }
        for (size_t q = r * to.n / to.rows; q < (r + 1) * to.n / to.rows; q++)
            for (size_t k = 0, end; (end = hsi_set_run(frame, q, &k)) > k; k = end)
                reduce_row(&to, values.data + q * values.stride, k, end);
        for (size_t c = 0; c < to.cols; c++) {
            largest[r * to.cols + c] = to.most[c];
            mean[r * to.cols + c] =
                to.seen[c] ? (float)(to.sum[c] / (double)to.seen[c]) : -INFINITY;
        }
    }
    free(to.sum);
    free(to.most);
    free(to.seen);
    return good;
}

/* ------------------------------------------------------------------ steps */
static struct hs_matrix given_weights(const struct hs_set *set, size_t layer, size_t head)
{
    (void)layer;
    (void)head;
    return *(const struct hs_matrix *)set->data;
}

struct hs_set hsi_survey_set(const struct hs_set *frame, struct hs_matrix *A)
{
    struct hs_set set = *frame;
    set.shape.L = set.shape.h = 1;
    set.data = A;
    set.weights = given_weights;
    return set;
}

/* By the same function as for every set. */
static void measure(const struct hs_set *frame, struct hs_matrix A, struct hs_head_stats *stats)
{
    const struct hs_set set = hsi_survey_set(frame, &A);
    hs_head_statistics(&set, 0, 0, stats);
}

/* As hs_set_hide_keys() does: to `shown` (n, m), which may be where A stands. */
static struct hs_matrix without_hidden(const struct hs_survey *survey, struct hs_matrix A, float *shown)
{
    for (size_t q = 0; q < A.rows; q++) {
        const float *from = A.data + q * A.stride;
        float *to = shown + q * A.cols;
        double sum = 0;
        for (size_t k = 0; k < A.cols; k++)
            sum += survey->hide[k] || from[k] == -INFINITY ? 0 : (double)from[k];
        double factor = survey->renormalise && sum > 0 ? 1 / sum : 1;
        for (size_t k = 0; k < A.cols; k++)
            to[k] = survey->hide[k] ? 0 : (float)((double)from[k] * factor);
    }
    return (struct hs_matrix){shown, A.rows, A.cols, A.cols};
}

static void survey_head(struct hs_survey *survey, size_t index, float *raw, float *shown)
{
    const struct hs_survey_reader *reader = &survey->shared->reader;
    struct surveyed *surveyed = &survey->surveyed[index];
    size_t cells = survey->rows * survey->cols, layer = index / survey->h, head = index % survey->h;
    float *largest = survey->thumbnails + index * 2 * cells, *mean = largest + cells;
    struct hs_faults found = {0};
    struct hs_set frame = survey->frame;
    if (reader->by_layer)
        frame.cell_masked += layer * frame.shape.n * frame.shape.m;
    struct hs_matrix A = reader->read(reader->data, layer, head, raw, shown, &found, &surveyed->head.stats);
    bool read = A.data != NULL;
    if (read && survey->hide)
        A = without_hidden(survey, A, shown);
    if (read) {
        if (!reader->measures)
            measure(&frame, A, &surveyed->head.stats);
        read = reduce(survey, &frame, A, largest, mean);
    }
    for (size_t i = 0; !read && i < 2 * cells; i++)
        largest[i] = NAN;
    surveyed->head.largest = (struct hs_matrix){largest, survey->rows, survey->cols, survey->cols};
    surveyed->head.mean = (struct hs_matrix){mean, survey->rows, survey->cols, survey->cols};
    pthread_mutex_lock(&survey->lock);
    for (enum hs_fault i = 0; i < HS_FAULT_COUNT; i++) {
        size_t before = survey->faults.first[i].layer * survey->h + survey->faults.first[i].head;
        if (found.rows[i] && (!survey->faults.rows[i] || index < before))
            survey->faults.first[i] = found.first[i];
        survey->faults.rows[i] += found.rows[i];
    }
    survey->faults.above += found.above;
    survey->faults.turned += found.turned;
    pthread_mutex_unlock(&survey->lock);
    atomic_store_explicit(&surveyed->ready, true, memory_order_release);
    atomic_fetch_add(&survey->done, 1);
}

/* The next head that no one has begun, from the wanted layer on and round. */
static bool begin_head(struct hs_survey *survey, size_t *index)
{
    size_t heads = survey->L * survey->h;
    pthread_mutex_lock(&survey->lock);
    bool found = survey->begun < heads;
    size_t at = survey->wanted * survey->h;
    while (found && survey->surveyed[at].begun)
        at = at + 1 == heads ? 0 : at + 1;
    if (found) {
        survey->surveyed[at].begun = true;
        survey->begun++;
    }
    pthread_mutex_unlock(&survey->lock);
    *index = at;
    return found;
}

bool hs_survey_step(struct hs_survey *survey)
{
    const struct hs_survey_reader *reader = &survey->shared->reader;
    size_t cells = reader->frame.shape.n * reader->frame.shape.m, index;
    float *room = malloc((reader->raw_cells + cells) * sizeof *room);
    bool found = room && begin_head(survey, &index);
    if (found)
        survey_head(survey, index, room, room + reader->raw_cells);
    free(room);
    return found;
}

void hs_survey_want(struct hs_survey *survey, size_t layer)
{
    pthread_mutex_lock(&survey->lock);
    survey->wanted = layer < survey->L ? layer : 0;
    pthread_mutex_unlock(&survey->lock);
}

/* ------------------------------------------------------------------ what is known */
size_t hs_survey_side(const struct hs_survey *survey)
{
    return survey->side;
}

size_t hs_survey_done(const struct hs_survey *survey)
{
    return atomic_load(&((struct hs_survey *)survey)->done);
}

size_t hs_survey_total(const struct hs_survey *survey)
{
    return survey->L * survey->h;
}

const struct hs_head_survey *hs_survey_head(
    const struct hs_survey *survey, size_t layer, size_t head)
{
    if (layer >= survey->L || head >= survey->h)
        return NULL;
    const struct surveyed *surveyed = &survey->surveyed[layer * survey->h + head];
    bool ready = atomic_load_explicit(&((struct surveyed *)surveyed)->ready, memory_order_acquire);
    return ready ? &surveyed->head : NULL;
}

void hs_survey_faults(const struct hs_survey *survey, struct hs_faults *faults)
{
    pthread_mutex_t *lock = (pthread_mutex_t *)&survey->lock;
    pthread_mutex_lock(lock);
    *faults = survey->faults;
    pthread_mutex_unlock(lock);
}

void hs_survey_fault_words(const struct hs_survey *survey, size_t base, char *words, size_t room)
{
    struct hs_faults faults;
    hs_survey_faults(survey, &faults);
    if (room > 0)
        words[0] = '\0';
    const struct hs_survey_reader *reader = &survey->shared->reader;
    if (reader->words)
        reader->words(reader->data, &faults, base, words, room);
}

void hs_survey_write_csv(const struct hs_survey *survey, size_t base, struct hs_buffer *buffer)
{
    hs_stats_csv_header(base, buffer);
    for (size_t i = 0; i < survey->L * survey->h; i++) {
        const struct hs_head_survey *head = hs_survey_head(survey, i / survey->h, i % survey->h);
        if (head)
            hs_stats_csv_line(i / survey->h, i % survey->h, &head->stats, base, buffer);
    }
}

/* ------------------------------------------------------------------ of any set */
static struct hs_matrix set_read(void *data, size_t layer, size_t head, float *raw, float *shown,
    struct hs_faults *faults, struct hs_head_stats *stats)
{
    (void)stats;
    (void)raw;
    (void)shown;
    (void)faults; /* our own numbers have none */
    return hs_set_weights(data, layer, head);
}

static void set_release(void *data)
{
    hs_set_drop(data);
}

enum hs_status hs_survey_of(struct hs_set *set, struct hs_survey **survey, struct hs_error *error)
{
    const struct hs_set_shape *shape = &set->shape;
    struct hs_survey_reader reader = {.frame = *set,
        .data = set,
        .bytes = (double)sizeof(float) * (double)shape->L * (double)shape->h * (double)shape->n *
                 (double)shape->m,
        .read = set_read,
        .release = set_release};
    enum hs_status status = hsi_survey_make(&reader, survey, error);
    if (!status)
        hs_set_keep(set);
    return status;
}

enum hs_status hs_source_survey(struct hs_source *source, const struct hs_request *request,
    struct hs_survey **survey, struct hs_error *error)
{
    struct hs_request all = *request;
    struct hs_set *set;
    all.view.layer = SIZE_MAX;
    if (source->kind->survey)
        return source->kind->survey(source, &all, survey, error);
    all.keep = HS_KEEP(HS_PLANE_WEIGHTS);
    enum hs_status status = hs_source_run(source, &all, &set, error);
    if (status)
        return status;
    status = hs_survey_of(set, survey, error);
    hs_set_drop(set);
    return status;
}
