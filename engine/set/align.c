/* align.c – see align.h. */
#include <stdlib.h>
#include <string.h>

#include "set/align.h"
#include "text/tokens.h"

/* Least-edit alignment of two token lists (insertions and deletions only): pairs of indices,
 * SIZE_MAX where one side has nothing. Returns the length, 0 when memory ran out. */
static size_t align(
    const struct hs_tokens *a, const struct hs_tokens *b, size_t *from_a, size_t *from_b)
{
    size_t same_start = 0, length = 0;
    while (same_start < a->count && same_start < b->count &&
           strcmp(a->token[same_start].text, b->token[same_start].text) == 0) {
        from_a[length] = from_b[length] = same_start++;
        length++;
    }
    const struct hs_token *left = a->token + same_start, *right = b->token + same_start;
    size_t n = a->count - same_start, m = b->count - same_start;
    if (n == 0 && m == 0)
        return length;
    uint16_t *common =
        calloc((n + 1) * (m + 1), sizeof *common); /* longest common suffix lengths; <= 4096 fits */
    if (!common)
        return 0;
    for (size_t i = n; i-- > 0;) {
        for (size_t j = m; j-- > 0;) {
            uint16_t skip_a = common[(i + 1) * (m + 1) + j], skip_b = common[i * (m + 1) + j + 1];
            bool same = strcmp(left[i].text, right[j].text) == 0;
            common[i * (m + 1) + j] = same ? (uint16_t)(common[(i + 1) * (m + 1) + j + 1] + 1)
                                      : skip_a > skip_b ? skip_a
                                                        : skip_b;
        }
    }
    for (size_t i = 0, j = 0; i < n || j < m; length++) {
        bool same = i < n && j < m && strcmp(left[i].text, right[j].text) == 0;
        bool take_a = same || j == m ||
                      (i < n && common[(i + 1) * (m + 1) + j] >= common[i * (m + 1) + j + 1]);
        bool take_b = same || !take_a;
        from_a[length] = take_a ? same_start + i++ : SIZE_MAX;
        from_b[length] = take_b ? same_start + j++ : SIZE_MAX;
    }
    free(common);
    return length;
}

void hsi_alignment_drop(struct alignment *alignment)
{
    free(alignment->a);
    free(alignment->b);
}

bool hsi_align_side(
    const struct hs_set *a, const struct hs_set *b, enum hs_side side, struct alignment *out)
{
    const struct hs_tokens *left = a->tokens[side], *right = b->tokens[side];
    size_t room = left->count + right->count;
    *out = (struct alignment){
        .a = malloc((room + 1) * sizeof(size_t)), .b = malloc((room + 1) * sizeof(size_t))};
    struct hs_token *token = malloc((room + 1) * sizeof *token);
    if (out->a && out->b && token)
        out->length = align(left, right, out->a, out->b);
    for (size_t i = 0; i < out->length; i++) {
        bool of_a = out->a[i] != SIZE_MAX;
        token[i] = of_a ? left->token[out->a[i]] : right->token[out->b[i]];
        if (!of_a)
            token[i].start = token[i].end = 0; /* a place in the other text means nothing here */
    }
    if (out->length)
        out->tokens = hsi_tokens_copy(token, out->length);
    free(token);
    return out->tokens != NULL;
}
