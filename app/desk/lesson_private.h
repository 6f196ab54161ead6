/* lesson_private.h – what the readers of a lesson's lines share. */
#ifndef HEADSCOPE_LESSON_PRIVATE_H
#define HEADSCOPE_LESSON_PRIVATE_H

#include "desk/lesson.h"

struct lesson_reader {
    struct lesson *lesson;
    const struct hs_source *live; /* what runs its sentences */
    char *at;       /* the next line */
    char *end;      /* of the bytes; *end == '\0' */
    size_t line;    /* the one that was read last, from 1 */
    size_t room;    /* steps there is memory for */
    struct hs_error *error;
};

/* HS_BAD_INPUT: file, line, and what the format and its arguments say. */
enum hs_status lesson_fail(struct lesson_reader *reader, size_t line, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* What stands behind "point" and "find"; `rest` is cut into words. */
enum hs_status lesson_read_point(struct lesson_reader *reader, struct lesson_step *step, char *rest);
enum hs_status lesson_read_find(struct lesson_reader *reader, struct lesson_step *step, char *rest);
/* That the tokens and heads of its points and its question are there. `tokens` NULL: not known yet. */
enum hs_status lesson_names_check(struct lesson_reader *reader, const struct lesson_step *step, const struct hs_tokens *tokens, size_t h);
/* "WORD" is no token: what there is instead, up to some. */
void lesson_tokens_words(const struct hs_tokens *tokens, char *words, size_t room);

#endif
