/* source.h – what a kind of source must bring: a row of functions in a file of its own, and a line in
 * kinds.c. Nothing above this room asks which kind a source is. The public half is hs_source.h.
 *
 * A kind's struct begins with struct hs_source, filled by hsi_source_begin(); its functions get that
 * pointer and cast it back. What they promise stands with the public function of the same name;
 * those that may be NULL say what happens then. */
#ifndef HS_SOURCES_SOURCE_H
#define HS_SOURCES_SOURCE_H

#include "hs.h" /* all that a source may give */
#include "set/set.h"

/* What recognising has to go by, read once for all kinds. */
struct hs_look {
    const char *path;
    bool folder;             /* then `start` is empty */
    const uint8_t *start;    /* the first bytes of a regular file, `length` of them */
    size_t length;           /* at most HS_LOOK_BYTES */
    uint64_t bytes;          /* of the whole file */
};
#define HS_LOOK_BYTES 64u
/* Looks at a path: `start` is room for HS_LOOK_BYTES, and is borrowed. */
void hsi_look_at(struct hs_look *look, const char *path, uint8_t *start);
bool hsi_look_ends(const struct hs_look *look, const char *ending);  /* of the path, in any case */
bool hsi_look_holds(const struct hs_look *look, const char *name);   /* a folder, that file */

struct hs_source_kind {
    const char *name; /* hs_source_info.kind */
    bool model;       /* hs_source_is_model() */
    /* 0 (not mine) … 100 (surely mine). */
    int (*knows)(const struct hs_look *look);
    enum hs_status (*open)(const char *path, const struct hs_watch *watch, struct hs_source **source,
        struct hs_error *error);
    void (*drop)(struct hs_source *source); /* the last owner has left; frees `source` too */
    const struct hs_part *(*part)(const struct hs_source *source, size_t index); /* index < info.parts */
    /* `request` was checked against `can`: h, mask and modes are the source's own where they may not
     * be chosen, part and layer exist. */
    enum hs_status (*run)(struct hs_source *source, const struct hs_request *request,
        struct hs_set **set, struct hs_error *error);
    /* The tokens a text becomes; NULL without HS_CAN_TEXT. */
    enum hs_status (*tokens)(struct hs_source *source, const char *text, size_t length,
        struct hs_tokens **tokens, struct hs_error *error);
    /* NULL: the text is run and its set surveyed. */
    enum hs_status (*survey)(struct hs_source *source, const struct hs_request *request,
        struct hs_survey **survey, struct hs_error *error);
    /* NULL: every sentence is run, and its pieces aligned with its words by their spelling. */
    enum hs_status (*measure)(struct hs_source *source, const struct hs_request *request,
        const struct hs_annotated *annotated, enum hs_baseline baseline, struct hs_measure **measure,
        struct hs_error *error);
    /* NULL without HS_CAN_WEIGHTS. */
    enum hs_status (*weights)(struct hs_source *source, size_t layer, struct hs_weights *weights,
        struct hs_error *error);
    /* NULL without HS_CAN_ANSWER. `request` was checked. */
    enum hs_status (*answer)(struct hs_source *source, const struct hs_request *request, size_t at, struct hs_likely *answer,
        struct hs_error *error);
    /* NULL: it writes no attention files. */
    enum hs_status (*write)(struct hs_source *source, const struct hs_texts *texts, const char *path, bool overwrite,
        const struct hs_watch *watch, struct hs_error *error);
    bool (*failed)(struct hs_source *source, struct hs_error *error); /* NULL: never */
};

struct hs_source {
    const struct hs_source_kind *kind;
    _Atomic size_t owners;
    struct hs_source_info info; /* filled by the kind; its texts are the kind's own */
    const struct hs_preset *preset; /* HS_CAN_FEATURES, else NULL */
};
/* One owner, kind and info.kind said; the rest of info is the caller's to fill. */
void hsi_source_begin(struct hs_source *source, const struct hs_source_kind *kind);
/* HS_STOPPED, with words for a person. */
enum hs_status hsi_stopped(struct hs_error *error);

/* The rows, named in kinds.c. */
extern const struct hs_source_kind hsi_preset_kind, hsi_dump_kind, hsi_checkpoint_kind, hsi_foreign_kind;
extern const struct hs_source_kind hsi_learnt_kind; /* made by hs_source_of_learnt() only: no file is one by itself */

#endif
