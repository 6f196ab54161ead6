/* chrome.h – the whole window: bars, the current view, side panel, dialogs, shortcuts. */
#ifndef HEADSCOPE_CHROME_H
#define HEADSCOPE_CHROME_H

#include "model/app.h"

void chrome_draw(
    const struct app *app, struct ui *ui, struct draw_list *draw, struct actions *actions);

#endif
