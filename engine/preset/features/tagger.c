/* tagger.c – the soft tagger: one linear softmax over a window of looked-up words. Run by preset.c
 * before the features are made; the trainer walks the same input list for its gradients. A
 * preprocessing step, not an attention head. Cost: some 60 active inputs of 28 weights a token. */
#include "preset/features/features.h"

#include "preset/lexicon/function_words.h"
#include "preset/features/numbers.h"

#include <string.h>

/* Input layout: bias; priors of the tokens at -3 … 3; function words at -2 … 2; shapes and
 * attributes at -1 … 1; endings of the unknown word itself; pairs of the likeliest prior tags of
 * two neighbours. */
enum {
    PRIOR_REACH = 3,
    FUNCTION_REACH = 2,
    NEAR_REACH = 1,
    SHAPES = HS_SHAPE_COUNT + 2, /* and known, first */
    CLASSES = HS_TAG_COUNT + 1,  /* the last: beyond the sentence */
    PAIRS = 3,
    AT_BIAS = 0,
    AT_PRIOR = 1,
    AT_FUNCTION = AT_PRIOR + (2 * PRIOR_REACH + 1) * HS_TAG_COUNT,
    AT_SHAPE = AT_FUNCTION + (2 * FUNCTION_REACH + 1) * HS_FN_COUNT,
    AT_ATTRIBUTE = AT_SHAPE + (2 * NEAR_REACH + 1) * SHAPES,
    AT_ENDING2 = AT_ATTRIBUTE + (2 * NEAR_REACH + 1) * HS_ATTR_COUNT,
    AT_ENDING3 = AT_ENDING2 + (int)HS_ENDINGS2,
    AT_PAIR = AT_ENDING3 + (int)HS_ENDINGS3,
    INPUTS = AT_PAIR + PAIRS * CLASSES * CLASSES,
    /* most active at once: every part at its fullest */
    ACTIVE = 1 + (2 * PRIOR_REACH + 1) * HS_TAG_COUNT + (2 * FUNCTION_REACH + 1) +
             (2 * NEAR_REACH + 1) * (SHAPES + HS_ATTR_COUNT) + 2 + PAIRS,
};

size_t hsi_tagger_inputs(void)
{
    return INPUTS;
}

size_t hsi_tagger_active(void)
{
    return ACTIVE;
}

static unsigned likeliest(const float *prior)
{
    unsigned best = 0;
    for (unsigned t = 1; t < HS_TAG_COUNT; t++)
        if (prior[t] > prior[best])
            best = t;
    return best;
}

/* The list under construction. */
struct inputs {
    uint32_t *index;
    float *value;
    size_t count;
};

static void put(struct inputs *in, size_t index, float value)
{
    in->index[in->count] = (uint32_t)index;
    in->value[in->count++] = value;
}

static void put_near(struct inputs *in, const struct hs_word *word, size_t slot)
{
    size_t shape = AT_SHAPE + slot * SHAPES, attribute = AT_ATTRIBUTE + slot * HS_ATTR_COUNT;
    for (size_t k = 0; k < HS_SHAPE_COUNT; k++)
        if (word->shape >> k & 1)
            put(in, shape + k, 1);
    if (word->known)
        put(in, shape + HS_SHAPE_COUNT, 1);
    if (word->first)
        put(in, shape + HS_SHAPE_COUNT + 1, 1);
    for (size_t k = 0; k < HS_ATTR_COUNT; k++)
        if (word->attributes >> k & 1)
            put(in, attribute + k, 1);
}

size_t hsi_tagger_input(
    const struct hs_word *words, size_t n, size_t i, uint32_t *index, float *value)
{
    struct inputs in = {index, value, 0};
    unsigned class_[3]; /* of the tokens at -1, 0, 1 */
    put(&in, AT_BIAS, 1);
    for (size_t slot = 0; slot < 2 * PRIOR_REACH + 1; slot++) {
        size_t at = i + slot - PRIOR_REACH; /* wraps below 0: caught by the comparison */
        bool inside = at < n;
        if (slot + 1 >= PRIOR_REACH && slot <= PRIOR_REACH + 1)
            class_[slot + 1 - PRIOR_REACH] = inside ? likeliest(words[at].prior) : HS_TAG_COUNT;
        if (!inside)
            continue;
        for (size_t t = 0; t < HS_TAG_COUNT; t++)
            if (words[at].prior[t] > 0)
                put(&in, AT_PRIOR + slot * HS_TAG_COUNT + t, words[at].prior[t]);
        size_t function = slot - (PRIOR_REACH - FUNCTION_REACH),
               near = slot - (PRIOR_REACH - NEAR_REACH);
        if (function < 2 * FUNCTION_REACH + 1)
            put(&in, AT_FUNCTION + function * HS_FN_COUNT + words[at].function, 1);
        if (near < 2 * NEAR_REACH + 1)
            put_near(&in, &words[at], near);
    }
    if (words[i].ending2)
        put(&in, AT_ENDING2 + (size_t)words[i].ending2 - 1, 1);
    if (words[i].ending3)
        put(&in, AT_ENDING3 + (size_t)words[i].ending3 - 1, 1);
    put(&in, AT_PAIR + class_[0] * CLASSES + class_[1], 1);
    put(&in, AT_PAIR + (CLASSES + class_[1]) * CLASSES + class_[2], 1);
    put(&in, AT_PAIR + (2 * CLASSES + class_[0]) * CLASSES + class_[2], 1);
    return in.count;
}

void hsi_tagger_start(const struct hs_word *word, float logits[HS_TAG_COUNT])
{
    /* a tag that the lexicon does not give starts 3.5 below a certain one, which strong context can
     * overcome */
    const float never = -3.45387764f; /* ln(1e-3) / 2 */
    for (size_t t = 0; t < HS_TAG_COUNT; t++)
        logits[t] =
            word->prior[t] > 0 ? (float)(0.5 * hsi_log((double)word->prior[t] + 1e-3)) : never;
}

void hsi_tagger_run(const float *weights, const struct hs_word *words, size_t n, float *posterior)
{
    uint32_t index[ACTIVE];
    float value[ACTIVE];
    for (size_t i = 0; i < n; i++) {
        float logits[HS_TAG_COUNT];
        hsi_tagger_start(&words[i], logits);
        size_t active = hsi_tagger_input(words, n, i, index, value);
        for (size_t k = 0; k < active; k++) {
            const float *row = weights + (size_t)index[k] * HS_TAG_COUNT;
            for (size_t t = 0; t < HS_TAG_COUNT; t++)
                logits[t] += value[k] * row[t];
        }
        double most = (double)logits[0], sum = 0, power[HS_TAG_COUNT];
        for (size_t t = 1; t < HS_TAG_COUNT; t++)
            most = (double)logits[t] > most ? (double)logits[t] : most;
        for (size_t t = 0; t < HS_TAG_COUNT; t++)
            sum += power[t] = hsi_exp((double)logits[t] - most);
        for (size_t t = 0; t < HS_TAG_COUNT; t++)
            posterior[i * HS_TAG_COUNT + t] = (float)(power[t] / sum);
    }
}
