/* save.c – the part of app_try() that saves: proposing a name, the export dialog's choices,
 * asking before a file is replaced. The writing itself is export.c's. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "act/act.h"
#include "desk/desk.h"
#include "desk/export.h"
#include "desk/export_page.h"
#include "desk/follow.h"
#include "desk/session.h"
#include "model/say.h"

static void propose_path(struct app *app)
{
    char name[256];
    const char *folder = app->files.export_folder;
    export_folder(app);
    export_name(app, app->files.export_what, app->files.export_format, name, sizeof name);
    if (snprintf(app->talk.dialog_path, sizeof app->talk.dialog_path, "%s%s%s", folder,
            folder[strlen(folder) - 1] == '/' ? "" : "/", name) >= (int)sizeof app->talk.dialog_path)
        snprintf(app->talk.dialog_path, sizeof app->talk.dialog_path, "%s", name);
}

static void remember_folder(struct files *files, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (slash && slash != path)
        snprintf(files->export_folder, sizeof files->export_folder, "%.*s", (int)(slash - path), path);
}

/* Writes; an existing file is first asked about, unless that was answered already. */
static enum hs_status save(struct app *app, const char *path, enum export_what what, bool overwrite,
    struct hs_error *error)
{
    enum export_format format;
    if (!path || !path[0])
        return hs_fail(error, HS_BAD_USE,
            "no file was named: type a path that ends in .png, .svg, .pdf, .html, .csv or .json");
    enum hs_status status = export_format_of(path, &format, error);
    if (status)
        return status;
    if (!overwrite && access(path, F_OK) == 0) {
        if (strlen(path) >= sizeof app->talk.pending_path)
            return hs_fail(
                error, HS_BAD_USE, "the path is longer than %d bytes", APP_PATH_ROOM - 1);
        snprintf(app->talk.question, sizeof app->talk.question, "%s exists already.", path);
        memmove(app->talk.pending_path, path, strlen(path) + 1);
        app->talk.pending = (struct action){.kind = ACT_EXPORT, .number = what};
        return HS_OK;
    }
    bool beside = format == FORMAT_HTML && !app->window.headless;
    bool waits = !beside && what == EXPORT_VIEW && layers_export_waits(app, path, overwrite);
    if (!waits)
        status = beside ? export_page_start(app, path, overwrite, error) : export_save(app, path, what, overwrite, error);
    if (status)
        return status;
    if (!waits && !beside)
        app_say(app, MESSAGE_INFO, "Saved %s", path);
    remember_folder(&app->files, path);
    app->talk.dialog = DIALOG_NONE;
    return HS_OK;
}

static enum hs_status confirm(struct app *app, struct hs_error *error)
{
    if (!app->talk.question[0])
        return HS_OK;
    app->talk.question[0] = '\0';
    if (app->talk.pending.kind == ACT_SESSION_SAVE)
        return apply_session(app,
            &(struct action){.kind = ACT_SESSION_SAVE, .text = app->talk.pending_path, .number = 1},
            error);
    return save(app, app->talk.pending_path, (enum export_what)app->talk.pending.number, true, error);
}

static void set_ending(struct talk *talk, enum export_format format)
{
    char *dot = strrchr(talk->dialog_path, '.'), *slash = strrchr(talk->dialog_path, '/');
    size_t stem = dot && (!slash || dot > slash) ? (size_t)(dot - talk->dialog_path)
                                                 : strlen(talk->dialog_path);
    if (stem + 6 <= sizeof talk->dialog_path)
        snprintf(
            talk->dialog_path + stem, sizeof talk->dialog_path - stem, ".%s", export_ending(format));
}

static void set_path(struct app *app, const char *path)
{
    enum export_format format;
    snprintf(app->talk.dialog_path, sizeof app->talk.dialog_path, "%s", path ? path : "");
    if (export_format_of(app->talk.dialog_path, &format, NULL) == HS_OK)
        app->files.export_format = format;
}

static void set_page(struct page_look *page, const struct action *action)
{
    long number = action->number;
    if (action->kind == ACT_PAGE_BACK)
        page->back = (enum page_back)choice_of(number, page->back, PAGE_BACK_COUNT);
    else if (action->kind == ACT_PAGE_CROP)
        page->crop = choice_of(number, page->crop, 2);
    else if (action->kind == ACT_PAGE_BARE)
        page->bare = choice_of(number, page->bare, 2);
    else if (action->kind == ACT_PAGE_UNKEYED)
        page->unkeyed = choice_of(number, page->unkeyed, 2);
    else if (action->kind == ACT_PAGE_OUTLINES)
        page->outlines = choice_of(number, page->outlines, 2);
    else
        page->mm = action->amount;
}

enum hs_status apply_export(struct app *app, const struct action *action, struct hs_error *error)
{
    char path[APP_PATH_ROOM];
    long number = action->number;
    enum hs_status filmed = app->look.view == VIEW_LEARN ? learn_film(app, error) : HS_OK; /* its sheet */
    if (filmed)
        return filmed;
    switch (action->kind) {
    case ACT_EXPORT:
        return save(
            app, action->text, (enum export_what)choice_of(number, EXPORT_VIEW, 2), false, error);
    case ACT_EXPORT_QUICK:
        app->files.export_what = (enum export_what)choice_of(number, EXPORT_VIEW, 2);
        app->files.export_format = FORMAT_PNG;
        propose_path(app);
        snprintf(path, sizeof path, "%s", app->talk.dialog_path);
        return save(app, path, app->files.export_what, false, error);
    case ACT_EXPORT_DIALOG:
        app->files.export_what = (enum export_what)choice_of(number, EXPORT_VIEW, 2);
        if (app->talk.dialog != DIALOG_EXPORT)
            app->talk.focus = (struct focus_wish){FOCUS_FIELD, "export path"};
        app->talk.dialog = DIALOG_EXPORT;
        propose_path(app);
        return HS_OK;
    case ACT_EXPORT_FORMAT:
        app->files.export_format =
            (enum export_format)choice_of(number, app->files.export_format, FORMAT_COUNT);
        set_ending(&app->talk, app->files.export_format);
        return HS_OK;
    case ACT_EXPORT_SCALE:
        app->files.export_scale = number >= 1 && number <= 4 ? (int)number : app->files.export_scale;
        return HS_OK;
    case ACT_CSV_WIDE:
        app->files.csv_wide = choice_of(number, app->files.csv_wide, 2);
        return HS_OK;
    case ACT_PAGE_BACK:
    case ACT_PAGE_CROP:
    case ACT_PAGE_BARE:
    case ACT_PAGE_UNKEYED:
    case ACT_PAGE_OUTLINES:
    case ACT_PAGE_WIDTH:
        set_page(&app->files.page, action);
        return HS_OK;
    case ACT_DIALOG_PATH:
        set_path(app, action->text);
        return HS_OK;
    case ACT_BROWSE:
        if (app->talk.dialog == DIALOG_SESSION || app->talk.dialog == DIALOG_SESSION_BROWSE)
            app->talk.dialog = number ? DIALOG_SESSION_BROWSE : DIALOG_SESSION;
        else if (app->talk.dialog == DIALOG_LESSON || app->talk.dialog == DIALOG_LESSON_BROWSE)
            app->talk.dialog = number ? DIALOG_LESSON_BROWSE : DIALOG_LESSON;
        else
            app->talk.dialog = number ? DIALOG_EXPORT_BROWSE : DIALOG_EXPORT;
        return HS_OK;
    default: /* ACT_CONFIRM */
        return confirm(app, error);
    }
}
