/* preset_read.c – what an output row says in words: each role slot read back, with a verdict whether
 * that is one word, a blend of several, or nothing. Called through hs.h by the Steps view. */
#include <math.h>
#include <string.h>

#include "set/set.h"

/* A slot holds one word when that word's direction has at least 81 % of the slot's squared length. */
#define READ_COSINE 0.9f
/* Below half of a word's length the even spread of an idle head is as likely (idle slots measure
 * 0.35 to 0.45, slots of active heads 0.6 to 1). */
#define READ_SHARE 0.5f

const char *hs_slot_role(size_t slot)
{
    static const char *const roles[HS_SLOTS] = {"subject", "object", "place or time", "stands for",
        "modifies", "preposition’s noun", "auxiliary’s verb", "previous token"};
    return slot < HS_SLOTS ? roles[slot] : "";
}

static bool same_word(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        char x = *a >= 'A' && *a <= 'Z' ? (char)(*a + 32) : *a;
        char y = *b >= 'A' && *b <= 'Z' ? (char)(*b + 32) : *b;
        if (x != y)
            return false;
    }
    return *a == *b;
}

/* The length that the embedding gives this word's code: function words and punctuation have less
 * than 1. */
static float word_length(const struct hs_set *set, const char *word)
{
    struct hs_matrix X = hs_set_plane(set, HS_PLANE_X_KV, 0, 0);
    const struct hs_block *block;
    size_t blocks = hs_preset_blocks(&block);
    const struct hs_block *code = &block[blocks - 1]; /* the word code is the last block */
    const struct hs_tokens *tokens = set->tokens[HS_KEY];
    for (size_t i = 0; X.data && X.cols == HS_D_MODEL && i < tokens->count; i++) {
        double norm = 0;
        if (!same_word(tokens->token[i].text, word))
            continue;
        for (size_t d = code->first; d < code->first + code->width; d++)
            norm += (double)X.data[i * X.stride + d] * (double)X.data[i * X.stride + d];
        return (float)sqrt(norm);
    }
    return 1;
}

void hs_read_row(const struct hs_preset *preset, const struct hs_set *set, const float *row,
    struct hs_reading readings[HS_SLOTS])
{
    for (size_t slot = 0; slot < HS_SLOTS; slot++) {
        struct hs_reading *reading = &readings[slot];
        *reading = (struct hs_reading){.kind = HS_READS_NOTHING};
        reading->count = hs_preset_read_slot(
            preset, row, slot, reading->match, HS_READ_WORDS, &reading->strength);
        if (reading->count == 0)
            continue;
        reading->length = word_length(set, reading->match[0].word);
        if (reading->match[0].cosine >= READ_COSINE &&
            reading->strength >= READ_SHARE * reading->length)
            reading->kind = HS_READS_WORD;
        else if (reading->strength >= READ_SHARE)
            reading->kind = HS_READS_BLEND;
    }
}
