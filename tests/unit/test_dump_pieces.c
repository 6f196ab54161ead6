/* Word pieces as three tokenisers write them, read for people; words merged by the rule of Clark et
 * al. 2019; pairs of sentences. Numbers worked out by hand. */
#include "dump_files.h"

static struct hs_error error;

/* A set of one head over `tokens` (JSON, quotes escaped for a header), with weights q * 10 + k,
 * which add up in a way that shows what was summed. */
static struct hs_set *make(size_t n, const char *tokens, const char *more, enum hs_pieces pieces,
    enum hs_segments segments)
{
    struct hs_buffer file = {0};
    struct hs_dump *dump = NULL;
    struct hs_set *set = NULL;
    char *header = malloc(4000);
    snprintf(header, 4000,
        "{\"__metadata__\":{\"tokens\":\"%s\"%s},\"attention\":{\"dtype\":\"F32\",\"shape\":[%zu,%"
        "zu],"
        "\"data_offsets\":[0,%zu]}}",
        tokens, more, n, n, n * n * 4);
    header_write(&file, header);
    for (size_t i = 0; i < n * n; i++)
        number_write(&file, "F32", (double)(i / n * 10 + i % n));
    free(header);
    struct hs_view view = hs_view_of(0);
    view.pieces = pieces;
    view.segments = segments;
    if (hsi_dump_parse("a.safetensors", file.data, file.length, NULL, &dump, &error) ||
        hs_dump_set(dump, &view, &set, &error)) {
        fprintf(stderr, "%s\n", error.message);
        exit(1);
    }
    hs_set_weights(set, 0, 0); /* read while the bytes are there */
    hs_dump_drop(dump);
    hs_buffer_drop(&file);
    return set;
}

/* All names, joined by "|". */
static const char *names(const struct hs_set *set)
{
    static char all[2000];
    const struct hs_tokens *tokens = hs_set_tokens(set, HS_QUERY);
    size_t length = 0;
    all[0] = '\0';
    for (size_t i = 0; i < tokens->count; i++)
        length += (size_t)snprintf(
            all + length, sizeof all - length, "%s%s", i ? "|" : "", tokens->token[i].text);
    return all;
}

static void check_names(size_t n, const char *tokens, const char *readable, const char *words)
{
    struct hs_set *set = make(n, tokens, "", HS_PIECES_READABLE, HS_SEGMENTS_ALL);
    CHECK_TEXT(names(set), readable);
    hs_set_drop(set);
    set = make(n, tokens, "", HS_PIECES_WORDS, HS_SEGMENTS_ALL);
    CHECK_TEXT(names(set), words);
    hs_set_drop(set);
}

static void check_kinds(size_t n, const char *tokens, enum hs_token_kind kind, size_t wanted)
{
    struct hs_set *set = make(n, tokens, "", HS_PIECES_READABLE, HS_SEGMENTS_ALL);
    size_t found = 0;
    CHECK(hs_set_tokens(set, HS_QUERY)->count == n);
    for (size_t i = 0; i < n; i++)
        found += hs_set_tokens(set, HS_QUERY)->token[i].kind == kind;
    CHECK(found == wanted);
    hs_set_drop(set);
}

static void test_names(void)
{
    /* WordPiece */
    check_names(7,
        "[\\\"[CLS]\\\",\\\"un\\\",\\\"##aff\\\",\\\"##able\\\",\\\",\\\",\\\"yes\\\",\\\"[SEP]"
        "\\\"]",
        "[CLS]|un|·aff|·able|,|yes|[SEP]", "[CLS]|unaffable|,|yes|[SEP]");
    /* byte-level: blanks, accents, an emoji of four bytes over two pieces, a line end */
    check_names(9,
        "[\\\"<s>\\\",\\\"The\\\",\\\"Ġcaf\\\",\\\"Ã©\\\",\\\",\\\",\\\"ĠðŁ\\\",\\\"ĺĢ\\\","
        "\\\"Ċ\\\",\\\"Ġ\\\"]",
        "<s>|The|caf|·é|,|\\xF0\\x9F|·\\x98\\x80|↵|␣", "<s>|The|café|,|😀|↵|␣");
    /* SentencePiece, with bytes it had no piece for */
    check_names(7,
        "[\\\"<s>\\\",\\\"▁Hel\\\",\\\"lo\\\",\\\"!\\\",\\\"▁<0xZZ>\\\",\\\"<0xE2>\\\",\\\"▁\\\"]",
        "<s>|Hel|·lo|!|<0xZZ>|·\\xE2|␣", "<s>|Hello|!|<0xZZ>\\xE2|␣");
    /* a byte of zero, which would end a C string: the names after it stay their own */
    check_names(
        4, "[\\\"▁a\\\",\\\"<0x00>\\\",\\\"▁b\\\",\\\".\\\"]", "a|·\\x00|b|.", "a\\x00|b|.");
    check_names(3, "[\\\"Ġa\\\",\\\"ĀĀ\\\",\\\"Ġb\\\"]", "a|·\\x00\\x00|b", "a\\x00\\x00|b");
    /* a heading and a hashtag are no continuation: the other marks decide, and a capital tells */
    check_names(8,
        "[\\\"###\\\",\\\"ĠTask\\\",\\\":\\\",\\\"Ċ\\\",\\\"Count\\\",\\\"Ġto\\\",\\\"Ġten\\\",\\\".\\\"]",
        "###|Task|:|↵|Count|to|ten|.", "###|Task|:|↵|Count|to|ten|.");
    check_names(5, "[\\\"<s>\\\",\\\"▁Notes\\\",\\\"<0x0A>\\\",\\\"###\\\",\\\"▁One\\\"]",
        "<s>|Notes|↵|###|One", "<s>|Notes|↵|###|One");
    check_names(5, "[\\\"Ġa\\\",\\\"##Word\\\",\\\"##x\\\",\\\"Ġb\\\",\\\"####\\\"]",
        "a|·##Word|·##x|b|####", "a##Word##x|b|####");
    check_names(4, "[\\\"we\\\",\\\"love\\\",\\\"##Chess\\\",\\\"today\\\"]", "we|love|##Chess|today",
        "we|love|##Chess|today");
    check_names(3, "[\\\"##x\\\",\\\"is\\\",\\\"###\\\"]", "##x|is|###", "##x|is|###");
    check_names(4, "[\\\"[CLS]\\\",\\\"i\\\",\\\"##P\\\",\\\"##hone\\\"]", "[CLS]|i|·P|·hone", "[CLS]|iPhone");
    check_names(5, "[\\\"[CLS]\\\",\\\"Ġ\\\",\\\"##anni\\\",\\\"##s\\\",\\\"[SEP]\\\"]", "[CLS]|Ġ|·anni|·s|[SEP]",
        "[CLS]|Ġannis|[SEP]");
    /* bytes without a blank, and what only looks like them */
    check_names(3, "[\\\"æĪĳ\\\",\\\"çĪ±\\\",\\\"åĮĹäº¬\\\"]", "我|·爱|·北京", "我爱北京");
    check_names(4, "[\\\"<|endoftext|>\\\",\\\"caf\\\",\\\"Ã©\\\",\\\"çĪ\\\"]", "<|endoftext|>|caf|·é|·\\xE7\\x88",
        "<|endoftext|>|café\\xE7\\x88");
    check_names(3, "[\\\"für\\\",\\\"alle\\\",\\\"Ämter\\\"]", "für|alle|Ämter", "für|alle|Ämter");
    check_names(2, "[\\\"Ã©\\\",\\\"我\\\"]", "Ã©|我", "Ã©|我"); /* a letter that is no byte */
    /* marks of more families; a letter or a number in brackets is text */
    check_names(6,
        "[\\\"<｜begin▁of▁sentence｜>\\\",\\\"You\\\",\\\"Ġare\\\",\\\"Ġhere\\\",\\\"<｜User｜>\\\",\\\"Hello\\\"]",
        "<｜begin▁of▁sentence｜>|You|are|here|<｜User｜>|Hello",
        "<｜begin▁of▁sentence｜>|You|are|here|<｜User｜>|Hello");
    check_names(5, "[\\\"<s>\\\",\\\"[INST]\\\",\\\"▁Hi\\\",\\\"▁there\\\",\\\"[/INST]\\\"]",
        "<s>|[INST]|Hi|there|[/INST]", "<s>|[INST]|Hi|there|[/INST]");
    check_kinds(8, "[\\\"[12]\\\",\\\"[A]\\\",\\\"<b>\\\",\\\"<html>\\\",\\\"[unused]\\\",\\\"<|>\\\",\\\"[a]\\\",\\\"</p>\\\"]",
        HS_TOKEN_SYMBOL, 0);
    check_kinds(12,
        "[\\\"[unused0]\\\",\\\"[/SYSTEM_PROMPT]\\\",\\\"[E1]\\\",\\\"</s>\\\",\\\"<unk>\\\",\\\"<MASK>\\\",\\\"<extra_id_0>\\\","
        "\\\"<|im_start|>\\\",\\\"<unused99>\\\",\\\"<start_of_turn>\\\",\\\"<|0.00|>\\\",\\\"</think>\\\"]",
        HS_TOKEN_SYMBOL, 12);
    /* a line end is a word of its own, and so is a blank; a full stop may bring one */
    check_names(9,
        "[\\\"Hello\\\",\\\"Ġyou\\\",\\\".\\\",\\\"Ċ\\\",\\\"Write\\\",\\\"Ġit\\\",\\\".ĊĊ\\\",\\\"Now\\\",\\\"ĊĠ\\\"]",
        "Hello|you|.|↵|Write|it|.↵↵|Now|↵ ", "Hello|you|.|↵|Write|it|.↵↵|Now|↵ ");
    check_names(4, "[\\\"▁a\\\",\\\"\\\\n\\\",\\\"b\\\",\\\"c\\\"]", "a|↵|b|·c", "a|↵|bc");
    check_names(3, "[\\\"▁x\\\",\\\"▁\\\",\\\"北京\\\"]", "x|␣|北京", "x|␣|北京");
    check_kinds(3, "[\\\"Ġa\\\",\\\".ĊĊ\\\",\\\"!\\\"]", HS_TOKEN_PUNCT, 2);
    /* words that end with a mark, go on with one, or begin with a blank */
    check_names(5, "[\\\"<|startoftext|>\\\",\\\"pl\\\",\\\"aying</w>\\\",\\\".</w>\\\",\\\"a</w>\\\"]",
        "<|startoftext|>|pl|·aying|.|a", "<|startoftext|>|playing|.|a");
    check_names(3, "[\\\"caf\\\",\\\"Ã©</w>\\\",\\\"x</w>\\\"]", "caf|·é|x", "café|x");
    check_names(4, "[\\\"un@@\\\",\\\"able\\\",\\\"@\\\",\\\"to\\\"]", "un|·able|@|to", "unable|@|to");
    check_names(5, "[\\\"<|endoftext|>\\\",\\\"The\\\",\\\" cat\\\",\\\"s\\\",\\\".\\\"]", "<|endoftext|>|The|cat|·s|.",
        "<|endoftext|>|The|cats|.");
    /* what cannot be seen has a name */
    check_names(9,
        "[\\\"a\\\",\\\"\u200b\\\",\\\"\ufeff\\\",\\\"\u00a0\\\",\\\"\u2003\\\",\\\"\u3164\\\",\\\"\u200f\\\",\\\"\ufe0f\\\",\\\"z\\\"]",
        "a|\\u200B|\\uFEFF|␣|␣|\\u3164|\\u200F|\\uFE0F|z", "a|\\u200B|\\uFEFF|␣|␣|\\u3164|\\u200F|\\uFE0F|z");
    /* whole words stay as they are, in any script */
    check_names(3, "[\\\"قطة\\\",\\\"cafe\\u0301\\\",\\\"##\\\"]", "قطة|cafe\xcc\x81|##",
        "قطة|cafe\xcc\x81|##");
    struct hs_set *set =
        make(3, "[\\\"▁a\\\",\\\"##b\\\",\\\"Ġc\\\"]", "", HS_PIECES_RAW, HS_SEGMENTS_ALL);
    CHECK_TEXT(names(set), "▁a|##b|Ġc");
    hs_set_drop(set);
    set = make(4, "[\\\"Ġhello\\\",\\\",\\\",\\\"Ġa\\\",\\\"Ġa\\\"]", "", HS_PIECES_READABLE,
        HS_SEGMENTS_ALL);
    char name[32];
    CHECK(hs_set_tokens(set, HS_KEY)->token[0].kind == HS_TOKEN_PIECE);
    CHECK(hs_set_tokens(set, HS_KEY)->token[1].kind == HS_TOKEN_PUNCT);
    hs_set_token_name(set, HS_KEY, 3, name, sizeof name);
    CHECK_TEXT(name, "a (2)");
    hs_set_drop(set);
}

static void test_merging(void)
{
    /* un ##able | to: rows 0 and 1 are averaged, columns 0 and 1 summed. */
    static const char tokens[] = "[\\\"un\\\",\\\"##able\\\",\\\"to\\\"]";
    struct hs_set *set = make(3, tokens, "", HS_PIECES_WORDS, HS_SEGMENTS_ALL);
    struct hs_matrix A = hs_set_weights(set, 0, 0);
    CHECK(A.rows == 2 && A.cols == 2);
    CHECK_NEAR(A.data[0], ((0 + 1) + (10 + 11)) / 2.0, 0);
    CHECK_NEAR(A.data[1], (2 + 12) / 2.0, 0);
    CHECK_NEAR(A.data[A.stride], 20 + 21, 0);
    CHECK_NEAR(A.data[A.stride + 1], 22, 0);
    CHECK(strstr(hs_set_note(set), "summed") != NULL && hs_set_shape(set).self_attention);
    hs_set_drop(set);
    /* Nothing to merge: no note, the same numbers. */
    set = make(2, "[\\\"a\\\",\\\"b\\\"]", "", HS_PIECES_WORDS, HS_SEGMENTS_ALL);
    CHECK_TEXT(hs_set_note(set), "");
    CHECK_NEAR(hs_set_weights(set, 0, 0).data[3], 11, 0);
    hs_set_drop(set);
    /* A causal mask of words: a word sees itself whole. */
    set = make(3, tokens, ",\"causal\":\"true\"", HS_PIECES_WORDS, HS_SEGMENTS_ALL);
    CHECK(hs_set_masked(set, 0, 1) && !hs_set_masked(set, 0, 0) && !hs_set_masked(set, 1, 0));
    hs_set_drop(set);
}

static void test_segments(void)
{
    static const char tokens[] = "[\\\"a\\\",\\\"##b\\\",\\\"c\\\",\\\"d\\\"]",
                      ids[] = ",\"segment_ids\":\"[0,0,1,1]\"",
                      causal[] = ",\"causal\":\"1\",\"token_type_ids\":\"[0,0,1,1]\"";
    struct hs_set *set = make(4, tokens, ids, HS_PIECES_READABLE, HS_SEGMENTS_AB);
    struct hs_matrix A = hs_set_weights(set, 0, 0);
    CHECK(A.rows == 2 && A.cols == 2 && A.data[0] == 2 && A.data[A.stride + 1] == 13);
    CHECK_TEXT(hs_set_tokens(set, HS_QUERY)->token[1].text, "·b");
    CHECK_TEXT(hs_set_tokens(set, HS_KEY)->token[1].text, "d");
    CHECK(!hs_set_shape(set).self_attention);
    CHECK_TEXT(hs_set_note(set), "rows of sentence A, keys of sentence B; rows not renormalised, but for their entropy");
    hs_set_drop(set);
    set = make(4, tokens, ids, HS_PIECES_WORDS, HS_SEGMENTS_BA);
    A = hs_set_weights(set, 0, 0);
    CHECK(A.rows == 2 && A.cols == 1 && A.data[0] == 20 + 21 && A.data[A.stride] == 30 + 31);
    hs_set_drop(set);
    set = make(4, tokens, ids, HS_PIECES_RAW, HS_SEGMENTS_BB);
    A = hs_set_weights(set, 0, 0);
    CHECK(hs_set_shape(set).self_attention && A.data[0] == 22 && A.data[A.stride + 1] == 33);
    hs_set_drop(set);
    /* With a causal mask all of B is hidden from A, and none of A from B. */
    set = make(4, tokens, causal, HS_PIECES_RAW, HS_SEGMENTS_AB);
    CHECK(hs_set_masked(set, 1, 0) && hs_set_masked(set, 0, 1));
    CHECK(hs_set_weights(set, 0, 0).data[0] == -INFINITY);
    hs_set_drop(set);
    set = make(4, tokens, causal, HS_PIECES_RAW, HS_SEGMENTS_BA);
    CHECK(!hs_set_masked(set, 0, 1) && hs_set_weights(set, 0, 0).data[1] == 21);
    hs_set_drop(set);
}

TEST(test_dump_pieces)
{
    test_names();
    test_merging();
    test_segments();
    return check_report();
}
