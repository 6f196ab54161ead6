/* checkpoint_set.h – what a pass of a real model becomes: tokens from its pieces, and a set over its numbers. For
 * checkpoint_source.c. */
#ifndef HS_SOURCES_CHECKPOINT_SET_H
#define HS_SOURCES_CHECKPOINT_SET_H

#include "sources/dump.h"
#include "tokenizer/tokenizer.h"

/* The pieces as tokens, one by one or merged into words. */
struct piece_words {
    struct hs_tokens *tokens; /* (count) owned */
    size_t *first;            /* (count + 1) owned: token i is pieces first[i] … first[i + 1] - 1 */
    size_t count;
};
enum hs_status hsi_piece_words_make(const struct hs_tokenizer *tokenizer, enum dump_scheme scheme, const struct hs_encoding *pieces,
    enum hs_pieces form, struct piece_words *words, struct hs_error *error);

/* One token by itself, as it is shown in a text that it goes on with; appended. */
void hsi_piece_show(const struct hs_tokenizer *tokenizer, enum dump_scheme scheme, uint32_t id, struct hs_buffer *shown);

struct checkpoint_set_parts {
    struct hs_checkpoint *model;
    const struct hs_tokenizer *tokenizer;
    enum dump_scheme scheme;
    const char *label;
    unsigned can;
};
/* Keeps `forward`. One layer, or all when view.layer is SIZE_MAX. */
enum hs_status hsi_checkpoint_set_make(const struct checkpoint_set_parts *parts, const struct hs_request *request,
    const struct hs_encoding *pieces, struct hs_forward *forward, struct hs_set **set, struct hs_error *error);

#endif
