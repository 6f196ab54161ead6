/* settings.h – where things lie on this machine: assets, samples, and the small settings file
 * ($XDG_CONFIG_HOME/headscope/settings) that remembers theme and recent files. Called by app.c. */
#ifndef HEADSCOPE_SETTINGS_H
#define HEADSCOPE_SETTINGS_H

#include "app.h"

/* Fills `folder` with the assets' place: `given` (may be NULL), $HEADSCOPE_ASSETS, beside the
 * program (build folder), or under its prefix. */
enum hs_status settings_assets(
    const char *given, char *folder, size_t room, struct hs_error *error);
/* Lists the sample files that lie near the assets into app->samples; none is fine. */
void settings_find_samples(struct app *app, const char *assets);

/* Missing or broken settings are no error: what can be read is taken, the rest stays as it is. */
void settings_read(struct app *app);
/* Written whole or not at all; failing is silent, since nothing the user made is lost. */
void settings_write(const struct app *app);

/* `path` made absolute, in `full` (returned), or `path` itself when that cannot be done. */
const char *settings_full_path(const char *path, char *full, size_t room);

#endif
