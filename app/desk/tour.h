/* tour.h – going through a lesson (lesson.h): the guided tour, which is the lesson that came with the program, or a teacher's own. Each
 * step sets the whole state that it speaks of; what the user had comes back at the end. Card, rings and the page of a question:
 * chrome/tour_card.c, chrome/question.c. */
#ifndef HEADSCOPE_TOUR_H
#define HEADSCOPE_TOUR_H

#include "desk/lesson.h"

/* The step that is shown; NULL without a lesson. */
const struct lesson_step *tour_step(const struct app *app);
size_t tour_steps(const struct app *app); /* of the lesson that runs; 0 without */
/* The question that waits for its answer: until then nothing of the picture is shown, by whatever way. NULL without one. */
const struct lesson_ask *tour_asks(const struct app *app);
/* While a question waits: HS_BAD_USE for an action that would show or change the picture. Pointing is no wish and does nothing then. */
bool tour_points(const struct app *app, enum action_kind kind);
enum hs_status tour_allows(const struct app *app, enum action_kind kind, struct hs_error *error);
/* "3 of 4 right, 1 not answered"; "" for a lesson without questions. */
void tour_result(const struct app *app, char *words, size_t room);
/* True while the field holds a sentence of the lesson, not one of the user's. */
bool tour_owns_text(const struct app *app);
/* ACT_TOUR, ACT_TOUR_STEP, ACT_TOUR_ANSWER. */
enum hs_status apply_tour(struct app *app, const struct action *action, struct hs_error *error);
/* Begins the lesson of that file at its first step. On failure all is as it was. */
enum hs_status tour_open(struct app *app, const char *path, struct hs_error *error);
/* Goes on at `step` with the file as it is by now. */
enum hs_status tour_again(struct app *app, const char *path, long step, struct hs_error *error);
/* Ends the lesson, if there is one: the user's text, file and view come back, but a sentence that was
 * typed during it stays. */
void tour_leave(struct app *app);
void tour_drop(struct app_tour *tour);

#endif
