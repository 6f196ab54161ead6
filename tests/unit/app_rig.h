/* app_rig.h – an app for tests: the real engine and assets, stand-in fonts, no window; and its
 * actions in short. */
#ifndef HS_TESTS_APP_RIG_H
#define HS_TESTS_APP_RIG_H

#include <stdlib.h>
#include <unistd.h>

#include "model/app.h"
#include "check.h"
#include "cli/script.h"
#include "desk/perform.h"
#include "desk/session.h"
#include "chrome/pass.h"

static inline struct app *rig_open(const char *text)
{
    struct app *app = NULL;
    struct hs_error error = {HS_OK, ""};
    struct app_options options = {
        .assets = HS_SOURCE_DIR "/assets", .fixed_fonts = true, .headless = true, .text = text};
    if (app_new(&options, &app, &error)) {
        fprintf(stderr, "the app does not start: %s\n", error.message);
        exit(1);
    }
    app_settle(app);
    return app;
}

/* Whatever is said is to be known (check_said.h), but where memory is refused: that differs from run to run. */
static inline void rig_hear(const struct app *app)
{
#ifndef HS_TESTS_MEMORY_SWEEP_H
    if (app->talk.message_kind != MESSAGE_NONE)
        tells(app->talk.message, "");
#else
    (void)app;
#endif
}

static inline void act(struct app *app, struct action action)
{
    app_apply(app, &action);
    app_settle(app);
    rig_hear(app);
}

static inline void act_number(struct app *app, enum action_kind kind, long number)
{
    act(app, (struct action){.kind = kind, .number = number});
}

static inline void act_text(struct app *app, enum action_kind kind, const char *text)
{
    act(app, (struct action){.kind = kind, .text = text});
}

/* In a window, which does not wait for a file: until it is there. */
static inline void act_open(struct app *app, const char *path)
{
    act_text(app, ACT_OPEN, path);
    if (!live_busy(app))
        return;
    CHECK(live_wait(app, NULL) == HS_OK);
    app_settle(app);
}

static inline void press(struct app *app, const char *name)
{
    struct ui_event event = {.kind = UI_KEY};
    CHECK(ui_key_parse(name, &event.key, &event.mods));
    app_event(app, &event);
    app_settle(app);
    rig_hear(app);
}

/* What a script's `expect` reads; borrowed until the next call. */
static inline const char *reading(const struct app *app, const char *key)
{
    static char value[APP_TEXT_ROOM];
    return script_read(app, key, value, sizeof value) ? value : "(no such reading)";
}

/* All that a session says of it; free it. */
static inline char *rig_state(const struct app *app)
{
    struct hs_buffer buffer = {0};
    struct session *session = malloc(sizeof *session);
    if (session) {
        session_take(app, session);
        session_write(app, session, NULL, &buffer);
    }
    free(session);
    return buffer.data;
}

/* A folder of its own under the build folder, empty. */
static inline const char *rig_folder(const char *name)
{
    static char path[600];
    char command[1300];
    snprintf(path, sizeof path, "%s/test-%s", HS_BINARY_DIR, name);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s'", path, path);
    CHECK(system(command) == 0);
    return path;
}

/* folder/name; good until the fourth call after this one. */
static inline const char *rig_in(const char *folder, const char *name)
{
    static char path[4][1300];
    static int at;
    at = (at + 1) % 4;
    snprintf(path[at], sizeof path[0], "%s/%s", folder, name);
    return path[at];
}

static inline void rig_write(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    CHECK(file != NULL);
    if (!file)
        return;
    CHECK(fwrite(bytes, 1, length, file) == length);
    CHECK(fclose(file) == 0);
}

#endif
