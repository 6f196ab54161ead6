/* test_ui_browser.c – the file browser in a temporary folder: order, odd names, links, filter,
 * typed paths and completion, saving over a file, folders that cannot be read, ten thousand
 * entries. */
#include "ui_rig.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "ui/browse.h"

static char root[512];

static const char *in_root(const char *name)
{
    static char path[1024];
    snprintf(path, sizeof path, "%s/%s", root, name);
    return path;
}

static void touch(const char *name)
{
    int file = open(in_root(name), O_CREAT | O_WRONLY, 0644);
    CHECK(file >= 0);
    if (file >= 0)
        close(file);
}

static void remove_all(const char *path)
{
    DIR *dir = opendir(path);
    const struct dirent *entry;
    char inner[1024];
    while (dir && (entry = readdir(dir))) {
        struct stat info;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
        if (lstat(inner, &info) == 0 && S_ISDIR(info.st_mode)) {
            chmod(inner, 0755);
            remove_all(inner);
        } else {
            unlink(inner);
        }
    }
    if (dir)
        closedir(dir);
    rmdir(path);
}

static void make_tree(void)
{
    const char *base = getenv("TMPDIR");
    snprintf(root, sizeof root, "%s/headscope-browser-XXXXXX", base && *base ? base : "/tmp");
    if (!mkdtemp(root)) {
        perror(root);
        exit(1);
    }
    mkdir(in_root("texts"), 0755);
    mkdir(in_root("Archive"), 0755);
    mkdir(in_root("texts/deep"), 0755);
    const char *files[] = {"b10.txt", "b2.txt", "a.TXT", "notes.json", "picture.png", ".hidden.txt",
        "bad\xff name\n.txt", "caf\xc3\xa9.txt", "texts/one.txt", "texts/deep/two.txt"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        touch(files[i]);
    CHECK(symlink("texts", in_root("link")) == 0);
    CHECK(symlink("nowhere", in_root("broken.txt")) == 0);
}

/* ---------------------------------------------------------------- without a screen */
static void check_order(void)
{
    const char *sorted[] = {
        "a", "A2", "a10", "b", "b01", "b1", "b2", "file 9", "file 10", "file 10b"};
    for (size_t i = 0; i + 1 < sizeof sorted / sizeof *sorted; i++) {
        CHECK(browse_compare(sorted[i], sorted[i + 1]) < 0);
        CHECK(browse_compare(sorted[i + 1], sorted[i]) > 0);
    }
    CHECK(browse_compare("same", "same") == 0);
    CHECK(browse_compare("99999999999999999999999", "100000000000000000000000") <
          0); /* no overflow */
}

static void check_read(void)
{
    struct browse_folder folder;
    const char *want[] = {"Archive", "link", "texts", "a.TXT", "b2.txt", "b10.txt",
        "bad\xff name\n.txt", "broken.txt", "caf\xc3\xa9.txt"};
    CHECK(browse_read(root, ".txt", false, &folder) == 0);
    CHECK(folder.count == sizeof want / sizeof *want && folder.left_out == 2);
    for (size_t i = 0; i < folder.count && i < sizeof want / sizeof *want; i++)
        CHECK_TEXT(folder.entry[i].name, want[i]);
    if (folder.count == 9) {
        CHECK(folder.entry[0].folder && folder.entry[1].folder && folder.entry[1].link &&
              !folder.entry[3].folder);
        CHECK(folder.entry[7].link && folder.entry[7].broken);
        CHECK_TEXT(folder.entry[6].shown, "bad\\xFF name\\x0A.txt");
        CHECK(folder.entry[8].shown == folder.entry[8].name);
        browse_look(root, &folder.entry[3]);
        CHECK(folder.entry[3].size == 0 && folder.entry[3].changed > 0);
    }
    browse_drop(&folder);
    CHECK(browse_read(root, ".txt .json", true, &folder) == 0 && folder.count == 11);
    browse_drop(&folder);
    CHECK(browse_read(root, NULL, false, &folder) == 0 && folder.count == 11);
    browse_drop(&folder);
    CHECK(browse_read(in_root("none"), NULL, false, &folder) == ENOENT && folder.count == 0);
    CHECK(browse_read(in_root("a.TXT"), NULL, false, &folder) == ENOTDIR);
}

static void check_join(void)
{
    static const struct {
        const char *folder, *typed, *want;
    } cases[] = {
        {"/a/b", "c", "/a/b/c"},
        {"/a/b", "../c", "/a/c"},
        {"/a/b", "../../../c", "/c"},
        {"/a/b", "/x//y/./z/", "/x/y/z"},
        {"/a/b", "..", "/a"},
        {"/", "..", "/"},
        {"/", "x", "/x"},
        {"/a", ".", "/a"},
        {"/a", "~", "/home/someone"},
        {"/a", "~/t", "/home/someone/t"},
        {"/a", "~t", "/a/~t"},
        {"/a", "x..y", "/a/x..y"},
    };
    char path[BROWSE_PATH], folder[32], tiny[8];
    const char *name;
    setenv("HOME", "/home/someone", 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(browse_join(cases[i].folder, cases[i].typed, path, sizeof path));
        CHECK_TEXT(path, cases[i].want);
    }
    CHECK(!browse_join("/a", "long-name", tiny, sizeof tiny));
    browse_split("/a/b", folder, sizeof folder, &name);
    CHECK(strcmp(folder, "/a") == 0 && strcmp(name, "b") == 0);
    browse_split("/a", folder, sizeof folder, &name);
    CHECK(strcmp(folder, "/") == 0 && strcmp(name, "a") == 0);
    browse_split("/", folder, sizeof folder, &name);
    CHECK(strcmp(folder, "/") == 0 && strcmp(name, "") == 0);
}

static void check_complete(void)
{
    char rest[64], path[1100];
    CHECK(browse_complete(root, "note", NULL, rest, sizeof rest));
    CHECK_TEXT(rest, "s.json");
    CHECK(browse_complete(root, "te", NULL, rest, sizeof rest));
    CHECK_TEXT(rest, "xts/");
    CHECK(browse_complete(root, "texts/d", NULL, rest, sizeof rest));
    CHECK_TEXT(rest, "eep/");
    snprintf(path, sizeof path, "%s/texts/on", root);
    CHECK(browse_complete("/", path, NULL, rest, sizeof rest));
    CHECK_TEXT(rest, "e.txt");
    CHECK(!browse_complete(root, "b", ".json", rest, sizeof rest));
    CHECK(!browse_complete(root, "zz", NULL, rest, sizeof rest));
    CHECK(!browse_complete(root, "", NULL, rest, sizeof rest));
    CHECK(browse_complete(root, ".hid", ".txt", rest, sizeof rest));
    CHECK_TEXT(rest, "den.txt");
    touch("shared-1.txt");
    touch("shared-2.txt");
    CHECK(browse_complete(root, "sh", NULL, rest, sizeof rest));
    CHECK_TEXT(rest, "ared-");
    unlink(in_root("shared-1.txt"));
    unlink(in_root("shared-2.txt"));
}

/* ---------------------------------------------------------------- the dialog */
struct host {
    bool open, saving, chosen, closed;
    const char *extensions;
    char path[BROWSE_PATH];
};

static void build(struct ui *ui, void *state)
{
    struct host *host = state;
    ui_button(ui, "Behind", (struct rect){10, 10, 80, 28}, NULL);
    if (!host->open)
        return;
    bool closed = false;
    host->chosen = ui_file_browser(ui, host->saving ? "Save" : "Open file", host->extensions,
        host->saving, host->path, sizeof host->path, &closed);
    host->closed = closed;
    host->open = !host->chosen && !closed;
}

static struct rig rig;
static struct host host;

static void open_at(const char *path, bool saving, const char *extensions)
{
    memset(&host, 0, sizeof host);
    host.open = true;
    host.saving = saving;
    host.extensions = extensions;
    snprintf(host.path, sizeof host.path, "%s", path);
    rig_open(&rig, build, &host);
    rig.width = 1000; /* so that every row and message of the test shows whole */
    rig.height = 1000;
    rig_picture(&rig);
    rig_picture(&rig);
}

static void check_open(void)
{
    struct rect area;
    open_at(root, false, ".txt");
    CHECK(rig_focused(rig.ui, "Files") && rig_shows(&rig, "b10.txt") &&
          !rig_shows(&rig, "picture.png"));
    rig_text(&rig, "b2"); /* type-ahead */
    rig_key(&rig, "enter");
    CHECK(host.chosen);
    CHECK_TEXT(host.path, in_root("b2.txt"));
    CHECK(!ui_find(rig.ui, "Files", &area));
    rig_close(&rig);

    open_at(root, false, ".txt");
    CHECK(rig_click(&rig, "texts"));
    CHECK(rig_click(&rig, "Open")); /* a folder opens in the dialog */
    CHECK(!host.chosen && ui_find(rig.ui, "one.txt", &area));
    rig_key(&rig, "backspace");
    CHECK(ui_find(rig.ui, "b2.txt", &area));
    rig_key(&rig, "enter"); /* "texts" is selected, where one came from */
    CHECK(ui_find(rig.ui, "one.txt", &area));
    float x = area.x + 5, y = area.y + 5;
    rig_press(&rig, x, y, 1, 0);
    rig_release(&rig, x, y, 1);
    rig_press(&rig, x, y, 2, 0);
    rig_release(&rig, x, y, 2);
    CHECK(host.chosen);
    CHECK_TEXT(host.path, in_root("texts/one.txt"));
    rig_close(&rig);

    open_at(
        in_root("caf\xc3\xa9.txt"), false, ".txt"); /* a file: its folder, and the file selected */
    rig_key(&rig, "enter");
    CHECK(host.chosen);
    CHECK_TEXT(host.path, in_root("caf\xc3\xa9.txt"));
    rig_close(&rig);

    open_at(root, false, ".txt");
    CHECK(rig_click(&rig, "bad\\xFF name\\x0A.txt")); /* shown escaped, returned as it is */
    CHECK(rig_click(&rig, "Open") && host.chosen);
    CHECK_TEXT(host.path, in_root("bad\xff name\n.txt"));
    rig_close(&rig);
}

static void check_cancel(void)
{
    open_at(root, false, ".txt");
    rig_key(&rig, "escape");
    CHECK(host.closed && !host.chosen);
    CHECK_TEXT(host.path, root); /* untouched */
    rig_close(&rig);
    open_at(root, true, ".txt");
    rig_key(&rig, "escape"); /* from inside the field */
    CHECK(host.closed);
    rig_close(&rig);
    open_at(root, false, NULL);
    CHECK(rig_click(&rig, "Cancel") && host.closed);
    rig_close(&rig);
}

static void check_filters(void)
{
    struct rect area;
    open_at(root, false, ".txt");
    CHECK(!ui_find(rig.ui, "notes.json", &area) && !ui_find(rig.ui, ".hidden.txt", &area));
    CHECK(rig_click(&rig, "All files") && ui_find(rig.ui, "notes.json", &area));
    rig_key(&rig, "ctrl+h");
    CHECK(ui_find(rig.ui, ".hidden.txt", &area));
    CHECK(rig_click(&rig, "Hidden files") && !ui_find(rig.ui, ".hidden.txt", &area));
    rig_close(&rig);
    open_at(in_root("Archive"), false, ".txt");
    CHECK(rig_shows(&rig, "This folder is empty."));
    rig_close(&rig);
}

static void check_typed(void)
{
    struct rect area;
    char home[600];
    setenv("HOME", root, 1);
    open_at("/", false, ".txt");
    rig_text(&rig, "~"); /* from the list into the field */
    CHECK(rig_focused(rig.ui, "File name or path"));
    rig_text(&rig, "/te");
    rig_key(&rig, "tab");
    rig_text(&rig, "on");
    rig_key(&rig, "tab");
    rig_key(&rig, "enter");
    snprintf(home, sizeof home, "%s/texts/one.txt", root);
    CHECK(host.chosen);
    CHECK_TEXT(host.path, home);
    rig_close(&rig);

    open_at(root, false, ".txt");
    rig_key(&rig, "ctrl+l");
    rig_text(&rig, "missing.txt");
    rig_key(&rig, "enter");
    CHECK(host.open && rig_shows(&rig, "missing.txt\xe2\x80\x9d: No such file or directory."));
    rig_key(&rig, "ctrl+a");
    rig_text(&rig, "texts/deep");
    rig_key(&rig, "enter"); /* a folder: go there */
    CHECK(host.open && ui_find(rig.ui, "two.txt", &area) && !rig_shows(&rig, "No such file"));
    CHECK(!rig_shows(&rig, "\"texts/deep\"")); /* which is where one is, and typed no more */
    rig_key(&rig, "alt+home");
    CHECK(ui_find(rig.ui, "b2.txt", &area));
    rig_key(&rig, "ctrl+l");
    rig_text(&rig, "zzz");
    rig_key(&rig, "tab"); /* nothing to complete: walks on */
    CHECK(!rig_focused(rig.ui, "File name or path"));
    rig_close(&rig);
}

static void check_save(void)
{
    struct rect area;
    open_at(in_root("new.png"), true, ".png");
    CHECK(rig_focused(rig.ui, "File name or path") && rig_shows(&rig, "\"new.png\""));
    rig_key(&rig, "enter");
    CHECK(host.chosen);
    CHECK_TEXT(host.path, in_root("new.png"));
    rig_close(&rig);

    open_at(in_root("picture.png"), true, ".png");
    rig_key(&rig, "enter");
    CHECK(!host.chosen && rig_shows(&rig, "There is already a file") &&
          ui_find(rig.ui, "Replace", &area));
    rig_text(&rig, "x"); /* the whole name was selected: another name now */
    CHECK(!rig_shows(&rig, "There is already a file") && ui_find(rig.ui, "Save", &area));
    rig_key(&rig, "ctrl+a");
    rig_text(&rig, "picture.png");
    rig_key(&rig, "enter");
    rig_send(&rig, (struct ui_event){.kind = UI_KEY, .key = UI_KEY_ENTER, .repeat = true});
    CHECK(!host.chosen); /* a held Enter does not overwrite */
    CHECK(rig_click(&rig, "Replace") && host.chosen);
    CHECK_TEXT(host.path, in_root("picture.png"));
    rig_close(&rig);

    open_at(in_root("new.png"), true, ".png");
    rig_key(&rig, "ctrl+a");
    rig_text(&rig, "none/new.png");
    rig_key(&rig, "enter");
    CHECK(!host.chosen && rig_shows(&rig, "There is no folder"));
    CHECK(rig_click(&rig, "Archive") && rig_click(&rig, "Save")); /* typed name stays typed */
    CHECK(!host.chosen);
    rig_close(&rig);
}

static void check_unreadable(void)
{
    mkdir(in_root("closed"), 0755);
    touch("closed/a.txt");
    chmod(in_root("closed"), 0);
    chmod(root, 0755);
    bool super = geteuid() == 0 && seteuid(65534) == 0; /* the superuser may read everything */
    DIR *dir = opendir(in_root("closed"));
    if (dir) {
        closedir(dir);
        printf("the unreadable folder was not tried: this user may read everything\n");
    } else {
        open_at(root, false, ".txt");
        CHECK(rig_click(&rig, "closed") && rig_click(&rig, "Open"));
        CHECK(rig_shows(&rig, "Cannot open the folder") && rig_shows(&rig, "b2.txt"));
        rig_close(&rig);
        open_at(in_root("closed"), false,
            ".txt"); /* begins at the nearest readable parent, and says so */
        CHECK(rig_shows(&rig, "Cannot open the folder") && rig_shows(&rig, "b2.txt"));
        rig_close(&rig);
    }
    if (super)
        CHECK(seteuid(0) == 0);
    chmod(in_root("closed"), 0755);
    open_at(in_root("gone/far/away"), false, ".txt");
    CHECK(rig_shows(&rig, "Cannot open the folder") && rig_shows(&rig, "b2.txt"));
    rig_close(&rig);
    open_at(root, false, ".txt");
    CHECK(rig_click(&rig, "broken.txt") && rig_click(&rig, "Open"));
    CHECK(host.open && rig_shows(&rig, "Cannot open"));
    rig_close(&rig);
}

static void check_many(void)
{
    char name[64];
    mkdir(in_root("many"), 0755);
    char first[1024];
    touch("many/sentence 0.txt");
    snprintf(first, sizeof first, "%s", in_root("many/sentence 0.txt"));
    for (int i = 1; i < 10000; i++) { /* hard links: much faster made than files */
        snprintf(name, sizeof name, "many/sentence %d.txt", i);
        CHECK(link(first, in_root(name)) == 0);
    }
    open_at(in_root("many"), false, ".txt");
    struct timespec a, b;
    clock_gettime(CLOCK_MONOTONIC, &a);
    for (int i = 0; i < 20; i++)
        rig_key(&rig, "pagedown");
    rig_key(&rig, "end");
    clock_gettime(CLOCK_MONOTONIC, &b);
    double each =
        ((double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6) / 21;
    printf("10000 entries: %.2f ms a key with its picture\n", each);
    CHECK(rig_shows(&rig, "sentence 9999.txt"));
    rig_text(&rig, "sentence 4567");
    rig_key(&rig, "enter");
    CHECK(host.chosen);
    CHECK_TEXT(host.path, in_root("many/sentence 4567.txt"));
    rig_close(&rig);
}

/* Random keys, text and presses: the dialog stays sound and writes nothing. */
static void check_storm(void)
{
    static const char *const keys[] = {"up", "down", "enter", "backspace", "tab", "ctrl+h",
        "ctrl+l", "home", "end", "pagedown", "alt+up", "shift+tab", "space", "escape"};
    static const char *const texts[] = {"a", "te", "/", "~", "..", "\xff", "b2.txt", "deep"};
    unsigned seed = 3;
    open_at(root, false, ".txt");
    for (int i = 0; i < 1500; i++) {
        seed = seed * 1664525u + 1013904223u;
        if (!host.open) {
            rig_close(&rig);
            open_at(root, seed >> 30 & 1, seed >> 29 & 1 ? ".txt" : NULL);
        }
        unsigned what = seed >> 24 & 3;
        rig.width = (float)(200 + (seed >> 5 & 1023));
        if (what == 0)
            rig_text(&rig, texts[(seed >> 10) % 8]);
        else if (what == 1)
            rig_click_at(&rig, (float)(seed >> 8 & 1023), (float)(seed >> 14 & 1023));
        else
            rig_key(&rig, keys[(seed >> 10) % 14]);
        CHECK(!draw_list_failed(rig.list));
    }
    rig_close(&rig);
}

TEST(test_ui_browser)
{
    make_tree();
    check_order();
    check_read();
    check_join();
    check_complete();
    check_open();
    check_cancel();
    check_filters();
    check_typed();
    check_save();
    check_unreadable();
    check_storm();
    check_many();
    remove_all(root);
    return check_report();
}
