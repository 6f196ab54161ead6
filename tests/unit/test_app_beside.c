/* test_app_beside.c – an attention file of 100 MB that is inflated when it is opened: beside a window, which goes on with what it shows,
 * takes what is typed, and keeps its picture where the opening is given up or fails. */
#include <time.h>

#include <zlib.h>

#include "app_rig.h"
#include "model/live.h"

enum { LAYERS = 24, HEADS = 16, KEYS = 256, HEAD_BYTES = KEYS * KEYS * 4, PACKED_MOST = 16 << 20 };

static void put(uint8_t **at, uint64_t value, int size)
{
    for (int i = 0; i < size; i++, value >>= 8)
        *(*at)++ = (uint8_t)value;
}

/* What numpy.savez_compressed writes of one array: each row has half of its weight on its own key. */
static void write_archive(const char *path, bool broken)
{
    static float head[KEYS * KEYS];
    static const char name[] = "attention.npy";
    char header[128];
    for (size_t i = 0; i < sizeof head / sizeof *head; i++)
        head[i] = i / KEYS == i % KEYS ? 0.5f : 0.5f / (KEYS - 1);
    int length = snprintf(header, sizeof header, "\x93NUMPY\x01%c\x76%c{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d, %d, %d), }", 0, 0,
        LAYERS, HEADS, KEYS, KEYS);
    memset(header + length, ' ', sizeof header - (size_t)length);
    uint8_t *file = malloc(PACKED_MOST), *at = file;
    size_t size = sizeof header + (size_t)LAYERS * HEADS * HEAD_BYTES, named = strlen(name);
    z_stream stream = {0};
    if (!file || deflateInit2(&stream, 1, Z_DEFLATED, -MAX_WBITS, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        exit(1);
    uint8_t *data = file + 30 + named;
    stream.next_out = data;
    stream.avail_out = PACKED_MOST - 4096;
    unsigned long crc = crc32(crc32(0, NULL, 0), (const uint8_t *)header, sizeof header);
    stream.next_in = (uint8_t *)header;
    stream.avail_in = sizeof header;
    deflate(&stream, Z_NO_FLUSH);
    for (int i = 0; i < LAYERS * HEADS; i++) {
        stream.next_in = (uint8_t *)head;
        stream.avail_in = HEAD_BYTES;
        deflate(&stream, Z_NO_FLUSH);
        crc = crc32(crc, (const uint8_t *)head, HEAD_BYTES);
    }
    CHECK(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    size_t packed = stream.total_out;
    deflateEnd(&stream);
    for (int table = 0; table < 2; table++) { /* the member's own header, then its entry in the table at the end */
        at = table ? data + packed : file;
        put(&at, table ? 0x02014b50 : 0x04034b50, 4);
        put(&at, 20, table ? 4 : 2);
        put(&at, 0, 2);
        put(&at, 8, 2); /* deflated */
        put(&at, 0, 4);
        put(&at, crc + broken, 4);
        put(&at, packed, 4);
        put(&at, size, 4);
        put(&at, named, 2);
        put(&at, 0, table ? 16 : 2);
        memcpy(at, name, named);
        at += named;
    }
    size_t end = (size_t)(at - data) - packed;
    put(&at, 0x06054b50, 4);
    put(&at, 0, 4);
    put(&at, 1, 2);
    put(&at, 1, 2);
    put(&at, end, 4);
    put(&at, (uint64_t)(data - file) + packed, 4);
    put(&at, 0, 2);
    rig_write(path, (const char *)file, (size_t)(at - file));
    free(file);
}

static struct app *open_window(void)
{
    struct app *app = rig_open("Birds sing.");
    app->window.headless = false;
    return app;
}

/* Until nothing goes on; how far it was in between, as the window shows. */
static double come_to_rest(struct app *app)
{
    const struct timespec nap = {0, 1000000};
    double halfway = 0;
    while (live_busy(app)) {
        char words[120];
        double share = live_words(app, words, sizeof words);
        CHECK(strncmp(words, "Opening large", 13) == 0);
        halfway = share < 1 && share > halfway ? share : halfway;
        nanosleep(&nap, NULL);
        app_settle(app);
    }
    CHECK(!live_busy(app));
    return halfway;
}

static void check_shown(const struct app *app, const char *layer)
{
    CHECK_TEXT(reading(app, "layers"), "24");
    CHECK_TEXT(reading(app, "layer"), layer);
    CHECK_TEXT(reading(app, "message"), "");
    CHECK_NEAR(hs_set_weights(app->picture.set, 0, 15).data[0], 0.5, 0);
}

static void test_opening(const char *path)
{
    struct app *app = open_window();
    act_text(app, ACT_OPEN, path);
    CHECK(live_opening(app) && !app->picture.layers);
    act_text(app, ACT_TEXT, "Typed meanwhile.");
    press(app, "2");
    CHECK(live_opening(app)); /* neither was waited for */
    CHECK_TEXT(app->picture.run_text, "Typed meanwhile.");
    CHECK_TEXT(reading(app, "view"), "head");
    CHECK(come_to_rest(app) > 0);
    check_shown(app, "1");
    CHECK_TEXT(reading(app, "view"), "layers");
    act_number(app, ACT_SOURCE_CLOSE, 0);
    CHECK_TEXT(app->picture.run_text, "Typed meanwhile.");
    app_drop(app);
}

static void test_giving_up(const char *path, const char *text)
{
    struct app *app = open_window();
    const struct hs_set *before = app->picture.set;
    act_text(app, ACT_OPEN, path);
    act_number(app, ACT_MODEL_STOP, 0);
    CHECK(!live_busy(app) && app->picture.set == before);
    act_text(app, ACT_OPEN, path);
    act_text(app, ACT_OPEN, text); /* what is opened last is what is shown */
    CHECK(!live_busy(app));
    CHECK_TEXT(app->picture.run_text, "Opened later.");
    act_text(app, ACT_OPEN, path);
    app_drop(app); /* in the middle of it */
}

static void test_failing(const char *path)
{
    struct app *app = open_window();
    const struct hs_set *before = app->picture.set;
    act_text(app, ACT_OPEN, path);
    CHECK(live_opening(app));
    come_to_rest(app);
    CHECK(app->talk.message_kind == MESSAGE_ERROR && strstr(app->talk.message, "cannot be inflated"));
    CHECK(app->picture.set == before && !app->picture.layers);
    app_drop(app);
}

/* A session's file is opened beside the window, too; one of a sentence ends that. */
static void test_session(const char *path, const char *folder)
{
    char saved[1300], sentence[1300];
    snprintf(saved, sizeof saved, "%s", rig_in(folder, "saved.session"));
    snprintf(sentence, sizeof sentence, "%s", rig_in(folder, "sentence.session"));
    struct app *app = rig_open("Dogs bark.");
    act_text(app, ACT_SESSION_SAVE, sentence);
    act_text(app, ACT_OPEN, path);
    act_number(app, ACT_LAYER, 6);
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act_text(app, ACT_SESSION_SAVE, saved);
    app_drop(app);
    app = open_window();
    act_text(app, ACT_SESSION_OPEN, saved);
    CHECK(live_opening(app) && app->files.waiting);
    come_to_rest(app);
    check_shown(app, "7");
    CHECK_TEXT(reading(app, "view"), "head");
    CHECK_TEXT(app->picture.text, "Dogs bark."); /* shown when the file is closed */
    act_number(app, ACT_SOURCE_CLOSE, 0);
    act_text(app, ACT_TEXT, "Cats.");
    act_text(app, ACT_SESSION_OPEN, saved);
    act_text(app, ACT_SESSION_OPEN, sentence);
    CHECK(!live_busy(app) && !app->files.waiting);
    CHECK_TEXT(app->picture.run_text, "Dogs bark.");
    app_drop(app);
}

TEST(test_app_beside)
{
    const char *folder = rig_folder("beside");
    char large[1300], broken[1300], text[1300];
    snprintf(large, sizeof large, "%s", rig_in(folder, "large.npz"));
    snprintf(broken, sizeof broken, "%s", rig_in(folder, "large-broken.npz"));
    snprintf(text, sizeof text, "%s", rig_in(folder, "later.txt"));
    write_archive(large, false);
    write_archive(broken, true);
    rig_write(text, "Opened later.\n", 14);
    test_opening(large);
    test_giving_up(large, text);
    test_failing(broken);
    test_session(large, folder);
    return check_report();
}
