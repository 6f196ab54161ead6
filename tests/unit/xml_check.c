/* xml_check.c – see xml_check.h. Used by the SVG tests, also where xmllint is missing. */
#include "xml_check.h"

#include "hs.h"

#include <string.h>

enum { DEPTH_MAX = 256, ATTRIBUTES_MAX = 64 };

struct name {
    size_t at, length;
};

struct reader {
    const char *text;
    size_t length, at;
    const char *message;
    struct name open[DEPTH_MAX];
    size_t depth;
};

static bool fail(struct reader *reader, const char *message)
{
    if (!reader->message)
        reader->message = message;
    return false;
}

static bool starts(const struct reader *reader, const char *word)
{
    size_t length = strlen(word);
    return reader->length - reader->at >= length &&
           memcmp(reader->text + reader->at, word, length) == 0;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

static void skip_space(struct reader *reader)
{
    while (reader->at < reader->length && is_space(reader->text[reader->at]))
        reader->at++;
}

static bool is_name_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '_' || c == ':' || c == '.';
}

static struct name read_name(struct reader *reader)
{
    struct name name = {reader->at, 0};
    while (reader->at < reader->length && is_name_char(reader->text[reader->at]))
        reader->at++;
    name.length = reader->at - name.at;
    return name;
}

static bool same(const struct reader *reader, struct name a, struct name b)
{
    return a.length == b.length && memcmp(reader->text + a.at, reader->text + b.at, a.length) == 0;
}

/* Characters up to `end`, which is not passed. */
static bool read_characters(struct reader *reader, char end)
{
    static const char *const entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    while (reader->at < reader->length && reader->text[reader->at] != end) {
        if (reader->text[reader->at] == '<')
            return fail(reader, "a stray <");
        if (reader->text[reader->at] == '&') {
            bool known = false;
            for (size_t i = 0; i < 5; i++)
                known |= starts(reader, entities[i]);
            if (!known)
                return fail(reader, "a stray &");
        }
        size_t from = reader->at;
        uint32_t code = hs_utf8_next(reader->text, reader->length, &reader->at);
        if ((code == 0xfffd && reader->at - from == 1) || (code < 0x20 && !is_space((char)code)) ||
            code == 0xfffe || code == 0xffff)
            return fail(reader, "a character XML does not allow");
    }
    return reader->at < reader->length || end == '<' ||
           fail(reader, "the text ends inside a value");
}

static bool read_attributes(struct reader *reader)
{
    struct name names[ATTRIBUTES_MAX];
    for (size_t count = 0;; count++) {
        size_t before = reader->at;
        skip_space(reader);
        if (reader->at >= reader->length)
            return fail(reader, "the text ends inside a tag");
        if (reader->text[reader->at] == '>' || reader->text[reader->at] == '/' ||
            reader->text[reader->at] == '?')
            return true;
        if (before == reader->at)
            return fail(reader, "no space before an attribute");
        if (count == ATTRIBUTES_MAX)
            return fail(reader, "too many attributes");
        names[count] = read_name(reader);
        if (names[count].length == 0)
            return fail(reader, "an attribute without a name");
        for (size_t i = 0; i < count; i++) {
            if (same(reader, names[i], names[count]))
                return fail(reader, "an attribute twice");
        }
        if (!starts(reader, "=\""))
            return fail(reader, "an attribute without a quoted value");
        reader->at += 2;
        if (!read_characters(reader, '"'))
            return false;
        reader->at++;
    }
}

static bool read_tag(struct reader *reader)
{
    bool closing = starts(reader, "</");
    reader->at += closing ? 2 : 1;
    struct name name = read_name(reader);
    if (name.length == 0)
        return fail(reader, "a tag without a name");
    if (closing) {
        if (reader->depth == 0 || !same(reader, reader->open[--reader->depth], name))
            return fail(reader, "an end tag that fits no start tag");
        return starts(reader, ">") ? (reader->at++, true) : fail(reader, "an end tag without >");
    }
    if (!read_attributes(reader))
        return false;
    bool empty = starts(reader, "/>");
    if (!empty && !starts(reader, ">"))
        return fail(reader, "a tag without >");
    reader->at += empty ? 2 : 1;
    if (empty)
        return true;
    if (reader->depth == DEPTH_MAX)
        return fail(reader, "too deep");
    reader->open[reader->depth++] = name;
    return true;
}

bool xml_well_formed(const char *text, size_t length, const char **message, size_t *at)
{
    struct reader reader = {.text = text, .length = length};
    bool good = true;
    size_t roots = 0;
    if (starts(&reader, "<?xml ")) {
        reader.at = 5;
        good =
            read_attributes(&reader) &&
            (starts(&reader, "?>") ? (reader.at += 2, true) : fail(&reader, "a bad declaration"));
    }
    while (good && reader.at < length) {
        if (reader.text[reader.at] == '<') {
            roots += reader.depth == 0 && !starts(&reader, "</");
            good = read_tag(&reader);
        } else {
            if (reader.depth == 0 && !is_space(reader.text[reader.at]))
                good = fail(&reader, "text outside the root");
            good = good && read_characters(&reader, '<');
        }
    }
    if (good && (reader.depth != 0 || roots != 1))
        good = fail(&reader, reader.depth ? "an element is not closed" : "not one root");
    *message = reader.message ? reader.message : "";
    *at = reader.at;
    return good;
}
