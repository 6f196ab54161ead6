/* hs_file.h – whole files in and out, strict JSON, and the buffer that text is written into. Part of hs.h, which
 * includes it. Nothing here knows of attention; the engine and the app read and write all their files through it. */
#ifndef HS_FILE_H
#define HS_FILE_H

#include "hs.h"

/* ------------------------------------------------------------------ reading: whole files and strict JSON */
/* A whole regular file (or a stream that is open already: "-", /dev/stdin, /dev/fd/N), NUL-terminated after `length`
 * bytes; free() it. Directories, named pipes, missing and unreadable files and more than `limit` bytes are errors that
 * name the file and the remedy. */
enum hs_status hs_file_read(const char *path, size_t limit, char **bytes, size_t *length, struct hs_error *error);

/* Strict JSON: UTF-8 checked, depth limited (HS_JSON_DEPTH), no trailing bytes, error position as line and
 * column. Accessors fail when the field is missing, of another type, not finite, or (objects) given twice. */
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

/* ------------------------------------------------------------------ writing: buffers and whole files */
struct hs_buffer { /* grows; `failed` is set when memory ran out, and further writes are ignored */
    char *data;
    size_t length, room;
    bool failed;
};
void hs_buffer_write(struct hs_buffer *buffer, const void *bytes, size_t length);
void hs_buffer_print(struct hs_buffer *buffer, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void hs_buffer_json_string(struct hs_buffer *buffer, const char *text); /* quoted and escaped */
/* A CSV field (RFC 4180): quoted when it holds a comma, quote, line end or a sign that a spreadsheet takes for a formula. */
void hs_buffer_csv_string(struct hs_buffer *buffer, const char *text);
void hs_buffer_drop(struct hs_buffer *buffer);

/* Writes a temporary beside `path`, flushes it and renames it over `path`: afterwards the old file or the whole new one
 * is there. "-" is standard output. With `overwrite` false an existing file is HS_IO and stays. */
enum hs_status hs_file_write(
    const char *path, const void *bytes, size_t length, bool overwrite, struct hs_error *error);

#endif
