/* test_app_words.c – what is said of a picture is true of its numbers: idle rows, masked cells, what is subtracted, the column of
 * concat, notes and fields. Counts are made here from the weights. */
#include <math.h>

#include "app_rig.h"
#include "chrome/layout.h"
#include "canvas/canvas.h"
#include "chrome/help.h"
#include "model/glossary.h"
#include "model/steps.h"

/* Something that is drawn begins with that text; a paragraph's lines are joined by blanks. */
static bool drawn(const struct app *app, const char *text)
{
    struct hs_buffer trace = {0};
    trace_write(app->services.draw, &trace);
    bool found = !trace.failed && strstr((const char *)trace.data, text) != NULL;
    hs_buffer_drop(&trace);
    return found;
}

/* Rows whose entropy, summed here, is 95 % of log n or more. */
static size_t even_rows(const struct app *app, size_t head)
{
    struct hs_matrix A = hs_set_weights(app->picture.set, 0, head);
    size_t even = 0;
    for (size_t q = 0; q < A.rows; q++) {
        double entropy = 0;
        for (size_t k = 0; k < A.cols; k++) {
            double p = (double)A.data[q * A.stride + k];
            entropy -= p > 0 ? p * log(p) : 0;
        }
        even += entropy >= 0.95 * log((double)A.cols);
    }
    return even;
}

static double largest(const struct app *app, size_t head)
{
    struct hs_matrix A = hs_set_weights(app->picture.set, 0, head);
    double most = 0;
    for (size_t q = 0; q < A.rows; q++)
        for (size_t k = 0; k < A.cols; k++)
            most = fmax(most, (double)A.data[q * A.stride + k]);
    return most;
}

static void check_idle(struct app *app)
{
    char said[400], want[64];
    size_t rows;
    app_evidence(app, 0, said, sizeof said); /* one verb: nine of ten rows have no subject to find */
    size_t even = even_rows(app, 0);
    CHECK(even == 9 && app_even_rows(app, 0, &rows) == even && rows == 10);
    snprintf(want, sizeof want, "%zu of its 10 rows spread", even);
    CHECK(strstr(said, want) && strstr(said, "'delivered' to 'student' with 0.9"));
    app_evidence(app, 3, said, sizeof said);
    CHECK(even_rows(app, 3) == 10 && strstr(said, "nothing to do in this sentence")); /* no pronoun */
    act_number(app, ACT_HEADS, 64);
    app_evidence(app, 0, said, sizeof said);
    snprintf(want, sizeof want, "with %.2f", largest(app, 0));
    CHECK(even_rows(app, 0) < 10 && strstr(said, want) && !strstr(said, "nothing to do"));
}

static void check_masked(struct app *app)
{
    char said[600];
    act_number(app, ACT_MASK, HS_MASK_CAUSAL);
    app_cell_words(app, (struct app_cell){0, 2, 5}, said, sizeof said);
    CHECK(strstr(said, "masked") && strstr(said, "takes no part in this row’s softmax"));
}

static void check_minus(struct app *app)
{
    char said[600];
    static const struct {
        size_t h;
        const char *words;
    } counts[] = {{64, "the first of the 8 heads that share its dimensions at h = 64"},
        {4, "holds its dimensions and those of 1 more at h = 4"}, {8, "minus itself"}};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        act(app, (struct action){.kind = ACT_MINUS, .number = MINUS_COUNT, .head = counts[i].h});
        app_lens_words(app, said, sizeof said);
        CHECK(strstr(said, counts[i].words) != NULL);
    }
}

/* Column j of a head's A V is column i d_k + j of concat, whichever of the two is chosen. */
static void check_concat(struct app *app)
{
    act_number(app, ACT_VIEW, VIEW_STEPS);
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 3});
    act_number(app, ACT_STEP_DIMENSION, 17);
    CHECK(steps_cell(app, STEP_MIX).col == 17 && steps_cell(app, STEP_CONCAT).col == 3 * 64 + 17);
    act_number(app, ACT_STEP, STEP_CONCAT);
    act_number(app, ACT_STEP_AT, 5 * 64 + 9);
    CHECK(app->look.head == 5 && steps_cell(app, STEP_MIX).col == 9 && steps_cell(app, STEP_CONCAT).col == 5 * 64 + 9);
    act(app, (struct action){.kind = ACT_STEP_MOVE, .dx = 60});
    CHECK(app->look.head == 6 && steps_cell(app, STEP_MIX).col == 5);
    struct step_cell at = steps_cell(app, STEP_CONCAT), mix = steps_cell(app, STEP_MIX);
    CHECK(steps_value(app, STEP_CONCAT, at.row, at.col) == steps_value(app, STEP_MIX, mix.row, mix.col));
}

static void check_notes(struct app *app)
{
    const char *folder = rig_folder("words"), *noted = rig_in(folder, "noted.txt"), *plain = rig_in(folder, "plain.txt");
    rig_write(noted, "# Look at the verbs.\nOne cat sleeps.\n", 37);
    rig_write(plain, "Two dogs bark.\n", 15);
    act_text(app, ACT_NOTE, "of the session");
    CHECK_TEXT(layout_note(app), "of the session");
    act_text(app, ACT_OPEN, noted);
    CHECK_TEXT(layout_note(app), "Look at the verbs.");
    act_text(app, ACT_TEXT, "My own sentence."); /* the note speaks of the file's */
    CHECK_TEXT(layout_note(app), "");
    act_number(app, ACT_SENTENCE_STEP, 1);
    CHECK_TEXT(layout_note(app), "Look at the verbs.");
    act_text(app, ACT_OPEN, plain);
    CHECK_TEXT(layout_note(app), "");
}

/* The page about the model says what the model card's table says, and which columns a head has. */
static void check_about(struct app *app)
{
    static const char *const figures[] = {ABOUT_SUBJ, ABOUT_OBJ, ABOUT_LOCT, ABOUT_ANA, ABOUT_OWN_SUBJ, ABOUT_OWN_OBJ,
        ABOUT_OWN_LOCT, ABOUT_OWN_ANA};
    char *card = NULL, cell[32];
    size_t length;
    CHECK(hs_file_read(HS_SOURCE_DIR "/assets/doc/model.md", 1 << 20, &card, &length, NULL) == HS_OK);
    const char *row = strstr(card, "| **h = 8, accuracy, %**"), *own = strstr(card, "| our samples, h = 8, %");
    CHECK(row && own);
    for (size_t i = 0; i < 8 && row && own; i++) {
        snprintf(cell, sizeof cell, i < 4 ? "| **%s** |" : "| %s |", figures[i]);
        const char *at = strstr(i < 4 ? row : own, cell);
        CHECK(at && at < strchr(i < 4 ? row : own, '\n'));
    }
    free(card);
    act_number(app, ACT_HEADS, 16);
    act(app, (struct action){.kind = ACT_SELECT_HEAD, .head = 4});
    act(app, (struct action){.kind = ACT_HELP, .number = HELP_MODEL});
    CHECK(drawn(app, "h = 16, so d_k = 32. Head 5 works in columns 129 to 160"));
    CHECK(drawn(app, "W^Q, 512 × 512") && drawn(app, "W^V, 512 × 512"));
    press(app, "esc");
    CHECK(app->talk.help == HELP_CLOSED);
    /* From the step that uses a slice of them they are reached, too, and scrolled to. */
    struct rect button;
    act(app, (struct action){.kind = ACT_RESIZE, .dx = 900, .dy = 600});
    act_number(app, ACT_VIEW, VIEW_STEPS);
    act_number(app, ACT_STEP, STEP_SCALE);
    CHECK(!ui_find(app->services.ui, "W^K whole", &button));
    act_number(app, ACT_STEP, STEP_K);
    CHECK(ui_find(app->services.ui, "W^K whole", &button));
    for (int up = 0; up < 2; up++)
        app_event(app, &(struct ui_event){.kind = up ? UI_UP : UI_DOWN, .x = button.x + 9, .y = button.y + 9, .button = 1, .clicks = 1});
    app_settle(app);
    CHECK(app->talk.help == HELP_MODEL && ui_scrolled(app->services.ui, "help model").y > 0);
}

/* Each word of the glossary is found by its own name; a click on one where it stands opens it there. */
static void check_glossary(struct app *app)
{
    const struct glossary_entry *entry;
    struct rect place;
    size_t count = 0;
    for (; (entry = glossary_at(count)); count++)
        CHECK(glossary_find(entry->word) == count && strlen(entry->meaning) > 40);
    CHECK(count >= 12 && glossary_find("importance") == count);
    static const struct {
        const char *word;
        enum view_id view;
        enum step step;
    } words[] = {{"query", VIEW_HEAD, STEP_X}, {"key", VIEW_HEAD, STEP_X}, {"head", VIEW_HEAD, STEP_X}, {"d_k", VIEW_HEAD, STEP_X},
        {"mask", VIEW_HEAD, STEP_X}, {"entropy", VIEW_HEAD, STEP_X}, {"attention weight", VIEW_GRID, STEP_X}, {"d_model", VIEW_STEPS, STEP_X},
        {"query", VIEW_STEPS, STEP_Q}, {"value", VIEW_STEPS, STEP_V}, {"score", VIEW_STEPS, STEP_SCALE}, {"softmax", VIEW_STEPS, STEP_SOFTMAX},
        {"W^O", VIEW_STEPS, STEP_OUTPUT}, {"margin", VIEW_SPECIALISE, STEP_X}, {"unclear", VIEW_SPECIALISE, STEP_X}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char id[32];
        act_number(app, ACT_VIEW, (long)words[i].view);
        act_number(app, ACT_STEP, (long)words[i].step);
        app_settle(app);
        snprintf(id, sizeof id, "word %s", words[i].word);
        CHECK(ui_find(app->services.ui, id, &place));
        for (int down = 0; down < 3; down++) {
            struct ui_event event = {.kind = down == 0 ? UI_MOVE : down == 1 ? UI_DOWN : UI_UP, .x = place.x + place.w / 2,
                .y = place.y + place.h / 2, .button = down > 0, .clicks = down > 0};
            app_event(app, &event);
            app_settle(app);
        }
        CHECK(app->talk.help == HELP_WORDS && app->talk.help_word == glossary_find(words[i].word));
        CHECK(drawn(app, glossary_at(app->talk.help_word)->word));
        press(app, "esc");
    }
}

TEST(test_app_words)
{
    void (*const checks[])(struct app *) = {check_idle, check_masked, check_minus, check_concat, check_notes, check_about, check_glossary};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        struct app *app = rig_open(APP_DEFAULT_TEXT);
        checks[i](app);
        app_drop(app);
    }
    return check_report();
}
