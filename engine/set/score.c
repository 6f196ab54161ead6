/* score.c – one score taken apart three ways: by the head's dimensions, by pairs of features, by
 * pairs of blocks of features; and the same for what a key scores above the row's mean, which is
 * all that softmax sees. Called through hs.h by the Steps view. All terms together are the score. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "set/set.h"

/* Row k less the mean of the rows of the keys that query q may see; (cols), owned by the caller.
 * NULL without rows, for keys outside, and without memory. A score is linear in its key, so the
 * terms of this row add up to the score less the mean score. */
static float *above_mean(const struct hs_set *set, struct hs_matrix rows, size_t q, size_t k)
{
    float *row = rows.data && k < rows.rows ? malloc(rows.cols * sizeof *row) : NULL;
    size_t visible = 0;
    for (size_t i = 0; row && i < rows.rows; i++)
        visible += !hs_set_masked(set, q, i);
    for (size_t d = 0; row && d < rows.cols; d++) {
        double sum = 0;
        for (size_t i = 0; i < rows.rows; i++)
            if (!hs_set_masked(set, q, i))
                sum += (double)rows.data[i * rows.stride + d];
        double mean = visible > 0 ? sum / (double)visible : 0;
        row[d] = (float)((double)rows.data[k * rows.stride + d] - mean);
    }
    return row;
}

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

/* key (d_k) */
static size_t terms_of(
    struct hs_matrix Q, double factor, size_t q, const float *key, struct hs_score_term *terms)
{
    float scale = (float)factor;
    for (size_t d = 0; d < Q.cols; d++) {
        float a = Q.data[q * Q.stride + d], b = key[d];
        terms[d] = (struct hs_score_term){d, a, b, a * b * scale};
    }
    qsort(terms, Q.cols, sizeof *terms, term_order);
    return Q.cols;
}

size_t hs_score_terms(
    const struct hs_set *set, size_t head, size_t q, size_t k, struct hs_score_term *terms)
{
    struct hs_matrix Q = hs_set_plane(set, HS_PLANE_Q, 0, head),
                     K = hs_set_plane(set, HS_PLANE_K, 0, head);
    if (!Q.data || !K.data || q >= Q.rows || k >= K.rows)
        return 0;
    return terms_of(Q, hsi_set_scale(set), q, K.data + k * K.stride, terms);
}

size_t hs_contrast_terms(
    const struct hs_set *set, size_t head, size_t q, size_t k, struct hs_score_term *terms)
{
    struct hs_matrix Q = hs_set_plane(set, HS_PLANE_Q, 0, head),
                     K = hs_set_plane(set, HS_PLANE_K, 0, head);
    float *key = Q.data && q < Q.rows ? above_mean(set, K, q, k) : NULL;
    size_t count = key ? terms_of(Q, hsi_set_scale(set), q, key, terms) : 0;
    free(key);
    return count;
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

/* x_k (d_model) */
static size_t features_of(const struct hs_set *set, const struct hs_weights *weights, size_t head,
    size_t q, const float *x_k, struct hs_feature_pair *pairs, size_t room, float *total)
{
    struct hs_matrix X_q = hs_set_plane(set, HS_PLANE_X_Q, 0, head);
    size_t d_model = weights->d_model, d_k = set->shape.d_k, count = 0;
    const float *x_q = X_q.data + q * X_q.stride;
    double sum = 0, scale = hsi_set_scale(set);
    for (size_t a = 0; a < d_model; a++) {
        const float *w_q = weights->W_Q + a * d_model + head * d_k;
        for (size_t b = 0; x_q[a] != 0 && b < d_model; b++) {
            const float *w_k = weights->W_K + b * d_model + head * d_k;
            if (x_k[b] == 0)
                continue;
            double term = (double)x_q[a] * dot(w_q, w_k, d_k) * (double)x_k[b] * scale;
            sum += term;
            count = pair_insert(
                pairs, count, room, (struct hs_feature_pair){a, b, x_q[a], x_k[b], (float)term});
        }
    }
    *total = (float)sum;
    return count;
}

/* The keys' embeddings when query q of this set can be explained by features, else nothing. */
static struct hs_matrix embeddings(
    const struct hs_set *set, const struct hs_weights *weights, size_t q)
{
    struct hs_matrix X = hs_set_plane(set, HS_PLANE_X_KV, 0, 0);
    if (!hs_set_plane(set, HS_PLANE_X_Q, 0, 0).data || q >= set->shape.n ||
        weights->d_model != set->shape.d_model)
        X.data = NULL;
    return X;
}

size_t hs_score_features(const struct hs_set *set, const struct hs_weights *weights, size_t head,
    size_t q, size_t k, struct hs_feature_pair *pairs, size_t room, float *total)
{
    struct hs_matrix X = embeddings(set, weights, q);
    *total = 0;
    if (!X.data || k >= X.rows)
        return 0;
    return features_of(set, weights, head, q, X.data + k * X.stride, pairs, room, total);
}

size_t hs_contrast_features(const struct hs_set *set, const struct hs_weights *weights, size_t head,
    size_t q, size_t k, struct hs_feature_pair *pairs, size_t room, float *total)
{
    struct hs_matrix X = embeddings(set, weights, q);
    float *x_k = above_mean(set, X, q, k);
    size_t count = 0;
    *total = 0;
    if (x_k)
        count = features_of(set, weights, head, q, x_k, pairs, room, total);
    free(x_k);
    return count;
}

/* One row of x restricted to a block, times the head's columns of W: (d_k). */
static void project_block(const float *x, const struct hs_block *block, const float *W,
    size_t d_model, size_t first, size_t d_k, double *out)
{
    for (size_t j = 0; j < d_k; j++)
        out[j] = 0;
    for (size_t d = block->first; d < block->first + block->width; d++)
        for (size_t j = 0; x[d] != 0 && j < d_k; j++)
            out[j] += (double)x[d] * (double)W[d * d_model + first + j];
}

static int block_order(const void *left, const void *right)
{
    const struct hs_block_pair *a = left, *b = right;
    float x = fabsf(a->term), y = fabsf(b->term);
    if (x != y)
        return x < y ? 1 : -1;
    if (a->query_block != b->query_block)
        return a->query_block < b->query_block ? -1 : 1;
    return (a->key_block > b->key_block) - (a->key_block < b->key_block);
}

/* x_k (d_model) */
static size_t blocks_of(const struct hs_set *set, const struct hs_weights *weights, size_t head,
    size_t q, const float *x_k, const struct hs_block *block, size_t blocks,
    struct hs_block_pair *pairs, size_t room)
{
    struct hs_matrix X_q = hs_set_plane(set, HS_PLANE_X_Q, 0, head);
    size_t d = weights->d_model, d_k = set->shape.d_k, count = 0;
    double *projected = malloc(2 * blocks * d_k * sizeof *projected); /* (2, blocks, d_k) */
    struct hs_block_pair *all = malloc(blocks * blocks * sizeof *all);
    for (size_t b = 0; projected && all && b < blocks; b++) {
        project_block(X_q.data + q * X_q.stride, &block[b], weights->W_Q, d, head * d_k, d_k,
            projected + b * d_k);
        project_block(
            x_k, &block[b], weights->W_K, d, head * d_k, d_k, projected + (blocks + b) * d_k);
    }
    for (size_t a = 0; projected && all && a < blocks; a++) {
        for (size_t b = 0; b < blocks; b++) {
            const double *left = projected + a * d_k, *right = projected + (blocks + b) * d_k;
            double sum = 0;
            for (size_t j = 0; j < d_k; j++)
                sum += left[j] * right[j];
            float term = (float)(sum * hsi_set_scale(set));
            if (term != 0)
                all[count++] = (struct hs_block_pair){a, b, term};
        }
    }
    if (count > 0)
        qsort(all, count, sizeof *all, block_order);
    count = count < room ? count : room;
    if (count > 0)
        memcpy(pairs, all, count * sizeof *pairs);
    free(projected);
    free(all);
    return count;
}

size_t hs_score_blocks(const struct hs_set *set, const struct hs_weights *weights, size_t head,
    size_t q, size_t k, const struct hs_block *block, size_t blocks, struct hs_block_pair *pairs,
    size_t room)
{
    struct hs_matrix X = embeddings(set, weights, q);
    if (!X.data || k >= X.rows)
        return 0;
    return blocks_of(set, weights, head, q, X.data + k * X.stride, block, blocks, pairs, room);
}

size_t hs_contrast_blocks(const struct hs_set *set, const struct hs_weights *weights, size_t head,
    size_t q, size_t k, const struct hs_block *block, size_t blocks, struct hs_block_pair *pairs,
    size_t room)
{
    struct hs_matrix X = embeddings(set, weights, q);
    float *x_k = above_mean(set, X, q, k);
    size_t count = x_k ? blocks_of(set, weights, head, q, x_k, block, blocks, pairs, room) : 0;
    free(x_k);
    return count;
}
