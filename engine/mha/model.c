/* model.c – weights in the form the kernels want, packed once. Called through hs_model_new.
 * The matrices stand as column panels, Q, K and V taking turns: the order in which a pass reads
 * them, since a thread makes all three of a head. Those of O follow. The caller's arrays are not
 * needed afterwards. */
#include "mha/mha.h"
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

static enum hs_status check(const struct hs_weights *weights, struct hs_error *error)
{
    if (!weights || !weights->W_Q || !weights->W_K || !weights->W_V || !weights->W_O)
        return hs_fail(
            error, HS_BAD_USE, "a model needs all of W_Q, W_K, W_V and W_O; one is missing");
    if (weights->d_model == 0)
        return hs_fail(error, HS_BAD_USE, "d_model is 0; a model needs at least one dimension");
    if (weights->d_model > HS_MAX_D_MODEL)
        return hs_fail(error, HS_LIMIT, "d_model is %zu; at most %u is supported", weights->d_model,
            HS_MAX_D_MODEL);
    return HS_OK;
}

size_t hsi_model_panel(size_t panels, size_t matrix, size_t panel)
{
    return matrix == 3 ? 3 * panels + panel : 3 * panel + matrix;
}

enum hs_status hsi_model_new_at(const struct hs_kernels *kernels, const struct hs_weights *weights,
    struct hs_model **model, struct hs_error *error)
{
    enum hs_status status = check(weights, error);
    if (status)
        return status;
    size_t d = weights->d_model, cols = kernels->cols, panels = (d + cols - 1) / cols;
    size_t matrix = panels * d * cols; /* <= 8192 * (8192 + 31): no overflow */
    struct hs_model *made = calloc(1, sizeof *made);
    float *W = hsi_big_floats(4 * matrix), *b = hsi_big_floats(4 * panels * cols);
    if (!made || !W || !b) {
        free(made);
        free(W);
        free(b);
        return hs_fail(error, HS_NO_MEMORY, "no memory for the weights: %zu bytes",
            4 * matrix * sizeof(float));
    }
    const float *W_of[4] = {weights->W_Q, weights->W_K, weights->W_V, weights->W_O};
    const float *b_of[4] = {weights->b_Q, weights->b_K, weights->b_V, weights->b_O};
    memset(b, 0, 4 * panels * cols * sizeof *b);
    for (size_t i = 0; i < 4; i++) {
        for (size_t panel = 0; panel < panels; panel++) {
            size_t at = hsi_model_panel(panels, i, panel), first = panel * cols;
            size_t width = d - first < cols ? d - first : cols;
            hsi_pack_panels(kernels, d, width, W_of[i] + first, d, W + at * d * cols);
            if (b_of[i])
                memcpy(b + at * cols, b_of[i] + first, width * sizeof *b);
        }
    }
    *made = (struct hs_model){.kernels = kernels, .d_model = d, .panels = panels, .W = W, .b = b};
    *model = made;
    return HS_OK;
}

enum hs_status hs_model_new(
    const struct hs_weights *weights, struct hs_model **model, struct hs_error *error)
{
    return hsi_model_new_at(hsi_kernels_best(), weights, model, error);
}

void hs_model_drop(struct hs_model *model)
{
    if (!model)
        return;
    free(model->W);
    free(model->b);
    free(model);
}
