/* lesson_words.c – see lesson.h: the words of a step with the numbers of the picture in them, so that they stay true with other weights,
 * another sentence, another head count. Nothing here claims more than the numbers do. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "desk/lesson.h"
#include "model/steps.h"

#define MOST 5        /* words between two braces */
#define VALUE_ROOM 300
#define NB "\u00a0"   /* a blank where no line may break */

size_t lesson_token(const struct hs_tokens *tokens, const char *name)
{
    const char *sign = strrchr(name, '#');
    char *stop = NULL;
    unsigned long number = sign && sign[1] >= '1' && sign[1] <= '9' ? strtoul(sign + 1, &stop, 10) : 0;
    size_t length = stop && !*stop ? (size_t)(sign - name) : strlen(name);
    number = stop && !*stop ? number : 1;
    if (length == 0)
        return number - 1 < tokens->count && stop ? number - 1 : ACT_NOWHERE;
    for (size_t i = 0; i < tokens->count; i++)
        if (strlen(tokens->token[i].text) == length && memcmp(tokens->token[i].text, name, length) == 0 && --number == 0)
            return i;
    return ACT_NOWHERE;
}

void lesson_token_name(const struct hs_tokens *tokens, size_t index, char *name, size_t room)
{
    const char *text = tokens->token[index].text;
    size_t before = 0;
    for (size_t i = 0; i < index; i++)
        before += strcmp(tokens->token[i].text, text) == 0;
    if (strpbrk(text, "# \t{}") || strlen(text) + 12 > room)
        snprintf(name, room, "#%zu", index + 1);
    else if (before)
        snprintf(name, room, "%s#%zu", text, before + 1);
    else
        snprintf(name, room, "%s", text);
}

/* ---------------------------------------------------------------- values */
struct words {
    char *word[MOST];
    size_t count;
};

static bool read_head(const char *word, size_t *head)
{
    char *stop;
    *head = strtoul(word, &stop, 10) - 1;
    return word[0] >= '1' && word[0] <= '9' && !*stop && *head < HS_MAX_HEADS;
}

static size_t read_relation(const char *word)
{
    size_t relation = 0;
    while (relation < HS_RELATION_COUNT && strcmp(hs_relation_name((enum hs_relation)relation), word) != 0)
        relation++;
    return relation;
}

static size_t token(const struct app *app, enum hs_side side, const char *word)
{
    return lesson_token(hs_set_tokens(app->picture.set, side), word);
}

static bool say_weight(const struct app *app, const struct hs_set *set, size_t head, const char *from, const char *to, char *out)
{
    size_t q = token(app, HS_QUERY, from), k = token(app, HS_KEY, to);
    if (!set || q == ACT_NOWHERE || k == ACT_NOWHERE || head >= hs_set_shape(set).h || hs_set_masked(set, q, k))
        return false;
    struct hs_matrix A = hs_set_weights(set, 0, head);
    app_weight_text((double)A.data[q * A.stride + k], out, VALUE_ROOM);
    return true;
}

static bool weight(const struct app *app, const struct words *words, char *out)
{
    size_t head;
    return read_head(words->word[1], &head) && say_weight(app, app->picture.set, head, words->word[2], words->word[3], out);
}

static bool single(const struct app *app, const struct words *words, char *out)
{
    return say_weight(app, app->picture.single, 0, words->word[1], words->word[2], out);
}

static bool score(const struct app *app, const struct words *words, char *out)
{
    size_t head, q = token(app, HS_QUERY, words->word[2]), k = token(app, HS_KEY, words->word[3]);
    if (!read_head(words->word[1], &head) || head >= app->picture.h || q == ACT_NOWHERE || k == ACT_NOWHERE)
        return false;
    app_number((double)app_score(app, head, q, k), 2, false, out, VALUE_ROOM);
    return !isnan(app_score(app, head, q, k));
}

static bool head(const struct app *app, const struct words *words, char *out)
{
    size_t index;
    snprintf(out, VALUE_ROOM, "%ld", read_head(words->word[1], &index) ? app_counted(app, index) : 0);
    return true;
}

static bool number(size_t value, char *out)
{
    snprintf(out, VALUE_ROOM, "%zu", value);
    return true;
}

static bool heads(const struct app *app, const struct words *words, char *out)
{
    (void)words;
    return number(app->picture.h, out);
}

static bool d_k(const struct app *app, const struct words *words, char *out)
{
    (void)words;
    return number(hs_set_shape(app->picture.set).d_k, out);
}

static bool root(const struct app *app, const struct words *words, char *out)
{
    (void)words;
    snprintf(out, VALUE_ROOM, "%.3g", sqrt((double)hs_set_shape(app->picture.set).d_k));
    return true;
}

static bool d_model(const struct app *app, const struct words *words, char *out)
{
    (void)words;
    return number(hs_set_shape(app->picture.set).d_model, out);
}

static bool count(const struct app *app, const struct words *words, char *out)
{
    (void)words;
    return number(hs_set_shape(app->picture.set).n, out);
}

static bool symbol(const struct app *app, const struct words *words, char *out)
{
    char sign = words->word[1][0];
    steps_symbol(app, sign == 'q' ? STEP_Q : sign == 'k' ? STEP_K : STEP_V, out, VALUE_ROOM);
    return true;
}

/* What the slots of the row say, as far as they say one word. */
static bool slots(const struct app *app, const struct words *words, char *out)
{
    struct hs_matrix output = hs_set_plane(app->picture.set, HS_PLANE_OUTPUT, 0, 0);
    struct hs_reading readings[HS_SLOTS];
    size_t q = token(app, HS_QUERY, words->word[1]), length = 0, said = 0;
    out[0] = '\0';
    if (q == ACT_NOWHERE || !output.data || !hs_set_constructed(app->picture.set))
        return false;
    hs_read_row(app->picture.preset, app->picture.set, output.data + q * output.stride, readings);
    for (size_t slot = 0; slot < 3 && length < VALUE_ROOM; slot++) {
        if (readings[slot].kind == HS_READS_NOTHING || readings[slot].count == 0)
            continue;
        int added = snprintf(out + length, VALUE_ROOM - length, "%s%s “%s”", said++ ? ", " : "", hs_slot_role(slot), readings[slot].match[0].word);
        length += added > 0 ? (size_t)added : 0;
    }
    if (!said)
        snprintf(out, VALUE_ROOM, "nothing that names one word");
    out[hs_utf8_invalid(out, strlen(out))] = '\0';
    return true;
}

/* Measured on annotated sentences; not known before that is done. */
static const struct hs_relation_score *measured(const struct app *app, const struct words *words)
{
    const struct corpus_result *result = app->scores.corpus ? corpus_result(app->scores.corpus) : NULL;
    size_t index, relation = read_relation(words->word[2]);
    if (!read_head(words->word[1], &index) || relation == HS_RELATION_COUNT || !result || result->of.h != app->picture.h || index >= result->of.h)
        return NULL;
    return app_relation_score(app, index, relation);
}

static bool hits(const struct app *app, const struct words *words, char *out)
{
    const struct hs_relation_score *found = measured(app, words);
    return found && number(found->hits, out);
}

static bool cases(const struct app *app, const struct words *words, char *out)
{
    const struct hs_relation_score *found = measured(app, words);
    return found && number(found->eligible, out);
}

static bool baseline(const struct app *app, const struct words *words, char *out)
{
    const struct hs_relation_score *found = measured(app, words);
    snprintf(out, VALUE_ROOM, "%.0f" NB "%%", found ? 100 * found->baseline : 0);
    return found;
}

static bool least_cases(const struct app *app, const struct words *words, char *out)
{
    (void)app, (void)words;
    return number(HS_NAME_MIN_ELIGIBLE, out);
}

static bool least_margin(const struct app *app, const struct words *words, char *out)
{
    (void)app, (void)words;
    snprintf(out, VALUE_ROOM, "%.0f", 100 * HS_NAME_MIN_MARGIN);
    return true;
}

static bool model(const struct app *app, const struct words *words, char *out)
{
    (void)words;
    snprintf(out, VALUE_ROOM, "%s", app_source_words(app));
    return true;
}

/* What a run of one and more heads says so far; before there is one, nothing. */
static bool learnt(const struct app *app, const struct words *words, char *out)
{
    const struct hs_learn *run = learn_run(app);
    size_t moment = learn_moment(app), models = run ? hs_learn_options(run)->models : 0;
    char after[24];
    (void)words;
    out[0] = '\0';
    if (models == 2 && hs_learn_moments(run) > 1 && hs_learn_asked(run, HS_OBJ))
        snprintf(out, VALUE_ROOM, "After %s sentences h" NB "=" NB "%zu answers %.0f" NB "%% of objects, h" NB "=" NB "%zu %.0f" NB "%%.",
            hs_count_text(hs_learn_moment(run, moment)->sentences, after, sizeof after), hs_learn_options(run)->h[0],
            100 * hs_learn_right(run, moment, 0, HS_OBJ), hs_learn_options(run)->h[1], 100 * hs_learn_right(run, moment, 1, HS_OBJ));
    return true;
}

/* `takes`, of the words behind the name: h a head counted from 1, t a token, r a relation, s one of q k v. */
static const struct value {
    const char *name, *takes;
    bool (*say)(const struct app *app, const struct words *words, char *out);
} values[] = {
    {"weight", "htt", weight},   /* of that head, from query to key */
    {"single", "tt", single},    /* of one head alone; Compare has it */
    {"score", "htt", score},     /* before softmax */
    {"head", "h", head},         /* as the reader counts */
    {"heads", "", heads},
    {"d_k", "", d_k},
    {"root", "", root},          /* of d_k */
    {"d_model", "", d_model},
    {"tokens", "", count},
    {"symbol", "s", symbol},     /* Q_1, K_1, V_1 of the selected head */
    {"slots", "t", slots},       /* what the built-in model's output says of that token */
    {"hits", "hr", hits},        /* measured: how often found, */
    {"cases", "hr", cases},      /* of how many, */
    {"baseline", "hr", baseline}, /* and the share that the best fixed distance finds */
    {"least-cases", "", least_cases}, /* for a name */
    {"least-margin", "", least_margin},
    {"model", "", model},        /* where the weights come from */
    {"learnt", "", learnt},      /* the Learn view's run in a sentence */
};
#define VALUES (sizeof values / sizeof *values)

/* ---------------------------------------------------------------- text */
/* Cuts what stands between the braces; NULL when it is too long or is no value with what it takes. */
static const struct value *find_value(const char *inside, size_t length, char room[VALUE_ROOM], struct words *words)
{
    const struct value *value = NULL;
    words->count = 0;
    if (length >= VALUE_ROOM)
        return NULL;
    memcpy(room, inside, length);
    room[length] = '\0';
    for (char *at = room; *(at += strspn(at, " \n"));) {
        if (words->count == MOST)
            return NULL;
        words->word[words->count++] = at;
        at += strcspn(at, " \n");
        if (*at)
            *at++ = '\0';
    }
    for (size_t i = 0; i < VALUES && words->count > 0; i++)
        if (strcmp(values[i].name, words->word[0]) == 0 && strlen(values[i].takes) + 1 == words->count)
            value = &values[i];
    for (size_t i = 1; value && i < words->count; i++) {
        const char *word = words->word[i];
        size_t index;
        char takes = value->takes[i - 1];
        if ((takes == 'h' && !read_head(word, &index)) || (takes == 'r' && read_relation(word) == HS_RELATION_COUNT) ||
            (takes == 's' && (!strchr("qkv", word[0]) || word[1])))
            return NULL;
    }
    return value;
}

enum hs_status lesson_words_check(const char *text, const struct hs_tokens *tokens, size_t h, struct hs_error *error)
{
    char room[VALUE_ROOM];
    struct words words;
    for (const char *at = text; *(at += strcspn(at, "{}"));) {
        if (at[1] == at[0]) {
            at += 2;
            continue;
        }
        size_t length = *at == '{' ? strcspn(at + 1, "{}") : 0;
        if (*at == '}' || at[1 + length] != '}')
            return hs_fail(error, HS_BAD_INPUT, "a brace stands alone near “%.40s”; {…} holds a number's name, and {{ or }} is a brace", at);
        const struct value *value = find_value(at + 1, length, room, &words);
        if (!value)
            return hs_fail(error, HS_BAD_INPUT, "“{%.*s}” is no value; like {weight 1 WORD WORD}, {head 1} or {heads}, see the page on lessons",
                (int)(length < 60 ? length : 60), at + 1);
        for (size_t i = 1; i < words.count; i++) {
            size_t index = 0;
            if (value->takes[i - 1] == 't' && tokens && lesson_token(tokens, words.word[i]) == ACT_NOWHERE)
                return hs_fail(error, HS_BAD_INPUT, "“{%.*s}”: the sentence has no “%.60s”", (int)(length < 60 ? length : 60), at + 1, words.word[i]);
            if (value->takes[i - 1] == 'h' && h && read_head(words.word[i], &index) && index >= h)
                return hs_fail(error, HS_BAD_INPUT, "“{%.*s}”: the session has %zu heads, counted from 1 here", (int)(length < 60 ? length : 60), at + 1, h);
        }
        at += length + 2;
    }
    return HS_OK;
}

const char *lesson_words(const struct app *app, const struct lesson_step *step, char *text, size_t room, size_t *dash)
{
    char inside[VALUE_ROOM], value[VALUE_ROOM];
    struct words words;
    struct hs_buffer out = {0};
    const char *missing = NULL, *at = step->text;
    while (*at) {
        size_t plain = strcspn(at, "{}"), length;
        hs_buffer_write(&out, at, plain);
        at += plain;
        if (!*at)
            break;
        if (at[1] == at[0]) {
            hs_buffer_write(&out, at, 1);
            at += 2;
            continue;
        }
        length = strcspn(at + 1, "{}");
        const struct value *found = find_value(at + 1, length, inside, &words);
        value[0] = '\0';
        if (found && found->say(app, &words, value)) {
            hs_buffer_write(&out, value, strlen(value));
        } else {
            hs_buffer_print(&out, "–");
            if (!missing && dash)
                *dash = length + 2;
            missing = missing ? missing : at;
        }
        at += length + 2;
    }
    size_t length = out.failed ? 0 : out.length;
    while (length > 0 && out.data[length - 1] == ' ') /* before a value that says nothing yet */
        length--;
    length = length < room ? length : room - 1;
    if (length)
        memcpy(text, out.data, length);
    text[length] = '\0';
    text[hs_utf8_invalid(text, length)] = '\0';
    hs_buffer_drop(&out);
    return missing;
}
