/* json_walk.h – reading strict JSON without building a tree: a file of a hundred thousand names (a vocabulary) costs one
 * look at each byte. hsi_json_check first; then every call here may take the text as correct. Private to the engine. */
#ifndef HS_BASE_JSON_WALK_H
#define HS_BASE_JSON_WALK_H

#include "base/base.h"

/* Whether the bytes are one strict JSON value, as hs_json_parse judges but for repeated keys: a walk shows them all. */
enum hs_status hsi_json_check(
    const char *name, const char *bytes, size_t length, struct hs_error *error);

/* Line and column (from 1, in characters) of a byte. */
struct hsi_json_place {
    size_t line, column;
};
struct hsi_json_place hsi_json_place(const char *bytes, size_t at);

/* A value is a pointer to its first byte in the checked text. The first one, past a BOM and blanks: */
const char *hsi_walk_root(const char *bytes, size_t length);
enum hs_json_kind hsi_walk_kind(const char *value);

/* The items of an array or object, in the text's order:
 *     for (struct hs_walk walk = hsi_walk_in(value); hsi_walk_next(&walk);)
 *         use(walk.key, walk.value); */
struct hs_walk {
    const char *key;   /* a string value, NULL in an array */
    const char *value;
    const char *next;  /* private: where the next item begins */
    bool object;
};
struct hs_walk hsi_walk_in(const char *value);
bool hsi_walk_next(struct hs_walk *walk);
/* The same when the reader of the last value knows where it ended. */
void hsi_walk_past(struct hs_walk *walk, const char *end);
const char *hsi_walk_end(const char *value); /* the byte after it */

/* The string's length in bytes as written, never less than what it means; then writes what it means to `text` with room
 * for that and a NUL, and returns its length. */
size_t hsi_walk_string_room(const char *string);
size_t hsi_walk_string(const char *string, char *text);
bool hsi_walk_string_is(const char *string, const char *text);
/* A finite number; an integer from 0 to limit - 1; false for every other value. */
bool hsi_walk_number(const char *value, double *number);
bool hsi_walk_index(const char *value, size_t limit, size_t *index);

#endif
