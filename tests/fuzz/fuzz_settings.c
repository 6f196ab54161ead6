/* Fuzz target: bytes as the settings file. The program starts whatever it holds, and shows a
 * picture. */
#include <sys/stat.h>

#include "fuzz_fake.h"
#include "desk/settings.h"
#include "chrome/pass.h"

FUZZ_FAKE(settings)
{
    static struct app *app;
    if (!app) {
        /* settings_read() looks whether the file is there */
        char path[APP_PATH_ROOM];
        MUST(mkdir(HS_BINARY_DIR "/test-fuzz-settings", 0777) == 0 || true);
        MUST(setenv("XDG_CONFIG_HOME", HS_BINARY_DIR "/test-fuzz-settings", 1) == 0);
        MUST(settings_make_folder(NULL) == HS_OK && settings_file("settings", path, sizeof path));
        app = fake_app();
        FILE *file = fopen(path, "w");
        MUST(file && fclose(file) == 0);
    }
    fake_files(data, size);
    MUST(settings_read(app) == SETTINGS_FOUND);
    MUST(app->window.theme < THEME_COUNT && app->window.ui_scale >= 0.5f && app->window.ui_scale <= 4);
    MUST(app->window.width >= 1 && app->window.height >= 1 && valid_line(app->talk.message));
    app_settle(app);
    settings_write(app, NULL);
}
