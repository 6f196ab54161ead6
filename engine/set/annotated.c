/* annotated.c – reads annotated sentences: tokens with their relations, as a JSON array. Called by
 * --evaluate, the trainer and the tests; format in hs_relation.h. Strict: everything it needs is checked,
 * and an error names sentence, relation and field. Memory: one arena for links and texts, one token
 * list per sentence. */
#include "hs_relation.h"
#include "base/base.h"

#include <stdlib.h>
#include <string.h>

struct reader {
    const char *path;
    struct hs_arena arena;
    struct hs_annotated_sentence *sentence; /* (count), zeroed until read */
    size_t count;
};

struct annotated_file { /* what hs_annotated_drop gets back from the public part, which is first */
    struct hs_annotated annotated;
    struct hs_arena arena;
};

/* `what` is wrong with sentence `s`, counted from 1 in messages. */
static enum hs_status refuse(
    const struct reader *reader, size_t s, const char *what, struct hs_error *error)
{
    return hs_fail(
        error, HS_BAD_INPUT, "%s: sentence %zu: %s", hsi_name_shown(reader->path).text, s + 1, what);
}

static enum hs_status refuse_relation(
    const struct reader *reader, size_t s, size_t r, const char *what, struct hs_error *error)
{
    return hs_fail(error, HS_BAD_INPUT, "%s: sentence %zu, relation %zu: %s",
        hsi_name_shown(reader->path).text, s + 1, r + 1, what);
}

static enum hs_status no_memory(const struct reader *reader, struct hs_error *error)
{
    return hs_fail(
        error, HS_NO_MEMORY, "%s: no memory for its sentences", hsi_name_shown(reader->path).text);
}

static enum hs_status read_tokens(
    struct reader *reader, const struct hs_json *object, size_t s, struct hs_error *error)
{
    const struct hs_json *list = hs_json_find(object, "tokens");
    if (!list || hs_json_kind(list) != HS_JSON_ARRAY)
        return refuse(reader, s, "\"tokens\" is missing or no list of words", error);
    size_t count = hs_json_count(list), i = 0;
    if (count == 0)
        return refuse(reader, s, "\"tokens\" is empty; give at least one word", error);
    if (count > HS_MAX_TOKENS)
        return hs_fail(error, HS_LIMIT, "%s: sentence %zu has %zu tokens, the most is %u; split it",
            hsi_name_shown(reader->path).text, s + 1, count, HS_MAX_TOKENS);
    const char **texts = malloc(count * sizeof(*texts));
    if (!texts)
        return no_memory(reader, error);
    enum hs_status status = HS_OK;
    for (const struct hs_json *item = hs_json_first(list); item && !status;
         item = hs_json_next(item)) {
        texts[i] = hs_json_string(item);
        if (!texts[i] || !*texts[i])
            status =
                hs_fail(error, HS_BAD_INPUT, "%s: sentence %zu: token %zu is not a word in quotes",
                    hsi_name_shown(reader->path).text, s + 1, i + 1);
        i++;
    }
    struct hs_tokens *tokens = NULL;
    if (!status)
        status = hs_tokens_new(texts, count, &tokens, error);
    reader->sentence[s].tokens = tokens;
    free(texts);
    return status;
}

static enum hs_relation relation_named(const char *name)
{
    int r = 0;
    while (r < HS_RELATION_COUNT && strcmp(name, hs_relation_name((enum hs_relation)r)))
        r++;
    return (enum hs_relation)r;
}

/* "to": distinct token indices other than `from`, written in ascending order whatever the file's. */
static enum hs_status read_targets(struct reader *reader, const struct hs_json *list, size_t s,
    size_t r, struct hs_link *link, struct hs_error *error)
{
    if (!list || hs_json_kind(list) != HS_JSON_ARRAY || hs_json_count(list) == 0)
        return refuse_relation(
            reader, s, r, "\"to\" is missing, empty or no list of token numbers", error);
    size_t *to = hsi_arena_alloc(&reader->arena, hs_json_count(list), sizeof(*to)), count = 0;
    if (!to)
        return no_memory(reader, error);
    for (const struct hs_json *item = hs_json_first(list); item; item = hs_json_next(item)) {
        size_t index, at = count;
        if (!hs_json_index(item, reader->sentence[s].tokens->count, &index))
            return refuse_relation(
                reader, s, r, "\"to\" holds what is no number of a token, counted from 0", error);
        while (at > 0 && to[at - 1] >= index)
            at--;
        if ((at < count && to[at] == index) || index == link->from)
            return refuse_relation(
                reader, s, r, "\"to\" names a token twice or the token that asks", error);
        memmove(to + at + 1, to + at, (count - at) * sizeof(*to));
        to[at] = index;
        count++;
    }
    link->to = to;
    link->to_count = count;
    return HS_OK;
}

static enum hs_status read_relation(struct reader *reader, const struct hs_json *object, size_t s,
    size_t r, struct hs_link *link, struct hs_error *error)
{
    if (hs_json_kind(object) != HS_JSON_OBJECT)
        return refuse_relation(reader, s, r, "not an object with type, from and to", error);
    const struct hs_json *type = hs_json_find(object, "type"), *from = hs_json_find(object, "from");
    const char *name = type ? hs_json_string(type) : NULL;
    if (!name)
        return refuse_relation(reader, s, r, "\"type\" is missing or not text", error);
    link->relation = relation_named(name);
    if (link->relation == HS_PREV)
        return refuse_relation(
            reader, s, r, "\"prev\" is implied for every token; leave it out", error);
    if (link->relation == HS_RELATION_COUNT)
        return refuse_relation(
            reader, s, r, "\"type\" is none of subj, obj, loct, ana, rel, mod, pobj, aux", error);
    if (!from || !hs_json_index(from, reader->sentence[s].tokens->count, &link->from))
        return refuse_relation(
            reader, s, r, "\"from\" is missing or no number of a token, counted from 0", error);
    return read_targets(reader, hs_json_find(object, "to"), s, r, link, error);
}

static enum hs_status read_relations(
    struct reader *reader, const struct hs_json *object, size_t s, struct hs_error *error)
{
    struct hs_annotated_sentence *sentence = &reader->sentence[s];
    const struct hs_json *list = hs_json_find(object, "relations");
    if (!list || hs_json_kind(list) != HS_JSON_ARRAY)
        return refuse(reader, s, "\"relations\" is missing or no list (it may be empty)", error);
    size_t count = hs_json_count(list), r = 0, words = sentence->tokens->count;
    struct hs_link *link = hsi_arena_alloc(&reader->arena, count ? count : 1, sizeof(*link));
    uint16_t *seen =
        calloc(words, sizeof(*seen)); // a bit for each relation a token already asks in
    enum hs_status status = link && seen ? HS_OK : no_memory(reader, error);
    for (const struct hs_json *item = hs_json_first(list); item && !status;
         item = hs_json_next(item), r++) {
        status = read_relation(reader, item, s, r, &link[r], error);
        if (status)
            break;
        if (seen[link[r].from] >> link[r].relation & 1)
            status = refuse_relation(reader, s, r,
                "the same type and from stand twice; give one with all targets", error);
        seen[link[r].from] |= (uint16_t)(1u << link[r].relation);
    }
    free(seen);
    sentence->link = link;
    sentence->link_count = count;
    return status;
}

static enum hs_status read_sentence(
    struct reader *reader, const struct hs_json *object, size_t s, struct hs_error *error)
{
    if (hs_json_kind(object) != HS_JSON_OBJECT)
        return refuse(reader, s, "not an object with tokens and relations", error);
    const struct hs_json *id = hs_json_find(object, "id");
    const char *name = id ? hs_json_string(id) : "";
    if (!name)
        return refuse(reader, s, "\"id\" is not text", error);
    reader->sentence[s].id = hsi_arena_text(&reader->arena, name, strlen(name));
    if (!reader->sentence[s].id)
        return no_memory(reader, error);
    enum hs_status status = read_tokens(reader, object, s, error);
    return status ? status : read_relations(reader, object, s, error);
}

static enum hs_status read_all(
    struct reader *reader, const struct hs_json *root, struct hs_error *error)
{
    if (hs_json_kind(root) != HS_JSON_ARRAY || hs_json_count(root) == 0)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: expected a list of sentences, [{\"tokens\": [...], \"relations\": [...]}]",
            hsi_name_shown(reader->path).text);
    reader->count = hs_json_count(root);
    if (reader->count > HS_MAX_SENTENCES)
        return hs_fail(error, HS_LIMIT, "%s has %zu sentences, the most is %u; split the file",
            hsi_name_shown(reader->path).text, reader->count, HS_MAX_SENTENCES);
    reader->sentence = hsi_arena_alloc(&reader->arena, reader->count, sizeof(*reader->sentence));
    if (!reader->sentence)
        return no_memory(reader, error);
    size_t s = 0;
    enum hs_status status = HS_OK;
    for (const struct hs_json *item = hs_json_first(root); item && !status;
         item = hs_json_next(item))
        status = read_sentence(reader, item, s++, error);
    return status;
}

static void release(struct reader *reader)
{
    for (size_t s = 0; reader->sentence && s < reader->count; s++)
        hs_tokens_drop((struct hs_tokens *)reader->sentence[s].tokens);
    hsi_arena_drop(&reader->arena);
}

static enum hs_status finish(
    struct reader *reader, struct hs_annotated **annotated, struct hs_error *error)
{
    struct annotated_file *file = malloc(sizeof(*file));
    char *path = hsi_arena_text(&reader->arena, reader->path, strlen(reader->path));
    if (!file || !path) {
        free(file);
        return no_memory(reader, error);
    }
    file->annotated = (struct hs_annotated){path, reader->count, reader->sentence};
    file->arena = reader->arena;
    *annotated = &file->annotated;
    return HS_OK;
}

enum hs_status hs_annotated_open(
    const char *path, struct hs_annotated **annotated, struct hs_error *error)
{
    struct reader reader = {.path = path};
    struct hs_json_doc *doc = NULL;
    char *bytes;
    size_t length;
    enum hs_status status = hs_file_read(path, HS_MAX_FILE_BYTES, &bytes, &length, error);
    if (status)
        return status;
    status = hs_json_parse(path, bytes, length, &doc, error);
    if (!status)
        status = read_all(&reader, hs_json_root(doc), error);
    if (!status)
        status = finish(&reader, annotated, error);
    if (status)
        release(&reader);
    hs_json_drop(doc);
    free(bytes);
    return status;
}

void hs_annotated_drop(struct hs_annotated *annotated)
{
    if (!annotated)
        return;
    struct annotated_file *file = (struct annotated_file *)annotated;
    struct reader reader = {.arena = file->arena,
        .sentence = (struct hs_annotated_sentence *)annotated->sentence,
        .count = annotated->count};
    release(&reader);
    free(file);
}

const struct hs_annotated_sentence *hs_annotated_find(
    const struct hs_annotated *annotated, const struct hs_tokens *tokens)
{
    for (size_t i = 0; annotated && i < annotated->count; i++)
        if (hs_tokens_equal(annotated->sentence[i].tokens, tokens))
            return &annotated->sentence[i];
    return NULL;
}
