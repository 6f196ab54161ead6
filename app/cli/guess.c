/* guess.c – see guess.h. Counts the letters that were left out, added, changed or swapped (the
 * optimal string alignment distance; Damerau 1964 found most slips to be one of these). */
#include <ctype.h>
#include <string.h>

#include "cli/guess.h"

#define MOST 32 /* bytes of a name that is compared; longer ones are never guessed */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

static int lower(char c)
{
    return tolower((unsigned char)c);
}

static size_t distance_of(const char *a, size_t n, const char *b, size_t m)
{
    size_t row[3][MOST + 1]; /* [i % 3][j]: from i letters of a to j of b */
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            size_t *here = &row[i % 3][j];
            if (i == 0 || j == 0) {
                *here = i + j;
                continue;
            }
            *here = row[(i - 1) % 3][j - 1] + (lower(a[i - 1]) != lower(b[j - 1]));
            *here = least(*here, row[(i - 1) % 3][j] + 1);
            *here = least(*here, row[i % 3][j - 1] + 1);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                *here = least(*here, row[(i - 2) % 3][j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

struct guess guess_start(const char *word, size_t length)
{
    return (struct guess){word, length, MOST, ""};
}

void guess_try(struct guess *guess, const char *name)
{
    size_t length = strlen(name), longer = length > guess->length ? length : guess->length;
    if (longer > MOST || guess->length == 0)
        return;
    size_t distance = distance_of(guess->word, guess->length, name, length);
    /* Half of a short word changed is another word; a slip in three letters is still that one. */
    if (distance < guess->distance && distance <= (longer + 1) / 3 && distance < guess->length) {
        memcpy(guess->best, name, length + 1); /* at most MOST bytes */
        guess->distance = distance;
    }
}
