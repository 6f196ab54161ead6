/* parts.h – what a tokenizer is made of: the added tokens, the normalisers, the ways to split, the model, what is put
 * around the pieces. Filled by read_*.c, used by encode.c and the files it calls. Private to tokenizer/. */
#ifndef HS_TOKENIZER_PARTS_H
#define HS_TOKENIZER_PARTS_H

#include "tokenizer/words.h"

struct pattern; /* pattern.h */

enum { MOST_PARTS = 64 }; /* normalisers, ways to split, processors of one file, those inside sequences too */

/* ------------------------------------------------------------------ normalisers: change the text */
enum normalizer_kind {
    NORMALIZE_BERT,
    NORMALIZE_NFC,
    NORMALIZE_NFD,
    NORMALIZE_NFKC,
    NORMALIZE_NFKD,
    NORMALIZE_LOWERCASE,
    NORMALIZE_STRIP,
    NORMALIZE_STRIP_ACCENTS,
    NORMALIZE_PREPEND,
    NORMALIZE_REPLACE,
    NORMALIZE_PRECOMPILED,
    NORMALIZE_NMT,
    NORMALIZE_BYTES,
};
struct charsmap {
    const uint32_t *unit; /* (units) a double array that maps beginnings of texts to offsets in `text` */
    const char *text;     /* (length) replacements, each with a NUL behind it */
    size_t units, length;
};
struct normalizer {
    enum normalizer_kind kind;
    bool clean_text, chinese, strip_accents, lowercase; /* Bert */
    bool left, right;                                   /* Strip */
    const char *content;                                /* Prepend, Replace */
    size_t content_length;
    struct pattern *pattern; /* Replace */
    struct charsmap map;     /* Precompiled */
};

/* ------------------------------------------------------------------ pre-tokenisers: split it */
enum split_kind {
    SPLIT_BERT,
    SPLIT_BYTE_LEVEL,
    SPLIT_PATTERN,
    SPLIT_DIGITS,
    SPLIT_METASPACE,
    SPLIT_PUNCTUATION,
    SPLIT_WHITESPACE,
    SPLIT_WHITESPACE_ONLY,
};
/* What becomes of the places that a pattern matches, as in "the-final--countdown" cut at "-". */
enum split_behavior {
    SPLIT_REMOVED,     /* the final countdown */
    SPLIT_ISOLATED,    /* the - final - - countdown */
    SPLIT_MERGED_LEFT, /* the- final- - countdown */
    SPLIT_MERGED_RIGHT, /* the -final - -countdown */
    SPLIT_CONTIGUOUS,  /* the - final -- countdown */
};
enum prepend_scheme { PREPEND_ALWAYS, PREPEND_FIRST, PREPEND_NEVER };
struct splitter {
    enum split_kind kind;
    enum split_behavior behavior;
    bool invert;             /* Split */
    struct pattern *pattern; /* Split, ByteLevel with a regex */
    bool prefix_space;       /* ByteLevel */
    bool individual;         /* Digits */
    char replacement[8];     /* Metaspace */
    size_t replacement_length;
    enum prepend_scheme prepend;
    bool split;
};

/* ------------------------------------------------------------------ models: from words to pieces */
enum model_kind { MODEL_WORDPIECE, MODEL_BPE, MODEL_UNIGRAM };
struct merge {
    uint64_t pair; /* the two ids, plus 1; 0 = free */
    uint32_t rank, id;
};
static inline size_t hsi_merge_slot(uint64_t pair) /* where to begin looking */
{
    return (size_t)((pair ^ pair >> 29) * 0x9E3779B97F4A7C15u >> 24);
}
struct model {
    enum model_kind kind;
    struct words words;
    size_t entries;           /* of the file; a name that is there twice is two */
    uint32_t unknown;         /* HS_NO_PIECE when there is none */
    const char *unknown_name; /* as the file calls it, NULL when it does not */
    const char *prefix;       /* of pieces that continue a word, "" if none */
    size_t prefix_length;
    const char *suffix; /* BPE: of the last piece of a word */
    size_t suffix_length;
    size_t word_limit; /* WordPiece: characters of a word, more make it unknown */
    bool fuse_unknown, byte_fallback, ignore_merges;
    uint32_t byte_id[256]; /* of "<0x00>" …, HS_NO_PIECE when absent */
    struct merge *merge;   /* (merge_mask + 1) */
    size_t merge_mask;
    const double *score; /* Unigram: (words.count) */
    double unknown_score;
};

/* ------------------------------------------------------------------ post-processors: put marks around */
enum processor_kind { PROCESS_TRIM, PROCESS_TEMPLATE };
struct template_step {
    uint32_t id; /* HS_NO_PIECE: here stands the text */
    uint32_t type;
};
struct processor {
    enum processor_kind kind;
    bool prefix_space; /* trim: the first blank was not typed */
    bool joined;       /* template: what it makes counts as one text for those after it */
    struct template_step *step; /* (steps) */
    size_t steps;
};

/* ------------------------------------------------------------------ added tokens */
struct added {
    uint32_t id;
    const char *text;
    size_t length;
    const char *match; /* what is looked for: the text, or what the normalisers make of it */
    size_t match_length;
    bool single_word, lstrip, rstrip, normalized, special;
};

struct token {
    const char *text; /* NULL: no token has this id */
    uint32_t length;
    bool special, added;
};

struct hs_tokenizer {
    struct hs_arena arena;
    struct normalizer normalizer[MOST_PARTS];
    struct splitter splitter[MOST_PARTS];
    struct processor processor[MOST_PARTS];
    size_t normalizers, splitters, processors;
    struct pattern *patterns; /* all of them, to be dropped */
    struct model model;
    struct added *added; /* (addeds) */
    size_t addeds;
    size_t fresh; /* those that are not in the vocabulary */
    struct words added_words; /* their texts; a word's id is the index in `added` */
    struct words raw, cooked; /* what is looked for in the text as typed, and in the normalised one */
    bool raw_first[256], cooked_first[256]; /* bytes that those begin with */
    struct token *token;      /* (size) by id */
    size_t size;
    uint32_t mask;
    char *note;
};

#endif
