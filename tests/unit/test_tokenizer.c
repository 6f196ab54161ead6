/* Tokenizers of language models against what the reference makes of 150 texts: each kept tokenizer
 * has its files and the expected pieces (id, start, end in bytes) in tests/models/tokenizers,
 * written by make_tokenizers.py. Then what a tokenizer says about itself. */
#include <dirent.h>

#include "check.h"
#include "tokenizer/tokenizer.h"

#define FOLDER HS_SOURCE_DIR "/tests/models/tokenizers/"

static struct hs_json_doc *json_of(const char *path)
{
    struct hs_json_doc *doc = NULL;
    struct hs_error error = {HS_OK, ""};
    char *bytes = NULL;
    size_t length;
    CHECK(hs_file_read(path, HS_MAX_FILE_BYTES, &bytes, &length, &error) == HS_OK);
    CHECK(bytes && hs_json_parse(path, bytes, length, &doc, &error) == HS_OK);
    free(bytes);
    if (!doc) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    return doc;
}

/* The number at *number, which moves on; SIZE_MAX behind the last one. */
static size_t take(const struct hs_json **number)
{
    size_t value = SIZE_MAX;
    if (*number && !hs_json_index(*number, SIZE_MAX / 2, &value))
        value = SIZE_MAX;
    *number = hs_json_next(*number);
    return value;
}

static bool same(const struct hs_encoding *encoding, const struct hs_json *expected)
{
    const struct hs_json *number = hs_json_first(expected);
    if (encoding->count * 3 != hs_json_count(expected))
        return false;
    for (size_t i = 0; i < encoding->count; i++) {
        const struct hs_piece *piece = &encoding->piece[i];
        if (take(&number) != piece->id || take(&number) != piece->start ||
            take(&number) != piece->end)
            return false;
    }
    return true;
}

/* How many texts were compared. */
static size_t compare(const char *name, const struct hs_json *texts)
{
    char path[1024];
    struct hs_tokenizer *tokenizer = NULL;
    struct hs_error error = {HS_OK, ""};
    snprintf(path, sizeof path, FOLDER "%s", name);
    CHECK(hsi_tokenizer_open(path, &tokenizer, &error) == HS_OK);
    if (!tokenizer) {
        fprintf(stderr, "%s\n", error.message);
        return 0;
    }
    snprintf(path, sizeof path, FOLDER "%s/expected.json", name);
    struct hs_json_doc *doc = json_of(path);
    const struct hs_json *expected = hs_json_first(hs_json_root(doc)), *text = hs_json_first(texts);
    size_t count = 0;
    for (; expected && text;
         expected = hs_json_next(expected), text = hs_json_next(text), count++) {
        struct hs_encoding *encoding = NULL;
        const char *typed = hs_json_string(text);
        CHECK(
            hsi_tokenizer_encode(tokenizer, typed, strlen(typed), true, &encoding, &error) == HS_OK);
        bool equal = encoding && same(encoding, expected);
        CHECK(equal);
        if (!equal)
            fprintf(stderr, "%s: text %zu, \"%s\"\n", name, count, typed);
        hsi_encoding_drop(encoding);
    }
    CHECK(!expected && !text);
    hs_json_drop(doc);
    hsi_tokenizer_drop(tokenizer);
    return count;
}

static void test_reference(void)
{
    struct hs_json_doc *texts = json_of(FOLDER "texts.json");
    DIR *folder = opendir(FOLDER);
    size_t tokenizers = 0, compared = 0;
    CHECK(folder != NULL);
    for (struct dirent *entry; folder && (entry = readdir(folder));)
        if (entry->d_name[0] != '.' && !strchr(entry->d_name, '.')) {
            compared += compare(entry->d_name, hs_json_root(texts));
            tokenizers++;
        }
    if (folder)
        closedir(folder);
    hs_json_drop(texts);
    CHECK(tokenizers >= 20);
    CHECK(compared == tokenizers * 150);
}

static struct hs_tokenizer *opened(const char *name)
{
    char path[1024];
    struct hs_tokenizer *tokenizer = NULL;
    struct hs_error error;
    snprintf(path, sizeof path, FOLDER "%s", name);
    CHECK(hsi_tokenizer_open(path, &tokenizer, &error) == HS_OK);
    if (!tokenizer)
        exit(1);
    return tokenizer;
}

static void check_shown(const struct hs_tokenizer *tokenizer, const char *token, const char *want)
{
    struct hs_buffer shown = {0};
    uint32_t id = hsi_tokenizer_id(tokenizer, token);
    CHECK(id != HS_NO_PIECE);
    hsi_tokenizer_show(tokenizer, id, &shown);
    CHECK_TEXT(shown.data, want);
    CHECK_TEXT(hsi_tokenizer_token(tokenizer, id), token);
    hs_buffer_drop(&shown);
}

/* What a token adds to a text, and whether it joins the word before; `want` is NULL for a mark, which no text holds. */
static void check_written(const struct hs_tokenizer *tokenizer, const char *token, const char *want, bool joins)
{
    struct hs_buffer written = {0};
    bool joined = !joins;
    bool writes = hsi_tokenizer_write(tokenizer, hsi_tokenizer_id(tokenizer, token), &joined, &written);
    CHECK(writes == (want != NULL) && joined == joins);
    CHECK_TEXT(written.data ? written.data : "", want ? want : "");
    hs_buffer_drop(&written);
}

static void test_written(void)
{
    struct hs_tokenizer *bert = opened("bert"), *roberta = opened("roberta"), *llama = opened("llama2");
    check_written(bert, "a", " a", false);
    check_written(bert, "##s", "s", true);
    check_written(bert, "[SEP]", NULL, false);
    check_written(bert, "no such token", NULL, false);
    check_written(roberta, "\xC4\xA0", " ", false);
    check_written(roberta, "\xC4\x8A", "\n", false);
    check_written(roberta, "a", "a", false);
    check_written(roberta, "\xC3\xA2", "\xE2", false);
    check_written(roberta, "<mask>", NULL, false);
    check_written(llama, "\xE2\x96\x81", " ", false);
    check_written(llama, "<0x0A>", "\n", false);
    hsi_tokenizer_drop(bert);
    hsi_tokenizer_drop(roberta);
    hsi_tokenizer_drop(llama);
}

static void test_tokens(void)
{
    struct hs_tokenizer *bert = opened("bert"), *roberta = opened("roberta"),
                        *llama = opened("llama2");
    CHECK(hsi_tokenizer_size(bert) == 900);
    CHECK_TEXT(hsi_tokenizer_token(bert, hsi_tokenizer_mask(bert)), "[MASK]");
    CHECK_TEXT(hsi_tokenizer_token(roberta, hsi_tokenizer_mask(roberta)), "<mask>");
    CHECK(hsi_tokenizer_mask(llama) == HS_NO_PIECE);
    CHECK(hsi_tokenizer_special(bert, hsi_tokenizer_id(bert, "[CLS]")));
    CHECK(!hsi_tokenizer_special(bert, hsi_tokenizer_id(bert, "a")));
    CHECK(hsi_tokenizer_id(bert, "no such token") == HS_NO_PIECE);
    CHECK_TEXT(hsi_tokenizer_token(bert, 900), "");
    CHECK_TEXT(hsi_tokenizer_token(bert, HS_NO_PIECE), "");
    check_shown(bert, "##s", "s");
    check_shown(bert, "[CLS]", "[CLS]");
    check_shown(roberta, "\xC4\xA0", " ");            /* Ġ, a blank */
    check_shown(roberta, "\xC4\x8A", "\xE2\x86\xB5"); /* Ċ, a line end: ↵ */
    check_shown(roberta, "\xC3\xA2", "\\xE2");        /* â, the first byte of a character */
    check_shown(llama, "\xE2\x96\x81", " ");          /* ▁ */
    check_shown(llama, "<0x0A>", "\xE2\x86\xB5");
    check_shown(llama, "<0xE2>", "\\xE2");
    struct hs_buffer none = {0};
    hsi_tokenizer_show(bert, 900, &none);
    CHECK(none.length == 0);
    for (uint32_t id = 0; id < hsi_tokenizer_size(roberta); id++) {
        size_t before = none.length;
        hsi_tokenizer_show(roberta, id, &none);
        CHECK(none.length > before);
    }
    CHECK(hs_utf8_invalid(none.data, none.length) == none.length);
    hs_buffer_drop(&none);
    hsi_tokenizer_drop(bert);
    hsi_tokenizer_drop(roberta);
    hsi_tokenizer_drop(llama);
}

/* What is baked in for training is told and not done. */
static void test_note(void)
{
    struct hs_tokenizer *bert = opened("bert"), *roberta = opened("roberta");
    CHECK(hsi_tokenizer_note(roberta) == NULL);
    const char *note = hsi_tokenizer_note(bert);
    CHECK(
        note && strstr(note, "truncation to 128 tokens") && strstr(note, "padding to 128 tokens"));
    char text[1200];
    for (size_t i = 0; i < 600; i++)
        memcpy(text + 2 * i, "a ", 2);
    struct hs_encoding *encoding;
    CHECK(hsi_tokenizer_encode(bert, text, sizeof text, true, &encoding, NULL) == HS_OK);
    CHECK(encoding->count == 602);
    hsi_encoding_drop(encoding);
    hsi_tokenizer_drop(bert);
    hsi_tokenizer_drop(roberta);
}

/* Marks around a text are special and have no place; without `marks` there are none; a mark that
 * was typed has one. */
static void test_marks(void)
{
    struct hs_tokenizer *bert = opened("bert");
    struct hs_encoding *encoding;
    CHECK(hsi_tokenizer_encode(bert, "a [MASK] b", 10, true, &encoding, NULL) == HS_OK);
    CHECK(encoding->count == 5);
    uint32_t mask = hsi_tokenizer_mask(bert);
    CHECK(
        encoding->piece[0].special && encoding->piece[0].start == 0 && encoding->piece[0].end == 0);
    CHECK(!encoding->piece[1].special && encoding->piece[1].start == 0 &&
          encoding->piece[1].end == 1);
    CHECK(encoding->piece[2].special && encoding->piece[2].id == mask &&
          encoding->piece[2].start == 2 && encoding->piece[2].end == 8);
    CHECK(encoding->piece[4].special && encoding->piece[4].type == 0);
    hsi_encoding_drop(encoding);
    CHECK(hsi_tokenizer_encode(bert, "a [MASK] b", 10, false, &encoding, NULL) == HS_OK);
    CHECK(encoding->count == 3 && encoding->piece[0].end == 1);
    hsi_encoding_drop(encoding);
    CHECK(hsi_tokenizer_encode(bert, "", 0, true, &encoding, NULL) == HS_OK);
    CHECK(encoding->count == 2);
    hsi_encoding_drop(encoding);
    CHECK(hsi_tokenizer_encode(bert, "", 0, false, &encoding, NULL) == HS_OK);
    CHECK(encoding->count == 0);
    hsi_encoding_drop(encoding);
    hsi_tokenizer_drop(bert);
    hsi_tokenizer_drop(NULL);
    hsi_encoding_drop(NULL);
}

static void test_bad_text(void)
{
    struct hs_tokenizer *bert = opened("bert");
    struct hs_encoding *encoding = NULL;
    struct hs_error error;
    CHECK(hsi_tokenizer_encode(bert, "ab\xFF", 3, true, &encoding, &error) == HS_BAD_INPUT);
    CHECK(tells(error.message, "byte 3") && tells(error.message, "0xFF"));
    size_t length = HS_MAX_TEXT_BYTES + 1;
    char *text = malloc(length);
    memset(text, 'a', length);
    CHECK(hsi_tokenizer_encode(bert, text, length, true, &encoding, &error) == HS_LIMIT);
    CHECK(encoding == NULL);
    CHECK(hsi_tokenizer_encode(bert, text, length - 1, true, &encoding, &error) == HS_OK);
    CHECK(encoding->count == 3 && encoding->piece[1].end == HS_MAX_TEXT_BYTES);
    hsi_encoding_drop(encoding);
    free(text);
    hsi_tokenizer_drop(bert);
}

TEST(test_tokenizer)
{
    test_reference();
    test_written();
    test_tokens();
    test_note();
    test_marks();
    test_bad_text();
    return check_report();
}
