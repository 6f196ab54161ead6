/* hs_base.h – the base library (engine/base, libhs_base): errors, UTF-8, whole files in and out, strict JSON, and the
 * buffer that text is written into. Nothing here knows of attention; it needs no other header of ours. The engine and the
 * app read and write all their files through it. */
#ifndef HS_BASE_PUBLIC_H
#define HS_BASE_PUBLIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ------------------------------------------------------------------ errors */
enum hs_status {
    HS_OK = 0,
    HS_BAD_INPUT, /* a file's or text's content is wrong: message names file, place, expectation, remedy */
    HS_BAD_USE,   /* an argument is wrong */
    HS_IO,        /* the system refused: missing, unreadable, full, a directory … */
    HS_LIMIT,     /* a named limit is passed */
    HS_NO_MEMORY,
    HS_STOPPED, /* by the caller's own watch */
};

struct hs_error {
    enum hs_status status;
    char message[640]; /* one line of UTF-8, no newline: what, where, what was expected, what to do */
};

/* Fills *error (which may be NULL) and returns `status`, so that `return hs_fail(error, HS_IO, "…")` reads well. Control
 * characters, direction overrides and invalid bytes of whatever it is given are shown as escapes. */
enum hs_status hs_fail(struct hs_error *error, enum hs_status status, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* ------------------------------------------------------------------ text */
/* `hs_utf8_next` reads the code point at *at and moves *at past it;
 * an invalid byte gives U+FFFD and moves one byte. Bounds: *at < length on entry. */
uint32_t hs_utf8_next(const char *text, size_t length, size_t *at);
/* Offset of the first invalid byte, or `length` when all is valid (no surrogates, overlongs, > U+10FFFF). */
size_t hs_utf8_invalid(const char *text, size_t length);

/* ------------------------------------------------------------------ reading: whole files and strict JSON */
/* A whole regular file (or a stream that is open already: "-", /dev/stdin, /dev/fd/N), NUL-terminated after `length`
 * bytes; free() it. Directories, named pipes, missing and unreadable files and more than `limit` bytes are errors that
 * name the file and the remedy. */
enum hs_status hs_file_read(const char *path, size_t limit, char **bytes, size_t *length, struct hs_error *error);

#define HS_JSON_DEPTH 64         /* nesting of a document */
#define HS_JSON_NODES 4000000u   /* values of one, each 64 bytes or more in memory */

/* Strict JSON: UTF-8 checked, depth limited, no trailing bytes, error position as line and
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
    struct hs_spill *spill; /* hs_file_stream's: where `data` goes when it has become long; NULL = it grows */
};
void hs_buffer_write(struct hs_buffer *buffer, const void *bytes, size_t length);
void hs_buffer_print(struct hs_buffer *buffer, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void hs_buffer_json_string(struct hs_buffer *buffer, const char *text); /* quoted and escaped */
/* 9 significant digits, which read back to the same fp32; else NaN, Infinity or -Infinity, on every machine alike. */
void hs_buffer_number(struct hs_buffer *buffer, double value);
/* The same for JSON, which knows finite numbers only: the others are the strings "NaN", "Infinity", "-Infinity". null is
 * left to mean that there is no number, as in a masked cell. */
void hs_buffer_json_number(struct hs_buffer *buffer, double value);
/* A CSV field (RFC 4180): quoted when it is empty, begins with an apostrophe or holds a comma, a quote, a line end or a tab. What a spreadsheet would
 * run as a formula (= + - @, a tab or a carriage return, and more behind it) gets an apostrophe in front, and so does such
 * a text behind apostrophes: to read back, take one apostrophe away where = + - @ tab or CR follow the last of them. */
void hs_buffer_csv_string(struct hs_buffer *buffer, const char *text);
/* "# text" as a line of its own, whatever is in the text: line ends and other controls become blanks. */
void hs_buffer_csv_note(struct hs_buffer *buffer, const char *text);
void hs_buffer_drop(struct hs_buffer *buffer);
/* A count for people, "1,234,567". Returns text. */
const char *hs_count_text(size_t count, char *text, size_t room);

/* Writes a temporary beside `path`, flushes it and renames it over `path`: afterwards the old file or the whole new one
 * is there. "-" is standard output. With `overwrite` false an existing file is HS_IO and stays. */
enum hs_status hs_file_write(
    const char *path, const void *bytes, size_t length, bool overwrite, struct hs_error *error);
/* The same for what is too large to be held whole: `make` writes into a buffer whose bytes go to the file as they come,
 * so it must not look back at them. When it fails the file stays as it was, and its error is the error. */
enum hs_status hs_file_stream(const char *path, bool overwrite,
    enum hs_status (*make)(void *user, struct hs_buffer *buffer, struct hs_error *error), void *user,
    struct hs_error *error);

/* ------------------------------------------------------------------ long calls */
struct hs_watch {
    bool (*stop)(void *user); /* asked often, by the thread that works: true ends the call with HS_STOPPED; or NULL */
    void (*progress)(void *user, size_t done, size_t total); /* or NULL */
    void *user;
};
/* Ask and tell `watch`, which may be NULL. */
bool hs_watch_stops(const struct hs_watch *watch);
void hs_watch_tell(const struct hs_watch *watch, size_t done, size_t total);

#endif
