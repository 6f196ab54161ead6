/* Sentence files: splitting, comments, line ends, and every file that must be refused. */
#include "hs.h"
#include "base/base.h"
#include "check.h"

#include <stdlib.h>

/* Sentences joined by `|`. */
static void check_split(const char *text, const char *want)
{
    struct hs_sentences *sentences = NULL;
    struct hs_error error;
    size_t length = strlen(text);
    char *exact = malloc(length ? length : 1), joined[2048] = "";
    memcpy(exact, text, length);
    CHECK(hs_sentences_parse("x.txt", exact, length, &sentences, &error) == HS_OK);
    free(exact); // sentences keep nothing of it
    if (!sentences)
        return;
    for (size_t i = 0; i < sentences->count; i++) {
        struct hs_sentence sentence = sentences->sentence[i];
        strcat(strcat(joined, i ? "|" : ""), sentence.text);
        CHECK(strlen(sentence.text) == sentence.length && sentence.length > 0);
        CHECK(sentence.line >= 1);
    }
    CHECK_TEXT(joined, want);
    CHECK_TEXT(sentences->path, "x.txt");
    hs_sentences_drop(sentences);
}

static void test_split(void)
{
    static const struct {
        const char *text, *sentences;
    } rows[] = {
        {"One sentence.", "One sentence."},
        {"no capital no stop", "no capital no stop"},
        {"  One.  \n\n\tTwo. \r\nThree", "One.|Two.|Three"},
        {"He left. She stayed.", "He left.|She stayed."},
        {"He left! She? They… We... Us.", "He left!|She?|They…|We...|Us."},
        {"\"Go.\" He went.", "\"Go.\"|He went."},
        {"\"Go!\" he said. \"Why?\" she asked.", "\"Go!\" he said.|\"Why?\" she asked."},
        {"“Go.” “No.” (Yes.) [Maybe.] Done.", "“Go.”|“No.”|(Yes.)|[Maybe.]|Done."},
        {"He left. \"She stayed.\"", "He left.|\"She stayed.\""},
        {"Go ( now . ) Then stop .", "Go ( now . ) Then stop ."},
        {"He said \" go . \" Then he left .", "He said \" go . \"|Then he left ."},
        {"It cost 3.50 dollars. 5 came.", "It cost 3.50 dollars.|5 came."},
        {"Mr. Smith met Dr. J. K. Jones.", "Mr. Smith met Dr. J. K. Jones."},
        {"at 5 p.m. He left at 6 p.m. today", "at 5 p.m.|He left at 6 p.m. today"},
        {"the U.S. Army in the U.S. The end", "the U.S. Army in the U.S.|The end"},
        {"fruit, nuts, etc. The rest", "fruit, nuts, etc.|The rest"},
        {"papers, e.g. The Times", "papers, e.g. The Times"},
        {"Take vitamin C. It helps.", "Take vitamin C.|It helps."},
        {"Plan B. The end.", "Plan B.|The end."},
        {"He met J. Smith. I saw A. A. Milne.", "He met J. Smith.|I saw A. A. Milne."},
        {"'Tis late. Keep goin'. Ol' Tom left.", "'Tis late.|Keep goin'.|Ol' Tom left."},
        {"No. 5 is alive. no. 6 too", "No. 5 is alive. no. 6 too"},
        {"I said no. 5 men came.", "I said no. 5 men came."}, // "no. 5" reads as a number
        {"1. The dog ran. 2. It sat.", "1. The dog ran.|2. It sat."},
        {"Visit www.example.com. Then go.", "Visit www.example.com.|Then go."},
        {"end.The next", "end.The next"},
        {"What?! Really. ok. Yes", "What?!|Really. ok.|Yes"},
        {"Great! 🎉 Next one.", "Great! 🎉|Next one."},
        {"我喜欢猫。你呢？好！", "我喜欢猫。|你呢？|好！"},
        {"「はい。」それは", "「はい。」|それは"},
        {"Привет. Мир. и ещё", "Привет.|Мир. и ещё"},
        {"हिन्दी है। दूसरा वाक्य।", "हिन्दी है।|दूसरा वाक्य।"},
        {"مرحبا؟ كيف", "مرحبا؟|كيف"},
        {"# note\nOne. # not a comment", "One. # not a comment"},
        {"\xEF\xBB\xBFOne.", "One."},
        {"\xEF\xBB\xBF# note\nOne.", "One."},
        {"a\rb\r\nc\n\rd", "a|b|c|d"},
        {"\xC2\xA0One\xE3\x80\x80", "One"},
        {"...", "..."},
        {"? ! .", "? ! ."},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_split(rows[i].text, rows[i].sentences);
}

static void test_lines_and_note(void)
{
    const char *text =
        "# Look at\r\n#\r\n  ## the pronoun \r\n\r\nOne. Two.\r\n# later\rThree.\n\n\nFour.";
    struct hs_sentences *sentences;
    CHECK(hs_sentences_parse("x", text, strlen(text), &sentences, NULL) == HS_OK);
    CHECK_TEXT(sentences->note, "Look at the pronoun");
    static const size_t lines[] = {5, 5, 7, 10};
    CHECK(sentences->count == 4);
    for (size_t i = 0; i < 4 && i < sentences->count; i++)
        CHECK(sentences->sentence[i].line == lines[i]);
    hs_sentences_drop(sentences);
    CHECK(hs_sentences_parse("x", "One", 3, &sentences, NULL) == HS_OK);
    CHECK_TEXT(sentences->note, "");
    hs_sentences_drop(sentences);
    hs_sentences_drop(NULL);
}

static void refused(const char *bytes, size_t length, enum hs_status want, const char *reason)
{
    struct hs_sentences *sentences = NULL;
    struct hs_error error = {0};
    CHECK(hs_sentences_parse("x.txt", bytes, length, &sentences, &error) == want);
    CHECK(sentences == NULL && error.status == want);
    bool told = strncmp(error.message, "x.txt", 5) == 0 && tells(error.message, reason) &&
                strchr(error.message, ';');
    CHECK(told);
    if (!told)
        fprintf(stderr, "  %s\n", error.message);
    CHECK(hs_sentences_parse("x.txt", bytes, length, &sentences, NULL) == want);
}

static void test_refused(void)
{
    refused("", 0, HS_BAD_INPUT, "the file is empty");
    refused(NULL, 0, HS_BAD_INPUT, "the file is empty");
    refused("\xEF\xBB\xBF", 3, HS_BAD_INPUT, "the file is empty");
    refused(" \n\t\n", 4, HS_BAD_INPUT, "only blank lines");
    refused("# a\n#b", 6, HS_BAD_INPUT, "only # comments");
    refused("One\nT\0wo", 8, HS_BAD_INPUT, "line 2, byte 2: a zero byte");
    refused("One\r\ncaf\xE9", 9, HS_BAD_INPUT, "line 2, byte 4: 0xE9 is not valid UTF-8");
    refused("One\rcaf\xE9", 8, HS_BAD_INPUT, "line 2, byte 4");
    refused("\xFF\xFEO\0n\0", 6, HS_BAD_INPUT, "UTF-16");
    refused("\xFE\xFF\0O", 4, HS_BAD_INPUT, "UTF-16");
    refused("\x89PNG\r\n\x1A\n\0", 9, HS_BAD_INPUT, "zero byte");
    refused("\x7F"
            "ELF\x02\xFF",
        6, HS_BAD_INPUT, "not valid UTF-8");
    char *many = malloc(2 * ((size_t)HS_MAX_SENTENCES + 1));
    for (size_t i = 0; i <= HS_MAX_SENTENCES; i++)
        memcpy(many + 2 * i, "a\n", 2);
    refused(many, 2 * ((size_t)HS_MAX_SENTENCES + 1), HS_LIMIT,
        "line 100001: more than 100000 sentences");
    struct hs_sentences *sentences;
    CHECK(hs_sentences_parse("x", many, 2 * (size_t)HS_MAX_SENTENCES, &sentences, NULL) == HS_OK);
    CHECK(sentences->count == HS_MAX_SENTENCES);
    hs_sentences_drop(sentences);
    free(many);
    char *large = malloc((size_t)HS_MAX_FILE_BYTES + 1);
    memset(large, 'x', (size_t)HS_MAX_FILE_BYTES + 1);
    refused(large, (size_t)HS_MAX_FILE_BYTES + 1, HS_LIMIT, "larger than 64 MiB");
    refused(large, 2u << 20, HS_LIMIT, "line 1: one word has");
    free(large);
}

/* Every sentence of a file can be tokenised, however long its lines are. */
static size_t check_long(const char *unit, size_t count, size_t *first_tokens)
{
    size_t bytes = strlen(unit), got = 0;
    char *text = malloc(bytes * count);
    for (size_t i = 0; i < count; i++)
        memcpy(text + i * bytes, unit, bytes);
    struct hs_sentences *sentences = NULL;
    struct hs_error error;
    CHECK(hs_sentences_parse("x", text, bytes * count, &sentences, &error) == HS_OK);
    free(text);
    for (size_t i = 0; sentences && i < sentences->count; i++) {
        struct hs_tokens *tokens = NULL;
        CHECK(hs_tokenise(sentences->sentence[i].text, sentences->sentence[i].length, &tokens,
                  &error) == HS_OK);
        if (i == 0 && tokens)
            *first_tokens = tokens->count;
        hs_tokens_drop(tokens);
    }
    got = sentences ? sentences->count : 0;
    hs_sentences_drop(sentences);
    return got;
}

static void test_long_lines(void)
{
    size_t tokens = 0;
    CHECK(check_long("word ", 4095, &tokens) == 1 && tokens == 4095); // kept whole
    CHECK(check_long("word ", 20000, &tokens) == 5 && tokens == 4095);
    CHECK(check_long("a b, c d ", 3000, &tokens) == 4 && tokens == 4093); // after a comma
    CHECK(check_long("J. ", 9000, &tokens) > 1);
    CHECK(check_long("No. 5 ", 9000, &tokens) > 1);
    CHECK(check_long("cannot ", 9000, &tokens) > 1);
    CHECK(check_long("dunno ", 9000, &tokens) > 1);
    CHECK(check_long("n't", 30000, &tokens) > 1);
    CHECK(check_long("x'd've ", 9000, &tokens) > 1);
    CHECK(check_long("1-", 9000, &tokens) > 1);
    CHECK(check_long("猫", 9000, &tokens) == 3);
    CHECK(check_long(
              "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
              "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
              "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
              "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx ",
              10000, &tokens) > 1); // over HS_MAX_TEXT_BYTES before 4096 tokens
}

static void test_open(void)
{
    struct hs_sentences *sentences = NULL;
    struct hs_error error;
    char path[] = "/tmp/hs-sentences-XXXXXX";
    int file = mkstemp(path);
    FILE *stream = file < 0 ? NULL : fdopen(file, "w");
    CHECK(stream != NULL);
    if (!stream)
        return;
    fputs("# note\nOne. Two.\n", stream);
    fclose(stream);
    CHECK(hs_sentences_open(path, &sentences, &error) == HS_OK && sentences->count == 2);
    CHECK_TEXT(sentences->path, path);
    hs_sentences_drop(sentences);
    remove(path);
    sentences = NULL;
    CHECK(hs_sentences_open(path, &sentences, &error) == HS_IO && sentences == NULL);
    CHECK(tells(error.message, path) && tells(error.message, "no such file"));
    CHECK(hs_sentences_open("/", &sentences, &error) == HS_IO && tells(error.message, "folder"));
    CHECK(hs_sentences_open("", &sentences, &error) == HS_BAD_USE);
}

TEST(test_text_sentences)
{
    test_split();
    test_lines_and_note();
    test_refused();
    test_long_lines();
    test_open();
    return check_report();
}
