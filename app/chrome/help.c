/* help.c – see help.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chrome/keys.h"
#include "chrome/help.h"

#define LINE 20.0f
#define HEADING 30.0f
#define COLUMN_LEAST 290.0f
#define COLUMN_GAP 28.0f
#define KEYS_WIDTH 92.0f

static const char about[] = "Headscope runs a sentence through multi-head attention and shows, for "
                            "every head, which key each query gives its "
                            "weight to. A weight says where a head looks; it does not say why, nor "
                            "what the model concludes. The built-in model "
                            "is a constructed teaching model.";

/* Height of one group, heading included. */
static float group_height(const struct key_binding *first)
{
    float height = HEADING;
    do
        height += LINE;
    while ((++first)->keys && !first->group);
    return height;
}

static const struct key_binding *draw_keys(
    struct view_context *view, struct rect area, const struct key_binding *binding)
{
    const struct theme *theme = view->theme;
    char keys[80];
    struct rect line = rect_cut_top(&area, HEADING - 4);
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, theme->text, binding->group);
    do {
        line = rect_cut_top(&area, LINE);
        keys_shown(binding, keys, sizeof keys);
        /* A long pair of keys takes the room it needs; the words shrink to the rest. */
        float width = fmaxf(KEYS_WIDTH, ui_text_width(view->ui, FACE_UI, 12, keys) + 14);
        draw_text(
            view->draw, rect_cut_left(&line, width), ALIGN_LEFT, FACE_UI, 12, theme->accent, keys);
        draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, 12, theme->text, binding->what);
    } while ((++binding)->keys && !binding->group);
    return binding;
}

/* Fills columns from the left; a group is never split. With `draw` false only measures. */
static float flow(
    struct view_context *view, struct rect area, int columns, float height, float offset, bool draw)
{
    float width = (area.w - COLUMN_GAP * (float)(columns - 1)) / (float)columns, used = 0,
          tallest = 0;
    int column = 0;
    const struct key_binding *binding = keys_table();
    while (binding->keys) {
        float need = group_height(binding) + 10;
        if (used > 0 && used + need > height && column + 1 < columns) {
            column++;
            used = 0;
        }
        struct rect at = {
            area.x + (float)column * (width + COLUMN_GAP), area.y - offset + used, width, need};
        if (draw) {
            binding = draw_keys(view, at, binding);
        } else {
            do
                binding++;
            while (binding->keys && !binding->group);
        }
        used += need;
        tallest = fmaxf(tallest, used);
    }
    return tallest;
}

/* The lowest column height at which all groups find a place. */
static float balanced_height(struct view_context *view, struct rect area, int columns)
{
    float height = HEADING;
    while (height < 4000 && flow(view, area, columns, height, 0, false) > height)
        height += LINE;
    return height;
}

static void draw_keys_page(struct view_context *view, struct rect area)
{
    float used = draw_paragraph(view->draw, (struct rect){area.x, area.y, fminf(area.w, 760), 80},
        FACE_UI, TEXT_BODY, 19, view->theme->text_dim, about);
    rect_cut_top(&area, used + 12);
    int columns = (int)((area.w + COLUMN_GAP) / (COLUMN_LEAST + COLUMN_GAP));
    columns = columns < 1 ? 1 : columns > 3 ? 3 : columns;
    float height = balanced_height(view, area, columns);
    struct ui_scroll offset = ui_scroll_begin(view->ui, "help keys", area, 0, height);
    struct rect body = area;
    body.w -= height > area.h ? UI_SCROLL_BAR + 4 : 0;
    flow(view, body, columns, height, offset.y, true);
    ui_scroll_end(view->ui);
}

static void draw_pages(struct view_context *view, struct rect *line)
{
    static const char *const pages[] = {"Keys", "About this model", "Words"};
    int page = (int)view->app->talk.help - 1;
    int chosen = ui_choice(view->ui, "help page", rect_cut_right(line, fminf(396, line->w * 0.6f)), pages, 3, page,
        "All keys; how the weights were made and what must not be concluded; what the words mean");
    if (chosen != page)
        actions_push(view->actions, (struct action){.kind = ACT_HELP, .number = chosen + 1, .k = ACT_NOWHERE});
}

void help_draw(struct view_context *view, struct rect area)
{
    const struct ui_event *event = ui_event(view->ui);
    struct rect line = rect_cut_top(&area, CONTROL);
    draw_group(view->draw, "help");
    bool close = ui_icon_button(
        view->ui, "Close help", ICON_CLOSE, rect_cut_right(&line, CONTROL), "Close\tEsc");
    rect_cut_right(&line, SPACE);
    if (ui_button(view->ui, "Take the tour", rect_cut_right(&line, 112),
            "Ten stops: why attention has many heads\tF2"))
        actions_push(view->actions, (struct action){.kind = ACT_TOUR, .number = 1});
    rect_cut_right(&line, SPACE);
    draw_pages(view, &line);
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_LARGE, view->theme->text, "Help");
    rect_cut_top(&area, 12);
    if (view->app->talk.help == HELP_KEYS)
        draw_keys_page(view, area);
    else
        help_page_draw(view, area);
    if (event->kind == UI_KEY &&
        (event->key == UI_KEY_ESCAPE || event->key == '?' || event->key == UI_KEY_F1)) {
        ui_take_event(view->ui);
        close = true;
    }
    if (close)
        actions_push(view->actions, (struct action){.kind = ACT_HELP, .number = 0});
    draw_group_end(view->draw);
}
