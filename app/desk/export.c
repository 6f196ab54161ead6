/* export.c – see export.h. A page is drawn by the same views as the window, on a widget context of
 * its own that knows no pointer, so that an export never shows a hover or a focus ring. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/app.h"
#include "desk/export.h"
#include "desk/export_page.h"
#include "desk/export_text.h"
#include "views/learn.h"
#include "views/legend.h"
#include "views/tiles.h"
#include "views/view.h"

#define PAGE_MARGIN 32.0f
#define HEADING_ROOM 4000 /* bytes of a file's tokens; a sentence is not copied */
#define SENTENCE_LINE 22.0f
#define SENTENCE_LINES 3
#define SETTINGS_LINE 20.0f
#define LEGEND_LINE 28.0f
#define FOOTER_LINE 18.0f
#define SHEET_LEAST_WIDTH 720.0f /* the heading and the legend need it */

/* ---------------------------------------------------------------- the page */
static float sentence_height(const struct app *app, float width)
{
    char room[HEADING_ROOM];
    const char *text = app_heading(app, room, sizeof room);
    float length = fonts_width(app->services.fonts, FACE_UI_BOLD, TEXT_TITLE, text, strlen(text));
    float lines = ceilf(1.08f * length / fmaxf(width, 100));
    return SENTENCE_LINE * fmaxf(1, fminf(lines, SENTENCE_LINES));
}

static float page_frame_height(const struct app *app, float width)
{
    const struct page_look *page = &app->files.page;
    float heading = sentence_height(app, width - 2 * PAGE_MARGIN) + 2 * SETTINGS_LINE + FOOTER_LINE + 8;
    return 2 * PAGE_MARGIN + (page->bare ? 0 : heading) + (page->unkeyed ? 0 : LEGEND_LINE + 8);
}

static void draw_heading(struct view_context *view, struct rect *area, enum export_what what)
{
    const struct app *app = view->app;
    char text[600], words[1024];
    struct rect line = rect_cut_top(area, sentence_height(app, area->w));
    char room[HEADING_ROOM];
    draw_paragraph(view->draw, line, FACE_UI_BOLD, TEXT_TITLE, SENTENCE_LINE, view->theme->text,
        app_heading(app, room, sizeof room));
    export_settings_words(app, what, text, sizeof text);
    draw_text(view->draw, rect_cut_top(area, SETTINGS_LINE), ALIGN_LEFT, FACE_UI, TEXT_BODY,
        view->theme->text_dim, text);
    line = rect_cut_top(area, SETTINGS_LINE);
    if (what == EXPORT_VIEW && app->look.locked.q != ACT_NOWHERE) {
        app_cell_words(
            app, (struct app_cell){app->look.head, app->look.locked.q, app->look.locked.k}, words, sizeof words);
        draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, TEXT_BODY, view->theme->text, words);
    }
    rect_cut_top(area, 8);
}

static void draw_footer(struct view_context *view, struct rect line)
{
    char text[400];
    snprintf(text, sizeof text, "Headscope %s · %s", HS_VERSION, hs_set_source(view->app->picture.set));
    draw_text(view->draw, line, ALIGN_LEFT, FACE_UI, TEXT_SMALL, view->theme->text_dim, text);
}

static void draw_page(struct view_context *view, enum export_what what)
{
    struct rect area = rect_inset(view->area, PAGE_MARGIN);
    draw_group(view->draw, "page");
    const struct page_look *page = &view->app->files.page;
    if (!page->bare) {
        draw_heading(view, &area, what);
        draw_footer(view, rect_cut_bottom(&area, FOOTER_LINE));
    }
    struct rect legend = page->unkeyed ? (struct rect){0} : rect_cut_bottom(&area, LEGEND_LINE);
    if (!page->unkeyed)
        rect_cut_bottom(&area, 8);
    view->picture = area;
    if (what == EXPORT_SHEET && !page->unkeyed && sheet_is_film(view->app))
        learn_ramp_draw(view, legend, 1);
    else if (what == EXPORT_SHEET && !page->unkeyed)
        legend_ramp(view, legend);
    else if (!page->unkeyed && !view_kind(view->app->look.view)->wide) /* a wide view draws its own colour bars */
        legend_draw(view, legend);
    view->area = area;
    draw_clip(view->draw, rect_inset(area, -8));
    if (what == EXPORT_SHEET)
        sheet_draw(view);
    else
        view_get(view->app->look.view)->draw(view);
    draw_clip_end(view->draw);
    draw_group_end(view->draw);
}

static void page_size(
    const struct app *app, const struct export_job *job, float *width, float *height)
{
    *width = job->width > 0 ? job->width : app->window.width;
    *height = job->height > 0 ? job->height : app->window.height;
    if (job->what == EXPORT_SHEET && job->width <= 0) {
        sheet_size(app, width, height);
        *width = fmaxf(*width + 2 * PAGE_MARGIN, SHEET_LEAST_WIDTH);
        *height += page_frame_height(app, *width);
    }
    *width = fmaxf(ceilf(*width), APP_PAGE_WIDTH);
    *height = fmaxf(ceilf(*height), APP_PAGE_HEIGHT);
}

/* ---------------------------------------------------------------- targets */
static enum hs_status write_picture(const struct draw_list *list, const struct paper *paper, const struct export_job *job,
    const struct export_texts *texts, struct hs_buffer *buffer, struct hs_error *error)
{
    const char *title = texts->text[0].value;
    if (job->format == FORMAT_PNG)
        return png_write(list, paper, job->scale, texts->text, texts->count, buffer, error);
    if (job->format == FORMAT_PDF)
        return pdf_write(list, paper, title, texts->text, texts->count, buffer, error);
    svg_write(list, paper, title, texts->text, texts->count, buffer);
    return HS_OK;
}

#define CROP_MARGIN 2.0f

/* What of the page is kept, in whole logical pixels, so that a PNG's edges are those of the page. */
static struct rect cropped(const struct draw_list *list, struct rect page, uint32_t back)
{
    struct rect drawn = draw_list_bounds(list, back);
    if (!(drawn.w > 0 && drawn.h > 0))
        return page;
    float x0 = fmaxf(floorf(drawn.x - CROP_MARGIN), 0), y0 = fmaxf(floorf(drawn.y - CROP_MARGIN), 0);
    float x1 = fminf(ceilf(drawn.x + drawn.w + CROP_MARGIN), page.w), y1 = fminf(ceilf(drawn.y + drawn.h + CROP_MARGIN), page.h);
    return (struct rect){x0, y0, x1 - x0, y1 - y0};
}

/* On white the letters are dark: a dark theme gives way to the light one. */
static struct theme paper_theme(struct app *page)
{
    const struct page_look *look = &page->files.page;
    if (look->back == PAGE_BACK_WHITE && page->window.theme == THEME_DARK)
        page->window.theme = THEME_LIGHT;
    struct theme theme = *theme_get(page->window.theme);
    if (look->back == PAGE_BACK_WHITE)
        theme.back = 0xffffffff;
    return theme;
}

static enum hs_status draw_and_write(struct app *app, const struct export_job *job, struct hs_buffer *buffer, struct hs_error *error)
{
    float width, height, scale = job->format == FORMAT_PNG ? job->scale : 1;
    enum hs_status status = HS_OK;
    struct export_texts texts;
    struct ui *ui = ui_new();
    struct draw_list *list = draw_list_new(app->services.fonts);
    struct actions *ignored = actions_new();
    if (ui && list && ignored) {
        fonts_set_scale(app->services.fonts, scale);
        page_size(app, job, &width, &height);
        export_texts_fill(app, job, width, height, &texts); /* the command names the theme that was asked for */
        texts.count = job->untold ? 0 : texts.count;
        const struct theme theme = paper_theme(app);
        struct view_context view = {.app = app,
            .ui = ui,
            .draw = list,
            .theme = &theme,
            .actions = ignored,
            .page = true,
            .area = {0, 0, width, height},
            .pixels = scale};
        ui_begin(ui, NULL, &theme, list, width, height);
        draw_page(&view, job->what);
        ui_end(ui);
        struct rect page = {0, 0, width, height};
        const struct page_look *look = &app->files.page;
        struct paper paper = {.area = look->crop ? cropped(list, page, theme.back) : page,
            .back = look->back == PAGE_BACK_NONE ? 0 : theme.back | 0xff000000u,
            .mm = look->mm,
            .outlines = look->outlines};
        if (draw_list_failed(list))
            status = hs_fail(error, HS_NO_MEMORY, "no memory left to draw the page");
        else
            status = write_picture(list, &paper, job, &texts, buffer, error);
        fonts_set_scale(app->services.fonts, app->window.ui_scale);
    } else {
        status = hs_fail(error, HS_NO_MEMORY, "no memory left to draw the page");
    }
    actions_drop(ignored);
    draw_list_drop(list);
    ui_drop(ui);
    return status;
}

/* Of a copy of the model that knows no pointer: what is hovered is no part of a page. */
static enum hs_status render_page(const struct app *app, const struct export_job *job,
    struct hs_buffer *buffer, struct hs_error *error)
{
    struct app *page = malloc(sizeof *page);
    if (!page)
        return hs_fail(error, HS_NO_MEMORY, "no memory left to draw the page");
    *page = *app;
    page->look.hover = NO_CELL;
    page->lines.hover[HS_QUERY] = page->lines.hover[HS_KEY] = ACT_NOWHERE;
    if (job->what == EXPORT_SHEET && app->look.view != VIEW_LEARN) /* which has one of its own: all heads are those that Grid shows */
        page->look.view = VIEW_GRID;
    enum hs_status status = draw_and_write(page, job, buffer, error);
    free(page);
    return status;
}

/* The window as it stands. */
static enum hs_status render_window(const struct app *app, const struct export_job *job, struct hs_buffer *buffer,
    struct hs_error *error)
{
    struct export_texts texts;
    struct paper paper = {.area = {0, 0, app->window.width, app->window.height},
        .back = theme_get(app->window.theme)->back | 0xff000000u,
        .mm = app->files.page.mm,
        .outlines = app->files.page.outlines};
    export_texts_fill(app, job, paper.area.w, paper.area.h, &texts);
    return write_picture(app->services.draw, &paper, job, &texts, buffer, error);
}

static void render_numbers(
    const struct app *app, const struct export_job *job, struct hs_buffer *buffer)
{
    const struct view_kind *view = view_kind(app->look.view);
    const struct view *draws = view_get(app->look.view);
    bool own = job->what == EXPORT_VIEW;
    struct hs_csv form = {.head = own && view->one_head ? app->look.head : SIZE_MAX,
        .base = app->look.one_based,
        .wide = app->files.csv_wide};
    if (job->format == FORMAT_CSV && own && draws->csv)
        draws->csv(app, buffer);
    else if (job->format == FORMAT_CSV)
        hs_set_write_csv(app_shown(app), &form, buffer);
    else if (own && draws->json)
        draws->json(app, buffer);
    else
        hs_set_write_answered(app_shown(app), app->live.answer.known ? &app->live.answer.of : NULL, app->look.one_based, buffer);
}

/* All cells as text: what that takes is known before, and asked for only when it is sane. */
static enum hs_status check_numbers(
    const struct app *app, const struct export_job *job, struct hs_error *error)
{
    const struct view_kind *view = view_kind(app->look.view);
    const struct view *draws = view_get(app->look.view);
    struct hs_set_shape shape = hs_set_shape(app_shown(app));
    bool own = job->what == EXPORT_VIEW, csv = job->format == FORMAT_CSV;
    if (own && csv && draws->csv && app->files.csv_wide)
        return hs_fail(error, HS_BAD_USE,
            "--csv wide is a matrix of weights, and the view %s has numbers of another kind: choose --view grid or head, "
            "--sheet, or --csv long",
            view->name);
    if (own && (csv ? draws->csv != NULL : draws->json != NULL))
        return HS_OK; /* of a view, which is as large as a screen */
    size_t heads = csv && own && view->one_head ? 1 : shape.L * shape.h;
    size_t bytes = heads * shape.n * shape.m * (csv ? EXPORT_CSV_CELL : EXPORT_JSON_CELL);
    if (bytes <= EXPORT_MOST_TEXT)
        return HS_OK;
    return hs_fail(error, HS_LIMIT,
        "%zu heads of %zu x %zu weights would be about %zu MiB of %s, and %zu MiB are the most: save "
        "one head as CSV (view Head), or use a shorter sentence",
        heads, shape.n, shape.m, bytes >> 20, csv ? "CSV" : "JSON", EXPORT_MOST_TEXT >> 20);
}

/* The film strip and the curves of Learn are a run's. */
static enum hs_status check_run(const struct app *app, const struct export_job *job, bool numbers, struct hs_error *error)
{
    const struct hs_learn *run = learn_run(app);
    bool film = job->what == EXPORT_SHEET && !numbers, curves = job->what == EXPORT_VIEW && job->format == FORMAT_CSV;
    if (app->look.view != VIEW_LEARN || !(film || curves) || (run && hs_learn_moments(run) > 0))
        return HS_OK;
    return hs_fail(error, HS_BAD_USE, "nothing was trained yet: start a run (--learn), or open a saved one");
}

enum hs_status export_render(const struct app *app, const struct export_job *job,
    struct hs_buffer *buffer, struct hs_error *error)
{
    bool numbers = job->format == FORMAT_CSV || job->format == FORMAT_JSON;
    enum hs_status status = check_run(app, job, numbers, error);
    if (status)
        return status;
    if (job->format == FORMAT_HTML)
        status = export_page(app, buffer, error);
    else if (job->window && !numbers)
        status = render_window(app, job, buffer, error);
    else if (!numbers)
        status = render_page(app, job, buffer, error);
    else if ((status = check_numbers(app, job, error)) == HS_OK)
        render_numbers(app, job, buffer);
    if (!status && buffer->failed)
        status = hs_fail(error, HS_NO_MEMORY,
            "no memory left to make the %s, which has more than %zu MiB", export_ending(job->format),
            buffer->length >> 20);
    return status;
}

enum hs_status export_about(
    const struct app *app, const struct export_job *job, const char *path, struct hs_error *error)
{
    float width, height;
    struct export_texts texts;
    struct hs_buffer buffer = {0};
    page_size(app, job, &width, &height);
    export_texts_fill(app, job, width, height, &texts);
    hs_buffer_print(&buffer, "{");
    for (size_t i = 0; i < texts.count; i++) {
        hs_buffer_print(&buffer, "%s\n  ", i ? "," : "");
        hs_buffer_json_string(&buffer, texts.text[i].key);
        hs_buffer_print(&buffer, ": ");
        hs_buffer_json_string(&buffer, texts.text[i].value);
    }
    hs_buffer_print(&buffer, "\n}\n");
    enum hs_status status = buffer.failed ? hs_fail(error, HS_NO_MEMORY, "no memory left for what --about writes")
                                          : hs_file_write(path, buffer.data, buffer.length, job->overwrite, error);
    hs_buffer_drop(&buffer);
    return status;
}

struct rendering {
    const struct app *app;
    const struct export_job *job;
};

static enum hs_status render(void *user, struct hs_buffer *buffer, struct hs_error *error)
{
    const struct rendering *rendering = user;
    return export_render(rendering->app, rendering->job, buffer, error);
}

enum hs_status export_write(
    const struct app *app, const struct export_job *job, struct hs_error *error)
{
    struct rendering rendering = {app, job};
    return hs_file_stream(job->path, job->overwrite, render, &rendering, error);
}

enum hs_status export_save(const struct app *app, const char *path, enum export_what what, bool overwrite,
    struct hs_error *error)
{
    struct export_job job = {
        .path = path, .what = what, .scale = (float)app->files.export_scale, .overwrite = overwrite};
    enum hs_status status = export_format_of(path, &job.format, error);
    return status ? status : export_write(app, &job, error);
}
