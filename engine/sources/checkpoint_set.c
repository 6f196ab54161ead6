/* checkpoint_set.c – see checkpoint_set.h. A set borrows the pass's numbers; only words, whose weights are sums and means of their
 * pieces', have numbers of their own. */
#include "sources/checkpoint_set.h"

#include <stdlib.h>
#include <string.h>

#include "text/tokens.h"

struct checkpoint_set {
    struct hs_forward *forward;
    size_t layer;  /* the set's first */
    float *merged; /* (L, h, n, n) of the set, or NULL: the pass's own */
};

/* ------------------------------------------------------------------ tokens */

/* What a piece looks like, appended; and whether it begins a word. */
static bool show(const struct hs_tokenizer *tokenizer, enum dump_scheme scheme, uint32_t id, enum hs_pieces form,
    struct dump_piece *before, char *room, bool first, struct hs_buffer *shown)
{
    const char *raw = hsi_tokenizer_token(tokenizer, id);
    struct dump_piece piece = hsi_dump_piece_read(scheme, raw, first ? NULL : before, room);
    bool special = hsi_tokenizer_special(tokenizer, id);
    bool starts = piece.starts || special || first;
    piece.special |= special;
    piece.ends |= special;
    if (form == HS_PIECES_RAW || special) {
        hsi_dump_show_bytes(shown, raw, strlen(raw));
    } else if (form == HS_PIECES_READABLE || starts) {
        struct dump_piece alone = piece;
        alone.starts = starts;
        hsi_dump_show_piece(shown, &alone);
    } else {
        hsi_dump_show_bytes(shown, piece.bytes, piece.length);
    }
    *before = piece;
    return starts;
}

void hsi_piece_show(const struct hs_tokenizer *tokenizer, enum dump_scheme scheme, uint32_t id, struct hs_buffer *shown)
{
    struct dump_piece before = {0};
    char *room = malloc(strlen(hsi_tokenizer_token(tokenizer, id)) + 4);
    if (room)
        show(tokenizer, scheme, id, HS_PIECES_READABLE, &before, room, false, shown);
    shown->failed |= !room;
    free(room);
}

static size_t longest_token(const struct hs_tokenizer *tokenizer, const struct hs_encoding *pieces)
{
    size_t longest = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        size_t length = strlen(hsi_tokenizer_token(tokenizer, pieces->piece[i].id));
        longest = length > longest ? length : longest;
    }
    return longest;
}

/* Of a word: that of its first piece. */
static uint8_t kind_of(const struct dump_piece *piece, enum hs_pieces form)
{
    return piece->special ? HS_TOKEN_SYMBOL : piece->punct ? HS_TOKEN_PUNCT : form == HS_PIECES_WORDS ? HS_TOKEN_WORD : HS_TOKEN_PIECE;
}

/* Texts one after the other, each with a NUL; words->first and count; kind (words->count). */
static void spell(const struct hs_tokenizer *tokenizer, enum dump_scheme scheme, const struct hs_encoding *pieces, enum hs_pieces form,
    char *room, size_t half, struct piece_words *words, uint8_t *kind, struct hs_buffer *texts)
{
    struct dump_piece before = {0};
    bool merges = form == HS_PIECES_WORDS;
    for (size_t i = 0; i < pieces->count; i++) {
        size_t at = texts->length;
        bool starts = show(tokenizer, scheme, pieces->piece[i].id, form, &before, room + (i % 2 ? half : 0), i == 0, texts);
        if (!merges || starts) {
            if (i > 0 && !texts->failed) { /* the end of the one before goes between */
                hs_buffer_write(texts, "", 1);
                memmove(texts->data + at + 1, texts->data + at, texts->length - 1 - at);
                texts->data[at] = '\0';
            }
            kind[words->count] = kind_of(&before, form);
            words->first[words->count++] = i;
        }
    }
    hs_buffer_write(texts, "", 1);
    words->first[words->count] = pieces->count;
}

enum hs_status hsi_piece_words_make(const struct hs_tokenizer *tokenizer, enum dump_scheme scheme, const struct hs_encoding *pieces,
    enum hs_pieces form, struct piece_words *words, struct hs_error *error)
{
    struct hs_buffer texts = {0};
    size_t half = longest_token(tokenizer, pieces) + 4;
    char *room = malloc(2 * half);
    uint8_t *kind = malloc(pieces->count + 1);
    *words = (struct piece_words){.first = malloc((pieces->count + 1) * sizeof *words->first)};
    if (room && kind && words->first)
        spell(tokenizer, scheme, pieces, form, room, half, words, kind, &texts);
    struct hsi_tokens_room made = {0};
    if (room && kind && words->first && !texts.failed)
        made = hsi_tokens_room(words->count, texts.length);
    free(room);
    if (!made.tokens) {
        free(kind);
        free(words->first);
        hs_buffer_drop(&texts);
        return hs_fail(error, HS_NO_MEMORY, "no memory left for %zu tokens", pieces->count);
    }
    memcpy(made.text, texts.data, texts.length);
    for (size_t i = 0; i < words->count; i++) {
        const struct hs_piece *first = &pieces->piece[words->first[i]], *last = &pieces->piece[words->first[i + 1] - 1];
        made.token[i] = (struct hs_token){.text = made.text,
            .start = (uint32_t)first->start,
            .end = last->end > first->start ? last->end : first->end,
            .kind = (enum hs_token_kind)kind[i],
            .space_before = i > 0 && first->start > pieces->piece[words->first[i] - 1].end};
        made.text += strlen(made.text) + 1;
    }
    free(kind);
    hs_buffer_drop(&texts);
    words->tokens = made.tokens;
    return HS_OK;
}

/* ------------------------------------------------------------------ numbers */

static void set_release(void *data)
{
    struct checkpoint_set *own = data;
    hs_forward_drop(own->forward);
    free(own->merged);
    free(own);
}

static struct hs_matrix set_weights(const struct hs_set *set, size_t layer, size_t head)
{
    const struct checkpoint_set *own = set->data;
    size_t n = set->shape.n;
    if (own->merged)
        return (struct hs_matrix){own->merged + (layer * set->shape.h + head) * n * n, n, n, n};
    return hs_forward_weights(own->forward, own->layer + layer, head);
}

static struct hs_matrix set_plane(const struct hs_set *set, enum hs_plane plane, size_t layer, size_t head)
{
    static const enum hs_forward_plane planes[HS_PLANE_COUNT] = {[HS_PLANE_X_Q] = HS_FORWARD_NORM,
        [HS_PLANE_X_KV] = HS_FORWARD_NORM, [HS_PLANE_Q] = HS_FORWARD_Q, [HS_PLANE_K] = HS_FORWARD_K, [HS_PLANE_V] = HS_FORWARD_V,
        [HS_PLANE_RAW] = HS_FORWARD_DOT, [HS_PLANE_SCORES] = HS_FORWARD_SCORES, [HS_PLANE_HEAD] = HS_FORWARD_HEAD,
        [HS_PLANE_CONCAT] = HS_FORWARD_CONCAT, [HS_PLANE_OUTPUT] = HS_FORWARD_OUTPUT, [HS_PLANE_Q_RAW] = HS_FORWARD_Q_RAW,
        [HS_PLANE_K_RAW] = HS_FORWARD_K_RAW, [HS_PLANE_INPUT] = HS_FORWARD_INPUT, [HS_PLANE_ATTENDED] = HS_FORWARD_ATTENDED,
        [HS_PLANE_MLP] = HS_FORWARD_MLP, [HS_PLANE_RESULT] = HS_FORWARD_RESULT};
    const struct checkpoint_set *own = set->data;
    if (plane == HS_PLANE_WEIGHTS)
        return set_weights(set, layer, head);
    return hs_forward_plane(own->forward, own->layer + layer, planes[plane], head);
}

/* Weights to a word are summed, from a word averaged (Clark et al. 2019, section 4.1). */
static void merge(struct hs_matrix A, const struct piece_words *words, float *to)
{
    size_t n = words->count;
    memset(to, 0, n * n * sizeof *to);
    for (size_t q = 0; q < n; q++) {
        float share = 1.0f / (float)(words->first[q + 1] - words->first[q]);
        for (size_t row = words->first[q]; row < words->first[q + 1]; row++)
            for (size_t k = 0; k < n; k++)
                for (size_t column = words->first[k]; column < words->first[k + 1]; column++)
                    to[q * n + k] += share * A.data[row * A.stride + column];
    }
}

static enum hs_status merge_all(struct checkpoint_set *own, size_t layers, size_t heads, const struct piece_words *words, struct hs_error *error)
{
    size_t cells = words->count * words->count;
    if (words->count == hs_forward_tokens(own->forward))
        return HS_OK;
    own->merged = malloc(layers * heads * cells * sizeof *own->merged);
    if (!own->merged)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the weights of %zu words", words->count);
    for (size_t i = 0; i < layers * heads; i++)
        merge(hs_forward_weights(own->forward, own->layer + i / heads, i % heads), words, own->merged + i * cells);
    return HS_OK;
}

/* A layer's window, as cells that are masked; none where layers differ. */
static enum hs_status mask_window(const struct checkpoint_set_parts *parts, const struct hs_forward *forward, struct hs_set *set,
    struct hs_error *error)
{
    size_t n = set->shape.n, layer = set->shape.layer;
    if (n != hs_forward_tokens(forward) || set->shape.L > 1 || !hs_checkpoint_window(parts->model, layer))
        return HS_OK;
    set->cell_masked = calloc(n * n, sizeof *set->cell_masked);
    if (!set->cell_masked)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the attention set");
    for (size_t q = 0; q < n; q++)
        for (size_t k = 0; k < n; k++)
            set->cell_masked[q * n + k] = hs_forward_masked(forward, layer, q, k);
    return HS_OK;
}

/* The shape; which planes there are is known by asking for them. */
static struct hs_set_shape shape_of(const struct checkpoint_set_parts *parts, const struct hs_request *request, size_t count)
{
    struct hs_checkpoint_info info = hs_checkpoint_info(parts->model);
    bool all = request->view.layer == SIZE_MAX;
    return (struct hs_set_shape){.L = all ? info.layers : 1,
        .h = info.heads,
        .n = count,
        .m = count,
        .d_model = info.d_model,
        .d_k = info.d_k,
        .kv_heads = info.key_heads == info.heads ? 0 : info.key_heads,
        .scale = (double)hs_checkpoint_scale(parts->model, all ? 0 : request->view.layer),
        .mask = info.causal ? HS_MASK_CAUSAL : HS_MASK_NONE,
        .planes = HS_KEEP(HS_PLANE_WEIGHTS),
        .self_attention = true,
        .layer_kind = info.kind,
        .turns = info.turns,
        .layer = all ? 0 : request->view.layer};
}

static enum hs_status fill(const struct checkpoint_set_parts *parts, const struct hs_request *request, struct checkpoint_set *own,
    const struct piece_words *words, struct hs_set *set, struct hs_error *error)
{
    size_t heads = set->shape.L * set->shape.h, kept = request->keep_layer == SIZE_MAX ? set->shape.layer : request->keep_layer;
    bool pieces = words->count == hs_forward_tokens(own->forward);
    for (unsigned plane = 0; plane < HS_PLANE_COUNT && pieces && kept >= set->shape.layer; plane++)
        if (request->keep & HS_KEEP(plane) && set_plane(&(struct hs_set){.data = own, .shape = set->shape}, (enum hs_plane)plane,
                                                  kept - set->shape.layer, 0).data)
            set->shape.planes |= HS_KEEP(plane);
    set->shape.score_bias = kept >= set->shape.layer && hs_forward_plane(own->forward, kept, HS_FORWARD_BIAS, 0).data;
    if (request->head_mode) {
        set->head_mode = malloc(heads);
        if (!set->head_mode)
            return hs_fail(error, HS_NO_MEMORY, "no memory left for the attention set");
        for (size_t i = 0; i < heads; i++)
            set->head_mode[i] = request->head_mode[request->modes_by_layer ? set->shape.layer * set->shape.h + i : i % set->shape.h];
    }
    enum hs_status status = merge_all(own, set->shape.L, set->shape.h, words, error);
    return status ? status : mask_window(parts, own->forward, set, error);
}

enum hs_status hsi_checkpoint_set_make(const struct checkpoint_set_parts *parts, const struct hs_request *request,
    const struct hs_encoding *pieces, struct hs_forward *forward, struct hs_set **set, struct hs_error *error)
{
    struct piece_words words = {0};
    enum hs_status status = hsi_piece_words_make(parts->tokenizer, parts->scheme, pieces, request->view.pieces, &words, error);
    if (status)
        return status;
    struct checkpoint_set *own = calloc(1, sizeof *own);
    struct hs_set made = {.shape = shape_of(parts, request, words.count), .can = parts->can, .tokens = {words.tokens, words.tokens},
        .data = own, .weights = set_weights, .plane = set_plane, .release = set_release};
    snprintf(made.source, sizeof made.source, "%s", parts->label);
    if (!own) {
        status = hs_fail(error, HS_NO_MEMORY, "no memory left for the attention set");
    } else {
        own->forward = hs_forward_keep(forward);
        own->layer = made.shape.layer;
        status = fill(parts, request, own, &words, &made, error);
    }
    if (!status)
        status = hsi_set_make(&made, set, error);
    if (status) {
        hs_tokens_drop(words.tokens);
        free(made.head_mode);
        free(made.cell_masked);
        if (own)
            set_release(own);
    }
    free(words.first);
    return status;
}
