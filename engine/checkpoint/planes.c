/* planes.c – where a pass keeps what was asked for, and how it is read. A layer's planes are one block: (n, width) each, heads
 * side by side, but for the (heads, n, n) ones. */
#include "checkpoint/checkpoint.h"

#include <stdatomic.h>
#include <stdlib.h>

static size_t width_of(const struct hs_settings *s, size_t n, enum hs_forward_plane plane)
{
    switch (plane) {
    case HS_FORWARD_Q_RAW:
        return s->rotary || s->head_norms ? s->heads * s->d_k : 0;
    case HS_FORWARD_K_RAW:
        return s->rotary || s->head_norms ? s->key_heads * s->d_k : 0;
    case HS_FORWARD_Q:
    case HS_FORWARD_CONCAT:
        return s->heads * s->d_k;
    case HS_FORWARD_K:
    case HS_FORWARD_V:
        return s->key_heads * s->d_k;
    case HS_FORWARD_DOT:
    case HS_FORWARD_SCORES:
        return s->heads * n;
    case HS_FORWARD_MLP_HIDDEN:
        return s->mlp;
    case HS_FORWARD_BIAS: /* the pass has it */
    case HS_FORWARD_HEAD: /* part of the concat */
    case HS_FORWARD_PLANES:
        return 0;
    default:
        return s->d_model;
    }
}

struct hsi_plane_place hsi_plane_place(const struct hs_settings *settings, size_t n, enum hs_forward_plane plane)
{
    struct hsi_plane_place place = {.rows = n};
    for (enum hs_forward_plane before = 0; before < plane; before++)
        place.first += n * width_of(settings, n, before);
    place.columns = width_of(settings, n, plane);
    place.of_heads = plane == HS_FORWARD_DOT || plane == HS_FORWARD_SCORES;
    return place;
}

struct hs_forward *hs_forward_keep(struct hs_forward *forward)
{
    atomic_fetch_add(&forward->owners, 1);
    return forward;
}

void hs_forward_drop(struct hs_forward *forward)
{
    if (!forward || atomic_fetch_sub(&forward->owners, 1) > 1)
        return;
    for (size_t i = 0; forward->plane && i < forward->checkpoint->settings.layers; i++)
        free(forward->plane[i]);
    free(forward->plane);
    free(forward->ids);
    free(forward->types);
    free(forward->head_mode);
    hsi_spare_return(&forward->checkpoint->spare, forward->A, forward->A_room);
    free(forward->K);
    free(forward->V);
    free(forward->result);
    free(forward->bias);
    hs_checkpoint_drop(forward->checkpoint);
    free(forward);
}

size_t hs_forward_tokens(const struct hs_forward *forward)
{
    return forward->n;
}

size_t hs_forward_fresh(const struct hs_forward *forward)
{
    return forward->fresh;
}

struct hs_matrix hs_forward_weights(const struct hs_forward *forward, size_t layer, size_t head)
{
    const struct hs_settings *s = &forward->checkpoint->settings;
    size_t n = forward->n;
    if (layer >= s->layers || head >= s->heads)
        return (struct hs_matrix){NULL, 0, 0, 0};
    return (struct hs_matrix){forward->A + (layer * s->heads + head) * n * n, n, n, n};
}

struct hs_matrix hs_forward_plane(const struct hs_forward *forward, size_t layer, enum hs_forward_plane plane, size_t head)
{
    const struct hs_settings *s = &forward->checkpoint->settings;
    struct hs_matrix none = {NULL, 0, 0, 0};
    size_t n = forward->n, d_k = s->d_k;
    if (layer >= s->layers || head >= s->heads || (unsigned)plane >= HS_FORWARD_PLANES || !forward->plane || !forward->plane[layer])
        return none;
    if (plane == HS_FORWARD_BIAS)
        return forward->bias ? (struct hs_matrix){forward->bias + head * (2 * n - 1), 1, 2 * n - 1, 2 * n - 1} : none;
    /* Where nothing is done to them, queries and keys are what the weights give. */
    bool same = !s->rotary && !s->head_norms;
    bool of_head = plane == HS_FORWARD_HEAD;
    if (same && (plane == HS_FORWARD_Q_RAW || plane == HS_FORWARD_K_RAW))
        plane = plane == HS_FORWARD_Q_RAW ? HS_FORWARD_Q : HS_FORWARD_K;
    struct hsi_plane_place place = hsi_plane_place(s, n, of_head ? HS_FORWARD_CONCAT : plane);
    const float *data = forward->plane[layer] + place.first;
    if (place.of_heads)
        return (struct hs_matrix){data + head * n * n, n, n, n};
    if (plane == HS_FORWARD_Q || plane == HS_FORWARD_Q_RAW || of_head)
        return (struct hs_matrix){data + head * d_k, n, d_k, place.columns};
    if (plane == HS_FORWARD_K || plane == HS_FORWARD_K_RAW || plane == HS_FORWARD_V)
        return (struct hs_matrix){data + head * s->key_heads / s->heads * d_k, n, d_k, place.columns};
    return (struct hs_matrix){data, n, place.columns, place.columns};
}

struct hs_matrix hs_forward_result(const struct hs_forward *forward)
{
    size_t d = forward->checkpoint->settings.d_model;
    return (struct hs_matrix){forward->result, forward->n, d, d};
}

bool hs_forward_masked(const struct hs_forward *forward, size_t layer, size_t q, size_t k)
{
    const struct hs_settings *s = &forward->checkpoint->settings;
    size_t window = hs_checkpoint_window(forward->checkpoint, layer);
    return s->causal && (k > q || (window && q - k >= window));
}
