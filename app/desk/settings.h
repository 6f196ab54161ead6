/* settings.h – where things lie on this machine: assets, samples, and the program's own folder
 * ($XDG_CONFIG_HOME/headscope, else ~/.config/headscope). Its file `settings` remembers window,
 * look and recent files; the sessions in it are keep.c's. Called by chrome/pass.c, main.c,
 * session_*.c. */
#ifndef HEADSCOPE_SETTINGS_H
#define HEADSCOPE_SETTINGS_H

#include "model/app.h"

/* Fills `folder` with the assets' place: `given` (may be NULL), $HEADSCOPE_ASSETS, beside the
 * program (build folder), or under its prefix. */
enum hs_status settings_assets(
    const char *given, char *folder, size_t room, struct hs_error *error);
/* Lists the sample files that lie near the assets into app->files.samples; none is fine. */
void settings_find_samples(struct app *app, const char *assets);
/* app->files.models: folders of $XDG_DATA_HOME/headscope/models with a config.json. */
void settings_find_models(struct app *app);

/* Full path of `name` in the program's own folder. False when there is no home. */
bool settings_file(const char *name, char *path, size_t room);
/* Makes that folder. HS_IO when there is none that can be written to; the message says why, and
 * what is not kept then. */
enum hs_status settings_make_folder(struct hs_error *error);

enum settings_found {
    SETTINGS_NO_HOME,
    SETTINGS_NONE_YET /* the very first start */,
    SETTINGS_FOUND
};
/* Broken settings lose no start: what can be read is taken, and one message says where the fault
 * is. */
enum settings_found settings_read(struct app *app);
/* Written whole or not at all; of windows that end together none loses the other's recent files. */
enum hs_status settings_write(const struct app *app, struct hs_error *error);

/* `path` made absolute, in `full` (returned), or `path` itself when that cannot be done. */
const char *settings_full_path(const char *path, char *full, size_t room);

#endif
