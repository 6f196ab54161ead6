/* text_edit.h – editing one line of UTF-8, without a screen: caret, selection, undo, word and
 * cluster moves. The field widget drives it. Every operation keeps the text valid UTF-8, within its
 * room and cut only between clusters; caret and anchor always lie on cluster boundaries. */
#ifndef HEADSCOPE_TEXT_EDIT_H
#define HEADSCOPE_TEXT_EDIT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define EDIT_UNDO_STEPS 256
#define EDIT_UNDO_BYTES (512u << 10)

enum edit_kind { EDIT_OTHER, EDIT_TYPE, EDIT_ERASE_BACK, EDIT_ERASE_FORWARD };

struct edit_step { /* bytes [at, at + old) became [at, at + new) */
    size_t at, old_length, new_length;
    size_t caret, anchor; /* before */
    enum edit_kind kind;
    char *bytes; /* old bytes, then new bytes; owned */
};

struct edit {
    size_t caret, anchor;   /* byte offsets; the selection lies between */
    struct edit_step *step; /* (EDIT_UNDO_STEPS), made at the first change; owned */
    int steps, done;        /* steps kept; of these, done = not undone */
    size_t step_bytes;
    bool sealed; /* the next insertion begins a new undo step */
};

void edit_forget(struct edit *edit); /* drops the undo history */
/* All work on text[0 .. room), NUL-terminated. Those that may change it return whether they did. */
bool edit_insert(struct edit *edit, char *text, size_t room, const char *add, size_t length,
    enum edit_kind kind);
bool edit_erase(struct edit *edit, char *text, size_t to,
    enum edit_kind kind); /* selection, else caret to `to` */
bool edit_undo(struct edit *edit, char *text, size_t room);
bool edit_redo(struct edit *edit, char *text, size_t room);
void edit_move(struct edit *edit, size_t to, bool extend);
void edit_select(struct edit *edit, size_t from, size_t to);
void edit_clamp(struct edit *edit, const char *text); /* after the text changed behind our back */
size_t edit_from(const struct edit *edit);            /* selection */
size_t edit_to(const struct edit *edit);

/* Boundaries. `at` is a byte offset within [0, length]. */
size_t edit_next_cluster(const char *text, size_t length, size_t at);
size_t edit_previous_cluster(const char *text, size_t length, size_t at);
size_t edit_cluster_start(
    const char *text, size_t length, size_t at); /* nearest boundary not after `at` */
size_t edit_next_word(const char *text, size_t length, size_t at); /* end of the word after `at` */
size_t edit_previous_word(
    const char *text, size_t length, size_t at); /* start of the word before `at` */
void edit_word_around(const char *text, size_t length, size_t at, size_t *from, size_t *to);

/* Makes `add` fit for one line: newlines and tabs become one space, other control characters go,
 * invalid bytes become U+FFFD. out needs 3 * length + 1 bytes; returns the bytes written. */
size_t edit_clean(const char *add, size_t length, char *out);

#endif
