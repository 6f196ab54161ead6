/* json.c – strict JSON over cJSON; the only file that knows cJSON. Called by the lexicon, the
 * weights' header, annotated sentences and dumps. The text is checked as UTF-8 and against RFC 8259
 * first (json_scan.c), so cJSON only ever sees text that it reads as written; then repeated keys
 * are looked for in its tree. cJSON notes its last error in a global, which nothing here reads. */
#include "base/base.h"
#include "base/json_scan.h"
#include "base/json_walk.h"
#include "base/locale_c.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct hs_json_doc {
    cJSON *root;
};

/* A hs_json is a cJSON under another name, so that no caller depends on cJSON. */
static const struct hs_json *wrap(const cJSON *item)
{
    return (const struct hs_json *)(const void *)item;
}

static const cJSON *unwrap(const struct hs_json *node)
{
    return (const cJSON *)(const void *)node;
}

struct hsi_json_place hsi_json_place(const char *bytes, size_t at)
{
    struct hsi_json_place place = {1, 1};
    for (size_t i = 0; i < at; i++) {
        if (bytes[i] == '\n')
            place = (struct hsi_json_place){place.line + 1, 1};
        else if ((bytes[i] & 0xC0) != 0x80)
            place.column++;
    }
    return place;
}

/* "; found `…`" for the message: the character at fault, or the end of the file. */
static void found_words(const char *bytes, size_t length, size_t at, char words[32])
{
    if (at >= length) {
        snprintf(words, 32, "the end of the file");
        return;
    }
    size_t end = at;
    hs_utf8_next(bytes, length, &end);
    snprintf(words, 32, "'%.*s'", (int)(end - at), bytes + at);
}

static enum hs_status fail_at(const char *name, const char *bytes, size_t length, size_t at,
    const char *problem, struct hs_error *error)
{
    char found[32];
    struct hsi_json_place place = hsi_json_place(bytes, at);
    found_words(bytes, length, at, found);
    return hs_fail(error, HS_BAD_INPUT, "%s, line %zu, column %zu: not valid JSON: %s, at %s",
        hsi_name_shown(name).text, place.line, place.column, problem, found);
}

struct numbered {
    const cJSON *item;
    size_t order; // place in its object
};

static int by_key(const void *left, const void *right)
{
    const struct numbered *a = left, *b = right;
    int order = strcmp(a->item->string, b->item->string);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

/* The first child whose key an earlier child of `object` has; NULL if there is none, *memory false
 * if that could not be found out. Sorting keeps a file of a million keys from costing a million
 * squared. */
static const cJSON *repeated_child(const cJSON *object, bool *memory)
{
    struct numbered few[16];
    size_t count = 0, room = sizeof few / sizeof *few;
    for (const cJSON *item = object->child; item; item = item->next)
        count++;
    struct numbered *keys = count <= room ? few : malloc(count * sizeof *keys);
    if (!keys) {
        *memory = false;
        return NULL;
    }
    count = 0;
    for (const cJSON *item = object->child; item; item = item->next, count++)
        keys[count] = (struct numbered){item, count};
    qsort(keys, count, sizeof *keys, by_key);
    struct numbered found = {NULL, SIZE_MAX};
    for (size_t i = 1; i < count; i++)
        if (keys[i].order < found.order &&
            strcmp(keys[i - 1].item->string, keys[i].item->string) == 0)
            found = keys[i];
    if (keys != few)
        free(keys);
    return found.item;
}

/* Walks the tree in text order, depth at most HS_JSON_DEPTH, to the first object with a repeated
 * key and returns the repeat. With `stop` it goes to that child instead, counting the keys before
 * it in *serial. */
static const cJSON *find_repeat(const cJSON *item, const cJSON *stop, size_t *serial, bool *memory)
{
    const cJSON *found = NULL;
    if (!stop && cJSON_IsObject(item))
        found = repeated_child(item, memory);
    for (const cJSON *child = item->child; child && !found; child = child->next) {
        if (child == stop)
            return child;
        *serial += child->string != NULL;
        if (child->child)
            found = find_repeat(child, stop, serial, memory);
    }
    return found;
}

static enum hs_status check_repeats(
    const char *name, const char *bytes, size_t length, const cJSON *root, struct hs_error *error)
{
    size_t serial = 0;
    bool memory = true;
    const cJSON *repeat = find_repeat(root, NULL, &serial, &memory);
    if (!memory)
        return hs_fail(error, HS_NO_MEMORY, "%s: memory ran out; close some programs",
            hsi_name_shown(name).text);
    if (!repeat)
        return HS_OK;
    serial = 0;
    find_repeat(root, repeat, &serial, &memory);
    struct hsi_json_scan scan = hsi_json_scan(bytes, length, HS_JSON_DEPTH, HS_JSON_NODES, serial);
    struct hsi_json_place place = hsi_json_place(bytes, scan.key_at);
    return hs_fail(error, HS_BAD_INPUT,
        "%s, line %zu, column %zu: the key \"%s\" is given twice in one object; remove one",
        hsi_name_shown(name).text, place.line, place.column, hsi_name_shown(repeat->string).text);
}

/* A BOM is no part of the text. */
static size_t mark_length(const char *bytes, size_t length)
{
    return length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
}

enum hs_status hsi_json_check(
    const char *name, const char *bytes, size_t length, struct hs_error *error)
{
    size_t mark = mark_length(bytes, length);
    bytes += mark;
    length -= mark;
    size_t invalid = hs_utf8_invalid(bytes, length);
    if (invalid < length) {
        struct hsi_json_place place = hsi_json_place(bytes, invalid);
        return hs_fail(error, HS_BAD_INPUT,
            "%s, line %zu, column %zu: byte %zu (0x%02X) is not valid UTF-8; save the file as "
            "UTF-8",
            hsi_name_shown(name).text, place.line, place.column, invalid + 1,
            (unsigned)(unsigned char)bytes[invalid]);
    }
    struct hsi_json_scan scan =
        hsi_json_scan(bytes, length, HS_JSON_DEPTH, HS_JSON_NODES, HS_JSON_NO_KEY);
    if (scan.problem)
        return fail_at(name, bytes, length, scan.at, scan.problem, error);
    return HS_OK;
}

enum hs_status hs_json_parse(const char *name, const char *bytes, size_t length,
    struct hs_json_doc **doc, struct hs_error *error)
{
    enum hs_status status = hsi_json_check(name, bytes, length, error);
    size_t mark = mark_length(bytes, length);
    bytes += mark;
    length -= mark;
    if (status)
        return status;
    struct hs_json_doc *made = calloc(1, sizeof *made);
    if (made) {
        locale_t before = hsi_locale_enter_c(); // cJSON reads numbers with strtod
        made->root = cJSON_ParseWithLength(bytes, length);
        hsi_locale_leave(before);
    }
    if (!made || !made->root) {
        free(made);
        return hs_fail(error, HS_NO_MEMORY,
            "%s: memory ran out while reading it; close some programs", hsi_name_shown(name).text);
    }
    status = check_repeats(name, bytes, length, made->root, error);
    if (status) {
        hs_json_drop(made);
        return status;
    }
    *doc = made;
    return HS_OK;
}

void hs_json_drop(struct hs_json_doc *doc)
{
    if (!doc)
        return;
    cJSON_Delete(doc->root);
    free(doc);
}

const struct hs_json *hs_json_root(const struct hs_json_doc *doc)
{
    return wrap(doc->root);
}

enum hs_json_kind hs_json_kind(const struct hs_json *node)
{
    const cJSON *item = unwrap(node);
    if (cJSON_IsBool(item))
        return HS_JSON_BOOL;
    if (cJSON_IsNumber(item))
        return HS_JSON_NUMBER;
    if (cJSON_IsString(item))
        return HS_JSON_STRING;
    if (cJSON_IsArray(item))
        return HS_JSON_ARRAY;
    return cJSON_IsObject(item) ? HS_JSON_OBJECT : HS_JSON_NULL;
}

size_t hs_json_count(const struct hs_json *node)
{
    size_t count = 0;
    for (const struct hs_json *item = hs_json_first(node); item; item = hs_json_next(item))
        count++;
    return count;
}

const struct hs_json *hs_json_first(const struct hs_json *node)
{
    return node ? wrap(unwrap(node)->child) : NULL;
}

const struct hs_json *hs_json_next(const struct hs_json *node)
{
    return node ? wrap(unwrap(node)->next) : NULL;
}

const char *hs_json_key(const struct hs_json *node)
{
    return node ? unwrap(node)->string : NULL;
}

const struct hs_json *hs_json_find(const struct hs_json *object, const char *key)
{
    if (!object || !cJSON_IsObject(unwrap(object)))
        return NULL;
    for (const cJSON *item = unwrap(object)->child; item; item = item->next)
        if (strcmp(item->string, key) == 0)
            return wrap(item);
    return NULL;
}

const char *hs_json_string(const struct hs_json *node)
{
    return node && cJSON_IsString(unwrap(node)) ? unwrap(node)->valuestring : NULL;
}

bool hs_json_number(const struct hs_json *node, double *value)
{
    if (!node || !cJSON_IsNumber(unwrap(node)) || !isfinite(unwrap(node)->valuedouble))
        return false;
    *value = unwrap(node)->valuedouble;
    return true;
}

bool hs_json_bool(const struct hs_json *node, bool *value)
{
    if (!node || !cJSON_IsBool(unwrap(node)))
        return false;
    *value = cJSON_IsTrue(unwrap(node));
    return true;
}

bool hs_json_index(const struct hs_json *node, size_t limit, size_t *value)
{
    double number;
    if (!hs_json_number(node, &number) || !(number >= 0) || !(number < (double)limit) ||
        number != floor(number))
        return false;
    *value = (size_t)number;
    return true;
}
