/* lens_bar.c – see lens_bar.h. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "chrome/lens_bar.h"

#define LENSES_ROOM 16 /* more than a list can hold */

/* ---------------------------------------------------------------- a menu whose first entry is its
 * closed text */
#define ENTRIES (HS_MAX_HEADS + 24)

struct menu {
    char text[ENTRIES][96];
    const char *label[ENTRIES];
    struct action action[ENTRIES];
    int count;
};

static void add(struct menu *menu, struct action action, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static void add(struct menu *menu, struct action action, const char *format, ...)
{
    va_list arguments;
    if (menu->count == ENTRIES)
        return;
    char *text = menu->text[menu->count];
    va_start(arguments, format);
    vsnprintf(text, sizeof menu->text[0], format, arguments);
    va_end(arguments);
    text[hs_utf8_invalid(text, strlen(text))] = '\0';
    menu->label[menu->count] = text;
    menu->action[menu->count++] = action;
}

static void menu_draw(struct view_context *view, const char *id, struct rect area,
    const struct menu *menu, const char *tooltip)
{
    char path[APP_PATH_ROOM + 300];
    int chosen = ui_dropdown(view->ui, id, area, menu->label, menu->count, 0, tooltip);
    if (chosen <= 0 || chosen >= menu->count)
        return;
    struct action action = menu->action[chosen];
    if (action.kind == ACT_MINUS_MODEL) {
        const struct files *files = &view->app->files;
        snprintf(path, sizeof path, "%s/%s", files->models_folder, files->models[action.number]);
        action.text = path;
    }
    actions_push(view->actions, action);
}

/* ---------------------------------------------------------------- the controls */
static void draw_lens(struct view_context *view, struct rect area)
{
    const char *lenses[LENSES_ROOM];
    unsigned planes = hs_set_shape(view->app->picture.set).planes; /* a file has weights only */
    int count = 0;
    while (count < LENSES_ROOM && hs_lens((size_t)count) &&
           (hs_lens((size_t)count)->needs & ~planes) == 0) {
        lenses[count] = hs_lens((size_t)count)->choice;
        count++;
    }
    int chosen =
        ui_dropdown(view->ui, "lens", area, lenses, count, (int)view->app->lens.wish.kind,
            "What a cell stands for: the weight a, a·‖v‖, a·‖v Wᴼ‖ (Kobayashi et al. 2020) or the "
            "score "
            "before softmax\tW");
    if (chosen != (int)view->app->lens.wish.kind)
        view_push(view, ACT_LENS, chosen);
}

static void minus_title(const struct app *app, char *title, size_t room)
{
    switch (app->lens.wish.minus) {
    case MINUS_HEAD:
        snprintf(title, room, "Minus head %ld", app_counted(app, app->lens.wish.minus_head));
        break;
    case MINUS_COUNT:
        snprintf(title, room, "Minus h = %zu", app->lens.wish.minus_h);
        break;
    case MINUS_KEPT:
        snprintf(title, room, app->live.other.source ? "Minus model B" : app->live.other.text ? "Minus text B" : "Minus B");
        break;
    default:
        snprintf(title, room, "Minus …");
    }
}

/* Models that were fetched, but for the picture's; and any other. */
static void add_models(const struct app *app, struct menu *menu)
{
    for (size_t i = 0; i < app->files.model_count; i++)
        if (strcmp(app->files.models[i], hs_source_info(app->picture.source).model) != 0)
            add(menu, (struct action){.kind = ACT_MINUS_MODEL, .number = (long)i}, "Model %.80s", app->files.models[i]);
    add(menu, (struct action){.kind = ACT_MINUS_DIALOG}, "Another model …");
}

static void draw_minus(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    struct menu menu = {.count = 0};
    char title[64];
    minus_title(app, title, sizeof title);
    add(&menu, (struct action){.kind = ACT_NONE}, "%s", title);
    if (app->lens.wish.minus != MINUS_NOTHING)
        add(&menu, (struct action){.kind = ACT_MINUS, .number = MINUS_NOTHING}, "Nothing");
    add(&menu, (struct action){.kind = ACT_KEEP}, "Keep this picture as B");
    size_t kept = 0;
    while (kept < 56 && app->lens.kept_text[kept]) /* cut at a whole character */
        hs_utf8_next(app->lens.kept_text, strlen(app->lens.kept_text), &kept);
    if (app->lens.wish.kept)
        add(&menu, (struct action){.kind = ACT_MINUS, .number = MINUS_KEPT}, "B: %.*s%s", (int)kept,
            app->lens.kept_text, app->lens.kept_text[kept] ? "…" : "");
    if (picture_runs_model(app))
        add_models(app, &menu);
    for (size_t h = 1; h <= APP_MAX_STEP_HEADS; h *= 2)
        if (h != app->picture.h && picture_can(app, HS_CAN_HEADS))
            add(&menu, (struct action){.kind = ACT_MINUS, .number = MINUS_COUNT, .head = h},
                "The same with h = %zu", h);
    for (size_t head = 0; head < app->picture.h && app->picture.h > 1; head++)
        add(&menu, (struct action){.kind = ACT_MINUS, .number = MINUS_HEAD, .head = head},
            "Head %ld", app_counted(app, head));
    if (app->lens.wish.minus != MINUS_NOTHING && app->look.view == VIEW_HEAD)
        add(&menu, (struct action){.kind = ACT_BESIDE, .number = ACT_NEXT}, "%s", app->lens.wish.beside ? "✓ Side by side" : "Side by side");
    menu_draw(view, "minus", area, &menu,
        picture_runs_model(app)
            ? "Subtract a head, the kept picture B or another model’s head from every head: blue is more, orange less\tD"
            : "Subtract a head, another number of heads or the kept picture B from every head: blue is "
              "more, orange less\tD");
}

static size_t hidden_count(const struct lens *lens)
{
    size_t count = 0;
    for (size_t k = 0; lens->made.hidden && k < hs_set_shape(lens->made.shown).m; k++)
        count += lens->made.hidden[k];
    return count;
}

static void add_tokens(const struct app *app, struct menu *menu)
{
    struct app_cell cell = app_shown_cell(app);
    char name[64];
    bool single = hs_set_shape(app->lens.made.shown).m == hs_set_shape(app->picture.set).m;
    for (size_t k = 0; k < hs_set_shape(app->picture.set).m && k < HS_MAX_TOKENS && single; k++) {
        if (!app->lens.wish.hide_token[k] && k != cell.k)
            continue;
        hs_set_token_name(app->picture.set, HS_KEY, k, name, sizeof name);
        add(menu, (struct action){.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = k, .q = ACT_NOWHERE},
            "%s “%s”", app->lens.wish.hide_token[k] ? "✓" : "Hide", name);
    }
}

static void draw_hide(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    const struct lens_wish *lens = &app->lens.wish;
    struct menu menu = {.count = 0};
    bool any =
        lens->hide_punctuation || lens->hide_first || memchr(lens->hide_token, 1, HS_MAX_TOKENS);
    size_t count = hidden_count(&app->lens);
    if (!any)
        add(&menu, (struct action){.kind = ACT_NONE}, "Hide nothing");
    else if (count)
        add(&menu, (struct action){.kind = ACT_NONE}, "%zu hidden", count);
    else
        add(&menu, (struct action){.kind = ACT_NONE}, "Some hidden");
    add(&menu, (struct action){.kind = ACT_HIDE, .number = HIDE_PUNCTUATION, .q = ACT_NOWHERE},
        "%s", lens->hide_punctuation ? "✓ Punctuation" : "Hide punctuation");
    add(&menu, (struct action){.kind = ACT_HIDE, .number = HIDE_FIRST, .q = ACT_NOWHERE}, "%s",
        lens->hide_first ? "✓ The first token" : "Hide the first token");
    add_tokens(app, &menu);
    add(&menu, (struct action){.kind = ACT_RENORMALISE, .number = ACT_NEXT}, "%s",
        lens->renormalise ? "✓ Rows sum to 1 again" : "Make rows sum to 1 again");
    if (any)
        add(&menu, (struct action){.kind = ACT_HIDE, .number = HIDE_NOTHING}, "Show all again");
    menu_draw(view, "hide", area, &menu,
        "Leave tokens out of the picture, with or without sharing their weight out to the rest; "
        "click a name over a column to hide it\tH");
}

/* "By entropy" */
static const char *sort_by(size_t sort, char *by, size_t room)
{
    snprintf(by, room, "By %s", sort == SORT_NUMBER ? "number" : sort_title(sort));
    if (by[3] >= 'A' && by[3] <= 'Z')
        by[3] = (char)(by[3] - 'A' + 'a');
    return by;
}

static void draw_sort(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    struct menu menu = {.count = 0};
    char by[64]; /* "By entropy": the closed menu, its entries and what follows say the same */
    add(&menu, (struct action){.kind = ACT_NONE}, "%s%s", sort_by(app->lens.sort, by, sizeof by),
        !app->lens.sort_reversed ? "" : app->lens.sort == SORT_NUMBER ? ", last" : ", least");
    for (size_t sort = 0; sort < sort_count(); sort++)
        add(&menu, (struct action){.kind = ACT_SORT, .number = (long)sort}, "%s%s",
            sort == app->lens.sort ? "✓ " : "", sort_by(sort, by, sizeof by));
    const char *other = app->lens.sort == SORT_NUMBER ? "Last first" : "Least first";
    add(&menu, (struct action){.kind = ACT_SORT_ORDER, .number = ACT_NEXT}, "%s%s", app->lens.sort_reversed ? "✓ " : "", other);
    menu_draw(view, "sort", area, &menu,
        "The order of the heads, by a statistic of their weights in this sentence; their numbers "
        "stay\tO");
}

static void draw_find(struct view_context *view, struct rect area)
{
    char text[sizeof view->app->look.find];
    snprintf(text, sizeof text, "%s", view->app->look.find);
    struct ui_field_result field = ui_field(view->ui, "find", area, text, sizeof text, "Find token",
        "Marks the tokens that hold this; Enter goes to the next\tCtrl+F");
    if (field.changed)
        actions_push(view->actions, (struct action){.kind = ACT_FIND, .text = text});
    if (field.submitted)
        view_push(view, ACT_FIND_STEP, ui_event(view->ui)->mods & UI_SHIFT ? -1 : 1);
    if (field.cancelled) { /* the keys are the view's again */
        actions_push(view->actions, (struct action){.kind = ACT_FIND, .text = ""});
        ui_focus(view->ui, NULL);
    }
}

void lens_bar_draw(struct view_context *view)
{
    const struct app *app = view->app;
    struct rect row = view->area;
    bool sorts = app->look.view == VIEW_GRID && app->picture.h > 1;
    int count = sorts ? 5 : 4;
    row = (struct rect){row.x + 16, row.y + floorf((row.h - CONTROL) / 2) + 1, row.w - 28, CONTROL};
    float width = floorf(fminf(150, (row.w - SPACE * (float)(count - 1)) / (float)count));
    draw_group(view->draw, "lens");
    float lens = fmaxf(width, ui_text_width(view->ui, FACE_UI, TEXT_BODY, hs_lens((size_t)app->lens.wish.kind)->choice) + 38);
    draw_lens(view, rect_cut_left(&row, lens));
    rect_cut_left(&row, SPACE);
    draw_minus(view, rect_cut_left(&row, width));
    rect_cut_left(&row, SPACE);
    draw_hide(view, rect_cut_left(&row, width));
    rect_cut_left(&row, SPACE);
    if (sorts) {
        draw_sort(view, rect_cut_left(&row, width));
        rect_cut_left(&row, SPACE);
    }
    draw_find(view, rect_cut_right(&row, fminf(row.w, width)));
    draw_group_end(view->draw);
}
