/* Any bytes as an attention file: refused with one line that names it, or every view of it can be
 * made, its heads read and surveyed, and its names are valid UTF-8. The first byte chooses: 'n' a
 * NumPy array, 't' an array with the text up to the first NUL as its tokens, 'N' and 'F' the same
 * as 'n' and the rest, from a file on disk, which must be judged as the bytes are. Else it is
 * safetensors. */
#include "fuzz_file.h"
#include "dump_calls.h"

#include <string.h>

/* Larger shapes are fine, and would only make the fuzzer slow. */
#define MOST_NUMBERS 20000u

static void check_set(struct hs_set *set)
{
    struct hs_set_shape shape = hs_set_shape(set);
    float kept = 0;
    for (size_t i = 0; i < shape.L * shape.h; i++) {
        struct hs_matrix A = hs_set_weights(set, i / shape.h, i % shape.h);
        MUST(A.data && A.rows == shape.n && A.cols == shape.m);
        for (size_t c = 0; c < shape.n * shape.m; c++)
            kept += A.data[c / shape.m * A.stride + c % shape.m];
    }
    MUST(kept == kept || kept != kept); /* every number was read */
    for (enum hs_side side = HS_QUERY; side <= HS_KEY; side++) {
        const struct hs_tokens *tokens = hs_set_tokens(set, side);
        MUST(tokens->count == (side == HS_QUERY ? shape.n : shape.m));
        for (size_t i = 0; i < tokens->count; i++) {
            const char *text = tokens->token[i].text;
            MUST(hs_utf8_invalid(text, strlen(text)) == strlen(text));
        }
    }
    MUST(hs_utf8_invalid(hs_set_source(set), strlen(hs_set_source(set))) ==
         strlen(hs_set_source(set)));
    hs_set_trim(set);
}

static void check_view(struct hs_dump *dump, const struct hs_view *view)
{
    struct hs_set *set = NULL;
    struct hs_survey *survey = NULL;
    struct hs_error error = {HS_OK, ""};
    enum hs_status status = hs_dump_set(dump, view, &set, &error);
    MUST((status == HS_OK) == (set != NULL) && (!status || error.message[0]));
    if (status || strncmp(hs_set_source(set), "f.", 2) == 0) /* not a file on disk, which is called by a number */
        fuzz_said(status ? error.message : hs_set_source(set));
    if (status)
        return;
    check_set(set);
    MUST(hs_survey_new(dump, view, &survey, &error) == HS_OK);
    while (hs_survey_step(survey))
        ;
    char words[640];
    hs_survey_fault_words(survey, 1, words, sizeof words);
    MUST(strchr(words, '\n') == NULL && hs_survey_head(survey, 0, 0) != NULL);
    fuzz_said(words);
    hs_survey_drop(survey);
    hs_set_drop(set);
}

FUZZ(dump)
{
    struct hs_dump *dump = NULL;
    struct hs_error error = {HS_OK, ""};
    char *tokens = NULL;
    if (size == 0)
        return 0;
    char first = (char)*data++;
    size--;
    if (first == 't') {
        const uint8_t *end = memchr(data, 0, size);
        size_t length = end ? (size_t)(end - data) : size;
        tokens = malloc(length + 1);
        MUST(tokens);
        memcpy(tokens, data, length);
        tokens[length] = '\0';
        data += end ? length + 1 : length;
        size -= end ? length + 1 : length;
    }
    bool array = first == 'n' || first == 't' || first == 'N';
    const char *name = array ? "f.npy" : "f.safetensors";
    enum hs_status status = hsi_dump_parse(name, data, size, tokens, &dump, &error);
    free(tokens);
    MUST((status == HS_OK) == (dump != NULL));
    /* a file without an ending is an array by its first bytes */
    bool begins = size >= 6 && memcmp(data, "\x93NUMPY", 6) == 0;
    bool packed = size > 0 && (data[0] == 'P' || data[0] == '{'); /* an archive needs its ending, JSON its first words */
    if (!packed && first == (begins ? 'N' : 'F')) {
        struct hs_dump *opened = NULL;
        MUST(hs_dump_open(fuzz_file(data, size), &opened, NULL) == status);
        MUST((status == HS_OK) == (opened != NULL));
        hs_dump_drop(dump);
        dump = opened;
    }
    if (status) {
        MUST((status == HS_NO_MEMORY || strncmp(error.message, "f.", 2) == 0) && !strchr(error.message, '\n'));
        fuzz_said(error.message);
        return 0;
    }
    for (size_t i = 0; i < hs_dump_count(dump); i++) {
        const struct hs_part *t = hs_dump_tensor(dump, i);
        MUST(t->n && t->m && t->h && t->L && t->B);
        if (t->L * t->B * t->h * t->n * t->m > MOST_NUMBERS)
            continue;
        for (int form = 0; form < HS_PIECES_COUNT * HS_SEGMENTS_COUNT; form++) {
            struct hs_view view = {.part = i,
                .item = t->B - 1,
                .layer = form % 2 ? SIZE_MAX : t->L - 1,
                .pieces = (enum hs_pieces)(form % HS_PIECES_COUNT),
                .segments = (enum hs_segments)(form / HS_PIECES_COUNT)};
            check_view(dump, &view);
        }
    }
    hs_dump_drop(dump);
    return 0;
}
