/* dump_survey.c – the readers of surveys of an attention file: one head at a time, as the window of an item
 * shows it, or of all items of a batch; with the faults of the file's own rows. See survey.h. */
#include "sources/dump.h"
#include "sources/survey.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ one item */
static struct hs_matrix window_read(void *data, size_t layer, size_t head, float *raw, float *shown,
    struct hs_faults *faults, struct hs_head_stats *stats)
{
    const struct dump_window *window = data;
    size_t n = window->axis[HS_QUERY].count, m = window->axis[HS_KEY].count;
    (void)stats;
    if (!window->merges)
        raw = shown;
    if (hsi_dump_window_read(window, layer, head, raw, shown, NULL))
        return (struct hs_matrix){NULL, 0, 0, 0};
    hsi_dump_faults_add(window, layer, head, raw, faults);
    return (struct hs_matrix){shown, n, m, m};
}

/* Rows and heads that were looked at. */
static struct dump_looked looked(const struct dump_window *window, size_t windows)
{
    const struct hs_part *t = &window->part->about;
    struct dump_looked all = {0, t->L * t->h * windows};
    for (size_t i = 0; i < windows; i++)
        all.rows += t->L * t->h * (t->n - window[i].axis[HS_QUERY].padding);
    return all;
}

static void window_words(
    void *data, const struct hs_faults *faults, size_t base, char *words, size_t room)
{
    hsi_dump_fault_words(data, looked(data, 1), faults, base, words, room);
}

static void window_release(void *data)
{
    hsi_dump_window_drop(data);
    free(data);
}

/* ------------------------------------------------------------------ all items */
struct batch {
    size_t count, n, m; /* windows, and the longest of their sides */
    struct dump_window window[];
};

/* The mean over the items at each place, of those that see it; what none sees stays masked. */
struct mean {
    float *sum; /* (n, m) of the batch */
    float *of;  /* (n, m) how many items */
};

static void mean_add(const struct batch *batch, const struct hs_set *set, struct hs_matrix A, struct mean *mean)
{
    for (size_t q = 0; q < A.rows; q++)
        for (size_t k = 0, end; (end = hsi_set_run(set, q, &k)) > k; k = end)
            for (size_t i = k; i < end; i++) {
                mean->sum[q * batch->m + i] += A.data[q * A.stride + i];
                mean->of[q * batch->m + i]++;
            }
}

static struct hs_matrix batch_read(void *data, size_t layer, size_t head, float *raw, float *shown,
    struct hs_faults *faults, struct hs_head_stats *stats)
{
    const struct batch *batch = data;
    const struct hs_part *t = &batch->window[0].part->about;
    size_t cells = batch->n * batch->m;
    float *item = raw + t->n * t->m;
    struct mean mean = {shown, item + t->n * t->m};
    struct hs_stats_sum sum = {0};
    bool good = true;
    for (size_t i = 0; i < cells; i++)
        mean.sum[i] = mean.of[i] = 0;
    for (size_t i = 0; good && i < batch->count; i++) {
        struct dump_window *window = (struct dump_window *)&batch->window[i];
        struct hs_set frame;
        hsi_dump_window_frame(window, &frame);
        struct hs_matrix A = {window->merges ? item : raw, frame.shape.n, frame.shape.m, frame.shape.m};
        frame.cell_masked = hsi_dump_cell_masked(window, layer);
        good = hsi_dump_window_read(window, layer, head, raw, window->merges ? item : raw, NULL) == HS_OK;
        if (!good)
            break;
        const struct hs_set set = hsi_survey_set(&frame, &A);
        hsi_dump_faults_add(window, layer, head, raw, faults);
        hsi_stats_add(&sum, &set, 0, 0);
        mean_add(batch, &set, A, &mean);
    }
    for (size_t i = 0; i < cells; i++)
        shown[i] = mean.of[i] > 0 ? mean.sum[i] / mean.of[i] : -INFINITY;
    hsi_stats_end(&sum, stats);
    return good ? (struct hs_matrix){shown, batch->n, batch->m, batch->m} : (struct hs_matrix){NULL, 0, 0, 0};
}

static void batch_words(void *data, const struct hs_faults *faults, size_t base, char *words, size_t room)
{
    const struct batch *batch = data;
    hsi_dump_fault_words(&batch->window[0], looked(batch->window, batch->count), faults, base, words, room);
}

static void batch_release(void *data)
{
    struct batch *batch = data;
    for (size_t i = 0; i < batch->count; i++)
        hsi_dump_window_drop(&batch->window[i]);
    free(batch);
}

/* A window for each item that holds something. */
static enum hs_status batch_make(struct dump *dump, const struct hs_view *view, struct batch **out, struct hs_error *error)
{
    size_t items = view->part < dump->part_count ? dump->part[view->part].about.B : 1;
    struct hs_view one = *view;
    one.layer = SIZE_MAX;
    if (items > HS_ALL_ITEMS_MOST)
        return hs_fail(error, HS_LIMIT, "%s: it has %zu items and statistics of all are taken of at most %u: choose one",
            hsi_name_shown(dump->path).text, items, HS_ALL_ITEMS_MOST);
    struct batch *batch = calloc(1, sizeof *batch + items * sizeof batch->window[0]);
    if (!batch)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for a survey");
    enum hs_status status = HS_OK;
    for (one.item = 0; !status && one.item < items; one.item++) {
        struct dump_window *window = &batch->window[batch->count];
        bool empty = false;
        status = hsi_dump_window_make(dump, &one, window, error);
        if (status == HS_BAD_INPUT && items > 1)
            empty = hsi_dump_all_padding(dump, &one);
        if (empty)
            status = HS_OK;
        else if (!status) {
            size_t n = window->axis[HS_QUERY].count, m = window->axis[HS_KEY].count;
            batch->n = n > batch->n ? n : batch->n;
            batch->m = m > batch->m ? m : batch->m;
            batch->count++;
        }
    }
    if (!status && batch->count == 0)
        status = hs_fail(error, HS_BAD_INPUT, "%s: all its items are nothing but padding", hsi_name_shown(dump->path).text);
    if (status)
        batch_release(batch);
    else
        *out = batch;
    return status;
}

static enum hs_status survey_all(
    struct dump *dump, const struct hs_view *view, struct hs_survey **survey, struct hs_error *error)
{
    struct batch *batch = NULL;
    enum hs_status status = batch_make(dump, view, &batch, error);
    if (status)
        return status;
    const struct hs_part *t = &batch->window[0].part->about;
    struct hs_survey_reader reader = {.data = batch,
        .bytes = (double)dump->length,
        .raw_cells = 3 * t->n * t->m,
        .measures = true,
        .read = batch_read,
        .words = batch_words,
        .release = batch_release};
    hsi_dump_window_frame(&batch->window[0], &reader.frame);
    reader.frame.shape.n = batch->n; /* nothing is masked but what reads as -INFINITY */
    reader.frame.shape.m = batch->m;
    reader.frame.shape.mask = HS_MASK_NONE;
    reader.frame.cell_masked = NULL;
    status = hsi_survey_make(&reader, survey, error);
    if (status)
        batch_release(batch);
    return status;
}

/* ------------------------------------------------------------------ either */
enum hs_status hsi_dump_survey(struct dump *dump, const struct hs_view *view,
    struct hs_survey **survey, struct hs_error *error)
{
    if (view->item == HS_ALL_ITEMS)
        return survey_all(dump, view, survey, error);
    struct hs_view all = *view;
    struct dump_window *window = malloc(sizeof *window);
    if (!window)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for a survey");
    all.layer = SIZE_MAX;
    enum hs_status status = hsi_dump_window_make(dump, &all, window, error);
    if (status) {
        free(window);
        return status;
    }
    struct hs_survey_reader reader = {.data = window,
        .bytes = (double)dump->length,
        .raw_cells = window->merges ? window->axis[HS_QUERY].file_count * window->axis[HS_KEY].file_count : 0,
        .by_layer = window->masks > 1,
        .read = window_read,
        .words = window_words,
        .release = window_release};
    hsi_dump_window_frame(window, &reader.frame);
    status = hsi_survey_make(&reader, survey, error);
    if (status)
        window_release(window);
    return status;
}
