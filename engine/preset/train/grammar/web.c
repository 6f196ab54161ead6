/* web.c – how the sentence is typed: capitals, a missing full stop, dropped commas and apostrophes,
 * all capitals. Called last, by grammar.c; changes spelling and punctuation only, so tags and
 * relations stay true. */
#include "preset/train/grammar/parts.h"

#include <ctype.h>
#include <string.h>

static void upper_first(char *text)
{
    if (islower((unsigned char)text[0]))
        text[0] = (char)toupper((unsigned char)text[0]);
}

static void upper_all(char *text)
{
    for (; *text; text++)
        if (islower((unsigned char)*text))
            *text = (char)toupper((unsigned char)*text);
}

static void lower_all(char *text)
{
    for (; *text; text++)
        if (isupper((unsigned char)*text))
            *text = (char)tolower((unsigned char)*text);
}

static void drop_place(struct draft *d, size_t place)
{
    memmove(d->order + place, d->order + place + 1, (d->placed - place - 1) * sizeof(*d->order));
    d->placed--;
}

static bool mark(const struct draft *d, size_t place, const char *text)
{
    return strcmp(d->text[d->order[place]], text) == 0;
}

/* n't -> nt or the curly n’t; 's -> ’s or s */
static void apostrophe(char *text, bool curly)
{
    char *mark_ = strchr(text, '\'');
    if (!mark_ || strlen(text) > 3)
        return;
    if (!curly) {
        memmove(mark_, mark_ + 1, strlen(mark_));
        return;
    }
    memmove(mark_ + 3, mark_ + 1, strlen(mark_));
    memcpy(mark_, "\xe2\x80\x99", 3); // U+2019
}

static void articles(struct draft *d)
{
    for (size_t i = 0; i + 1 < d->placed; i++) {
        char *text = d->text[d->order[i]];
        if (strcmp(text, "a") == 0 && d->tag[d->order[i]] == HS_TAG_DET) {
            char next = (char)tolower((unsigned char)d->text[d->order[i + 1]][0]);
            if (strchr("aeiou", next))
                strcpy(text, "an");
        }
    }
}

/* A phrase that closes with a comma meets another comma or the sentence's end: one mark is written. */
static void doubled_marks(struct draft *d)
{
    for (size_t i = 0; i + 1 < d->placed; i++)
        if (mark(d, i, ",") && d->tag[d->order[i + 1]] == HS_TAG_PUNCT &&
            strchr(",.;:!?)", d->text[d->order[i + 1]][0])) {
            drop_place(d, i);
            i--;
        }
}

void hsi_web_style(struct draft *d)
{
    articles(d);
    doubled_marks(d);
    bool careless = hsi_chance(d, .10), curly = hsi_chance(d, .12), shout = hsi_chance(d, .02),
         small = careless && hsi_chance(d, .6);
    if (hsi_chance(d, careless ? .6 : .05) && d->placed > 3 &&
        d->tag[d->order[d->placed - 1]] == HS_TAG_PUNCT)
        drop_place(d, d->placed - 1);
    for (size_t i = 0; careless && i < d->placed; i++)
        if (mark(d, i, ",") && hsi_chance(d, .6) && d->placed > 3)
            drop_place(d, i);
    for (size_t i = 0; i < d->placed; i++) {
        char *text = d->text[d->order[i]];
        if (strchr(text, '\'') && text[1] && (curly || (careless && hsi_chance(d, .4))))
            apostrophe(text, curly);
        if (shout || (hsi_chance(d, .004) && strlen(text) > 2))
            upper_all(text);
        else if (small && (d->tag[d->order[i]] != HS_TAG_PROPN || hsi_chance(d, .6)))
            lower_all(text);
    }
    if (!small && d->placed && hsi_chance(d, .97)) {
        size_t first = 0;
        while (first + 1 < d->placed && d->tag[d->order[first]] == HS_TAG_PUNCT)
            first++;
        upper_first(d->text[d->order[first]]);
    }
}
