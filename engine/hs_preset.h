/* hs_preset.h – the built-in model: a constructed teaching model. Part of hs.h, which includes it. */
#ifndef HS_API_PRESET_H
#define HS_API_PRESET_H

#include "hs_mha.h"

#define HS_D_MODEL 512u                       /* d_model of the preset model */

/* ------------------------------------------------------------------ the preset model: a constructed teaching model
 * Turns any English sentence into embeddings X (n, HS_D_MODEL) that are sums of named feature blocks, and has one fixed
 * set of weights, which the number of heads only slices. See assets/doc/model.md. */
struct hs_preset;
/* Opens lexicon.json and preset.safetensors in `folder`. A broken or missing file is an error that names it. */
enum hs_status hs_preset_open(const char *folder, struct hs_preset **preset, struct hs_error *error);
void hs_preset_drop(struct hs_preset *preset);
/* false: the weight file says that it was written without training; the app must say "untrained weights". */
bool hs_preset_trained(const struct hs_preset *preset);
/* One line for the window and exports, e.g. "preset teaching model, seed 1, trained on generated sentences". */
const char *hs_preset_label(const struct hs_preset *preset);
struct hs_weights hs_preset_weights(const struct hs_preset *preset); /* borrowed, (512, 512) each */
/* The weights packed for the forward pass, once, on the first call (thread-safe); borrowed. */
enum hs_status hs_preset_model(
    const struct hs_preset *preset, const struct hs_model **model, struct hs_error *error);

struct hs_block { /* a named range of embedding dimensions */
    const char *name;    /* "tag", "attribute", "position (noun-like)" … */
    const char *meaning; /* one sentence for the Steps view */
    size_t first, width; /* dimensions [first, first + width) */
};
size_t hs_preset_blocks(const struct hs_block **blocks); /* static table; blocks cover all of HS_D_MODEL */
const char *hs_preset_dimension(size_t d);               /* e.g. "tag: NOUN", "attribute: person" */

/* What the features say about one token, for tooltips, JSON and the Steps view. */
struct hs_token_info {
    const char *tag;       /* most likely tag, e.g. "NOUN" */
    float tag_probability; /* 0 … 1 */
    bool known;            /* in the lexicon */
    char features[160];    /* e.g. "person, singular, feminine", "" if none */
};

struct hs_embedding {
    size_t n;
    const float *X;                   /* (n, HS_D_MODEL) */
    const struct hs_token_info *info; /* (n) */
};
/* Same tokens, same bytes, on every machine of one architecture. */
enum hs_status hs_preset_embed(const struct hs_preset *preset, const struct hs_tokens *tokens,
    struct hs_embedding **embedding, struct hs_error *error);
void hs_embedding_drop(struct hs_embedding *embedding);

/* What an output row says (W^V and W^O are role slots by formula): slot r, 0 … 7, of the output row after W^O^T is undone
 * is the mean word code of what that eighth of the concat brought. Writes up to `room` nearest vocabulary words,
 * best first, with cosine similarity, and the slot's norm ("strength", 1 = one word whole). Returns how many. */
struct hs_word_match {
    const char *word; /* borrowed from preset */
    float cosine;     /* -1 … 1 */
};
size_t hs_preset_read_slot(const struct hs_preset *preset, const float *output_row /* (512) */, size_t slot,
    struct hs_word_match *matches, size_t room, float *strength);

/* What the eight heads of the preset model were trained for, at h = 8; other h merge or split neighbours:
 * "subject–verb", at h = 4 head 0: "subject–verb + verb–object", at h = 16 head 1: "subject–verb (2 of 2)".
 * Not a claim about what a head does: hs_score_* measures that. */
void hs_preset_head_label(size_t h, size_t head, char *label, size_t room);

/* ------------------------------------------------------------------ a sentence through it */
struct hs_set; /* hs_set.h */
struct hs_run_options {
    size_t h;                   /* divides 512 */
    enum hs_mask mask;
    const uint8_t *key_padding; /* (n) or NULL */
    const uint8_t *head_mode;   /* (h) or NULL */
    unsigned keep;              /* HS_KEEP() */
    unsigned threads;
};
struct hs_run_options hs_run_defaults(void); /* h = 8, no mask, HS_KEEP_ALL */

/* tokenise -> embed -> forward. Zero tokens is HS_BAD_INPUT ("type a sentence"). An h that does not divide 512 is
 * HS_BAD_USE and says which neighbours do. */
enum hs_status hs_run_text(const struct hs_preset *preset, const char *text, size_t length,
    const struct hs_run_options *options, struct hs_set **set, struct hs_error *error);
/* The same on given tokens (copied). */
enum hs_status hs_run_tokens(const struct hs_preset *preset, const struct hs_tokens *tokens,
    const struct hs_run_options *options, struct hs_set **set, struct hs_error *error);

#endif
