/* legend_bar.c – see legend_bar.h. */
#include "chrome/legend_bar.h"
#include "views/legend.h"

void legend_bar(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    const char *scales[SCALE_COUNT], *palettes[PALETTE_DIVERGING];
    static const char *const ranges[] = {"one range", "own ranges"};
    for (int i = 0; i < SCALE_COUNT; i++)
        scales[i] = cell_scale_name((enum cell_scale)i);
    for (int i = 0; i < PALETTE_DIVERGING; i++)
        palettes[i] = palette_name((enum palette)i);
    draw_rect(view->draw, (struct rect){area.x, area.y, area.w, 1}, view->theme->border);
    struct rect row = {area.x + 20, area.y + (area.h - CONTROL) / 2, area.w - 32, CONTROL};
    if (view_kind(app->look.view)->legend || app->window.present) { /* colours mean something else there; the audience reads */
        legend_draw(view, row);
        return;
    }
    struct rect palette = rect_cut_right(&row, 92);
    rect_cut_right(&row, SPACE);
    struct rect scale = rect_cut_right(&row, 92);
    rect_cut_right(&row, SPACE);
    struct rect range = rect_cut_right(&row, 104);
    if (app->look.view == VIEW_HEAD && row.w > 300) {
        rect_cut_right(&row, SPACE);
        bool on = ui_toggle(view->ui, "Numbers", rect_cut_right(&row, 92), app->look.values,
            "Print weights in cells that have room for them\tV");
        if (on != app->look.values)
            view_push(view, ACT_VALUES, on);
    }
    int chosen = ui_dropdown(view->ui, "range", range, ranges, 2, app->look.range_per_head,
        "One range makes colours comparable between heads; own ranges stretch each head to its "
        "largest weight\tR");
    if (chosen != app->look.range_per_head)
        view_push(view, ACT_RANGE_PER_HEAD, chosen);
    /* Signed numbers have a palette and a scale of their own. */
    ui_disable(view->ui, app_palette(app) != app->look.palette);
    chosen = ui_dropdown(view->ui, "scale", scale, scales, SCALE_COUNT, (int)app->look.scale,
        "How weights become colours: sqrt and log show small weights, row-max divides each row by "
        "its largest\tS");
    if (chosen != (int)app->look.scale)
        view_push(view, ACT_SCALE, chosen);
    chosen = ui_dropdown(view->ui, "palette", palette, palettes, PALETTE_DIVERGING,
        (int)app->look.palette, "Colours. All are even in lightness and safe for colour-blind eyes\tC");
    ui_disable(view->ui, false);
    if (chosen != (int)app->look.palette)
        view_push(view, ACT_PALETTE, chosen);
    rect_cut_right(&row, SPACE);
    legend_draw(view, row);
}
