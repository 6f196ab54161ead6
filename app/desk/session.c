/* session.c – see session.h: the model as a struct, the struct as JSON and back. The reader trusts
 * nothing: a field of the wrong kind, out of range or unknown is an error that names it, and the
 * model changes only when all of it was understood and the sentence has run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "act/act.h"
#include "desk/session.h"
#include "desk/settings.h"

/* The option is one value of the file. */
static bool is_field(const struct option *option)
{
    return option->session && option->json != OPTION_JSON_PART;
}

/* ---------------------------------------------------------------- model and struct */
static void take_model_modes(const struct app *app, struct session *session)
{
    const uint8_t *modes = app->live.modes;
    size_t h = picture_part(app)->h, count = picture_part(app)->L * h;
    for (size_t i = 0; i < count && modes && session->model_modes < SESSION_MOST_MODES; i++)
        if (modes[i] != HS_HEAD_ON)
            session->model_mode[session->model_modes++] = (struct live_mode){(uint16_t)(i / h), (uint16_t)(i % h), modes[i]};
}

void session_take(const struct app *app, struct session *session)
{
    char full[APP_PATH_ROOM];
    *session = (struct session){
        .h = app->picture.h, .head = app->look.head, .locked = app->look.locked, .window = app->look.window};
    for (int id = 0; id < OPTION_COUNT; id++)
        if (is_field(option_get((enum option_id)id)))
            session->row[id] = option_get((enum option_id)id)->get(app).number;
    if (app->picture.layers) { /* what is shown when it is closed */
        session->h = app->picture.layers->live_h;
        session->row[OPTION_MASK] = app->picture.layers->live_mask;
    }
    session_take_source(app, &session->source);
    session_take_learn(app, &session->learn);
    session_take_look(app, &session->look);
    memcpy(session->text, app->picture.text, strlen(app->picture.text) + 1);
    memcpy(session->note, app->files.note, strlen(app->files.note) + 1);
    if (picture_runs_model(app))
        take_model_modes(app, session);
    else
        memcpy(session->head_mode, app->picture.head_mode, sizeof session->head_mode);
    if (app->picture.file && strcmp(app->picture.file->path, "-") != 0) {
        settings_full_path(app->picture.file->path, full, sizeof full);
        memcpy(session->file, full, strlen(full) + 1);
        session->sentence = app->picture.sentence;
    }
}

static void put_look(struct app *app, const struct session *session)
{
    struct hs_set_shape shape = hs_set_shape(app->picture.set);
    struct app_cell none = {ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE};
    app->look.head = session->head < app->picture.h ? session->head : 0;
    app->look.locked = session->locked;
    if (app->look.locked.q >= shape.n || (app->look.locked.k != ACT_NOWHERE && app->look.locked.k >= shape.m))
        app->look.locked = none; /* another version may cut the sentence into other tokens */
    app->look.window = session->window;
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option *option = option_get((enum option_id)id);
        struct action action = option_action(option, &(struct option_value){.number = session->row[id]}, 0);
        if (is_field(option) && option->group == OPTION_LOOK)
            act_try(app, &action, NULL);
    }
}

/* Head modes hold for one head count, so they follow once that is there. */
static void put_head_modes(struct app *app, const uint8_t modes[HS_MAX_HEADS])
{
    if (memcmp(app->picture.head_mode, modes, sizeof app->picture.head_mode) == 0)
        return;
    memcpy(app->picture.head_mode, modes, sizeof app->picture.head_mode);
    if (app_run(app, app->picture.text, app->picture.h, app->picture.mask, NULL))
        memset(app->picture.head_mode, HS_HEAD_ON, sizeof app->picture.head_mode); /* no memory: all on, as shown */
}

enum hs_status session_put(struct app *app, const struct session *session, struct hs_error *error)
{
    enum hs_status status = app_run(app, session->text, session->h, (enum hs_mask)session->row[OPTION_MASK], error);
    if (status)
        return status;
    memcpy(app->picture.text, session->text, sizeof app->picture.text);
    put_head_modes(app, session->head_mode);
    session_put_view(app, session);
    return HS_OK;
}

void session_put_view(struct app *app, const struct session *session)
{
    memcpy(app->picture.text, session->text, sizeof app->picture.text);
    memcpy(app->files.note, session->note, sizeof app->files.note);
    /* It fails only for want of memory, or when the session's attention file is not there: then the
     * view stays, with the session's picture in it. */
    act_try(app, &(struct action){.kind = ACT_VIEW, .number = session->row[OPTION_VIEW]}, NULL);
    session_put_look(app, session);
    put_look(app, session);
    app->picture.text_edited = app->picture.file != NULL;
}

/* ---------------------------------------------------------------- struct -> JSON */
static void write_text(struct hs_buffer *buffer, const char *key, const char *text)
{
    hs_buffer_print(buffer, ",\n  \"%s\": ", key);
    hs_buffer_json_string(buffer, text);
}

static void write_file(const struct files *files, const struct session *session, const char *folder,
    struct hs_buffer *buffer)
{
    const char *sample = session_below(session->file, files->samples_folder);
    const char *near = session_below(session->file, folder);
    if (!session->file[0])
        return;
    hs_buffer_print(buffer, ",\n  \"file\": {\"%s\": ", sample ? "sample" : "path");
    hs_buffer_json_string(buffer, sample ? sample : near ? near : session->file);
    hs_buffer_print(buffer, ", \"sentence\": %zu}", session->sentence);
}

static void write_head_modes(const struct session *session, struct hs_buffer *buffer)
{
    bool any = false;
    for (size_t head = 0; head < session->h; head++) {
        if (session->head_mode[head] == HS_HEAD_ON || session->head_mode[head] > HS_HEAD_MEAN)
            continue;
        hs_buffer_print(buffer, "%s\"%zu\": \"%s\"", any ? ", " : ",\n  \"head_modes\": {", head,
            head_mode_name((enum hs_head_mode)session->head_mode[head]));
        any = true;
    }
    for (size_t i = 0; i < session->model_modes; i++) {
        const struct live_mode *one = &session->model_mode[i];
        hs_buffer_print(buffer, "%s\"%u.%u\": \"%s\"", any ? ", " : ",\n  \"head_modes\": {", one->layer, one->head, head_mode_name((enum hs_head_mode)one->mode));
        any = true;
    }
    if (any)
        hs_buffer_print(buffer, "}");
}

static void write_lock(const struct session *session, struct hs_buffer *buffer)
{
    if (session->locked.q == ACT_NOWHERE)
        return;
    hs_buffer_print(buffer, ",\n  \"lock\": {\"query\": %zu", session->locked.q);
    if (session->locked.k != ACT_NOWHERE)
        hs_buffer_print(buffer, ", \"key\": %zu", session->locked.k);
    hs_buffer_print(buffer, "}");
}

static void write_zoom(const struct app_window *window, struct hs_buffer *buffer)
{
    if (window->row0 <= 0 && window->row1 >= 1 && window->col0 <= 0 && window->col1 >= 1)
        return;
    hs_buffer_print(buffer,
        ",\n  \"zoom\": {\"rows\": [%.17g, %.17g], \"columns\": [%.17g, %.17g]}", window->row0,
        window->row1, window->col0, window->col1);
}

static void write_row(const struct option *option, long value, struct hs_buffer *buffer)
{
    if (!is_field(option))
        return;
    if (option->json == OPTION_JSON_WORD)
        write_text(buffer, option->session, option->word(value));
    else if (option->json == OPTION_JSON_BOOL)
        hs_buffer_print(buffer, ",\n  \"%s\": %s", option->session, value ? "true" : "false");
    else
        hs_buffer_print(buffer, ",\n  \"%s\": %ld", option->session, value);
}

void session_write(const struct app *app, const struct session *session, const char *folder,
    struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, "{\n  \"headscope_session\": %d", SESSION_VERSION);
    write_text(buffer, "text", session->text);
    write_file(&app->files, session, folder, buffer);
    session_write_source(&session->source, folder, buffer);
    session_write_learn(&session->learn, folder, buffer);
    if (session->note[0])
        write_text(buffer, "note", session->note);
    hs_buffer_print(buffer, ",\n  \"heads\": %zu", session->h);
    for (int id = 0; id < OPTION_COUNT; id++)
        write_row(option_get((enum option_id)id), session->row[id], buffer);
    write_head_modes(session, buffer);
    hs_buffer_print(buffer, ",\n  \"head\": %zu", session->head);
    write_lock(session, buffer);
    write_zoom(&session->window, buffer);
    session_write_look(&session->look, folder, buffer);
    hs_buffer_print(buffer, "\n}\n");
}

/* ---------------------------------------------------------------- JSON -> struct: one function a
 * field, false when the value is not what the table below says */
static bool read_string(const struct hs_json *value, char *text, size_t room)
{
    const char *string = hs_json_string(value);
    if (!string || strlen(string) >= room)
        return false;
    memcpy(text, string, strlen(string) + 1);
    return true;
}

static bool read_text(const struct hs_json *value, struct session *session)
{
    return read_string(value, session->text, sizeof session->text);
}

static bool read_note(const struct hs_json *value, struct session *session)
{
    return read_string(value, session->note, sizeof session->note);
}

static bool read_version(const struct hs_json *value, struct session *session)
{
    double version;
    (void)session;
    return hs_json_number(value, &version) && version == SESSION_VERSION;
}

static bool read_file(const struct hs_json *value, struct session *session)
{
    const struct hs_json *sample = hs_json_find(value, "sample");
    const struct hs_json *path = hs_json_find(value, "path");
    const struct hs_json *sentence = hs_json_find(value, "sentence");
    if (hs_json_kind(value) != HS_JSON_OBJECT || (sample != NULL) == (path != NULL) || !sentence ||
        hs_json_count(value) != 2)
        return false;
    session->sample = sample != NULL;
    return hs_json_index(sentence, HS_MAX_SENTENCES, &session->sentence) &&
           read_string(sample ? sample : path, session->file, sizeof session->file) &&
           session->file[0] && !(sample && strchr(session->file, '/'));
}

static bool read_heads(const struct hs_json *value, struct session *session)
{
    return hs_json_index(value, HS_MAX_HEADS + 1, &session->h) && session->h > 0 &&
           (!session->live || hs_source_part(session->live, 0)->d_model % session->h == 0);
}

/* Digits alone, below `limit`; `text` goes on behind them. */
static bool read_count(const char **text, size_t limit, size_t *count)
{
    const char *start = *text;
    for (*count = 0; **text >= '0' && **text <= '9' && *count < limit; ++*text)
        *count = *count * 10 + (size_t)(**text - '0');
    return *text > start && *count < limit;
}

static bool read_head_mode(const char *key, size_t mode, struct session *session)
{
    size_t head, layer;
    if (!read_count(&key, HS_MAX_LAYERS, &head))
        return false;
    if (!*key && head < HS_MAX_HEADS) {
        session->head_mode[head] = (uint8_t)mode;
        return true;
    }
    layer = head;
    if (*key++ != '.' || !read_count(&key, HS_MAX_HEADS, &head) || *key || session->model_modes == SESSION_MOST_MODES)
        return false;
    session->model_mode[session->model_modes++] = (struct live_mode){(uint16_t)layer, (uint16_t)head, (uint8_t)mode};
    return true;
}

static bool read_mode_name(const char *name, size_t *mode)
{
    for (*mode = HS_HEAD_ON; name && *mode <= HS_HEAD_MEAN; ++*mode)
        if (strcmp(head_mode_name((enum hs_head_mode)*mode), name) == 0)
            return true;
    return false;
}

static bool read_head_modes(const struct hs_json *value, struct session *session)
{
    size_t mode;
    session->model_modes = 0;
    if (hs_json_kind(value) != HS_JSON_OBJECT)
        return false;
    for (const struct hs_json *one = hs_json_first(value); one; one = hs_json_next(one))
        if (!read_mode_name(hs_json_string(one), &mode) || !read_head_mode(hs_json_key(one), mode, session))
            return false;
    return true;
}

static bool read_head(const struct hs_json *value, struct session *session)
{
    return hs_json_index(value, HS_MAX_HEADS, &session->head);
}

static bool read_lock(const struct hs_json *value, struct session *session)
{
    const struct hs_json *query = hs_json_find(value, "query"), *key = hs_json_find(value, "key");
    if (hs_json_kind(value) != HS_JSON_OBJECT || !query || hs_json_count(value) != (key ? 2u : 1u))
        return false;
    return hs_json_index(query, HS_MAX_TOKENS, &session->locked.q) &&
           (!key || hs_json_index(key, HS_MAX_TOKENS, &session->locked.k));
}

/* [from, to] with 0 <= from < to <= 1; a span of nothing could not be drawn. */
static bool read_span(const struct hs_json *value, double *from, double *to)
{
    if (!value || hs_json_kind(value) != HS_JSON_ARRAY || hs_json_count(value) != 2)
        return false;
    const struct hs_json *first = hs_json_first(value);
    return hs_json_number(first, from) && hs_json_number(hs_json_next(first), to) && *from >= 0 &&
           *to <= 1 && *to - *from >= 1.0 / HS_MAX_TOKENS;
}

static bool read_zoom(const struct hs_json *value, struct session *session)
{
    struct app_window *window = &session->window;
    return hs_json_kind(value) == HS_JSON_OBJECT && hs_json_count(value) == 2 &&
           read_span(hs_json_find(value, "rows"), &window->row0, &window->row1) &&
           read_span(hs_json_find(value, "columns"), &window->col0, &window->col1);
}

static bool read_row(const struct option *option, const struct hs_json *value, long *number)
{
    const char *word = hs_json_string(value);
    struct option_value read = {0};
    bool on = false, good;
    size_t digit = 0;
    switch (option->json) {
    case OPTION_JSON_WORD:
        good = word && option_read(option, word, &read, NULL) == HS_OK;
        break;
    case OPTION_JSON_BOOL:
        good = hs_json_bool(value, &on);
        read.number = on;
        break;
    default:
        good = hs_json_index(value, (size_t)option_words(option), &digit);
        read.number = (long)digit;
    }
    if (good)
        *number = read.number;
    return good;
}

/* What a row takes: "the name of a view", "\"one\" or \"own\"". */
static const char *expected_of(const struct option *option, char *text, size_t room)
{
    const char *quote = option->json == OPTION_JSON_WORD ? "\"" : "";
    size_t length = 0;
    if (option->expected || option->json == OPTION_JSON_BOOL)
        return option->expected ? option->expected : "true or false";
    text[0] = '\0';
    for (long i = 0; i < option_words(option) && length < room; i++)
        length += (size_t)snprintf(text + length, room - length, "%s%s%s%s", i ? " or " : "", quote, option->word(i), quote);
    return text;
}

static const struct field {
    const char *key;
    bool (*read)(const struct hs_json *value, struct session *session);
    const char *expected;
    bool required;
} fields[] = {
    {"headscope_session", read_version, "1, the version this program reads", true},
    {"text", read_text, "a sentence of less than 65536 bytes", true},
    {"file", read_file, "{\"sample\" or \"path\": a name, \"sentence\": its index from 0}", false},
    {"dump", session_read_source,
        "{\"path\", \"bytes\", \"attention\", \"layer\", \"item\", \"pieces\", \"pair\", "
        "\"layers\", "
        "\"figure\", \"reversed\"} of an attention file",
        false},
    {"learn", session_read_learn,
        "{\"path\", \"heads\", \"sentences\", \"seed\", \"rate\", \"relations\", \"hints\", \"by_chance\", \"moment\", \"model\"} of a training run",
        false},
    {"note", read_note, "a text of less than 1000 bytes", false},
    {"heads", read_heads, "a number of heads that divides d_model", false},
    {"head_modes", read_head_modes, "{\"head from 0\" or, of a model, \"layer.head\": \"off\", \"uniform\" or \"mean\"}", false},
    {"head", read_head, "a head, counted from 0", false},
    {"lock", read_lock, "{\"query\": token, \"key\": token}, counted from 0", false},
    {"zoom", read_zoom, "{\"rows\": [from, to], \"columns\": [from, to]}, parts from 0 to 1",
        false},
    {"minus", session_read_minus,
        "{\"head\": a head}, {\"heads\": a head count}, {\"text\": a sentence} or {\"model\": a folder}", false},
    {"hide", session_read_hide,
        "{\"punctuation\", \"first\", \"renormalise\": true or false, \"tokens\": [token, …]}",
        false},
    {"sort", session_read_sort, "{\"by\": a statistic, \"reversed\": true or false}", false},
    {"lines", session_read_lines,
        "{\"rule\": a rule, \"amounts\": [mass, weight, count], \"hidden_heads\": [head, …]}",
        false},
};
#define FIELDS (sizeof fields / sizeof *fields)

static bool known(const char *key)
{
    bool found = false;
    for (size_t i = 0; i < FIELDS && !found; i++)
        found = strcmp(fields[i].key, key) == 0;
    for (int id = 0; id < OPTION_COUNT && !found; id++)
        found = is_field(option_get((enum option_id)id)) && strcmp(option_get((enum option_id)id)->session, key) == 0;
    return found;
}

static enum hs_status read_rows(
    const char *name, const struct hs_json *root, struct session *session, char bad[SESSION_KEY_ROOM], struct hs_error *error)
{
    char expected[200];
    for (int id = 0; id < OPTION_COUNT; id++) {
        const struct option *option = option_get((enum option_id)id);
        const struct hs_json *value = is_field(option) ? hs_json_find(root, option->session) : NULL;
        snprintf(bad, SESSION_KEY_ROOM, "%s", value ? option->session : "");
        if (value && !read_row(option, value, &session->row[id]))
            return hs_fail(error, HS_BAD_INPUT, "%.300s: \"%s\" should be %s", name, option->session,
                expected_of(option, expected, sizeof expected));
    }
    return HS_OK;
}

/* `bad` gets the key that is at fault. */
static enum hs_status read_fields(const char *name, const struct hs_json *root, struct session *session, char bad[SESSION_KEY_ROOM],
    struct hs_error *error)
{
    if (hs_json_kind(root) != HS_JSON_OBJECT || !hs_json_find(root, fields[0].key))
        return hs_fail(error, HS_BAD_INPUT, "%.300s is no session of Headscope: it lacks \"%s\"",
            name, fields[0].key);
    for (size_t i = 0; i < FIELDS; i++) {
        const struct hs_json *value = hs_json_find(root, fields[i].key);
        snprintf(bad, SESSION_KEY_ROOM, "%s", value ? fields[i].key : "");
        if (!value && fields[i].required)
            return hs_fail(error, HS_BAD_INPUT, "%.300s: \"%s\" is missing", name, fields[i].key);
        if (value && !fields[i].read(value, session))
            return hs_fail(error, HS_BAD_INPUT, "%.300s: \"%s\" should be %s", name, fields[i].key,
                fields[i].expected);
    }
    enum hs_status status = read_rows(name, root, session, bad, error);
    for (const struct hs_json *one = hs_json_first(root); one && !status; one = hs_json_next(one)) {
        snprintf(bad, SESSION_KEY_ROOM, "%.*s", SESSION_KEY_ROOM - 1, hs_json_key(one));
        if (!known(hs_json_key(one)))
            status = hs_fail(error, HS_BAD_INPUT, "%.300s: \"%.80s\" is no field of a session (version %d)", name, hs_json_key(one),
                SESSION_VERSION);
    }
    if (status)
        return status;
    snprintf(bad, SESSION_KEY_ROOM, "head_modes");
    for (size_t head = session->h; head < HS_MAX_HEADS; head++)
        if (session->head_mode[head] != HS_HEAD_ON)
            return hs_fail(error, HS_BAD_INPUT,
                "%.300s: \"head_modes\" names head %zu, but \"heads\" is %zu", name, head,
                session->h);
    snprintf(bad, SESSION_KEY_ROOM, "head");
    if (!session->source.path[0] && session->head >= session->h)
        return hs_fail(error, HS_BAD_INPUT, "%.300s: \"head\" is %zu, but \"heads\" is %zu", name,
            session->head, session->h);
    return HS_OK;
}

void session_usual(struct session *session, const struct hs_source *live)
{
    struct lines lines;
    *session = (struct session){.live = live,
        .h = 8,
        .locked = {ACT_NOWHERE, ACT_NOWHERE, ACT_NOWHERE},
        .window = {0, 1, 0, 1},
        .row = {[OPTION_VALUES] = 1, [OPTION_COUNT_FROM] = 1}};
    lines_reset(&lines);
    session->look.rule = lines.rule;
    memcpy(session->look.amount, lines.amount, sizeof lines.amount);
}

enum hs_status session_read_over(const char *name, const char *bytes, size_t length, struct session *session, char bad[SESSION_KEY_ROOM],
    struct hs_error *error)
{
    struct hs_json_doc *doc;
    bad[0] = '\0';
    enum hs_status status = hs_json_parse(name, bytes, length, &doc, error);
    if (status)
        return status;
    status = read_fields(name, hs_json_root(doc), session, bad, error);
    hs_json_drop(doc);
    return status;
}

enum hs_status session_read(const char *name, const char *bytes, size_t length, const struct hs_source *live,
    struct session *session, struct hs_error *error)
{
    char bad[SESSION_KEY_ROOM];
    session_usual(session, live);
    return session_read_over(name, bytes, length, session, bad, error);
}
