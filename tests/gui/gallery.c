/* gallery.c – every widget in every state, each theme, scale 1 and 2, as PNG files to look at.
 * Run by hand (`test_ui gallery FOLDER [fixed]`) and by ctest with the stand-in fonts, where everything is drawn as gallery.trace says
 * (but for the file browsers, which show what is in engine/). HS_SAID=update writes that anew, to be read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/canvas.h"
#include "canvas/fonts.h"
#include "check_test.h"
#include "ui/ui_private.h"

#define WIDTH 900.0f
#define HEIGHT 640.0f

enum scene {
    SCENE_REST,
    SCENE_HOVER,
    SCENE_KEYS,
    SCENE_POPUP,
    SCENE_BROWSER,
    SCENE_SAVE,
    SCENE_COUNT
};
static const char *const scene_names[] = {"rest", "hover", "keys", "popup", "browser", "save"};

struct gallery {
    char sentence[128], empty[32], path[4096];
    bool causal, plain, labels, numbers;
    int scale, palette, row;
    float threshold, zoom;
    const char *folder;
    enum scene scene;
};

static const char *const scales[] = {"Linear", "Sqrt", "Log", "Row max"};
static const char *const palettes[] = {"Viridis", "Cividis", "Magma", "Blues"};
static const char *const rows[] = {"Subjects", "Objects", "Time and place", "Pronouns",
    "Long distance", "A paragraph of two hundred words",
    "\u05e9\u05dc\u05d5\u05dd, \u4e16\u754c, \u043f\u0440\u0438\u0432\u0435\u0442",
    "Ambiguous references", "Questions", "Everything else"};

static const char *row_label(void *user, int index)
{
    (void)user;
    return rows[index];
}

static void heading(struct ui *ui, float x, float y, const char *text)
{
    draw_text(ui_draw(ui), (struct rect){x, y, 300, 20}, ALIGN_LEFT, FACE_UI_BOLD, TEXT_SMALL,
        ui->theme->text_dim, text);
}

static void buttons(struct ui *ui, struct gallery *g, float x, float y)
{
    heading(ui, x, y, "Buttons");
    ui_button(
        ui, "Open file", (struct rect){x, y + 26, 96, CONTROL}, "Choose a sentence file\tCtrl+O");
    ui_primary(ui, "Export", (struct rect){x + 104, y + 26, 80, CONTROL},
        "Save the current view as a picture\tCtrl+E");
    ui_disable(ui, true);
    ui_button(ui, "Next", (struct rect){x + 192, y + 26, 64, CONTROL}, "There is no next sentence");
    ui_primary(ui, "Save", (struct rect){x + 264, y + 26, 64, CONTROL}, NULL);
    ui_disable(ui, false);
    g->causal = ui_toggle(ui, "Causal mask", (struct rect){x, y + 64, 132, CONTROL}, g->causal,
        "Hide keys that come later\tM");
    g->plain =
        ui_toggle(ui, "Per head", (struct rect){x + 140, y + 64, 110, CONTROL}, g->plain, NULL);
    ui_checkbox(ui, "Token labels", (struct rect){x, y + 100, 130, CONTROL}, &g->labels, NULL);
    ui_checkbox(
        ui, "Numbers in cells", (struct rect){x + 140, y + 100, 160, CONTROL}, &g->numbers, NULL);
}

static void icons(struct ui *ui, float x, float y)
{
    heading(ui, x, y, "Icons");
    for (int i = 1; i < ICON_COUNT; i++) {
        char label[16];
        snprintf(label, sizeof label, "icon %d", i);
        float at_x = x + (float)((i - 1) % 13) * 30, at_y = y + 24 + (float)((i - 1) / 13) * 30;
        ui_icon_button(
            ui, label, (enum ui_icon)i, (struct rect){at_x, at_y, CONTROL, CONTROL}, NULL);
    }
}

static void values(struct ui *ui, struct gallery *g, float x, float y)
{
    heading(ui, x, y, "Values");
    g->scale = ui_choice(ui, "Scale", (struct rect){x, y + 26, 328, CONTROL}, scales, 4, g->scale,
        "How weights become colours");
    ui_stepper(ui, "Heads", (struct rect){x, y + 64, 132, CONTROL}, "8", true, true, NULL,
        "Number of heads, a divisor of 512");
    ui_stepper(
        ui, "Least", (struct rect){x + 140, y + 64, 110, CONTROL}, "1", false, true, NULL, NULL);
    g->palette = ui_dropdown(ui, "Palette", (struct rect){x, y + 102, 132, CONTROL}, palettes, 4,
        g->palette, "Colours of the weights");
    ui_slider(ui, "Threshold", (struct rect){x + 140, y + 102, 188, CONTROL}, 0, 1, &g->threshold,
        "Hide weaker links");
    ui_disable(ui, true);
    ui_slider(ui, "Zoom", (struct rect){x + 140, y + 136, 188, CONTROL}, 0, 1, &g->zoom, NULL);
    ui_dropdown(ui, "Layer", (struct rect){x, y + 138, 132, CONTROL}, palettes, 1, 0, NULL);
    ui_disable(ui, false);
}

static void type_scale(struct ui *ui, float x, float y)
{
    const struct theme *theme = ui->theme;
    struct draw_list *list = ui_draw(ui);
    heading(ui, x, y, "Type and colour");
    draw_text(list, (struct rect){x, y + 22, 380, 30}, ALIGN_LEFT, FACE_UI_BOLD, TEXT_LARGE,
        theme->text, "Head 3 of 8, d_k = 64");
    draw_text(list, (struct rect){x, y + 52, 380, 20}, ALIGN_LEFT, FACE_UI_BOLD, TEXT_TITLE,
        theme->text, "query (attends) \xe2\x86\x93  key (is attended) \xe2\x86\x92");
    draw_text(list, (struct rect){x, y + 74, 380, 18}, ALIGN_LEFT, FACE_UI, TEXT_BODY,
        theme->text_dim,
        "\xe2\x80\x98"
        "delivered\xe2\x80\x99 gives 0.43 of head 2 to \xe2\x80\x98"
        "book\xe2\x80\x99");
    draw_text(list, (struct rect){x, y + 92, 380, 18}, ALIGN_LEFT, FACE_UI, TEXT_SMALL,
        theme->text_faint, "entropy 1.24 of ln 9 = 2.20, one sentence");
    for (int i = 0; i < 10; i++)
        draw_round(list, (struct rect){x + 38 * (float)i, y + 118, 30, 18}, 4, theme->head_hue[i]);
    struct rect error = {x, y + 146, 372, 28}, warn = {x, y + 180, 372, 28};
    draw_round(list, error, 6, theme->error_back);
    draw_text(list, rect_inset(error, 6), ALIGN_LEFT, FACE_UI, TEXT_BODY, theme->error_text,
        "7 does not divide 512. Choose 1, 2, 4, 8 \xe2\x80\xa6");
    draw_round(list, warn, 6, theme->warn_back);
    draw_text(list, rect_inset(warn, 6), ALIGN_LEFT, FACE_UI, TEXT_BODY, theme->warn_text,
        "Untrained weights: a constructed teaching model.");
}

static void build(struct ui *ui, void *state)
{
    struct gallery *g = state;
    bool closed;
    draw_text(ui_draw(ui), (struct rect){24, 16, 400, 30}, ALIGN_LEFT, FACE_UI_BOLD, TEXT_LARGE,
        ui->theme->text, ui->theme->name);
    ui_field(ui, "Sentence", (struct rect){24, 56, 436, 32}, g->sentence, sizeof g->sentence, NULL,
        NULL);
    ui_field(ui, "Empty", (struct rect){492, 56, 384, 32}, g->empty, sizeof g->empty,
        "Type a sentence", NULL);
    buttons(ui, g, 24, 108);
    values(ui, g, 24, 250);
    icons(ui, 492, 108);
    struct ui_list list = {10, g->row, CONTROL, row_label, NULL, NULL};
    heading(ui, 24, 432, "List");
    g->row = ui_list(ui, "Samples", (struct rect){24, 456, 328, 160}, &list).selected;
    type_scale(ui, 492, 206);
    heading(ui, 492, 432, "Scroll area");
    struct rect area = {492, 456, 384, 160};
    draw_round(ui_draw(ui), area, 6, ui->theme->panel);
    struct ui_scroll at = ui_scroll_begin(ui, "map", area, 700, 400);
    draw_ramp(ui_draw(ui), (struct rect){area.x + 16 - at.x, area.y + 16 - at.y, 668, 24},
        PALETTE_VIRIDIS, false);
    draw_hatch(ui_draw(ui), (struct rect){area.x + 16 - at.x, area.y + 56 - at.y, 668, 300}, 6,
        ui->theme->mask);
    ui_scroll_end(ui);
    if (g->scene == SCENE_BROWSER)
        ui_file_browser(
            ui, "Open sentences", ".txt .json .h .c", false, g->path, sizeof g->path, &closed);
    if (g->scene == SCENE_SAVE)
        ui_file_browser(ui, "Save picture", ".h", true, g->path, sizeof g->path, &closed);
}

/* ---------------------------------------------------------------- events, pictures */
struct stage {
    struct ui *ui;
    struct draw_list *list;
    const struct theme *theme;
    struct gallery gallery;
};

static void pass(struct stage *stage, struct ui_event event)
{
    for (int i = 0; i < 2; i++) { /* the event, then the picture */
        draw_list_clear(stage->list);
        ui_begin(stage->ui, i ? NULL : &event, stage->theme, stage->list, WIDTH, HEIGHT);
        build(stage->ui, &stage->gallery);
        ui_end(stage->ui);
    }
}

static void key(struct stage *stage, const char *name)
{
    struct ui_event event = {.kind = UI_KEY};
    if (ui_key_parse(name, &event.key, &event.mods))
        pass(stage, event);
}

static void play(struct stage *stage)
{
    struct rect at = {0, 0, 0, 0};
    struct ui_event point = {.kind = UI_MOVE, .x = -1, .y = -1};
    pass(stage, point);
    switch (stage->gallery.scene) {
    case SCENE_HOVER:
        ui_find(stage->ui, "Open file", &at);
        break;
    case SCENE_KEYS:
        ui_field_focus(stage->ui, "Sentence", false);
        pass(stage, point);
        for (int i = 0; i < 3; i++)
            key(stage, "ctrl+shift+left");
        break;
    case SCENE_POPUP:
        ui_focus(stage->ui, "Palette");
        key(stage, "space");
        key(stage, "down");
        break;
    case SCENE_SAVE:
        key(stage, "enter");
        break;
    default:
        break;
    }
    if (stage->gallery.scene == SCENE_REST) {
        ui_focus(stage->ui, "Export");
        pass(stage, (struct ui_event){.kind = UI_NONE});
    }
    if (at.w > 0) {
        point.x = at.x + at.w / 2;
        point.y = at.y + at.h / 2;
        pass(stage, point);
    }
}

static int save(const struct canvas *canvas, const char *folder, const struct theme *theme,
    enum scene scene, int scale)
{
    char path[1200];
    struct hs_buffer png = {0};
    struct hs_error error;
    snprintf(path, sizeof path, "%s/gallery-%.4s-%s-%d.png", folder, theme->name,
        scene_names[scene], scale);
    int failed = png_encode(canvas, NULL, 0, &png, &error) ||
                 hs_file_write(path, png.data, png.length, true, &error);
    if (failed)
        fprintf(stderr, "%s\n", error.message);
    hs_buffer_drop(&png);
    return failed;
}

/* Whether all that was drawn is what the golden trace holds. */
static int compare(const struct hs_buffer *drawn)
{
    static const char path[] = HS_SOURCE_DIR "/tests/gui/gallery.trace";
    const char *wish = getenv("HS_SAID");
    char *golden = NULL;
    size_t length = 0;
    struct hs_error error;
    if (wish && strcmp(wish, "update") == 0)
        return hs_file_write(path, drawn->data, drawn->length, true, &error) != HS_OK;
    if (hs_file_read(path, 1 << 24, &golden, &length, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    size_t same = 0, line = 1;
    while (same < length && same < drawn->length && golden[same] == drawn->data[same])
        line += golden[same++] == '\n';
    int failed = same < length || same < drawn->length;
    if (failed)
        fprintf(stderr, "%s:%zu: drawn is something else\n", path, line);
    free(golden);
    return failed;
}

static const struct gallery at_rest = {.sentence = "The student delivered the book to the library yesterday.", .causal = true, .labels = true, .palette = 1, .row = 2,
    .threshold = 0.35f, .zoom = 0.6f};

static int show(struct fonts *fonts, const char *folder, enum theme_id id, enum scene scene, int scale, struct hs_buffer *drawn)
{
    struct stage stage = {.ui = ui_new(), .list = draw_list_new(fonts), .theme = theme_get(id)};
    struct gallery gallery = at_rest;
    gallery.scene = scene;
    struct canvas *canvas = NULL;
    struct hs_error error;
    fonts_set_scale(fonts, (float)scale);
    stage.gallery = gallery;
    snprintf(stage.gallery.path, sizeof stage.gallery.path, "%s%s", HS_SOURCE_DIR "/engine/",
        scene == SCENE_SAVE ? "hs.h" : "");
    play(&stage);
    int failed = canvas_new((int)WIDTH * scale, (int)HEIGHT * scale, &canvas, &error) ||
                 draw_list_failed(stage.list);
    if (!failed) {
        canvas_replay(canvas, stage.list, stage.theme->back, (float)scale);
        failed =
            folder ? save(canvas, folder, stage.theme, scene, scale) : canvas_hash(canvas) == 0;
    }
    if (scale == 1 && scene < SCENE_BROWSER && (id == 0 || scene == SCENE_REST))
        trace_write(stage.list, drawn);
    canvas_drop(canvas);
    ui_drop(stage.ui);
    draw_list_drop(stage.list);
    return failed;
}

/* ---------------------------------------------------------------- what an event changes */
static void begin(struct stage *stage, struct fonts *fonts)
{
    *stage = (struct stage){.ui = ui_new(), .list = draw_list_new(fonts), .theme = theme_get(THEME_LIGHT), .gallery = at_rest};
    pass(stage, (struct ui_event){.kind = UI_MOVE, .x = -1, .y = -1});
}

static void end(struct stage *stage)
{
    ui_drop(stage->ui);
    draw_list_drop(stage->list);
}

/* The lines that are not among the others: all of them written, or only how many. */
static size_t add_lines(struct hs_buffer *to, const struct hs_buffer *lines, const struct hs_buffer *others, bool written)
{
    size_t count = 0;
    for (size_t at = 0, length; at < lines->length; at += length) {
        const char *line = lines->data + at, *end = memchr(line, '\n', lines->length - at);
        length = end ? (size_t)(end - line) + 1 : lines->length - at;
        bool same = false;
        for (size_t from = 0; !same && from + length <= others->length;) {
            const char *other = others->data + from, *stop = memchr(other, '\n', others->length - from);
            same = memcmp(other, line, length) == 0;
            from += stop ? (size_t)(stop - other) + 1 : others->length - from;
        }
        if (same || (length > 10 && memcmp(line + length - 10, "#051d1c1a\n", 10) == 0)) /* but for shadows */
            continue;
        count++;
        if (written)
            hs_buffer_write(to, line, length);
    }
    return count;
}

/* One event, how many lines of the trace are no more, and those that are new. */
static void add_event(struct stage *stage, const char *name, struct ui_event event, struct hs_buffer *drawn)
{
    struct hs_buffer before = {0}, after = {0}, news = {0};
    trace_write(stage->list, &before);
    pass(stage, event);
    trace_write(stage->list, &after);
    size_t less = add_lines(&news, &before, &after, false);
    add_lines(&news, &after, &before, true);
    hs_buffer_print(drawn, "# %s, %zu less\n%s", name, less, news.data ? news.data : "");
    hs_buffer_drop(&before);
    hs_buffer_drop(&after);
    hs_buffer_drop(&news);
}

/* Pointer, wheel and keys on a widget of the picture at rest, the first of its size; false when there are not so many. */
static bool add_widget(struct fonts *fonts, size_t index, struct hs_buffer *drawn)
{
    static const char *const keys[] = {"down", "right", "ctrl+left", "home", "pagedown", "delete", "shift+end", "ctrl+a", "enter", "up", "space", "escape"};
    struct stage stage;
    begin(&stage, fonts);
    bool there = index < stage.ui->last.count, first = there;
    const struct ui_item item = stage.ui->last.item[there ? index : 0];
    for (size_t i = 0; i < index && first; i++)
        first = stage.ui->last.item[i].area.w != item.area.w || stage.ui->last.item[i].area.h != item.area.h;
    if (first) {
        const float x = item.area.x + item.area.w * 0.3f, y = item.area.y + item.area.h / 2;
        hs_buffer_print(drawn, "## %s\n", item.label[0] ? item.label : "(no label)");
        add_event(&stage, "over it", (struct ui_event){.kind = UI_MOVE, .x = x, .y = y}, drawn);
        add_event(&stage, "down", (struct ui_event){.kind = UI_DOWN, .x = x, .y = y, .button = 1, .clicks = 1}, drawn);
        add_event(&stage, "dragged", (struct ui_event){.kind = UI_MOVE, .x = x + 9, .y = y + 3}, drawn);
        add_event(&stage, "up", (struct ui_event){.kind = UI_UP, .x = x + 9, .y = y + 3, .button = 1, .clicks = 1}, drawn);
        add_event(&stage, "wheel", (struct ui_event){.kind = UI_WHEEL, .x = x, .y = y, .wheel_y = -2}, drawn);
        add_event(&stage, "typed 7", (struct ui_event){.kind = UI_TEXT, .text = "7"}, drawn);
        for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
            struct ui_event event = {.kind = UI_KEY};
            if (ui_key_parse(keys[i], &event.key, &event.mods))
                add_event(&stage, keys[i], event, drawn);
        }
    }
    end(&stage);
    return there;
}

TEST(gallery)
{
    struct fonts *fonts;
    struct hs_error error;
    bool fixed = count < 2 || (count > 2 && strcmp(arguments[2], "fixed") == 0);
    if (fixed ? fonts_open_fixed(&fonts, &error) : fonts_open(&fonts, &error)) {
        fprintf(stderr, "%s\n", error.message);
        return 1;
    }
    struct hs_buffer drawn = {0};
    int failed = 0;
    for (int id = 0; id < THEME_COUNT; id++)
        for (int scene = 0; scene < SCENE_COUNT; scene++)
            for (int scale = 1; scale <= 2; scale++)
                failed |= show(fonts, count > 1 ? arguments[1] : NULL, (enum theme_id)id, (enum scene)scene, scale, &drawn);
    fonts_set_scale(fonts, 1);
    for (size_t index = 0; add_widget(fonts, index, &drawn);)
        index++;
    failed |= drawn.failed || (fixed && compare(&drawn));
    hs_buffer_drop(&drawn);
    fonts_drop(fonts);
    return failed;
}
