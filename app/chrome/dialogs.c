/* dialogs.c – see dialogs.h. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "chrome/dialogs.h"
#include "desk/lesson.h"
#include "chrome/help.h"
#include "chrome/session_views.h"

/* What the largest takes with its margins, but for help and the browser, which fit themselves into any window: they scroll in a smaller one. */
#define DIALOG_WIDTH 712.0f
#define DIALOG_HEIGHT 482.0f

/* A centred sheet of at most this size; what is left of it inside the margin comes back. */
static struct rect dialog_sheet(struct view_context *view, float width, float height)
{
    struct rect all = view->area;
    width = fminf(width, all.w - 32);
    height = fminf(height, all.h - 32);
    struct rect sheet = {floorf(all.x + (all.w - width) / 2),
        floorf(all.y + (all.h - height) / 2.4f), width, height};
    struct rect shade = {sheet.x - 1, sheet.y + 4, sheet.w + 2, sheet.h + 4};
    draw_round(view->draw, shade, 14, view->theme->shadow);
    draw_round(view->draw, sheet, 12, view->theme->panel_raised);
    draw_round_frame(view->draw, sheet, 12, 1, view->theme->border);
    return rect_inset(sheet, 24);
}

static bool escape_pressed(struct view_context *view)
{
    const struct ui_event *event = ui_event(view->ui);
    if (event->kind != UI_KEY || event->key != UI_KEY_ESCAPE)
        return false;
    ui_take_event(view->ui);
    return true;
}

/* ---------------------------------------------------------------- a question */
static void draw_question(struct view_context *view)
{
    struct rect area = dialog_sheet(view, 480, 176);
    draw_group(view->draw, "question");
    draw_text(view->draw, rect_cut_top(&area, 24), ALIGN_LEFT, FACE_UI_BOLD, TEXT_TITLE,
        view->theme->text, "Replace the file?");
    rect_cut_top(&area, 6);
    struct rect buttons = rect_cut_bottom(&area, CONTROL + 2);
    draw_paragraph(
        view->draw, area, FACE_UI, TEXT_BODY, 19, view->theme->text, view->app->talk.question);
    if (ui_primary(view->ui, "Replace", rect_cut_right(&buttons, 96), NULL))
        view_push(view, ACT_CONFIRM, 0);
    rect_cut_right(&buttons, SPACE);
    if (ui_button(view->ui, "Keep the old file", rect_cut_right(&buttons, 140), NULL) ||
        escape_pressed(view))
        view_push(view, ACT_CANCEL, 0);
    draw_group_end(view->draw);
}

/* ---------------------------------------------------------------- export */
static const char *const formats[FORMAT_COUNT] = {"PNG", "SVG", "CSV", "JSON", "PDF", "HTML"};

static struct rect labelled(struct view_context *view, struct rect *area, const char *label)
{
    struct rect row = rect_cut_top(area, CONTROL);
    rect_cut_top(area, 12);
    draw_text(view->draw, rect_cut_left(&row, 92), ALIGN_LEFT, FACE_UI, TEXT_BODY,
        view->theme->text_dim, label);
    return row;
}

static bool is_picture(enum export_format format)
{
    return format == FORMAT_PNG || format == FORMAT_SVG || format == FORMAT_PDF;
}

/* What a page of a picture has, or how numbers lie in a CSV. */
static void draw_page_choices(struct view_context *view, struct rect *area)
{
    static const char *const backs[] = {"Theme", "White", "Transparent"}, *const forms[] = {"A line a cell", "A column a key"};
    const struct files *files = &view->app->files;
    struct rect row = labelled(view, area, "Background");
    row.w = 300;
    ui_disable(view->ui, !is_picture(files->export_format));
    int back = ui_choice(view->ui, "export background", row, backs, PAGE_BACK_COUNT, (int)files->page.back, NULL);
    if (back != (int)files->page.back)
        view_push(view, ACT_PAGE_BACK, back);
    const struct {
        const char *label, *tooltip;
        bool on, text;
        enum action_kind action;
    } boxes[] = {
        {"Heading", "Sentence, settings and source", !files->page.bare, false, ACT_PAGE_BARE},
        {"Legend", "The colour bar", !files->page.unkeyed, false, ACT_PAGE_UNKEYED},
        {"Crop", "Cut the page to what is drawn", files->page.crop, false, ACT_PAGE_CROP},
        {"Outlines", "Text as shapes, which look the same everywhere (SVG and PDF)", files->page.outlines, true, ACT_PAGE_OUTLINES},
    };
    row = labelled(view, area, "Page");
    for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++) {
        bool on = boxes[i].on;
        ui_disable(view->ui, !is_picture(files->export_format) || (boxes[i].text && files->export_format == FORMAT_PNG));
        if (ui_checkbox(view->ui, boxes[i].label, rect_cut_left(&row, 104), &on, boxes[i].tooltip))
            view_push(view, boxes[i].action, ACT_NEXT);
    }
    row = labelled(view, area, "Numbers");
    row.w = 240;
    ui_disable(view->ui, files->export_format != FORMAT_CSV);
    int wide = ui_choice(view->ui, "export numbers", row, forms, 2, files->csv_wide, "How weights lie in a CSV");
    if (wide != files->csv_wide)
        view_push(view, ACT_CSV_WIDE, wide);
    ui_disable(view->ui, false);
}

static void draw_export_choices(struct view_context *view, struct rect *area)
{
    const struct app *app = view->app;
    static const char *const scales[] = {"1x", "2x", "3x", "4x"};
    const char *const whats[] = {"This view", app->look.view == VIEW_LEARN ? "Film strip" : "All heads"};
    struct rect row = labelled(view, area, "What");
    row.w = 220;
    ui_disable(view->ui, app->files.export_format == FORMAT_HTML); /* which has all heads of all layers */
    int what = ui_choice(view->ui, "export what", row, whats, 2, (int)app->files.export_what, NULL);
    ui_disable(view->ui, false);
    if (what != (int)app->files.export_what)
        view_push(view, ACT_EXPORT_DIALOG, what);
    row = labelled(view, area, "Format");
    row.w = 390;
    int format = ui_choice(
        view->ui, "export format", row, formats, FORMAT_COUNT, (int)app->files.export_format, NULL);
    if (format != (int)app->files.export_format)
        view_push(view, ACT_EXPORT_FORMAT, format);
    row = labelled(view, area, "Size");
    row.w = 220;
    ui_disable(view->ui, app->files.export_format != FORMAT_PNG);
    int scale = ui_choice(view->ui, "export size", row, scales, 4, app->files.export_scale - 1, NULL);
    ui_disable(view->ui, false);
    if (scale != app->files.export_scale - 1)
        view_push(view, ACT_EXPORT_SCALE, scale + 1);
    draw_page_choices(view, area);
}

static void draw_export(struct view_context *view)
{
    const struct app *app = view->app;
    char path[APP_PATH_ROOM];
    struct rect area = dialog_sheet(view, 580, 450);
    draw_group(view->draw, "export");
    draw_text(view->draw, rect_cut_top(&area, 24), ALIGN_LEFT, FACE_UI_BOLD, TEXT_TITLE,
        view->theme->text, "Export");
    rect_cut_top(&area, 14);
    draw_export_choices(view, &area);
    struct rect row = labelled(view, &area, "File");
    snprintf(path, sizeof path, "%s", app->talk.dialog_path);
    if (ui_button(view->ui, "Browse …", rect_cut_right(&row, 92), "Choose a folder and a name"))
        view_push(view, ACT_BROWSE, 1);
    rect_cut_right(&row, SPACE);
    struct ui_field_result field = ui_field(
        view->ui, "export path", row, path, sizeof path, "Path of the file to write", NULL);
    if (field.changed)
        actions_push(view->actions, (struct action){.kind = ACT_DIALOG_PATH, .text = path});
    struct rect buttons = rect_cut_bottom(&area, CONTROL + 2);
    bool save = ui_primary(view->ui, "Save", rect_cut_right(&buttons, 96),
        "Write the file whole or not at all\tEnter");
    rect_cut_right(&buttons, SPACE);
    bool cancel = ui_button(view->ui, "Cancel", rect_cut_right(&buttons, 96), NULL);
    if (save || field.submitted)
        actions_push(view->actions,
            (struct action){.kind = ACT_EXPORT, .number = app->files.export_what, .text = path});
    else if (cancel || field.cancelled || escape_pressed(view))
        view_push(view, ACT_CANCEL, 0);
    draw_group_end(view->draw);
}

static void draw_session(struct view_context *view)
{
    bool lesson = view->app->talk.dialog == DIALOG_LESSON;
    struct rect area = dialog_sheet(view, lesson ? LESSON_DIALOG_WIDTH : SESSION_DIALOG_WIDTH, lesson ? LESSON_DIALOG_HEIGHT : SESSION_DIALOG_HEIGHT);
    const struct ui_event *event = ui_event(view->ui);
    bool escape = event->kind == UI_KEY && event->key == UI_KEY_ESCAPE;
    if (lesson)
        lesson_dialog_draw(view, area, escape);
    else
        session_dialog_draw(view, area, escape);
    if (escape)
        ui_take_event(view->ui);
}

/* ---------------------------------------------------------------- file browser */
#define MODEL_FOLDER "/config.json" /* what holds it is opened whole */

static void draw_browser(struct view_context *view)
{
    const struct app *app = view->app;
    bool annotated = app->talk.dialog == DIALOG_ANNOTATED, minus = app->talk.dialog == DIALOG_MINUS;
    bool saving = app->talk.dialog != DIALOG_OPEN && !annotated && !minus, closed = false;
    bool session = app->talk.dialog == DIALOG_SESSION_BROWSE, lesson = app->talk.dialog == DIALOG_LESSON_BROWSE;
    char path[APP_PATH_ROOM];
    snprintf(path, sizeof path, "%s", app->talk.dialog_path);
    bool chosen = ui_file_browser(view->ui,
        session     ? "Save the session as"
        : lesson    ? "The lesson to add the step to"
        : annotated ? "Open annotated sentences"
        : minus     ? "Subtract another model: its folder, or any file of it"
        : saving    ? "Export as"
                    : "Open sentences, attention, a model, a session or a lesson",
        session     ? SESSION_ENDING
        : lesson    ? LESSON_ENDING
        : annotated ? ".json"
        : minus     ? ".safetensors " MODEL_FOLDER
        : saving    ? ".png .svg .pdf .html .csv .json"
                    : ".txt .md .text .safetensors .npy .npz .json " SESSION_ENDING " " LESSON_ENDING " " MODEL_FOLDER,
        saving && !lesson /* which gets longer */, path, sizeof path, &closed);
    if (chosen && saving) {
        /* The name goes back to the export dialog, which saves it and asks before it replaces a
         * file. */
        actions_push(view->actions, (struct action){.kind = ACT_DIALOG_PATH, .text = path});
        view_push(view, ACT_BROWSE, 0);
    } else if (chosen) {
        actions_push(view->actions,
            (struct action){.kind = annotated ? ACT_ANNOTATED : minus ? ACT_MINUS_MODEL : ACT_OPEN, .text = path});
    } else if (closed) {
        view_push(view, ACT_CANCEL, 0);
    }
}

bool dialogs_draw(struct view_context *view)
{
    const struct app *app = view->app;
    if (app->talk.dialog == DIALOG_OPEN || app->talk.dialog == DIALOG_EXPORT_BROWSE ||
        app->talk.dialog == DIALOG_SESSION_BROWSE || app->talk.dialog == DIALOG_LESSON_BROWSE || app->talk.dialog == DIALOG_ANNOTATED ||
        app->talk.dialog == DIALOG_MINUS) {
        draw_browser(view); /* modal by itself */
        return true;
    }
    if (!app->talk.question[0] && app->talk.dialog == DIALOG_NONE && !app->talk.help)
        return false;
    ui_modal(view->ui, true);
    struct rect window = view->area;
    bool scrolls = !app->talk.help && (window.w < DIALOG_WIDTH || window.h < DIALOG_HEIGHT);
    if (scrolls) {
        struct ui_scroll by = ui_scroll_begin(view->ui, "dialog", window, DIALOG_WIDTH, DIALOG_HEIGHT);
        view->area = (struct rect){-by.x, -by.y, fmaxf(window.w, DIALOG_WIDTH), fmaxf(window.h, DIALOG_HEIGHT)};
    }
    if (app->talk.question[0])
        draw_question(view);
    else if (app->talk.dialog == DIALOG_EXPORT)
        draw_export(view);
    else if (app->talk.dialog == DIALOG_SESSION || app->talk.dialog == DIALOG_LESSON)
        draw_session(view);
    else
        help_draw(view, dialog_sheet(view, 1180, 1060)); /* scrolls its pages */
    if (scrolls)
        ui_scroll_end(view->ui);
    view->area = window;
    ui_modal(view->ui, false);
    return true;
}
