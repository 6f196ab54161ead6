/* test_app_actions.c – actions that run the engine or open files: what changes, and that a failure
 * changes nothing but the message. */
#include "app_rig.h"
#include "chrome/pass.h"

static void check_start(void)
{
    struct app *app = rig_open(NULL);
    CHECK_TEXT(reading(app, "text"), APP_DEFAULT_TEXT);
    CHECK_TEXT(reading(app, "heads"), "8");
    CHECK_TEXT(reading(app, "d_k"), "64");
    CHECK_TEXT(reading(app, "tokens"), "10");
    CHECK_TEXT(reading(app, "view"), "grid");
    app_drop(app);
}

static void check_heads(void)
{
    static const char *const divisors[] = {"16", "32", "64", "64", "64"};
    struct app *app = rig_open(NULL);
    uint64_t before = app->picture.identity;
    for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++) {
        act_number(app, ACT_HEADS_STEP, 1);
        CHECK_TEXT(reading(app, "heads"), divisors[i]);
    }
    CHECK(app->picture.identity > before);
    for (int i = 0; i < 9; i++)
        act_number(app, ACT_HEADS_STEP, -1);
    CHECK_TEXT(reading(app, "heads"), "1");
    act_number(app, ACT_HEADS, 7);
    CHECK_TEXT(reading(app, "heads"), "1");
    CHECK_TEXT(reading(app, "message-kind"), "error");
    CHECK(tells(reading(app, "message"), "4 and 8"));
    act_number(app, ACT_HEADS, 0);
    CHECK_TEXT(reading(app, "heads"), "1");
    act_number(app, ACT_HEADS, 128);
    CHECK_TEXT(reading(app, "heads"), "128");
    CHECK_TEXT(reading(app, "message-kind"), "none"); /* a good run takes the error away */
    /* The selected head stays within what there is. */
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 100});
    act_number(app, ACT_HEADS, 4);
    CHECK_TEXT(reading(app, "head"), "4");
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 4});
    CHECK(tells(reading(app, "message"), "heads 1 to 4"));
    app_drop(app);
}

static void check_text(void)
{
    struct app *app = rig_open(NULL);
    uint64_t before = app->picture.identity;
    act_text(app, ACT_TEXT, "");
    CHECK_TEXT(reading(app, "text"), "");
    CHECK_TEXT(reading(app, "tokens"), "10"); /* the picture stays */
    CHECK_TEXT(reading(app, "message-kind"), "info");
    CHECK(app->picture.identity == before);
    act_text(app, ACT_TEXT, "The cat sat.");
    CHECK_TEXT(reading(app, "tokens"), "4");
    CHECK_TEXT(reading(app, "message"), "");
    act_text(app, ACT_TEXT, "bad \xff byte");
    CHECK_TEXT(reading(app, "tokens"), "4");
    CHECK(tells(reading(app, "message"), "UTF-8"));
    CHECK_TEXT(reading(app, "text"), "The cat sat."); /* it never reaches the field */

    char *huge = malloc(APP_TEXT_ROOM + 10);
    memset(huge, 'x', APP_TEXT_ROOM + 9);
    huge[APP_TEXT_ROOM + 9] = '\0';
    act_text(app, ACT_TEXT, huge);
    CHECK(tells(reading(app, "message"), "65535"));
    for (int i = 0; i < APP_TEXT_ROOM - 2; i++)
        huge[i] = i % 2 ? ' ' : 'x';
    huge[APP_TEXT_ROOM - 2] = '\0';
    act_text(app, ACT_TEXT, huge); /* more tokens than HS_MAX_TOKENS */
    CHECK(tells(reading(app, "message"), "4096"));
    CHECK_TEXT(reading(app, "tokens"), "4");
    free(huge);
    app_drop(app);
}

static void check_mask(void)
{
    struct app *app = rig_open("One two three.");
    act_number(app, ACT_MASK, ACT_NEXT);
    CHECK_TEXT(reading(app, "mask"), "causal");
    CHECK(hs_set_masked(app->picture.set, 0, 1));
    act(app, (struct action){.kind = ACT_LOCK, .q = 0, .k = 1});
    CHECK(strstr(reading(app, "words"), "masked") != NULL);
    CHECK_TEXT(reading(app, "weight"), "masked");
    act_number(app, ACT_MASK, ACT_NEXT);
    CHECK_TEXT(reading(app, "mask"), "none");
    CHECK(strstr(reading(app, "words"), "'One' gives") != NULL);
    app_drop(app);
}

static void check_files(void)
{
    char path[700], other[700];
    const char *folder = rig_folder("files");
    struct app *app = rig_open(NULL);
    snprintf(path, sizeof path, "%s/three.txt", folder);
    snprintf(other, sizeof other, "%s/none.txt", folder);
    static const char three[] = "\xef\xbb\xbf# look at the verbs\r\nThe dog barks.\r\n"
                                "A cat sleeps.\r\nBirds sing loudly.\r\n";
    rig_write(path, three, sizeof three - 1);
    act_number(app, ACT_SENTENCE_STEP, 1);
    CHECK(tells(reading(app, "message"), "no file is open"));
    act_text(app, ACT_OPEN, path);
    CHECK_TEXT(reading(app, "text"), "The dog barks.");
    CHECK_TEXT(reading(app, "sentences"), "3");
    CHECK_TEXT(app->picture.file->note, "look at the verbs");
    CHECK_TEXT(app->files.recent[0], path);
    act_number(app, ACT_SENTENCE_STEP, 1);
    act_number(app, ACT_SENTENCE_STEP, 1);
    CHECK_TEXT(reading(app, "text"), "Birds sing loudly.");
    act_number(app, ACT_SENTENCE_STEP, 1); /* past the end it stays */
    CHECK_TEXT(reading(app, "sentence"), "3");
    act_text(app, ACT_TEXT, "Birds sing.");
    CHECK_TEXT(reading(app, "edited"), "yes");
    act_number(app, ACT_SENTENCE_STEP, 1); /* brings the file's sentence back */
    CHECK_TEXT(reading(app, "text"), "Birds sing loudly.");
    CHECK_TEXT(reading(app, "edited"), "no");
    act_number(app, ACT_SENTENCE, 7);
    CHECK(tells(reading(app, "message"), "1 to 3, not 8"));
    act_text(app, ACT_OPEN, other);
    CHECK_TEXT(reading(app, "message-kind"), "error");
    CHECK_TEXT(reading(app, "text"), "Birds sing loudly."); /* text and file stay */
    CHECK_TEXT(reading(app, "file"), path);
    act_number(app, ACT_OPEN_RECENT, 0);
    CHECK_TEXT(reading(app, "sentence"), "1");
    act_number(app, ACT_OPEN_RECENT, 5);
    CHECK(tells(reading(app, "message"), "no recent file 6"));
    act_number(app, ACT_CLOSE_FILE, 0);
    CHECK_TEXT(reading(app, "file"), "");
    CHECK_TEXT(reading(app, "text"), "The dog barks.");
    app_drop(app);
}

/* Every file that cannot be shown: one clear message, and the picture stays. */
static void check_bad_files(void)
{
    char path[700];
    const char *folder = rig_folder("bad-files");
    struct app *app = rig_open("Keep me.");
    const struct {
        const char *name, *bytes;
        size_t length;
        const char *says;
    } cases[] = {
        {"empty.txt", "", 0, "empty.txt"},
        {"comments.txt", "# only\n# comments\n", 18, "comments.txt"},
        {"binary.txt", "PK\3\4\0\0\0\0", 8, "binary.txt"},
        {"utf8.txt", "Fine.\nNot \xc3( fine.\n", 19, "line 2"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, cases[i].name);
        rig_write(path, cases[i].bytes, cases[i].length);
        act_text(app, ACT_OPEN, path);
        CHECK_TEXT(reading(app, "message-kind"), "error");
        CHECK(tells(reading(app, "message"), cases[i].says));
        CHECK_TEXT(reading(app, "text"), "Keep me.");
        CHECK_TEXT(reading(app, "tokens"), "3");
    }
    act_text(app, ACT_OPEN, folder);
    CHECK(
        tells(reading(app, "message"), "directory") || tells(reading(app, "message"), "folder"));
    act_text(app, ACT_OPEN, "");
    CHECK_TEXT(reading(app, "message-kind"), "error");
    app_drop(app);
}

/* A paste that was cut says so, and the next letter takes the message away. */
static void check_cut_paste(void)
{
    struct app *app = rig_open("Birds sing.");
    app_apply(app, &(struct action){.kind = ACT_TEXT, .text = "Birds sing now.", .number = 7000});
    CHECK(app->talk.message_kind == MESSAGE_ERROR && tells(app->talk.message, "holds 65535 bytes: 7000 bytes of what was pasted were left out"));
    CHECK_TEXT(app->picture.run_text, "Birds sing now.");
    app_apply(app, &(struct action){.kind = ACT_TEXT, .text = "Birds sing now!"});
    CHECK(app->talk.message_kind == MESSAGE_NONE);
    app_drop(app);
}

TEST(test_app_actions)
{
    check_start();
    check_heads();
    check_text();
    check_cut_paste();
    check_mask();
    check_files();
    check_bad_files();
    return check_report();
}
