/* lesson.h – a lesson: steps with words, each on a picture of its own, and questions that are answered before the picture is seen.
 * The guided tour is one (assets/tour.lesson). The file is written by a teacher in an editor or by "Add a step" in the window; its
 * page is assets/doc/lessons.md. UTF-8, a keyword a line; what belongs to a step follows its line in any order:
 *
 *   headscope-lesson 1           the first line
 *   title TEXT                   before the first step
 *   step TEXT                    begins a step: its title
 *   session {…}                  the picture: JSON as in a session file (session.h), over one or more lines; without it the picture of
 *                                the step before. Palette, colours, numbers in cells and counting stay as the reader has them, unless
 *                                it says otherwise
 *   text TEXT                    what is said; goes on in lines that begin with a blank, an empty line between begins a paragraph.
 *                                {…} is a number of the picture (lesson_words.c); {{ is a brace
 *   point WHAT                   up to 4 of them: rings (enum point_kind)
 *   ask TEXT                     a question; may be missing, then it is made from what is found
 *   find key from T in head N    what answers it, in this picture: the key that T gives most weight to,
 *   find query to T in head N    the query that gives T most,
 *   find head from T to T        the head that gives most from one to the other
 *   # TEXT                       a remark
 *
 * Heads and tokens outside a session are counted from 1. A token T is its word; WORD#2 is the second such word, #2 the second token. */
#ifndef HEADSCOPE_LESSON_H
#define HEADSCOPE_LESSON_H

#include "desk/session.h"

#define LESSON_ENDING ".lesson"
#define LESSON_SIGN "headscope-lesson"
#define LESSON_MOST_BYTES ((size_t)4 << 20)
#define LESSON_TITLE_ROOM APP_STEP_TITLE_ROOM /* bytes, NUL included */
#define LESSON_ASK_ROOM 300
#define LESSON_TEXT_ROOM APP_STEP_TEXT_ROOM /* also with its numbers written out */
#define LESSON_POINTS 4
#define LESSON_HEADS 8 /* that one point names */

/* What a step points at. */
enum point_kind {
    POINT_SINGLE,   /* single: in Compare, the row of the one head */
    POINT_HEAD,     /* head N…: thumbnails, rows or chips of those heads, in whichever view */
    POINT_CELL,     /* cell T T: of the selected head, in the Head view: query and key; */
    POINT_ROW,      /* row T: the query's row, */
    POINT_KEY,      /* key T: the key's column */
    POINT_STEP,     /* step: in Steps, the tile of the step that is shown */
    POINT_SENTENCE, /* sentence: the field */
    POINT_HEADS,    /* heads: their number, with d_k */
    POINT_START,    /* start: in Learn, what starts and pauses */
    POINT_KINDS,
};

struct lesson_point {
    enum point_kind kind;
    const char *from, *to; /* tokens; NULL where the kind has none */
    size_t head[LESSON_HEADS], heads; /* from 0 */
};

enum ask_kind { ASK_NOTHING, ASK_KEY, ASK_QUERY, ASK_HEAD };

struct lesson_ask {
    enum ask_kind kind;
    const char *question; /* "" = made from the rest */
    const char *from, *to; /* tokens; NULL for the one that is found */
    size_t head;           /* from 0; ACT_NOWHERE when it is found */
    size_t line;
};

/* What the person who goes through it answered; empty in a lesson that was just read. */
struct lesson_answer {
    bool given, right;
    size_t chosen;   /* token or head */
    char words[700]; /* both weights, in words */
};

struct lesson_step {
    const char *title, *text;
    const char *session; /* JSON; of the step that has it, never NULL */
    char *sentence;      /* the session's text */
    bool own_session;    /* else that of a step before */
    size_t line, text_line, session_line; /* from 1 */
    size_t from, to;     /* the bytes of the file that the step is, from its line up to the next step's */
    struct lesson_point point[LESSON_POINTS];
    size_t points, point_line[LESSON_POINTS];
    struct lesson_ask ask;
    struct lesson_answer answer;
};

struct lesson {
    char path[APP_PATH_ROOM]; /* as it was opened */
    char *bytes;              /* which all strings lie in */
    const char *title;
    bool tour; /* the one that came with the program */
    struct lesson_step *step; /* (count) at least one */
    size_t count, questions;
};

/* ---------------------------------------------------------------- lesson_read.c */
bool lesson_is_file(const char *path); /* by its ending, or its first bytes */
/* `live` runs its sentences (NULL: any number of heads is right). `path` stands in messages, which name line, expectation and remedy. What depends
 * on the built-in model's sentence alone – its tokens, heads – is checked, too; what a model or attention file decides is not. Owner:
 * lesson_drop(). */
enum hs_status lesson_read(
    const char *path, const char *bytes, size_t length, const struct hs_source *live, struct lesson **lesson, struct hs_error *error);
enum hs_status lesson_open(const char *path, const struct hs_source *live, struct lesson **lesson, struct hs_error *error);
void lesson_drop(struct lesson *lesson);
/* The step's session over `session`, which holds what is to stay where it is silent. */
enum hs_status lesson_session(const struct lesson *lesson, const struct lesson_step *step, struct session *session, struct hs_error *error);

/* ---------------------------------------------------------------- lesson_words.c */
/* The token that `name` means; ACT_NOWHERE if there is none. */
size_t lesson_token(const struct hs_tokens *tokens, const char *name);
/* How a step names that token; the shortest name that lesson_token() reads back. */
void lesson_token_name(const struct hs_tokens *tokens, size_t index, char *name, size_t room);
/* The step's words about the picture as it is, with its numbers. Returns the first {…} that has no value in it, and stands there as a
 * dash, else NULL; `dash` (may be NULL) gets its bytes. */
const char *lesson_words(const struct app *app, const struct lesson_step *step, char *text, size_t room, size_t *dash);
/* HS_BAD_INPUT where a {…} of the text is none of those, or one of its tokens or heads is not there. `tokens` NULL: not known yet. */
enum hs_status lesson_words_check(const char *text, const struct hs_tokens *tokens, size_t h, struct hs_error *error);

/* ---------------------------------------------------------------- lesson_ask.c */
/* How many answers there are to choose from: tokens or heads. */
size_t ask_count(const struct app *app, const struct lesson_ask *ask);
/* The weight that answer `index` stands for; NaN where there is none: masked, or a token or head is not in this picture. */
double ask_weight(const struct app *app, const struct lesson_ask *ask, size_t index);
/* The answer with the largest weight; ACT_NOWHERE when there is none. `second` (may be NULL) gets the next one; equal weights are told
 * by ask_weight(). */
size_t ask_truth(const struct app *app, const struct lesson_ask *ask, size_t *second);
/* "student", "head 2" */
void ask_name(const struct app *app, const struct lesson_ask *ask, size_t index, char *name, size_t room);
/* The question, up to LESSON_ASK_ROOM bytes. */
void ask_words(const struct app *app, const struct lesson_ask *ask, char *words, size_t room);
/* What is said to that answer. */
void ask_judge(const struct app *app, const struct lesson_ask *ask, size_t chosen, struct lesson_answer *answer);
/* The cell that an answer is about. */
struct app_cell ask_cell(const struct app *app, const struct lesson_ask *ask, size_t index);
/* HS_BAD_INPUT: why this picture has no answer. */
enum hs_status ask_check(const struct app *app, const struct lesson_ask *ask, struct hs_error *error);

/* ---------------------------------------------------------------- lesson_write.c */
/* A step's text for one line: '\n' becomes a pilcrow. */
void lesson_text_shown(const char *text, char *shown, size_t room);
/* Writes app->talk.draft with the picture as it is. `folder`: of the file to come. `old`: the step that it takes the place of, or NULL.
 * HS_BAD_USE when it asks about a row and none is locked. */
enum hs_status lesson_write_step(const struct app *app, const char *folder, const struct lesson_step *old, struct hs_buffer *out,
    struct hs_error *error);
/* The file's bytes with those lines behind step `place` (from 0), or in its place; all others keep their words, remarks and pictures. */
void lesson_splice(const struct lesson *lesson, const char *bytes, size_t length, size_t place, bool change, const char *step,
    struct hs_buffer *out);

#endif
