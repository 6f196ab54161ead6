/* test_app_options.c – the table of options: every row is whole, what a session keeps a command says or a reason stands in the row, a
 * script reads every one, and what it reads sets the same again. */
#include "app_rig.h"
#include "desk/command.h"
#include "model/options.h"

/* What a session has besides options: what it is and what it is of. */
static const char *const apart[] = {"headscope_session", "text", "note"};

static bool is_apart(const char *key)
{
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (strcmp(apart[i], key) == 0)
            return true;
    return false;
}

static void check_rows(void)
{
    char text[1200];
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option *option = option_get((enum option_id)id);
        bool told = option->get || option->tell, choice = option->kind == OPTION_CHOICE;
        CHECK(option->name && option_named(option->name, strlen(option->name)) == (enum option_id)id);
        CHECK(option_help(option, true, text, sizeof text)[0] && strlen(text) + 1 < sizeof text && !strstr(text, "%s"));
        CHECK((option->value == NULL) == (option->kind == OPTION_FLAG));
        CHECK(!choice || (option->word && option_words(option) > 1));
        CHECK(!option->get || !option->tell);
        CHECK(option->when == OPTION_APART || option->act.kind || option->kind == OPTION_PARTS || choice || id == OPTION_MINUS_FILE);
        /* The command has it, or there is a reason; so what a session can say the command line can. */
        CHECK(told || (option->untold && option->untold[0]));
        CHECK(!option->session || told);
        if (!told && !option->untold)
            fprintf(stderr, "--%s: no get, no tell and no reason\n", option->name);
    }
}

/* Every row that says what is shown is a reading of scripts, and only once. */
static size_t read_names;
static void count_name(void *user, const char *name)
{
    read_names += strcmp(user, name) == 0;
}

static void check_readings(struct app *app)
{
    char value[4096], again[4096];
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option *option = option_get((enum option_id)id);
        struct option_value read;
        struct hs_error error = {HS_OK, ""};
        char name[64];
        if (!option->get && !option->tell)
            continue;
        snprintf(name, sizeof name, "%s", option->reading ? option->reading : option->name);
        read_names = 0;
        script_each_key(app, count_name, name);
        CHECK(script_read(app, name, value, sizeof value) && read_names == 1);
        if (read_names != 1)
            fprintf(stderr, "--%s is a reading %zu times\n", name, read_names);
        if (option->apart || option->kind == OPTION_FLAG || !value[0] || strcmp(value, "0") == 0)
            continue;
        CHECK(option_read(option, value, &read, &error) == HS_OK);
        if (error.message[0])
            fprintf(stderr, "%s\n", error.message);
        struct action action = option_action(option, &read, app->look.one_based);
        if (action.kind == ACT_NONE || action.kind == ACT_TOUR || action.kind == ACT_LOCK || action.kind == ACT_LINES_LOCK)
            continue;
        CHECK(app_try(app, &action, &error) == HS_OK);
        CHECK(script_read(app, name, again, sizeof again));
        CHECK_TEXT(again, value);
    }
}

static void check_session(const struct app *app)
{
    static struct session session;
    struct hs_buffer buffer = {0};
    struct hs_json_doc *doc = NULL;
    size_t keys = 0;
    session_take(app, &session);
    session_write(app, &session, NULL, &buffer);
    CHECK(hs_json_parse("session", buffer.data, buffer.length, &doc, NULL) == HS_OK);
    for (const struct hs_json *one = hs_json_first(hs_json_root(doc)); one; one = hs_json_next(one), keys++) {
        bool found = is_apart(hs_json_key(one));
        for (int id = 0; id < OPTION_COUNT; id++)
            found |= option_get((enum option_id)id)->session && strcmp(option_get((enum option_id)id)->session, hs_json_key(one)) == 0;
        CHECK(found);
        if (!found)
            fprintf(stderr, "a session has \"%s\", which no option has\n", hs_json_key(one));
    }
    CHECK(keys > 20);
    hs_json_drop(doc);
    hs_buffer_drop(&buffer);
}

/* A value that looks like an option is none when the command runs again. */
static void check_command(struct app *app)
{
    char words[4096];
    const struct export_job job = {.format = FORMAT_SVG, .scale = 1};
    act_number(app, ACT_VIEW, VIEW_HEAD);
    act_text(app, ACT_FIND, "--heads");
    CHECK(command_write(app, &job, 800, 600, words, sizeof words) && strstr(words, " --find='--heads' ") && strstr(words, " --lock 3,2 "));
}

TEST(test_app_options)
{
    struct app *app = rig_open("The dog, which slept, ate it.");
    check_rows();
    check_readings(app);
    act_text(app, ACT_NOTE, "note");
    act_number(app, ACT_PALETTE, PALETTE_MAGMA);
    act_number(app, ACT_VALUES, 0);
    act_number(app, ACT_LENS, 1);
    act_number(app, ACT_SORT, 2);
    act(app, (struct action){.kind = ACT_MINUS, .number = MINUS_HEAD, .head = 2});
    act(app, (struct action){.kind = ACT_HIDE, .number = HIDE_TOKEN, .k = 3, .q = 1});
    act(app, (struct action){.kind = ACT_HEAD_MODE, .number = HS_HEAD_OFF, .head = 1});
    act(app, (struct action){.kind = ACT_LOCK, .q = 2, .k = 1});
    act(app, (struct action){.kind = ACT_ZOOM_TO, .text = "0,0.5,0.25,0.75"});
    check_readings(app);
    check_session(app);
    check_command(app);
    app_drop(app);
    return check_report();
}
