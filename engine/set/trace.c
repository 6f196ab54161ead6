/* trace.c – one value of the forward pass as the sum it is: the terms of any plane's cell. Called
 * through hs.h by the Steps view and its exports. The terms are taken from the planes and weights
 * themselves, so that they add up to the value shown. */
#include <math.h>

#include "set/set.h"

/* The list of the largest terms so far, sorted. */
struct list {
    struct hs_term *terms;
    size_t room, count;
    struct hs_sum *sum;
};

static bool before(const struct hs_term *a, const struct hs_term *b)
{
    float left = fabsf(a->term), right = fabsf(b->term);
    if (left != right)
        return left > right;
    if (a->term != b->term)
        return a->term > b->term;
    return a->index < b->index;
}

static void add(struct list *list, size_t index, float a, float b, double term)
{
    struct hs_term new = {index, a, b, (float)term};
    if (term == 0)
        return;
    list->sum->count++;
    list->sum->total += term;
    if (list->room == 0 ||
        (list->count == list->room && !before(&new, &list->terms[list->count - 1])))
        return;
    size_t at = list->count < list->room ? list->count++ : list->count - 1;
    for (; at > 0 && before(&new, &list->terms[at - 1]); at--)
        list->terms[at] = list->terms[at - 1];
    list->terms[at] = new;
}

/* Terms a[i] b[i] scale; the strides tell a row from a column. */
static void add_products(struct list *list, const float *a, size_t a_stride, const float *b,
    size_t b_stride, size_t count, double scale)
{
    for (size_t i = 0; i < count; i++) {
        float left = a[i * a_stride], right = b[i * b_stride];
        add(list, i, left, right, (double)left * (double)right * scale);
    }
}

static void add_bias(struct list *list, const float *bias, size_t at)
{
    list->sum->bias = bias ? (double)bias[at] : 0;
    list->sum->total += list->sum->bias;
}

static const float *cell(struct hs_matrix matrix, size_t row, size_t col)
{
    return matrix.data + row * matrix.stride + col;
}

/* x W: a projection (Q, K, V), or the output, whose input is the concat. */
static void product_terms(const struct hs_set *set, const struct hs_weights *weights,
    enum hs_plane plane, size_t head, size_t row, size_t col, struct list *list)
{
    size_t d = set->shape.d_model, width = weights->width ? weights->width : d,
           at = plane == HS_PLANE_OUTPUT ? col : head * set->shape.d_k + col,
           columns = plane == HS_PLANE_OUTPUT ? d : width;
    enum hs_plane from = plane == HS_PLANE_OUTPUT ? HS_PLANE_CONCAT
                         : plane == HS_PLANE_Q    ? HS_PLANE_X_Q
                                                  : HS_PLANE_X_KV;
    struct hs_matrix X = hs_set_plane(set, from, 0, 0);
    const float *W = plane == HS_PLANE_OUTPUT ? weights->W_O
                     : plane == HS_PLANE_Q    ? weights->W_Q
                     : plane == HS_PLANE_K    ? weights->W_K
                                              : weights->W_V;
    const float *bias = plane == HS_PLANE_OUTPUT ? weights->b_O
                        : plane == HS_PLANE_Q    ? weights->b_Q
                        : plane == HS_PLANE_K    ? weights->b_K
                                                 : weights->b_V;
    if (!X.data || !W || weights->d_model != d || row >= X.rows || at >= columns)
        return;
    add_products(list, cell(X, row, 0), 1, W + at, columns, X.cols, 1);
    add_bias(list, bias, at);
}

static void score_terms(const struct hs_set *set, enum hs_plane plane, size_t head, size_t row,
    size_t col, struct list *list)
{
    struct hs_matrix Q = hs_set_plane(set, HS_PLANE_Q, 0, head),
                     K = hs_set_plane(set, HS_PLANE_K, 0, head);
    if (!Q.data || !K.data || row >= Q.rows || col >= K.rows)
        return;
    double scale = plane == HS_PLANE_SCORES ? hsi_set_scale(set) : 1;
    add_products(list, cell(Q, row, 0), 1, cell(K, col, 0), 1, Q.cols, scale);
}

static void softmax_terms(const struct hs_set *set, size_t head, size_t row, struct list *list)
{
    struct hs_matrix S = hs_set_plane(set, HS_PLANE_SCORES, 0, head);
    double largest = -HUGE_VAL, denominator = 0;
    if (!S.data || row >= S.rows)
        return;
    for (size_t k = 0; k < S.cols; k++)
        if (!hs_set_masked(set, row, k))
            largest = fmax(largest, (double)*cell(S, row, k));
    for (size_t k = 0; k < S.cols; k++)
        if (!hs_set_masked(set, row, k))
            denominator += exp((double)*cell(S, row, k) - largest);
    list->sum->largest = largest;
    list->sum->denominator = denominator;
    for (size_t k = 0; k < S.cols; k++) {
        if (hs_set_masked(set, row, k))
            continue;
        float score = *cell(S, row, k);
        double part = exp((double)score - largest);
        add(list, k, score, (float)part, part / denominator);
    }
}

static void mix_terms(
    const struct hs_set *set, size_t head, size_t row, size_t col, struct list *list)
{
    struct hs_matrix A = hs_set_weights(set, 0, head), V = hs_set_plane(set, HS_PLANE_V, 0, head);
    if (!A.data || !V.data || row >= A.rows || col >= V.cols ||
        hs_set_head_mode(set, 0, head) == HS_HEAD_OFF)
        return;
    add_products(list, cell(A, row, 0), 1, cell(V, 0, col), V.stride, A.cols, 1);
}

static void concat_terms(const struct hs_set *set, size_t row, size_t col, struct list *list)
{
    size_t d_k = set->shape.d_k;
    struct hs_matrix head = hs_set_plane(set, HS_PLANE_HEAD, 0, d_k ? col / d_k : 0);
    if (!head.data || row >= head.rows)
        return;
    float value = *cell(head, row, col % d_k);
    add(list, col % d_k, 1, value, (double)value);
}

/* Nothing is done to the residual stream but adding to it. */
static bool adds(const struct hs_set *set)
{
    return set->shape.layer_kind == HS_LAYER_PRE_NORM || set->shape.layer_kind == HS_LAYER_PARALLEL;
}

/* The residual stream: what it was and what is added to it. */
static void stream_terms(const struct hs_set *set, enum hs_plane before, enum hs_plane added, size_t row, size_t col, struct list *list)
{
    struct hs_matrix X = hs_set_plane(set, before, 0, 0), Y = hs_set_plane(set, added, 0, 0);
    if (!X.data || !Y.data || row >= X.rows || col >= X.cols)
        return;
    add(list, 0, *cell(X, row, col), 1, (double)*cell(X, row, col));
    add(list, 1, *cell(Y, row, col), 1, (double)*cell(Y, row, col));
}

size_t hs_plane_terms(const struct hs_set *set, const struct hs_weights *weights,
    enum hs_plane plane, size_t head, size_t row, size_t col, struct hs_term *terms, size_t room,
    struct hs_sum *sum)
{
    struct list list = {.terms = terms, .room = room, .sum = sum};
    *sum = (struct hs_sum){0};
    switch (plane) {
    case HS_PLANE_Q:
    case HS_PLANE_K:
        if (set->shape.turns) /* what W gives is its raw plane */
            break;
        product_terms(set, weights, plane, head, row, col, &list);
        break;
    case HS_PLANE_Q_RAW:
    case HS_PLANE_K_RAW:
        product_terms(set, weights, plane == HS_PLANE_Q_RAW ? HS_PLANE_Q : HS_PLANE_K, head, row, col, &list);
        break;
    case HS_PLANE_V:
    case HS_PLANE_OUTPUT:
        product_terms(set, weights, plane, head, row, col, &list);
        break;
    case HS_PLANE_ATTENDED:
        if (adds(set))
            stream_terms(set, HS_PLANE_INPUT, HS_PLANE_OUTPUT, row, col, &list);
        break;
    case HS_PLANE_RESULT:
        if (adds(set))
            stream_terms(set, HS_PLANE_ATTENDED, HS_PLANE_MLP, row, col, &list);
        break;
    case HS_PLANE_RAW:
    case HS_PLANE_SCORES:
        score_terms(set, plane, head, row, col, &list);
        break;
    case HS_PLANE_WEIGHTS:
        softmax_terms(set, head, row, &list);
        break;
    case HS_PLANE_HEAD:
        mix_terms(set, head, row, col, &list);
        break;
    case HS_PLANE_CONCAT:
        concat_terms(set, row, col, &list);
        break;
    default: /* X is where it begins */
        break;
    }
    return list.count;
}
