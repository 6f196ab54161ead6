/* tour_stops.c – the stops of the tour, a row each. */
#include <string.h>

#include "desk/tour_private.h"

#define PRONOUN_TEXT "She gave the letter to her brother because he had asked for it."

const struct stop tour_stops[TOUR_STEPS] = {
    {{"One head must share", POINT_SINGLE, POINT_NOTHING, tour_words_single}, APP_DEFAULT_TEXT, 8,
        VIEW_COMPARE, 0, "delivered", NULL, {{.kind = ACT_NONE}}},
    {{"Divide and conquer", POINT_HEADS, POINT_SUBJECT, tour_words_divide}, APP_DEFAULT_TEXT, 8,
        VIEW_COMPARE, 0, "delivered", NULL, {{.kind = ACT_NONE}}},
    {{"A slice of its own", POINT_STRIP, POINT_NOTHING, tour_words_project}, APP_DEFAULT_TEXT, 8,
        VIEW_STEPS, 0, "delivered", "student",
        {{.kind = ACT_STEP, .number = STEP_Q}, {.kind = ACT_STEP_CARD, .number = 0}}},
    {{"Scores, then softmax", POINT_STRIP, POINT_NOTHING, tour_words_softmax}, APP_DEFAULT_TEXT, 8,
        VIEW_STEPS, 0, "delivered", "student",
        {{.kind = ACT_STEP, .number = STEP_SOFTMAX}, {.kind = ACT_STEP_CARD, .number = 0}}},
    {{"Specialists", POINT_THUMBS, POINT_NOTHING, tour_words_specialists}, APP_DEFAULT_TEXT, 8,
        VIEW_GRID, 0, "delivered", NULL, {{.kind = ACT_NONE}}},
    {{"What “he” refers to", POINT_CELL, POINT_NOTHING, tour_words_pronoun}, PRONOUN_TEXT, 8,
        VIEW_HEAD, 3, "he", "brother", {{.kind = ACT_ZOOM_RESET}}},
    {{"Together again", POINT_STRIP, POINT_NOTHING, tour_words_concat}, APP_DEFAULT_TEXT, 8,
        VIEW_STEPS, 0, "delivered", "student",
        {{.kind = ACT_STEP, .number = STEP_READ}, {.kind = ACT_STEP_CARD, .number = 0}}},
    {{"What a label is worth", POINT_TABLE, POINT_NOTHING, tour_words_labels}, APP_DEFAULT_TEXT, 8,
        VIEW_SPECIALISE, 0, NULL, NULL, {{.kind = ACT_NONE}}},
    {{"Your turn", POINT_SENTENCE, POINT_HEADS, tour_words_turn}, APP_DEFAULT_TEXT, 8, VIEW_COMPARE,
        0, "delivered", NULL, {{.kind = ACT_NONE}}},
    {{"See it happen", POINT_START, POINT_NOTHING, tour_words_learn}, APP_DEFAULT_TEXT, 8, VIEW_LEARN,
        0, NULL, NULL, {{.kind = ACT_NONE}}},
};

const struct tour_stop *tour_stop(const struct app *app)
{
    return app->talk.tour.step > 0 ? tour_stop_at(app->talk.tour.step) : NULL;
}

const struct tour_stop *tour_stop_at(int step)
{
    return &tour_stops[step - 1].shown;
}

bool tour_owns_text(const struct app *app)
{
    if (app->talk.tour.step == 0)
        return false;
    for (size_t i = 0; i < TOUR_STEPS; i++)
        if (strcmp(app->picture.text, tour_stops[i].text) == 0)
            return true;
    return app->picture.text[strspn(app->picture.text, " \t")] == '\0';
}
