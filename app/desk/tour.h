/* tour.h – the guided tour: ten stops that tell, on one sentence, why attention has many heads. A
 * stop is a table row: a state of the app, reached by the app's own actions, words whose numbers
 * are read from the picture, and what to point at. Model: tour.c; words: tour_words.c; card and
 * ring: chrome/tour_card.c. */
#ifndef HEADSCOPE_TOUR_H
#define HEADSCOPE_TOUR_H

#include "model/app.h"

#define TOUR_STEPS 10
#define TOUR_TEXT_ROOM 900

/* What a stop points at. */
enum tour_point {
    POINT_NOTHING,
    POINT_SINGLE,   /* Compare: the row of the one head */
    POINT_HEADS,    /* the stepper of heads, with d_k */
    POINT_SUBJECT,  /* Compare: the row of head 1 … */
    POINT_OBJECT,   /* … and of head 2 */
    POINT_STRIP,    /* Steps: the tile of the current step */
    POINT_CELL,     /* Head: the locked cell */
    POINT_THUMBS,   /* Grid: the four specialists' thumbnails */
    POINT_TABLE,    /* Specialise: the row of the selected head */
    POINT_SENTENCE, /* the sentence field */
    POINT_START,    /* Learn: the button that starts and pauses */
};

struct tour_stop {
    const char *title;
    enum tour_point point, also;
    /* Up to TOUR_TEXT_ROOM bytes; every number in it comes from the picture. */
    void (*words)(const struct app *app, char *text, size_t room);
};

/* The stop that is shown; NULL without a tour. */
const struct tour_stop *tour_stop(const struct app *app);
const struct tour_stop *tour_stop_at(int step); /* 1 … TOUR_STEPS */
/* True while the field holds a sentence of the tour, not one of the user's. */
bool tour_owns_text(const struct app *app);
/* ACT_TOUR, ACT_TOUR_STEP. */
enum hs_status apply_tour(struct app *app, const struct action *action, struct hs_error *error);
/* Ends the tour, if there is one: the user's text, file and view come back, but a sentence that was
 * typed during the tour stays. */
void tour_leave(struct app *app);
void tour_drop(struct app_tour *tour);

/* ---------------------------------------------------------------- tour_words.c: one function a
 * stop */
void tour_words_single(const struct app *app, char *text, size_t room);
void tour_words_divide(const struct app *app, char *text, size_t room);
void tour_words_project(const struct app *app, char *text, size_t room);
void tour_words_softmax(const struct app *app, char *text, size_t room);
void tour_words_specialists(const struct app *app, char *text, size_t room);
void tour_words_pronoun(const struct app *app, char *text, size_t room);
void tour_words_concat(const struct app *app, char *text, size_t room);
void tour_words_labels(const struct app *app, char *text, size_t room);
void tour_words_turn(const struct app *app, char *text, size_t room);
void tour_words_learn(const struct app *app, char *text, size_t room);
/* The token spelled `word`, ACT_NOWHERE if there is none. */
size_t tour_token(const struct app *app, const char *word);

#endif
