/* draft.c – the sentence under construction; see draft.h. */
#include "preset/train/grammar/draft.h"

#include <string.h>

bool hsi_chance(struct draft *d, double p)
{
    return (double)hsi_random_unit(d->random) < p;
}

size_t hsi_roll(struct draft *d, const uint16_t *weight, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += weight[i];
    uint32_t at = hsi_random_below(d->random, sum ? sum : 1);
    for (size_t i = 0; i + 1 < count; i++) {
        if (at < weight[i])
            return i;
        at -= weight[i];
    }
    return count - 1;
}

int hsi_between(struct draft *d, int low, int high)
{
    return low + (int)hsi_random_below(d->random, (uint32_t)(high - low + 1));
}

/* Cuts what is too long; the two places may be the same or parts of one draft. */
static void copy_text(char *to, const char *from)
{
    size_t length = strlen(from);
    if (length > DRAFT_TEXT - 1)
        length = DRAFT_TEXT - 1;
    memmove(to, from, length);
    to[length] = 0;
}

static char *scratch(struct draft *d)
{
    return d->scratch[d->turn++ % 8];
}

const char *hsi_one_of(struct draft *d, const char *list)
{
    uint32_t words = 1;
    for (const char *c = list; *c; c++)
        words += *c == ' ';
    uint32_t pick = hsi_random_below(d->random, words);
    for (; pick; list++)
        pick -= *list == ' ';
    size_t length = strcspn(list, " ");
    char *text = scratch(d);
    if (length > DRAFT_TEXT - 1)
        length = DRAFT_TEXT - 1;
    memcpy(text, list, length);
    text[length] = 0;
    return text;
}

static size_t draw_place(struct draft *d, enum pool pool)
{
    size_t first = d->words->first[pool], count = d->words->first[pool + 1] - first;
    return first + hsi_random_below(d->random, (uint32_t)count);
}

const struct hs_lemma *hsi_draw(struct draft *d, enum pool pool)
{
    return d->words->lemma[draw_place(d, pool)];
}

const char *hsi_draw_form(struct draft *d, enum pool pool, size_t form)
{
    size_t place = draw_place(d, pool);
    const struct hs_lemma *lemma = d->words->lemma[place];
    const char *text = lemma->form[form] ? lemma->form[form] : lemma->form[0];
    return d->words->capital[place] && hsi_chance(d, .95) ? hsi_capitalised(d, text) : text;
}

const char *hsi_adjective_word(struct draft *d)
{
    return hsi_draw_form(d, POOL_ADJECTIVE, 0);
}

const char *hsi_invented(struct draft *d, int syllables)
{
    char text[DRAFT_TEXT + 16] = "";
    for (int i = 0; i < syllables && strlen(text) < DRAFT_TEXT - 10; i++) {
        strcat(text,
            hsi_one_of(d, "b br c ch d dr f fl g gr h j k kl l m n p pr r s sh st t tr v w z sch kh"));
        strcat(text, hsi_one_of(d, "a e i o u a e i o ai ee ou ia"));
        if (hsi_chance(d, .5))
            strcat(text, hsi_one_of(d, "n l r s t m ck rd nt x d ng"));
    }
    char *place = scratch(d);
    copy_text(place, text);
    return place;
}

const char *hsi_capitalised(struct draft *d, const char *text)
{
    char *copy = scratch(d);
    if (copy == text) // its own place came round
        copy = scratch(d);
    copy_text(copy, text);
    if (copy[0] >= 'a' && copy[0] <= 'z')
        copy[0] = (char)(copy[0] - 'a' + 'A');
    return copy;
}

int hsi_make(struct draft *d, const char *text, enum hs_tag tag)
{
    if (d->tokens == DRAFT_TOKENS) {
        d->full = true;
        return 0;
    }
    copy_text(d->text[d->tokens], text);
    d->tag[d->tokens] = (uint8_t)tag;
    d->sense[d->tokens] = POOL_ANY;
    return (int)d->tokens++;
}

void hsi_put_at(struct draft *d, int handle, size_t place)
{
    if (d->placed == DRAFT_TOKENS) {
        d->full = true;
        return;
    }
    memmove(d->order + place + 1, d->order + place, (d->placed - place) * sizeof(*d->order));
    d->order[place] = handle;
    d->placed++;
}

void hsi_put(struct draft *d, int handle)
{
    hsi_put_at(d, handle, d->placed);
}

int hsi_say(struct draft *d, const char *text, enum hs_tag tag)
{
    int handle = hsi_make(d, text, tag);
    hsi_put(d, handle);
    return handle;
}

int hsi_say_one(struct draft *d, const char *list, enum hs_tag tag)
{
    return hsi_say(d, hsi_one_of(d, list), tag);
}

int hsi_say_name(struct draft *d, const char *text)
{
    return hsi_say(d, hsi_capitalised(d, text), HS_TAG_PROPN);
}

void hsi_retext(struct draft *d, int handle, const char *text)
{
    copy_text(d->text[handle], text);
}

const char *hsi_text_of(const struct draft *d, int handle)
{
    return d->text[handle];
}

void hsi_rotate(struct draft *d, size_t start, size_t middle)
{
    int moved[DRAFT_TOKENS];
    size_t tail = d->placed - middle;
    memcpy(moved, d->order + middle, tail * sizeof(*moved));
    memmove(d->order + start + tail, d->order + start, (middle - start) * sizeof(*d->order));
    memcpy(d->order + start, moved, tail * sizeof(*moved));
}

void hsi_join_weighted(struct draft *d, enum hs_relation relation, int from, int to, float weight)
{
    if (d->links == DRAFT_LINKS) {
        d->full = true;
        return;
    }
    d->link[d->links++] = (struct draft_link){relation, from, to, weight};
}

void hsi_join(struct draft *d, enum hs_relation relation, int from, int to)
{
    hsi_join_weighted(d, relation, from, to, 1);
}

void hsi_mute(struct draft *d, enum hs_relation relation, int from)
{
    hsi_join_weighted(d, relation, from, -1, 0);
}

void hsi_unlink_to(struct draft *d, enum hs_relation relation, int to)
{
    size_t kept = 0;
    for (size_t i = 0; i < d->links; i++)
        if (d->link[i].relation != relation || d->link[i].to != to)
            d->link[kept++] = d->link[i];
    d->links = kept;
}

void hsi_draft_clear(struct draft *d)
{
    d->tokens = d->placed = d->links = d->entities = 0;
    d->full = false;
    d->pronouns = true;
    d->subject = d->main_verb = -1;
}
