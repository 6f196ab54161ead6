/* browser.c – the file browser dialog: choose a file to open, or a name to save under.
 * Called by the app in every pass while the dialog is open. Keyboard: arrows and letters in the
 * list, Enter opens, Backspace or Alt+Up goes to the parent, "/" or "~" starts a path, Tab
 * completes it, Ctrl+H shows hidden files, Ctrl+L goes to the path field, Escape closes. Whatever
 * goes wrong is said inside the dialog, which stays where it was. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/browse.h"
#include "ui/ui_private.h"

#define FILES "Files"
#define NAME "File name or path"
#define DIALOG_W 700.0f
#define DIALOG_H 540.0f
#define MARGIN 16.0f

struct browser {
    unsigned pass; /* last drawn; a gap means it was closed from outside */
    uint64_t title;
    bool saving, all, hidden, bad; /* bad: the message is an error, else a warning */
    char folder[BROWSE_PATH];
    char typed[BROWSE_PATH];
    char confirm[BROWSE_PATH]; /* the existing file that a second press replaces; "" = none */
    char rest[256], rest_for[BROWSE_PATH]; /* completion, and for what it was looked up */
    char message[640];
    const char *extensions;
    struct browse_folder list;
    int selected;
};

void browser_drop(struct browser *browser)
{
    if (browser)
        browse_drop(&browser->list);
    free(browser);
}

static void tell(
    struct browser *browser, bool bad, const char *what, const char *name, const char *why)
{
    char shown[400];
    browse_show(name, shown, sizeof shown);
    browser->bad = bad;
    snprintf(browser->message, sizeof browser->message, "%s \xe2\x80\x9c%s\xe2\x80\x9d%s", what,
        shown, why);
}

static const char *active_filter(const struct browser *browser)
{
    return browser->all ? NULL : browser->extensions;
}

static void select_name(struct browser *browser, const char *name)
{
    browser->selected = browser->list.count && !browser->saving ? 0 : -1;
    for (size_t i = 0; name && i < browser->list.count; i++)
        if (strcmp(browser->list.entry[i].name, name) == 0)
            browser->selected = (int)i;
}

/* Shows another folder, or says why not and stays. `name` is selected there when it exists. */
static bool enter(struct browser *browser, const char *path, const char *name)
{
    struct browse_folder list;
    int failed = browse_read(path, active_filter(browser), browser->hidden, &list);
    if (failed) {
        char why[200];
        snprintf(why, sizeof why, ": %s.", strerror(failed));
        tell(browser, true, "Cannot open the folder", path, why);
        return false;
    }
    browse_drop(&browser->list);
    browser->list = list;
    if (path != browser->folder)
        snprintf(browser->folder, sizeof browser->folder, "%s", path);
    browser->message[0] = browser->confirm[0] = browser->rest_for[0] = browser->rest[0] = '\0';
    select_name(browser, name);
    return true;
}

static void go_up(struct ui *ui, struct browser *browser)
{
    char from[BROWSE_PATH], to[BROWSE_PATH];
    const char *name;
    memcpy(from, browser->folder, sizeof from);
    browse_split(from, to, sizeof to, &name);
    if (strcmp(from, to) != 0 && enter(browser, to, name))
        ui_list_focus(ui, FILES);
}

static void go_home(struct ui *ui, struct browser *browser)
{
    char home[BROWSE_PATH];
    if (browse_join("/", "~", home, sizeof home) && enter(browser, home, NULL))
        ui_list_focus(ui, FILES);
}

/* The starting place out of the caller's path: a folder, or a file in its folder; an unreadable one
 * gives way to its parents. */
static void start(struct browser *browser, const char *path)
{
    char here[BROWSE_PATH], whole[BROWSE_PATH], parent[BROWSE_PATH];
    struct stat info;
    const char *name = NULL;
    if (!getcwd(here, sizeof here))
        snprintf(here, sizeof here, "/");
    if (!browse_join(here, path, whole, sizeof whole))
        snprintf(whole, sizeof whole, "%s", here);
    if (stat(whole, &info) != 0 || !S_ISDIR(info.st_mode)) {
        browse_split(whole, parent, sizeof parent, &name);
        if (browser->saving || stat(whole, &info) == 0)
            browse_show(name, browser->typed, sizeof browser->typed);
    } else {
        snprintf(parent, sizeof parent, "%s", whole);
    }
    while (!enter(browser, parent, name)) {
        char why[sizeof browser->message];
        memcpy(why, browser->message, sizeof why);
        if (strcmp(parent, "/") == 0)
            return;
        memcpy(whole, parent, sizeof whole);
        browse_split(whole, parent, sizeof parent, &name);
        if (enter(browser, parent, name)) {
            memcpy(browser->message, why, sizeof why);
            browser->bad = true;
            return;
        }
    }
}

/* ---------------------------------------------------------------- choosing */
static const struct browse_entry *selected_entry(const struct browser *browser)
{
    return browser->selected >= 0 && (size_t)browser->selected < browser->list.count
               ? &browser->list.entry[browser->selected]
               : NULL;
}

/* The path meant by field and selection; false with a message when there is none. */
static bool meant_path(struct browser *browser, char *path, size_t room)
{
    const struct browse_entry *entry = selected_entry(browser);
    bool by_row = entry && (!browser->typed[0] || strcmp(entry->shown, browser->typed) == 0);
    if (!by_row && !browser->typed[0]) {
        browser->bad = false;
        snprintf(browser->message, sizeof browser->message, "Choose a file or type its name.");
        return false;
    }
    int length = 0;
    if (by_row) /* its bytes as they are, whatever is shown */
        length = snprintf(
            path, room, "%s/%s", strcmp(browser->folder, "/") ? browser->folder : "", entry->name);
    if ((by_row && (length < 0 || (size_t)length >= room)) ||
        (!by_row && !browse_join(browser->folder, browser->typed, path, room))) {
        tell(browser, true, "The path of", browser->typed, " is too long.");
        return false;
    }
    return true;
}

static bool may_save(struct browser *browser, const char *path, bool exists)
{
    char parent[BROWSE_PATH];
    const char *name;
    struct stat info;
    browse_split(path, parent, sizeof parent, &name);
    if (stat(parent, &info) != 0 || !S_ISDIR(info.st_mode)) {
        tell(browser, true, "There is no folder", parent, ". Create it first or choose another.");
        return false;
    }
    if (access(exists ? path : parent, W_OK) != 0) {
        char why[200];
        snprintf(why, sizeof why, ": %s. Choose another folder.", strerror(errno));
        tell(browser, true, "Cannot write to", exists ? path : parent, why);
        return false;
    }
    if (exists && strcmp(browser->confirm, path) != 0) {
        snprintf(browser->confirm, sizeof browser->confirm, "%s", path);
        tell(browser, false, "There is already a file", name, ". Press Replace to overwrite it.");
        return false;
    }
    return true;
}

/* Whether a folder is what is looked for, by a file that it holds. */
static bool is_whole(const struct browser *browser, const char *folder)
{
    char path[BROWSE_PATH];
    struct stat info;
    const char *file = browser->extensions ? strchr(browser->extensions, '/') : NULL;
    return file && snprintf(path, sizeof path, "%s%s", folder, file) < (int)sizeof path && stat(path, &info) == 0;
}

/* Enter, double click or the button. True when *path is the answer. */
static bool choose(struct ui *ui, struct browser *browser, char *path, size_t room)
{
    char meant[BROWSE_PATH];
    struct stat info;
    if (!meant_path(browser, meant, room < sizeof meant ? room : sizeof meant))
        return false;
    bool exists = stat(meant, &info) == 0;
    int why = exists ? 0 : errno;
    if (exists && S_ISDIR(info.st_mode) && !is_whole(browser, meant)) {
        if (enter(browser, meant, NULL)) {
            if (!browser->saving || strchr(browser->typed, '/'))
                browser->typed[0] = '\0';
            ui_list_focus(ui, FILES);
        }
        return false;
    }
    if (browser->saving && (exists || why == ENOENT)) {
        if (!may_save(browser, meant, exists))
            return false;
    } else if (!exists || access(meant, R_OK) != 0) {
        char reason[200];
        snprintf(reason, sizeof reason, ": %s.", strerror(exists ? errno : why));
        tell(browser, true, "Cannot open", browser->typed[0] ? browser->typed : meant, reason);
        return false;
    }
    snprintf(path, room, "%s", meant);
    return true;
}

static void row_selected(struct browser *browser, int row)
{
    browser->selected = row;
    browser->message[0] = browser->confirm[0] = '\0';
    const struct browse_entry *entry = selected_entry(browser);
    if (entry && !entry->folder)
        snprintf(browser->typed, sizeof browser->typed, "%s", entry->shown);
    else if (!browser->saving)
        browser->typed[0] = '\0';
}

/* ---------------------------------------------------------------- parts */
static const char *row_label(void *user, int index)
{
    const struct browser *browser = user;
    return browser->list.entry[index].shown;
}

static void size_text(long long size, char *text, size_t room)
{
    if (size < 0)
        snprintf(text, room, "%s", "");
    else if (size < 1000)
        snprintf(text, room, "%lld B", size);
    else if (size < 1000000)
        snprintf(text, room, "%.1f kB", (double)size / 1e3);
    else
        snprintf(text, room, "%.1f MB", (double)size / 1e6);
}

static void draw_entry(struct ui *ui, struct rect area, int index, void *user)
{
    struct browser *browser = user;
    struct browse_entry *entry = &browser->list.entry[index];
    const struct theme *theme = ui->theme;
    struct rect icon = rect_cut_left(&area, 18);
    rect_cut_left(&area, SPACE);
    ui_draw_icon(ui, entry->folder ? ICON_FOLDER : ICON_FILE, icon,
        entry->folder ? theme->accent : theme->text_dim);
    browse_look(browser->folder, entry);
    char text[64] = "";
    struct tm when;
    if (area.w > 440) {
        struct rect date = rect_cut_right(&area, 128);
        if (entry->changed && localtime_r(&entry->changed, &when))
            strftime(text, sizeof text, "%Y-%m-%d %H:%M", &when);
        draw_text(ui->list, date, ALIGN_RIGHT, FACE_MONO, TEXT_SMALL, theme->text_dim, text);
    }
    if (area.w > 240) {
        struct rect size = rect_cut_right(&area, 90);
        size_text(entry->folder ? -1 : entry->size, text, sizeof text);
        if (entry->link)
            snprintf(text, sizeof text, "%s", entry->broken ? "broken link" : "link");
        draw_text(ui->list, size, ALIGN_RIGHT, FACE_MONO, TEXT_SMALL, theme->text_dim, text);
    }
    draw_text(ui->list, area, ALIGN_LEFT, FACE_UI, TEXT_BODY,
        entry->broken ? theme->text_faint : theme->text, entry->shown);
}

/* The folder's path; a long one loses its beginning, for its end tells more. */
static void draw_location(struct ui *ui, const struct browser *browser, struct rect area)
{
    char shown[BROWSE_PATH], short_path[BROWSE_PATH + 8];
    browse_show(browser->folder, shown, sizeof shown);
    snprintf(short_path, sizeof short_path, "%s", shown);
    const char *at = shown;
    while (ui_text_width(ui, FACE_UI, TEXT_BODY, short_path) > area.w) {
        const char *next = strchr(at + 1, '/');
        if (!next)
            break;
        at = next;
        snprintf(short_path, sizeof short_path, "\xe2\x80\xa6%s", at);
    }
    draw_text(ui->list, area, ALIGN_LEFT, FACE_UI, TEXT_BODY, ui->theme->text_dim, short_path);
}

static void place_row(struct ui *ui, struct browser *browser, struct rect row)
{
    row.x -= 6; /* the flat icons' ink lines up with the list's edge */
    row.w += 6;
    struct rect up = rect_cut_left(&row, CONTROL);
    rect_cut_left(&row, 2);
    struct rect home = rect_cut_left(&row, CONTROL);
    rect_cut_left(&row, SPACE);
    ui_disable(ui, strcmp(browser->folder, "/") == 0);
    bool goes_up = ui_icon_button(ui, "Parent folder", ICON_PARENT, up, "Parent folder\tBackspace");
    ui_disable(ui, false);
    if (goes_up)
        go_up(ui, browser);
    if (ui_icon_button(ui, "Home folder", ICON_HOME, home, "Home folder\tAlt+Home"))
        go_home(ui, browser);
    draw_location(ui, browser, row);
}

static bool files_list(struct ui *ui, struct browser *browser, struct rect area)
{
    uint64_t id = ui_id(ui, FILES);
    char first = ui->event.text[0];
    if (ui->event.kind == UI_TEXT && ui->focus == id && !ui->taken &&
        (first == '/' || first == '~')) {
        snprintf(browser->typed, sizeof browser->typed, "%s", ui->event.text);
        ui->taken = true;
        ui_field_focus(ui, NAME, false);
    }
    struct ui_list list = {
        (int)browser->list.count, browser->selected, CONTROL, row_label, draw_entry, browser};
    struct ui_list_result result = ui_list(ui, FILES, area, &list);
    if (result.selected != browser->selected)
        row_selected(browser, result.selected);
    if (browser->list.count == 0) {
        char text[200] = "This folder is empty.";
        if (browser->list.left_out)
            snprintf(text, sizeof text,
                "No %s files here. Tick \xe2\x80\x9c"
                "All files\xe2\x80\x9d to see the rest.",
                browser->extensions);
        draw_text(ui->list, rect_inset(area, MARGIN), ALIGN_CENTER, FACE_UI, TEXT_BODY,
            ui->theme->text_dim, text);
    }
    return result.activated;
}

/* The field, with the completion in faint letters behind the text. True on Enter. */
static bool name_field(struct ui *ui, struct browser *browser, struct rect area, bool *cancelled)
{
    bool focused = ui->focus == ui_id(ui, NAME);
    if (focused && strcmp(browser->rest_for, browser->typed) != 0) {
        snprintf(browser->rest_for, sizeof browser->rest_for, "%s", browser->typed);
        if (!browse_complete(browser->folder, browser->typed, active_filter(browser), browser->rest,
                sizeof browser->rest))
            browser->rest[0] = '\0';
    }
    size_t length = strlen(browser->typed), more = strlen(browser->rest);
    bool tab = ui->event.kind == UI_KEY && ui->event.key == UI_KEY_TAB && !ui->event.mods;
    if (focused && tab && !ui->taken && more && length + more < sizeof browser->typed) {
        memcpy(browser->typed + length, browser->rest, more + 1);
        browser->rest[0] = '\0';
        ui->taken = true;
    }
    struct ui_field_result result = ui_field(ui, NAME, area, browser->typed, sizeof browser->typed,
        browser->saving ? "Name of the new file" : "Name, or a path such as ~/texts/a.txt", NULL);
    if (result.changed) {
        browser->message[0] = browser->confirm[0] = '\0';
        browser->selected = -1; /* what is typed counts now */
    } else if (focused && browser->rest[0] && strcmp(browser->rest_for, browser->typed) == 0) {
        float width = ui_text_width(ui, FACE_UI, TEXT_BODY, browser->typed);
        struct rect ghost = {area.x + 10 + width, area.y, area.w - 20 - width, area.h};
        if (ghost.w > 20)
            draw_text(ui->list, ghost, ALIGN_LEFT, FACE_UI, TEXT_BODY, ui->theme->text_faint,
                browser->rest);
    }
    *cancelled |= result.cancelled;
    return result.submitted;
}

/* One line, or two when the message needs them. */
static float message_height(struct ui *ui, const struct browser *browser, float width)
{
    return ui_text_width(ui, FACE_UI, TEXT_BODY, browser->message) > width - 52 ? 44 : 26;
}

static void message_row(struct ui *ui, const struct browser *browser, struct rect area)
{
    const struct theme *theme = ui->theme;
    if (!browser->message[0]) {
        char text[80];
        int used = snprintf(text, sizeof text, "%zu %s", browser->list.count,
            browser->list.count == 1 ? "entry" : "entries");
        if (browser->list.left_out && used > 0)
            snprintf(text + used, sizeof text - (size_t)used, ", %zu more of other kinds",
                browser->list.left_out);
        draw_text(ui->list, area, ALIGN_LEFT, FACE_UI, TEXT_SMALL, theme->text_dim, text);
        return;
    }
    draw_round(ui->list, area, UI_RADIUS, browser->bad ? theme->error_back : theme->warn_back);
    uint32_t ink = browser->bad ? theme->error_text : theme->warn_text;
    struct rect inside = area;
    rect_cut_left(&inside, SPACE);
    ui_draw_icon(ui, ICON_WARNING, rect_cut_left(&inside, 18), ink);
    rect_cut_left(&inside, SPACE);
    rect_cut_right(&inside, SPACE);
    rect_cut_top(&inside, 4);
    draw_paragraph(ui->list, inside, FACE_UI, TEXT_BODY, 18, ink, browser->message);
    ui_tooltip(ui, area, browser->message); /* whole, should two lines not do */
}

static void filter_changed(struct browser *browser)
{
    const struct browse_entry *entry = selected_entry(browser);
    char name[256] = "";
    if (entry)
        snprintf(name, sizeof name, "%s", entry->name);
    enter(browser, browser->folder, name);
}

/* Check boxes at the left, buttons at the right. */
static bool button_row(struct ui *ui, struct browser *browser, struct rect row, bool *cancelled)
{
    if (browser->extensions && *browser->extensions) {
        char tip[160];
        snprintf(tip, sizeof tip, "Also show files that are not %.*s", (int)strcspn(browser->extensions, "/"), browser->extensions);
        if (ui_checkbox(ui, "All files", rect_cut_left(&row, 104), &browser->all, tip))
            filter_changed(browser);
    }
    if (ui_checkbox(ui, "Hidden files", rect_cut_left(&row, 124), &browser->hidden,
            "Show names that begin with a dot\tCtrl+H"))
        filter_changed(browser);
    struct rect accept = rect_cut_right(&row, 96);
    rect_cut_right(&row, SPACE);
    struct rect cancel = rect_cut_right(&row, 88);
    *cancelled |= ui_button(ui, "Cancel", cancel, "Close without choosing\tEsc");
    return ui_primary(ui,
        !browser->saving      ? "Open"
        : browser->confirm[0] ? "Replace"
                              : "Save",
        accept, NULL);
}

static void dialog_keys(struct ui *ui, struct browser *browser, bool *cancelled)
{
    const struct ui_event *event = ui_event(ui);
    if (event->kind != UI_KEY)
        return;
    bool control = event->mods & UI_CTRL, alt = event->mods & UI_ALT;
    if (event->key == UI_KEY_ESCAPE)
        *cancelled = true;
    else if ((event->key == UI_KEY_BACKSPACE && !control && !alt) ||
             (event->key == UI_KEY_UP && alt))
        go_up(ui, browser);
    else if (event->key == UI_KEY_HOME && alt)
        go_home(ui, browser);
    else if (event->key == 'l' && control)
        ui_field_focus(ui, NAME, true);
    else if (event->key == 'h' && control) {
        browser->hidden = !browser->hidden;
        filter_changed(browser);
    } else
        return;
    ui_take_event(ui);
}

/* The open browser, made anew when it was not drawn in the last passes. NULL when memory ran out. */
static struct browser *open_browser(
    struct ui *ui, const char *title, bool saving, const char *extensions, const char *path)
{
    uint64_t name = ui_hash(0, title);
    struct browser *browser = ui->browser;
    if (browser && (browser->title != name || browser->pass + 1 < ui->pass)) {
        browser_drop(browser);
        browser = ui->browser = NULL;
    }
    if (!browser) {
        browser = ui->browser = calloc(1, sizeof *browser);
        if (!browser)
            return NULL;
        browser->title = name;
        browser->saving = saving;
        browser->extensions = extensions;
        start(browser, path);
        if (saving)
            ui_field_focus(ui, NAME, true);
        else
            ui_list_focus(ui, FILES);
    }
    browser->extensions = extensions;
    browser->pass = ui->pass;
    return browser;
}

bool ui_file_browser(struct ui *ui, const char *title, const char *extensions, bool saving,
    char *path, size_t room, bool *closed)
{
    struct browser *browser = open_browser(ui, title, saving, extensions, path);
    bool cancelled = browser == NULL, accepted = false, chosen = false;
    *closed = cancelled;
    if (!browser)
        return false;
    ui_modal(ui, true);
    ui_push_id(ui, title);
    float w = ui->width - 2 * MARGIN < DIALOG_W ? ui->width - 2 * MARGIN : DIALOG_W;
    float h = ui->height - 2 * MARGIN < DIALOG_H ? ui->height - 2 * MARGIN : DIALOG_H;
    struct rect dialog = {
        (float)(int)((ui->width - w) / 2), (float)(int)((ui->height - h) / 2), w, h};
    draw_group(ui->list, title);
    paint_raised(ui, dialog);
    struct rect area = rect_inset(dialog, MARGIN);
    draw_text(ui->list, rect_cut_top(&area, 24), ALIGN_LEFT, FACE_UI_BOLD, TEXT_TITLE,
        ui->theme->text, title);
    rect_cut_top(&area, SPACE);
    place_row(ui, browser, rect_cut_top(&area, CONTROL));
    rect_cut_top(&area, SPACE);
    struct rect buttons = rect_cut_bottom(&area, CONTROL);
    rect_cut_bottom(&area, SPACE + 4);
    struct rect message = rect_cut_bottom(&area, message_height(ui, browser, area.w));
    rect_cut_bottom(&area, SPACE);
    struct rect field = rect_cut_bottom(&area, CONTROL + 2);
    rect_cut_bottom(&area, SPACE);
    accepted |= files_list(ui, browser, area);
    accepted |= name_field(ui, browser, field, &cancelled);
    message_row(ui, browser, message);
    accepted |= button_row(ui, browser, buttons, &cancelled);
    dialog_keys(ui, browser, &cancelled);
    if (accepted && !cancelled)
        chosen = choose(ui, browser, path, room);
    draw_group_end(ui->list);
    ui_pop_id(ui);
    ui_modal(ui, false);
    *closed = cancelled;
    if (chosen || cancelled) {
        browser_drop(browser);
        ui->browser = NULL;
    }
    return chosen;
}
