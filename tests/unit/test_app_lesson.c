/* test_app_lesson.c – lessons as files: names of tokens, what a reader refuses and where, that random damage is refused or read and
 * never more; and that nothing tells the answer of a question that waits: no action, no number on the screen. */
#include <math.h>

#include "model/app.h"
#include "app_rig.h"
#include "desk/session.h"
#include "desk/tour.h"

#define SENTENCE "The cat saw the dog, and the dog saw the cat."
#define PICTURE "session {\"headscope_session\": 1, \"text\": \"" SENTENCE "\", \"view\": \"head\", \"head\": 1}\n"
#define START "headscope-lesson 1\ntitle T\nstep S\n" PICTURE

static struct lesson *read_lesson(const char *bytes, struct hs_error *error)
{
    struct lesson *lesson = NULL;
    *error = (struct hs_error){HS_OK, ""};
    enum hs_status status = lesson_read("x.lesson", bytes, strlen(bytes), NULL, &lesson, error);
    CHECK((status == HS_OK) == (lesson != NULL));
    CHECK(status == HS_OK || error->message[0]);
    return lesson;
}

/* ---------------------------------------------------------------- reading */
static void check_read(void)
{
    struct hs_error error;
    struct lesson *lesson = read_lesson("\xef\xbb\xbfheadscope-lesson 1\r\ntitle  A title \r\n# remark\r\n\r\nstep One\r\n" PICTURE
                                 "text\r\n  First line\r\n\tgoes on.\r\n\r\n  Second {{one}}.\r\n\r\n\r\nask Which\r\n  word?\r\nfind key in head 2 from saw#2\r\n"
                                 "point head 1 2 8\r\npoint cell saw dog#2\r\nstep Two\r\nfind head to #1 from cat#2\r\ntext x",
        &error);
    if (!lesson) {
        fprintf(stderr, "%s\n", error.message);
        CHECK(false);
        return;
    }
    CHECK_TEXT(lesson->title, "A title");
    CHECK(lesson->count == 2 && lesson->questions == 2 && !lesson->tour);
    const struct lesson_step *one = &lesson->step[0], *two = &lesson->step[1];
    CHECK_TEXT(one->title, "One");
    CHECK_TEXT(one->text, "First line goes on.\nSecond {{one}}.");
    CHECK_TEXT(one->ask.question, "Which word?");
    CHECK(one->ask.kind == ASK_KEY && one->ask.head == 1 && !one->ask.to);
    CHECK_TEXT(one->ask.from, "saw#2");
    CHECK(one->line == 5 && one->session_line == 6 && one->text_line == 7 && one->ask.line == 16);
    CHECK(one->points == 2 && one->point[0].kind == POINT_HEAD && one->point[0].heads == 3 && one->point[0].head[2] == 7);
    CHECK(one->point[1].kind == POINT_CELL && one->point_line[1] == 18);
    CHECK(one->own_session && !two->own_session && two->session == one->session);
    CHECK_TEXT(two->sentence, SENTENCE);
    CHECK(two->ask.kind == ASK_HEAD && two->ask.head == ACT_NOWHERE && two->line == 19 && two->from == one->to);
    CHECK_TEXT(two->ask.question, "");
    lesson_drop(lesson);
}

static void check_tokens(void)
{
    struct hs_tokens *tokens;
    char name[64];
    CHECK(hs_tokenise("the #3 cat the # the", 20, &tokens, NULL) == HS_OK);
    for (size_t i = 0; i < tokens->count; i++) {
        lesson_token_name(tokens, i, name, sizeof name);
        CHECK(lesson_token(tokens, name) == i);
    }
    lesson_token_name(tokens, tokens->count - 1, name, sizeof name);
    CHECK_TEXT(name, "the#3");
    CHECK(lesson_token(tokens, "the") == 0 && lesson_token(tokens, "#1") == 0 && lesson_token(tokens, "#0") == ACT_NOWHERE);
    CHECK(lesson_token(tokens, "the#4") == ACT_NOWHERE && lesson_token(tokens, "#99") == ACT_NOWHERE && lesson_token(tokens, "") == ACT_NOWHERE);
    hs_tokens_drop(tokens);
}

static void refuse(const char *bytes, size_t line, const char *part)
{
    struct hs_error error;
    char where[64];
    struct lesson *lesson = read_lesson(bytes, &error);
    snprintf(where, sizeof where, "x.lesson, line %zu", line);
    if (lesson || strncmp(error.message, where, strlen(where)) != 0 || !tells(error.message, part))
        fprintf(stderr, "for line %zu, \"%s\": %s\n", line, part, error.message);
    CHECK(!lesson && error.status == HS_BAD_INPUT && strncmp(error.message, where, strlen(where)) == 0 && tells(error.message, part));
    lesson_drop(lesson);
}

/* What files_lessons.py does not say in Python: limits, things given twice, hostile bytes. */
static void check_refused(void)
{
    struct hs_buffer long_one = {0};
    refuse("", 1, "begins with the line");
    refuse("headscope-lesson 2\n", 1, "begins with the line");
    refuse("headscope-lesson 1\ntitle T\n", 2, "has no step");
    refuse("headscope-lesson 1\ntitle T\ntitle U\n", 3, "stands once");
    refuse("headscope-lesson 1\ntitle\n", 2, "followed by 1 to");
    refuse("headscope-lesson 1\ntitle T\nstep\n", 3, "followed by its title");
    refuse("headscope-lesson 1\ntitle T\ntext x\n", 3, "belongs to a step");
    refuse("headscope-lesson 1\ntitle T\nstep a\x01b\n", 3, "control character");
    refuse(START PICTURE "text x", 5, "a session already");
    refuse(START "text x\ntext y", 6, "a text already");
    refuse(START "ask x\nask y", 6, "a question already");
    refuse(START "text x\nfind key from cat in head 1\nfind key from dog in head 1\n", 7, "finds something already");
    refuse(START "text\n\nstep U", 5, "there is no text");
    refuse(START "text x\npoint head\n", 6, "1 to 8 heads");
    refuse(START "text x\npoint head 0\n", 6, "counted from 1");
    refuse(START "text x\npoint head 1 2 3 4 5 6 7 8 1\n", 6, "1 to 8 heads");
    refuse(START "text x\npoint single now\n", 6, "nothing stands behind");
    refuse(START "text x\npoint row cat dog\n", 6, "one word");
    refuse(START "text x\npoint step\npoint step\npoint step\npoint step\npoint step\n", 10, "at most");
    refuse(START "text x\nfind key\n", 6, "this should be");
    refuse(START "text x\nfind key from cat in head\n", 6, "this should be");
    refuse(START "text x\nfind key from cat from dog in head 1\n", 6, "this should be");
    refuse(START "text x\nfind head from cat to dog in head 1\n", 6, "this should be");
    refuse(START "text x\nfind verb from cat in head 1\n", 6, "this should be");
    refuse(START "text {weight 9 cat dog}", 5, "has 8 heads");
    refuse(START "text {weight 1 cat cow}", 5, "has no “cow”");
    refuse(START "text }", 5, "a brace stands alone");
    refuse("headscope-lesson 1\ntitle T\nstep S\nsession {\"headscope_session\": 1, \"text\": \"\"}\ntext x", 4, "has no words");
    refuse("headscope-lesson 1\ntitle T\nstep S\nsession {\"headscope_session\": 1, \"text\": \"a\"} x\ntext x", 4, "a line of its own");
    refuse("headscope-lesson 1\ntitle T\nstep S\nsession {\n\"headscope_session\": 1, \"text\": \"a\",\n\"minus\": {\"head\": 1},\n\"head\": 99}\ntext x", 7, "\"head\" is 99");
    /* more steps than there may be, and longer texts */
    hs_buffer_print(&long_one, START "text x\n");
    for (int i = 1; i <= LESSON_MOST_STEPS; i++)
        hs_buffer_print(&long_one, "step S\ntext x\n");
    refuse(long_one.data, 5 + 2 * LESSON_MOST_STEPS - 1, "at most 100 steps");
    long_one.length = 0;
    hs_buffer_print(&long_one, START "text ");
    for (int i = 0; i < LESSON_TEXT_ROOM; i++)
        hs_buffer_write(&long_one, "x", 1);
    refuse(long_one.data, 5, "there is room for 3999");
    hs_buffer_drop(&long_one);
    struct lesson *lesson = NULL;
    struct hs_error error;
    CHECK(lesson_read("x.lesson", START "text a\0b", strlen(START) + 8, NULL, &lesson, &error) == HS_BAD_INPUT && tells(error.message, "line 5: byte 0x00"));
    CHECK(lesson_open(HS_SOURCE_DIR "/no.lesson", NULL, &lesson, &error) == HS_IO);
}

/* A lesson with bytes exchanged, cut, doubled is refused in one line, or read. */
static void check_damage(void)
{
    char *bytes, *damaged;
    size_t length;
    unsigned seed = 7;
    CHECK(hs_file_read(HS_SOURCE_DIR "/tests/gui/data/small.lesson", 1 << 20, &bytes, &length, NULL) == HS_OK);
    size_t refused = 0;
    for (int round = 0; round < 1500; round++) {
        struct lesson *lesson = NULL;
        struct hs_error error = {HS_OK, ""};
        size_t size = length;
        damaged = malloc(length);
        if (!damaged)
            break;
        memcpy(damaged, bytes, length);
        for (int i = 0; i < 1 + round % 3; i++) {
            seed = seed * 1664525u + 1013904223u;
            size_t at = (seed >> 8) % size, from = (seed >> 3) % size;
            if (round % 4 == 0)
                size = at ? at : 1;
            else if (round % 4 == 1)
                damaged[at] = damaged[from];
            else if (round % 4 == 2)
                memmove(damaged + at, damaged + from, size - (at > from ? at : from));
            else
                damaged[at] = "\n {}\"#\\\t"[seed >> 29];
        }
        if (lesson_read("x.lesson", damaged, size, NULL, &lesson, &error)) {
            CHECK(strncmp(error.message, "x.lesson, line ", 15) == 0 && !strchr(error.message, '\n'));
            refused++;
        }
        lesson_drop(lesson);
        free(damaged);
    }
    CHECK(refused > 300 && refused < 1500);
    free(bytes);
}

/* ---------------------------------------------------------------- a question that waits */
/* A number as weights, scores and shares are written, among what is drawn as text. */
static bool draws_number(const char *trace)
{
    bool found = false;
    for (const char *at = trace; at && (at = strchr(at, '"')); at = strchr(at, '\n')) { /* texts lead their lines */
        const char *end = strchr(at + 1, '"');
        for (const char *c = at + 1; end && c < end && !found; c++)
            found = c[0] == '.' && c[-1] >= '0' && c[-1] <= '9' && c[1] >= '0' && c[1] <= '9';
    }
    return found;
}

/* The page of the question is drawn, and no number. */
static bool keeps_secret(const struct app *app)
{
    struct hs_buffer trace = {0};
    trace_write(app->services.draw, &trace);
    hs_buffer_write(&trace, "", 1);
    bool kept = !trace.failed && strstr(trace.data, "Before you see the picture") && !draws_number(trace.data);
    hs_buffer_drop(&trace);
    return kept;
}

static bool gives_away(const struct app *app)
{
    struct hs_buffer trace = {0};
    trace_write(app->services.draw, &trace);
    hs_buffer_write(&trace, "", 1);
    bool told = !trace.failed && draws_number(trace.data);
    hs_buffer_drop(&trace);
    return told;
}

static void check_secret(void)
{
    struct app *app = rig_open("Mine.");
    const char *folder = rig_folder("lesson-secret"), *path = rig_in(folder, "ask.lesson");
    const char bytes[] = "headscope-lesson 1\ntitle T\nstep S\nsession {\"headscope_session\": 1, \"text\": \"" SENTENCE
                         "\", \"view\": \"head\", \"head\": 1, \"lock\": {\"query\": 1, \"key\": 0}}\nfind key from cat in head 2\ntext It was {weight 2 saw cat}.";
    rig_write(path, bytes, sizeof bytes - 1);
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act_text(app, ACT_OPEN, path);
    CHECK_TEXT(reading(app, "tour"), "1");
    CHECK(tour_asks(app) && keeps_secret(app));
    size_t truth = ask_truth(app, tour_asks(app), NULL);
    char *before = rig_state(app);
    /* every action there is, but those that answer, go on, leave, quit */
    for (int kind = ACT_NONE + 1; kind <= ACT_QUIT; kind++) {
        char target[1300];
        struct action action = {.kind = (enum action_kind)kind, .number = 1, .head = 1, .q = 1, .k = 1, .dx = 1, .dy = 1, .amount = 2, .text = target};
        if (kind == ACT_TOUR || kind == ACT_TOUR_STEP || kind == ACT_TOUR_ANSWER || kind == ACT_CANCEL || kind == ACT_QUIT || kind == ACT_RESIZE ||
            kind == ACT_UI_SCALE || kind == ACT_UI_SCALE_STEP ||            kind == ACT_PALETTE || kind == ACT_SCALE || kind == ACT_ONE_BASED)
            continue;
        snprintf(target, sizeof target, "%s/out-%d.csv", folder, kind);
        act(app, action);
        bool open = tour_asks(app) != NULL;
        char *after = rig_state(app);
        if (!open || !keeps_secret(app) || strcmp(before, after) != 0 || app->files.copied || access(target, F_OK) == 0)
            fprintf(stderr, "action %d tells\n", kind);
        CHECK(open && keeps_secret(app) && !app->files.copied && access(target, F_OK) != 0);
        CHECK_TEXT(after, before);
        free(after);
        app->talk.help = HELP_CLOSED;
        act_number(app, ACT_PRESENT, 0);
    }
    free(before);
    /* every key, too: no view, panel, menu or tooltip behind it */
    for (int key = 'a'; key <= 'z'; key++) {
        char name[2] = {(char)key, 0};
        press(app, name);
        CHECK(tour_asks(app) && keeps_secret(app));
    }
    for (float y = 0; y < app->window.height; y += 60)
        for (float x = 0; x < app->window.width; x += 60) {
            app_event(app, &(struct ui_event){.kind = UI_MOVE, .x = x, .y = y});
            app_settle(app);
            CHECK(keeps_secret(app) && !app->talk.menu.open);
        }
    app_event(app, &(struct ui_event){.kind = UI_DOWN, .x = 300, .y = 600, .button = 3, .clicks = 1});
    app_settle(app);
    CHECK(!app->talk.menu.open);
    act_number(app, ACT_TOUR_ANSWER, 99);
    CHECK(tour_asks(app) != NULL);
    act_number(app, ACT_TOUR_ANSWER, (long)truth);
    CHECK(!tour_asks(app) && gives_away(app) && app->look.locked.k == truth && app->look.locked.q == 1 && app->look.head == 1);
    CHECK(tour_step(app)->answer.right);
    act_number(app, ACT_TOUR_ANSWER, (long)truth);
    CHECK_TEXT(reading(app, "message"), "no question waits for an answer");
    /* the weight in the words is the picture's */
    struct hs_matrix A = hs_set_weights(app->picture.set, 0, 1);
    char weight[32];
    app_weight_text((double)A.data[1 * A.stride + truth], weight, sizeof weight);
    CHECK(strstr(tour_step(app)->answer.words, weight) != NULL);
    for (size_t k = 0; k < hs_set_shape(app->picture.set).m; k++)
        CHECK(A.data[1 * A.stride + k] <= A.data[1 * A.stride + truth]);
    app_drop(app);
}

/* ---------------------------------------------------------------- files that steps open */
static void check_files(void)
{
    struct app *app = rig_open(NULL);
    const char *folder = rig_folder("lesson-files"), *path = rig_in(folder, "files.lesson");
    const char bytes[] = "headscope-lesson 1\ntitle T\n"
                         "step A\nsession {\"headscope_session\": 1, \"text\": \"She gave the letter to her brother.\", \"file\": {\"sample\": \"pronouns.txt\", \"sentence\": 1}}\ntext x\n"
                         "step B\nsession {\"headscope_session\": 1, \"text\": \"A dog.\"}\ntext x\n"
                         "step C\nsession {\"headscope_session\": 1, \"text\": \"A dog.\", \"dump\": {\"path\": \"none.npy\", \"bytes\": 9, \"attention\": \"a\", \"layer\": 0, "
                         "\"item\": 0, \"pieces\": \"raw\", \"pair\": \"all\", \"layers\": \"map\", \"figure\": \"number\", \"reversed\": false}}\ntext x\n";
    rig_write(path, bytes, sizeof bytes - 1);
    act_text(app, ACT_OPEN, HS_SOURCE_DIR "/samples/objects.txt");
    act_number(app, ACT_SENTENCE, 2);
    act_number(app, ACT_PALETTE, PALETTE_MAGMA);
    act_text(app, ACT_NOTE, "Mine.");
    char *before = rig_state(app);
    act_text(app, ACT_OPEN, path);
    CHECK(strstr(reading(app, "file"), "pronouns.txt") != NULL);
    CHECK_TEXT(reading(app, "sentence"), "2");
    CHECK(app->look.palette == PALETTE_MAGMA); /* the reader's */
    act_number(app, ACT_TOUR_STEP, 1);
    CHECK_TEXT(reading(app, "file"), "");
    /* a step that cannot be shown is told, and the one before stays */
    act_number(app, ACT_TOUR_STEP, 1);
    CHECK_TEXT(reading(app, "message-kind"), "error");
    CHECK_TEXT(reading(app, "tour"), "2");
    CHECK_TEXT(reading(app, "text"), "A dog.");
    act_number(app, ACT_TOUR, 1);
    act_number(app, ACT_TOUR, 0);
    char *after = rig_state(app);
    CHECK_TEXT(after, before);
    free(after);
    /* one that the user opened on the way stays, whatever steps come behind */
    act_text(app, ACT_OPEN, path);
    act_text(app, ACT_OPEN, HS_SOURCE_DIR "/samples/subjects.txt");
    act_number(app, ACT_TOUR, 2);
    act_number(app, ACT_TOUR, 1);
    act_number(app, ACT_TOUR, 0);
    CHECK(strstr(reading(app, "file"), "subjects.txt") != NULL);
    CHECK_TEXT(reading(app, "note"), "Mine.");
    free(before);
    app_drop(app);
}

/* ---------------------------------------------------------------- writing */
static char *bytes_of(const char *path)
{
    char *bytes = NULL;
    size_t length;
    CHECK(hs_file_read(path, 1 << 20, &bytes, &length, NULL) == HS_OK);
    return bytes;
}

static void write_step(struct app *app, const char *path, const char *title, const char *text)
{
    act_number(app, ACT_LESSON_DIALOG, 0);
    act_text(app, ACT_LESSON_TITLE, title);
    act_text(app, ACT_LESSON_TEXT, text);
    act_text(app, ACT_LESSON_SAVE, path);
}

/* A step with every setting comes back as it was written, in whatever place; the rest of the file stays to the byte. */
static void check_written(void)
{
    struct app *app = rig_open("The cat saw the dog, and the dog saw the cat.");
    const char *folder = rig_folder("lesson-write"), *path = rig_in(folder, "by hand.lesson");
    const char old[] = "headscope-lesson 1\r\n# for Monday\ntitle  By hand\n\nstep First\n" PICTURE "# inside\ntext\n   odd   indent\n\n# of the second\nstep Second\ntext y\n# at the end";
    struct lesson *lesson = NULL;
    rig_write(path, old, sizeof old - 1);
    act_number(app, ACT_HEADS, 16);
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 3, .number = HS_HEAD_OFF});
    act_number(app, ACT_VIEW, VIEW_GRID);
    act_number(app, ACT_LENS, (long)hs_lens_named("value"));
    act_number(app, ACT_SORT, (long)sort_named("entropy"));
    act_number(app, ACT_SCALE, SCALE_SQRT);
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 5});
    act(app, (struct action){.kind = ACT_LOCK, .q = 7, .k = 4});
    char *state = rig_state(app);
    write_step(app, path, "Added", "One {{brace}} ¶ and a very long line of words that is broken where it has to be, since a person reads the file in an editor, too.");
    CHECK_TEXT(reading(app, "message-kind"), "info");
    char *bytes = bytes_of(path);
    CHECK(bytes && strncmp(bytes, old, sizeof old - 1 - strlen("\n# at the end")) == 0 && strstr(bytes, "# at the end"));
    CHECK(strstr(bytes, "\"scale\": \"sqrt\"") && !strstr(strstr(bytes, "step Added"), "palette")); /* the reader's own stays */
    free(bytes);
    CHECK(lesson_open(path, app->picture.live, &lesson, NULL) == HS_OK && lesson->count == 3);
    CHECK_TEXT(lesson->step[2].title, "Added");
    CHECK(strstr(lesson->step[2].text, "One {{brace}}\nand a very long line of words that is broken where it has to be, since a person reads"));
    CHECK(lesson->step[2].points == 1 && lesson->step[2].point[0].kind == POINT_HEAD && lesson->step[2].point[0].head[0] == 5);
    lesson_drop(lesson);
    /* shown again, it is the same picture */
    act_text(app, ACT_TEXT, "Else.");
    act_number(app, ACT_LENS_RESET, 0);
    act_text(app, ACT_OPEN, path);
    act_number(app, ACT_TOUR, 3);
    char *again = rig_state(app);
    *strstr(again, "\"lines\"") = *strstr(state, "\"lines\"") = '\0'; /* and the step: nobody saw them there */
    CHECK_TEXT(again, state);
    free(again);
    free(state);
    /* behind the first, while it is open: the second, which shows the first one's picture, keeps it, and its remark */
    act_number(app, ACT_TOUR, 1);
    act_text(app, ACT_TEXT, "Another dog.");
    write_step(app, path, "Between", "x");
    CHECK_TEXT(reading(app, "tour"), "2");
    CHECK(lesson_open(path, app->picture.live, &lesson, NULL) == HS_OK && lesson->count == 4);
    CHECK_TEXT(lesson->step[1].title, "Between");
    CHECK_TEXT(lesson->step[1].sentence, "Another dog.");
    CHECK_TEXT(lesson->step[2].title, "Second");
    CHECK_TEXT(lesson->step[2].sentence, SENTENCE);
    lesson_drop(lesson);
    bytes = bytes_of(path);
    CHECK(bytes && strstr(bytes, "x\n\n# of the second\nstep Second\n") && strstr(bytes, "step First\n" PICTURE "# inside\ntext\n   odd   indent\n\nstep Between"));
    free(bytes);
    /* changed: its words are there to be changed, its remark stays */
    act_number(app, ACT_TOUR, 1);
    act_number(app, ACT_LESSON_DIALOG, 0);
    act_number(app, ACT_LESSON_CHANGE, 1);
    CHECK_TEXT(app->talk.draft.title, "First");
    CHECK_TEXT(app->talk.draft.text, "odd   indent");
    act_text(app, ACT_LESSON_TITLE, "Now first");
    act_text(app, ACT_LESSON_SAVE, path);
    CHECK(lesson_open(path, app->picture.live, &lesson, NULL) == HS_OK && lesson->count == 4);
    CHECK_TEXT(lesson->step[0].title, "Now first");
    bytes = bytes_of(path);
    CHECK(bytes && strstr(bytes, "# for Monday\n") && strstr(bytes, "odd indent\n# inside\n\nstep Between"));
    free(bytes);
    CHECK_TEXT(lesson->step[2].sentence, SENTENCE);
    lesson_drop(lesson);
    /* what is no step, or a file that changed meanwhile, leaves all as it is */
    bytes = bytes_of(path);
    write_step(app, path, "Bad", "{weight 1 none here}");
    CHECK_TEXT(reading(app, "message-kind"), "error");
    write_step(app, path, " ", "x");
    CHECK_TEXT(reading(app, "message-kind"), "error");
    act_number(app, ACT_LESSON_ASK, 1);
    act(app, (struct action){.kind = ACT_UNLOCK});
    write_step(app, path, "Asks", "x");
    CHECK(tells(reading(app, "message"), "Lock the row"));
    act_number(app, ACT_LESSON_ASK, 0);
    char *same = bytes_of(path);
    CHECK_TEXT(same, bytes);
    free(same);
    rig_write(path, old, sizeof old - 1);
    act_number(app, ACT_TOUR, 2);
    write_step(app, path, "Late", "x");
    CHECK(tells(reading(app, "message"), "open it again"));
    same = bytes_of(path);
    CHECK_TEXT(same, old);
    free(same);
    free(bytes);
    /* a new one is named by its file; a question finds the largest weight of the row */
    act_number(app, ACT_TOUR, 0);
    act_text(app, ACT_TEXT, "Dogs that bark sleep.");
    act(app, (struct action){.kind = ACT_LOCK, .q = 2, .k = ACT_NOWHERE});
    path = rig_in(folder, "who-does-what.lesson");
    act_number(app, ACT_LESSON_ASK, 1);
    write_step(app, path, "Asks", "x");
    CHECK(lesson_open(path, app->picture.live, &lesson, NULL) == HS_OK);
    CHECK_TEXT(lesson->title, "who does what");
    CHECK(lesson->questions == 1 && lesson->step[0].ask.kind == ASK_KEY && lesson->step[0].ask.head == app->look.head && lesson->step[0].points == 0);
    CHECK_TEXT(lesson->step[0].ask.from, hs_set_tokens(app->picture.set, HS_QUERY)->token[2].text);
    lesson_drop(lesson);
    app_drop(app);
}

TEST(test_app_lesson)
{
    check_read();
    check_tokens();
    check_refused();
    check_damage();
    check_secret();
    check_files();
    check_written();
    return check_report();
}
