/* checkpoint_write.h – texts through a real model into an attention file. For checkpoint_source.c; what is promised stands with
 * hs_source_write() in hs_source.h. */
#ifndef HS_SOURCES_CHECKPOINT_WRITE_H
#define HS_SOURCES_CHECKPOINT_WRITE_H

#include "sources/source.h"
#include "tokenizer/tokenizer.h"

struct checkpoint_write {
    struct hs_checkpoint *model;
    const struct hs_tokenizer *tokenizer;
    const char *name; /* of the model, as the file's metadata have it */
    const struct hs_texts *texts;
    const struct hs_watch *watch; /* or NULL */
};
enum hs_status hsi_checkpoint_write(const struct checkpoint_write *what, const char *path, bool overwrite, struct hs_error *error);

#endif
