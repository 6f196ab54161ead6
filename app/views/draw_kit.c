/* draw_kit.c – small drawings that the files of the Steps view share; see steps.h. */
#include <math.h>
#include <string.h>

#include "views/steps.h"

float steps_width(const struct view_context *view, enum face face, float size, const char *text)
{
    return ceilf(fonts_width(view->app->services.fonts, face, size, text, strlen(text)));
}

float steps_write(struct view_context *view, float x, struct rect line, enum face face, float size,
    uint32_t color, const char *text)
{
    float width = steps_width(view, face, size, text) + 1;
    draw_text(view->draw,
        (struct rect){x, line.y, fminf(width, fmaxf(0, line.x + line.w - x)), line.h}, ALIGN_LEFT,
        face, size, color, text);
    return x + width;
}

void steps_bar(struct view_context *view, struct rect area, double value, double most)
{
    float middle = floorf(area.x + area.w / 2);
    float length = most > 0 ? (float)(fmin(1, fabs(value) / most)) * (area.w / 2) : 0;
    draw_rect(view->draw, (struct rect){middle, area.y, 1, area.h}, view->theme->border);
    if (length < 0.5f)
        return;
    struct rect bar = {value > 0 ? middle + 1 : middle - length, area.y + 2, length, area.h - 4};
    draw_rect(view->draw, bar, value > 0 ? view->theme->positive : view->theme->negative);
}

enum palette steps_diverging(const struct app *app)
{
    return app->window.theme == THEME_LIGHT ? PALETTE_DIVERGING : PALETTE_DIVERGING_DARK;
}

void steps_arrow(struct view_context *view, float x0, float y0, float x1, float y1, uint32_t color)
{
    float dx = x1 - x0, dy = y1 - y0, length = sqrtf(dx * dx + dy * dy);
    if (length < 2)
        return;
    dx /= length;
    dy /= length;
    float bx = x1 - 6 * dx, by = y1 - 6 * dy;
    const float tip[] = {x1, y1, bx - 3.5f * dy, by + 3.5f * dx, bx + 3.5f * dy, by - 3.5f * dx};
    draw_line(view->draw, x0, y0, bx, by, 1.5f, color);
    draw_polygon(view->draw, tip, 3, color);
}
