/* stats.c – what one head does over a whole set, in numbers. Views show these; they compute none
 * themselves. Sources: entropy of the attention distribution and mean attended distance, Vig &
 * Belinkov 2019 ("Analyzing the Structure of Attention in a Transformer Language Model"); shares on
 * the previous, next, first and own token and on punctuation, Clark et al. 2019 ("What Does BERT
 * Look At?", section 3); confidence = mean of row maxima, and positional heads by a shared offset
 * of the maxima, Voita et al. 2019 ("Analyzing Multi-Head Self-Attention", sections 4 and 5). Sums
 * are in double. */
#include <math.h>
#include <stdlib.h>

#include "kernels/kernels.h"
#include "set/set.h"

/* Of a row that is a part of one: as if it summed to 1. With p_i / S for p_i that is H / S + ln S. */
static double share_entropy(const struct hs_set *set, const float *row, size_t q, double entropy)
{
    double sum = 0;
    if (!set->cut)
        return entropy;
    for (size_t k = 0, end; (end = hsi_set_run(set, q, &k)) > k; k = end)
        for (size_t i = k; i < end; i++)
            sum += row[i] > 0 ? (double)row[i] : 0;
    return sum > 0 ? entropy / sum + log(sum) : 0;
}

/* Masked queries, and what could not be computed, are no rows: not all zeros (of weights; a difference
 * may be), and every number finite. `size` is the sum of |p|. */
static bool row_counts(const struct hs_set *set, double size)
{
    return isfinite(size) && (size > 0 || set->values != HS_VALUES_WEIGHT);
}

double hs_row_entropy(
    const struct hs_set *set, size_t layer, size_t head, size_t q, size_t *visible)
{
    const struct hs_kernels *kernels = hsi_kernels_best();
    struct hs_matrix A = hs_set_weights(set, layer, head);
    double entropy = 0, size = 0;
    size_t seen = 0;
    if (A.data && q < A.rows) {
        for (size_t k = 0, end; (end = hsi_set_run(set, q, &k)) > k; k = end) {
            entropy += kernels->entropy(A.data + q * A.stride + k, end - k);
            seen += end - k;
            for (size_t i = k; i < end; i++)
                size += fabs((double)A.data[q * A.stride + i]);
        }
        entropy = share_entropy(set, A.data + q * A.stride, q, entropy);
    }
    if (visible)
        *visible = seen;
    if (seen > 0 && !row_counts(set, size))
        return (double)NAN;
    return entropy > 0 ? entropy : 0; /* rounding of weights near 1 must not show as -0.000 */
}

size_t hs_row_rank(const struct hs_set *set, size_t layer, size_t head, size_t q, size_t k)
{
    struct hs_matrix A = hs_set_weights(set, layer, head);
    if (!A.data || q >= A.rows || k >= A.cols || hs_set_masked(set, q, k))
        return 0;
    const float *row = A.data + q * A.stride;
    size_t rank = 1;
    for (size_t other = 0; other < A.cols; other++)
        rank += row[other] > row[k] && !hs_set_masked(set, q, other);
    return rank;
}

static void share_add(
    struct hs_stats_share *share, const struct hs_set *set, const float *row, size_t q, size_t k)
{
    if (k >= set->shape.m || hs_set_masked(set, q, k))
        return;
    share->sum += (double)row[k];
    share->rows++;
}

/* The mean over the rows that have such a key. */
static double share_mean(struct hs_stats_share share)
{
    return share.rows ? share.sum / (double)share.rows : 0;
}

/* What is summed over one row. */
struct row_sums {
    double distance, punctuation, size;
    size_t best; /* the key of its maximum, the first of equals; SIZE_MAX before the first run */
};

static void run_add(struct row_sums *sums, const struct hs_token *keys, const float *row, size_t place,
    size_t k, size_t end)
{
    double distance = 0, punctuation = 0, size = 0;
    size_t best = k;
    for (size_t i = k; i < end; i++) {
        double p = (double)row[i];
        if (row[i] > row[best])
            best = i;
        size += fabs(p);
        distance += p * fabs((double)i - (double)place);
        if (keys[i].kind == HS_TOKEN_PUNCT)
            punctuation += p;
    }
    sums->distance += distance;
    sums->punctuation += punctuation;
    sums->size += size;
    if (sums->best == SIZE_MAX || row[best] > row[sums->best])
        sums->best = best;
}

/* Returns the key of the row's maximum (the first of equals), or m when the row does not count. */
static size_t row_add(const struct hs_set *set, const struct hs_kernels *kernels, const float *row,
    size_t q, struct hs_head_stats *stats)
{
    struct row_sums sums = {.best = SIZE_MAX};
    const size_t place = q + set->shape.first_query;
    double entropy = 0;
    size_t seen = 0;
    for (size_t k = 0, end; (end = hsi_set_run(set, q, &k)) > k; k = end) {
        entropy += kernels->entropy(row + k, end - k);
        run_add(&sums, set->tokens[HS_KEY]->token, row, place, k, end);
        seen += end - k;
    }
    entropy = share_entropy(set, row, q, entropy);
    size_t best = sums.best;
    if (seen == 0 || !row_counts(set, sums.size))
        return set->shape.m;
    stats->rows++;
    stats->entropy += entropy > 0 ? entropy : 0;
    stats->entropy_max += log((double)seen);
    stats->distance += sums.distance;
    stats->punctuation += sums.punctuation;
    stats->confidence += (double)row[best];
    if (stats->rows == 1 || (double)row[best] > stats->largest) {
        stats->largest = (double)row[best];
        stats->largest_q = q;
        stats->largest_k = best;
    }
    return best;
}

static int by_value(const void *left, const void *right)
{
    long a = *(const long *)left, b = *(const long *)right;
    return (a > b) - (a < b);
}

/* The most frequent offset; of equally frequent ones the nearest to 0, then the negative one. */
static void find_offset(long *offsets, size_t count, struct hs_head_stats *stats)
{
    size_t best = 0;
    qsort(offsets, count, sizeof *offsets, by_value);
    for (size_t i = 0; i < count;) {
        size_t end = i;
        while (end < count && offsets[end] == offsets[i])
            end++;
        if (end - i > best || (end - i == best && labs(offsets[i]) < labs((long)stats->offset))) {
            best = end - i;
            stats->offset = (int)offsets[i];
        }
        i = end;
    }
    stats->offset_share = count ? (double)best / (double)count : 0;
}

/* Room for one offset more; false when memory ran out. */
static bool offset_room(struct hs_stats_sum *sum)
{
    if (sum->offset && sum->stats.rows <= sum->room)
        return true;
    size_t room = sum->room ? 2 * sum->room : 256;
    long *offset = realloc(sum->offset, room * sizeof *offset);
    if (!offset)
        return false;
    sum->offset = offset;
    sum->room = room;
    return true;
}

void hsi_stats_add(struct hs_stats_sum *sum, const struct hs_set *set, size_t layer, size_t head)
{
    struct hs_matrix A = hs_set_weights(set, layer, head);
    const struct hs_kernels *kernels = hsi_kernels_best();
    struct hs_head_stats *stats = &sum->stats;
    for (size_t q = 0; A.data && q < A.rows; q++) {
        const float *row = A.data + q * A.stride;
        size_t best = row_add(set, kernels, row, q, stats);
        if (best == A.cols)
            continue;
        size_t place = q + set->shape.first_query;
        if (offset_room(sum))
            sum->offset[stats->rows - 1] = (long)best - (long)place;
        share_add(&sum->self, set, row, q, place);
        share_add(&sum->next, set, row, q, place + 1);
        share_add(&sum->first, set, row, q, 0);
        if (place > 0)
            share_add(&sum->previous, set, row, q, place - 1);
    }
}

void hsi_stats_end(struct hs_stats_sum *sum, struct hs_head_stats *stats)
{
    *stats = sum->stats;
    if (stats->rows) {
        double rows = (double)stats->rows;
        stats->entropy /= rows;
        stats->entropy_max /= rows;
        stats->distance /= rows;
        stats->punctuation /= rows;
        stats->confidence /= rows;
    }
    stats->self = share_mean(sum->self);
    stats->previous = share_mean(sum->previous);
    stats->next = share_mean(sum->next);
    stats->first = share_mean(sum->first);
    if (sum->offset && stats->rows <= sum->room)
        find_offset(sum->offset, stats->rows, stats);
    free(sum->offset);
}

void hs_head_statistics(
    const struct hs_set *set, size_t layer, size_t head, struct hs_head_stats *stats)
{
    struct hs_stats_sum sum = {0};
    hsi_stats_add(&sum, set, layer, head);
    hsi_stats_end(&sum, stats);
}

void hs_head_extent(
    const struct hs_set *set, size_t layer, size_t head, float *least, float *largest)
{
    struct hs_matrix A = hs_set_weights(set, layer, head);
    bool any = false;
    *least = *largest = 0;
    for (size_t q = 0; A.data && q < A.rows; q++) {
        const float *row = A.data + q * A.stride;
        for (size_t k = 0, end; (end = hsi_set_run(set, q, &k)) > k; k = end) {
            for (size_t i = k; i < end; i++) {
                if (!isfinite(row[i]))
                    continue;
                *least = any ? fminf(*least, row[i]) : row[i];
                *largest = any ? fmaxf(*largest, row[i]) : row[i];
                any = true;
            }
        }
    }
}

/* ------------------------------------------------------------------ one row a statistic */
#define GET(member)                                                                                \
    static double get_##member(const struct hs_head_stats *stats)                                  \
    {                                                                                              \
        return (double)stats->member;                                                              \
    }
GET(rows)
GET(entropy)
GET(entropy_max)
GET(distance)
GET(self)
GET(previous)
GET(next)
GET(first)
GET(punctuation)
GET(largest)
GET(largest_q)
GET(largest_k)
GET(confidence)
GET(offset)
GET(offset_share)

static const struct hs_statistic rows[] = {
    {.name = "rows", .unit = HS_UNIT_WHOLE, .get = get_rows},
    {"entropy", "Entropy", "Entropy", "Mean entropy of the rows, as a share of the even spread’s",
        HS_UNIT_NATS, 1, false, false, get_entropy, get_entropy_max},
    {.name = "entropy_max", .unit = HS_UNIT_NATS, .get = get_entropy_max},
    {"distance", "Mean distance", "Dist.",
        "How many tokens away the head looks, weighted by its weights", HS_UNIT_TOKENS, 9, false, false,
        get_distance, NULL},
    {"self", "On itself", "Self", "Mean weight a token gives to itself", HS_UNIT_SHARE, 4, true, false,
        get_self, NULL},
    {"previous", "On previous", "Prev.", "Mean weight on the token before", HS_UNIT_SHARE, 5, true, false,
        get_previous, NULL},
    {"next", "On next", "Next", "Mean weight on the token after", HS_UNIT_SHARE, 6, true, true, get_next,
        NULL},
    {"first", "On first token", "First", "Mean weight on the first token: a sink, when large",
        HS_UNIT_SHARE, 7, false, false, get_first, NULL},
    {"punctuation", "On punctuation", "Punct.", "Mean weight on punctuation", HS_UNIT_SHARE, 8,
        false, false, get_punctuation, NULL},
    {"largest", "Largest weight", "Largest", "The largest single weight", HS_UNIT_WEIGHT, 3, false, false,
        get_largest, NULL},
    {.name = "largest_query", .unit = HS_UNIT_PLACE, .get = get_largest_q},
    {.name = "largest_key", .unit = HS_UNIT_PLACE, .get = get_largest_k},
    {"confidence", "Confidence", "Conf.", "Mean over the rows of their largest weight",
        HS_UNIT_WEIGHT, 2, false, false, get_confidence, NULL},
    {.name = "offset", .unit = HS_UNIT_WHOLE, .get = get_offset},
    {.name = "offset_share", .unit = HS_UNIT_SHARE, .get = get_offset_share},
};

size_t hs_statistics(const struct hs_statistic **all)
{
    *all = rows;
    return sizeof rows / sizeof *rows;
}

bool hs_statistic_tells(const struct hs_statistic *row, const struct hs_set *set)
{
    return (!row->same_tokens || set->shape.same_text) && (!row->behind || set->shape.mask != HS_MASK_CAUSAL);
}

double hs_statistic_figure(const struct hs_statistic *row, const struct hs_head_stats *stats)
{
    double value = row->get(stats), most = row->of ? row->of(stats) : 1;
    if (stats->rows == 0 && row->get != get_rows)
        return (double)NAN;
    return most > 0 ? value / most : 0;
}

void hs_stats_csv_header(size_t base, struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, "layer_from_%zu,head_from_%zu", base, base);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hs_buffer_print(buffer, ",%s", rows[i].name);
        if (rows[i].unit == HS_UNIT_PLACE)
            hs_buffer_print(buffer, "_from_%zu", base);
    }
    hs_buffer_print(buffer, "\n");
}

void hs_stats_csv_line(
    size_t layer, size_t head, const struct hs_head_stats *stats, size_t base, struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, "%zu,%zu", layer + base, head + base);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hs_buffer_write(buffer, ",", 1);
        if (stats->rows == 0 && rows[i].get != get_rows) /* a mean of nothing */
            continue;
        if (rows[i].unit == HS_UNIT_WHOLE || rows[i].unit == HS_UNIT_PLACE)
            hs_buffer_print(buffer, "%.0f", rows[i].get(stats) + (rows[i].unit == HS_UNIT_PLACE ? (double)base : 0));
        else
            hs_buffer_number(buffer, rows[i].get(stats));
    }
    hs_buffer_write(buffer, "\n", 1);
}
