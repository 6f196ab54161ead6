/* dump_meta.c – the metadata of an attention file, whichever form it has: texts in a safetensors
 * header, or a JSON file beside a .npy. Called by dump_open.c; see dump.h. */
#include "sources/dump.h"

#include <string.h>

/* Several parts ask for the same key: it is parsed once. */
static enum hs_status parse_into(struct dump_meta *meta, const char *key, const char *name,
    const char *text, size_t length, const struct hs_json **root, struct hs_error *error)
{
    for (size_t i = 0; key && i < meta->doc_count; i++) {
        if (meta->doc_key[i] && strcmp(meta->doc_key[i], key) == 0) {
            *root = hs_json_root(meta->doc[i]);
            return HS_OK;
        }
    }
    if (meta->doc_count == DUMP_DOCS)
        return hs_fail(error, HS_LIMIT, "%s: too much metadata", hsi_name_shown(meta->name).text);
    enum hs_status status = hs_json_parse(name, text, length, &meta->doc[meta->doc_count], error);
    if (status)
        return status;
    meta->doc_key[meta->doc_count] = key;
    *root = hs_json_root(meta->doc[meta->doc_count++]);
    return HS_OK;
}

enum hs_status hsi_dump_meta_parse(
    struct dump_meta *meta, const char *text, size_t length, struct hs_error *error)
{
    const struct hs_json *root = NULL;
    if (!text)
        return HS_OK;
    enum hs_status status = parse_into(meta, NULL, meta->name, text, length, &root, error);
    if (status)
        return status;
    if (hs_json_kind(root) == HS_JSON_ARRAY)
        meta->list = root;
    else if (hs_json_kind(root) == HS_JSON_OBJECT)
        meta->object = root;
    else
        return hs_fail(error, HS_BAD_INPUT,
            "%s: expected a list of tokens, or an object with \"tokens\"",
            hsi_name_shown(meta->name).text);
    return HS_OK;
}

void hsi_dump_meta_drop(struct dump_meta *meta)
{
    for (size_t i = 0; i < meta->doc_count; i++)
        hs_json_drop(meta->doc[i]);
}

static const char *text_of(const struct dump_meta *meta, const char *key)
{
    return meta->tensors ? hsi_tensors_metadata(meta->tensors, key) : NULL;
}

static enum hs_status wrong(
    const struct dump_meta *meta, struct hs_error *error, const char *key, const char *expected)
{
    return hs_fail(error, HS_BAD_INPUT, "%s: metadata \"%s\" is not %s",
        hsi_name_shown(meta->name).text, key, expected);
}

enum hs_status hsi_dump_meta_list(
    struct dump_meta *meta, const char *key, const struct hs_json **list, struct hs_error *error)
{
    const struct hs_json *node = hs_json_find(meta->object, key);
    const char *text = text_of(meta, key);
    char name[300];
    if (meta->list && strcmp(key, "tokens") == 0)
        node = meta->list;
    if (text) {
        snprintf(name, sizeof name, "%s: metadata \"%s\"", hsi_name_shown(meta->name).text, key);
        enum hs_status status = parse_into(meta, key, name, text, strlen(text), &node, error);
        if (status)
            return status;
    }
    if (!node)
        return HS_OK;
    if (hs_json_kind(node) != HS_JSON_ARRAY)
        return wrong(meta, error, key, "a JSON list");
    *list = node;
    return HS_OK;
}

enum hs_status hsi_dump_meta_flag(
    const struct dump_meta *meta, const char *key, bool *flag, struct hs_error *error)
{
    static const char *const yes[] = {"true", "True", "1", "yes"}, *const no[] = {
                                                                       "false", "False", "0", "no"};
    const struct hs_json *node = hs_json_find(meta->object, key);
    const char *text = node ? hs_json_string(node) : text_of(meta, key);
    if (!node && !text)
        return HS_OK;
    if (node && hs_json_bool(node, flag))
        return HS_OK;
    for (size_t i = 0; text && i < 4; i++) {
        if (strcmp(text, yes[i]) == 0 || strcmp(text, no[i]) == 0) {
            *flag = strcmp(text, yes[i]) == 0;
            return HS_OK;
        }
    }
    return wrong(meta, error, key, "true or false");
}

enum hs_status hsi_dump_meta_number(const struct dump_meta *meta, const char *key, size_t limit,
    size_t *number, struct hs_error *error)
{
    const struct hs_json *node = hs_json_find(meta->object, key);
    const char *text = node ? hs_json_string(node) : text_of(meta, key);
    if (!node && !text)
        return HS_OK;
    if (!text)
        return hs_json_index(node, limit, number)
                   ? HS_OK
                   : wrong(meta, error, key, "a whole number in its range");
    size_t value = 0, at = 0;
    for (; text[at] >= '0' && text[at] <= '9' && value < limit; at++)
        value = value * 10 + (size_t)(text[at] - '0');
    if (at == 0 || text[at] || value >= limit)
        return wrong(meta, error, key, "a whole number in its range");
    *number = value;
    return HS_OK;
}

const char *hsi_dump_meta_text(const struct dump_meta *meta, const char *key)
{
    const struct hs_json *node = hs_json_find(meta->object, key);
    return node ? hs_json_string(node) : text_of(meta, key);
}

const struct hs_json *hsi_dump_list_of(const struct hs_json *list, size_t batch)
{
    const struct hs_json *item = hs_json_first(list);
    if (!item || hs_json_kind(item) != HS_JSON_ARRAY)
        return list;
    while (batch-- > 0 && item)
        item = hs_json_next(item);
    return item;
}
