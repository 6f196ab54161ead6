/* explain.c – one number of the forward pass taken apart, and heads compared: the sums behind a
 * score, the change of an output row, the likeness of two heads. Views show these terms; nothing
 * here is an approximation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "set/set.h"

static int by_size(float a, float b)
{
    float left = fabsf(a), right = fabsf(b);
    if (left != right)
        return left < right ? 1 : -1;
    return (a < b) - (a > b);
}

static int term_order(const void *left, const void *right)
{
    const struct hs_score_term *a = left, *b = right;
    int order = by_size(a->term, b->term);
    return order ? order : (a->dimension > b->dimension) - (a->dimension < b->dimension);
}

size_t hs_score_terms(
    const struct hs_set *set, size_t head, size_t q, size_t k, struct hs_score_term *terms)
{
    struct hs_matrix Q = hs_set_plane(set, HS_PLANE_Q, head),
                     K = hs_set_plane(set, HS_PLANE_K, head);
    if (!Q.data || !K.data || q >= Q.rows || k >= K.rows)
        return 0;
    float scale = (float)(1 / sqrt((double)Q.cols));
    for (size_t d = 0; d < Q.cols; d++) {
        float a = Q.data[q * Q.stride + d], b = K.data[k * K.stride + d];
        terms[d] = (struct hs_score_term){d, a, b, a * b * scale};
    }
    qsort(terms, Q.cols, sizeof *terms, term_order);
    return Q.cols;
}

/* Keeps pairs[0 .. count) the largest so far, sorted; an insertion into a short list. */
static size_t pair_insert(
    struct hs_feature_pair *pairs, size_t count, size_t room, struct hs_feature_pair pair)
{
    if (room == 0 || (count == room && by_size(pair.term, pairs[count - 1].term) >= 0))
        return count;
    size_t at = count < room ? count++ : count - 1;
    for (; at > 0 && by_size(pair.term, pairs[at - 1].term) < 0; at--)
        pairs[at] = pairs[at - 1];
    pairs[at] = pair;
    return count;
}

/* There are tens of thousands of pairs, so the products run in lanes that a compiler makes vectors
 * of; each lane adds at most n / 16 + 1 of them before the lanes meet in double. */
static double dot(const float *a, const float *b, size_t n)
{
    enum { LANES = 16 };
    float lane[LANES] = {0};
    double sum = 0;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t j = 0; j < LANES; j++)
            lane[j] += a[i + j] * b[i + j];
    for (size_t j = 0; j < LANES; j++)
        sum += (double)lane[j];
    for (; i < n; i++)
        sum += (double)a[i] * (double)b[i];
    return sum;
}

size_t hs_score_features(const struct hs_set *set, const struct hs_weights *weights, size_t head,
    size_t q, size_t k, struct hs_feature_pair *pairs, size_t room, float *total)
{
    struct hs_matrix X_q = hs_set_plane(set, HS_PLANE_X_Q, head),
                     X_k = hs_set_plane(set, HS_PLANE_X_KV, head);
    size_t d_model = weights->d_model, d_k = set->shape.d_k, count = 0;
    double sum = 0;
    *total = 0;
    if (!X_q.data || !X_k.data || q >= X_q.rows || k >= X_k.rows || d_model != set->shape.d_model)
        return 0;
    const float *x_q = X_q.data + q * X_q.stride, *x_k = X_k.data + k * X_k.stride;
    for (size_t a = 0; a < d_model; a++) {
        const float *w_q = weights->W_Q + a * d_model + head * d_k;
        for (size_t b = 0; x_q[a] != 0 && b < d_model; b++) {
            const float *w_k = weights->W_K + b * d_model + head * d_k;
            if (x_k[b] == 0)
                continue;
            double term = (double)x_q[a] * dot(w_q, w_k, d_k) * (double)x_k[b] / sqrt((double)d_k);
            sum += term;
            count = pair_insert(
                pairs, count, room, (struct hs_feature_pair){a, b, x_q[a], x_k[b], (float)term});
        }
    }
    *total = (float)sum;
    return count;
}

void hs_row_change(const float *before, const float *after, size_t width, struct hs_change *change)
{
    double aa = 0, bb = 0, ab = 0, dd = 0;
    for (size_t j = 0; j < width; j++) {
        double a = (double)before[j], b = (double)after[j];
        aa += a * a;
        bb += b * b;
        ab += a * b;
        dd += (a - b) * (a - b);
    }
    *change =
        (struct hs_change){.norm_before = sqrt(aa), .norm_after = sqrt(bb), .distance = sqrt(dd)};
    change->cosine = aa > 0 && bb > 0 ? ab / sqrt(aa * bb) : aa == bb ? 1 : 0;
}

bool hs_output_change(
    const struct hs_set *before, const struct hs_set *after, size_t token, struct hs_change *change)
{
    struct hs_matrix A = hs_set_plane(before, HS_PLANE_OUTPUT, 0),
                     B = hs_set_plane(after, HS_PLANE_OUTPUT, 0);
    if (!A.data || !B.data || A.cols != B.cols || token >= A.rows || token >= B.rows)
        return false;
    hs_row_change(A.data + token * A.stride, B.data + token * B.stride, A.cols, change);
    return true;
}

/* p log2(p / m), with 0 log 0 = 0. */
static double divergence_term(double p, double middle)
{
    return p > 0 ? p * log2(p / middle) : 0;
}

double hs_head_divergence(const struct hs_set *a, size_t layer_a, size_t head_a,
    const struct hs_set *b, size_t layer_b, size_t head_b)
{
    struct hs_matrix A = hs_set_weights(a, layer_a, head_a), B = hs_set_weights(b, layer_b, head_b);
    double sum = 0;
    if (!A.data || !B.data || A.rows != B.rows || A.cols != B.cols || A.rows == 0)
        return (double)NAN;
    for (size_t q = 0; q < A.rows; q++) {
        double row = 0;
        for (size_t k = 0; k < A.cols; k++) {
            double p = (double)A.data[q * A.stride + k], r = (double)B.data[q * B.stride + k];
            row += 0.5 * (divergence_term(p, (p + r) / 2) + divergence_term(r, (p + r) / 2));
        }
        sum += row < 0 ? 0 : row > 1 ? 1 : row; /* rounding only */
    }
    return sum / (double)A.rows;
}

void hs_row_over_heads(const struct hs_set *set, size_t layer, size_t q, bool largest, float *row)
{
    size_t m = set->shape.m, h = set->shape.h;
    for (size_t k = 0; k < m; k++)
        row[k] = 0;
    for (size_t head = 0; head < h; head++) {
        struct hs_matrix A = hs_set_weights(set, layer, head);
        for (size_t k = 0; A.data && q < A.rows && k < m; k++) {
            float value = A.data[q * A.stride + k];
            if (!largest)
                row[k] += value / (float)h;
            else if (value > row[k])
                row[k] = value;
        }
    }
}
