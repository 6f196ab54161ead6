/* Strict JSON: what must be accepted, what must be refused and where, what the accessors say. */
#include "base/base.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

static struct hs_json_doc *parse(const char *text, struct hs_error *error)
{
    struct hs_json_doc *doc = NULL;
    size_t length = strlen(text);
    char *exact = malloc(length ? length : 1); // without the NUL: reading past the end is seen
    memcpy(exact, text, length);
    enum hs_status status = hs_json_parse("x.json", exact, length, &doc, error);
    free(exact);
    CHECK((status == HS_OK) == (doc != NULL));
    CHECK(status == HS_OK || status == error->status);
    return doc;
}

static void test_accepted(void)
{
    static const char *const texts[] = {"null", "true", "false", "0", "-0", "0.5", "1e5", "-1.5E-3",
        "1E+2", "\"\"", "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDC4D\"", "[]", "{}", "[[]]",
        " \t\r\n[ 1 , 2 ]\n", "{\"\":0}", "{\"a\":{\"a\":{\"a\":1}}}", "\xEF\xBB\xBF[1]", "[1e999]",
        "\"\x7F\"", "[{\"a\":1},{\"a\":1}]"};
    struct hs_error error;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct hs_json_doc *doc = parse(texts[i], &error);
        CHECK(doc != NULL);
        hs_json_drop(doc);
    }
}

static void test_refused(void)
{
    static const struct {
        const char *text, *place, *reason;
    } cases[] = {
        {"", "line 1, column 1", "expected a value"},
        {"  \n ", "line 2, column 2", "at the end of the file"},
        {"[1,2,]", "line 1, column 6", "expected a value"},
        {"[1\n,,2]", "line 2, column 2", "expected a value"},
        {"[1 2]", "line 1, column 4", "expected , or ]"},
        {"{\"a\":1", "line 1, column 7", "expected , or }"},
        {"{\"a\":1]", "line 1, column 7", "expected , or }"},
        {"{\"a\" 1}", "line 1, column 6", "expected : after the key"},
        {"{a:1}", "line 1, column 2", "a key in double quotes"},
        {"{\"a\":1,}", "line 1, column 8", "a key in double quotes"},
        {"{1:1}", "line 1, column 2", "a key in double quotes"},
        {"'a'", "line 1, column 1", "expected a value"},
        {"nul", "line 1, column 1", "expected a value"},
        {"nulll", "line 1, column 5", "end of the file after the value"},
        {"NaN", "line 1, column 1", "expected a value"},
        {"[Infinity]", "line 1, column 2", "expected a value"},
        {"01", "line 1, column 1", "begin with 0"},
        {"[-01]", "line 1, column 2", "begin with 0"},
        {"+1", "line 1, column 1", "expected a value"},
        {".5", "line 1, column 1", "expected a value"},
        {"1.", "line 1, column 1", "after the decimal point"},
        {"1.e5", "line 1, column 1", "after the decimal point"},
        {"1e", "line 1, column 1", "exponent"},
        {"1e+", "line 1, column 1", "exponent"},
        {"-", "line 1, column 1", "after -"},
        {"0x10", "line 1, column 2", "end of the file"},
        {"[1] x", "line 1, column 5", "end of the file after the value, at 'x'"},
        {"{} {}", "line 1, column 4", "end of the file after the value"},
        {"[1]]", "line 1, column 4", "end of the file after the value"},
        {"\"abc", "line 1, column 1", "no closing quote"},
        {"\"a\nb\"", "line 1, column 3", "control character"},
        {"\"é\x01\"", "line 1, column 3", "control character"},
        {"\"\\x41\"", "line 1, column 2", "expected one of"},
        {"\"\\", "line 1, column 2", "expected one of"},
        {"\"\\u12g4\"", "line 1, column 2", "four hex digits"},
        {"\"\\u12", "line 1, column 2", "four hex digits"},
        {"\"a\\u0000\"", "line 1, column 3", "\\u0000"},
        {"\"\\ud800\"", "line 1, column 2", "second half"},
        {"\"\\ud800\\u0041\"", "line 1, column 2", "second half"},
        {"\"\\udc00\"", "line 1, column 2", "first half"},
        {"[1]\x0C", "line 1, column 4", "end of the file"},
        {"[\xC2\xA0"
         "1]",
            "line 1, column 2", "expected a value"},
        {"// c\n1", "line 1, column 1", "expected a value"},
        {"[\"é\", \"é\", x]", "line 1, column 12", "expected a value"},
        {"\"a\xFF\"", "line 1, column 3", "byte 3 (0xFF) is not valid UTF-8"},
        {"[\n\"\xED\xA0\x80\"]", "line 2, column 2", "not valid UTF-8"},
        {"{\"a\":1,\"a\":2}", "line 1, column 8", "the key \"a\" is given twice"},
        {"{\"a\":1,\"\\u0061\":2}", "line 1, column 8", "given twice"},
        {"[{\"x\":{\"c\":1}},\n {\"b\":0,\"c\":[{\"k\":1,\n  \"k\":2}]}]", "line 3, column 3",
            "the key \"k\""},
        {"{\"\":1,\"\":2}", "line 1, column 7", "given twice"},
        {"0.12345678901234567890123456789012345678901234567890123456789012345", "line 1, column 1",
            "62 characters"},
        {"]", "line 1, column 1", "expected a value"},
        {"{", "line 1, column 2", "a key in double quotes"},
        {"[", "line 1, column 2", "expected a value"},
    };
    struct hs_error error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct hs_json_doc *doc = parse(cases[i].text, &error);
        CHECK(doc == NULL);
        bool told = !doc && error.status == HS_BAD_INPUT && tells(error.message, "x.json, ") &&
                    tells(error.message, cases[i].place) && tells(error.message, cases[i].reason);
        CHECK(told);
        if (!told)
            fprintf(stderr, "  case %zu: %s\n", i, doc ? "accepted" : error.message);
        hs_json_drop(doc);
    }
    struct hs_json_doc *doc = NULL;
    CHECK(hs_json_parse("x.json", "1\0", 2, &doc, &error) == HS_BAD_INPUT && doc == NULL);
    CHECK(hs_json_parse("x.json", "[\"a\0\"]", 6, &doc, NULL) == HS_BAD_INPUT);
}

static void test_depth(void)
{
    struct hs_error error;
    char text[2 * HS_JSON_DEPTH + 3];
    for (size_t depth = HS_JSON_DEPTH; depth <= HS_JSON_DEPTH + 1; depth++) {
        memset(text, '[', depth);
        memset(text + depth, ']', depth);
        text[2 * depth] = '\0';
        struct hs_json_doc *doc = parse(text, &error);
        CHECK((doc != NULL) == (depth <= HS_JSON_DEPTH));
        if (!doc)
            CHECK(tells(error.message, "column 65") && tells(error.message, "too many levels"));
        hs_json_drop(doc);
    }
    size_t many = 1000000; // must not recurse
    char *deep = malloc(many + 1);
    memset(deep, '[', many);
    deep[many] = '\0';
    CHECK(parse(deep, &error) == NULL);
    free(deep);
}

static void test_too_many(void)
{
    struct hs_error error;
    struct hs_json_doc *doc = NULL;
    size_t length = 2 * (size_t)HS_JSON_NODES + 10;
    char *text = malloc(length);
    for (size_t i = 0; i < length; i += 2)
        memcpy(text + i, "0,", 2);
    text[0] = '[';
    text[1] = ' ';
    CHECK(hs_json_parse("x.json", text, length, &doc, &error) == HS_BAD_INPUT && doc == NULL);
    CHECK(tells(error.message, "too many values"));
    free(text);
}

static void test_accessors(void)
{
    struct hs_error error;
    struct hs_json_doc *doc =
        parse("{\"a\":[1,2.5,-3,1e999,7],\"s\":\"\\u00e9\",\"n\":null,"
              "\"t\":true,\"f\":false,\"o\":{\"A\":1}, \"big\":9007199254740993}",
            &error);
    const struct hs_json *root = hs_json_root(doc), *node;
    double number = 5;
    size_t index = 6;
    CHECK(hs_json_kind(root) == HS_JSON_OBJECT && hs_json_count(root) == 7);
    CHECK_TEXT(hs_json_key(hs_json_first(root)), "a");
    CHECK(hs_json_key(root) == NULL);
    CHECK(hs_json_next(root) == NULL);
    const struct hs_json *a = hs_json_find(root, "a");
    CHECK(hs_json_kind(a) == HS_JSON_ARRAY && hs_json_count(a) == 5);
    node = hs_json_first(a);
    CHECK(hs_json_index(node, 2, &index) && index == 1);
    CHECK(!hs_json_index(node, 1, &index)); // limit is exclusive
    node = hs_json_next(node);
    CHECK(hs_json_number(node, &number) && number == 2.5);
    CHECK(!hs_json_index(node, 100, &index));
    node = hs_json_next(node);
    CHECK(!hs_json_index(node, 100, &index)); // negative
    node = hs_json_next(node);
    CHECK(!hs_json_number(node, &number)); // not finite
    CHECK(hs_json_kind(node) == HS_JSON_NUMBER);
    node = hs_json_next(node);
    CHECK(hs_json_next(node) == NULL);
    CHECK(index == 1 && number == 2.5); // refusals leave the value alone
    CHECK_TEXT(hs_json_string(hs_json_find(root, "s")), "é");
    CHECK(hs_json_string(a) == NULL && hs_json_first(hs_json_find(root, "s")) == NULL);
    CHECK(!hs_json_number(hs_json_find(root, "s"), &number));
    CHECK(hs_json_kind(hs_json_find(root, "n")) == HS_JSON_NULL);
    CHECK(hs_json_kind(hs_json_find(root, "t")) == HS_JSON_BOOL);
    CHECK(hs_json_kind(hs_json_find(root, "f")) == HS_JSON_BOOL);
    CHECK(hs_json_kind(hs_json_find(root, "s")) == HS_JSON_STRING);
    CHECK(hs_json_find(root, "A") == NULL && hs_json_find(root, "aa") == NULL);
    CHECK(hs_json_find(a, "a") == NULL && hs_json_find(NULL, "a") == NULL);
    CHECK(hs_json_find(hs_json_find(root, "o"), "A") != NULL);
    CHECK(!hs_json_number(NULL, &number) && !hs_json_index(NULL, 1, &index));
    CHECK(hs_json_string(NULL) == NULL && hs_json_first(NULL) == NULL);
    CHECK(hs_json_next(NULL) == NULL && hs_json_key(NULL) == NULL && hs_json_count(NULL) == 0);
    CHECK(hs_json_index(hs_json_find(root, "big"), SIZE_MAX, &index));
    hs_json_drop(doc);
    hs_json_drop(NULL);
}

/* Many keys in one object: repeats are found without comparing all with all. */
static void test_many_keys(void)
{
    struct hs_buffer buffer = {0};
    struct hs_json_doc *doc = NULL;
    struct hs_error error;
    hs_buffer_print(&buffer, "{");
    for (int i = 0; i < 200000; i++)
        hs_buffer_print(&buffer, "\"key%d\":%d,\n", i, i);
    size_t length = buffer.length;
    hs_buffer_print(&buffer, "\"last\":0}");
    clock_t start = clock();
    CHECK(hs_json_parse("x.json", buffer.data, buffer.length, &doc, &error) == HS_OK);
    double seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("200,000 keys in %.0f ms\n", seconds * 1e3);
    CHECK(seconds < 10); // all pairs would be minutes; slow machines and sanitizers stay far below
    hs_json_drop(doc);
    doc = NULL;
    buffer.length = length;
    hs_buffer_print(&buffer, "\"key7\":0}");
    CHECK(hs_json_parse("x.json", buffer.data, buffer.length, &doc, &error) == HS_BAD_INPUT);
    CHECK(tells(error.message, "line 200001, column 1: the key \"key7\""));
    hs_buffer_drop(&buffer);
}

TEST(test_base_json)
{
    test_accepted();
    test_refused();
    test_depth();
    test_too_many();
    test_accessors();
    test_many_keys();
    return check_report();
}
