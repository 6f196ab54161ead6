/* Tokenizer files that lie: each is refused with one line that names the file, the place and what to do. And texts that a
 * hostile tokenizer would spend for ever on. */
#include "check.h"
#include "tokenizer/tokenizer.h"

#include <stdarg.h>

/* Opens files given as name, text, name, text, …, NULL; the message is kept in `said`. */
static struct hs_error said;
static struct hs_tokenizer *tokenizer;

static enum hs_status parse(const char *name, ...)
{
    struct hs_tokenizer_file file[8];
    size_t count = 0;
    va_list arguments;
    va_start(arguments, name);
    for (; name && count < 8; name = va_arg(arguments, const char *)) {
        const char *text = va_arg(arguments, const char *);
        file[count++] = (struct hs_tokenizer_file){name, text, strlen(text)};
    }
    va_end(arguments);
    tokenizer = NULL;
    said = (struct hs_error){HS_OK, ""};
    return hsi_tokenizer_parse(file, count, &tokenizer, &said);
}

static void refused_at(int line, const char *text, const char *a, const char *b)
{
    enum hs_status status = parse("tokenizer.json", text, NULL);
    bool fine = (status == HS_BAD_INPUT || status == HS_LIMIT) && !tokenizer &&
                tells(said.message, "tokenizer.json") && tells(said.message, a) &&
                tells(said.message, b) && !strchr(said.message, '\n');
    CHECK(fine);
    if (!fine)
        fprintf(stderr, "line %d: %s\n  gives %d \"%s\", expected \"%s\" and \"%s\"\n", line, text, status,
            said.message, a, b);
    hsi_tokenizer_drop(tokenizer);
}
#define REFUSED(text, a, b) refused_at(__LINE__, text, a, b)

#define MODEL "\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"[UNK]\":0,\"a\":1},\"unk_token\":\"[UNK]\"}"
#define BPE(rest) "{\"model\":{\"type\":\"BPE\",\"vocab\":{\"a\":0,\"b\":1,\"ab\":2}," rest "}}"
#define WITH(part) "{" part "," MODEL "}"

static void test_components(void)
{
    REFUSED(WITH("\"normalizer\":{\"type\":\"Sparkle\"}"), "normalizer \"Sparkle\"", "NFKC");
    REFUSED(WITH("\"pre_tokenizer\":{\"type\":\"UnicodeScripts\"}"), "pre_tokenizer \"UnicodeScripts\"", "Metaspace");
    REFUSED(WITH("\"post_processor\":{\"type\":\"Magic\"}"), "post_processor \"Magic\"", "TemplateProcessing");
    REFUSED("{\"model\":{\"type\":\"WordLevel\",\"vocab\":{\"a\":0}}}", "model \"WordLevel\"", "Unigram");
    REFUSED(WITH("\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":[{\"type\":\"NFC\"},{\"type\":\"Odd\"}]}"), "\"Odd\"", "line 1");
    REFUSED(WITH("\"normalizer\":{\"type\":\"Sequence\"}"), "normalizers", "list");
    REFUSED(WITH("\"normalizer\":{}"), "\"type\" is missing", "line 1");
    REFUSED(WITH("\"normalizer\":7"), "expected an object", "normalizer");
    REFUSED(WITH("\"normalizer\":{\"type\":\"Lowercase\",\"type\":\"NFC\"}"), "twice", "type");
    REFUSED(WITH("\"normalizer\":{\"type\":\"Replace\",\"pattern\":{\"String\":\"\"},\"content\":\"x\"}"), "empty", "column");
    REFUSED(WITH("\"normalizer\":{\"type\":\"Precompiled\",\"precompiled_charsmap\":\"*\"}"), "base64", "column");
    REFUSED(WITH("\"normalizer\":{\"type\":\"Precompiled\",\"precompiled_charsmap\":\"////\"}"), "header", "3 bytes");
    REFUSED(WITH("\"normalizer\":{\"type\":\"Precompiled\",\"precompiled_charsmap\":\"////////\"}"), "header", "6 bytes");
    REFUSED(WITH("\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"Regex\":\"(\"},\"behavior\":\"Isolated\"}"), "PCRE2", "\"(\"");
    REFUSED(WITH("\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"Regex\":\"[a[b]]\"},\"behavior\":\"Isolated\"}"), "class inside a class", "[a[b]]");
    REFUSED(WITH("\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"Regex\":\"[a&&b]\"},\"behavior\":\"Isolated\"}"), "intersection", "&&");
    REFUSED(WITH("\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"Regex\":\"(?m:.)\"},\"behavior\":\"Isolated\"}"), "flags", "(?i)");
    REFUSED(WITH("\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"String\":\"a\"},\"behavior\":\"Sideways\"}"), "MergedWithNext", "behavior");
    REFUSED(WITH("\"pre_tokenizer\":{\"type\":\"Metaspace\",\"replacement\":\"ab\"}"), "one character", "replacement");
    REFUSED(WITH("\"pre_tokenizer\":{\"type\":\"Metaspace\",\"prepend_scheme\":\"maybe\"}"), "always, first, never", "prepend_scheme");
    REFUSED(WITH("\"pre_tokenizer\":{\"type\":\"Digits\",\"individual_digits\":1}"), "true or false", "individual_digits");
}

static void test_processors(void)
{
    REFUSED(WITH("\"post_processor\":{\"type\":\"BertProcessing\",\"cls\":[\"[CLS]\",9],\"sep\":[\"a\",1]}"), "id 9", "no token");
    REFUSED(WITH("\"post_processor\":{\"type\":\"BertProcessing\",\"cls\":[\"[CLS]\",-1],\"sep\":[\"a\",1]}"), "cls", "a token and its id");
    REFUSED(WITH("\"post_processor\":{\"type\":\"BertProcessing\",\"sep\":[\"a\",1]}"), "cls", "missing");
    REFUSED(WITH("\"post_processor\":{\"type\":\"TemplateProcessing\",\"single\":[]}"), "no place for the text", "column");
    REFUSED(WITH("\"post_processor\":{\"type\":\"TemplateProcessing\",\"single\":[{\"Sequence\":{\"id\":\"B\",\"type_id\":0}}]}"), "Sequence A", "column");
    REFUSED(WITH("\"post_processor\":{\"type\":\"TemplateProcessing\",\"single\":[{\"SpecialToken\":{\"id\":\"x\",\"type_id\":0}}],\"special_tokens\":{}}"), "\"x\"", "special_tokens");
    REFUSED(WITH("\"post_processor\":{\"type\":\"Sequence\",\"processors\":[{\"type\":\"BertProcessing\",\"cls\":[\"a\",1],\"sep\":[\"a\",1]},{\"type\":\"BertProcessing\",\"cls\":[\"a\",1],\"sep\":[\"a\",1]}]}"), "second template", "remove one");
}

static void test_models(void)
{
    REFUSED("[]", "expected an object", "tokenizer");
    REFUSED("{}", "\"model\" is missing", "published");
    REFUSED("{\"model\":{\"type\":\"BPE\"}}", "\"vocab\" is missing", "line 1");
    REFUSED("{\"model\":{\"type\":\"WordPiece\",\"vocab\":{}}}", "empty", "vocabulary");
    REFUSED("{\"model\":{\"type\":\"WordPiece\",\"vocab\":[]}}", "expected an object", "vocabulary");
    REFUSED("{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"a\":-1}}}", "whole number", "\"a\"");
    REFUSED("{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"a\":1.5}}}", "whole number", "\"a\"");
    REFUSED("{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"a\":4294967296}}}", "whole number", "2097151");
    REFUSED("{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"a\":\"0\"}}}", "whole number", "\"a\"");
    REFUSED("{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"a\":0,\"a\":1}}}", "twice", "\"a\"");
    REFUSED("{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"a\":0,\"b\":0}}}", "same id 0", "\"b\"");
    REFUSED("{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"a\":0},\"max_input_chars_per_word\":-5}}", "max_input_chars_per_word", "whole number");
    REFUSED(BPE("\"type2\":0"), "\"merges\" is missing", "column");
    REFUSED(BPE("\"merges\":{}"), "list", "merges");
    REFUSED(BPE("\"merges\":[\"ab\"]"), "one blank", "column");
    REFUSED(BPE("\"merges\":[\"a b c\"]"), "one blank", "column");
    REFUSED(BPE("\"merges\":[[\"a\"]]"), "expected a merge", "column");
    REFUSED(BPE("\"merges\":[[\"a\",\"b\",\"c\"]]"), "expected a merge", "column");
    REFUSED(BPE("\"merges\":[7]"), "expected a merge", "column");
    REFUSED(BPE("\"merges\":[\"a x\"]"), "\"x\" is not in the vocabulary", "column");
    REFUSED(BPE("\"merges\":[\"b a\"]"), "makes a token that is not in the vocabulary", "\"b\"");
    REFUSED("{\"model\":{\"type\":\"Unigram\",\"vocab\":[[\"a\"]]}}", "its score", "column");
    REFUSED("{\"model\":{\"type\":\"Unigram\",\"vocab\":[[\"a\",\"b\"]]}}", "finite number", "column");
    REFUSED("{\"model\":{\"type\":\"Unigram\",\"vocab\":[[\"a\",1e999]]}}", "finite number", "column");
    REFUSED("{\"model\":{\"type\":\"Unigram\",\"vocab\":[[\"a\",0]],\"unk_id\":1}}", "unk_id", "below 1");
    REFUSED("{\"model\":{\"type\":\"Unigram\",\"vocab\":{\"a\":0}}}", "expected a list", "vocabulary");
    REFUSED("{\"added_tokens\":{}," MODEL "}", "list", "added_tokens");
    REFUSED("{\"added_tokens\":[{\"id\":-3,\"content\":\"x\"}]," MODEL "}", "whole number", "added token");
    REFUSED("{\"added_tokens\":[{\"id\":3}]," MODEL "}", "\"content\" is missing", "column");
    REFUSED("{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"a\":0,\"c\":2}},\"added_tokens\":[{\"id\":2,\"content\":\"x\"}]}", "would get the id 2", "\"c\"");
    REFUSED("{\"model\":", "not valid JSON", "column");
    char deep[600] = "{\"normalizer\":";
    for (size_t i = strlen(deep); i < 500; i++)
        deep[i] = '[';
    REFUSED(deep, "not valid JSON", "column");
}

static void test_older(void)
{
    CHECK(parse("config.json", "{}", NULL) == HS_IO && tells(said.message, "save_pretrained"));
    CHECK(parse("vocab.json", "{\"a\":0}", NULL) == HS_IO && tells(said.message, "merges.txt"));
    CHECK(parse("vocab.json", "{\"a\":0}", "merges.txt", "a\n", NULL) == HS_BAD_INPUT &&
          tells(said.message, "merges.txt, line 1") && tells(said.message, "one blank"));
    CHECK(parse("vocab.json", "[]", "merges.txt", "", NULL) == HS_BAD_INPUT && tells(said.message, "vocab.json"));
    CHECK(parse("vocab.txt", "a\nb\xFF\n", NULL) == HS_BAD_INPUT && tells(said.message, "vocab.txt, line 2"));
    CHECK(parse("vocab.txt", "a\n", "tokenizer_config.json", "{\"tokenizer_class\":\"EsmTokenizer\"}", NULL) == HS_BAD_INPUT &&
          tells(said.message, "EsmTokenizer") && tells(said.message, "save_pretrained"));
    CHECK(parse("vocab.txt", "a\n", "tokenizer_config.json", "{\"do_lower_case\":3}", NULL) == HS_BAD_INPUT &&
          tells(said.message, "tokenizer_config.json, line 1") && tells(said.message, "do_lower_case"));
    CHECK(hsi_tokenizer_open("/nonexistent/folder", &tokenizer, &said) == HS_IO && tells(said.message, "/nonexistent/folder"));
    /* what is not said is what the class does by default */
    struct hs_encoding *encoding;
    CHECK(parse("vocab.txt", "[UNK]\r\n[CLS]\r\n[SEP]\r\nA\r\na", "tokenizer_config.json", "{\"do_lower_case\":false}", NULL) == HS_OK);
    CHECK(hsi_tokenizer_encode(tokenizer, "A a \xC3\x81", 6, true, &encoding, NULL) == HS_OK);
    CHECK(encoding->count == 5 && encoding->piece[0].id == 1 && encoding->piece[1].id == 3 && encoding->piece[2].id == 4 &&
          encoding->piece[3].id == 0 && encoding->piece[3].start == 4 && encoding->piece[3].end == 6 && encoding->piece[4].id == 2);
    hsi_encoding_drop(encoding);
    hsi_tokenizer_drop(tokenizer);
    CHECK(parse("vocab.json", "{\"<|endoftext|>\":0,\"a\":1}", "merges.txt", "#version: 0.2\n", "tokenizer_config.json",
              "{\"tokenizer_class\":\"GPT2Tokenizer\",\"add_bos_token\":true,\"bos_token\":\"<|endoftext|>\",\"added_tokens_decoder\":{\"2\":{\"content\":\"<x>\"}}}",
              "added_tokens.json", "{\"<z>\":4,\"<y>\":3}", NULL) == HS_OK);
    CHECK(hsi_tokenizer_encode(tokenizer, "a<y>", 4, true, &encoding, NULL) == HS_OK);
    CHECK(encoding->count == 3 && encoding->piece[0].id == 0 && encoding->piece[1].id == 1 && encoding->piece[2].id == 3);
    CHECK(hsi_tokenizer_id(tokenizer, "<x>") == 2 && hsi_tokenizer_id(tokenizer, "<z>") == 4 && hsi_tokenizer_size(tokenizer) == 5);
    hsi_encoding_drop(encoding);
    hsi_tokenizer_drop(tokenizer);
    CHECK(parse("tokenizer.json", "{" MODEL "}", "tokenizer_config.json", "{\"mask_token\":\"a\"}", NULL) == HS_OK);
    CHECK(hsi_tokenizer_mask(tokenizer) == 1);
    hsi_tokenizer_drop(tokenizer);
}

/* An added token gets the number that the reference gives it, and the file's other one is told. */
static void test_numbers(void)
{
    CHECK(parse("tokenizer.json", "{\"added_tokens\":[{\"id\":9,\"content\":\"x\"}]," MODEL "}", NULL) == HS_OK);
    CHECK(hsi_tokenizer_id(tokenizer, "x") == 2);
    CHECK(hsi_tokenizer_note(tokenizer) && strstr(hsi_tokenizer_note(tokenizer), "\"x\" the id 9"));
    hsi_tokenizer_drop(tokenizer);
}

static void encode_fails(const char *json, const char *text, enum hs_status want, const char *words)
{
    struct hs_encoding *encoding = NULL;
    CHECK(parse("tokenizer.json", json, NULL) == HS_OK);
    if (!tokenizer)
        return;
    CHECK(hsi_tokenizer_encode(tokenizer, text, strlen(text), true, &encoding, &said) == want);
    CHECK(!encoding && tells(said.message, words));
    if (!tells(said.message, words))
        fprintf(stderr, "%s\n", said.message);
    hsi_tokenizer_drop(tokenizer);
}

static void test_hostile_texts(void)
{
    encode_fails(WITH("\"pre_tokenizer\":{\"type\":\"Split\",\"pattern\":{\"Regex\":\"(a|aa)+$\"},\"behavior\":\"Isolated\"}"),
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", HS_LIMIT, "steps");
    encode_fails(WITH("\"normalizer\":{\"type\":\"Sequence\",\"normalizers\":["
        "{\"type\":\"Replace\",\"pattern\":{\"String\":\"a\"},\"content\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"},"
        "{\"type\":\"Replace\",\"pattern\":{\"String\":\"a\"},\"content\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"},"
        "{\"type\":\"Replace\",\"pattern\":{\"String\":\"a\"},\"content\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"},"
        "{\"type\":\"Replace\",\"pattern\":{\"String\":\"a\"},\"content\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"},"
        "{\"type\":\"Replace\",\"pattern\":{\"String\":\"a\"},\"content\":\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\"}]}"),
        "aaaaaaaaaaaaaaaaaaaaaaaaaa", HS_LIMIT, "64 MiB");
    encode_fails("{\"model\":{\"type\":\"WordPiece\",\"vocab\":{\"a\":0}}}", "a b", HS_BAD_INPUT, "[UNK]");
    encode_fails("{\"model\":{\"type\":\"Unigram\",\"vocab\":[[\"a\",0]]}}", "ab", HS_BAD_INPUT, "byte 2");
    encode_fails("{\"model\":{\"type\":\"BPE\",\"unk_token\":\"?\",\"vocab\":{\"a\":0},\"merges\":[]}}", "ab", HS_BAD_INPUT, "\"?\"");
}

TEST(test_tokenizer_errors)
{
    test_components();
    test_processors();
    test_models();
    test_older();
    test_numbers();
    test_hostile_texts();
    return check_report();
}
