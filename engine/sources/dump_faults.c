/* dump_faults.c – what is wrong with the numbers of an attention file: found row by row while a
 * survey reads the heads, told in one line with the place and the likely cause. */
#include "sources/dump.h"

#include <math.h>
#include <string.h>

/* Rounding: a sum of thousands of floats is off by some 1e-5; 16-bit numbers have 8 to 11 bits, and
 * each weight may be off by half of the last. */
#define SUM_TOLERANCE 1e-3
#define SUM_TOLERANCE_16_BIT 1e-2
/* What a mask of -10000 or so leaves of a weight after softmax is far below this. */
#define NOTHING 1e-6f

static void add(struct hs_faults *faults, enum hs_fault fault, size_t layer, size_t head,
    size_t row, double value)
{
    if (faults->rows[fault]++ > 0)
        return;
    faults->first[fault].layer = layer;
    faults->first[fault].head = head;
    faults->first[fault].row = row;
    faults->first[fault].value = value;
}

void hs_dump_faults_add(const struct dump_window *window, size_t layer, size_t head,
    const float *raw, struct hs_faults *faults)
{
    const struct hs_part *t = &window->part->about;
    double tolerance = window->part->dtype == HS_DTYPE_F16 || window->part->dtype == HS_DTYPE_BF16
                           ? SUM_TOLERANCE_16_BIT
                           : SUM_TOLERANCE;
    for (size_t q = 0; q < t->n; q++) {
        const float *row = raw + q * t->m;
        /* Four sums at a time: exact order matters to nobody here. */
        double sum[4] = {0, 0, 0, 0};
        float least = 0, future = 0;
        for (size_t k = 0; k < t->m; k++) {
            sum[k & 3] += (double)row[k];
            least = row[k] < least ? row[k] : least;
        }
        size_t seen = t->causal ? (q + t->m + 1 > t->n ? q + t->m + 1 - t->n : 0) : t->m;
        for (size_t k = seen; k < t->m; k++)
            future = row[k] > future ? row[k] : future;
        double total = sum[0] + sum[1] + sum[2] + sum[3];
        bool finite = isfinite(total), negative = isfinite(least) && least < -NOTHING;
        if (!finite)
            add(faults, HS_FAULT_NAN, layer, head, q, total);
        if (negative)
            add(faults, HS_FAULT_NEGATIVE, layer, head, q, (double)least);
        if (!finite || negative) /* what else such a row has follows from that */
            continue;
        if (future > NOTHING)
            add(faults, HS_FAULT_FUTURE, layer, head, q, (double)future);
        else if (total != 0 && !(fabs(total - 1) <= tolerance)) /* all 0: everything is masked */
            add(faults, HS_FAULT_SUM, layer, head, q, total);
    }
}

void hs_dump_fault_words(const struct dump_window *window, const struct hs_faults *faults,
    size_t base, char *words, size_t room)
{
    static const char *const what[HS_FAULT_COUNT] = {"a weight that is no number",
        "a negative weight", "a sum other than 1", "weight on keys that the causal mask hides"};
    static const char *const cause[HS_FAULT_COUNT] = {
        "half precision may have overflowed: export in float32",
        "these may be scores from before the softmax: export the weights after it",
        "dropout may have been on, or rows cut: call model.eval() before exporting",
        "the metadata says causal and the numbers do not: remove \"causal\""};
    const struct hs_part *t = &window->part->about;
    const char *path = window->dump->path, *slash = strrchr(path, '/');
    size_t length = 0;
    if (room > 0)
        words[0] = '\0';
    for (enum hs_fault i = 0; i < HS_FAULT_COUNT && length < room; i++) {
        if (!faults->rows[i])
            continue;
        char value[48] = "";
        if (i != HS_FAULT_NAN)
            snprintf(value, sizeof value, " (%.6g)", faults->first[i].value);
        if (length > 0) /* one fault must not hide another; the first one's cause comes first */
            length += (size_t)snprintf(words + length, room - length,
                ". Also %zu %s %s%s, the first in layer %zu, head %zu, row %zu", faults->rows[i],
                faults->rows[i] == 1 ? "row has" : "rows have", what[i], value,
                faults->first[i].layer + base, faults->first[i].head + base,
                faults->first[i].row + base);
        else
            length += (size_t)snprintf(words, room,
                "%s: %zu of %zu rows of \"%s\" %s %s%s, the first in layer %zu, head %zu, row %zu; "
                "%s",
                hs_name_shown(slash && slash[1] ? slash + 1 : path).text, faults->rows[i],
                t->L * t->h * t->n, t->name, faults->rows[i] == 1 ? "has" : "have", what[i], value,
                faults->first[i].layer + base, faults->first[i].head + base,
                faults->first[i].row + base, cause[i]);
    }
}
