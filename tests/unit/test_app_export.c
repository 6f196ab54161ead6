/* test_app_export.c – files out: names, formats, the text in a PNG, and that nothing is replaced,
 * halved or lost. */
#include <sys/stat.h>

#include "app_rig.h"
#include "desk/export.h"
#include "chrome/pass.h"

static void check_names(void)
{
    char name[256];
    struct app *app = rig_open("The dog's “new” toy!");
    export_name(app, EXPORT_VIEW, FORMAT_PNG, name, sizeof name);
    CHECK_TEXT(name, "the-dogs-new-toy-h8-grid.png");
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 2});
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    export_name(app, EXPORT_VIEW, FORMAT_CSV, name, sizeof name);
    CHECK_TEXT(name, "the-dogs-new-toy-h8-causal-head3.csv");
    export_name(app, EXPORT_SHEET, FORMAT_SVG, name, sizeof name);
    CHECK_TEXT(name, "the-dogs-new-toy-h8-causal-heads.svg");
    act_text(app, ACT_TEXT, "../../etc/passwd; rm -rf *");
    export_name(app, EXPORT_SHEET, FORMAT_JSON, name, sizeof name);
    CHECK(strchr(name, '/') == NULL && strchr(name, '*') == NULL && name[0] != '.');
    act_text(app, ACT_TEXT, "...");
    export_name(app, EXPORT_SHEET, FORMAT_JSON, name, sizeof name);
    CHECK_TEXT(name, "sentence-h8-causal-heads.json");
    act_text(app, ACT_TEXT, "Ünïcödé стрóка ünïcödé стрóка ünïcödé стрóка ünïcödé стрóка");
    export_name(app, EXPORT_SHEET, FORMAT_PNG, name, sizeof name);
    CHECK(hs_utf8_invalid(name, strlen(name)) == strlen(name));
    CHECK(strlen(name) < 80);
    app_drop(app);
}

static void check_formats(void)
{
    enum export_format format;
    struct hs_error error;
    CHECK(export_format_of("a/b.PNG", &format, NULL) == HS_OK && format == FORMAT_PNG);
    CHECK(export_format_of("b.x.json", &format, NULL) == HS_OK && format == FORMAT_JSON);
    CHECK(export_format_of("b.jpeg", &format, &error) == HS_BAD_USE);
    CHECK(tells(error.message, "b.jpeg") && tells(error.message, ".svg"));
    CHECK(export_format_of("png", &format, &error) == HS_BAD_USE);
}

static bool holds(const struct hs_buffer *buffer, const char *part)
{
    size_t length = strlen(part);
    for (size_t at = 0; at + length <= buffer->length; at++)
        if (memcmp(buffer->data + at, part, length) == 0)
            return true;
    return false;
}

static unsigned big_endian(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
}

static void check_png(void)
{
    struct app *app = rig_open("The cat sat.");
    struct hs_buffer one = {0}, two = {0};
    struct hs_error error;
    struct export_job job = {.format = FORMAT_PNG, .width = 900, .height = 600, .scale = 1.5f};
    act(app, (struct action){.kind = ACT_LOCK, .q = 1, .k = 2});
    CHECK(export_render(app, &job, &one, &error) == HS_OK);
    CHECK(one.length > 24 && memcmp(one.data + 1, "PNG", 3) == 0);
    CHECK(big_endian(one.data + 16) == 1350 && big_endian(one.data + 20) == 900);
    CHECK(holds(&one, "Title") && holds(&one, "The cat sat."));
    CHECK(holds(&one, "--heads 8") && holds(&one, "--lock 2,3") &&
          holds(&one, "--size 900x600 --scale 1.5"));
    /* Where the pointer is must not show. */
    act(app, (struct action){.kind = ACT_HOVER, .head = 0, .q = 0, .k = 0});
    CHECK(export_render(app, &job, &two, &error) == HS_OK);
    CHECK(one.length == two.length && memcmp(one.data, two.data, one.length) == 0);
    job.scale = 100;
    CHECK(export_render(app, &job, &two, &error) == HS_LIMIT);
    CHECK(tells(error.message, "16384"));
    hs_buffer_drop(&one);
    hs_buffer_drop(&two);
    app_drop(app);
}

static void check_other_formats(void)
{
    struct app *app = rig_open("The cat sat.");
    struct hs_error error;
    for (int what = EXPORT_VIEW; what <= EXPORT_SHEET; what++) {
        struct hs_buffer svg = {0}, csv = {0}, json = {0};
        struct export_job job = {.what = (enum export_what)what, .format = FORMAT_SVG, .scale = 1};
        CHECK(export_render(app, &job, &svg, &error) == HS_OK);
        CHECK(holds(&svg, "<svg") && holds(&svg, "</svg>") &&
              holds(&svg, "constructed teaching model"));
        job.format = FORMAT_CSV;
        CHECK(export_render(app, &job, &csv, &error) == HS_OK);
        size_t lines = 0;
        for (size_t i = 0; i < csv.length; i++)
            lines += csv.data[i] == '\n';
        CHECK(lines == 1 + 8 * 4 * 4);
        job.format = FORMAT_JSON;
        CHECK(export_render(app, &job, &json, &error) == HS_OK);
        CHECK(holds(&json, "\"weights\""));
        hs_buffer_drop(&svg);
        hs_buffer_drop(&csv);
        hs_buffer_drop(&json);
    }
    app_drop(app);
}

static long size_of(const char *path)
{
    struct stat status;
    return stat(path, &status) ? -1 : (long)status.st_size;
}

static void check_asking(void)
{
    char path[700];
    struct app *app = rig_open("The cat sat.");
    snprintf(path, sizeof path, "%s/out.csv", rig_folder("export"));
    act_text(app, ACT_EXPORT, path);
    CHECK_TEXT(reading(app, "question"), "");
    long whole = size_of(path);
    CHECK(whole > 100);
    rig_write(path, "mine", 4);
    act_text(app, ACT_EXPORT, path); /* asks; nothing happens yet */
    CHECK(strstr(reading(app, "question"), path) != NULL);
    CHECK(size_of(path) == 4);
    act_number(app, ACT_CANCEL, 0);
    CHECK(size_of(path) == 4);
    act_number(app, ACT_CONFIRM, 0); /* an answer without a question does nothing */
    CHECK(size_of(path) == 4);
    act_text(app, ACT_EXPORT, path);
    act_number(app, ACT_CONFIRM, 0);
    CHECK(size_of(path) == whole);
    struct export_job job = {.path = path, .format = FORMAT_CSV, .scale = 1};
    CHECK(export_write(app, &job, NULL) == HS_IO); /* the command line refuses without --force */
    app_drop(app);
}

static void check_unwritable(void)
{
    struct app *app = rig_open("The cat sat.");
    static const char *const places[] = {
        "/nowhere/at/all/out.png", "/proc/out.svg", "/dev/null/out.csv"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        act_text(app, ACT_EXPORT, places[i]);
        CHECK_TEXT(reading(app, "message-kind"), "error");
        CHECK_TEXT(reading(app, "tokens"), "4");
    }
    act_text(app, ACT_EXPORT, "picture.bmp");
    CHECK(tells(reading(app, "message"), ".png"));
    act_text(app, ACT_EXPORT, "");
    CHECK_TEXT(reading(app, "message-kind"), "error");
    app_drop(app);
}

TEST(test_app_export)
{
    check_names();
    check_formats();
    check_png();
    check_other_formats();
    check_asking();
    check_unwritable();
    return check_report();
}
