/* test_app_picture.c – golden pictures: views on a bare canvas in the stand-in font, of a one-token
 * sentence, whose weight is 1 whatever the weights are. Equal on every machine and compiler. When a
 * picture changes on purpose, look at it (the failing run writes it beside the test) and put its
 * new hash here. */
#include "app_rig.h"
#include "canvas/canvas.h"
#include "canvas/fonts.h"
#include "views/tiles.h"
#include "views/view.h"
#include "chrome/pass.h"

#define WIDTH 480
#define HEIGHT 360

struct golden {
    const char *name;
    enum view_id view;
    size_t h;
    enum theme_id theme;
    float scale;
    bool lock;
    uint64_t hash;
};

static void write_picture(const struct canvas *canvas, const char *name)
{
    char path[700];
    struct hs_buffer png = {0};
    snprintf(path, sizeof path, "%s/test-picture-%s.png", HS_BINARY_DIR, name);
    if (png_encode(canvas, NULL, 0, &png, NULL) == HS_OK)
        hs_file_write(path, png.data, png.length, true, NULL);
    hs_buffer_drop(&png);
    fprintf(stderr, "look at %s\n", path);
}

static void check_picture(struct app *app, const struct golden *golden)
{
    struct canvas *canvas = NULL;
    struct ui *ui = ui_new();
    struct draw_list *list = draw_list_new(app->services.fonts);
    struct actions *ignored = actions_new();
    const struct theme *theme = theme_get(golden->theme);
    act_number(app, ACT_HEADS, (long)golden->h);
    act(app, (struct action){.kind = ACT_UNLOCK});
    if (golden->lock)
        act(app, (struct action){.kind = ACT_LOCK, .q = 0, .k = 0});
    CHECK(ui && list && ignored);
    CHECK(canvas_new((int)(WIDTH * golden->scale), (int)(HEIGHT * golden->scale), &canvas, NULL) ==
          HS_OK);
    fonts_set_scale(app->services.fonts, golden->scale);
    struct view_context view = {.app = app,
        .ui = ui,
        .draw = list,
        .theme = theme,
        .actions = ignored,
        .page = true,
        .area = {0, 0, WIDTH, HEIGHT}};
    ui_begin(ui, NULL, theme, list, WIDTH, HEIGHT);
    view_get(golden->view)->draw(&view);
    ui_end(ui);
    canvas_replay(canvas, list, theme->back, golden->scale);
    uint64_t hash = canvas_hash(canvas);
    CHECK(hash == golden->hash);
    if (hash != golden->hash) {
        fprintf(stderr, "%s is 0x%016llxu\n", golden->name, (unsigned long long)hash);
        write_picture(canvas, golden->name);
    }
    canvas_drop(canvas);
    actions_drop(ignored);
    draw_list_drop(list);
    ui_drop(ui);
}

TEST(test_app_picture)
{
    static const struct golden pictures[] = {
        {"grid", VIEW_GRID, 8, THEME_LIGHT, 1, false, 0x2f0f67e7d9afd4a5u},
        {"grid-dark-2x", VIEW_GRID, 4, THEME_DARK, 2, false, 0xffbe37346650c8beu},
        {"grid-64", VIEW_GRID, 64, THEME_CONTRAST, 1, false, 0x5329ae9ef8e2460fu},
        {"head", VIEW_HEAD, 1, THEME_LIGHT, 1, false, 0x2079ea4d79bdba32u},
        {"head-locked", VIEW_HEAD, 1, THEME_DARK, 1.5f, true, 0xf13bd7599cfadeabu},
    };
    struct app *app = rig_open("Yes");
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++)
        check_picture(app, &pictures[i]);
    app_drop(app);
    return check_report();
}
