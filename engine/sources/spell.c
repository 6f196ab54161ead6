/* spell.c – see spell.h. Texts are compared by folded characters: without case, accents, and what only
 * looks different (wide letters, ligatures), since many models know no other. */
#include "sources/spell.h"

#include <math.h>
#include <string.h>

#include "text/chars.h"

/* ------------------------------------------------------------------ folded characters */
struct folded {
    const char *text, *end; /* what is still to be read */
    bool piece;       /* of a piece: "\xC3" is a byte of a character that pieces share */
    char part[4];     /* bytes of a character that is not whole yet */
    size_t parts;
    int32_t queue[HS_CHAR_FOLDED];
    size_t first, count;
};

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* The next byte, before the end. */
static unsigned char next_byte(struct folded *folded)
{
    const char *at = folded->text;
    bool escape = folded->piece && folded->end - at >= 4 && at[0] == '\\' && at[1] == 'x' &&
                  hex_digit(at[2]) >= 8 && hex_digit(at[3]) >= 0;
    folded->text += escape ? 4 : 1;
    return (unsigned char)(escape ? hex_digit(at[2]) * 16 + hex_digit(at[3]) : at[0]);
}

/* Reads on until there is a folded character in the queue, or the text is over. */
static void fill(struct folded *folded)
{
    while (folded->first == folded->count && folded->text < folded->end) {
        unsigned char byte = next_byte(folded);
        folded->first = folded->count = 0;
        if (byte < 0x80 && folded->parts == 0) {
            folded->queue[folded->count++] = byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
            return;
        }
        folded->part[folded->parts++] = (char)byte;
        size_t at = 0;
        if (hs_utf8_invalid(folded->part, folded->parts) < folded->parts) {
            if (folded->parts == sizeof folded->part) /* no character at all: each byte for itself */
                folded->parts = 0;
            continue;
        }
        folded->count = hsi_char_fold(hs_utf8_next(folded->part, folded->parts, &at), folded->queue);
        folded->parts = 0;
    }
}

static bool over(struct folded *folded)
{
    fill(folded);
    return folded->first == folded->count;
}

/* Whether what a piece spells stands next in `word`. */
static bool spells(struct folded *word, struct folded *piece)
{
    for (; !over(piece); piece->first++, word->first++)
        if (over(word) || piece->queue[piece->first] != word->queue[word->first])
            return false;
    return true;
}

/* ------------------------------------------------------------------ words */
/* Signs for what is not seen, by dump_pieces.c: no word has them. */
static size_t unseen_sign(const char *text)
{
    static const char *const signs[] = {"␣", "↵"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strncmp(text, signs[i], strlen(signs[i])) == 0)
            return strlen(signs[i]);
    return 0;
}

/* Goes on with the text of a piece: without the dot that says it continues a word, and without blanks
 * and line ends around it. */
static void read_on(struct folded *folded, const struct hs_token *piece)
{
    static const char dot[] = "·";
    bool continues = !piece->space_before && strncmp(piece->text, dot, sizeof dot - 1) == 0;
    const char *text = piece->text + (continues ? sizeof dot - 1 : 0), *end = text + strlen(text);
    while (unseen_sign(text))
        text += unseen_sign(text);
    while (end - text >= 3 && unseen_sign(end - 3) == 3)
        end -= 3;
    folded->text = text;
    folded->end = end;
    folded->first = folded->count = 0;
}

bool hsi_spell_align(const struct hs_tokens *pieces, const struct hs_tokens *sentence, uint32_t *first)
{
    struct folded word = {0}, piece = {.piece = true};
    size_t begun = 0;
    for (size_t i = 0; i < pieces->count; i++) {
        bool inside = !over(&word);
        if (!inside && pieces->token[i].kind == HS_TOKEN_SYMBOL)
            continue;
        read_on(&piece, &pieces->token[i]);
        if (piece.text == piece.end) /* only blanks */
            continue;
        bool accent = !inside && over(&piece) && piece.parts == 0; /* of the word before */
        if (!inside && !accent) {
            if (begun == sentence->count)
                return false;
            const char *text = sentence->token[begun].text;
            word = (struct folded){.text = text, .end = text + strlen(text)};
            first[begun++] = (uint32_t)i;
        }
        if (!spells(&word, &piece))
            return false;
        if (begun > 0)
            first[sentence->count + begun - 1] = (uint32_t)i + 1;
    }
    return begun == sentence->count && begun > 0 && over(&word) && piece.parts == 0;
}

void hsi_spell_join(const struct hs_tokens *words, struct hs_buffer *text)
{
    for (size_t i = 0; i < words->count; i++) {
        hs_buffer_write(text, " ", i > 0);
        hs_buffer_write(text, words->token[i].text, strlen(words->token[i].text));
    }
}

/* ------------------------------------------------------------------ numbers */
/* What is masked is no weight, and a row with a number that is none has none: it does not count. */
static void clean(float *raw, size_t n)
{
    for (size_t q = 0; q < n; q++, raw += n) {
        bool counts = true;
        for (size_t k = 0; k < n; k++)
            counts &= raw[k] < INFINITY;
        for (size_t k = 0; k < n; k++)
            raw[k] = counts && raw[k] > 0 ? raw[k] : 0;
    }
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

void hsi_spell_add(struct hs_measure_pass *pass, size_t s, size_t head,
    const struct hs_tokens *pieces, float *raw, const uint32_t *first, size_t count, float *words)
{
    size_t n = pieces->count;
    clean(raw, n);
    merge(raw, n, first, count, words);
    hsi_measure_add_links(pass, s, head, (struct hs_matrix){words, count, count, count});
    hsi_measure_add_rows(
        pass, pieces, head, (struct hs_matrix){raw, n, n, n}, first[0], first[2 * count - 1]);
}
