/* features.c – writes the embedding X: tag posteriors, attributes, shape, neighbours, structure,
 * positions, word code. Called by preset.c and by the trainer. Every value comes from + - * / on
 * IEEE numbers in a fixed order, or from a table made that way, so equal tokens give equal bytes on
 * every machine of one architecture. */
#include "preset/features/blocks.h"
#include "preset/features/features.h"

#include "preset/lexicon/function_words.h"
#include "preset/features/numbers.h"

#include <stdlib.h>
#include <string.h>

size_t hsi_features_used(void)
{
    return HS_FEATURES_USED;
}

size_t hsi_features_code(void)
{
    return HS_AT_CODE;
}

void hsi_features_look(const struct hs_lexicon *lexicon, const struct hs_token *tokens,
    const uint8_t *unknown, size_t n, struct hs_word *words)
{
    bool first = true; /* a sentence starts here: its capital says little */
    for (size_t i = 0; i < n; i++) {
        hsi_lexicon_look(lexicon, tokens[i].text, first, unknown && unknown[i], &words[i]);
        unsigned f = words[i].function;
        bool ends = f == HS_FN_STOP || f == HS_FN_QUESTION || f == HS_FN_BANG || f == HS_FN_COLON;
        bool opens = f == HS_FN_QUOTE || f == HS_FN_QUOTE_OPEN || f == HS_FN_OPEN ||
                     f == HS_FN_APOSTROPHE || f == HS_FN_HYPHEN;
        first = ends || (first && opens);
    }
}

/* ------------------------------------------------------------------ waves */

/* Row p of `table` (rows, 2 waves) = sin and cos of p w_k, w_k = fastest (slowest / fastest)^(k /
 * (waves - 1)), by turning the row before; the error after 4,096 turns in double is below 1e-12. */
static void fill_waves(size_t rows, size_t waves, double fastest, double slowest, float *table)
{
    for (size_t k = 0; k < waves; k++) {
        double angle =
            fastest * hsi_exp(hsi_log(slowest / fastest) * (double)k / (double)(waves - 1));
        double turn_s, turn_c, s = 0, c = 1;
        hsi_sin_cos(angle, &turn_s, &turn_c);
        for (size_t p = 0; p < rows; p++) {
            table[p * 2 * waves + k] = (float)s;
            table[p * 2 * waves + waves + k] = (float)c;
            double turned = s * turn_c + c * turn_s;
            c = c * turn_c - s * turn_s;
            s = turned;
        }
    }
}

static void add_waves(float *x, const float *row, size_t width, float gate)
{
    for (size_t k = 0; k < width; k++)
        x[k] = row[k] * gate;
}

/* ------------------------------------------------------------------ blocks of one token */

struct gates {
    float noun, verb, other; /* P(noun-like), P(verb-like), the rest */
};

static struct gates gates_of(const float *p)
{
    static const uint8_t nouns[] = {
        HS_TAG_NOUN, HS_TAG_PROPN, HS_TAG_PRON, HS_TAG_NUM, HS_TAG_EX, HS_TAG_WH};
    static const uint8_t verbs[] = {HS_TAG_VFIN, HS_TAG_VBASE, HS_TAG_VING, HS_TAG_VPART, HS_TAG_BE,
        HS_TAG_HAVE, HS_TAG_DO, HS_TAG_MODAL};
    struct gates g = {0, 0, 0};
    for (size_t k = 0; k < sizeof nouns; k++)
        g.noun += p[nouns[k]];
    for (size_t k = 0; k < sizeof verbs; k++)
        g.verb += p[verbs[k]];
    g.other = 1 - g.noun - g.verb;
    g.other = g.other > 0 ? g.other : 0;
    return g;
}

/* An attribute counts as far as the token is the kind of word that has it. */
static void put_attributes(const struct hs_word *word, const float *p, struct gates g, float *x)
{
    float noun = g.noun + p[HS_TAG_POSS], time = noun + p[HS_TAG_ADV];
    noun = noun < 1 ? noun : 1;
    time = time < 1 ? time : 1;
    for (size_t a = 0; a < HS_ATTR_COUNT; a++) {
        if (!(word->attributes >> a & 1))
            continue;
        float gate = 1;
        if (a == HS_ATTR_TIME)
            gate = time;
        else if (a <= HS_ATTR_NAME)
            gate = noun;
        else if (a <= HS_ATTR_COPULAR)
            gate = g.verb;
        else if (a <= HS_ATTR_PREP_OTHER)
            gate = p[HS_TAG_PREP] + p[HS_TAG_TO];
        else if (a <= HS_ATTR_ADV_SENTENCE)
            gate = p[HS_TAG_ADV] +
                   (a == HS_ATTR_ADV_TIME ? p[HS_TAG_NOUN] + p[HS_TAG_NEG] : 0); /* never */
        x[HS_AT_ATTRIBUTE + a] = gate;
    }
}

static void put_word(const struct hs_word *word, float *x)
{
    for (size_t k = 0; k < HS_SHAPE_COUNT; k++)
        x[HS_AT_SHAPE + k] = (float)(word->shape >> k & 1);
    x[HS_AT_SHAPE + HS_SHAPE_COUNT] = word->known;
    x[HS_AT_SHAPE + HS_SHAPE_COUNT + 1] = word->first;
}

/* The word code: 64 signs. Its length says how much the word can bring: content words 1, function
 * words 0.7, punctuation 0.4, mixed by the tags' probabilities. A teaching choice, after trained
 * models, which give punctuation small values. */
static void put_code(const struct hs_word *word, const float *p, float *x)
{
    static const uint8_t content[] = {HS_TAG_NOUN, HS_TAG_PROPN, HS_TAG_ADJ, HS_TAG_NUM, HS_TAG_ADV,
        HS_TAG_VFIN, HS_TAG_VBASE, HS_TAG_VING, HS_TAG_VPART};
    float full = 0;
    for (size_t k = 0; k < sizeof content; k++)
        full += p[content[k]];
    float length = 0.7f + 0.3f * full - 0.3f * p[HS_TAG_PUNCT], part = 0.125f * length;
    for (size_t k = 0; k < HS_CODE_WIDTH; k++)
        x[HS_AT_CODE + k] = word->code >> k & 1 ? part : -part;
}

static void put_anchor(float *x, const float *positions, int32_t at, float gate)
{
    if (at >= 0)
        add_waves(x, positions + (size_t)at * 2 * HS_POSITION_WAVES, 2 * HS_POSITION_WAVES, gate);
}

bool hsi_features_embed(const struct hs_word *words, const float *posterior, size_t n, float *X)
{
    const double pi = 3.14159265358979323846;
    struct hs_sketch *sketch = malloc((n + 1) * sizeof *sketch);
    float *positions =
        malloc((n + 1) * 2 * (HS_POSITION_WAVES + HS_VERB_WAVES) * sizeof *positions);
    if (!sketch || !positions) {
        free(sketch);
        free(positions);
        return false;
    }
    float *verbs = positions + (n + 1) * 2 * HS_POSITION_WAVES;
    fill_waves(n + 1, HS_POSITION_WAVES, 0.97 * pi, 0.97 * pi * 2 / 150, positions);
    fill_waves(n + 1, HS_VERB_WAVES, 0.9 * pi, 0.9 * pi * 2 / 24, verbs);
    hsi_sketch_make(words, posterior, n, sketch);
    memset(X, 0, n * HS_D_MODEL * sizeof *X);
    for (size_t i = 0; i < n; i++) {
        float *x = X + i * HS_D_MODEL;
        const float *p = posterior + i * HS_TAG_COUNT,
                    *here = positions + i * 2 * HS_POSITION_WAVES;
        const float *count = verbs + (size_t)sketch[i].verbs * 2 * HS_VERB_WAVES;
        const struct gates g = gates_of(p);
        float sure = p[sketch[i].tag];
        x[HS_AT_CONSTANT] = 1;
        memcpy(x + HS_AT_TAG, p, HS_TAG_COUNT * sizeof *p);
        if (i > 0)
            memcpy(x + HS_AT_PREVIOUS, p - HS_TAG_COUNT, HS_TAG_COUNT * sizeof *p);
        if (i + 1 < n)
            memcpy(x + HS_AT_NEXT, p + HS_TAG_COUNT, HS_TAG_COUNT * sizeof *p);
        put_attributes(&words[i], p, g, x);
        put_word(&words[i], x);
        put_code(&words[i], p, x);
        for (size_t k = 0; k < HS_FLAG_COUNT; k++)
            x[HS_AT_FLAG + k] = (float)(sketch[i].flags >> k & 1);
        add_waves(x + HS_AT_VERBS_NOUN, count, 2 * HS_VERB_WAVES, g.noun);
        add_waves(x + HS_AT_VERBS_VERB, count, 2 * HS_VERB_WAVES, g.verb);
        add_waves(x + HS_AT_AT_NOUN, here, 2 * HS_POSITION_WAVES, g.noun);
        add_waves(x + HS_AT_AT_VERB, here, 2 * HS_POSITION_WAVES, g.verb);
        add_waves(x + HS_AT_AT_OTHER, here, 2 * HS_POSITION_WAVES, g.other);
        put_anchor(x + HS_AT_SUBJECT, positions, sketch[i].subject, sure);
        put_anchor(x + HS_AT_GOVERNOR, positions, sketch[i].governor, sure);
        put_anchor(x + HS_AT_HEAD, positions, sketch[i].head, sure);
        put_anchor(x + HS_AT_ANTECEDENT, positions, sketch[i].antecedent, sure);
    }
    free(sketch);
    free(positions);
    return true;
}
