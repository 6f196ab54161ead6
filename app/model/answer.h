/* answer.h – what a model that runs the text answers: the likeliest tokens behind a token, or in the place of a mask. Asked for beside
 * the window by live.c, with the run or after it. Part of the model (app.h). */
#ifndef HEADSCOPE_ANSWER_H
#define HEADSCOPE_ANSWER_H

#include "hs.h"

struct app;

struct answer {
    struct hs_likely of; /* valid while `known` */
    bool known;          /* of the picture */
    bool write;          /* the likeliest token goes into the text once it is known */
    bool show_last;      /* and then the row of the last token is locked */
};

/* Whether the picture's model is to be asked, and at which token; SIZE_MAX = behind the last one, or at the first mask. */
bool answer_wished(const struct app *app);
size_t answer_place(const struct app *app);
/* What is known is of that token. */
bool answer_is_at(const struct answer *answer, size_t place, size_t tokens);
/* Puts the likeliest token into the text of the field: at its end, or in the place of the mask. HS_BAD_USE says why it cannot be
 * written. */
enum hs_status answer_write(struct app *app, struct hs_error *error);
/* "next: mat 0.31, floor 0.12" or "[MASK]: cat 0.40"; "" while nothing is known. */
void answer_words(const struct app *app, char *words, size_t room);
/* Over the list: "After “the”", "In the place of “[MASK]”"; why there is no list, when there is none. */
void answer_title(const struct app *app, char *title, size_t room);

#endif
