/* explain.c – rows and heads compared: the change of an output row, the likeness of two heads, a
 * row over all heads. Called through hs.h; nothing here is an approximation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "set/set.h"

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
    struct hs_matrix A = hs_set_plane(before, HS_PLANE_OUTPUT, 0, 0),
                     B = hs_set_plane(after, HS_PLANE_OUTPUT, 0, 0);
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
