/* embed.c – a sentence's embedding and what the features say about each token, in words. Called
 * through hs.h. */
#include "preset/preset.h"

#include "preset/features/names.h"

#include <stdlib.h>
#include <string.h>

/* Appends ", text" as far as it fits whole. */
static void append(char *list, size_t room, const char *text)
{
    size_t used = strlen(list), comma = used ? 2 : 0, size = strlen(text);
    if (used + comma + size >= room)
        return;
    memcpy(list + used, ", ", comma);
    memcpy(list + used + comma, text, size + 1);
}

static void describe(const struct hs_word *word, const float *x, struct hs_token_info *info)
{
    static const char *const tags[HS_TAG_COUNT] = {HS_TAG_NAMES("")};
    static const char *const attributes[HS_ATTR_COUNT] = {HS_ATTRIBUTE_NAMES("")};
    static const char *const flags[HS_FLAG_COUNT] = {HS_FLAG_NAMES("")};
    size_t best = 0;
    for (size_t t = 1; t < HS_TAG_COUNT; t++)
        if (x[HS_AT_TAG + t] > x[HS_AT_TAG + best])
            best = t;
    info->tag = tags[best];
    info->tag_probability = x[HS_AT_TAG + best];
    info->known = word->known;
    for (size_t a = 0; a < HS_ATTR_COUNT; a++)
        if (x[HS_AT_ATTRIBUTE + a] >= 0.5f)
            append(info->features, sizeof info->features, attributes[a]);
    for (size_t f = 0; f < HS_FLAG_COUNT; f++)
        if (x[HS_AT_FLAG + f] > 0)
            append(info->features, sizeof info->features, flags[f]);
}

/* The struct and its two arrays lie in one block. */
struct block {
    struct hs_embedding embedding;
    _Alignas(64) unsigned char rest[];
};

enum hs_status hs_preset_embed(const struct hs_preset *preset, const struct hs_tokens *tokens,
    struct hs_embedding **embedding, struct hs_error *error)
{
    const size_t n = tokens->count;
    if (n > HS_MAX_TOKENS)
        return hs_fail(
            error, HS_LIMIT, "%zu tokens; a sentence has at most %u, split it", n, HS_MAX_TOKENS);
    const size_t x_bytes = n * HS_D_MODEL * sizeof(float),
                 info_bytes = n * sizeof(struct hs_token_info);
    struct hs_word *words = malloc((n + 1) * sizeof *words);
    float *posterior = malloc((n + 1) * HS_TAG_COUNT * sizeof *posterior);
    struct block *block = NULL;
    bool fine = words && posterior &&
                posix_memalign((void **)&block, 64, sizeof *block + x_bytes + info_bytes) == 0;
    if (fine) {
        float *X = (float *)(void *)block->rest;
        struct hs_token_info *info = (struct hs_token_info *)(void *)(block->rest + x_bytes);
        hsi_features_look(preset->lexicon, tokens->token, NULL, n, words);
        hsi_tagger_run(preset->tagger, words, n, posterior);
        fine = hsi_features_embed(words, posterior, n, X);
        memset(info, 0, info_bytes);
        for (size_t i = 0; fine && i < n; i++)
            describe(&words[i], X + i * HS_D_MODEL, &info[i]);
        block->embedding = (struct hs_embedding){.n = n, .X = X, .info = info};
    }
    free(words);
    free(posterior);
    if (!fine) {
        free(block);
        return hs_fail(error, HS_NO_MEMORY, "no memory to embed %zu tokens", n);
    }
    *embedding = &block->embedding;
    return HS_OK;
}

void hs_embedding_drop(struct hs_embedding *embedding)
{
    free(embedding); /* the first member of its block */
}
