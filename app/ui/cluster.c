/* cluster.c – where a user-perceived character ends (Unicode Standard Annex 29, extended grapheme
 * clusters, by utf8proc) and where words do. Called by text_edit.c. */
#include "ui/text_edit.h"

#include "hs.h"

#include <utf8proc.h>

size_t edit_next_cluster(const char *text, size_t length, size_t at)
{
    if (at >= length)
        return length;
    utf8proc_int32_t before = (utf8proc_int32_t)hs_utf8_next(text, length, &at), state = 0;
    while (at < length && (unsigned char)text[at] >= 0x80) { /* ASCII begins a cluster: nothing prepends to it here */
        size_t next = at;
        utf8proc_int32_t code = (utf8proc_int32_t)hs_utf8_next(text, length, &next);
        if (utf8proc_grapheme_break_stateful(before, code, &state))
            break;
        before = code;
        at = next;
    }
    return at;
}

/* A place surely between clusters at or before `at`: walking from there finds every boundary after
 * it. */
static size_t safe_start(const char *text, size_t at)
{
    while (at > 0) {
        at--;
        unsigned char byte = (unsigned char)text[at];
        if (byte < 0x80) /* ASCII begins a cluster */
            return at;
    }
    return 0;
}

size_t edit_cluster_start(const char *text, size_t length, size_t at)
{
    if (at >= length)
        return length;
    size_t start = safe_start(text, at), next = start;
    if ((unsigned char)text[at] < 0x80)
        return at;
    while (next <= at && next < length) {
        start = next;
        next = edit_next_cluster(text, length, start);
    }
    return start;
}

size_t edit_previous_cluster(const char *text, size_t length, size_t at)
{
    if (at == 0)
        return 0;
    size_t start = safe_start(text, at), next = start;
    while (next < at) {
        start = next;
        next = edit_next_cluster(text, length, start);
    }
    return start;
}

/* ---------------------------------------------------------------- words */
enum word_class { WORD_SPACE, WORD_LETTER, WORD_MARK };

static enum word_class word_class_at(const char *text, size_t length, size_t at)
{
    size_t next = at;
    uint32_t code = hs_utf8_next(text, length, &next);
    if (code == ' ' || code == 0xa0 || code == 0x3000 || (code >= 0x2000 && code <= 0x200b))
        return WORD_SPACE;
    if (code < 0x80) {
        bool letter = (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
                      (code >= 'a' && code <= 'z') || code == '_';
        return letter || code == '\'' ? WORD_LETTER : WORD_MARK;
    }
    bool mark = (code >= 0xa1 && code <= 0xbf && code != 0xaa && code != 0xb5 && code != 0xba) ||
                code == 0xd7 || code == 0xf7 ||
                (code >= 0x2010 && code <= 0x206f && code != 0x2019) ||
                (code >= 0x2190 && code <= 0x2bff) || (code >= 0x3001 && code <= 0x3020) ||
                (code >= 0xff01 && code <= 0xff0f);
    return mark ? WORD_MARK : WORD_LETTER;
}

size_t edit_next_word(const char *text, size_t length, size_t at)
{
    while (at < length && word_class_at(text, length, at) == WORD_SPACE)
        at = edit_next_cluster(text, length, at);
    if (at >= length)
        return length;
    enum word_class class = word_class_at(text, length, at);
    while (at < length && word_class_at(text, length, at) == class)
        at = edit_next_cluster(text, length, at);
    return at;
}

size_t edit_previous_word(const char *text, size_t length, size_t at)
{
    size_t before = edit_previous_cluster(text, length, at);
    while (at > 0 && word_class_at(text, length, before) == WORD_SPACE) {
        at = before;
        before = edit_previous_cluster(text, length, at);
    }
    if (at == 0)
        return 0;
    enum word_class class = word_class_at(text, length, before);
    while (at > 0 && word_class_at(text, length, before) == class) {
        at = before;
        before = edit_previous_cluster(text, length, at);
    }
    return at;
}

void edit_word_around(const char *text, size_t length, size_t at, size_t *from, size_t *to)
{
    *from = *to = at < length ? at : length;
    if (length == 0)
        return;
    if (*from == length)
        *from = edit_previous_cluster(text, length, length);
    enum word_class class = word_class_at(text, length, *from);
    *to = *from;
    while (*to < length && word_class_at(text, length, *to) == class)
        *to = edit_next_cluster(text, length, *to);
    while (*from > 0) {
        size_t before = edit_previous_cluster(text, length, *from);
        if (word_class_at(text, length, before) != class)
            break;
        *from = before;
    }
}
