/* Any bytes as a sentence file: refused with a reason, or sentences that can all be tokenised. */
#include "hs.h"
#include "base/base.h"
#include "fuzz.h"

#include <string.h>

FUZZ(sentences)
{
    struct hs_sentences *sentences = NULL;
    struct hs_error error = {0};
    enum hs_status status =
        hs_sentences_parse("fuzz\n.txt", (const char *)data, size, &sentences, &error);
    MUST((status == HS_OK) == (sentences != NULL));
    if (status) {
        MUST(error.status == status && strncmp(error.message, "fuzz\\n.txt", 10) == 0);
        MUST(!strchr(error.message, '\n'));
        fuzz_said(error.message);
        return 0;
    }
    MUST(sentences->count >= 1 && sentences->count <= HS_MAX_SENTENCES);
    size_t line = 1, total = 0;
    for (size_t i = 0; i < sentences->count; i++) {
        struct hs_sentence sentence = sentences->sentence[i];
        struct hs_tokens *tokens = NULL;
        MUST(sentence.length > 0 && strlen(sentence.text) == sentence.length);
        MUST(sentence.line >= line);
        line = sentence.line;
        total += sentence.length;
        MUST(hs_tokenise(sentence.text, sentence.length, &tokens, &error) == HS_OK);
        MUST(tokens->count > 0);
        hs_tokens_drop(tokens);
    }
    MUST(total <= size);
    hs_sentences_drop(sentences);
    return 0;
}
