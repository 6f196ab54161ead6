/* test_app_layout.c – the grid finds room for every number of heads and every shape, and tiles
 * never touch. */
#include "app_rig.h"
#include "chrome/layout.h"
#include "views/grid_layout.h"
#include "chrome/pass.h"

static bool inside(struct rect outer, struct rect inner)
{
    return inner.x >= outer.x && inner.y >= outer.y &&
           inner.x + inner.w <= outer.x + outer.w + 0.01f &&
           inner.y + inner.h <= outer.y + outer.h + 0.01f;
}

static bool apart(struct rect a, struct rect b)
{
    return a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y;
}

static void check_grid(struct rect area, size_t h, size_t n, size_t m, float names)
{
    struct grid_layout grid = grid_layout(area, h, n, m, names, names * 0.7f);
    CHECK(grid.tile_w >= 1 && grid.tile_h >= 1);
    CHECK((size_t)grid.columns * (size_t)grid.rows >= h);
    bool scrolls = grid.content_height > area.h;
    CHECK(h > 64 || n != m || names > 0 || !scrolls); /* 64 square heads are always seen at once */
    for (size_t i = 0; i < h; i++) {
        struct rect tile = grid_tile(&grid, i);
        if (!scrolls)
            CHECK(inside(area, tile));
        CHECK(inside(tile, grid_map(&grid, i)));
        if (i > 0)
            CHECK(apart(tile, grid_tile(&grid, i - 1)));
        if (i >= (size_t)grid.columns)
            CHECK(apart(tile, grid_tile(&grid, i - (size_t)grid.columns)));
    }
}

static void check_chrome(float width, float height)
{
    struct app *app = rig_open(NULL);
    act(app, (struct action){.kind = ACT_RESIZE, .dx = width, .dy = height});
    app_say(app, MESSAGE_ERROR, "%s",
        "A long message that has to be wrapped into several lines because it says what is "
        "wrong, where it is wrong, what was expected there and what can be done about it now and "
        "in time to come.");
    struct chrome_layout layout = chrome_layout(app);
    const struct rect parts[] = {layout.top, layout.tabs, layout.tools, layout.view, layout.legend,
        layout.panel, layout.status};
    CHECK(layout.message.h > 0 && inside((struct rect){0, 0, width, height}, layout.message));
    CHECK(apart(layout.message, layout.top) && apart(layout.message, layout.tabs) &&
          apart(layout.message, layout.tools) && layout.message.y + layout.message.h == height);
    size_t count = sizeof parts / sizeof *parts;
    CHECK(!layout.scrolls && memcmp(&layout.whole, &(struct rect){0, 0, width, height}, sizeof layout.whole) == 0);
    for (size_t i = 0; i < count; i++) {
        CHECK(parts[i].w > 0 && parts[i].h > 0);
        CHECK(inside((struct rect){0, 0, width, height}, parts[i]));
        for (size_t j = 0; j < i; j++)
            CHECK(apart(parts[i], parts[j]));
    }
    app_say(app, MESSAGE_INFO, "%s", "A short one.");
    struct chrome_layout few = chrome_layout(app);
    CHECK(memcmp(&few.message, &few.status, sizeof few.status) == 0); /* covers nothing else */
    act_number(app, ACT_DISMISS, 0); /* it moved nothing */
    struct chrome_layout without = chrome_layout(app);
    CHECK(without.message.h == 0);
    without.message = layout.message;
    CHECK(memcmp(&without, &layout, sizeof layout) == 0);
    app_drop(app);
}

/* Of a window that is too small for everything a part is seen; wheel, bars and the keyboard's focus bring the rest. */
static void check_small(void)
{
    struct app *app = rig_open(NULL);
    struct rect edge = {0, 0, 0, 0}, panel;
    act(app, (struct action){.kind = ACT_RESIZE, .dx = 900, .dy = 600});
    act(app, (struct action){.kind = ACT_UI_SCALE, .amount = 1.5f});
    CHECK(chrome_layout(app).scrolls && app->window.width == 600 && app->window.height == 400);
    CHECK(chrome_layout(app).whole.w == CHROME_LEAST_WIDTH && chrome_layout(app).whole.h == CHROME_LEAST_HEIGHT);
    panel = chrome_layout(app).panel;
    CHECK(panel.x + 9 > app->window.width && ui_find(app->services.ui, "head 1", &edge)); /* a picture there is */
    CHECK(inside((struct rect){0, 0, 600, 400}, edge));
    CHECK(ui_focus(app->services.ui, "theme"));
    app_settle(app);
    struct rect moved = chrome_layout(app).panel;
    CHECK(moved.x < panel.x && chrome_layout(app).whole.y < 0);
    CHECK(ui_find(app->services.ui, "theme", &edge) && inside((struct rect){0, 0, 600, 400}, edge));
    press(app, "/"); /* what is typed in is seen */
    CHECK(ui_find(app->services.ui, "sentence", &edge) && inside((struct rect){0, 0, 600, 400}, edge));
    press(app, "esc");
    moved = chrome_layout(app).whole;
    press(app, "ctrl+e"); /* a dialog scrolls by itself */
    CHECK(ui_find(app->services.ui, "Save", &edge));
    app_event(app, &(struct ui_event){.kind = UI_WHEEL, .x = 300, .y = 200, .wheel_y = -20});
    app_settle(app);
    CHECK(ui_find(app->services.ui, "Save", &panel) && panel.y < edge.y && panel.y + panel.h <= 400);
    CHECK(chrome_layout(app).whole.y == moved.y);
    press(app, "esc");
    act(app, (struct action){.kind = ACT_UI_SCALE, .amount = 1});
    CHECK(!chrome_layout(app).scrolls && chrome_layout(app).whole.x == 0);
    app_drop(app);
}

TEST(test_app_layout)
{
    static const struct rect areas[] = {
        {0, 96, 652, 400}, {0, 96, 986, 630}, {0, 96, 2240, 1270}, {0, 96, 3500, 1990}};
    static const size_t heads[] = {1, 2, 4, 8, 16, 32, 64, 128, 512},
                        shapes[][2] = {{1, 1}, {10, 10}, {512, 512}, {3, 40}, {40, 3}, {1, 4096}};
    for (size_t a = 0; a < sizeof areas / sizeof *areas; a++)
        for (size_t h = 0; h < sizeof heads / sizeof *heads; h++)
            for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
                for (float names = 0; names <= 40; names += 40)
                    check_grid(areas[a], heads[h], shapes[s][0], shapes[s][1], names);
    check_chrome(900, 600);
    check_chrome(1280, 800);
    check_chrome(3840, 2160);
    check_small();
    return check_report();
}
