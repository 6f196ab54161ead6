/* Fuzz target: bytes as an annotated JSON file. Whatever is accepted has links between tokens that
 * exist. */
#include "fuzz_fake.h"

FUZZ_FAKE(annotated)
{
    struct hs_annotated *annotated;
    struct hs_error error = {HS_OK, ""};
    fake_files(data, size);
    if (hs_annotated_open("fuzz.json", &annotated, &error)) {
        MUST(error.message[0] && valid_line(error.message));
        fuzz_said(error.message);
        return;
    }
    for (size_t i = 0; i < annotated->count; i++) {
        const struct hs_annotated_sentence *sentence = &annotated->sentence[i];
        MUST(sentence->tokens->count >= 1);
        for (size_t r = 0; r < sentence->link_count; r++) {
            const struct hs_link *link = &sentence->link[r];
            MUST(link->from < sentence->tokens->count && link->to_count >= 1);
            for (size_t t = 0; t < link->to_count; t++)
                MUST(link->to[t] < sentence->tokens->count);
        }
        MUST(hs_annotated_find(annotated, sentence->tokens) != NULL);
    }
    hs_annotated_drop(annotated);
}
