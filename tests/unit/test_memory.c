/* test_memory.c – every allocation may be the one that fails: at the start, while a file is opened,
 * a sentence changed, a picture drawn, something exported. Then there is an error or a plainer
 * picture, never a crash, a leak, half a file, or a lost text; and afterwards all is as it was.
 * The views, lenses, sessions and attention files have test_memory_app.c. */
#include <dirent.h>
#include <sys/stat.h>

#include "memory_sweep.h"
#include "app_rig.h"
#include "dump_calls.h"
#include "desk/export.h"
#include "tokenizer/tokenizer.h"
#include "desk/perform.h"
#include "chrome/pass.h"

#define TEXT "The dog that chased the cat slept."
#define OTHER "She gave him the book he had asked for, and left."

/* cairo 1.18 itself loses a little when it is refused memory. Where it is not, other tests have its leaks, and ours, reported. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libcairo.so";
}

static struct app *app;

static void nothing(void)
{
}

/* ---------------------------------------------------------------- start */
static void start(void)
{
    struct app *fresh = NULL;
    struct hs_error error = {HS_OK, ""};
    struct app_options options = {
        .assets = HS_SOURCE_DIR "/assets", .fixed_fonts = true, .headless = true, .text = TEXT};
    enum hs_status status = app_new(&options, &fresh, &error);
    bool refused = fail_alloc_refused();
    fail_alloc_stop();
    CHECK((status == HS_OK) == (fresh != NULL));
    CHECK(!status || (refused && error.message[0]));
    if (fresh) {
        CHECK_TEXT(fresh->picture.text, TEXT);
        CHECK(app_picture(fresh, &error) == HS_OK);
    }
    app_drop(fresh);
}

/* ---------------------------------------------------------------- an app that goes on */
static uint64_t hash_before;

static uint64_t picture(void)
{
    struct hs_error error;
    CHECK(app_picture(app, &error) == HS_OK);
    return canvas_hash(app->services.canvas);
}

static void back_without_check(void)
{
    act_number(app, ACT_CLOSE_FILE, 0);
    act_text(app, ACT_TEXT, TEXT);
    act_number(app, ACT_DISMISS, 0);
}

/* Back to one known state; its picture must be the one it always is. */
static void back(void)
{
    back_without_check();
    CHECK(picture() == hash_before);
}

static void open_good(void)
{
    app_apply(
        app, &(struct action){.kind = ACT_OPEN, .text = HS_SOURCE_DIR "/tests/gui/data/three.txt"});
    bool refused = fail_alloc_refused();
    fail_alloc_stop();
    if (!app->picture.file) {
        CHECK(refused && app->talk.message_kind == MESSAGE_ERROR);
        CHECK_TEXT(app->picture.text, TEXT); /* neither text nor picture is lost */
        act_number(app, ACT_DISMISS, 0);
        CHECK(picture() == hash_before);
    }
}

static void change_text(void)
{
    uint64_t identity = app->picture.identity;
    app_apply(app, &(struct action){.kind = ACT_TEXT, .text = OTHER});
    bool refused = fail_alloc_refused();
    fail_alloc_stop();
    CHECK_TEXT(app->picture.text, OTHER); /* a text stays in its field */
    CHECK(app->picture.identity != identity || (refused && app->talk.message_kind == MESSAGE_ERROR));
    app_settle(app);
}

/* Everything that a frame allocates, in each view. */
static void frames(void)
{
    struct hs_error error;
    for (enum view_id view = 0; view < VIEW_COUNT; view++) {
        app_apply(app, &(struct action){.kind = ACT_VIEW, .number = view});
        struct ui_event move = {.kind = UI_MOVE, .x = 500, .y = 400};
        app_event(app, &move);
        enum hs_status status = app_picture(app, &error);
        CHECK(!status || fail_alloc_refused());
    }
    fail_alloc_stop();
    app_event(app, &(struct ui_event){.kind = UI_LEAVE});
    act_number(app, ACT_ZOOM_RESET, 0);
    act_number(app, ACT_UNLOCK, 0);
    act_number(app, ACT_VIEW, VIEW_GRID);
}

/* What a view could not work out for want of memory (the measured names of heads, say) it may show
 * again only at its next visit. */
static void back_after_frames(void)
{
    frames();
    back();
}

/* ---------------------------------------------------------------- files that are written */
static const char *folder;
static struct export_job job;
static bool there; /* an older file has the name */

static size_t files_in_folder(void)
{
    DIR *listing = opendir(folder);
    size_t count = 0;
    for (struct dirent *entry; listing && (entry = readdir(listing));)
        count += entry->d_name[0] != '.' || strncmp(entry->d_name, ".hs-", 4) == 0;
    if (listing)
        closedir(listing);
    return count;
}

static void export_one(void)
{
    char old[8] = "";
    struct hs_error error = {HS_OK, ""};
    remove(job.path);
    if (there)
        rig_write(job.path, "old", 3);
    enum hs_status status = export_write(app, &job, &error);
    bool refused = fail_alloc_refused();
    fail_alloc_stop();
    CHECK(files_in_folder() == (size_t)(there || !status)); /* no temporary is left */
    CHECK(!status || (refused && error.message[0]));
    FILE *file = fopen(job.path, "rb");
    CHECK((file != NULL) == (there || !status));
    if (!file)
        return;
    size_t got = fread(old, 1, sizeof old - 1, file);
    CHECK(status ? got == 3 && memcmp(old, "old", 3) == 0 : got == sizeof old - 1);
    fclose(file);
}

static void exports(void)
{
    char path[700];
    folder = rig_folder("memory");
    job = (struct export_job){.path = path, .overwrite = true, .scale = 1};
    for (int format = 0; format < FORMAT_COUNT; format++)
        for (int what = 0; what < 2; what++) {
            char name[64];
            job.format = (enum export_format)format;
            job.what = (enum export_what)what;
            there = what;
            snprintf(path, sizeof path, "%s/out.%s", folder, export_ending(job.format));
            snprintf(name, sizeof name, "export %s %d", export_ending(job.format), what);
            sweep(name, export_one, nothing);
            remove(path);
        }
}

/* ---------------------------------------------------------------- files without an app */
static void annotated(void)
{
    struct hs_annotated *file = NULL;
    struct hs_error error;
    if (hs_annotated_open(HS_SOURCE_DIR "/tests/gui/data/small.json", &file, &error))
        CHECK(fail_alloc_refused() && error.status == HS_NO_MEMORY);
    hs_annotated_drop(file);
}

/* An attention file that was opened, or not: a layer of it, its JSON, which opens again, and the survey of all heads of an item. Drops it. */
static void look_through(struct hs_dump *file, struct hs_view view, size_t surveyed, enum hs_status status, struct hs_error *error)
{
    struct hs_dump *again = NULL;
    struct hs_set *set = NULL;
    struct hs_survey *survey = NULL;
    struct hs_buffer buffer = {0};
    if (!status)
        status = hs_dump_set(file, &view, &set, error);
    if (!status)
        hs_set_write_json(set, 0, &buffer);
    if (!status && !buffer.failed)
        status = hsi_dump_parse("a.json", buffer.data, buffer.length, NULL, &again, error);
    view.item = surveyed;
    if (!status)
        status = hs_survey_new(file, &view, &survey, error);
    while (!status && hs_survey_step(survey))
        ;
    CHECK(!status || (fail_alloc_refused() && error->message[0]));
    hs_buffer_drop(&buffer);
    hs_survey_drop(survey);
    hs_set_drop(set);
    hs_dump_drop(again);
    hs_dump_drop(file);
}

static void dump(void)
{
    static char bytes[128 + 50 * sizeof(float)];
    static const char header[] =
        "\x93NUMPY\x01\x00\x76\x00{'descr': '<f4', 'fortran_order': False, 'shape': (2, 5, 5), }";
    memset(bytes, ' ', 128);
    memcpy(bytes, header, sizeof header - 1);
    bytes[127] = '\n';
    for (size_t i = 0; i < 50; i++) {
        float value = i % 5 == (i / 5) % 5 ? 0.6f : 0.1f;
        memcpy(bytes + 128 + i * sizeof value, &value, sizeof value);
    }
    struct hs_dump *file = NULL;
    struct hs_error error = {HS_OK, ""};
    enum hs_status status = hsi_dump_parse("a.npy", bytes, sizeof bytes, NULL, &file, &error);
    look_through(file, hs_view_of(0), 0, status, &error);
}

/* An archive with padding, opened, shown merged, surveyed as a batch. */
static void archive(void)
{
    struct hs_dump *file = NULL;
    struct hs_error error = {HS_OK, ""};
    struct hs_view view = hs_view_of(0);
    view.pieces = HS_PIECES_WORDS;
    view.item = 1;
    enum hs_status status = hs_dump_open(HS_SOURCE_DIR "/tests/dumps/packed.npz", &file, &error);
    look_through(file, view, HS_ALL_ITEMS, status, &error);
}
static const char *tokenizer_name;

/* Opened and a text cut, or an error that says memory. */
static void tokenizer(void)
{
    static const char text[] = " The e\xCC\x81t\xC3\xA9 2024\n\xE4\xB8\xAD <mask>  don't \xEF\xAC\x81 b";
    char path[1024];
    struct hs_tokenizer *opened = NULL;
    struct hs_encoding *encoding = NULL;
    struct hs_buffer shown = {0};
    struct hs_error error = {HS_OK, ""};
    snprintf(path, sizeof path, HS_SOURCE_DIR "/tests/models/tokenizers/%s", tokenizer_name);
    enum hs_status status = hsi_tokenizer_open(path, &opened, &error);
    CHECK((status == HS_OK) == (opened != NULL));
    if (!status)
        status = hsi_tokenizer_encode(opened, text, sizeof text - 1, true, &encoding, &error);
    CHECK((status == HS_OK) == (encoding != NULL));
    CHECK(!status || (fail_alloc_refused() && status == HS_NO_MEMORY && error.message[0]));
    if (encoding)
        hsi_tokenizer_show(opened, encoding->piece[1].id, &shown);
    CHECK(!encoding || shown.length || shown.failed);
    hs_buffer_drop(&shown);
    hsi_encoding_drop(encoding);
    hsi_tokenizer_drop(opened);
}

static void tokenizers(void)
{
    static const char *const names[] = {"bert", "llama3", "xlm-r", "odd-2", "bert-older", "roberta-older"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[64];
        tokenizer_name = names[i];
        snprintf(name, sizeof name, "tokenizer-%s", names[i]);
        sweep(name, tokenizer, nothing);
    }
}

TEST(test_memory)
{
    sweep_arguments(count, arguments);
    fail_alloc_cjson();
    sweep("annotated", annotated, nothing);
    sweep("dump", dump, nothing);
    sweep("archive", archive, nothing);
    tokenizers();
    sweep("start", start, nothing);
    app = rig_open(TEXT);
    hash_before = picture();
    sweep("open", open_good, back);
    sweep("sentence", change_text, back);
    /* views remember where they were, some only from their second visit: the state to come back to */
    for (int visit = 0; visit < 3; visit++)
        frames();
    back_without_check();
    hash_before = picture();
    sweep("frames", frames, back_after_frames);
    exports();
    app_drop(app);
    return sweep_report();
}
