/* Any bytes to the tokeniser: refused, or tokens that cover the text in order and can be shown. */
#include "hs.h"
#include "base/base.h"
#include "fuzz.h"

#include <string.h>

static void check_tokens(const struct hs_tokens *tokens, size_t length)
{
    size_t at = 0;
    MUST(tokens->count <= HS_MAX_TOKENS);
    for (size_t i = 0; i < tokens->count; i++) {
        struct hs_token token = tokens->token[i];
        size_t shown = strlen(token.text);
        MUST(token.start >= at && token.start < token.end && token.end <= length);
        MUST(!token.space_before || token.start > at);
        MUST(hs_utf8_invalid(token.text, shown) == shown);
        for (size_t j = 0; j < shown; j++)
            MUST((unsigned char)token.text[j] >= 0x20 && token.text[j] != 0x7F);
        at = token.end;
    }
}

/* No visible ASCII is lost between tokens. */
static void check_gaps(const struct hs_tokens *tokens, const char *text, size_t length)
{
    size_t at = 0;
    for (size_t i = 0; i <= tokens->count; i++) {
        size_t end = i < tokens->count ? tokens->token[i].start : length;
        for (size_t j = at; j < end; j++)
            MUST((unsigned char)text[j] >= 0x80 || text[j] == ' ' ||
                 (text[j] >= '\t' && text[j] <= '\r'));
        at = i < tokens->count ? tokens->token[i].end : length;
    }
}

FUZZ(tokenise)
{
    struct hs_tokens *tokens = NULL, *again = NULL;
    struct hs_error error;
    const char *text = (const char *)data;
    enum hs_status status = hs_tokenise(text, size, &tokens, &error);
    bool valid = hs_utf8_invalid(text, size) == size;
    MUST((status == HS_OK) == (tokens != NULL));
    MUST(valid == (status != HS_BAD_INPUT));
    if (status)
        return 0;
    check_tokens(tokens, size);
    check_gaps(tokens, text, size);
    char places[1000] = "";
    for (size_t i = 0, told = 0; i < tokens->count && told + 50 < sizeof places; i++)
        told += (size_t)sprintf(places + told, "%zu-%zu ", (size_t)tokens->token[i].start, (size_t)tokens->token[i].end);
    fuzz_said(places);
    const char **texts = malloc((tokens->count + 1) * sizeof *texts);
    for (size_t i = 0; i < tokens->count; i++)
        texts[i] = tokens->token[i].text;
    status = hs_tokens_new(texts, tokens->count, &again, &error);
    MUST(status == HS_OK || status == HS_LIMIT); // escapes may make it longer than the limit
    if (!status) {
        for (size_t i = 0; i < tokens->count; i++)
            MUST(strcmp(again->token[i].text, texts[i]) == 0);
        hs_tokens_drop(again);
    }
    free(texts);
    hs_tokens_drop(tokens);
    return 0;
}
