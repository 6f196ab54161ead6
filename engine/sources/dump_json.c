/* dump_json.c – Headscope's own JSON (assets/doc/files.md) as an attention file: what one picture showed comes back with its tokens,
 * weights and mask. Called by dump_open.c. */
#include "sources/dump.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct own {
    struct dump *dump;
    const struct hs_json *root, *heads;
    size_t L, h, n, m;
    float *weight; /* (L, h, n, m) */
    bool *masked;  /* (n, m), the first head's */
};

__attribute__((format(printf, 3, 4))) static enum hs_status bad(
    const struct own *own, struct hs_error *error, const char *format, ...);

static enum hs_status bad(const struct own *own, struct hs_error *error, const char *format, ...)
{
    char words[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return hs_fail(error, HS_BAD_INPUT, "%s: %s: write it again with headscope --json", hsi_name_shown(own->dump->path).text, words);
}

/* null is masked; a number that is none stands as a text. */
static bool read_cell(const struct hs_json *node, float *value, bool *masked)
{
    double number;
    const char *text = hs_json_string(node);
    *masked = hs_json_kind(node) == HS_JSON_NULL;
    *value = 0;
    if (*masked)
        return true;
    if (hs_json_number(node, &number)) {
        *value = (float)number;
        return true;
    }
    if (!text)
        return false;
    *value = strcmp(text, "NaN") == 0 ? NAN : strcmp(text, "-Infinity") == 0 ? -INFINITY : INFINITY;
    return strcmp(text, "NaN") == 0 || strcmp(text, "Infinity") == 0 || strcmp(text, "-Infinity") == 0;
}

static enum hs_status read_head(struct own *own, const struct hs_json *head, size_t index, struct hs_error *error)
{
    const struct hs_json *row = hs_json_first(hs_json_find(head, "weights"));
    for (size_t q = 0; q < own->n; q++, row = hs_json_next(row)) {
        const struct hs_json *cell = row ? hs_json_first(row) : NULL;
        if (!row || hs_json_kind(row) != HS_JSON_ARRAY || hs_json_count(row) != own->m)
            return bad(own, error, "the weights of head %zu are no %zu rows of %zu numbers", index, own->n, own->m);
        for (size_t k = 0; k < own->m; k++, cell = hs_json_next(cell)) {
            bool masked, *first = &own->masked[q * own->m + k];
            if (!read_cell(cell, &own->weight[(index * own->n + q) * own->m + k], &masked))
                return bad(own, error, "the weights of head %zu hold something else than numbers", index);
            *first = index == 0 ? masked : *first && masked;
        }
    }
    return HS_OK;
}

static void put_texts(const struct hs_json *tokens, const char *key, struct hs_buffer *meta)
{
    if (hs_json_count(tokens) == 0) /* positions stand for them */
        return;
    hs_buffer_print(meta, "\"%s\":[", key);
    for (const struct hs_json *token = hs_json_first(tokens); token; token = hs_json_next(token)) {
        const char *text = hs_json_string(hs_json_find(token, "text"));
        hs_buffer_json_string(meta, text ? text : "");
        hs_buffer_write(meta, ",", hs_json_next(token) != NULL);
    }
    hs_buffer_print(meta, "],");
}

/* The mask is causal, or it is none that a file of attention can say: cell by cell. */
static bool is_causal(const struct own *own)
{
    for (size_t q = 0; q < own->n; q++)
        for (size_t k = 0; k < own->m; k++)
            if (own->masked[q * own->m + k] != (k + own->n > q + own->m))
                return false;
    return true;
}

static bool masks_nothing(const struct own *own)
{
    for (size_t i = 0; i < own->n * own->m; i++)
        if (own->masked[i])
            return false;
    return true;
}

static void put_meta(const struct own *own, struct hs_buffer *meta)
{
    const struct hs_json *keys = hs_json_find(own->root, "key_tokens");
    const char *source = hs_json_string(hs_json_find(own->root, "source"));
    hs_buffer_print(meta, "{");
    put_texts(hs_json_find(own->root, "tokens"), keys ? "query_tokens" : "tokens", meta);
    if (keys)
        put_texts(keys, "key_tokens", meta);
    if (source) {
        hs_buffer_print(meta, "\"model\":");
        hs_buffer_json_string(meta, source);
        hs_buffer_print(meta, ",");
    }
    hs_buffer_print(meta, "\"causal\":%s}", is_causal(own) && !masks_nothing(own) ? "true" : "false");
}

/* Layers, heads and sides, from the first head and how many there are. */
static enum hs_status read_shape(struct own *own, struct hs_error *error)
{
    const struct hs_json *first, *weights;
    const char *values = hs_json_string(hs_json_find(own->root, "values")),
               *format = hs_json_string(hs_json_find(own->root, "format"));
    if (format && strncmp(format, "headscope-attention", 19) != 0)
        return bad(own, error, "its format is \"%s\", which holds no weights", hsi_name_shown(format).text);
    if (values && strcmp(values, "weight") != 0)
        return bad(own, error, "its numbers are no attention weights but \"%s\"", hsi_name_shown(values).text);
    own->heads = hs_json_find(own->root, "heads");
    first = hs_json_kind(own->heads) == HS_JSON_ARRAY ? hs_json_first(own->heads) : NULL;
    weights = hs_json_find(first, "weights");
    if (!weights || hs_json_kind(weights) != HS_JSON_ARRAY || hs_json_kind(hs_json_first(weights)) != HS_JSON_ARRAY)
        return bad(own, error, "it holds no \"heads\" with \"weights\"");
    size_t count = hs_json_count(own->heads);
    own->L = 1;
    hs_json_index(hs_json_find(own->root, "layers"), HS_DUMP_MAX_LAYERS + 1, &own->L);
    if (own->L == 0 || count % own->L) /* one head, or some */
        own->L = 1;
    own->h = count / own->L;
    own->n = hs_json_count(weights);
    own->m = hs_json_count(hs_json_first(weights));
    return HS_OK;
}

static enum hs_status take(struct own *own, struct hs_buffer *meta, struct hs_error *error)
{
    size_t cells, bytes, index = 0;
    enum hs_status status = read_shape(own, error);
    if (status)
        return status;
    if (!hsi_size_mul(own->n, own->m, &cells) || !hsi_size_mul(cells, own->L * own->h * sizeof(float), &bytes))
        return bad(own, error, "it has too many numbers");
    own->weight = hsi_dump_memory(own->dump, bytes + 1);
    own->masked = hsi_dump_memory(own->dump, cells + 1);
    if (!own->weight || !own->masked)
        return hs_fail(error, HS_NO_MEMORY, "no memory left for the weights of a file");
    for (const struct hs_json *head = hs_json_first(own->heads); !status && head; head = hs_json_next(head))
        status = read_head(own, head, index++, error);
    if (status)
        return status;
    put_meta(own, meta);
    const size_t shape[] = {own->L, own->h, own->n, own->m};
    struct dump_array array = {"attention", HS_DTYPE_F32, "F32", 4, shape, {0, (const uint8_t *)own->weight}};
    status = hsi_dump_add_part(own->dump, "attention", HS_PART_SELF, &(const struct dump_array *){&array}, 1, false, error);
    if (!status && !is_causal(own) && !masks_nothing(own))
        own->dump->part[0].cells = own->masked;
    return status;
}

enum hs_status hsi_dump_take_json(struct dump *dump, struct hs_buffer *meta, struct hs_error *error)
{
    struct hs_json_doc *doc;
    char *text = dump->length < SIZE_MAX ? malloc((size_t)dump->length + 1) : NULL;
    if (dump->length > HS_MAX_FILE_BYTES) {
        free(text);
        return hs_fail(error, HS_LIMIT, "%s: it has over %u MiB, the limit for JSON: write the attention as .safetensors",
            hsi_name_shown(dump->path).text, HS_MAX_FILE_BYTES >> 20);
    }
    enum hs_status status = text ? hsi_dump_fetch(dump, 0, (size_t)dump->length, text, error)
                                 : hs_fail(error, HS_NO_MEMORY, "no memory left for the weights of a file");
    if (!status)
        status = hs_json_parse(dump->path, text, (size_t)dump->length, &doc, error);
    if (!status) {
        struct own own = {.dump = dump, .root = hs_json_root(doc)};
        status = take(&own, meta, error);
        hs_json_drop(doc);
    }
    free(text);
    return status;
}
