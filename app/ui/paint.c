/* paint.c – the few shapes all widgets are made of, so that they look like one family.
 * Called by the widgets; draws only, decides nothing. */
#include "ui/ui_private.h"

uint32_t paint_ink(const struct ui *ui)
{
    return ui->disabled ? ui->theme->text_faint : ui->theme->text;
}

float paint_line(const struct ui *ui)
{
    return ui->theme == theme_get(THEME_CONTRAST) ? 2 : 1;
}

void paint_control(struct ui *ui, struct rect area, const struct ui_touch *touch)
{
    const struct theme *theme = ui->theme;
    uint32_t fill = theme->panel_raised;
    if (touch->held && touch->hovered)
        fill = theme->pressed;
    else if (touch->hovered || touch->held)
        fill = theme->hover;
    if (ui->disabled)
        fill = theme->panel;
    draw_round(ui->list, area, UI_RADIUS, fill);
    draw_round_frame(ui->list, area, UI_RADIUS, paint_line(ui), theme->border);
}

void paint_shadow(struct ui *ui, struct rect area, float radius)
{
    /* Eight nested rounds of an eighth of the shadow's alpha: densest near the edge, gone 12 px
     * out, and each step too small to be seen as an edge. */
    uint32_t alpha = (ui->theme->shadow >> 24) / 8;
    uint32_t color = alpha << 24 | (ui->theme->shadow & 0xffffff);
    for (int i = 8; i >= 1; i--) {
        float out = 1.5f * (float)i;
        struct rect soft = rect_inset(area, -out);
        soft.y += 4;
        draw_round(ui->list, soft, radius + out, color);
    }
}

void paint_raised(struct ui *ui, struct rect area)
{
    paint_shadow(ui, area, UI_RADIUS + 2);
    draw_round(ui->list, area, UI_RADIUS + 2, ui->theme->panel_raised);
    draw_round_frame(ui->list, area, UI_RADIUS + 2, paint_line(ui), ui->theme->border);
}
