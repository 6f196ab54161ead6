/* Any bytes as JSON: refused with a place, or a tree that can be walked, whose strings are what the
 * writer writes back. */
#include "base/json_walk.h"
#include "fuzz.h"

#include <math.h>
#include <string.h>

static void check_string(const char *text)
{
    struct hs_buffer buffer = {0};
    struct hs_json_doc *doc = NULL;
    hs_buffer_json_string(&buffer, text);
    MUST(hs_json_parse("again", buffer.data, buffer.length, &doc, NULL) == HS_OK);
    MUST(strcmp(hs_json_string(hs_json_root(doc)), text) == 0);
    hs_json_drop(doc);
    hs_buffer_drop(&buffer);
}

static void walk(const struct hs_json *node, size_t depth)
{
    double number = 0;
    size_t index = 0, count = 0;
    enum hs_json_kind kind = hs_json_kind(node);
    MUST(depth <= HS_JSON_DEPTH);
    MUST((hs_json_string(node) != NULL) == (kind == HS_JSON_STRING));
    if (kind == HS_JSON_STRING)
        check_string(hs_json_string(node));
    if (hs_json_number(node, &number))
        MUST(kind == HS_JSON_NUMBER && isfinite(number));
    if (hs_json_index(node, 1000, &index))
        MUST(index < 1000 && (double)index == number);
    for (const struct hs_json *item = hs_json_first(node); item; item = hs_json_next(item)) {
        MUST(kind == HS_JSON_ARRAY || kind == HS_JSON_OBJECT);
        MUST((hs_json_key(item) != NULL) == (kind == HS_JSON_OBJECT));
        if (kind == HS_JSON_OBJECT && count < 100)
            MUST(hs_json_find(node, hs_json_key(item)) == item); // keys are unique
        walk(item, depth + 1);
        count++;
    }
    MUST(count == hs_json_count(node));
}

/* The walk over the text sees what the tree has, and more only where the tree's reader refuses. */
static void walk_text(const char *value, const struct hs_json *node)
{
    enum hs_json_kind kind = hsi_walk_kind(value);
    MUST(kind == hs_json_kind(node));
    if (kind == HS_JSON_STRING) {
        char *text = malloc(hsi_walk_string_room(value) + 1);
        MUST(text);
        size_t length = hsi_walk_string(value, text);
        MUST(length <= hsi_walk_string_room(value) && length == strlen(text));
        MUST(strcmp(text, hs_json_string(node)) == 0 && hsi_walk_string_is(value, text));
        free(text);
    }
    double tree = 0, walked = 0;
    size_t in_tree = 0, in_walk = 0;
    MUST(hsi_walk_number(value, &walked) == hs_json_number(node, &tree) && walked == tree);
    MUST(hsi_walk_index(value, 1000, &in_walk) == hs_json_index(node, 1000, &in_tree));
    MUST(in_walk >= 1000 || in_walk == in_tree);
    const struct hs_json *item = hs_json_first(node);
    for (struct hs_walk walk = hsi_walk_in(value); hsi_walk_next(&walk); item = hs_json_next(item)) {
        MUST(item && (walk.key != NULL) == (kind == HS_JSON_OBJECT));
        MUST(!walk.key || hsi_walk_string_is(walk.key, hs_json_key(item)));
        walk_text(walk.value, item);
    }
    MUST(!item);
}

FUZZ(json)
{
    struct hs_json_doc *doc = NULL;
    struct hs_error error = {0};
    enum hs_status status = hs_json_parse("f.json", (const char *)data, size, &doc, &error);
    MUST((status == HS_OK) == (doc != NULL));
    if (status) {
        MUST(status == HS_BAD_INPUT && strncmp(error.message, "f.json, line ", 13) == 0);
        fuzz_said(error.message);
        return 0;
    }
    walk(hs_json_root(doc), 0);
    const char *root = hsi_walk_root((const char *)data, size);
    if (*root == '{' || *root == '[') // another root has nothing behind it to stop at
        walk_text(root, hs_json_root(doc));
    hs_json_drop(doc);
    return 0;
}
