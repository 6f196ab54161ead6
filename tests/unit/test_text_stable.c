/* Tokens joined by spaces and split again are the same tokens: on the annotated sentences of samples/, and of the file that the
 * variable HS_ANNOTATED names. Prints the sentences that differ. */
#include "hs.h"
#include "base/base.h"
#include "check.h"

#include <stdlib.h>

static void join_nodes(const struct hs_json *list, struct hs_buffer *text)
{
    for (const struct hs_json *node = hs_json_first(list); node; node = hs_json_next(node)) {
        if (text->length)
            hs_buffer_write(text, " ", 1);
        hs_buffer_print(text, "%s", hs_json_string(node));
    }
}

static void join_tokens(const struct hs_tokens *tokens, struct hs_buffer *text)
{
    for (size_t i = 0; i < tokens->count; i++)
        hs_buffer_print(text, "%s%s", i ? " " : "", tokens->token[i].text);
}

struct tally {
    size_t sentences, stable, annotated_same;
};

static void check_sentence(const struct hs_json *list, struct tally *tally)
{
    struct hs_buffer given = {0}, once = {0}, twice = {0};
    struct hs_tokens *first = NULL, *second = NULL;
    join_nodes(list, &given);
    CHECK(hs_tokenise(given.data, given.length, &first, NULL) == HS_OK);
    join_tokens(first, &once);
    CHECK(hs_tokenise(once.data, once.length, &second, NULL) == HS_OK);
    join_tokens(second, &twice);
    bool stable = strcmp(once.data, twice.data) == 0;
    tally->sentences++;
    tally->stable += stable;
    tally->annotated_same += strcmp(given.data, once.data) == 0;
    if (!stable)
        printf("once:  %s\ntwice: %s\n", once.data, twice.data);
    if (getenv("HS_SHOW_DIFFERENT") && strcmp(given.data, once.data) != 0)
        printf("given: %s\nonce:  %s\n", given.data, once.data);
    hs_tokens_drop(first);
    hs_tokens_drop(second);
    hs_buffer_drop(&given);
    hs_buffer_drop(&once);
    hs_buffer_drop(&twice);
}

static void check_file(const char *path)
{
    char *bytes;
    size_t length;
    struct hs_error error;
    struct hs_json_doc *doc;
    CHECK(hs_file_read(path, HS_MAX_FILE_BYTES, &bytes, &length, &error) == HS_OK);
    CHECK(hs_json_parse(path, bytes, length, &doc, &error) == HS_OK);
    struct tally tally = {0};
    const struct hs_json *node = hs_json_first(hs_json_root(doc));
    for (; node; node = hs_json_next(node))
        check_sentence(hs_json_find(node, "tokens"), &tally);
    printf("%zu of %zu sentences stable; %zu exactly as annotated\n", tally.stable, tally.sentences,
        tally.annotated_same);
    CHECK(tally.sentences > 200);
    CHECK((double)tally.stable >= 0.99 * (double)tally.sentences);
    // text that is split already is hardly split further: annotators' decisions that no rule gives
    // are the rest
    CHECK((double)tally.annotated_same >= 0.95 * (double)tally.sentences);
    hs_json_drop(doc);
    free(bytes);
}

TEST(test_text_stable)
{
    check_file(HS_SOURCE_DIR "/samples/annotated.json");
    check_file(HS_SOURCE_DIR "/samples/hard.json");
    if (getenv("HS_ANNOTATED"))
        check_file(getenv("HS_ANNOTATED"));
    return check_report();
}
