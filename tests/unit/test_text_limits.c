/* The tokeniser's limits and refusals, and that no text makes it slow: a hostile megabyte costs
 * what any other does. */
#include "hs.h"
#include "base/base.h"
#include "check.h"

#include <stdlib.h>
#include <time.h>

static char *repeat(const char *unit, size_t count, size_t *length)
{
    size_t bytes = strlen(unit);
    char *text = malloc(bytes * count + 1);
    for (size_t i = 0; i < count; i++)
        memcpy(text + i * bytes, unit, bytes);
    text[ *length = bytes * count] = '\0';
    return text;
}

static enum hs_status tokenise(
    const char *unit, size_t count, size_t *tokens_made, struct hs_error *error)
{
    struct hs_tokens *tokens = NULL;
    size_t length;
    char *text = repeat(unit, count, &length);
    enum hs_status status = hs_tokenise(text, length, &tokens, error);
    CHECK((tokens != NULL) == (status == HS_OK));
    *tokens_made = tokens ? tokens->count : 0;
    hs_tokens_drop(tokens);
    free(text);
    return status;
}

static void test_limits(void)
{
    struct hs_error error;
    size_t count;
    CHECK(tokenise("a ", HS_MAX_TOKENS, &count, &error) == HS_OK && count == HS_MAX_TOKENS);
    CHECK(tokenise("a ", HS_MAX_TOKENS + 1, &count, &error) == HS_LIMIT);
    CHECK(tells(error.message, "more than 4096 tokens") && tells(error.message, "shorten"));
    CHECK(tokenise("x", HS_MAX_TEXT_BYTES, &count, &error) == HS_OK && count == 1);
    CHECK(tokenise("x", HS_MAX_TEXT_BYTES + 1, &count, &error) == HS_LIMIT);
    CHECK(tells(error.message, "1048577 bytes") && tells(error.message, "1048576"));
    CHECK(tokenise("\x01", HS_MAX_TOKENS, &count, &error) == HS_OK && count == HS_MAX_TOKENS);
    CHECK(tokenise(" ", 100000, &count, &error) == HS_OK && count == 0);

    const char **texts = malloc((HS_MAX_TOKENS + 1) * sizeof *texts);
    struct hs_tokens *tokens = NULL;
    for (size_t i = 0; i <= HS_MAX_TOKENS; i++)
        texts[i] = "word";
    CHECK(hs_tokens_new(texts, HS_MAX_TOKENS, &tokens, &error) == HS_OK);
    hs_tokens_drop(tokens);
    CHECK(hs_tokens_new(texts, HS_MAX_TOKENS + 1, &tokens, &error) == HS_LIMIT);
    size_t length;
    char *large = repeat("x", HS_MAX_TEXT_BYTES, &length);
    texts[0] = large;
    CHECK(hs_tokens_new(texts, 1, &tokens, &error) == HS_OK);
    hs_tokens_drop(tokens);
    CHECK(hs_tokens_new(texts, 2, &tokens, &error) == HS_LIMIT);
    free(large);
    free(texts);
}

static void test_invalid(void)
{
    struct hs_tokens *tokens = NULL;
    struct hs_error error;
    CHECK(hs_tokenise("caf\xE9 x", 6, &tokens, &error) == HS_BAD_INPUT && tokens == NULL);
    CHECK(tells(error.message, "byte 4 of the text (0xE9) is not valid UTF-8"));
    CHECK(hs_tokenise("ab\xE2\x82", 4, &tokens, &error) == HS_BAD_INPUT);
    CHECK(tells(error.message, "byte 3"));
    CHECK(hs_tokenise("\xFF", 1, &tokens, NULL) == HS_BAD_INPUT);
}

/* Units that make a careless scanner look ahead over the rest of the text again and again. */
static void test_time(void)
{
    static const char *const units[] = {"a", "a-", "a.", "n't", "'s", "x@", "a.b@", "http://",
        "http://)", "1-", "1,", "1:", ".", "(", "'", "J. ", "\xCC\x81", "👩‍", "🇩", "_a", "a_",
        "&A", "No.  ", "www.", "'n", "x'", "re-", "\xC2\xAD", "猫", "<", "A.\n", "mailto:", "a/",
        "w/", "$", "C+", "5'", ":-", "*"};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++) {
        struct hs_error error;
        size_t count;
        clock_t start = clock();
        enum hs_status status =
            tokenise(units[i], HS_MAX_TEXT_BYTES / strlen(units[i]), &count, &error);
        double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
        CHECK(status == HS_OK || status == HS_LIMIT);
        CHECK(seconds < 2); // milliseconds when linear; thousands of seconds when quadratic
        if (seconds > 0.1)
            printf("1 MiB of %s: %.0f ms\n", units[i], seconds * 1e3);
    }
}

/* What typing costs; only told, machines differ. */
static void tell_speed(void)
{
    const char *unit =
        "The old student didn't deliver 3,000 well-known books, e.g. to John's library. ";
    struct hs_tokens *tokens = NULL;
    struct timespec from, to;
    size_t length, made = 0;
    for (size_t count = 1; count <= 190; count += 189) {
        char *text = repeat(unit, count, &length);
        int runs = count == 1 ? 20000 : 100;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &from);
        for (int i = 0; i < runs; i++) {
            hs_tokenise(text, length, &tokens, NULL);
            made = tokens->count;
            hs_tokens_drop(tokens);
        }
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &to);
        double us =
            ((double)(to.tv_sec - from.tv_sec) * 1e9 + (double)(to.tv_nsec - from.tv_nsec)) / runs /
            1e3;
        printf("%zu tokens: %.2f microseconds\n", made, us);
        CHECK(made == 18 * count);
        free(text);
    }
}

TEST(test_text_limits)
{
    test_limits();
    test_invalid();
    test_time();
    tell_speed();
    return check_report();
}
