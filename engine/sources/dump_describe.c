/* dump_describe.c – see dump_describe.h. A list that does
 * not fit the shape is the most common mistake of exporters, so its message names both numbers and
 * what is probably wrong. */
#include "sources/dump_describe.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* What the metadata says does not go with the part. An array's metadata is in a file of its own,
 * and that is the one to mend. */
__attribute__((format(printf, 5, 6))) static enum hs_status misfit(const struct dump *dump,
    const struct dump_part *part, struct hs_error *error, enum hs_status status, const char *format,
    ...)
{
    char words[480];
    const char *slash = strrchr(dump->path, '/');
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    if (dump->meta.name == dump->path)
        return hsi_dump_fail(dump, part, error, status, "%s", words);
    return hs_fail(error, status, "%s does not fit %s: \"%s\" %s", hsi_name_shown(dump->side).text,
        hsi_name_shown(slash ? slash + 1 : dump->path).text, part->about.name, words);
}

/* ------------------------------------------------------------------ lists */
static const char *cause_of(
    const struct hs_part *t, size_t listed, size_t wanted, size_t other)
{
    if (listed == t->B && t->B > 1)
        return "give one list of tokens for each batch item";
    if (listed + 2 == wanted)
        return "the special tokens ([CLS] and [SEP], or <s> and </s>) are probably missing from "
               "the "
               "list";
    if (listed + 1 == wanted)
        return "one special token (a begin or end mark) is probably missing from the list";
    if (listed == t->h)
        return "the axes are probably in another order than (L, h, n, m)";
    if (listed > 0 && listed == other)
        return "query and key tokens are probably exchanged";
    if (listed < wanted)
        return "the sequence was probably padded: cut the attention to the tokens, or list the "
               "padding too";
    return "the text was probably cut before the model saw it: list only the tokens it saw";
}

static bool is_nested(const struct hs_json *list)
{
    const struct hs_json *first = hs_json_first(list);
    return first && hs_json_kind(first) == HS_JSON_ARRAY;
}

/* One list: `wanted` items of one kind (text, or segment 0 and 1). `item` counts batch items. */
static enum hs_status check_list(const struct dump *dump, const struct dump_part *part,
    const struct hs_json *list, const char *key, bool texts, size_t wanted, size_t item,
    struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    size_t listed = hs_json_count(list), at = 0, bytes = 0, value;
    char where[48] = "";
    if (is_nested(list))
        return misfit(dump, part, error, HS_BAD_INPUT,
            "has lists within lists of lists under \"%s\": give a list, or one for each batch item",
            key);
    if (t->B > 1)
        snprintf(where, sizeof where, " for batch item %zu", item);
    if (listed != wanted)
        return misfit(dump, part, error, HS_BAD_INPUT,
            "has %zu %s positions and \"%s\" lists %zu%s: %s", wanted,
            wanted == t->n ? "query" : "key", key, listed, where,
            cause_of(t, listed, wanted,
                t->n == t->m     ? 0
                : wanted == t->n ? t->m
                                 : t->n));
    for (const struct hs_json *node = hs_json_first(list); node; node = hs_json_next(node), at++) {
        const char *text = hs_json_string(node);
        bytes += text ? strlen(text) : 0;
        if (texts ? !text : !hs_json_index(node, 2, &value))
            return misfit(dump, part, error, HS_BAD_INPUT,
                "has under \"%s\"%s an item %zu that is %s", key, where, at,
                texts ? "no text" : "neither 0 nor 1");
    }
    if (bytes > HS_MAX_TEXT_BYTES)
        return misfit(dump, part, error, HS_LIMIT,
            "has tokens of %zu bytes together under \"%s\" and the limit is %u", bytes, key,
            HS_MAX_TEXT_BYTES);
    return HS_OK;
}

enum hs_status hsi_dump_check_lists(const struct dump *dump, const struct dump_part *part,
    const struct hs_json *list, const char *key, bool texts, size_t wanted, struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    enum hs_status status = HS_OK;
    size_t item = 0;
    if (!is_nested(list)) {
        if (t->B > 1 && texts)
            return misfit(dump, part, error, HS_BAD_INPUT,
                "has a batch of %zu and \"%s\" is one list: give a list of tokens for each batch item; or, where the first axis is "
                "the batch, save numpy.ascontiguousarray(a.swapaxes(0, 1))",
                t->B, key);
        return check_list(dump, part, list, key, texts, wanted, 0, error);
    }
    if (hs_json_count(list) != t->B)
        return misfit(dump, part, error, HS_BAD_INPUT,
            "has a batch of %zu and \"%s\" holds %zu lists: give one for each batch item", t->B,
            key, hs_json_count(list));
    for (const struct hs_json *node = hs_json_first(list); node && !status;
         node = hs_json_next(node), item++) {
        if (hs_json_kind(node) != HS_JSON_ARRAY)
            return misfit(dump, part, error, HS_BAD_INPUT,
                "has under \"%s\" an item %zu that is no list", key, item);
        status = check_list(dump, part, node, key, texts, wanted, item, error);
    }
    return status;
}

/* ------------------------------------------------------------------ tokens */
struct lists {
    const struct hs_json *tokens, *query, *key;
};

/* Which of the lists names a side of this part. */
static void choose(
    struct dump_part *part, enum hs_side side, const struct hs_json *list, const char *key)
{
    if (!list || part->tokens[side])
        return;
    part->tokens[side] = list;
    part->tokens_key[side] = key;
}

static void choose_lists(struct dump_part *part, const struct lists *lists)
{
    enum hs_part_kind kind = part->about.kind;
    /* Of an encoder-decoder file the query tokens are the decoder's, the key tokens the encoder's. */
    if (kind == HS_PART_CROSS || (kind == HS_PART_SELF && lists->query && lists->key)) {
        choose(part, HS_QUERY, lists->query, "query_tokens");
        choose(part, HS_KEY, lists->key, "key_tokens");
        return;
    }
    bool encoder = kind == HS_PART_ENCODER;
    for (enum hs_side side = HS_QUERY; side <= HS_KEY; side++) {
        if (!lists->tokens || (lists->query && lists->key))
            choose(part, side, encoder ? lists->key : lists->query,
                encoder ? "key_tokens" : "query_tokens");
        choose(part, side, lists->tokens, "tokens");
        choose(part, side, encoder ? lists->query : lists->key,
            encoder ? "query_tokens" : "key_tokens");
    }
}

static size_t first_length(const struct hs_json *list);

/* An encoder-decoder file that has one list, "tokens": they are the encoder's, whose length tells; the decoder's positions have
 * no names then, which is said. */
static bool choose_of_encoder(const struct dump *dump, struct dump_part *part, const struct lists *lists)
{
    const struct hs_part *t = &part->about;
    size_t length = lists->tokens ? first_length(lists->tokens) : 0, encoder = 0;
    for (size_t i = 0; i < dump->part_count; i++)
        if (dump->part[i].about.kind == HS_PART_CROSS || dump->part[i].about.kind == HS_PART_ENCODER)
            encoder = dump->part[i].about.m;
    if (!lists->tokens || lists->query || lists->key || !encoder)
        return false;
    if (t->kind == HS_PART_CROSS) {
        bool keys = length == t->m || length != t->n;
        choose(part, keys ? HS_KEY : HS_QUERY, lists->tokens, "tokens");
        part->lacks = keys ? "query_tokens" : "key_tokens";
        return true;
    }
    bool decoder = t->kind == HS_PART_DECODER;
    if (decoder ? length == t->m && length != encoder : length == t->m || length != t->n)
        return false; /* they are this part's */
    part->lacks = decoder ? "query_tokens" : "key_tokens";
    return true;
}

static size_t first_length(const struct hs_json *list)
{
    return hs_json_count(is_nested(list) ? hs_json_first(list) : list);
}

/* While a text is being generated the queries are the last of the keys. */
static enum hs_status fit_generated(
    const struct dump *dump, struct dump_part *part, struct hs_error *error)
{
    const struct hs_part *t = &part->about;
    if (t->n == t->m)
        return HS_OK;
    if (t->n < t->m && first_length(part->tokens[HS_KEY]) == t->m) {
        part->skip[HS_QUERY] = t->m - t->n;
        return HS_OK;
    }
    size_t listed = first_length(part->tokens[HS_KEY]);
    char remedy[80] = "give query_tokens and key_tokens";
    if (t->n < t->m)
        snprintf(remedy, sizeof remedy, "list all %zu, or give query_tokens and key_tokens", t->m);
    return misfit(dump, part, error, HS_BAD_INPUT, "has %zu query and %zu key positions and \"%s\" lists %zu: %s", t->n, t->m,
        part->tokens_key[HS_QUERY], listed,
        listed == t->n && t->n == t->h ? "the heads are probably the last axis: save numpy.ascontiguousarray(numpy.moveaxis(a, -1, -3))"
                                       : remedy);
}

static enum hs_status take_tokens(
    struct dump *dump, struct dump_part *part, struct hs_error *error)
{
    struct lists lists = {NULL, NULL, NULL};
    enum hs_status status = hsi_dump_meta_list(&dump->meta, "tokens", &lists.tokens, error);
    if (!status)
        status = hsi_dump_meta_list(&dump->meta, "query_tokens", &lists.query, error);
    if (!status)
        status = hsi_dump_meta_list(&dump->meta, "key_tokens", &lists.key, error);
    if (status)
        return status;
    if (!choose_of_encoder(dump, part, &lists))
        choose_lists(part, &lists);
    if (part->tokens[HS_QUERY] && part->tokens[HS_QUERY] == part->tokens[HS_KEY])
        status = fit_generated(dump, part, error);
    if (!status && part->tokens[HS_QUERY])
        status = hsi_dump_check_lists(dump, part, part->tokens[HS_QUERY], part->tokens_key[HS_QUERY], true,
            part->about.n + part->skip[HS_QUERY], error);
    if (!status && part->tokens[HS_KEY] && part->tokens[HS_KEY] != part->tokens[HS_QUERY])
        status = hsi_dump_check_lists(
            dump, part, part->tokens[HS_KEY], part->tokens_key[HS_KEY], true, part->about.m, error);
    part->about.has_tokens = part->tokens[HS_QUERY] || part->tokens[HS_KEY];
    return status;
}

/* Whether some list has tokens of both sentences. */
static bool has_pair(const struct hs_json *list)
{
    bool seen[2] = {false, false};
    for (const struct hs_json *node = hs_json_first(list); node; node = hs_json_next(node)) {
        size_t value;
        if (hs_json_kind(node) == HS_JSON_ARRAY) {
            if (has_pair(node))
                return true;
        } else if (hs_json_index(node, 2, &value)) {
            seen[value] = true;
        }
    }
    return seen[0] && seen[1];
}

/* Token type ids, as tokenisers for sentence pairs give them; of a single sentence they are all 0. */
static enum hs_status take_segments(
    struct dump *dump, struct dump_part *part, struct hs_error *error)
{
    const char *key = "segment_ids";
    if (part->about.kind == HS_PART_CROSS || part->about.n != part->about.m)
        return HS_OK;
    enum hs_status status = hsi_dump_meta_list(&dump->meta, key, &part->segments, error);
    if (!status && !part->segments) {
        key = "token_type_ids";
        status = hsi_dump_meta_list(&dump->meta, key, &part->segments, error);
    }
    if (status || !part->segments)
        return status;
    status = hsi_dump_check_lists(dump, part, part->segments, key, false, part->about.n, error);
    if (!status && has_pair(part->segments))
        part->about.segments = 2;
    return status;
}

/* ------------------------------------------------------------------ the rest */
static enum hs_status take_kind(
    struct dump *dump, struct dump_part *part, struct hs_error *error)
{
    static const char *const words[] = {"self", "encoder", "decoder", "cross"};
    const char *kind = hsi_dump_meta_text(&dump->meta, "kind");
    if (!kind || part->about.kind != HS_PART_SELF)
        return HS_OK;
    for (size_t i = 0; i < 4; i++) {
        if (strcmp(kind, words[i]) == 0) {
            part->about.kind = (enum hs_part_kind)i;
            return HS_OK;
        }
    }
    return misfit(dump, part, error, HS_BAD_INPUT,
        "has a kind in the metadata that is none of self, encoder, decoder, cross");
}

/* How the lists mark words, decided over all batch items: one alone may hold whole words only. */
static enum hs_status take_schemes(struct dump_part *part, struct hs_error *error)
{
    for (enum hs_side side = HS_QUERY; side <= HS_KEY; side++) {
        size_t count = (side == HS_QUERY ? part->about.n : part->about.m) + part->skip[side];
        struct dump_marks marks = {0};
        if (!part->tokens[side])
            continue;
        const char **texts = malloc(count * sizeof *texts);
        if (!texts)
            return hs_fail(error, HS_NO_MEMORY, "no memory left for the tokens of an attention file");
        const struct hs_json *lists = part->tokens[side],
                             *list = is_nested(lists) ? hs_json_first(lists) : lists;
        for (; list; list = is_nested(lists) ? hs_json_next(list) : NULL) {
            size_t at = 0;
            for (const struct hs_json *text = hs_json_first(list); text; text = hs_json_next(text))
                texts[at++] = hs_json_string(text);
            hsi_dump_marks_add(&marks, texts, at);
        }
        free(texts);
        part->scheme[side] = hsi_dump_scheme(&marks);
        part->about.has_pieces |= part->scheme[side] != SCHEME_PLAIN;
    }
    return HS_OK;
}

enum hs_status hsi_dump_describe(
    struct dump *dump, struct dump_part *part, struct hs_error *error)
{
    struct hs_part *t = &part->about;
    enum hs_status status = take_kind(dump, part, error);
    if (status)
        return status;
    t->causal = t->kind == HS_PART_DECODER;
    if (t->kind == HS_PART_SELF || t->kind == HS_PART_DECODER)
        status = hsi_dump_meta_flag(&dump->meta, "causal", &t->causal, error);
    if (!status)
        status =
            hsi_dump_meta_number(&dump->meta, "kv_heads", HS_MAX_HEADS + 1, &t->kv_heads, error);
    if (!status && t->kv_heads && t->h % t->kv_heads)
        return misfit(dump, part, error, HS_BAD_INPUT,
            "has %zu heads and \"kv_heads\" is %zu, which does not divide it: give the number of "
            "key/value heads",
            t->h, t->kv_heads);
    if (!status)
        status = take_tokens(dump, part, error);
    if (!status)
        status = take_segments(dump, part, error);
    if (!status)
        status = take_schemes(part, error);
    return status;
}
