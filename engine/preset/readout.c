/* readout.c – reads an output row back as words: undoes W^O, takes one of the eight role slots and
 * finds the vocabulary words whose code is nearest. Called through hs.h by the views. */
#include "preset/preset.h"

#include <math.h>

/* A code is 64 signs: its dot product with a slot is eight look-ups, one for each byte of signs. */
static void fill_table(const float *slot, float table[8][256])
{
    for (size_t byte = 0; byte < 8; byte++)
        for (size_t signs = 0; signs < 256; signs++) {
            float sum = 0;
            for (size_t bit = 0; bit < 8; bit++)
                sum += signs >> bit & 1 ? slot[8 * byte + bit] : -slot[8 * byte + bit];
            table[byte][signs] = sum;
        }
}

size_t hs_preset_read_slot(const struct hs_preset *preset, const float *output_row, size_t slot,
    struct hs_word_match *matches, size_t room, float *strength)
{
    const size_t square = (size_t)HS_D_MODEL * HS_D_MODEL;
    const float *W_O = preset->W + 3 * square;
    float value[HS_CODE_WIDTH];
    double norm = 0;
    for (size_t d = 0; d < HS_CODE_WIDTH; d++) {
        /* concat = O W_O^T, W_O being orthogonal; the slot's rows meet one column of each block */
        float sum = 0;
        for (size_t c = 0; c < HS_RELATION_HEADS; c++)
            sum += output_row[c * HS_CODE_WIDTH + d] *
                   W_O[(slot * HS_CODE_WIDTH + d) * HS_D_MODEL + c * HS_CODE_WIDTH + d];
        value[d] = sum;
        norm += (double)sum * (double)sum;
    }
    norm = sqrt(norm);
    if (strength)
        *strength = (float)norm;
    const uint64_t *code = hsi_preset_codes(preset);
    if (!(norm > 1e-6) || !code)
        return 0; /* nothing was brought: no word is near */
    float table[8][256];
    fill_table(value, table);
    const float scale = (float)(0.125 / norm); /* a code's length is 1: 64 signs of 1 / 8 */
    size_t count = 0, forms = hsi_lexicon_forms(preset->lexicon);
    for (size_t i = 0; i < forms; i++) {
        float dot = 0;
        for (size_t byte = 0; byte < 8; byte++)
            dot += table[byte][code[i] >> 8 * byte & 255];
        dot *= scale;
        if (count == room && (room == 0 || !(dot > matches[room - 1].cosine)))
            continue;
        size_t at = count < room ? count++ : room - 1;
        for (; at > 0 && matches[at - 1].cosine < dot; at--)
            matches[at] = matches[at - 1];
        matches[at] =
            (struct hs_word_match){.word = hsi_lexicon_form(preset->lexicon, i), .cosine = dot};
    }
    return count;
}
