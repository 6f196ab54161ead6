/* A real model in the window: opened beside it, run at each letter, given up, and never waited for. The models are the small ones of
 * tests/models, whose numbers test_checkpoint judges; here they must be those of the text that stands in the field. */
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "app_rig.h"

#define MODELS HS_SOURCE_DIR "/tests/models/"
static const char sentence[] = "The student delivered the book to the library yesterday.";

/* A window, as far as the model knows: nothing is waited for. */
static struct app *open_window(const char *text)
{
    struct app *app = rig_open(text);
    app->window.headless = false;
    return app;
}

/* As a window does that is woken: until nothing goes on. */
static void wait_for(struct app *app)
{
    const struct timespec nap = {0, 2000000};
    while (live_busy(app)) {
        nanosleep(&nap, NULL);
        app_settle(app);
    }
    CHECK(!live_busy(app));
}

/* Largest difference of any weight of the picture's layer from a run of the engine by itself. */
static double off(const struct app *app, const char *folder, const char *text)
{
    struct hs_source *source = NULL;
    struct hs_set *set = NULL;
    double most = 0;
    CHECK(!hs_source_open(folder, NULL, &source, NULL));
    struct hs_request request = hs_request_of(source);
    request.text = text;
    request.length = strlen(text);
    request.view.layer = app->picture.layers->view.layer;
    CHECK(!hs_source_run(source, &request, &set, NULL));
    struct hs_set_shape own = hs_set_shape(app->picture.set), shape = hs_set_shape(set);
    CHECK(own.n == shape.n && own.h == shape.h && own.layer == shape.layer);
    for (size_t head = 0; own.n == shape.n && head < shape.h; head++) {
        struct hs_matrix a = hs_set_weights(app->picture.set, 0, head), b = hs_set_weights(set, 0, head);
        for (size_t q = 0; q < shape.n; q++)
            for (size_t k = 0; k < shape.n; k++)
                most = fmax(most, fabs((double)a.data[q * a.stride + k] - (double)b.data[q * b.stride + k]));
    }
    hs_set_drop(set);
    hs_source_drop(source);
    return most;
}

/* A folder with the vocabulary as older models have it. */
static const char *with_vocabulary(void)
{
    static const char words[] = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\nthe\nstudent\nbook\n";
    const char *folder = rig_folder("model-vocabulary");
    static const char *const files[] = {"config.json", "model.safetensors"};
    char from[300], to[300];
    for (size_t i = 0; i < 2; i++) {
        snprintf(from, sizeof from, MODELS "bert/%s", files[i]);
        snprintf(to, sizeof to, "%s", rig_in(folder, files[i]));
        unlink(to);
        CHECK(symlink(from, to) == 0);
    }
    rig_write(rig_in(folder, "vocab.txt"), words, sizeof words - 1);
    return rig_in(folder, "vocab.txt");
}

/* The folder, or any file of it; the text that stood in the field is run. */
static void test_opening(void)
{
    static const char *const paths[] = {MODELS "llama", MODELS "llama/config.json", MODELS "llama/model.safetensors",
        MODELS "llama/tokenizer.json", MODELS "qwen3", MODELS "qwen3/model.safetensors.index.json",
        MODELS "qwen3/model-00002-of-00005.safetensors"};
    struct app *old = open_window("The book");
    act_text(old, ACT_OPEN, with_vocabulary());
    wait_for(old);
    CHECK_TEXT(reading(old, "tokens"), "4");
    CHECK_TEXT(reading(old, "layers"), "3");
    app_drop(old);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct app *app = open_window(sentence);
        act_text(app, ACT_OPEN, paths[i]);
        wait_for(app);
        CHECK_TEXT(reading(app, "view"), "layers");
        CHECK_TEXT(reading(app, "layers"), "2");
        CHECK_TEXT(reading(app, "heads"), "6");
        CHECK_TEXT(reading(app, "message"), "");
        CHECK_TEXT(reading(app, "heading"), sentence);
        CHECK(picture_runs_model(app) && off(app, i < 4 ? MODELS "llama" : MODELS "qwen3", sentence) < 1e-6);
        app_drop(app);
    }
}

/* Letter by letter, without waiting: the picture is of the last text, and of no other on the way but complete ones. */
static void test_typing(const char *folder)
{
    char text[sizeof sentence];
    struct app *app = open_window("B");
    act_text(app, ACT_OPEN, folder);
    wait_for(app);
    for (size_t length = 1; length < sizeof sentence; length++) {
        snprintf(text, sizeof text, "%.*s", (int)length, sentence);
        app_apply(app, &(struct action){.kind = ACT_TEXT, .text = text});
        app_settle(app);
        CHECK_TEXT(app->picture.text, text);
    }
    wait_for(app);
    CHECK(off(app, folder, sentence) < 1e-5);
    app_drop(app);
}

/* A second model is asked for before the first is open: it wins. One that is given up leaves the picture. */
static void test_newest_wins(void)
{
    struct app *app = open_window(sentence);
    app_apply(app, &(struct action){.kind = ACT_OPEN, .text = MODELS "bert"});
    app_apply(app, &(struct action){.kind = ACT_OPEN, .text = MODELS "gpt2"});
    app_settle(app);
    wait_for(app);
    CHECK(strcmp(hs_source_info(app->picture.source).model, "gpt2") == 0);
    app_apply(app, &(struct action){.kind = ACT_OPEN, .text = MODELS "llama"});
    CHECK(live_opening(app));
    app_apply(app, &(struct action){.kind = ACT_MODEL_STOP});
    app_settle(app);
    wait_for(app);
    CHECK(strcmp(hs_source_info(app->picture.source).model, "gpt2") == 0 && off(app, MODELS "gpt2", sentence) < 1e-6);
    act_text(app, ACT_TEXT, "Another text");
    wait_for(app);
    CHECK(off(app, MODELS "gpt2", "Another text") < 1e-6);
    app_apply(app, &(struct action){.kind = ACT_TEXT, .text = "And the window is closed while it runs"});
    app_settle(app);
    app_drop(app);
}

/* Until a picture is complete the former one stands, and says that it is not of the text. */
static void test_former_stays(void)
{
    struct app *app = open_window(sentence);
    const struct hs_set *before = app->picture.set;
    app_apply(app, &(struct action){.kind = ACT_OPEN, .text = MODELS "llama"});
    CHECK(app->picture.set == before && live_busy(app));
    app_apply(app, &(struct action){.kind = ACT_TEXT, .text = "Typed while it opens."});
    app_settle(app);
    wait_for(app);
    CHECK(picture_runs_model(app) && off(app, MODELS "llama", "Typed while it opens.") < 1e-6);
    app_drop(app);
}

static void test_failures(void)
{
    struct app *app = open_window(sentence);
    const char *folder = rig_folder("model-broken");
    rig_write(rig_in(folder, "config.json"), "{\"model_type\": \"nonesuch\"}", 26);
    act_text(app, ACT_OPEN, folder);
    wait_for(app);
    CHECK(!picture_runs_model(app) && app->talk.message_kind == MESSAGE_ERROR && tells(app->talk.message, "nonesuch"));
    CHECK_TEXT(reading(app, "heads"), "8");
    act_text(app, ACT_OPEN, HS_SOURCE_DIR "/samples");
    CHECK(app->talk.message_kind == MESSAGE_ERROR && tells(app->talk.message, "config.json"));
    /* A text that does not run leaves the picture, and the next one that does mends it. */
    act_text(app, ACT_OPEN, MODELS "gpt2");
    wait_for(app);
    act_text(app, ACT_TEXT, "");
    wait_for(app);
    CHECK(app->talk.message_kind != MESSAGE_NONE && strcmp(app->picture.text, "") == 0);
    act_text(app, ACT_TEXT, sentence);
    wait_for(app);
    CHECK(off(app, MODELS "gpt2", sentence) < 1e-6);
    CHECK_TEXT(reading(app, "message"), "");
    app_drop(app);
}

/* Layers, words, what the model decides itself, and the way back. */
static void test_choices(void)
{
    struct app *app = open_window(sentence);
    act_text(app, ACT_OPEN, MODELS "bert");
    wait_for(app);
    act_number(app, ACT_LAYER, 1);
    wait_for(app);
    CHECK_TEXT(reading(app, "layer"), "2");
    CHECK(off(app, MODELS "bert", sentence) < 1e-6);
    size_t pieces = hs_set_shape(app->picture.set).n;
    act_number(app, ACT_PIECES, HS_PIECES_WORDS);
    wait_for(app);
    CHECK(hs_set_shape(app->picture.set).n < pieces);
    act_number(app, ACT_PIECES, HS_PIECES_READABLE);
    wait_for(app);
    act_number(app, ACT_HEADS_STEP, 1);
    CHECK(app->talk.message_kind == MESSAGE_ERROR && tells(app->talk.message, "the model's"));
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    CHECK(tells(app->talk.message, "mask is the model's"));
    act_number(app, ACT_VIEW, VIEW_GRID);
    act_number(app, ACT_LENS, 1);
    wait_for(app);
    CHECK(app_shown(app) != app->picture.set);
    act_number(app, ACT_LENS, 0);
    wait_for(app);
    act_number(app, ACT_SOURCE_CLOSE, 0);
    CHECK(!picture_runs_model(app));
    CHECK_TEXT(reading(app, "heads"), "8");
    CHECK_TEXT(reading(app, "heading"), sentence);
    app_drop(app);
}

/* A head of the second layer is switched off: weights before it stay, the output moves, and all is as before when it is on again. */
static void test_modes(void)
{
    struct app *app = open_window(sentence);
    act_text(app, ACT_OPEN, MODELS "gpt2");
    wait_for(app);
    act_number(app, ACT_LAYER, 0);
    act(app, (struct action){.kind = ACT_HEAD_MODE, .head = 1, .number = HS_HEAD_OFF});
    wait_for(app);
    CHECK(app->picture.head_mode[1] == HS_HEAD_OFF && app->picture.changes && app->picture.changes[3].distance > 1e-4);
    CHECK(off(app, MODELS "gpt2", sentence) < 1e-6); /* the first layer does not see its own output */
    act_number(app, ACT_LAYER, 1);
    wait_for(app);
    CHECK(app->picture.head_mode[1] == HS_HEAD_ON);
    CHECK(off(app, MODELS "gpt2", sentence) > 1e-4); /* the second does */
    act_number(app, ACT_HEADS_ON, 0);
    wait_for(app);
    CHECK(!app->picture.changes && off(app, MODELS "gpt2", sentence) < 1e-6);
    app_drop(app);
}

/* Until the file is written; what comes out of the pipe is added to `bytes`. */
static void wait_for_file(struct app *app, int pipe, char *bytes, size_t room, size_t *length)
{
    const struct timespec nap = {0, 2000000};
    bool busy = true;
    while (busy) {
        nanosleep(&nap, NULL);
        app_settle(app);
        busy = app->files.writing.job;
        for (ssize_t got; *length < room && (got = read(pipe, bytes + *length, room - *length)) > 0;)
            *length += (size_t)got;
    }
    CHECK(!busy);
}

/* Whatever it holds, more must wait. */
static size_t fill(const char *fifo)
{
    static const char bytes[4096];
    size_t filled = 0;
    int pipe = open(fifo, O_WRONLY | O_NONBLOCK);
    for (ssize_t put; (put = write(pipe, bytes, sizeof bytes)) > 0;)
        filled += (size_t)put;
    close(pipe);
    return filled;
}

/* All layers as a page, into a pipe that nobody empties: the window answers meanwhile, and what is typed is no part of the page. Given
 * up in time it is no file. */
static void test_page(void)
{
    static char page[8 << 20], again[8 << 20];
    const char *folder = rig_folder("model-page");
    char path[300], words[100];
    size_t length = 0, left = 0, filled;
    snprintf(path, sizeof path, "%s", rig_in(folder, "pipe.html"));
    struct app *app = open_window(sentence);
    act_text(app, ACT_OPEN, MODELS "gpt2");
    wait_for(app);
    CHECK(mkfifo(path, 0600) == 0);
    int pipe = open(path, O_RDONLY | O_NONBLOCK);
    filled = fill(path);
    app_apply(app, &(struct action){.kind = ACT_EXPORT, .text = path});
    app_apply(app, &(struct action){.kind = ACT_CONFIRM}); /* it is there */
    CHECK(app->files.writing.job);
    act_text(app, ACT_TEXT, "Another text");
    wait_for(app);
    CHECK(app->files.writing.job && off(app, MODELS "gpt2", "Another text") < 1e-6);
    disk_words(&app->files.writing, words, sizeof words);
    CHECK_TEXT(words, "Saving pipe.html");
    app_apply(app, &(struct action){.kind = ACT_EXPORT, .text = rig_in(folder, "second.html")});
    CHECK(app->talk.message_kind == MESSAGE_ERROR && strstr(app->talk.message, "still being saved"));
    wait_for_file(app, pipe, page, sizeof page, &length);
    CHECK(strstr(app->talk.message, "Saved ") != NULL);
    act_text(app, ACT_TEXT, sentence);
    wait_for(app);
    app_apply(app, &(struct action){.kind = ACT_EXPORT, .text = rig_in(folder, "whole.html")});
    wait_for_file(app, pipe, again, sizeof again, &left);
    FILE *file = fopen(rig_in(folder, "whole.html"), "rb");
    CHECK(length > filled + 10000 && file && fread(again, 1, sizeof again, file) == length - filled);
    CHECK(memcmp(page + filled, again, length - filled) == 0);
    CHECK(file && !fclose(file));
    app_apply(app, &(struct action){.kind = ACT_EXPORT, .text = rig_in(folder, "left.html")});
    app_apply(app, &(struct action){.kind = ACT_MODEL_STOP});
    wait_for_file(app, pipe, again, sizeof again, &left);
    CHECK((strstr(app->talk.message, "was not saved") != NULL) == (access(rig_in(folder, "left.html"), F_OK) != 0));
    close(pipe);
    unlink(path);
    app_apply(app, &(struct action){.kind = ACT_EXPORT, .text = rig_in(folder, "last.html")});
    app_drop(app); /* which waits for it */
    CHECK(access(rig_in(folder, "last.html"), F_OK) == 0);
}

TEST(test_app_model)
{
    test_opening();
    test_typing(MODELS "gpt2");
    test_typing(MODELS "bert");
    test_newest_wins();
    test_former_stays();
    test_failures();
    test_choices();
    test_modes();
    test_page();
    return check_report();
}
