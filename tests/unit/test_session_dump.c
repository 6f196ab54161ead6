/* Sessions that name an attention file: everything that is looked at comes back, a file that is not
 * there, not the same or not to be followed is one error and the picture stays; and the sentence of
 * picture B. */
#include <math.h>

#include "model/app.h"
#include "app_rig.h"
#include "dump_files.h"
#include "desk/session.h"
#include "chrome/pass.h"

static char folder[600];

static const char *in_folder(const char *name)
{
    return rig_in(folder, name);
}

#define TOKENS "[\\\"[CLS]\\\",\\\"un\\\",\\\"##able\\\",\\\"[SEP]\\\",\\\"go\\\"]"

/* 3 layers, 2 items, 4 heads, 5 tokens in two sentences. */
static void write_dump(const char *path, size_t layers)
{
    const size_t shape[] = {layers, 2, 4, 5, 5};
    struct hs_buffer file = {0};
    made_file(&file, "attention", "F32", 5, shape,
        "\"tokens\":\"[" TOKENS "," TOKENS "]\",\"segment_ids\":\"[[0,0,0,1,1],[0,0,0,1,1]]\"");
    file_write(path, &file);
    hs_buffer_drop(&file);
}

static struct hs_buffer as_json(const struct app *app)
{
    struct hs_buffer buffer = {0};
    struct session *session = malloc(sizeof *session);
    CHECK(session != NULL);
    if (session) {
        session_take(app, session);
        session_write(app, session, NULL, &buffer);
        hs_buffer_write(&buffer, "", 1);
    }
    free(session);
    return buffer;
}

static void set_everything(struct app *app, const char *path)
{
    act_number(app, ACT_HEADS, 4);
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    act_text(app, ACT_OPEN, path);
    CHECK_TEXT(reading(app, "message"), "");
    act_number(app, ACT_LAYERS_SORT, (long)sort_named("entropy"));
    act_number(app, ACT_LAYERS_REVERSE, 1);
    act_number(app, ACT_LAYERS_MODE, LAYERS_TABLE);
    act_number(app, ACT_ITEM, 1);
    act_number(app, ACT_ALL_ITEMS, 1);
    act_number(app, ACT_PIECES, HS_PIECES_WORDS);
    act_number(app, ACT_PAIR, HS_SEGMENTS_BA);
    act(app, (struct action){.kind = ACT_LAYERS_HEAD, .number = 2, .head = 3});
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act(app, (struct action){.kind = ACT_LOCK, .q = 1, .k = 1});
    act(app, (struct action){.kind = ACT_MINUS, .number = MINUS_HEAD, .head = 1});
    act_number(app, ACT_PALETTE, 2);
    act_number(app, ACT_SCALE, SCALE_LOG);
    act_text(app, ACT_NOTE, "See the last head.");
}

static void check_round_trip(void)
{
    struct app *app = rig_open("Birds sing.");
    write_dump(in_folder("a.safetensors"), 3);
    set_everything(app, in_folder("a.safetensors"));
    CHECK_TEXT(reading(app, "message"), "");
    act(app,
        (struct action){.kind = ACT_SESSION_SAVE, .text = in_folder("a.session"), .number = 1});
    struct hs_buffer before = as_json(app), after, bytes = {0};
    CHECK(strstr(before.data, "\"item\": 1, \"pieces\": \"words\", \"pair\": \"B-A\"") != NULL);
    app_drop(app);
    /* named from the session's folder, so that both can move together */
    CHECK(hs_file_read(in_folder("a.session"), 1 << 20, &bytes.data, &bytes.length, NULL) == HS_OK);
    CHECK(bytes.data && strstr(bytes.data, "\"path\": \"a.safetensors\"") != NULL);
    free(bytes.data);

    app = rig_open("Something else.");
    act_text(app, ACT_OPEN, in_folder("a.session"));
    CHECK_TEXT(reading(app, "message"), "");
    CHECK_TEXT(reading(app, "layer"), "3");
    CHECK_TEXT(reading(app, "head"), "4");
    CHECK_TEXT(reading(app, "view"), "head");
    CHECK_TEXT(reading(app, "pieces"), "words");
    CHECK_TEXT(reading(app, "locked"), "2 2");
    after = as_json(app);
    CHECK_TEXT(after.data, before.data);
    CHECK(app->picture.layers && app->picture.layers->mode == LAYERS_TABLE && app->picture.layers->sort_reversed && app->picture.layers->all_items);
    press(app, "ctrl+w"); /* the live picture behind it */
    CHECK_TEXT(reading(app, "text"), "Birds sing.");
    CHECK_TEXT(reading(app, "heads"), "4");
    CHECK_TEXT(reading(app, "mask"), "causal");
    hs_buffer_drop(&before);
    hs_buffer_drop(&after);
    app_drop(app);
}

/* Opens the session over a picture that must stay. */
static void refused(struct app *app, const char *name, const char *words)
{
    const struct hs_set *set = app->picture.set;
    app->talk.message_kind = MESSAGE_NONE;
    act_text(app, ACT_OPEN, in_folder(name));
    CHECK_TEXT(reading(app, "message-kind"), "error");
    CHECK(tells(app->talk.message, words));
    CHECK(app->picture.set == set && !app->picture.layers && app->picture.h == 8);
    CHECK_TEXT(reading(app, "text"), "Birds sing.");
    CHECK_TEXT(reading(app, "view"), "grid");
}

static void change(const char *name, const char *from, const char *to)
{
    char *bytes = NULL, *at = NULL;
    size_t length = 0;
    struct hs_buffer made = {0};
    CHECK(hs_file_read(in_folder("a.session"), 1 << 20, &bytes, &length, NULL) == HS_OK);
    at = bytes ? strstr(bytes, from) : NULL;
    CHECK(at != NULL);
    if (at) {
        hs_buffer_write(&made, bytes, (size_t)(at - bytes));
        hs_buffer_write(&made, to, strlen(to));
        hs_buffer_write(&made, at + strlen(from), length - (size_t)(at - bytes) - strlen(from));
        file_write(in_folder(name), &made);
    }
    hs_buffer_drop(&made);
    free(bytes);
}

static void check_refused(void)
{
    struct app *app = rig_open("Birds sing.");
    char outside[900];
    change("layer.session", "\"layer\": 2", "\"layer\": 3");
    refused(app, "layer.session", "layer 3 and head 3 (from 0) of \"attention\"");
    change("tensor.session", "\"attention\": \"attention\"", "\"attention\": \"array\"");
    refused(app, "tensor.session", "is not the file");
    change("pair.session", "\"B-A\"", "\"B-C\"");
    refused(app, "pair.session", "\"dump\" should be");
    change("missing.session", "a.safetensors", "b.safetensors");
    refused(app, "missing.session", "b.safetensors");
    /* beside the folder, and by a link out of it */
    snprintf(outside, sizeof outside, "%s.outside.safetensors", folder);
    write_dump(outside, 3);
    CHECK(symlink(outside, in_folder("link.safetensors")) == 0);
    change("up.session", "a.safetensors", "../test-session_dump.outside.safetensors");
    refused(app, "up.session", "outside its folder");
    change("link.session", "a.safetensors", "link.safetensors");
    refused(app, "link.session", "outside its folder");
    /* another file in its place */
    write_dump(in_folder("a.safetensors"), 4);
    refused(app, "a.session", "is not the file that the session was saved with");
    app_drop(app);
}

static void check_own(void)
{
    struct app *app = rig_open("Birds sing.");
    struct hs_error error = {HS_OK, ""};
    CHECK(unlink(in_folder("a.safetensors")) == 0);
    /* of the program's own sessions the sentence is not lost with the file */
    CHECK(session_open(app, in_folder("missing.session"), true, &error) == HS_OK);
    CHECK(!app->picture.layers && tells(app->talk.message, "b.safetensors"));
    CHECK_TEXT(reading(app, "heads"), "4");
    app_drop(app);
}

/* The largest difference of head 5, where both sentences have the tokens. */
static float difference(const struct app *app)
{
    struct hs_matrix D = hs_set_weights(app_shown(app), 0, 4);
    float most = 0;
    for (size_t i = 0; i < D.rows * D.cols; i++)
        most = isfinite(D.data[i]) ? fmaxf(most, fabsf(D.data[i])) : most;
    return most;
}

static void check_kept(void)
{
    struct app *app = rig_open("The dog sleeps.");
    act_text(app, ACT_KEEP, "The cat sleeps on the bed.");
    act_number(app, ACT_VIEW, VIEW_HEAD);
    CHECK(app->lens.wish.minus == MINUS_KEPT);
    struct hs_buffer before = as_json(app), after;
    CHECK(strstr(before.data, "\"minus\": {\"text\": \"The cat sleeps on the bed.\"}") != NULL);
    act(app,
        (struct action){.kind = ACT_SESSION_SAVE, .text = in_folder("kept.session"), .number = 1});
    float want = difference(app);
    app_drop(app);
    app = rig_open("Something else here.");
    act_text(app, ACT_OPEN, in_folder("kept.session"));
    CHECK_TEXT(reading(app, "message"), "");
    CHECK(app->lens.wish.minus == MINUS_KEPT);
    CHECK_NEAR(difference(app), want, 0);
    CHECK(want != 0);
    after = as_json(app);
    CHECK_TEXT(after.data, before.data);
    /* kept with another mask: running it again would be another picture */
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    hs_buffer_drop(&after);
    after = as_json(app);
    CHECK(strstr(after.data, "minus") == NULL);
    hs_buffer_drop(&before);
    hs_buffer_drop(&after);
    app_drop(app);
}

TEST(test_session_dump)
{
    snprintf(folder, sizeof folder, "%s", rig_folder("session_dump"));
    check_round_trip();
    check_refused();
    check_own();
    check_kept();
    return check_report();
}
