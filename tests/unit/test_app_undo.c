/* test_app_undo.c – Ctrl+Z takes back whatever changed the picture, Ctrl+Shift+Z does it again, each by name: the same session and
 * the same numbers as before. */
#include "app_rig.h"
#include "desk/session.h"

static char *picture_now(const struct app *app)
{
    static struct session session;
    struct hs_buffer buffer = {0};
    session_take(app, &session);
    session_write(app, &session, NULL, &buffer);
    const struct hs_set *shown = app_shown(app);
    struct hs_set_shape shape = hs_set_shape(shown);
    for (size_t head = 0; head < shape.h; head++) {
        struct hs_matrix A = hs_set_weights(shown, 0, head);
        hs_buffer_print(&buffer, "\n%zu:", app->lens.order[head]);
        for (size_t i = 0; i < shape.n * shape.m; i += 7)
            hs_buffer_print(&buffer, " %.9g", (double)A.data[i / shape.m * A.stride + i % shape.m]);
    }
    CHECK(!buffer.failed);
    return (char *)buffer.data;
}

static const struct change {
    struct action action;
    const char *what;
} CHANGES[] = {
    {{.kind = ACT_HEADS, .number = 4}, "the number of heads"},
    {{.kind = ACT_MASK, .number = HS_MASK_CAUSAL}, "the mask"},
    {{.kind = ACT_HEAD_MODE, .head = 2, .number = HS_HEAD_OFF}, "which heads are on"},
    {{.kind = ACT_LENS, .number = 1}, "the lens"},
    {{.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = 3, .q = 1}, "hidden tokens"},
    {{.kind = ACT_MINUS, .number = MINUS_HEAD, .head = 1}, "the difference"},
    {{.kind = ACT_SORT, .number = 2}, "the order of the heads"},
    {{.kind = ACT_VIEW, .number = VIEW_HEAD}, "the view"},
    {{.kind = ACT_PALETTE, .number = PALETTE_MAGMA}, "the colours"},
    {{.kind = ACT_KEEP, .text = "The student reads a book."}, "the difference"},
    {{.kind = ACT_TEXT, .text = "She gave the letter to her brother."}, "the sentence"},
};
#define COUNT (sizeof CHANGES / sizeof *CHANGES)

static void check_all(struct app *app)
{
    char *picture[COUNT + 1];
    for (size_t i = 0; i < COUNT; i++) {
        picture[i] = picture_now(app);
        act(app, CHANGES[i].action);
        CHECK(app->talk.message_kind != MESSAGE_ERROR);
    }
    picture[COUNT] = picture_now(app);
    for (int round = 0; round < 2; round++) {
        for (size_t i = COUNT; i-- > 0;) {
            press(app, "ctrl+z");
            char *now = picture_now(app);
            CHECK_TEXT(now, picture[i]);
            CHECK(app->talk.message_kind == MESSAGE_INFO && tells(app->talk.message, CHANGES[i].what));
            free(now);
        }
        press(app, "ctrl+z");
        CHECK(app->talk.message_kind == MESSAGE_ERROR && tells(app->talk.message, "nothing to take back"));
        for (size_t i = 1; i <= COUNT; i++) {
            press(app, "ctrl+shift+z");
            char *now = picture_now(app);
            CHECK_TEXT(now, picture[i]);
            free(now);
        }
    }
    for (size_t i = 0; i <= COUNT; i++)
        free(picture[i]);
}

/* What is no change is not remembered; letters typed one after the other are one; something new ends what could be done again. */
static void check_which(struct app *app)
{
    act_text(app, ACT_TEXT, "A");
    act_text(app, ACT_TEXT, "A c");
    act_text(app, ACT_TEXT, "A cat");
    act_number(app, ACT_HEADS, (long)app->picture.h);
    act_number(app, ACT_VIEW, (long)app->look.view);
    act(app, (struct action){.kind = ACT_HOVER, .head = 0, .q = 0, .k = 0});
    act_number(app, ACT_HEADS, 3); /* refused */
    press(app, "ctrl+z");
    CHECK_TEXT(app->picture.text, APP_DEFAULT_TEXT);
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    press(app, "ctrl+y");
    CHECK(tells(app->talk.message, "nothing was taken back"));
    CHECK_TEXT(app->picture.text, APP_DEFAULT_TEXT);
    press(app, "ctrl+z");
    CHECK(app->picture.mask == HS_MASK_NONE);
}

static void check_file(struct app *app)
{
    const char *folder = rig_folder("undo"), *path = rig_in(folder, "three.txt");
    rig_write(path, "One cat sleeps.\nTwo dogs bark.\nThree birds sing.\n", 49);
    act_text(app, ACT_OPEN, path);
    press(app, "ctrl+z");
    CHECK(tells(app->talk.message, "nothing to take back"));
    press(app, "n");
    press(app, "n");
    CHECK(app->picture.sentence == 2);
    press(app, "ctrl+z");
    CHECK(app->picture.sentence == 1 && !app->picture.text_edited);
    CHECK_TEXT(app->picture.text, "Two dogs bark.");
    CHECK(tells(app->talk.message, "the sentence of the file"));
    press(app, "ctrl+shift+z");
    CHECK(app->picture.sentence == 2 && !app->picture.text_edited);
}

/* In the field Ctrl+Z is the field's, as long as something was typed there. */
static void check_field(struct app *app)
{
    act_number(app, ACT_HEADS, 2);
    press(app, "/");
    struct ui_event event = {.kind = UI_TEXT, .text = "x"};
    app_event(app, &event);
    app_settle(app);
    CHECK_TEXT(app->picture.text, "x");
    press(app, "ctrl+z");
    CHECK_TEXT(app->picture.text, APP_DEFAULT_TEXT);
    CHECK(app->picture.h == 2);
}

TEST(test_app_undo)
{
    void (*const checks[])(struct app *) = {check_all, check_which, check_file, check_field};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct app *app = rig_open(APP_DEFAULT_TEXT);
        checks[i](app);
        app_drop(app);
    }
    return check_report();
}
