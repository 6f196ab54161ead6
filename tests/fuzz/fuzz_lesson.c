/* Fuzz target: bytes as a lesson. What is accepted can be gone through: each step is shown or refused in one line, its words and its
 * question are valid text, and answers can be given; in the end all is as it was. */
#include "fuzz_fake.h"
#include "chrome/pass.h"
#include "desk/perform.h"
#include "desk/tour.h"

static void go_on(struct app *app)
{
    static char text[LESSON_TEXT_ROOM];
    app_settle(app);
    const struct lesson_step *step = tour_step(app);
    MUST(step != NULL);
    lesson_words(app, step, text, sizeof text, NULL);
    MUST(hs_utf8_invalid(text, strlen(text)) == strlen(text));
    const struct lesson_ask *ask = tour_asks(app);
    if (ask) {
        ask_words(app, ask, text, sizeof text);
        MUST(valid_line(text));
        size_t truth = ask_truth(app, ask, NULL);
        if (truth != ACT_NOWHERE) {
            app_apply(app, &(struct action){.kind = ACT_TOUR_ANSWER, .number = (long)truth});
            MUST(!tour_asks(app) && step->answer.right && valid_line(step->answer.words));
        }
    }
    MUST(valid_line(app->talk.message));
}

FUZZ_FAKE(lesson)
{
    static struct app *app;
    struct hs_error error = {HS_OK, ""};
    struct lesson *lesson;
    if (!app)
        app = fake_app();
    fake_lead_back(app);
    if (lesson_read("fuzz.lesson", (const char *)data, size, app->picture.live, &lesson, &error)) {
        MUST(error.message[0] && valid_line(error.message));
        fuzz_said(error.message);
        return;
    }
    MUST(lesson->count >= 1 && lesson->count <= LESSON_MOST_STEPS && lesson->step[lesson->count - 1].to == size);
    size_t count = lesson->count < 6 ? lesson->count : 6, long_ones = 0;
    for (size_t i = 0; i < count; i++)
        long_ones += strlen(lesson->step[i].sentence) > 200; /* fine, and slow */
    lesson_drop(lesson);
    if (long_ones)
        return;
    fake_files(data, size);
    if (tour_open(app, "fuzz.lesson", &error)) {
        MUST(error.message[0] && valid_line(error.message) && !app->talk.tour.lesson);
        return;
    }
    go_on(app);
    for (size_t i = 1; i < count; i++) {
        app_apply(app, &(struct action){.kind = ACT_TOUR, .number = (long)i + 1});
        go_on(app);
    }
    app_apply(app, &(struct action){.kind = ACT_TOUR, .number = 0});
    MUST(app->talk.tour.step == 0 && !app->talk.tour.lesson && !app->talk.tour.before);
}
