/* The growing buffer: content, numbers in any language, JSON strings, running out of memory. */
#include "base/base.h"
#include "check.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>

static void test_writing(void)
{
    struct hs_buffer buffer = {0};
    hs_buffer_write(&buffer, "", 0);
    CHECK_TEXT(buffer.data, "");
    hs_buffer_write(&buffer, "a\0b", 3);
    CHECK(buffer.length == 3 && memcmp(buffer.data, "a\0b", 4) == 0);
    hs_buffer_drop(&buffer);
    CHECK(buffer.data == NULL && buffer.length == 0 && buffer.room == 0);
    for (int i = 0; i < 20000; i++)
        hs_buffer_print(&buffer, "%d,", i % 10);
    CHECK(buffer.length == 40000 && buffer.data[39998] == '9' && buffer.data[40000] == '\0');
    hs_buffer_drop(&buffer);
    // lengths around the first room and around the one-pass size
    for (int length = 0; length < 700; length++) {
        hs_buffer_print(&buffer, "[%*s]", length, "");
        CHECK(buffer.length == (size_t)length + 2 && strlen(buffer.data) == buffer.length);
        CHECK(buffer.data[buffer.length - 1] == ']');
        hs_buffer_drop(&buffer);
    }
    hs_buffer_drop(NULL);
}

static void test_counts(void)
{
    static const struct {
        size_t count;
        const char *text;
    } cases[] = {{0, "0"}, {999, "999"}, {1000, "1,000"}, {49920, "49,920"}, {100007, "100,007"}, {1000000, "1,000,000"}, {1234567890, "1,234,567,890"}};
    char text[32], low[4];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        CHECK_TEXT(hs_count_text(cases[i].count, text, sizeof text), cases[i].text);
    CHECK_TEXT(hs_count_text(1000, low, sizeof low), "1,0");
}

static void test_numbers(void)
{
    static const char *const names[] = {"C", "de_DE.UTF-8", "fr_FR.UTF-8", "C.UTF-8", ""};
    struct hs_buffer buffer = {0};
    struct hs_error error;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        setlocale(LC_ALL, names[i]); // one that is not installed changes nothing
        hs_buffer_print(&buffer, "%.3f %.9g %g %d", 0.5, 1.0 / 3, 1e300, 1234567);
        CHECK_TEXT(buffer.data, "0.500 0.333333333 1e+300 1234567");
        hs_fail(&error, HS_IO, "%.2f", 1.25);
        CHECK_TEXT(error.message, "1.25");
        hs_buffer_drop(&buffer);
    }
    setlocale(LC_ALL, "C");
}

/* A language with a decimal comma, made for the test where the system can, so that the test can
 * fail. */
static void test_comma(void)
{
    char folder[] = "/tmp/hs-locale-XXXXXX", command[256];
    if (!mkdtemp(folder))
        return;
    snprintf(command, sizeof command, "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >/dev/null 2>&1",
        folder);
    int made = system(command);
    setenv("LOCPATH", folder, 1);
    char plain[16] = "";
    if (made == 0 && setlocale(LC_ALL, "de_DE.UTF-8")) {
        snprintf(plain, sizeof plain, "%.1f", 0.5);
        CHECK_TEXT(plain, "0,5"); // the language is in force
        struct hs_buffer buffer = {0};
        struct hs_json_doc *doc = NULL;
        double number = 0;
        hs_buffer_print(&buffer, "%.2f", -12.25);
        CHECK_TEXT(buffer.data, "-12.25");
        CHECK(hs_json_parse("x", buffer.data, buffer.length, &doc, NULL) == HS_OK);
        CHECK(doc && hs_json_number(hs_json_root(doc), &number) && number == -12.25);
        hs_json_drop(doc);
        hs_buffer_drop(&buffer);
    } else {
        printf("no language with a decimal comma here: not tested\n");
    }
    setlocale(LC_ALL, "C");
    unsetenv("LOCPATH");
    snprintf(command, sizeof command, "rm -rf %s", folder);
    CHECK(system(command) == 0);
}

/* The thread's own locale comes back as it was. */
static void test_locale_comes_back(void)
{
    locale_t mine = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
    struct hs_buffer buffer = {0};
    CHECK(mine != (locale_t)0);
    if (!mine)
        return;
    locale_t before = uselocale(mine);
    hs_buffer_print(&buffer, "%g", 0.5);
    hs_fail(&(struct hs_error){0}, HS_IO, "%g", 0.5);
    CHECK(uselocale((locale_t)0) == mine);
    uselocale(before);
    freelocale(mine);
    hs_buffer_drop(&buffer);
}

static void check_json(const char *text, const char *want)
{
    struct hs_buffer buffer = {0};
    hs_buffer_json_string(&buffer, text);
    CHECK_TEXT(buffer.data, want);
    struct hs_json_doc *doc;
    struct hs_error error;
    CHECK(hs_json_parse("written", buffer.data, buffer.length, &doc, &error) == HS_OK);
    if (hs_utf8_invalid(text, strlen(text)) == strlen(text))
        CHECK_TEXT(hs_json_string(hs_json_root(doc)), text); // what was written reads back
    hs_json_drop(doc);
    hs_buffer_drop(&buffer);
}

static void test_json_strings(void)
{
    check_json("", "\"\"");
    check_json("plain é 👍", "\"plain é 👍\"");
    check_json("say \"hi\" \\ ok", "\"say \\\"hi\\\" \\\\ ok\"");
    check_json("a\nb\tc\rd\be\x1f\x7f", "\"a\\nb\\tc\\rd\\u0008e\\u001f\\u007f\"");
    check_json("\xFFx\xC3", "\"\xEF\xBF\xBDx\xEF\xBF\xBD\"");
}

/* What is no finite number has one name on every machine, and stays apart from JSON's null. */
static void test_strange_numbers(void)
{
    static const struct {
        double value;
        const char *csv, *json;
    } cases[] = {{(double)0.1f, "0.100000001", "0.100000001"}, {-0.0, "-0", "-0"}, {(double)NAN, "NaN", "\"NaN\""},
        {-(double)NAN, "NaN", "\"NaN\""}, {(double)INFINITY, "Infinity", "\"Infinity\""},
        {-(double)INFINITY, "-Infinity", "\"-Infinity\""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hs_buffer csv = {0}, json = {0};
        hs_buffer_number(&csv, cases[i].value);
        hs_buffer_json_number(&json, cases[i].value);
        CHECK_TEXT(csv.data, cases[i].csv);
        CHECK_TEXT(json.data, cases[i].json);
        hs_buffer_drop(&csv);
        hs_buffer_drop(&json);
    }
}

static void test_csv_strings(void)
{
    static const struct {
        const char *text, *field;
    } cases[] = {{"", "\"\""}, {"plain é", "plain é"}, {"a,b", "\"a,b\""},
        {"say \"hi\"", "\"say \"\"hi\"\"\""}, {"two\nlines", "\"two\nlines\""},
        {"tab\there", "\"tab\there\""}, {"a=b", "a=b"}, {"-", "-"}, {"=", "="},
        /* formulas, as a spreadsheet would see them once the quotes are gone */
        {"=1+1", "\"'=1+1\""}, {"+1", "\"'+1\""}, {"-x", "\"'-x\""}, {"@sum", "\"'@sum\""},
        {"\t=1", "\"'\t=1\""}, {"\r=1", "\"'\r=1\""}, {"=a,\"b\"", "\"'=a,\"\"b\"\"\""},
        {"\uff1d1", "\"'\uff1d1\""}, {"\uff20", "\uff20"}, {"\uff0bx", "\"'\uff0bx\""}, {"\uff0dx", "\"'\uff0dx\""},
        /* one apostrophe more than there was, so that it can be taken away again */
        {"'=1", "\"''=1\""}, {"''-1", "\"'''-1\""}, {"'tis", "\"'tis\""}, {"'", "\"'\""}, {"'=", "\"'=\""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hs_buffer buffer = {0};
        hs_buffer_csv_string(&buffer, cases[i].text);
        CHECK_TEXT(buffer.data, cases[i].field);
        hs_buffer_drop(&buffer);
    }
    struct hs_buffer buffer = {0};
    hs_buffer_csv_note(&buffer, "one\ntwo\r\x7f\tthree");
    CHECK_TEXT(buffer.data, "# one two   three\n");
    hs_buffer_drop(&buffer);
}

static void test_failure(void)
{
    struct hs_buffer buffer = {0};
    hs_buffer_write(&buffer, "kept", 4);
    hs_buffer_write(&buffer, "", SIZE_MAX); // more than any memory
    CHECK(buffer.failed && buffer.length == 4);
    hs_buffer_write(&buffer, "x", 1);
    hs_buffer_print(&buffer, "%d", 1);
    hs_buffer_json_string(&buffer, "x");
    CHECK_TEXT(buffer.data, "kept"); // nothing is written after a failure
    hs_buffer_drop(&buffer);
    CHECK(!buffer.failed);
}

TEST(test_base_buffer)
{
    test_writing();
    test_counts();
    test_numbers();
    test_comma();
    test_locale_comes_back();
    test_json_strings();
    test_strange_numbers();
    test_csv_strings();
    test_failure();
    return check_report();
}
