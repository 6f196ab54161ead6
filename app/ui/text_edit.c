/* text_edit.c – insert, erase, undo, redo on one line of UTF-8. Called by field.c; boundaries are
 * in cluster.c. Undo keeps each change's old and new bytes; typing merges into one step per word.
 * Bounded in steps and bytes: the oldest go. */
#include "ui/text_edit.h"

#include <stdlib.h>
#include <string.h>

#include "hs.h"

static void step_free(struct edit *edit, int index)
{
    struct edit_step *step = &edit->step[index];
    edit->step_bytes -= step->bytes ? step->old_length + step->new_length : 0;
    free(step->bytes);
    step->bytes = NULL;
}

void edit_forget(struct edit *edit)
{
    for (int i = 0; i < edit->steps; i++)
        step_free(edit, i);
    free(edit->step);
    edit->step = NULL;
    edit->steps = edit->done = 0;
    edit->step_bytes = 0;
    edit->sealed = true;
}

size_t edit_from(const struct edit *edit)
{
    return edit->caret < edit->anchor ? edit->caret : edit->anchor;
}

size_t edit_to(const struct edit *edit)
{
    return edit->caret < edit->anchor ? edit->anchor : edit->caret;
}

void edit_move(struct edit *edit, size_t to, bool extend)
{
    edit->caret = to;
    if (!extend)
        edit->anchor = to;
    edit->sealed = true;
}

void edit_select(struct edit *edit, size_t from, size_t to)
{
    edit->anchor = from;
    edit->caret = to;
    edit->sealed = true;
}

void edit_clamp(struct edit *edit, const char *text)
{
    size_t length = strlen(text);
    edit->caret = edit_cluster_start(text, length, edit->caret < length ? edit->caret : length);
    edit->anchor = edit_cluster_start(text, length, edit->anchor < length ? edit->anchor : length);
}

size_t edit_clean(const char *add, size_t length, char *out)
{
    size_t at = 0, written = 0;
    bool space = false; /* "\r\n" is one space */
    while (at < length) {
        size_t before = at;
        uint32_t code = hs_utf8_next(add, length, &at);
        if (code == '\n' || code == '\r' || code == '\t' || code == 0x2028 || code == 0x2029) {
            if (!space)
                out[written++] = ' ';
            space = true;
            continue;
        }
        space = false;
        if (code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0xfeff)
            continue;
        if (code == 0xfffd) {
            memcpy(out + written, "\xef\xbf\xbd", 3);
            written += 3;
        } else {
            memcpy(out + written, add + before, at - before);
            written += at - before;
        }
    }
    out[written] = '\0';
    return written;
}

/* ---------------------------------------------------------------- changes */
static void splice(char *text, size_t at, size_t old_length, const char *add, size_t new_length)
{
    size_t length = strlen(text);
    memmove(text + at + new_length, text + at + old_length, length - at - old_length + 1);
    memcpy(text + at, add, new_length);
}

static bool is_space(const char *bytes, size_t length)
{
    return length == 1 && *bytes == ' ';
}

/* Adds this change to the last step when it continues the same typing or erasing; a word's first
 * letter after a space starts anew, so that undo takes back a word at a time. */
static bool merge(struct edit *edit, size_t at, const char *old, size_t old_length, const char *add,
    size_t new_length, enum edit_kind kind)
{
    if (edit->sealed || edit->done == 0 || edit->done != edit->steps || kind == EDIT_OTHER)
        return false;
    struct edit_step *last = &edit->step[edit->done - 1];
    if (last->kind != kind || !last->bytes)
        return false;
    size_t total = last->old_length + last->new_length;
    const char *last_bytes = last->bytes;
    bool typing = kind == EDIT_TYPE && at == last->at + last->new_length && old_length == 0;
    bool back = kind == EDIT_ERASE_BACK && at + old_length == last->at && new_length == 0;
    bool forward = kind == EDIT_ERASE_FORWARD && at == last->at && new_length == 0;
    if (!typing && !back && !forward)
        return false;
    if (typing && last->new_length && is_space(last_bytes + total - 1, 1) &&
        !is_space(add, new_length))
        return false;
    char *grown = realloc(last->bytes, total + old_length + new_length + 1);
    if (!grown)
        return false;
    last->bytes = grown;
    if (typing) {
        memcpy(grown + total, add, new_length);
        last->new_length += new_length;
    } else if (back) {
        memmove(grown + old_length, grown, total);
        memcpy(grown, old, old_length);
        last->old_length += old_length;
        last->at = at;
    } else {
        memcpy(grown + total, old, old_length);
        last->old_length += old_length;
    }
    edit->step_bytes += old_length + new_length;
    return true;
}

static void drop_oldest(struct edit *edit)
{
    step_free(edit, 0);
    memmove(&edit->step[0], &edit->step[1], sizeof edit->step[0] * (size_t)(edit->steps - 1));
    edit->steps--;
    edit->done -= edit->done > 0;
}

static void remember(struct edit *edit, size_t at, const char *old, size_t old_length,
    const char *add, size_t new_length, enum edit_kind kind)
{
    while (edit->steps > edit->done) /* a new change ends the redo line */
        step_free(edit, --edit->steps);
    if (merge(edit, at, old, old_length, add, new_length, kind))
        return;
    if (!edit->step)
        edit->step = calloc(EDIT_UNDO_STEPS, sizeof *edit->step);
    char *bytes = malloc(old_length + new_length + 1);
    if (!bytes || !edit->step || old_length + new_length > EDIT_UNDO_BYTES) {
        free(bytes);
        edit_forget(edit); /* a hole in the history would undo to nonsense */
        return;
    }
    memcpy(bytes, old, old_length);
    memcpy(bytes + old_length, add, new_length);
    while (edit->steps > 0 && (edit->steps == EDIT_UNDO_STEPS ||
                                  edit->step_bytes + old_length + new_length > EDIT_UNDO_BYTES))
        drop_oldest(edit);
    edit->step[edit->steps++] =
        (struct edit_step){at, old_length, new_length, edit->caret, edit->anchor, kind, bytes};
    edit->done = edit->steps;
    edit->step_bytes += old_length + new_length;
    edit->sealed = false;
}

static void change(struct edit *edit, char *text, size_t at, size_t old_length, const char *add,
    size_t new_length, enum edit_kind kind)
{
    remember(edit, at, text + at, old_length, add, new_length, kind);
    splice(text, at, old_length, add, new_length);
    size_t length = strlen(text), caret = at + new_length;
    if (edit_cluster_start(text, length, caret) !=
        caret) /* what follows combines with what was put in */
        caret = edit_next_cluster(text, length, caret);
    edit->caret = edit->anchor = caret;
}

bool edit_insert(
    struct edit *edit, char *text, size_t room, const char *add, size_t length, enum edit_kind kind)
{
    size_t from = edit_from(edit), to = edit_to(edit), used = strlen(text) - (to - from);
    size_t most = room > used + 1 ? room - 1 - used : 0;
    if (length > most) /* cut where a cluster, and so a code point, begins */
        length = edit_cluster_start(add, length, most);
    if (length == 0 && from == to)
        return false;
    if (from != to)
        kind = EDIT_OTHER;
    change(edit, text, from, to - from, add, length, kind);
    return true;
}

bool edit_erase(struct edit *edit, char *text, size_t to, enum edit_kind kind)
{
    size_t from = edit->caret;
    if (edit->caret != edit->anchor) {
        from = edit_from(edit);
        to = edit_to(edit);
        kind = EDIT_OTHER;
    }
    if (from == to)
        return false;
    size_t start = from < to ? from : to, end = from < to ? to : from;
    change(edit, text, start, end - start, "", 0, kind);
    return true;
}

bool edit_undo(struct edit *edit, char *text, size_t room)
{
    if (edit->done == 0)
        return false;
    struct edit_step *step = &edit->step[edit->done - 1];
    size_t length = strlen(text);
    if (step->at + step->new_length > length ||
        length - step->new_length + step->old_length >= room)
        return false;
    splice(text, step->at, step->new_length, step->bytes, step->old_length);
    edit->caret = step->caret;
    edit->anchor = step->anchor;
    edit->done--;
    edit->sealed = true;
    return true;
}

bool edit_redo(struct edit *edit, char *text, size_t room)
{
    if (edit->done == edit->steps)
        return false;
    struct edit_step *step = &edit->step[edit->done];
    size_t length = strlen(text);
    if (step->at + step->old_length > length ||
        length - step->old_length + step->new_length >= room)
        return false;
    splice(text, step->at, step->old_length, step->bytes + step->old_length, step->new_length);
    edit->caret = edit->anchor = step->at + step->new_length;
    edit->done++;
    edit->sealed = true;
    return true;
}
