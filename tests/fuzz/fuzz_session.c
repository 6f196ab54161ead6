/* Fuzz target: bytes as a session file. What is accepted can be put into the app or is refused
 * without a trace, and what the app then writes is a session again. */
#include "fuzz_fake.h"
#include "desk/session.h"
#include "desk/perform.h"
#include "chrome/pass.h"

FUZZ_FAKE(session)
{
    static struct app *app;
    static struct session session, again;
    struct hs_error error = {HS_OK, ""};
    if (!app)
        app = fake_app();
    fake_files((const uint8_t *)"Stand in.\nSecond.\n", 18);
    if (session_read("fuzz.session", (const char *)data, size, app->picture.live, &session, &error)) {
        MUST(error.message[0] && valid_line(error.message));
        return;
    }
    if (strlen(session.text) > 400) /* large runs are fine, and slow */
        return;
    if (session_put(app, &session, &error))
        MUST(error.message[0] && valid_line(error.message));
    app_settle(app);
    struct hs_buffer buffer = {0};
    session_take(app, &again);
    session_write(app, &again, NULL, &buffer);
    MUST(!buffer.failed);
    MUST(session_read("again.session", buffer.data, buffer.length, app->picture.live, &session, &error) == HS_OK);
    hs_buffer_drop(&buffer);
    /* as a file, whose sentence file, if it names one, holds the same bytes */
    fake_files(data, size);
    if (session_open(app, HS_BINARY_DIR "/fuzz.session", size % 2, &error))
        MUST(error.message[0] && valid_line(error.message));
    MUST(valid_line(app->talk.message) && (!app->picture.file || app->picture.sentence < app->picture.file->count));
    MUST(session_save(app, HS_BINARY_DIR "/fuzz.session", true, &error) != HS_OK);
    app_settle(app);
    app_apply(app, &(struct action){.kind = ACT_CLOSE_FILE});
}
