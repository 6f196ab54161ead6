/* test_app_streams.c – while a window is open, no action makes it wait for the other end of a
 * stream: pipes, devices and standard input are refused at once, by what they are. The command
 * line, where there is no window yet, may name them. */
#include <sys/stat.h>

#include "app_rig.h"
#include "chrome/pass.h"

static void wake(void *platform)
{
    (void)platform;
}

/* Refused with one error, and nothing has changed. */
static void refused(struct app *app, enum action_kind kind, const char *path)
{
    uint64_t identity = app->picture.identity;
    act_number(app, ACT_DISMISS, 0);
    act_text(app, kind, path);
    CHECK(app->talk.message_kind == MESSAGE_ERROR);
    CHECK(strstr(app->talk.message, path) == app->talk.message);
    CHECK(tells(app->talk.message, "the window would have to wait"));
    CHECK(app->picture.identity == identity);
    CHECK(app->picture.file == NULL && app->files.recent[0][0] == '\0' && app->talk.question[0] == '\0');
}

TEST(test_app_streams)
{
    struct app *app = rig_open("A cat sat.");
    char fifo[700], named[720];
    snprintf(fifo, sizeof fifo, "%s/pipe", rig_folder("streams"));
    snprintf(named, sizeof named, "%s.session", fifo);
    CHECK(mkfifo(fifo, 0600) == 0 && mkfifo(named, 0600) == 0);
    app->services.wake = wake;
    const char *const names[] = {fifo, named, "-", "/dev/null", "/dev/zero"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        refused(app, ACT_OPEN, names[i]);
        refused(app, ACT_ANNOTATED, names[i]);
        refused(app, ACT_SESSION_OPEN, names[i]);
        refused(app, ACT_EXPORT, names[i]);
        refused(app, ACT_SESSION_SAVE, names[i]);
    }
    /* Files and folders are what they always were. */
    act_text(app, ACT_OPEN, HS_SOURCE_DIR "/tests/gui/data/three.txt");
    CHECK(app->picture.file != NULL && strstr(app->files.recent[0], "three.txt") != NULL);
    act_text(app, ACT_OPEN, HS_SOURCE_DIR);
    CHECK(tells(app->talk.message, "it is a folder"));
    /* Without a window the command line's streams are as good as files, but no recent ones. */
    app->services.wake = NULL;
    int ends[2];
    char stream[64];
    CHECK(pipe(ends) == 0 && write(ends[1], "From a shell.\n", 14) == 14);
    close(ends[1]);
    snprintf(stream, sizeof stream, "/dev/fd/%d", ends[0]);
    act_text(app, ACT_OPEN, stream);
    CHECK_TEXT(app->picture.text, "From a shell.");
    CHECK(strstr(app->files.recent[0], "three.txt") != NULL);
    close(ends[0]);
    app_drop(app);
    return check_report();
}
