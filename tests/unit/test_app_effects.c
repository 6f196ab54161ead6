/* test_app_effects.c – what every action does to a picture of the built-in model, a file of sentences and one of attention, with a usual
 * number, the next one, none and one that is too large. A line of said/test_app_effects.txt says of each which lines of a session and which readings
 * are other than before. */
#include "effects_rig.h"

struct kind {
    enum action_kind kind;
    const char *name;
};
#define K(name) {ACT_##name, #name}
static const struct kind look[] = {K(HEADS), K(HEADS_STEP), K(MASK), K(HEAD_MODE), K(HEADS_ON), K(LENS), K(MINUS), K(KEEP), K(MINUS_MODEL),
    K(MINUS_DIALOG), K(BESIDE), K(HIDE), K(RENORMALISE), K(LENS_RESET), K(SORT), K(SORT_ORDER), K(PANEL), K(ANSWER), K(FIND), K(FIND_STEP), K(FIND_FOCUS),
    K(VIEW), K(SELECT_HEAD), K(HEAD_STEP), K(GRID_STEP), K(HOVER), K(LOCK), K(UNLOCK), K(QUERY_STEP), K(MOVE_CELL), K(PALETTE), K(SCALE),
    K(REDUCE), K(RANGE_PER_HEAD), K(VALUES), K(ONE_BASED), K(ZOOM), K(PAN), K(ZOOM_TO), K(ZOOM_RESET), K(COPY), K(MENU), K(PANEL_WIDTH), K(UNDO),
    K(REDO), K(PRESENT), K(THEME), K(HELP), K(FOCUS_TEXT), K(TOUR), K(TOUR_STEP), K(TOUR_ANSWER), K(CANCEL), K(DISMISS), K(NOTE)};
static const struct kind files[] = {K(OPEN), K(OPEN_DIALOG), K(OPEN_RECENT), K(SENTENCE), K(SENTENCE_STEP), K(CLOSE_FILE), K(EXPORT), K(EXPORT_DIALOG),
    K(EXPORT_FORMAT), K(EXPORT_SCALE), K(CSV_WIDE), K(PAGE_BACK), K(PAGE_CROP), K(PAGE_BARE), K(PAGE_UNKEYED), K(PAGE_OUTLINES), K(PAGE_WIDTH), K(DIALOG_PATH),
    K(CONFIRM), K(SESSION_OPEN), K(SESSION_DIALOG), K(SESSION_SAVE), K(RESTORE), K(LESSON_DIALOG), K(LESSON_TITLE), K(LESSON_TEXT),
    K(LESSON_ASK), K(LESSON_CHANGE), K(LESSON_SAVE), K(SOURCE_CLOSE), K(MODEL_STOP), K(SURVEY), K(PART), K(ITEM), K(ALL_ITEMS),
    K(PIECES), K(PAIR), K(LAYER), K(LAYER_STEP), K(LAYERS_HEAD), K(LAYERS_MOVE), K(LAYERS_MODE), K(LAYERS_SORT), K(LAYERS_REVERSE)};
static const struct kind learn[] = {K(LEARN_STOP), K(LEARN_HEADS), K(LEARN_RELATIONS), K(LEARN_HINTS), K(LEARN_CHANCE), K(LEARN_SENTENCES), K(LEARN_SEED), K(LEARN_RATE),
    K(LEARN_MOMENT), K(LEARN_MOMENT_STEP), K(LEARN_HEAD), K(LEARN_LEAVE), K(LEARN_SAVE)};
static const struct kind steps[] = {K(STEP), K(STEP_BY), K(STEP_MOVE), K(STEP_AT), K(STEP_DIMENSION), K(STEP_MODEL_DIMENSION), K(STEP_PICK), K(STEP_CARD),
    K(STEP_CONTRAST), K(STEP_COLUMN)};
static const struct kind lines[] = {K(LINES_HEAD), K(LINES_RULE), K(LINES_AMOUNT), K(LINES_AMOUNT_STEP), K(LINES_POINT), K(LINES_LOCK)};
static const struct kind scores[] = {K(BASELINE), K(SCORE_CELL), K(SCORE_HEAD), K(SCORE_STEP), K(SCORE_SORT), K(LINK_FILTER), K(LINK_ORDER), K(LINK_SELECT),
    K(LINK_LIST), K(LINK_OPEN)};
#define OF(kinds) kinds, sizeof kinds / sizeof *kinds

static const struct {
    const char *name;
    struct action with;
} ways[] = {
    {"1", {.number = 1, .head = 1, .q = 2, .k = 1, .amount = 2, .x = 0.25f, .y = 0.75f, .dx = 1, .dy = -1, .text = "cat"}},
    {"next", {.number = ACT_NEXT, .head = ACT_NOWHERE, .q = ACT_NOWHERE, .k = ACT_NOWHERE, .amount = 0.5f, .dx = -1, .dy = 1}},
    {"3", {.number = 3, .head = 3, .q = 1, .k = 3, .amount = 0.3f, .dx = 0, .dy = 2, .text = "0.25,0.75,0,0.5"}},
    {"9999", {.number = 9999, .head = 9999, .q = 9999, .k = 9999, .amount = 1e9f, .dx = 9999, .dy = 9999, .text = ""}},
};
enum { WAYS = sizeof ways / sizeof *ways };
/* Each kind begins with the same picture; its ways follow one another. */
static void check_kinds(struct app *app, const char *where, const struct session *start, const char *file, const struct kind *kinds, size_t count)
{
    struct hs_error error = {HS_OK, ""};
    for (size_t i = 0; i < count; i++) {
        for (int left = 0; left < 4 && (app->talk.dialog || app->talk.help || app->talk.question[0] || app->talk.tour.step || app->window.present); left++)
            act(app, (struct action){.kind = ACT_CANCEL});
        app->talk.message_kind = MESSAGE_NONE;
        if (file)
            act_open(app, file);
        else
            CHECK(session_put(app, start, &error) == HS_OK);
        CHECK(app->talk.message_kind != MESSAGE_ERROR);
        app->talk.message_kind = MESSAGE_NONE;
        act_number(app, ACT_STEP_DIMENSION, 6); /* else the largest number's */
        act_number(app, ACT_STEP_MODEL_DIMENSION, 5);
        act_number(app, ACT_LINK_FILTER, LINKS_ALL);
        if (kinds[i].kind >= ACT_LINK_FILTER && kinds[i].kind <= ACT_LINK_OPEN &&
            (app->scores.head != 1 || app->scores.relation != HS_SUBJ)) /* of both subjects */
            act(app, (struct action){.kind = ACT_SCORE_CELL, .head = 1, .k = HS_SUBJ});
        app->talk.message_kind = MESSAGE_NONE;
        bool any = false;
        for (size_t way = 0; way < WAYS; way++) {
            struct action action = ways[way].with;
            struct hs_buffer line = {0};
            action.kind = kinds[i].kind;
            char *before = state_of(app);
            act(app, action);
            char *now = state_of(app);
            hs_buffer_print(&line, "%s: %s %s: ", where, kinds[i].name, ways[way].name);
            any |= before && now && add_news(&line, before, now);
            CHECK(line.data && (!any || tells(line.data, kinds[i].name)));
            hs_buffer_drop(&line);
            free(before);
            free(now);
        }
        if (!any) {
            char line[100];
            snprintf(line, sizeof line, "%s: %s: nothing", where, kinds[i].name);
            CHECK(tells(line, kinds[i].name));
        }
    }
}

/* From the picture that is there, or the file. */
static void check_from(struct app *app, const char *where, const char *file, const struct kind *kinds, size_t count)
{
    struct session *start = malloc(sizeof *start);
    CHECK(start != NULL);
    if (!start)
        return;
    session_take(app, start);
    check_kinds(app, where, start, file, kinds, count);
    free(start);
}

TEST(test_app_effects)
{
    CHECK(chdir(HS_BINARY_DIR) == 0); /* where paths that are offered begin */
    struct app *app = begin("The cat sat on it.");
    look_at(app, VIEW_HEAD);
    check_from(app, "head", NULL, OF(look));
    check_from(app, "files", NULL, OF(files));
    look_at(app, VIEW_STEPS);
    check_from(app, "steps", NULL, OF(steps));
    look_at(app, VIEW_LINES);
    check_from(app, "lines", NULL, OF(lines));
    act_number(app, ACT_VIEW, VIEW_LEARN);
    check_from(app, "learn", NULL, OF(learn));
    act_text(app, ACT_ANNOTATED, rig_annotated());
    act_number(app, ACT_VIEW, VIEW_SPECIALISE);
    check_from(app, "scores", NULL, OF(scores));
    app_drop(app);

    app = begin("Birds sing.");
    const char *path = HS_SOURCE_DIR "/tests/gui/data/three.txt";
    check_from(app, "sentences", path, OF(files));
    path = rig_file();
    check_from(app, "layers", path, OF(look));
    check_from(app, "layers, files", path, OF(files));
    check_from(app, "layers, steps", path, OF(steps));
    check_from(app, "layers, scores", path, OF(scores));
    app_drop(app);
    return check_report();
}
