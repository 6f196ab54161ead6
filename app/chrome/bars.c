/* bars.c – see bars.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chrome/bars.h"
#include "chrome/source_bar.h"
#include "desk/tour.h"
#include "model/options.h"

#define MARGIN 16.0f

static float measure(const struct view_context *view, enum face face, float size, const char *text)
{
    return ceilf(fonts_width(view->app->services.fonts, face, size, text, strlen(text)));
}

static struct rect control_in(struct rect bar)
{
    return (struct rect){bar.x, bar.y + floorf((bar.h - CONTROL) / 2), bar.w, CONTROL};
}

/* ---------------------------------------------------------------- top: what is run */
static void draw_sentence(struct view_context *view, struct rect area)
{
    char text[APP_TEXT_ROOM];
    size_t length = strlen(view->app->picture.text);
    char empty[200]; /* the picture stays, so it is said what it is of */
    snprintf(empty, sizeof empty, "Type a sentence. The picture is of: %.140s", view->app->picture.run_text);
    empty[hs_utf8_invalid(empty, strlen(empty))] = '\0';
    memcpy(text, view->app->picture.text, length + 1);
    struct ui_field_result result = ui_field(view->ui, "sentence", area, text, sizeof text,
        empty, "Every keystroke runs the whole forward pass again\t/");
    if (result.changed || result.lost)
        actions_push(view->actions, (struct action){.kind = ACT_TEXT, .text = text, .number = (long)result.lost});
    if (result.submitted || result.cancelled)
        ui_focus(view->ui, NULL); /* the text is run already: give the keys back to the view */
}

static void draw_stepper(
    struct view_context *view, struct rect label, struct rect area, struct rect words)
{
    const struct app *app = view->app;
    char count[24], width[64];
    long typed = 0;
    ui_label(view->ui, label, ALIGN_LEFT, "Heads");
    view_word(view, label, "head");
    snprintf(count, sizeof count, "%zu", app->picture.h);
    int step = ui_stepper(view->ui, "heads", area, count, app->picture.h > 1,
        app_heads_next(app, 1) != app->picture.h, &typed,
        "How many heads share the 512 dimensions: 1, 2, 4 … 64, or type a number and Enter\t+  −");
    if (step)
        view_push(view, ACT_HEADS_STEP, step);
    else if (typed)
        view_push(view, ACT_HEADS, typed);
    size_t d_model = picture_part(app)->d_model;
    snprintf(width, sizeof width, "d_k = %zu/%zu = %zu", d_model, app->picture.h, d_model / app->picture.h);
    draw_text(view->draw, words, ALIGN_LEFT, FACE_UI, 12, view->theme->text_dim, width);
    view_word(view, words, "d_k");
}

static void draw_mask(struct view_context *view, struct rect label, struct rect area)
{
    const char *const masks[] = {option_word(OPTION_MASK, 0), option_word(OPTION_MASK, 1)};
    ui_label(view->ui, label, ALIGN_LEFT, "Mask");
    view_word(view, label, "mask");
    int mask = ui_choice(view->ui, "mask", area, masks, 2, (int)view->app->picture.mask,
        "Causal: a token may look at itself and at what stands before it\tM");
    if (mask != (int)view->app->picture.mask)
        view_push(view, ACT_MASK, mask);
}

/* Room is taken from the right, but drawn from the left: that is the order in which Tab walks. */
void top_bar_draw(struct view_context *view)
{
    if (picture_runs_model(view->app)) {
        source_bar_draw(view, draw_sentence);
        return;
    }
    struct rect row = control_in(view->area);
    row.x += MARGIN;
    row.w -= 2 * MARGIN;
    draw_group(view->draw, "top");
    draw_rect(view->draw, view->area, view->theme->panel);
    struct rect mask = rect_cut_right(&row, 124), mask_label = rect_cut_right(&row, 44);
    rect_cut_right(&row, 8);
    struct rect words = rect_cut_right(&row, 124);
    rect_cut_right(&row, 10);
    struct rect heads = rect_cut_right(&row, 104), heads_label = rect_cut_right(&row, 48);
    rect_cut_right(&row, MARGIN);
    draw_sentence(view, (struct rect){row.x, row.y - 3, row.w, row.h + 6});
    draw_stepper(view, heads_label, heads, words);
    draw_mask(view, mask_label, mask);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- tabs: what is looked at */
#define TAB_WIDTH 80.0f
#define FILE_ENTRIES (6 + APP_RECENT + APP_MODELS + APP_SAMPLES)

struct file_menu {
    char text[FILE_ENTRIES + 1][300];
    const char *label[FILE_ENTRIES + 1];
    struct action action[FILE_ENTRIES + 1];
    int count;
};

static void add_entry(
    struct file_menu *menu, const char *prefix, const char *name, struct action action)
{
    snprintf(menu->text[menu->count], sizeof menu->text[0], "%s%.256s", prefix, name);
    menu->label[menu->count] = menu->text[menu->count];
    menu->action[menu->count++] = action;
}

/* Entry 0 is what the closed control shows. Samples are opened by their path, which `paths` keeps. */
static void fill_menu(const struct app *app, struct file_menu *menu)
{
    menu->count = 0;
    add_entry(menu, "",
        picture_can(app, HS_CAN_LAYERS) ? app_base_name(hs_source_info(app->picture.source).path)
        : app->picture.file ? app_base_name(app->picture.file->path)
                    : "Open a file",
        (struct action){.kind = ACT_NONE});
    add_entry(menu, "", "Choose a file …", (struct action){.kind = ACT_OPEN_DIALOG});
    if (app->picture.file || picture_can(app, HS_CAN_LAYERS))
        add_entry(menu, "", picture_can(app, HS_CAN_TEXT) && app->picture.file ? "Close the file"
            : picture_can(app, HS_CAN_TEXT)                            ? "Back to the built-in model"
                                                                       : "Back to your sentence",
            (struct action){.kind = ACT_CLOSE_FILE});
    add_entry(menu, "", "Save the session …", (struct action){.kind = ACT_SESSION_DIALOG});
    add_entry(menu, "", "Add a step to a lesson …", (struct action){.kind = ACT_LESSON_DIALOG});
    add_entry(menu, "", "Last session", (struct action){.kind = ACT_SESSION_LAST});
    for (int i = 0; i < APP_RECENT && app->files.recent[i][0]; i++)
        add_entry(menu, "Recent: ", app_base_name(app->files.recent[i]),
            (struct action){.kind = ACT_OPEN_RECENT, .number = i});
    for (size_t i = 0; i < app->files.model_count && menu->count < FILE_ENTRIES; i++)
        add_entry(menu, "Model: ", app->files.models[i], (struct action){.kind = ACT_OPEN, .number = (long)i, .q = 1});
    for (size_t i = 0; i < app->files.sample_count && menu->count < FILE_ENTRIES; i++)
        add_entry(menu, "Sample: ", app->files.samples[i],
            (struct action){.kind = ACT_OPEN, .number = (long)i});
}

static void draw_file_menu(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    struct file_menu menu;
    char path[APP_PATH_ROOM + 300];
    fill_menu(app, &menu);
    int chosen = ui_dropdown(view->ui, "file", area, menu.label, menu.count, 0,
        "Files with one sentence a line, folders of models (config.json), or attention of any model (.safetensors, .npy); you can "
        "also drop one on the window\tCtrl+O");
    if (chosen <= 0 || chosen >= menu.count)
        return;
    struct action action = menu.action[chosen];
    if (action.kind == ACT_OPEN) {
        bool model = action.q;
        snprintf(path, sizeof path, "%s/%s", model ? app->files.models_folder : app->files.samples_folder,
            model ? app->files.models[action.number] : app->files.samples[action.number]);
        action.text = path;
    }
    actions_push(view->actions, action);
}

static void draw_file_stepper(struct view_context *view, struct rect area)
{
    const struct app *app = view->app;
    char text[64];
    long typed = 0;
    bool edited = app->picture.text_edited;
    snprintf(
        text, sizeof text, "%zu of %zu%s", app->picture.sentence + 1, app->picture.file->count, edited ? " *" : "");
    int step = ui_stepper(view->ui, "sentence number", area, text, edited || app->picture.sentence > 0,
        edited || app->picture.sentence + 1 < app->picture.file->count, &typed,
        edited ? "The field no longer holds the file’s sentence: stepping brings it back\tPage Up  "
                 "Page Down"
               : "Sentences of the file\tPage Up  Page Down");
    if (step)
        view_push(view, ACT_SENTENCE_STEP, step);
    else if (typed)
        view_push(view, ACT_SENTENCE, typed - 1);
}

static void draw_tabs(struct view_context *view, struct rect row)
{
    const char *titles[VIEW_COUNT];
    enum view_id ids[VIEW_COUNT];
    int count = 0, current = 0;
    for (int id = 0; id < 2 * VIEW_COUNT; id++) { /* those that lead first */
        enum view_id one = (enum view_id)(id % VIEW_COUNT);
        if (view_kind(one)->leads != (id < VIEW_COUNT) || !view_usable(view->app, one))
            continue;
        current = one == view->app->look.view ? count : current;
        ids[count] = one;
        titles[count++] = view_kind(one)->title;
    }
    row.w = fminf(row.w, TAB_WIDTH * (float)count);
    int chosen =
        ui_choice(view->ui, "view", row, titles, count, current, view_kind(view->app->look.view)->help);
    if (chosen != current)
        view_push(view, ACT_VIEW, (long)ids[chosen]);
}

void tab_bar_draw(struct view_context *view)
{
    const struct app *app = view->app;
    struct rect row = control_in(view->area);
    row.x += MARGIN;
    row.w -= 2 * MARGIN;
    row.y -= 3;
    draw_group(view->draw, "tabs");
    draw_rect(view->draw, view->area, view->theme->panel);
    draw_rect(view->draw,
        (struct rect){view->area.x, view->area.y + view->area.h - 1, view->area.w, 1},
        view->theme->border);
    struct rect help = rect_cut_right(&row, CONTROL);
    rect_cut_right(&row, SPACE);
    struct rect save = rect_cut_right(&row, 76);
    rect_cut_right(&row, SPACE);
    struct rect file = rect_cut_right(&row, fminf(176, row.w * 0.4f));
    rect_cut_right(&row, SPACE);
    struct rect number = rect_cut_right(&row, app->picture.file && picture_can(app, HS_CAN_TEXT) ? 140 : 0);
    rect_cut_right(&row, SPACE);
    draw_tabs(view, row);
    if (app->picture.file && picture_can(app, HS_CAN_TEXT))
        draw_file_stepper(view, number);
    draw_file_menu(view, file);
    if (ui_button(view->ui, "Export", save, "Save a picture or the numbers\tCtrl+E"))
        view_push(view, ACT_EXPORT_DIALOG, EXPORT_VIEW);
    if (ui_icon_button(view->ui, "Help", ICON_HELP, help, "All keys\t?"))
        view_push(view, ACT_HELP, 1);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- note, message, status */
void note_bar_draw(struct view_context *view)
{
    struct rect row = view->area;
    draw_group(view->draw, "note");
    row.x += MARGIN + 4;
    row.w -= 2 * MARGIN;
    row.y += 6;
    const char *note = layout_note(view->app);
    draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, view->theme->text_dim, note);
    ui_tooltip(view->ui, row, note);
    draw_group_end(view->draw);
}

void message_bar_draw(struct view_context *view)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    bool error = app->talk.message_kind == MESSAGE_ERROR;
    uint32_t ink = error ? theme->error_text : theme->text;
    struct rect area = view->area;
    ui_area(view->ui, "message", area, false, NULL); /* what it covers is not pointed at */
    draw_group(view->draw, error ? "error" : "message");
    draw_rect(view->draw, area, error ? theme->error_back : theme->selection);
    draw_rect(view->draw, (struct rect){area.x, area.y, area.w, 1},
        error ? theme->error_text : theme->border);
    if (ui_icon_button(view->ui, "Dismiss", ICON_CLOSE,
            (struct rect){area.w - 16 - CONTROL, area.y + 1, CONTROL, CONTROL},
            "Close this message\tEsc"))
        view_push(view, ACT_DISMISS, 0);
    ui_draw_icon(view->ui, error ? ICON_WARNING : ICON_CHECK,
        (struct rect){area.x + MARGIN, area.y + 7, 16, 16}, ink);
    draw_paragraph(view->draw,
        (struct rect){area.x + MARGIN + 26, area.y + 6, area.w - 88, area.h - 10}, FACE_UI,
        TEXT_BODY, 18, ink, app->talk.message);
    draw_group_end(view->draw);
}

static void draw_source(struct view_context *view, struct rect *row)
{
    const struct app *app = view->app;
    bool untrained = hs_set_constructed(app->picture.set) && !hs_preset_trained(app->picture.preset);
    const char *words = app_source_words(app);
    float width = measure(view, FACE_UI, TEXT_SMALL, words) + 18;
    struct rect chip = rect_cut_right(row, width);
    chip.y += (chip.h - 20) / 2;
    chip.h = 20;
    if (untrained)
        draw_round(view->draw, chip, 10, view->theme->warn_back);
    draw_text(view->draw, chip, ALIGN_CENTER, FACE_UI, TEXT_SMALL,
        untrained ? view->theme->warn_text : view->theme->text_dim, words);
    ui_tooltip(view->ui, chip, hs_set_source(app->picture.set));
}

void status_bar_draw(struct view_context *view)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    struct rect row = view->area;
    struct app_cell cell = app_shown_cell(app);
    char words[1024];
    draw_group(view->draw, "status");
    draw_rect(view->draw, row, theme->panel);
    draw_rect(view->draw, (struct rect){row.x, row.y, row.w, 1}, theme->border);
    row.x += MARGIN;
    row.w -= 2 * MARGIN - 8;
    draw_source(view, &row);
    source_progress_draw(view, &row);
    rect_cut_right(&row, 12);
    app_cell_words(app, cell, words, sizeof words);
    if (tour_asks(app))
        draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, theme->text_dim, "Arrow keys and Enter choose an answer, or a click");
    else if (words[0])
        draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, TEXT_BODY, theme->text, words);
    else
        draw_text(view->draw, row, ALIGN_LEFT, FACE_UI, 12, theme->text_dim, view_kind(app->look.view)->hint);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- beside the pointer */
#define TIP_HEIGHT 44.0f
#define TIP_OFFSET 18.0f

static void tip_lines(
    const struct app *app, struct app_cell cell, char *first, char *second, size_t room)
{
    char from[120], to[120], head[32];
    app_token_name(app, HS_QUERY, cell.q, from, sizeof from);
    app_token_name(app, HS_KEY, cell.k, to, sizeof to);
    app_head_name(app, cell.head, head, sizeof head);
    snprintf(first, room, "%s → %s", from, to);
    if (hs_set_masked(app_shown(app), cell.q, cell.k)) {
        snprintf(second, room, "masked");
        return;
    }
    struct hs_matrix weights = hs_set_weights(app_shown(app), 0, cell.head);
    double value = (double)weights.data[cell.q * weights.stride + cell.k];
    snprintf(second, room, "%s%.6g   %s, row %ld, column %ld", value < 0 ? "−" : "", fabs(value),
        head, app_counted(app, cell.q), app_counted(app, cell.k));
}

void cell_tip_draw(struct view_context *view, struct rect within)
{
    const struct app *app = view->app;
    const struct theme *theme = view->theme;
    char first[260], second[260];
    float x = ui_pointer_x(view->ui), y = ui_pointer_y(view->ui);
    if (app->look.hover.q == ACT_NOWHERE || app->look.hover.k == ACT_NOWHERE ||
        !ui_pointer_in(view->ui, within))
        return;
    tip_lines(app, app->look.hover, first, second, sizeof first);
    float width = fmaxf(
        measure(view, FACE_UI_BOLD, TEXT_BODY, first), measure(view, FACE_UI, TEXT_SMALL, second));
    width = fminf(width + 24, 420);
    /* Below the pointer, or above it near the lower edge: never on the row that is read. */
    struct rect box = {x + TIP_OFFSET, y + TIP_OFFSET, width, TIP_HEIGHT};
    if (box.y + box.h > within.y + within.h)
        box.y = y - TIP_OFFSET - TIP_HEIGHT;
    if (box.x + box.w > within.x + within.w - 8)
        box.x = x - TIP_OFFSET - width;
    draw_group(view->draw, "cell tip");
    draw_round(view->draw, (struct rect){box.x, box.y + 2, box.w, box.h + 2}, 7, theme->shadow);
    draw_round(view->draw, box, 6, theme->panel_raised);
    draw_round_frame(view->draw, box, 6, 1, theme->border);
    struct rect line = {box.x + 12, box.y + 6, box.w - 24, 17};
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI_BOLD, TEXT_BODY, theme->text, first);
    line.y += 17;
    line.h = 15;
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, TEXT_SMALL, theme->text_dim, second);
    draw_group_end(view->draw);
}
