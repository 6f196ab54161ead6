/* test_app_menu.c – the menu of what can be done where one points: by the right button, by the keyboard, each entry does it. And the
 * panel beside: its width and what of it scrolls. */
#include "app_rig.h"
#include "chrome/layout.h"
#include "views/compare.h"
#include "views/grid.h"
#include "views/lens_note.h"

static void pointer(struct app *app, enum ui_event_kind kind, float x, float y, int button)
{
    struct ui_event event = {.kind = kind, .x = x, .y = y, .button = button, .clicks = button > 0};
    app_event(app, &event);
    app_settle(app);
}

static void click(struct app *app, const char *label)
{
    struct rect at = {0, 0, 0, 0};
    bool found = ui_find(app->services.ui, label, &at);
    if (!found)
        fprintf(stderr, "there is no \"%s\"\n", label);
    CHECK(found);
    pointer(app, UI_MOVE, at.x + at.w / 2, at.y + at.h / 2, 0);
    pointer(app, UI_DOWN, at.x + at.w / 2, at.y + at.h / 2, 1);
    pointer(app, UI_UP, at.x + at.w / 2, at.y + at.h / 2, 1);
}

/* The right button on a cell. */
static void ask(struct app *app, size_t head, size_t q, size_t k)
{
    struct rect view = lens_note_below(app, chrome_layout(app).view);
    struct matrix_box box;
    if (app->look.view == VIEW_GRID) {
        struct grid_layout grid = grid_of(app, view);
        box = grid_matrix(app, &grid, head);
    } else {
        box = head_matrix(app, view);
    }
    struct rect cell = matrix_cell_rect(&box, q, k);
    pointer(app, UI_MOVE, cell.x + cell.w / 2, cell.y + cell.h / 2, 0);
    pointer(app, UI_DOWN, cell.x + cell.w / 2, cell.y + cell.h / 2, 3);
    pointer(app, UI_UP, cell.x + cell.w / 2, cell.y + cell.h / 2, 3);
    CHECK(app->talk.menu.open);
}

static void check_cells(struct app *app)
{
    ask(app, 2, 2, 7);
    click(app, "Keep the row of “delivered”");
    CHECK(app->look.locked.q == 2 && app->look.locked.k == 7 && !app->talk.menu.open);
    ask(app, 2, 2, 7);
    click(app, "Free the row of “delivered”");
    CHECK(app->look.locked.q == ACT_NOWHERE);
    ask(app, 5, 4, 1);
    click(app, "Hide “student”");
    CHECK(app->lens.wish.hide_token[1] == 1);
    ask(app, 5, 4, 1);
    click(app, "Show “student” again");
    CHECK(app->lens.wish.hide_token[1] == 0);
    ask(app, 3, 4, 1);
    click(app, "Switch head 4 off");
    CHECK(app->picture.head_mode[3] == HS_HEAD_OFF);
    ask(app, 6, 0, 0);
    click(app, "Minus head 7");
    CHECK(app->lens.wish.minus == MINUS_HEAD && app->lens.wish.minus_head == 6);
    act_number(app, ACT_LENS_RESET, 0);
    ask(app, 4, 3, 4);
    click(app, "Copy the matrix of head 5   Ctrl+Shift+C");
    CHECK(app->files.copied && strstr(app->files.copied, "delivered"));
    ask(app, 1, 2, 4);
    click(app, "Where does this number come from?");
    CHECK(app->look.view == VIEW_STEPS && app->steps.step == STEP_SOFTMAX && app->look.head == 1 && app->look.locked.q == 2 &&
          app->look.locked.k == 4 && app->steps.card);
}

static void check_keyboard(struct app *app)
{
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act(app, (struct action){.kind = ACT_LOCK, .q = 3, .k = 4});
    press(app, "shift+f10");
    CHECK(app->talk.menu.open);
    press(app, "down"); /* from the first entry, which frees the row */
    press(app, "up");
    press(app, "enter");
    CHECK(!app->talk.menu.open && app->look.locked.q == ACT_NOWHERE);
    press(app, "shift+f10");
    press(app, "esc");
    CHECK(!app->talk.menu.open && app->look.view == VIEW_HEAD);
    press(app, "right"); /* the keys are the view's again */
    CHECK(app->look.locked.q != ACT_NOWHERE);
}

static void check_panel(struct app *app)
{
    struct rect before = chrome_layout(app).panel, at;
    CHECK(ui_find(app->services.ui, "panel edge", &at));
    pointer(app, UI_MOVE, at.x + at.w / 2, 300, 0);
    pointer(app, UI_DOWN, at.x + at.w / 2, 300, 1);
    pointer(app, UI_MOVE, at.x + at.w / 2 - 80, 300, 0);
    pointer(app, UI_UP, at.x + at.w / 2 - 80, 300, 1);
    struct rect after = chrome_layout(app).panel;
    CHECK(after.w > before.w + 70 && after.w < before.w + 90 && after.x + after.w == before.x + before.w);
    act(app, (struct action){.kind = ACT_PANEL_WIDTH, .amount = 5000});
    CHECK(chrome_layout(app).panel.w <= 0.45f * app->window.width);
    act(app, (struct action){.kind = ACT_PANEL_WIDTH});
    CHECK(chrome_layout(app).panel.w == before.w);
    /* In a low window nothing of it is left out: it scrolls. */
    act(app, (struct action){.kind = ACT_RESIZE, .dx = 900, .dy = 600});
    struct rect panel = chrome_layout(app).panel;
    for (int way = 1; way >= -1; way -= 2) {
        struct ui_event wheel = {.kind = UI_WHEEL, .x = panel.x + 60, .y = panel.y + 60, .wheel_y = (float)-way * 30};
        pointer(app, UI_MOVE, wheel.x, wheel.y, 0);
        app_event(app, &wheel);
        app_settle(app);
        CHECK(ui_find(app->services.ui, "panel list", &at));
        CHECK(way < 0 || at.y + at.h < panel.y + panel.h);
    }
}

/* Where heads stand in rows the menu is of the one that is pointed at, not of the selected one. */
static void check_rows(struct app *app)
{
    struct rect at = {0, 0, 0, 0};
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 0});
    act_number(app, ACT_VIEW, VIEW_COMPARE);
    app_settle(app);
    CHECK(compare_row_place(app, chrome_layout(app).view, 4, &at));
    pointer(app, UI_MOVE, at.x + 30, at.y + at.h / 2, 0);
    pointer(app, UI_DOWN, at.x + 30, at.y + at.h / 2, 3);
    pointer(app, UI_UP, at.x + 30, at.y + at.h / 2, 3);
    CHECK(app->talk.menu.open && app->talk.menu.cell.head == 3);
    click(app, "Switch head 4 off");
    CHECK(app->picture.head_mode[3] == HS_HEAD_OFF && app->picture.head_mode[0] == HS_HEAD_ON);
    act(app, (struct action){.kind = ACT_HEAD_MODE, .number = HS_HEAD_ON, .head = 3});
    act_number(app, ACT_VIEW, VIEW_SPECIALISE);
    app_settle(app);
    CHECK(ui_find(app->services.ui, "score table", &at));
    unsigned seen = 0;
    for (float y = at.y + 4; y < at.y + at.h; y += 12) {
        float x = (int)(y / 12) % 2 ? at.x + 40 : at.x + at.w / 2; /* on its name, or a cell */
        pointer(app, UI_MOVE, x, y, 0);
        size_t head = app->look.hover.head;
        if (head == ACT_NOWHERE)
            continue;
        seen |= 1u << head;
        pointer(app, UI_DOWN, x, y, 3);
        pointer(app, UI_UP, x, y, 3);
        CHECK(app->talk.menu.open && app->talk.menu.cell.head == head);
        app_event(app, &(struct ui_event){.kind = UI_KEY, .key = UI_KEY_ESCAPE});
        app_settle(app);
        CHECK(!app->talk.menu.open);
    }
    CHECK(seen == 255);
    pointer(app, UI_MOVE, 2, 2, 0);
    CHECK(app->look.hover.head == ACT_NOWHERE);
}

TEST(test_app_menu)
{
    void (*const checks[])(struct app *) = {check_cells, check_rows, check_keyboard, check_panel};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct app *app = rig_open(APP_DEFAULT_TEXT);
        checks[i](app);
        app_drop(app);
    }
    return check_report();
}
