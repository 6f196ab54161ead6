/* hs_dump.h – attention that another program produced, from a file. Part of hs.h, which includes it.
 *
 *     struct hs_dump *dump;
 *     struct hs_set *set;
 *     struct hs_dump_view view = hs_dump_view_of(0);     // the first tensor, layer 0, batch item 0
 *     if (hs_dump_open("attention.safetensors", &dump, &error) ||
 *         hs_dump_set(dump, &view, &set, &error))
 *         puts(error.message);
 *
 * Files (README "Attention files"): .safetensors with tensors attention, encoder_attention, decoder_attention or
 * cross_attention; .npy with one array. Shapes (L, h, n, m), (L, B, h, n, m), (h, n, m), (n, m); F32, F16, BF16, F64.
 * Nothing of a file is believed, and no head is read before it is asked for: opening reads the header only. Files are read
 * by position and never mapped, so one that shrinks gives an error and no crash. */
#ifndef HS_DUMP_H
#define HS_DUMP_H

#include "hs.h"

#define HS_DUMP_MAX_SIDE HS_MAX_TOKENS         /* n and m: 4096 x 4096 is 64 MiB a head as float */
#define HS_DUMP_MAX_LAYERS 512u                /* L; h is limited by HS_MAX_HEADS */
#define HS_DUMP_MAX_BATCH 65536u               /* B */
#define HS_DUMP_CACHE_BYTES ((size_t)256 << 20) /* heads one set keeps in memory over hs_set_trim() */
#define HS_SURVEY_LEAST (24.0 * 1048576)       /* bytes for the thumbnails of a survey: half the file's, within these */
#define HS_SURVEY_MOST (192.0 * 1048576)

struct hs_dump; /* an open file; immutable, any thread may read */

enum hs_dump_kind { HS_DUMP_SELF, HS_DUMP_ENCODER, HS_DUMP_DECODER, HS_DUMP_CROSS };
const char *hs_dump_kind_name(enum hs_dump_kind kind); /* "self-attention", "encoder", "decoder", "cross" */

struct hs_dump_tensor {
    const char *name;  /* "attention" …; of a .npy "array" */
    const char *dtype; /* "F32" … */
    enum hs_dump_kind kind;
    size_t L, B, h, n, m;  /* 1 where the shape has no such axis */
    bool causal;
    size_t kv_heads;       /* key/value heads that the h query heads share (GQA), 0 = not said; divides h */
    bool has_tokens;       /* false: positions stand in for them */
    bool has_pieces;       /* some tokens are pieces of words: HS_PIECES_WORDS makes a difference */
    size_t segments;       /* 2 when segment ids of 0 and 1 are given, else 0 */
};

/* Whether a path should be opened as a dump: by its ending, else by its first bytes. Never fails. */
bool hs_dump_named(const char *path);
enum hs_status hs_dump_open(const char *path, struct hs_dump **dump, struct hs_error *error);
/* The same over bytes in memory, which must outlive it and every set of it; `name` stands in messages and its ending says
 * the format. `tokens` is what a "<name>.tokens.json" would hold, or NULL. */
enum hs_status hs_dump_parse(const char *name, const void *bytes, size_t length, const char *tokens,
    struct hs_dump **dump, struct hs_error *error);
struct hs_dump *hs_dump_keep(struct hs_dump *dump); /* another owner; to be dropped as well */
void hs_dump_drop(struct hs_dump *dump); /* sets and surveys made from it live on */
const char *hs_dump_path(const struct hs_dump *dump);
const char *hs_dump_model(const struct hs_dump *dump); /* metadata "model", "" if none */
uint64_t hs_dump_bytes(const struct hs_dump *dump);    /* of the file */
size_t hs_dump_count(const struct hs_dump *dump);      /* tensors, at least 1: attention, encoder, decoder, cross */
const struct hs_dump_tensor *hs_dump_tensor(const struct hs_dump *dump, size_t index);
/* The first read that failed since the file was opened (it shrank, the disk broke); false when all went well. Heads that
 * could not be read are NaN in their set. */
bool hs_dump_failed(const struct hs_dump *dump, struct hs_error *error);

enum hs_pieces {
    HS_PIECES_READABLE, /* "play", "·ing": marks of the tokeniser removed, a dot before what continues a word */
    HS_PIECES_RAW,      /* as in the file: "play", "##ing"; "Ġplay"; "▁play" */
    HS_PIECES_WORDS,    /* merged: weights to a word are summed, weights from a word averaged (Clark et al. 2019, section 4.1) */
    HS_PIECES_COUNT,
};
enum hs_segments { HS_SEGMENTS_ALL, HS_SEGMENTS_AA, HS_SEGMENTS_AB, HS_SEGMENTS_BA, HS_SEGMENTS_BB, HS_SEGMENTS_COUNT };

struct hs_dump_view { /* which part of a dump, and how */
    size_t tensor, batch;
    size_t layer;            /* SIZE_MAX = all layers in one set */
    enum hs_pieces pieces;
    enum hs_segments segments; /* rows of sentence A or B, keys of sentence A or B */
};
struct hs_dump_view hs_dump_view_of(size_t tensor);

/* A set of one layer (shape.L = 1, shape.layer says which) or all. Constant tensors are HS_BAD_INPUT ("load the model with eager
 * attention"). Numbers are read when first asked for. A borrowed matrix stays valid until hs_set_trim() or the last
 * hs_set_drop(). */
enum hs_status hs_dump_set(
    struct hs_dump *dump, const struct hs_dump_view *view, struct hs_set **set, struct hs_error *error);
/* Forgets the least recently used heads above HS_DUMP_CACHE_BYTES; matrices borrowed before are void. To be called between
 * frames, while no one reads the set. Does nothing to sets that own their numbers. */
void hs_set_trim(struct hs_set *set);

/* Measures relations (hs_relation.h) on self-attention, for batch items that spell an annotated sentence in any case, each sentence
 * once: pieces are merged into its words (weights to a word summed, from a word averaged), and the model's own marks are left out.
 * Heads are numbered layer h + head. Profiles are of the pieces, marks as keys included. Reads one head at a time.
 * `baseline`: not HS_BASELINE_RANDOM, a file has no W^Q. HS_BAD_INPUT when no sentence is spelt. */
enum hs_status hs_dump_measure(struct hs_dump *dump, size_t tensor, const struct hs_annotated *annotated,
    enum hs_baseline baseline, const struct hs_measure_watch *watch /* or NULL */, struct hs_measure **measure,
    struct hs_error *error);

/* ------------------------------------------------------------------ surveys: every head of a tensor, one by one
 * Reads each head once, and keeps its statistics and two thumbnails. Faults of the numbers are counted on the way. */
struct hs_survey;
struct hs_head_survey {
    struct hs_head_stats stats;
    struct hs_matrix largest, mean; /* the head reduced: rows and cols at most hs_survey_side(); -INFINITY = all masked */
};
/* `view` as above; its layer is ignored: all are surveyed. */
enum hs_status hs_survey_new(struct hs_dump *dump, const struct hs_dump_view *view, struct hs_survey **survey,
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
    HS_FAULT_FUTURE,   /* a weight on a key that the causal mask hides */
    HS_FAULT_COUNT,
};
struct hs_faults {
    size_t rows[HS_FAULT_COUNT]; /* rows with this fault, over the heads surveyed so far */
    struct {
        size_t layer, head, row;
        double value; /* the weight, or the sum */
    } first[HS_FAULT_COUNT];
};
/* Rows are those of the file, whatever the view merges. */
void hs_survey_faults(const struct hs_survey *survey, struct hs_faults *faults);
/* One line: which fault, how many rows, the first place (counted from `base`), the likely cause; "" when there is none. */
void hs_survey_fault_words(const struct hs_survey *survey, size_t base, char *words, size_t room);

/* One line a head: layer, head and every statistic, with 9 significant digits; heads not surveyed yet are left out. */
void hs_survey_write_csv(const struct hs_survey *survey, struct hs_buffer *buffer);
/* The two kinds of line of it, for other sets. */
void hs_stats_csv_header(struct hs_buffer *buffer);
void hs_stats_csv_line(
    size_t layer, size_t head, const struct hs_head_stats *stats, struct hs_buffer *buffer);

#endif
