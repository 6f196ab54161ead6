/* hs_text.h – text: files of sentences, and a sentence as tokens. Part of hs.h, which includes it. */
#ifndef HS_API_TEXT_H
#define HS_API_TEXT_H

#include "hs_base.h"

/* ------------------------------------------------------------------ limits: told in the error when passed */
#define HS_MAX_TOKENS 4096u                   /* tokens of one sentence (n and m of a forward pass) */
#define HS_MAX_TEXT_BYTES (1u << 20)          /* bytes of one sentence */
#define HS_MAX_FILE_BYTES (64u << 20)         /* bytes of a sentence or JSON file */
#define HS_MAX_SENTENCES 100000u              /* sentences of one file */

/* ------------------------------------------------------------------ text and tokens */
enum hs_token_kind {
    HS_TOKEN_WORD,
    HS_TOKEN_NUMBER, /* 42, 3.14, 1,000, 10:30, 1990s, 3rd */
    HS_TOKEN_PUNCT,
    HS_TOKEN_SYMBOL,  /* $, %, emoji … */
    HS_TOKEN_URL,     /* also e-mail addresses */
    HS_TOKEN_CONTROL, /* one control character, shown as a visible escape */
    HS_TOKEN_PIECE,   /* a word piece of another model's tokeniser (dumps) */
};

struct hs_token {
    const char *text;    /* what to show: UTF-8, NUL-terminated, control characters as visible escapes */
    uint32_t start, end; /* byte span in the source text; start == end == 0 when there is no source */
    enum hs_token_kind kind;
    bool space_before;
};

struct hs_tokens {
    size_t count;
    const struct hs_token *token; /* (count) */
};

/* Splits `text` as Universal Dependencies English does: "don't" -> do n't, "John's" -> John 's, hyphens and
 * punctuation apart, abbreviations, times, numbers, URLs whole. Invalid UTF-8 is HS_BAD_INPUT and names the
 * byte; more than HS_MAX_TOKENS tokens or HS_MAX_TEXT_BYTES is HS_LIMIT. An empty text gives zero tokens. */
enum hs_status hs_tokenise(
    const char *text, size_t length, struct hs_tokens **tokens, struct hs_error *error);
/* Tokens given one by one (annotated files, dumps): copies the strings, spans refer to their join by spaces. */
enum hs_status hs_tokens_new(
    const char *const *texts, size_t count, struct hs_tokens **tokens, struct hs_error *error);
void hs_tokens_drop(struct hs_tokens *tokens);
/* The same texts in the same order. */
bool hs_tokens_equal(const struct hs_tokens *a, const struct hs_tokens *b);

struct hs_sentence {
    const char *text; /* UTF-8, NUL-terminated, no line end */
    size_t length;    /* bytes */
    size_t line;      /* 1-based line in the file */
};

struct hs_sentences {
    const char *path;
    const char *note; /* the file's leading `#` comment lines joined by spaces, "" if none */
    size_t count;
    const struct hs_sentence *sentence; /* (count) */
};

/* Reads a sentence file: plain text, one sentence a line, a longer paragraph is split into its sentences,
 * `#` comments, CRLF and BOM accepted. Refuses directories, binaries, invalid UTF-8 (names line and byte),
 * files without a sentence, and files over HS_MAX_FILE_BYTES. */
enum hs_status hs_sentences_open(
    const char *path, struct hs_sentences **sentences, struct hs_error *error);
/* The same from memory; `name` stands in messages. */
enum hs_status hs_sentences_parse(const char *name, const char *bytes, size_t length,
    struct hs_sentences **sentences, struct hs_error *error);
void hs_sentences_drop(struct hs_sentences *sentences);

#endif
