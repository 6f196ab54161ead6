/* icon.c – icons drawn from lines, frames and circles on a 16 x 16 grid, so that they scale and
 * need no files. Called by the icon button and by views. Strokes have round joints where they meet. */
#include "ui/ui_private.h"

#define STROKE 1.2f /* a straight stroke is one sharp pixel at scale 1, two at scale 2 */

struct pen {
    struct draw_list *list;
    float x, y, unit; /* top left corner and size of a grid cell */
    uint32_t color;
};

static void line(const struct pen *pen, float x0, float y0, float x1, float y1)
{
    draw_line(pen->list, pen->x + x0 * pen->unit, pen->y + y0 * pen->unit, pen->x + x1 * pen->unit,
        pen->y + y1 * pen->unit, STROKE * pen->unit, pen->color);
}

static void dot(const struct pen *pen, float x, float y, float radius)
{
    draw_circle(
        pen->list, pen->x + x * pen->unit, pen->y + y * pen->unit, radius * pen->unit, pen->color);
}

static struct rect box(const struct pen *pen, float x, float y, float w, float h)
{
    return (struct rect){
        pen->x + x * pen->unit, pen->y + y * pen->unit, w * pen->unit, h * pen->unit};
}

static void frame(const struct pen *pen, float x, float y, float w, float h, float radius)
{
    draw_round_frame(
        pen->list, box(pen, x, y, w, h), radius * pen->unit, STROKE * pen->unit, pen->color);
}

/* A joined pair of strokes: an arrow head, a tick. The dot rounds the joint. */
static void bend(const struct pen *pen, float x0, float y0, float x1, float y1, float x2, float y2)
{
    line(pen, x0, y0, x1, y1);
    line(pen, x1, y1, x2, y2);
    dot(pen, x1, y1, STROKE / 2);
}

static void folder(const struct pen *pen)
{
    frame(pen, 1.5f, 4, 13, 9.5f, 1.5f);
    line(pen, 2.2f, 3.2f, 6.4f, 3.2f);
    line(pen, 6.4f, 3.2f, 7.6f, 4.6f);
    line(pen, 2.2f, 3.2f, 2.2f, 5);
}

static void sheet(const struct pen *pen)
{
    line(pen, 3.5f, 2.2f, 9.5f, 2.2f);
    bend(pen, 9.5f, 2.2f, 12.5f, 5.4f, 12.5f, 13.8f);
    bend(pen, 3.5f, 2.2f, 3.5f, 13.8f, 12.5f, 13.8f);
    dot(pen, 3.5f, 2.2f, STROKE / 2);
    dot(pen, 12.5f, 13.8f, STROKE / 2);
    bend(pen, 9.3f, 2.6f, 9.3f, 5.5f, 12.2f, 5.5f);
}

static void help(const struct pen *pen)
{
    frame(pen, 1.5f, 1.5f, 13, 13, 6.5f);
    struct rect area = box(pen, 1.5f, 1.5f, 13, 13);
    draw_text(pen->list, area, ALIGN_CENTER, FACE_UI_BOLD, 10 * pen->unit, pen->color, "?");
}

static void home(const struct pen *pen)
{
    bend(pen, 2, 8, 8, 2.5f, 14, 8);
    bend(pen, 3.8f, 7, 3.8f, 13.5f, 12.2f, 13.5f);
    line(pen, 12.2f, 13.5f, 12.2f, 7);
    dot(pen, 12.2f, 13.5f, STROKE / 2);
}

static void parent(const struct pen *pen)
{
    line(pen, 8, 3, 8, 13);
    bend(pen, 4, 7, 8, 3, 12, 7);
}

static void warning(const struct pen *pen)
{
    bend(pen, 1.5f, 13.5f, 8, 2.2f, 14.5f, 13.5f);
    line(pen, 1.5f, 13.5f, 14.5f, 13.5f);
    dot(pen, 1.5f, 13.5f, STROKE / 2);
    dot(pen, 14.5f, 13.5f, STROKE / 2);
    line(pen, 8, 6.5f, 8, 9.8f);
    dot(pen, 8, 11.6f, 0.9f);
}

static void draw_simple(const struct pen *pen, enum ui_icon icon)
{
    switch (icon) {
    case ICON_LEFT:
        bend(pen, 10, 3.5f, 5.5f, 8, 10, 12.5f);
        break;
    case ICON_DOWN:
        bend(pen, 4, 6.2f, 8, 10.2f, 12, 6.2f);
        break;
    case ICON_CLOSE:
        line(pen, 4, 4, 12, 12);
        line(pen, 12, 4, 4, 12);
        break;
    case ICON_PLUS:
        line(pen, 8, 3.5f, 8, 12.5f);
        line(pen, 3.5f, 8, 12.5f, 8);
        break;
    case ICON_MINUS:
        line(pen, 3.5f, 8, 12.5f, 8);
        break;
    case ICON_CHECK:
        bend(pen, 3.2f, 8.4f, 6.6f, 11.8f, 12.8f, 4.6f);
        break;
    default:
        break;
    }
}

void ui_draw_icon(struct ui *ui, enum ui_icon icon, struct rect area, uint32_t color)
{
    static void (*const shapes[ICON_COUNT])(const struct pen *pen) = {[ICON_HELP] = help,
        [ICON_FILE] = sheet,
        [ICON_FOLDER] = folder,
        [ICON_WARNING] = warning,
        [ICON_HOME] = home,
        [ICON_PARENT] = parent};
    if (icon <= ICON_NONE || icon >= ICON_COUNT)
        return;
    float side = area.w < area.h ? area.w : area.h;
    side = side < 16 ? side : 16;
    /* Whole logical pixels for the corner keep straight strokes sharp. */
    float x = (float)(int)(area.x + (area.w - side) / 2 + 0.5f);
    float y = (float)(int)(area.y + (area.h - side) / 2 + 0.5f);
    struct pen pen = {ui->list, x, y, side / 16, color};
    if (shapes[icon])
        shapes[icon](&pen);
    else
        draw_simple(&pen, icon);
}
