/* checkpoint_planes.h – every plane of a kept layer against the formula that made it, in double precision, from the planes
 * before it and the layer's own weights; and what head modes do. Part of test_checkpoint.c. */
#ifndef HS_TESTS_CHECKPOINT_PLANES_H
#define HS_TESTS_CHECKPOINT_PLANES_H

static double plane_at(struct hs_matrix plane, size_t row, size_t column)
{
    return (double)plane.data[row * plane.stride + column];
}

/* The largest difference of X W + b, columns [first, first + cols) of W (rows of `width`), from `got`, by the size of the sums. */
static double product_error(struct hs_matrix X, const float *W, const float *b, size_t width, size_t first, struct hs_matrix got)
{
    double worst = 0;
    for (size_t r = 0; r < got.rows; r++) {
        for (size_t c = 0; c < got.cols; c++) {
            double sum = (double)b[first + c], size = 1;
            for (size_t k = 0; k < X.cols; k++) {
                double term = plane_at(X, r, k) * (double)W[k * width + first + c];
                sum += term;
                size += fabs(term);
            }
            worst = fmax(worst, fabs(sum - plane_at(got, r, c)) / size);
        }
    }
    return worst;
}

static float *layer_weights(struct hs_checkpoint *model, size_t layer, enum hs_layer_weights which, size_t floats)
{
    float *to = malloc(floats * sizeof *to);
    hs_checkpoint_weights(model, layer, which, to);
    return to;
}

/* Q, K, V as the weights give them, and W^O behind the concat. */
static double projections_error(struct hs_checkpoint *model, const struct hs_checkpoint_info *info, const struct hs_forward *f, size_t layer)
{
    static const enum hs_forward_plane planes[] = {HS_FORWARD_Q_RAW, HS_FORWARD_K_RAW, HS_FORWARD_V, HS_FORWARD_OUTPUT};
    double worst = 0;
    for (size_t i = 0; i < 4; i++) {
        size_t heads = i == 0 ? info->heads : info->key_heads;
        size_t width = i == 3 ? info->d_model : heads * info->d_k, depth = i == 3 ? info->heads * info->d_k : info->d_model;
        float *W = layer_weights(model, layer, (enum hs_layer_weights)i, depth * width);
        float *b = layer_weights(model, layer, (enum hs_layer_weights)(i + 4), width);
        struct hs_matrix X = hs_forward_plane(f, layer, i == 3 ? HS_FORWARD_CONCAT : HS_FORWARD_NORM, 0);
        for (size_t head = 0; head < (i == 3 ? 1 : info->heads); head++) {
            size_t first = i == 3 ? 0 : head * heads / info->heads * info->d_k;
            worst = fmax(worst, product_error(X, W, b, width, first, hs_forward_plane(f, layer, planes[i], head)));
        }
        free(W);
        free(b);
    }
    return worst;
}

/* Scores, weights and A V of a head. */
static double head_error(const struct hs_checkpoint_info *info, const struct hs_forward *f, size_t layer, size_t head)
{
    struct hs_matrix Q = hs_forward_plane(f, layer, HS_FORWARD_Q, head), K = hs_forward_plane(f, layer, HS_FORWARD_K, head);
    struct hs_matrix V = hs_forward_plane(f, layer, HS_FORWARD_V, head), dot = hs_forward_plane(f, layer, HS_FORWARD_DOT, head);
    struct hs_matrix scores = hs_forward_plane(f, layer, HS_FORWARD_SCORES, head), out = hs_forward_plane(f, layer, HS_FORWARD_HEAD, head);
    struct hs_matrix A = hs_forward_weights(f, layer, head), bias = hs_forward_plane(f, layer, HS_FORWARD_BIAS, head);
    double worst = 0, scale = (double)hs_checkpoint_scale(f->checkpoint, layer);
    for (size_t q = 0; q < Q.rows; q++) {
        double sum = 0, top = -HUGE_VAL;
        for (size_t k = 0; k < K.rows; k++) {
            double want = 0, size = 1;
            for (size_t d = 0; d < info->d_k; d++) {
                want += plane_at(Q, q, d) * plane_at(K, k, d);
                size += fabs(plane_at(Q, q, d) * plane_at(K, k, d));
            }
            worst = fmax(worst, fabs(want - plane_at(dot, q, k)) / size);
            double score = want * scale + (bias.data ? plane_at(bias, 0, k + Q.rows - 1 - q) : 0);
            bool masked = hs_forward_masked(f, layer, q, k);
            CHECK(masked == (isinf(plane_at(scores, q, k)) != 0) && (!masked || A.data[q * A.stride + k] == 0));
            if (!masked)
                worst = fmax(worst, fabs(score - plane_at(scores, q, k)) / size);
            top = fmax(top, plane_at(scores, q, k));
        }
        for (size_t k = 0; k < K.rows; k++)
            sum += exp(plane_at(scores, q, k) - top);
        for (size_t k = 0; k < K.rows; k++)
            worst = fmax(worst, fabs(exp(plane_at(scores, q, k) - top) / sum - plane_at(A, q, k)));
        for (size_t d = 0; d < info->d_k; d++) {
            double want = 0, size = 1;
            for (size_t k = 0; k < K.rows; k++) {
                want += plane_at(A, q, k) * plane_at(V, k, d);
                size += fabs(plane_at(A, q, k) * plane_at(V, k, d));
            }
            worst = fmax(worst, fabs(want - plane_at(out, q, d)) / size);
        }
    }
    return worst;
}

/* The turn by position keeps each pair's length, and the norm of a turned row its own. */
static double turn_error(const struct hs_forward *f, size_t layer)
{
    const struct hs_settings *s = &f->checkpoint->settings;
    double worst = 0;
    for (size_t i = 0; i < 2 && s->rotary && !s->head_norms; i++) {
        struct hs_matrix from = hs_forward_plane(f, layer, i ? HS_FORWARD_K_RAW : HS_FORWARD_Q_RAW, 0);
        struct hs_matrix to = hs_forward_plane(f, layer, i ? HS_FORWARD_K : HS_FORWARD_Q, 0);
        for (size_t r = 0; r < from.rows; r++) {
            for (size_t d = 0; d < s->rotary / 2; d++) {
                double before = hypot(plane_at(from, r, d), plane_at(from, r, d + s->rotary / 2));
                double after = hypot(plane_at(to, r, d), plane_at(to, r, d + s->rotary / 2));
                worst = fmax(worst, fabs(before - after) / (1 + before));
            }
            for (size_t d = s->rotary; d < s->d_k; d++)
                worst = fmax(worst, fabs(plane_at(from, r, d) - plane_at(to, r, d)));
        }
        CHECK(memcmp(from.data, to.data, s->d_k * sizeof(float)) == 0); /* position 0 turns nothing */
        CHECK(from.rows < 3 || memcmp(from.data + 2 * from.stride, to.data + 2 * to.stride, s->d_k * sizeof(float)) != 0);
    }
    return worst;
}

/* The residual stream: what a layer adds is what its two parts give. */
static double residual_error(const struct hs_checkpoint_info *info, const struct hs_forward *f, size_t layer)
{
    struct hs_matrix input = hs_forward_plane(f, layer, HS_FORWARD_INPUT, 0), output = hs_forward_plane(f, layer, HS_FORWARD_OUTPUT, 0);
    struct hs_matrix attended = hs_forward_plane(f, layer, HS_FORWARD_ATTENDED, 0), mlp = hs_forward_plane(f, layer, HS_FORWARD_MLP, 0);
    struct hs_matrix result = hs_forward_plane(f, layer, HS_FORWARD_RESULT, 0), norm = hs_forward_plane(f, layer, HS_FORWARD_NORM, 0);
    struct hs_matrix mlp_norm = hs_forward_plane(f, layer, HS_FORWARD_MLP_NORM, 0);
    CHECK(hs_forward_plane(f, layer, HS_FORWARD_MLP_HIDDEN, 0).cols == info->mlp);
    double worst = 0;
    for (size_t r = 0; r < input.rows; r++) {
        for (size_t d = 0; d < info->d_model; d++) {
            double sum = plane_at(input, r, d) + plane_at(output, r, d), last = plane_at(attended, r, d) + plane_at(mlp, r, d);
            if (info->kind == HS_LAYER_POST_NORM) { /* the norm comes behind: what goes in is what came out */
                worst = fmax(worst, fabs(plane_at(input, r, d) - plane_at(norm, r, d)));
                worst = fmax(worst, fabs(plane_at(attended, r, d) - plane_at(mlp_norm, r, d)));
                continue;
            }
            worst = fmax(worst, fabs(sum - plane_at(attended, r, d)) / (1 + fabs(sum)));
            worst = fmax(worst, fabs(last - plane_at(result, r, d)) / (1 + fabs(last)));
        }
    }
    if (layer > 0) /* one layer's end is the next one's beginning */
        CHECK(memcmp(input.data, hs_forward_plane(f, layer - 1, HS_FORWARD_RESULT, 0).data, input.rows * input.cols * sizeof(float)) == 0);
    return worst;
}

static void check_planes(struct hs_checkpoint *model, const struct hs_checkpoint_info *info, const uint32_t *ids, size_t n,
    const struct hs_forward *plain)
{
    uint8_t all[HS_MAX_LAYERS], last[HS_MAX_LAYERS] = {0};
    memset(all, 1, sizeof all);
    last[info->layers - 1] = 1;
    struct hs_forward *f = run(model, (struct hs_forward_config){.ids = ids, .n = n, .keep = all});
    struct hs_forward *one = run(model, (struct hs_forward_config){.ids = ids, .n = n, .keep = last, .before = f});
    CHECK(!hs_forward_plane(one, 0, HS_FORWARD_INPUT, 0).data || info->layers == 1);
    CHECK(!hs_forward_plane(plain, 0, HS_FORWARD_INPUT, 0).data && same(f, one, info));
    double weights = 0;
    for (size_t i = 0; i < info->layers * info->heads * n * n; i++)
        weights = fmax(weights, fabs((double)f->A[i] - (double)plain->A[i]));
    CHECK_NEAR(weights, 0, 2e-6); /* Q K^T is kept unscaled, and then the rounding of one product differs */
    for (size_t layer = 0; layer < info->layers; layer++) {
        CHECK_NEAR(projections_error(model, info, f, layer), 0, 2e-6); /* MiniLM's sums of 384 products come to 1.1e-6 */
        CHECK_NEAR(residual_error(info, f, layer), 0, 1e-6);
        CHECK_NEAR(turn_error(f, layer), 0, 1e-6);
        for (size_t head = 0; head < info->heads; head++)
            CHECK_NEAR(head_error(info, f, layer, head), 0, 2e-6);
    }
    CHECK(!hs_forward_plane(f, info->layers, HS_FORWARD_INPUT, 0).data && !hs_forward_plane(f, 0, HS_FORWARD_Q, info->heads).data);
    hs_forward_drop(one);
    hs_forward_drop(f);
}

/* Off gives zeros, uniform an even row, mean the mean of the heads' own weights; and later layers feel it. */
static void check_modes(struct hs_checkpoint *model, const struct hs_checkpoint_info *info, const uint32_t *ids, size_t n)
{
    size_t heads = info->layers * info->heads;
    uint8_t *mode = calloc(heads, 1), keep[HS_MAX_LAYERS];
    memset(keep, 1, sizeof keep);
    struct hs_forward *plain = run(model, (struct hs_forward_config){.ids = ids, .n = n, .keep = keep});
    mode[0] = HS_HEAD_OFF;
    mode[1] = HS_HEAD_UNIFORM;
    mode[2] = HS_HEAD_MEAN;
    struct hs_forward *f = run(model, (struct hs_forward_config){.ids = ids, .n = n, .keep = keep, .head_mode = mode});
    double worst = 0;
    struct hs_matrix off = hs_forward_plane(f, 0, HS_FORWARD_HEAD, 0);
    for (size_t q = 0; q < n; q++) {
        size_t visible = 0;
        for (size_t k = 0; k < n; k++)
            visible += !hs_forward_masked(f, 0, q, k);
        for (size_t k = 0; k < n; k++) {
            double mean = 0, even = hs_forward_masked(f, 0, q, k) ? 0 : 1 / (double)visible;
            for (size_t head = 0; head < info->heads; head++)
                mean += plane_at(hs_forward_weights(plain, 0, head), q, k) / (double)info->heads;
            worst = fmax(worst, fabs(plane_at(hs_forward_weights(f, 0, 1), q, k) - even));
            worst = fmax(worst, fabs(plane_at(hs_forward_weights(f, 0, 2), q, k) - mean));
        }
        for (size_t d = 0; d < info->d_k; d++)
            worst = fmax(worst, fabs(plane_at(off, q, d)));
    }
    CHECK_NEAR(worst, 0, 1e-6);
    CHECK(n < 3 || memcmp(hs_forward_weights(f, 1, 0).data, hs_forward_weights(plain, 1, 0).data, n * n * sizeof(float)) != 0);
    hs_forward_drop(f);
    hs_forward_drop(plain);
    free(mode);
}

#endif
