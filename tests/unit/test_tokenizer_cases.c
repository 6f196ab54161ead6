/* Tokenizers of a few lines, each about one rule, against what the reference makes of their texts: ids, places in bytes and
 * token types. tests/models/tokenizers/cases.json, written by make_tokenizers.py, has a list of
 * {"name": …, "tokenizer": what a tokenizer.json holds, "texts": [[text, [id, start, end, type, …]], …]}. */
#include "base/json_walk.h"
#include "check.h"
#include "tokenizer/tokenizer.h"

#define CASES HS_SOURCE_DIR "/tests/models/tokenizers/cases.json"

/* What a value is called in its object; NULL when it is not there. */
static const char *member(const char *object, const char *name)
{
    for (struct hs_walk walk = hsi_walk_in(object); hsi_walk_next(&walk);)
        if (hsi_walk_string_is(walk.key, name))
            return walk.value;
    return NULL;
}

static bool same(const struct hs_encoding *encoding, const char *numbers)
{
    struct hs_walk walk = hsi_walk_in(numbers);
    for (size_t i = 0; i < encoding->count; i++) {
        const struct hs_piece *piece = &encoding->piece[i];
        const uint32_t ours[4] = {piece->id, piece->start, piece->end, piece->type};
        for (size_t k = 0; k < 4; k++) {
            size_t number;
            if (!hsi_walk_next(&walk) || !hsi_walk_index(walk.value, UINT32_MAX, &number) || number != ours[k])
                return false;
        }
    }
    return !hsi_walk_next(&walk);
}

static void check_text(const struct hs_tokenizer *tokenizer, const char *name, const char *pair)
{
    struct hs_walk walk = hsi_walk_in(pair);
    char text[200];
    CHECK(hsi_walk_next(&walk) && hsi_walk_string_room(walk.value) < sizeof text);
    size_t length = hsi_walk_string(walk.value, text);
    CHECK(hsi_walk_next(&walk));
    struct hs_encoding *encoding = NULL;
    struct hs_error error = {HS_OK, ""};
    CHECK(hsi_tokenizer_encode(tokenizer, text, length, true, &encoding, &error) == HS_OK);
    bool equal = encoding && same(encoding, walk.value);
    CHECK(equal);
    if (!equal) {
        fprintf(stderr, "%s: \"%s\"\n  expected %.*s\n  got     ", name, text, (int)(hsi_walk_end(walk.value) - walk.value), walk.value);
        for (size_t i = 0; encoding && i < encoding->count; i++)
            fprintf(stderr, " %u,%u,%u,%u", encoding->piece[i].id, encoding->piece[i].start, encoding->piece[i].end, encoding->piece[i].type);
        fprintf(stderr, "%s\n", error.message);
    }
    hsi_encoding_drop(encoding);
}

/* How many texts it has. */
static size_t check_case(const char *object)
{
    char name[200];
    const char *named = member(object, "name"), *file = member(object, "tokenizer"), *texts = member(object, "texts");
    CHECK(named && file && texts && hsi_walk_string_room(named) < sizeof name);
    hsi_walk_string(named, name);
    size_t length = (size_t)(hsi_walk_end(file) - file), count = 0;
    char *bytes = malloc(length); // of just this length, so that reading on is seen
    memcpy(bytes, file, length);
    struct hs_tokenizer *tokenizer = NULL;
    struct hs_error error = {HS_OK, ""};
    CHECK(hsi_tokenizer_parse(&(struct hs_tokenizer_file){"tokenizer.json", bytes, length}, 1, &tokenizer, &error) == HS_OK);
    free(bytes);
    if (!tokenizer) {
        fprintf(stderr, "%s: %s\n", name, error.message);
        return 0;
    }
    for (struct hs_walk walk = hsi_walk_in(texts); hsi_walk_next(&walk); count++)
        check_text(tokenizer, name, walk.value);
    hsi_tokenizer_drop(tokenizer);
    return count;
}

TEST(test_tokenizer_cases)
{
    char *bytes = NULL;
    size_t length = 0, cases = 0, texts = 0;
    struct hs_error error = {HS_OK, ""};
    CHECK(hs_file_read(CASES, HS_MAX_FILE_BYTES, &bytes, &length, &error) == HS_OK);
    if (!bytes || hsi_json_check(CASES, bytes, length, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    for (struct hs_walk walk = hsi_walk_in(hsi_walk_root(bytes, length)); hsi_walk_next(&walk); cases++)
        texts += check_case(walk.value);
    free(bytes);
    CHECK(cases >= 90);
    CHECK(texts >= 5 * cases);
    return check_report();
}
