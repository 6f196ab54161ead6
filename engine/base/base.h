/* base.h – what every room of the engine stands on: errors, checked sizes, an arena, whole files, strict JSON.
 * Private to the engine. Nothing here knows of text or attention. */
#ifndef HS_BASE_H
#define HS_BASE_H

#include "hs.h"

/* Fills *error (which may be NULL) and returns `status`, so that `return hs_fail(error, HS_IO, "…")` reads well. */
enum hs_status hs_fail(struct hs_error *error, enum hs_status status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A file name fit for a message: a long one keeps its end. `hs_fail(…, "%s: …", hs_name_shown(path).text)`. hs_fail
 * itself shows control characters and invalid bytes of whatever it is given as escapes. */
struct hs_name {
    char text[200];
};
struct hs_name hs_name_shown(const char *path);

/* *product = a * b (or *sum = a + b); false when it would overflow. */
bool hs_size_mul(size_t a, size_t b, size_t *product);
bool hs_size_add(size_t a, size_t b, size_t *sum);

/* Arena: blocks that grow, everything freed at once. Zero-initialise to start. Returns zeroed memory aligned to 64, or
 * NULL when memory ran out (and stays failed). */
struct hs_arena_block;
struct hs_arena {
    struct hs_arena_block *last;
    bool failed;
};
void *hs_arena_alloc(struct hs_arena *arena, size_t count, size_t size);
char *hs_arena_text(struct hs_arena *arena, const char *text, size_t length); /* copy + NUL */
void hs_arena_drop(struct hs_arena *arena);

/* A whole regular file (or FIFO, standard input for "-"), NUL-terminated after `length` bytes; free() it. Directories,
 * missing and unreadable files and more than `limit` bytes are errors that name the file and the remedy. */
enum hs_status hs_file_read(const char *path, size_t limit, char **bytes, size_t *length, struct hs_error *error);

/* Strict JSON over cJSON: UTF-8 checked, depth limited (HS_JSON_DEPTH), no trailing bytes, error position as line and
 * column. Accessors fail when the field is missing, of another type, not finite, or (objects) given twice. */
#define HS_JSON_DEPTH 64
#define HS_JSON_NODES 4000000u /* values of one document; cJSON takes 64 bytes or more for each */
struct hs_json; /* a node; owned by its document */
struct hs_json_doc;
enum hs_status hs_json_parse(const char *name, const char *bytes, size_t length, struct hs_json_doc **doc,
    struct hs_error *error);
void hs_json_drop(struct hs_json_doc *doc);
const struct hs_json *hs_json_root(const struct hs_json_doc *doc);
enum hs_json_kind { HS_JSON_NULL, HS_JSON_BOOL, HS_JSON_NUMBER, HS_JSON_STRING, HS_JSON_ARRAY, HS_JSON_OBJECT };
enum hs_json_kind hs_json_kind(const struct hs_json *node);
size_t hs_json_count(const struct hs_json *node);          /* items of array or object */
const struct hs_json *hs_json_first(const struct hs_json *node);               /* first item or NULL */
const struct hs_json *hs_json_next(const struct hs_json *node);                /* next item or NULL */
const char *hs_json_key(const struct hs_json *node);                           /* its key in an object */
const struct hs_json *hs_json_find(const struct hs_json *object, const char *key); /* NULL if absent */
const char *hs_json_string(const struct hs_json *node);                        /* NULL if no string */
bool hs_json_number(const struct hs_json *node, double *value);                /* false if no finite number */
bool hs_json_bool(const struct hs_json *node, bool *value);                    /* false if neither true nor false */
bool hs_json_index(const struct hs_json *node, size_t limit, size_t *value);   /* an integer 0 … limit - 1 */

#endif
