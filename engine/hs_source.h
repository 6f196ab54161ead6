/* hs_source.h – where attention comes from: the preset model, a file of attention, a model that runs what is typed. One kind
 * of thing, asked for what it can do and never for what it is. Part of hs.h, which includes it.
 *
 *     struct hs_source *source;
 *     struct hs_set *set;
 *     if (hs_source_open(path, NULL, &source, &error))          // recognised by content
 *         puts(error.message);
 *     struct hs_request request = hs_request_of(source);        // its own heads and mask, layer 0
 *     request.text = "The dog chased the cat.";                 // only if it can: HS_CAN_TEXT
 *     request.length = strlen(request.text);
 *     if (hs_source_run(source, &request, &set, &error))
 *         puts(error.message);
 *
 * A source is immutable for whoever asks, but may keep what it has computed; any thread may ask, and one that runs a model
 * makes a second caller wait. Sets, surveys and measurements live on when it is dropped. */
#ifndef HS_SOURCE_H
#define HS_SOURCE_H

#include "hs_relation.h"

/* ------------------------------------------------------------------ what a source can do */
enum hs_can {
    HS_CAN_TEXT = 1u << 0,        /* runs any text; without it the numbers are what they are, and a request's text is ignored */
    HS_CAN_HEADS = 1u << 1,       /* h may be any divisor of d_model */
    HS_CAN_MASK = 1u << 2,        /* the mask may be chosen */
    HS_CAN_MODES = 1u << 3,       /* heads may be off, uniform or mean: the real forward pass runs again */
    HS_CAN_PLANES = 1u << 4,      /* its sets hold the planes behind the weights */
    HS_CAN_WEIGHTS = 1u << 5,     /* hs_source_weights() */
    HS_CAN_LAYERS = 1u << 6,      /* its heads stand in layers, which hs_source_survey() goes through */
    HS_CAN_PIECES = 1u << 7,      /* its tokens are pieces of words: enum hs_pieces makes a difference */
    HS_CAN_CONSTRUCTED = 1u << 8, /* the weights are the constructed teaching model's: to be said wherever it matters */
    HS_CAN_FEATURES = 1u << 9,    /* hs_source_preset(): named blocks of dimensions, head labels, words read from output rows */
    HS_CAN_RANDOM = 1u << 10,     /* can be measured with random W^Q and W^K: HS_BASELINE_RANDOM */
    HS_CAN_ANSWER = 1u << 12,     /* names tokens: hs_source_answer() */
    HS_CAN_TRAINING = 1u << 11,   /* its weights change: hs_source_info.moment tells one state from another */
};

enum hs_part_kind { HS_PART_SELF, HS_PART_ENCODER, HS_PART_DECODER, HS_PART_CROSS };
const char *hs_part_kind_name(enum hs_part_kind kind); /* "self-attention", "encoder", "decoder", "cross" */

/* One stack of layers of a source: the model's layers, or one tensor of a file. */
struct hs_part {
    const char *name;  /* of a tensor: "attention" …; of a .npy "array"; of a model "" */
    const char *dtype; /* "F32" … */
    enum hs_part_kind kind;
    size_t L, B, h;    /* layers, items of a batch (1 where there is no such axis), heads */
    size_t n, m;       /* 0 when the text decides */
    size_t d_model, d_k; /* 0 when unknown; d_k of the default h */
    bool causal;
    size_t kv_heads;   /* key/value heads that the h query heads share, 0 = not said; divides h */
    bool has_tokens;   /* false: positions stand in for them */
    bool has_pieces;   /* some tokens are pieces of words: HS_PIECES_WORDS makes a difference */
    size_t segments;   /* 2 when there are two sentences to tell apart, else 0 */
};

struct hs_source_info {
    unsigned can;      /* HS_CAN_… */
    const char *kind;  /* "preset", "file", "checkpoint" … */
    const char *label; /* one line for window and exports */
    const char *path;  /* what was opened: a file or a folder; never NULL */
    const char *model; /* what its own metadata calls it, "" if nothing */
    uint64_t bytes;    /* of the file, 0 when there is none */
    size_t parts;      /* at least 1; only files have more */
    size_t longest;    /* tokens of a text, at most */
    uint64_t moment;   /* of training; 0 for sources that do not change */
};

struct hs_source;
/* How sure a kind of source is that `path`, a file or a folder, is one of its own: 0 (none is) to 100. Looks at the first bytes
 * and the names in a folder; never fails and never waits. */
int hs_source_knows(const char *path);
/* Whether `path` holds a model: it runs texts, HS_CAN_TEXT, once it is open; that, and a run of it, are to be done beside the window. */
bool hs_source_is_model(const char *path);
/* Opens `path` as the kind that knows it best. `watch` may be NULL. */
enum hs_status hs_source_open(
    const char *path, const struct hs_watch *watch, struct hs_source **source, struct hs_error *error);
/* A source over an open preset, which must outlive it and its sets' use of it. */
enum hs_status hs_source_of_preset(struct hs_preset *preset, struct hs_source **source, struct hs_error *error);
struct hs_source *hs_source_keep(struct hs_source *source); /* another owner; returns source */
void hs_source_drop(struct hs_source *source);

/* The texts live as long as the source; `can` may be asked from any thread. */
struct hs_source_info hs_source_info(const struct hs_source *source);
bool hs_source_can(const struct hs_source *source, unsigned can /* HS_CAN_… of which all are needed */);
const struct hs_part *hs_source_part(const struct hs_source *source, size_t index); /* NULL beyond the last */
/* NULL unless HS_CAN_FEATURES. */
const struct hs_preset *hs_source_preset(const struct hs_source *source);
/* The weights of a layer, W^Q, W^K, W^V (d_model, h d_k), W^O (h d_k, d_model), y = x W. Borrowed until those of another layer are asked for; to be
 * asked by one thread. HS_BAD_USE without HS_CAN_WEIGHTS. */
enum hs_status hs_source_weights(
    struct hs_source *source, size_t layer, struct hs_weights *weights, struct hs_error *error);
/* The tokens that a text becomes, as a run of it would have them. HS_BAD_USE without HS_CAN_TEXT. */
enum hs_status hs_source_tokens(struct hs_source *source, const char *text, size_t length, struct hs_tokens **tokens,
    struct hs_error *error);
/* The first read that failed since it was opened (a file shrank, the disk broke); false when all went well. Heads that could
 * not be read are NaN in their set. */
bool hs_source_failed(struct hs_source *source, struct hs_error *error);

/* Files (assets/doc/files.md): .safetensors with tensors attention, encoder_attention, decoder_attention or
 * cross_attention; .npy with one array. Shapes (L, h, n, m), (L, B, h, n, m), (h, n, m), (n, m); F32, F16, BF16, F64.
 * Nothing of a file is believed, and no head is read before it is asked for: opening reads the header only. Files are read
 * by position and never mapped, so one that shrinks gives an error and no crash. Their limits: */
#define HS_DUMP_MAX_SIDE HS_MAX_TOKENS /* n and m: 4096 x 4096 is 64 MiB a head as float */
#define HS_DUMP_MAX_LAYERS 512u        /* L; h is limited by HS_MAX_HEADS */
#define HS_DUMP_MAX_BATCH 65536u       /* B */

/* ------------------------------------------------------------------ sets */
enum hs_pieces {
    HS_PIECES_READABLE, /* "play", "·ing": marks of the tokeniser removed, a dot before what continues a word */
    HS_PIECES_RAW,      /* as the tokeniser has it: "play", "##ing"; "Ġplay"; "▁play" */
    HS_PIECES_WORDS,    /* merged: weights to a word are summed, weights from a word averaged (Clark et al. 2019, section 4.1) */
    HS_PIECES_COUNT,
};
enum hs_segments { HS_SEGMENTS_ALL, HS_SEGMENTS_AA, HS_SEGMENTS_AB, HS_SEGMENTS_BA, HS_SEGMENTS_BB, HS_SEGMENTS_COUNT };

/* Which part of a source, and how it is shown. */
struct hs_view {
    size_t part, item;         /* item of a batch */
    size_t layer;              /* the set's one layer; SIZE_MAX = all layers in one set */
    enum hs_pieces pieces;
    enum hs_segments segments; /* rows of sentence A or B, keys of sentence A or B */
};
#define HS_ALL_ITEMS SIZE_MAX /* view.item of a survey: of all items together */
#define HS_ALL_ITEMS_MOST 4096u
struct hs_view hs_view_of(size_t part); /* layer 0, item 0, readable pieces, both sentences */

struct hs_request {
    const char *text; /* UTF-8, `length` bytes; tokens' start and end are bytes of it */
    size_t length;
    const struct hs_tokens *tokens; /* instead of a text: these, or, for a source with a tokeniser of its own, their join by spaces */
    struct hs_view view;
    size_t h;                   /* the source's own unless HS_CAN_HEADS */
    enum hs_mask mask;          /* likewise, HS_CAN_MASK */
    const uint8_t *key_padding; /* (n) or NULL; only with HS_CAN_MASK */
    const uint8_t *head_mode;   /* (h) of every layer, or (L, h) when `modes_by_layer`, or NULL; HS_CAN_MODES */
    bool modes_by_layer;
    unsigned keep;              /* HS_KEEP() of the planes wanted, as far as the source has them */
    size_t keep_layer;          /* the one layer whose planes are kept; SIZE_MAX = of all layers of the set */
    unsigned threads;           /* 0 = as many as pay */
    bool behind;                /* gives way to other runs of the source: they stop it, and it begins again when they are done */
    const struct hs_watch *watch; /* or NULL */
};
/* What the source does by itself: its h and mask, layer 0, all planes. A text or tokens are still to be said. */
struct hs_request hs_request_of(const struct hs_source *source);

/* Makes a set of one layer (shape.L = 1, shape.layer says which) or of all. Immutable but for a cache of numbers that are read
 * when first asked for; a borrowed matrix stays valid until hs_set_trim() or the last hs_set_drop(). HS_BAD_INPUT says what is
 * wrong with the text or the numbers; HS_BAD_USE what was asked that the source cannot do; HS_STOPPED by the watch. */
enum hs_status hs_source_run(
    struct hs_source *source, const struct hs_request *request, struct hs_set **set, struct hs_error *error);
/* One layer of a set as a set of its own (L = 1, shape.layer says which), without copying: it keeps `set`. */
enum hs_status hs_set_layer(struct hs_set *set, size_t layer, struct hs_set **one, struct hs_error *error);
/* Forgets the least recently used heads above HS_SET_CACHE_BYTES; matrices borrowed before are void. To be called between frames,
 * while no one reads the set. Does nothing to sets that own their numbers. */
void hs_set_trim(struct hs_set *set);
#define HS_SET_CACHE_BYTES ((size_t)256 << 20) /* heads that one set reads and keeps in memory over hs_set_trim() */

/* ------------------------------------------------------------------ attention files that a source writes */
/* Runs texts and writes the attention of all layers and heads to an attention file (assets/doc/files.md): of one text
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

/* ------------------------------------------------------------------ what a model answers */
#define HS_LIKELY_MOST 10u
#define HS_LIKELY_ROOM 96u /* bytes of a token's name and of what it writes, with the NUL; longer names are cut, longer texts not written */
struct hs_likely_token {
    uint32_t id;
    double probability;         /* softmax over the whole vocabulary */
    char shown[HS_LIKELY_ROOM]; /* as tokens of sets are: a dot before what continues a word */
    char written[HS_LIKELY_ROOM]; /* what it adds to the text: bytes that may be no whole character; "" for the model's own marks */
    bool joins;                 /* of the text before it: without a blank at its end */
};
struct hs_likely {
    bool fills; /* the tokens stand in the place of token `at`; else they come after it */
    bool masked; /* and that token is the mask */
    size_t at;  /* a token of the request's set; SIZE_MAX: a model that fills, and nothing to be filled */
    size_t start, end; /* bytes of the text that `at` is; both 0 for what the model put there */
    size_t count;      /* 0 … HS_LIKELY_MOST, the likeliest first; 0 where there is nothing to be filled */
    struct hs_likely_token token[HS_LIKELY_MOST];
};
/* The likeliest tokens at token `at` of the set that the request makes; SIZE_MAX = behind the last one, or in the place of the first
 * mask. A pass over the same text is not made twice. HS_BAD_USE without HS_CAN_ANSWER, or for a token that is not there. */
enum hs_status hs_source_answer(struct hs_source *source, const struct hs_request *request, size_t at, struct hs_likely *answer,
    struct hs_error *error);

/* ------------------------------------------------------------------ measurements
 * Every head of part `view.part` of the request, layer h + head, on annotated sentences (hs_relation.h). A source that runs text
 * runs every sentence; of a file, batch items that spell one in any case count, each sentence once. Pieces are merged into the
 * sentence's words (weights to a word summed, from a word averaged) and the model's own marks are left out; profiles are of the
 * pieces, marks as keys included. HS_BAD_INPUT when nothing can be measured; HS_BAD_USE for a baseline it cannot be compared
 * with (HS_BASELINE_RANDOM needs HS_CAN_RANDOM). request->watch may stop it. */
enum hs_status hs_source_measure(struct hs_source *source, const struct hs_request *request,
    const struct hs_annotated *annotated, enum hs_baseline baseline, struct hs_measure **measure, struct hs_error *error);

/* ------------------------------------------------------------------ surveys: every head of a part, one by one
 * Looks at each head once, and keeps its statistics and two thumbnails. Faults of the numbers are counted on the way. */
#define HS_SURVEY_LEAST (24.0 * 1048576) /* bytes for the thumbnails of a survey: half the numbers', within these */
#define HS_SURVEY_MOST (192.0 * 1048576)
struct hs_survey;
struct hs_head_survey {
    struct hs_head_stats stats;
    struct hs_matrix largest, mean; /* the head reduced: rows and cols at most hs_survey_side(); -INFINITY = all masked */
};
/* With HS_ALL_ITEMS the statistics are over the rows of all items of a file's batch, each item as it would be by itself, and
 * thumbnails are means over the items. Items that hold nothing but padding are passed over; at most HS_ALL_ITEMS_MOST.
 * Of all layers, whatever request->view.layer says. A source that runs text runs it first; with the set of all its layers at
 * hand, hs_survey_of() spares that. */
enum hs_status hs_source_survey(
    struct hs_source *source, const struct hs_request *request, struct hs_survey **survey, struct hs_error *error);
enum hs_status hs_survey_of(struct hs_set *set, struct hs_survey **survey, struct hs_error *error);
/* Another survey of what `of` is of, nothing run or opened again, where keys with hide[k] = 1 (m; NULL = none) are left out of
 * statistics and thumbnails as by hs_set_hide_keys(). HS_BAD_USE of one over all items. */
enum hs_status hs_survey_hiding(const struct hs_survey *of, const uint8_t *hide, bool renormalise, struct hs_survey **survey,
    struct hs_error *error);
void hs_survey_drop(struct hs_survey *survey); /* no thread may be inside hs_survey_step() */
size_t hs_survey_side(const struct hs_survey *survey);
/* Surveys the next head; false when none is left to begin. Any number of threads may call it. */
bool hs_survey_step(struct hs_survey *survey);
void hs_survey_want(struct hs_survey *survey, size_t layer); /* its heads come first from now on */
size_t hs_survey_done(const struct hs_survey *survey);       /* heads surveyed so far */
size_t hs_survey_total(const struct hs_survey *survey);      /* L h */
/* NULL until that head was surveyed; then constant. */
const struct hs_head_survey *hs_survey_head(const struct hs_survey *survey, size_t layer, size_t head);

enum hs_fault {
    HS_FAULT_NAN,      /* a weight is NaN or infinite */
    HS_FAULT_NEGATIVE, /* below 0 */
    HS_FAULT_SUM,      /* a row's sum is neither 1 nor 0: by more than 1e-3, 1e-2 for 16-bit numbers */
    HS_FAULT_FUTURE,   /* a weight on a key that the mask hides */
    HS_FAULT_PADDING,  /* a weight on a key that is padding */
    HS_FAULT_EMPTY,    /* all rows of the head are zeros; counts heads */
    HS_FAULT_COUNT,
};
struct hs_faults {
    size_t rows[HS_FAULT_COUNT]; /* rows with this fault, over the heads surveyed so far */
    struct {
        size_t layer, head, row;
        double value; /* the weight, or the sum */
    } first[HS_FAULT_COUNT];
    size_t above; /* rows whose sum is more than 1 */
    size_t turned; /* heads whose columns have sum 1 where no row has */
};
/* Rows are those of the file, whatever the view merges, but for padding. A live model's weights have none. */
void hs_survey_faults(const struct hs_survey *survey, struct hs_faults *faults);
/* One line: which fault, how many rows, the first place (counted from `base`), the likely cause; "" when there is none. */
void hs_survey_fault_words(const struct hs_survey *survey, size_t base, char *words, size_t room);

/* As hs_stats_csv_line(), a line a head; heads not surveyed yet are left out. */
void hs_survey_write_csv(const struct hs_survey *survey, size_t base, struct hs_buffer *buffer);

#endif
