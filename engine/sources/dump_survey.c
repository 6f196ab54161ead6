/* dump_survey.c – reads every head of a tensor once: its statistics, two thumbnails and what is
 * wrong with its numbers. The Layers view shows what is ready; threads of the app do the work, one
 * head a step. What is known of a head is published by its flag and never changes afterwards. */
#include <math.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "sources/dump.h"

/* Thumbnails are at most as large as a screen shows them, and at least as large as makes sense. */
#define SIDE_MOST 256u
#define SIDE_LEAST 24u

struct surveyed {
    atomic_bool ready;
    bool begun; /* guarded by the lock */
    struct hs_head_survey head;
};

struct hs_survey {
    struct dump_window window;
    size_t side, L, h;
    size_t rows, cols; /* of a thumbnail */
    atomic_size_t done;
    pthread_mutex_t lock; /* guards `begun`, `wanted` and `faults` */
    size_t wanted, begun;
    struct hs_faults faults;
    float *thumbnails;          /* (L h, 2, rows, cols) */
    struct surveyed surveyed[]; /* (L h) */
};

/* Half of what the file takes, within bounds. */
static size_t side_for(const struct hs_dump *dump, size_t heads)
{
    double bytes = (double)dump->length / 2;
    bytes = bytes < HS_SURVEY_LEAST  ? HS_SURVEY_LEAST
            : bytes > HS_SURVEY_MOST ? HS_SURVEY_MOST
                                     : bytes;
    double cells = bytes / sizeof(float) / 2 / (double)heads;
    double side = floor(sqrt(cells));
    return side > SIDE_MOST ? SIDE_MOST : side < SIDE_LEAST ? SIDE_LEAST : (size_t)side;
}

enum hs_status hs_survey_new(struct hs_dump *dump, const struct hs_dump_view *view,
    struct hs_survey **out, struct hs_error *error)
{
    struct dump_window window;
    struct hs_dump_view all = *view;
    all.layer = SIZE_MAX;
    enum hs_status status = hs_dump_window_make(dump, &all, &window, error);
    if (status)
        return status;
    size_t heads = window.part->about.L * window.part->about.h;
    struct hs_survey *survey = calloc(1, sizeof *survey + heads * sizeof survey->surveyed[0]);
    if (!survey || pthread_mutex_init(&survey->lock, NULL)) {
        free(survey);
        hs_dump_window_drop(&window);
        return hs_fail(error, HS_NO_MEMORY, "no memory left for a survey of %zu heads", heads);
    }
    size_t n = window.axis[HS_QUERY].count, m = window.axis[HS_KEY].count;
    survey->window = window;
    survey->L = window.part->about.L;
    survey->h = window.part->about.h;
    survey->side = side_for(dump, heads);
    survey->rows = n < survey->side ? n : survey->side;
    survey->cols = m < survey->side ? m : survey->side;
    /* Pages are taken when a thumbnail is written; their sum is bounded by the choice of side.
     */
    survey->thumbnails = malloc(heads * 2 * survey->rows * survey->cols * sizeof(float));
    if (!survey->thumbnails) {
        hs_survey_drop(survey);
        return hs_fail(
            error, HS_NO_MEMORY, "no memory left for the thumbnails of %zu heads", heads);
    }
    *out = survey;
    return HS_OK;
}

void hs_survey_drop(struct hs_survey *survey)
{
    if (!survey)
        return;
    hs_dump_window_drop(&survey->window);
    pthread_mutex_destroy(&survey->lock);
    free(survey->thumbnails);
    free(survey);
}

/* ------------------------------------------------------------------ thumbnails */
struct reduction {
    size_t n, m, rows, cols;
    double *sum;  /* (cols) */
    float *most;  /* (cols) */
    size_t *seen; /* (cols) */
};

/* Adds the visible part of one row: cells [0, visible). */
static void reduce_row(struct reduction *to, const float *row, size_t visible)
{
    for (size_t c = 0; c < to->cols; c++) {
        size_t from = c * to->m / to->cols, end = (c + 1) * to->m / to->cols, open = 0;
        float most = to->most[c], part = 0;
        end = end < visible ? end : visible;
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

static bool reduce(const struct hs_survey *survey, const float *values, float *largest, float *mean)
{
    const struct dump_window *window = &survey->window;
    struct reduction to = {.n = window->axis[HS_QUERY].count,
        .m = window->axis[HS_KEY].count,
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
        for (size_t q = r * to.n / to.rows; q < (r + 1) * to.n / to.rows; q++) {
            /* As hs_set_masked(): query q stands at key position q + (m - n). */
            size_t end = q + to.m + 1 > to.n ? q + to.m + 1 - to.n : 0;
            bool causal = window->mask == HS_MASK_CAUSAL && end < to.m;
            reduce_row(&to, values + q * to.m, causal ? end : to.m);
        }
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

/* By the same function as for every set. */
static void measure(struct hs_survey *survey, float *values, struct hs_head_stats *stats)
{
    struct hs_set set;
    size_t n = survey->window.axis[HS_QUERY].count, m = survey->window.axis[HS_KEY].count;
    struct hs_matrix A = {values, n, m, m};
    hs_dump_window_frame(&survey->window, &set);
    set.shape.L = set.shape.h = 1;
    set.data = &A;
    set.weights = given_weights;
    hs_head_statistics(&set, 0, 0, stats);
}

static void survey_head(struct hs_survey *survey, size_t index, float *raw, float *shown)
{
    const struct dump_window *window = &survey->window;
    struct surveyed *surveyed = &survey->surveyed[index];
    size_t cells = survey->rows * survey->cols, layer = index / survey->h, head = index % survey->h;
    float *largest = survey->thumbnails + index * 2 * cells, *mean = largest + cells;
    struct hs_faults found = {0};
    bool read = hs_dump_window_read(window, layer, head, raw, shown, NULL) == HS_OK;
    if (read) {
        hs_dump_faults_add(window, layer, head, raw, &found);
        measure(survey, shown, &surveyed->head.stats);
        read = reduce(survey, shown, largest, mean);
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
    const struct dump_axis *axis = survey->window.axis;
    size_t raw_cells = axis[HS_QUERY].file_count * axis[HS_KEY].file_count,
           cells = axis[HS_QUERY].count * axis[HS_KEY].count, index;
    float *raw = malloc(raw_cells * sizeof *raw);
    float *shown = survey->window.merges ? malloc(cells * sizeof *shown) : raw;
    bool found = raw && shown && begin_head(survey, &index);
    if (found)
        survey_head(survey, index, raw, shown);
    if (shown != raw)
        free(shown);
    free(raw);
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
    hs_dump_fault_words(&survey->window, &faults, base, words, room);
}

void hs_stats_csv_header(struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, "layer,head,rows,entropy,entropy_max,distance,self,previous,next,first,"
                            "punctuation,largest,largest_query,largest_key,confidence,offset,"
                            "offset_share\n");
}

void hs_stats_csv_line(
    size_t layer, size_t head, const struct hs_head_stats *s, struct hs_buffer *buffer)
{
    const double first[] = {s->entropy, s->entropy_max, s->distance, s->self, s->previous, s->next,
        s->first, s->punctuation, s->largest};
    hs_buffer_print(buffer, "%zu,%zu,%zu", layer, head, s->rows);
    for (size_t k = 0; k < sizeof first / sizeof *first; k++)
        hs_buffer_print(buffer, ",%.9g", first[k]);
    hs_buffer_print(buffer, ",%zu,%zu,%.9g,%d,%.9g\n", s->largest_q, s->largest_k, s->confidence,
        s->offset, s->offset_share);
}

void hs_survey_write_csv(const struct hs_survey *survey, struct hs_buffer *buffer)
{
    hs_stats_csv_header(buffer);
    for (size_t i = 0; i < survey->L * survey->h; i++) {
        const struct hs_head_survey *head = hs_survey_head(survey, i / survey->h, i % survey->h);
        if (head)
            hs_stats_csv_line(i / survey->h, i % survey->h, &head->stats, buffer);
    }
}
