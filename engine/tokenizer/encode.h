/* encode.h – a text on its way to pieces: its bytes as changed so far, each with its place in the text as typed, and the
 * splits of it. Shared by the steps of encode.c; private to tokenizer/. */
#ifndef HS_TOKENIZER_ENCODE_H
#define HS_TOKENIZER_ENCODE_H

#include "tokenizer/parts.h"

#define MOST_BYTES (64u << 20) /* of a text after normalising */

struct text {
    char *bytes;          /* (length) */
    uint32_t *from, *to;  /* (length): the bytes as typed that this byte stands for */
    size_t length, room;
};
struct split {
    size_t from, to; /* bytes of the text */
    uint32_t origin; /* where it begins in the text as typed */
    uint32_t id;     /* of an added token; HS_NO_PIECE: still to be cut */
};
struct cut { /* a stretch of a split, matched by a pattern or between two matches */
    size_t from, to;
    bool match;
};
/* A piece before the marks are put around it. */
struct part {
    uint32_t id, start, end, type;
    uint32_t lead, trail; /* blanks at its ends as the token is spelt */
    bool special, first;  /* first of its text */
};

struct list { /* growing; of one kind of thing at a time, so that one list can serve several steps */
    void *data;
    size_t count; /* things */
    size_t room;  /* bytes */
};

struct encoder {
    const struct hs_tokenizer *tokenizer;
    const char *typed; /* the text as typed */
    size_t typed_length;
    struct text now, next; /* the text, and the one that a step makes of it */
    struct list splits, made, parts; /* struct split, split, part */
    struct list cuts, scratch;       /* struct cut or a heap; what a step needs */
    void *matches; /* room for PCRE2's answers */
    enum hs_status status;
    struct hs_error *error;
};

/* Sets the encoder's error once; always returns false. */
bool hsi_encode_fail(struct encoder *encoder, enum hs_status status, const char *words);
/* Room for one more thing of `size` bytes at the end; NULL when memory ran out. */
void *hsi_encode_more(struct encoder *encoder, struct list *list, size_t size);

/* ------------------------------------------------------------------ making the next text (text.c) */
/* Appends bytes [from, to) of `now` as they are. */
bool hsi_text_copy(struct encoder *encoder, size_t from, size_t to);
/* `next` becomes `now`, `made` the splits. */
void hsi_text_swap(struct encoder *encoder);
/* Appends bytes [from, to) of `now` as a split; nothing when it is empty. */
bool hsi_text_slice(struct encoder *encoder, size_t from, size_t to, uint32_t id);

/* A split with a text before it (nothing when it is empty), which stands for the split's first character. */
bool hsi_text_prepend(
    struct encoder *encoder, const struct split *split, const char *text, size_t length);

/* Appends characters that stand for those of a split, in the words of the reference: change 0 replaces the split's next
 * character, 1 comes in addition to the last one, -k replaces and removes the k after it. */
struct writer {
    struct encoder *encoder;
    size_t begin, end; /* the split */
    size_t cursor;     /* the next character of it to be replaced */
    uint32_t origin;
    bool held; /* the last character waits: its change may still change */
    uint32_t c;
    long change;
};
struct writer hsi_writer(struct encoder *encoder, const struct split *split);
bool hsi_writer_skip(struct writer *writer, size_t characters); /* removed at the very beginning */
bool hsi_writer_put(struct writer *writer, uint32_t c, long change);
bool hsi_writer_end(struct writer *writer);

/* ------------------------------------------------------------------ the steps; false when the encoder failed */
bool hsi_normalize(struct encoder *encoder, const struct normalizer *normalizer);
bool hsi_charsmap_apply(struct encoder *encoder, const struct charsmap *map, const struct split *split);
bool hsi_compose(struct encoder *encoder, const struct split *split, bool compatible, bool compose);
/* Each byte becomes the letter that byte-level models write for it. */
bool hsi_bytes_apply(struct encoder *encoder, const struct split *split);
uint32_t hsi_byte_letter(unsigned char byte);
int hsi_byte_of_letter(uint32_t c); /* -1 when no byte is written so */
/* Takes the added tokens out: of the text as typed, or of the normalised one. */
bool hsi_added_apply(struct encoder *encoder, bool normalized);
bool hsi_split(struct encoder *encoder, const struct splitter *splitter);
bool hsi_model_cut(struct encoder *encoder, const struct split *split);
bool hsi_process(struct encoder *encoder, const struct processor *processor, bool marks);
uint32_t hsi_count_blanks(const char *text, size_t length, bool back);

/* What the tokenizer's normalisers make of a text, appended to `out`. */
enum hs_status hsi_normalize_text(const struct hs_tokenizer *tokenizer, const char *text,
    size_t length, struct hs_buffer *out, struct hs_error *error);
/* A model's piece: bytes [from, to) of the split's. */
bool hsi_part_add(
    struct encoder *encoder, const struct split *split, uint32_t id, size_t from, size_t to);
bool hsi_bpe_cut(struct encoder *encoder, const struct split *split);
bool hsi_unigram_cut(struct encoder *encoder, const struct split *split);
/* The error of a text with something that the model has no token for, not even one for the unknown. */
bool hsi_model_unknown(struct encoder *encoder, const struct split *split, size_t at);

#endif
