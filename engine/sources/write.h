/* write.h – attention files that a source writes. */
#ifndef HS_SOURCES_WRITE_H
#define HS_SOURCES_WRITE_H

#include "hs.h"

/* Runs texts and writes the attention of all layers and heads to an attention file (README "Attention files"): of one text
 * (L, h, n, n), of several (L, B, h, n, n) with the longest's n, the shorter filled up with the token [PAD], rows and columns of
 * zeros, and said in the metadata "attention_mask": a 1 for each position that is the text's own. Texts are asked for more than
 * once, and one at a time is in memory. The file appears whole or not at all. HS_LIMIT for a text too long, for more than
 * HS_DUMP_MAX_BATCH texts or a header too large; HS_BAD_USE of a source that is no real model. */
struct hs_texts {
    size_t count;
    const char *(*text)(void *user, size_t index, size_t *length); /* UTF-8; valid until the next call */
    void *user;
};
enum hs_status hs_source_write(struct hs_source *source, const struct hs_texts *texts, const char *path, bool overwrite,
    const struct hs_watch *watch, struct hs_error *error);

#endif
