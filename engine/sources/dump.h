/* dump.h – the inside of attention files, shared by the dump*.c files of this folder. A dump is the
 * file and what its header says; a part is one of its tensors; a window is what a set or a survey
 * shows of a part. Nothing here changes after it was made but caches, which have their own locks. */
#ifndef HS_SOURCES_DUMP_H
#define HS_SOURCES_DUMP_H

#include <pthread.h>

#include "base/safetensors.h"
#include "sources/source.h"

/* ------------------------------------------------------------------ metadata (dump_meta.c)
 * A safetensors file has texts by key, some of them JSON; a .tokens.json beside a .npy has JSON
 * values by key, or is one list: the tokens. */
#define DUMP_DOCS 16
struct dump_meta {
    const char *name; /* of the file, for messages; borrowed */
    const struct hs_tensors *tensors;
    const struct hs_json *object, *list;
    struct hs_json_doc *doc[DUMP_DOCS]; /* owned: the side file, then parsed texts */
    const char *doc_key[DUMP_DOCS];     /* of what; NULL for the side file */
    size_t doc_count;
};
/* Reads `text` (NULL = no side file). */
enum hs_status hsi_dump_meta_parse(
    struct dump_meta *meta, const char *text, size_t length, struct hs_error *error);
void hsi_dump_meta_drop(struct dump_meta *meta);
/* Each leaves its out value alone when the key is absent. */
enum hs_status hsi_dump_meta_list(
    struct dump_meta *meta, const char *key, const struct hs_json **list, struct hs_error *error);
enum hs_status hsi_dump_meta_flag(
    const struct dump_meta *meta, const char *key, bool *flag, struct hs_error *error);
enum hs_status hsi_dump_meta_number(const struct dump_meta *meta, const char *key, size_t limit,
    size_t *number, struct hs_error *error);
const char *hsi_dump_meta_text(const struct dump_meta *meta, const char *key); /* NULL if absent */
/* The list of one batch item: of a list of lists the batch-th, else the list itself. Opening has checked form and counts. */
const struct hs_json *hsi_dump_list_of(const struct hs_json *list, size_t batch);

/* ------------------------------------------------------------------ word pieces (dump_pieces.c) */
enum dump_scheme {
    SCHEME_PLAIN,
    SCHEME_WORDPIECE, /* "##" continues a word (BERT) */
    SCHEME_BYTES,     /* bytes as printable letters, a blank is U+0120 (GPT-2, RoBERTa, Llama 3) */
    SCHEME_SENTENCEPIECE, /* U+2581 is a blank, <0x0A> a byte (T5, Llama 2) */
    SCHEME_ENDS,          /* "</w>" ends a word (GPT, XLM) */
    SCHEME_BYTE_ENDS,     /* the same of bytes (CLIP) */
    SCHEME_JOINS,         /* "@@" goes on in the next piece (BERTweet, FSMT) */
    SCHEME_BLANKS,        /* decoded pieces: " cat", "s" (TransformerLens) */
};
/* What speaks for which, gathered over the texts of one file; zeroed to begin with. */
struct dump_marks {
    size_t hashes, continues; /* "##ing"; those that go on with a word in lower case */
    size_t bytes, sentences;  /* pieces that begin with their blanks */
    bool bert, ends, joins, blanks;
    bool no_bytes, wide; /* some piece cannot be bytes; the bytes spell more than ASCII */
};
void hsi_dump_marks_add(struct dump_marks *marks, const char *const *texts, size_t count);
enum dump_scheme hsi_dump_scheme(const struct dump_marks *marks);
struct dump_piece {
    char *bytes; /* in the caller's room; not always whole UTF-8 */
    size_t length;
    bool special; /* [CLS], <s>, <|endoftext|> */
    bool blank;   /* a blank stands before it, which `bytes` leaves out */
    bool punct;   /* nothing but punctuation, and line ends behind it */
    bool starts;  /* begins a word; false continues the one before */
    bool ends;    /* whatever follows begins a word */
};
/* Needs the piece before (NULL for the first). `room` holds strlen(text) + 4 bytes. */
struct dump_piece hsi_dump_piece_read(
    enum dump_scheme scheme, const char *text, const struct dump_piece *before, char *room);
/* Appends a piece by itself: a dot before what continues a word; what is a blank or nothing is seen too. */
void hsi_dump_show_piece(struct hs_buffer *buffer, const struct dump_piece *piece);
/* Bytes as UTF-8: what is not valid, and zeros, become \xF0 escapes, a line's end an arrow.
 * Appends. */
void hsi_dump_show_bytes(struct hs_buffer *buffer, const char *bytes, size_t length);

/* ------------------------------------------------------------------ the file */
/* Where numbers stand: in the file, or in memory where they were made from it. */
struct dump_block {
    uint64_t begin;       /* from the start of the file, or of `bytes` */
    const uint8_t *bytes; /* NULL = in the file */
};
struct dump_part {
    struct hs_part about;
    enum hs_dtype dtype;
    struct dump_block *block;        /* (blocks) owned: one of all layers, or one of each */
    size_t blocks;
    const struct hs_json *tokens[2]; /* by enum hs_side: a list of texts, or B such lists; NULL */
    const char *tokens_key[2];       /* what the list is called in the file */
    const char *lacks;               /* the list that an encoder-decoder file does not have; NULL */
    enum dump_scheme scheme[2];      /* how the texts of that list mark words */
    size_t skip[2];                  /* the first tokens of the list that are no rows (columns) */
    const struct hs_json *segments;  /* a list of 0 and 1, or B such lists; NULL */
    const struct hs_json *seen[2];   /* the same, 0 = padding: "attention_mask" of that side; NULL */
    size_t seen_skip[2];             /* as skip, of these, and of the tensors */
    const struct hs_tensor *filled[2]; /* that list as a tensor, (m) or (B, m); NULL */
    const struct hs_tensor *mask;    /* (n, m), or for layers, items or both: which cells are masked; NULL */
    bool mask_by_layer, mask_by_item;
    const bool *cells;               /* (n, m), the same of a file that says it cell by cell; NULL */
    bool begins_padded;              /* the first query may be a pad that begins a text (T5's decoder) */
    _Atomic int varied;              /* 1: known to hold different numbers */
};
/* What the opening of a file must keep: inflated members, names. A list, each with its own bytes. */
struct dump_memory {
    struct dump_memory *next;
    uint8_t bytes[];
};
/* An array that a file holds, before it is known which of them are attention. */
struct dump_array {
    const char *name;
    enum hs_dtype dtype;
    const char *type; /* what the file calls it */
    size_t rank;
    const size_t *shape; /* (rank) */
    struct dump_block block;
};
#define DUMP_PARTS 8
struct dump {
    struct hs_source source;
    char label[256];   /* "model · file" */
    char *path, *side; /* of the tokens beside an array, whether it is there or not; in one block */
    const uint8_t *bytes; /* whole file, NULL when over a file */
    uint64_t length;
    int file;                   /* borrowed from `tensors`, or own_file */
    int own_file;               /* -1 when there is none */
    struct hs_tensors *tensors; /* NULL but for safetensors */
    struct dump_memory *memory; /* owned */
    struct dump_meta meta;
    size_t part_count;
    struct dump_part part[DUMP_PARTS];
    const struct hs_watch *watch; /* of the opening; NULL = nobody */
    pthread_mutex_t lock; /* guards what follows */
    bool failed;
    struct hs_error failure;
};
/* Opening (dump_open.c); `source` is left for the row to fill. Bytes must outlive the dump and its sets; the ending of
 * `name` says the format; `tokens` is what a side file would hold, or NULL. */
enum hs_status hsi_dump_read_file(
    const char *path, const struct hs_watch *watch, struct dump **dump, struct hs_error *error);
enum hs_status hsi_dump_read_bytes(const char *name, const void *bytes, size_t length,
    const char *tokens, struct dump **dump, struct hs_error *error);
void hsi_dump_free(struct dump *dump); /* whoever its owners are */
void *hsi_dump_memory(struct dump *dump, size_t size); /* as long as the dump; NULL when memory ran out */
/* "FILE: tensor "attention" …": the start of every message about a part. */
enum hs_status hsi_dump_fail(const struct dump *dump, const struct dump_part *part,
    struct hs_error *error, enum hs_status status, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Adds the part that one array is, or, as its layers, `count` arrays of one shape and type. Its name is copied. */
enum hs_status hsi_dump_add_part(struct dump *dump, const char *name, enum hs_part_kind kind,
    const struct dump_array *const *array, size_t count, bool layers, struct hs_error *error); /* dump_part.c */
/* Finds the attention among the arrays of a file by names and shapes, and adds it. */
enum hs_status hsi_dump_choose(
    struct dump *dump, const struct dump_array *array, size_t count, struct hs_error *error); /* dump_choose.c */
/* Arrays of NumPy: a .npy, an .npz with its metadata in `meta` as JSON (both dump_numpy.c); Headscope's own JSON (dump_json.c). */
enum hs_status hsi_dump_take_npy(struct dump *dump, struct hs_error *error);
enum hs_status hsi_dump_take_npz(struct dump *dump, struct hs_buffer *meta, struct hs_error *error);
enum hs_status hsi_dump_take_json(struct dump *dump, struct hs_buffer *meta, struct hs_error *error);

/* ------------------------------------------------------------------ numbers (dump_read.c) */
/* Bytes [at, at + size), inside the file as it was when opened. A failure is kept in the dump. */
enum hs_status hsi_dump_fetch(
    struct dump *dump, uint64_t at, size_t size, void *to, struct hs_error *error);
/* Bytes [at, at + size) of what a block begins, which has that many. */
enum hs_status hsi_dump_fetch_block(struct dump *dump, const struct dump_block *block, uint64_t at, size_t size, void *to,
    struct hs_error *error);
/* One head, (n, m) of the file, as float. */
enum hs_status hsi_dump_read_head(struct dump *dump, const struct dump_part *part, size_t layer,
    size_t batch, size_t head, float *to, struct hs_error *error);
/* HS_BAD_INPUT when all numbers of the part are equal, with more than one key to look at. */
enum hs_status hsi_dump_check_varied(
    struct dump *dump, struct dump_part *part, struct hs_error *error);

/* ------------------------------------------------------------------ padding and masks (dump_mask.c) */
struct dump_axis;
/* What the metadata and tensors called attention_mask say of a part; checked against its shape. Called once, at opening. */
enum hs_status hsi_dump_take_mask(struct dump *dump, struct dump_part *part, struct hs_error *error);
/* Which positions of an axis fill a text up to the longest of its batch: axis->padded. HS_BAD_INPUT when all do. */
enum hs_status hsi_dump_find_padding(const struct dump *dump, const struct dump_part *part, enum hs_side side,
    size_t batch, const char *const *texts, struct dump_axis *axis, struct hs_error *error);
/* The mask of single cells that the file brings, (n, m) of the file, true = masked; NULL when it brings none. free() it. Of SIZE_MAX
 * layers it is one for each of `*layers`, where they differ; else that is 1. */
enum hs_status hsi_dump_read_mask(struct dump *dump, const struct dump_part *part, size_t layer, size_t batch, size_t *layers,
    bool **masked, struct hs_error *error);

/* ------------------------------------------------------------------ axes (dump_axis.c)
 * One axis of a window: which rows (columns) of the file it shows, and their names. */
struct dump_span {
    uint32_t first, count; /* positions in the file that are shown as one */
};
struct dump_axis {
    size_t file_count;
    size_t count;
    struct dump_span *span; /* (count) owned; NULL = all, one by one */
    bool *padded;           /* (file_count) owned: positions that hold nothing; NULL = none */
    size_t padding;         /* how many */
    struct hs_tokens *tokens;
};
/* `segment` is 0 or 1, or 2 for both. */
enum hs_status hsi_dump_axis_make(const struct dump *dump, const struct dump_part *part,
    enum hs_side side, size_t batch, enum hs_pieces pieces, unsigned segment,
    struct dump_axis *axis, struct hs_error *error);
void hsi_dump_axis_drop(struct dump_axis *axis);
/* Whether an item of a part is nothing but padding, on either side. */
bool hsi_dump_all_padding(const struct dump *dump, const struct hs_view *view);
/* The texts of a side for one batch item, with the skip[side] before its first; NULL when there is no list. free() the array. */
enum hs_status hsi_dump_texts(const struct dump_part *part, enum hs_side side, size_t batch,
    const char ***texts, struct hs_error *error);

/* ------------------------------------------------------------------ windows (dump_window.c) */
struct dump_window {
    struct dump *dump; /* kept */
    const struct dump_part *part;
    size_t batch;
    struct dump_axis axis[2]; /* by enum hs_side; the tokens are taken by the set */
    bool merges;              /* what is shown are not the file's own cells */
    bool cut;                 /* to one sentence: rows are parts of rows */
    bool self;                /* one token list for both sides */
    bool generated;           /* the queries are the last of the keys */
    enum hs_mask mask;
    size_t masks;      /* how many layers have one of their own in what follows; 1 = the same for all */
    bool *file_masked; /* (masks, n, m) of the file, owned: the mask that the file brings, NULL = none or causal */
    bool *cell_masked; /* (masks, n, m) owned: a mask that the position alone does not tell */
    char note[256];
};
enum hs_status hsi_dump_window_make(struct dump *dump, const struct hs_view *view,
    struct dump_window *window, struct hs_error *error);
/* Whether the file's query q may not see its key k. */
bool hsi_dump_masked(const struct dump_window *window, size_t layer, size_t q, size_t k);
/* cell_masked of a layer, or NULL. */
bool *hsi_dump_cell_masked(const struct dump_window *window, size_t layer);
void hsi_dump_window_drop(struct dump_window *window); /* not the tokens a set took */
/* One head as the window shows it, (n, m) to `shown`. `raw` is (n, m) of the file; the same block
 * when nothing is merged. */
enum hs_status hsi_dump_window_read(const struct dump_window *window, size_t layer, size_t head,
    float *raw, float *shown, struct hs_error *error);
/* Fills all of a set but its numbers: tokens (taken over), shape, masks (of layer 0 where they differ), texts. */
void hsi_dump_window_frame(struct dump_window *window, struct hs_set *parts);

/* ------------------------------------------------------------------ what the row is made of (dump_source.c) */
enum hs_status hsi_dump_run(struct dump *dump, const struct hs_view *view, struct hs_set **set,
    struct hs_error *error); /* dump_set.c */
enum hs_status hsi_dump_survey(struct dump *dump, const struct hs_view *view,
    struct hs_survey **survey, struct hs_error *error); /* dump_survey.c */
enum hs_status hsi_dump_score(struct dump *dump, size_t part, const struct hs_annotated *annotated,
    enum hs_baseline baseline, const struct hs_watch *watch, struct hs_measure **measure,
    struct hs_error *error); /* dump_score.c */

/* A source over bytes in memory, which must outlive it and every set of it; `name` stands in messages and its ending says the
 * format. `tokens` is what a "<name>.tokens.json" would hold, or NULL. */
enum hs_status hsi_dump_parse(const char *name, const void *bytes, size_t length, const char *tokens,
    struct hs_source **source, struct hs_error *error);

/* ------------------------------------------------------------------ faults (dump_faults.c) */
void hsi_dump_faults_add(const struct dump_window *window, size_t layer, size_t head,
    const float *raw, struct hs_faults *faults);
struct dump_looked { /* how many were looked at */
    size_t rows, heads;
};
void hsi_dump_fault_words(const struct dump_window *window, struct dump_looked looked,
    const struct hs_faults *faults, size_t base, char *words, size_t room);

#endif
