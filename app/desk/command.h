/* command.h – the command that makes an exported file again, for the text chunks of the picture. */
#ifndef HEADSCOPE_COMMAND_H
#define HEADSCOPE_COMMAND_H

#include "desk/export.h"

/* Writes "headscope --heads 8 …"; false when it does not fit. The command of this model's picture as `job` makes it, `width` by
 * `height` logical pixels. */
bool command_write(const struct app *app, const struct export_job *job, float width, float height,
    char *out, size_t room);

#endif
