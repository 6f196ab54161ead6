/* checkpoint_write.c – see checkpoint_write.h. Texts are cut twice, first for their lengths and names, then to be run; each head's
 * numbers go straight to their place in the file, so that one text's are in memory and never all. What grows with the texts is the
 * file's header, which no file may have above HS_TENSOR_HEADER_BYTES. */
#include "sources/checkpoint_write.h"

#include <stdlib.h>
#include <string.h>

#include "base/file_fill.h"
#include "base/safetensors.h"

struct writing {
    const struct checkpoint_write *of;
    struct hs_checkpoint_info info;
    size_t longest; /* tokens of the longest text: n and m of the file */
    struct hs_buffer header;
    uint8_t *block; /* (longest, longest) F32 of a head as the file has it */
};

/* The pieces of a text; one that the model cannot take is refused by its number. */
static enum hs_status cut(const struct writing *w, size_t index, struct hs_encoding **pieces, struct hs_error *error)
{
    size_t length = 0;
    const char *text = w->of->texts->text(w->of->texts->user, index, &length);
    enum hs_status status = hsi_tokenizer_encode(w->of->tokenizer, text, length, true, pieces, error);
    if (status)
        return status;
    size_t count = (*pieces)->count;
    if (count > 0 && count <= w->info.positions)
        return HS_OK;
    hsi_encoding_drop(*pieces);
    *pieces = NULL;
    if (count == 0)
        return hs_fail(error, HS_BAD_INPUT, "text %zu of %zu has no token to attend to: leave it out", index + 1, w->of->texts->count);
    return hs_fail(error, HS_LIMIT, "text %zu of %zu has %zu tokens and the model takes %zu: shorten or split it", index + 1,
        w->of->texts->count, count, w->info.positions);
}

static enum hs_status measure(struct writing *w, struct hs_error *error)
{
    for (size_t i = 0; i < w->of->texts->count; i++) {
        struct hs_encoding *pieces;
        enum hs_status status = hs_watch_stops(w->of->watch) ? hsi_stopped(error) : cut(w, i, &pieces, error);
        if (status)
            return status;
        w->longest = pieces->count > w->longest ? pieces->count : w->longest;
        hsi_encoding_drop(pieces);
    }
    return HS_OK;
}

/* Each text's tokens as the tokenizer has them, and which positions are its own: lists of lists, of one text plain lists. */
static enum hs_status list_tokens(const struct writing *w, struct hs_buffer *tokens, struct hs_buffer *mask, struct hs_error *error)
{
    size_t count = w->of->texts->count;
    for (size_t i = 0; i < count; i++) {
        struct hs_encoding *pieces;
        enum hs_status status = cut(w, i, &pieces, error);
        if (status)
            return status;
        hs_buffer_print(tokens, "%s[", i ? "," : count > 1 ? "[" : "");
        hs_buffer_print(mask, "%s[", i ? "," : count > 1 ? "[" : "");
        for (size_t k = 0; k < w->longest; k++) {
            hs_buffer_print(tokens, k ? "," : "");
            hs_buffer_json_string(tokens, k < pieces->count ? hsi_tokenizer_token(w->of->tokenizer, pieces->piece[k].id) : "[PAD]");
            hs_buffer_print(mask, "%s%d", k ? "," : "", k < pieces->count);
        }
        hs_buffer_print(tokens, "]");
        hs_buffer_print(mask, "]");
        hsi_encoding_drop(pieces);
        if (tokens->length + mask->length > HS_TENSOR_HEADER_BYTES)
            return hs_fail(error, HS_LIMIT, "the tokens of %zu texts pass the %u MiB that a file's header may have: write several files",
                count, HS_TENSOR_HEADER_BYTES >> 20);
    }
    hs_buffer_print(tokens, count > 1 ? "]" : "");
    hs_buffer_print(mask, count > 1 ? "]" : "");
    return HS_OK;
}

static void note(struct hs_buffer *header, const char *key, const char *text)
{
    hs_buffer_print(header, "\"%s\":", key);
    hs_buffer_json_string(header, text);
    hs_buffer_print(header, ",");
}

static enum hs_status make_header(struct writing *w, struct hs_error *error)
{
    struct hs_buffer tokens = {0}, mask = {0}, *header = &w->header;
    size_t batch = w->of->texts->count, n = w->longest;
    enum hs_status status = list_tokens(w, &tokens, &mask, error);
    if (!status && (tokens.failed || mask.failed))
        status = hs_fail(error, HS_NO_MEMORY, "no memory left for the tokens of %zu texts", batch);
    if (!status) {
        char number[24];
        snprintf(number, sizeof number, "%zu", w->info.key_heads);
        hs_buffer_print(header, "{\"__metadata__\":{");
        note(header, "model", w->of->name);
        note(header, "kv_heads", number);
        note(header, "tokens", tokens.data);
        note(header, "attention_mask", mask.data);
        hs_buffer_print(header, "\"causal\":\"%s\"},\"attention\":{\"dtype\":\"F32\",\"shape\":[%zu,", w->info.causal ? "True" : "False",
            w->info.layers);
        if (batch > 1)
            hs_buffer_print(header, "%zu,", batch);
        hs_buffer_print(header, "%zu,%zu,%zu],\"data_offsets\":[0,%llu]}}", w->info.heads, n, n,
            4ull * w->info.layers * batch * w->info.heads * n * n);
        while (header->length % 8 != 0 && !header->failed)
            hs_buffer_print(header, " ");
        if (header->failed)
            status = hs_fail(error, HS_NO_MEMORY, "no memory left for the tokens of %zu texts", batch);
        else if (header->length > HS_TENSOR_HEADER_BYTES)
            status = hs_fail(error, HS_LIMIT, "the tokens of %zu texts pass the %u MiB that a file's header may have: write several files",
                batch, HS_TENSOR_HEADER_BYTES >> 20);
    }
    hs_buffer_drop(&tokens);
    hs_buffer_drop(&mask);
    return status;
}

static void put_little(uint8_t *to, uint64_t bits, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++)
        to[k] = (uint8_t)(bits >> 8 * k);
}

/* A head among zeros: what stands for padding attends to nothing and nothing attends to it. */
static void lay_out(const struct writing *w, struct hs_matrix A)
{
    memset(w->block, 0, 4 * w->longest * w->longest);
    for (size_t q = 0; q < A.rows; q++) {
        for (size_t k = 0; k < A.cols; k++) {
            uint32_t bits;
            memcpy(&bits, &A.data[q * A.stride + k], sizeof bits);
            put_little(w->block + 4 * (q * w->longest + k), bits, 4);
        }
    }
}

static enum hs_status run(const struct writing *w, size_t index, struct hs_forward **forward, struct hs_error *error)
{
    struct hs_encoding *pieces;
    enum hs_status status = cut(w, index, &pieces, error);
    if (status)
        return status;
    uint32_t *ids = malloc(pieces->count * sizeof *ids);
    for (size_t i = 0; ids && i < pieces->count; i++)
        ids[i] = pieces->piece[i].id;
    const struct hs_forward_config config = {.ids = ids, .n = pieces->count, .watch = w->of->watch};
    status = ids ? hs_checkpoint_run(w->of->model, &config, forward, error)
                 : hs_fail(error, HS_NO_MEMORY, "no memory left for %zu tokens", pieces->count);
    free(ids);
    hsi_encoding_drop(pieces);
    return status;
}

static enum hs_status fill(void *user, struct hs_file_out *file, struct hs_error *error)
{
    struct writing *w = user;
    size_t batch = w->of->texts->count, heads = w->info.heads, cells = 4 * w->longest * w->longest;
    uint8_t size[8];
    put_little(size, w->header.length, sizeof size);
    enum hs_status status = hsi_file_put(file, 0, size, sizeof size, error);
    if (!status)
        status = hsi_file_put(file, sizeof size, w->header.data, w->header.length, error);
    for (size_t item = 0; item < batch && !status; item++) {
        struct hs_forward *forward = NULL;
        status = run(w, item, &forward, error);
        for (size_t i = 0; i < w->info.layers * heads && !status; i++) {
            uint64_t place = ((uint64_t)(i / heads) * batch + item) * heads + i % heads;
            lay_out(w, hs_forward_weights(forward, i / heads, i % heads));
            status = hsi_file_put(file, sizeof size + w->header.length + place * cells, w->block, cells, error);
        }
        hs_forward_drop(forward);
        hs_watch_tell(w->of->watch, item + 1, batch);
    }
    return status;
}

enum hs_status hsi_checkpoint_write(const struct checkpoint_write *what, const char *path, bool overwrite, struct hs_error *error)
{
    struct writing w = {.of = what, .info = hs_checkpoint_info(what->model)};
    if (what->texts->count == 0 || what->texts->count > HS_DUMP_MAX_BATCH)
        return hs_fail(error, HS_LIMIT, "%zu texts, and a file has 1 to %u: write several files", what->texts->count, HS_DUMP_MAX_BATCH);
    enum hs_status status = measure(&w, error);
    if (!status)
        status = make_header(&w, error);
    if (!status && !(w.block = malloc(4 * w.longest * w.longest)))
        status = hs_fail(error, HS_NO_MEMORY, "no memory left for a head of %zu tokens", w.longest);
    if (!status)
        status = hsi_file_fill(path, overwrite, fill, &w, error);
    free(w.block);
    hs_buffer_drop(&w.header);
    return status;
}
