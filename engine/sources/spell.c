/* spell.c – see spell.h. */
#include "sources/spell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* The text of a piece without the dot that says it continues a word. */
static const char *bare(const struct hs_token *piece)
{
    static const char dot[] = "·";
    bool continues = !piece->space_before && strncmp(piece->text, dot, sizeof dot - 1) == 0;
    return continues ? piece->text + sizeof dot - 1 : piece->text;
}

/* How many bytes of `word` a piece spells, SIZE_MAX when it spells something else. Case is ignored:
 * many models know only lower case. A character cut between pieces of bytes is shown as \xC3 and
 * \xA9, which are its bytes here. */
static size_t spells(const char *word, const char *piece)
{
    size_t at = 0;
    while (*piece) {
        char shown[5]; /* the word's byte, as a piece would show it */
        snprintf(shown, sizeof shown, "\\x%02X", (unsigned)(unsigned char)word[at]);
        if (strncasecmp(word + at, piece, 1) == 0)
            piece++;
        else if ((unsigned char)word[at] >= 0x80 && strncasecmp(piece, shown, 4) == 0)
            piece += 4;
        else
            return SIZE_MAX;
        at++;
    }
    return at;
}

bool hs_spell_align(const struct hs_tokens *pieces, const struct hs_tokens *sentence, uint32_t *first)
{
    size_t word = 0, spelt = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        const char *text = bare(&pieces->token[i]);
        if ((pieces->token[i].kind == HS_TOKEN_SYMBOL && spelt == 0) || !text[0] ||
            strcmp(text, "␣") == 0) /* only a blank */
            continue;
        size_t length =
            word == sentence->count ? SIZE_MAX : spells(sentence->token[word].text + spelt, text);
        if (length == SIZE_MAX)
            return false;
        if (spelt == 0)
            first[word] = (uint32_t)i;
        first[sentence->count + word] = (uint32_t)i + 1;
        spelt += length;
        if (sentence->token[word].text[spelt] == '\0') {
            word++;
            spelt = 0;
        }
    }
    return word == sentence->count && word > 0;
}

void hs_spell_join(const struct hs_tokens *words, struct hs_buffer *text)
{
    for (size_t i = 0; i < words->count; i++) {
        hs_buffer_write(text, " ", i > 0);
        hs_buffer_write(text, words->token[i].text, strlen(words->token[i].text));
    }
}

/* ------------------------------------------------------------------ numbers */
/* What is masked, or no number, is no weight. */
static void clean(float *raw, size_t cells)
{
    for (size_t i = 0; i < cells; i++)
        raw[i] = raw[i] > 0 && raw[i] < INFINITY ? raw[i] : 0;
}

/* raw (n, n) of pieces to words (count, count): weights to a word summed, from a word averaged. */
static void merge(const float *raw, size_t n, const uint32_t *first, size_t count, float *words)
{
    const uint32_t *end = first + count;
    for (size_t q = 0; q < count; q++) {
        for (size_t k = 0; k < count; k++) {
            double sum = 0;
            for (size_t i = first[q]; i < end[q]; i++)
                for (size_t j = first[k]; j < end[k]; j++)
                    sum += (double)raw[i * n + j];
            words[q * count + k] = (float)(sum / (end[q] - first[q]));
        }
    }
}

void hs_spell_add(struct hs_measure_pass *pass, size_t s, size_t head,
    const struct hs_tokens *pieces, float *raw, const uint32_t *first, size_t count, float *words)
{
    size_t n = pieces->count;
    clean(raw, n * n);
    merge(raw, n, first, count, words);
    hs_measure_add_links(pass, s, head, (struct hs_matrix){words, count, count, count});
    hs_measure_add_rows(
        pass, pieces, head, (struct hs_matrix){raw, n, n, n}, first[0], first[2 * count - 1]);
}
