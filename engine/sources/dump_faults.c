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

/* No key before this one is hidden from query q. */
static size_t first_hidden(const struct dump_window *window, size_t q)
{
    const struct hs_part *t = &window->part->about;
    size_t seen = q + t->m + 1 > t->n ? q + t->m + 1 - t->n : 0;
    return window->file_masked ? 0 : t->causal ? seen : t->m;
}

/* As where the keys are not the last axis. */
static bool columns_sum_to_1(const float *raw, size_t n, size_t m, double tolerance)
{
    bool all = true;
    for (size_t k = 0; all && k < m; k++) {
        double sum = 0;
        for (size_t q = 0; q < n; q++)
            sum += (double)raw[q * m + k];
        all = fabs(sum - 1) <= tolerance;
    }
    return all;
}

void hsi_dump_faults_add(const struct dump_window *window, size_t layer, size_t head,
    const float *raw, struct hs_faults *faults)
{
    const struct hs_part *t = &window->part->about;
    double tolerance = window->part->dtype == HS_DTYPE_F16 || window->part->dtype == HS_DTYPE_BF16
                           ? SUM_TOLERANCE_16_BIT
                           : SUM_TOLERANCE;
    const bool *padded[2] = {window->axis[HS_QUERY].padded, window->axis[HS_KEY].padded};
    bool empty = true;
    size_t off = faults->rows[HS_FAULT_SUM];
    for (size_t q = 0; q < t->n; q++) {
        const float *row = raw + q * t->m;
        /* Four sums at a time: exact order matters to nobody here. */
        double sum[4] = {0, 0, 0, 0};
        float least = 0, hidden = 0, padding = 0;
        if (padded[HS_QUERY] && padded[HS_QUERY][q])
            continue;
        for (size_t k = 0; k < t->m; k++) {
            sum[k & 3] += (double)row[k];
            least = row[k] < least ? row[k] : least;
        }
        for (size_t k = first_hidden(window, q); k < t->m; k++)
            hidden = row[k] > hidden && hsi_dump_masked(window, layer, q, k) ? row[k] : hidden;
        for (size_t k = 0; padded[HS_KEY] && k < t->m; k++)
            padding = row[k] > padding && padded[HS_KEY][k] ? row[k] : padding;
        double total = sum[0] + sum[1] + sum[2] + sum[3];
        bool finite = isfinite(total), negative = isfinite(least) && least < -NOTHING;
        empty &= total == 0 && least == 0;
        if (!finite)
            add(faults, HS_FAULT_NAN, layer, head, q, total);
        if (negative)
            add(faults, HS_FAULT_NEGATIVE, layer, head, q, (double)least);
        if (!finite || negative) /* what else such a row has follows from that */
            continue;
        if (hidden > NOTHING || padding > NOTHING) {
            bool mask = hidden > NOTHING;
            add(faults, mask ? HS_FAULT_FUTURE : HS_FAULT_PADDING, layer, head, q, (double)(mask ? hidden : padding));
        } else if (total != 0 && !(fabs(total - 1) <= tolerance)) { /* all 0: everything is masked */
            add(faults, HS_FAULT_SUM, layer, head, q, total);
            faults->above += total > 1;
        }
    }
    if (empty)
        add(faults, HS_FAULT_EMPTY, layer, head, 0, 0);
    if (faults->rows[HS_FAULT_SUM] - off == t->n)
        faults->turned += columns_sum_to_1(raw, t->n, t->m, tolerance);
}

/* The likely cause of what was found first, and what to do. */
static const char *cause_of(
    const struct dump_window *window, enum hs_fault fault, const struct hs_faults *faults, struct dump_looked looked)
{
    bool half = window->part->dtype == HS_DTYPE_F16 || window->part->dtype == HS_DTYPE_BF16;
    switch (fault) {
    case HS_FAULT_NAN:
        if (faults->first[fault].value == -HUGE_VAL)
            return "these are probably scores from before the softmax, masked by minus infinity: export the weights "
                   "after it";
        return half ? "half precision may have overflowed, or a softmax met a row that is masked whole: export in "
                      "float32"
                    : "a softmax over a row that is masked whole gives that: export zeros there";
    case HS_FAULT_NEGATIVE:
        return "these may be scores from before the softmax: export the weights after it";
    case HS_FAULT_SUM:
        if (faults->turned == looked.heads)
            return "its columns have, so the keys are not the last axis: save numpy.ascontiguousarray(a.swapaxes(-1, -2)), or "
                   "numpy.ascontiguousarray(numpy.moveaxis(a, -1, -3)) where the heads are the last";
        if (faults->rows[fault] == looked.rows && faults->above > 0)
            return "the axes may be in another order than (L, h, n, m), the last the keys; or dropout was on: call "
                   "model.eval() before exporting";
        return faults->above ? "dropout may have been on, or rows cut: call model.eval() before exporting"
                             : "rows were cut, or the column of a sink was (gpt-oss has one): the rest of each row is "
                               "not in the file";
    case HS_FAULT_FUTURE:
        return window->file_masked ? "attention_mask and the weights disagree: export both from one run"
                                   : "the metadata says causal and the numbers do not: remove \"causal\"";
    case HS_FAULT_PADDING:
        return "the model ran without its attention_mask: pass it";
    default:
        return "the file may have been written only in part: export again";
    }
}

void hsi_dump_fault_words(const struct dump_window *window, struct dump_looked looked,
    const struct hs_faults *faults, size_t base, char *words, size_t room)
{
    static const char *const what[HS_FAULT_COUNT] = {"a weight that is no number",
        "a negative weight", "a sum other than 1", "weight on keys that the mask hides",
        "weight on keys that are padding", "no weights but zeros"};
    const struct hs_part *t = &window->part->about;
    const char *path = window->dump->path, *slash = strrchr(path, '/');
    size_t length = 0;
    if (room > 0)
        words[0] = '\0';
    for (enum hs_fault i = 0; i < HS_FAULT_COUNT && length < room; i++) {
        if (!faults->rows[i])
            continue;
        char value[48] = "", row[32] = "";
        size_t found = faults->rows[i];
        const char *of = i == HS_FAULT_EMPTY ? "head" : "row";
        if (i != HS_FAULT_NAN && i != HS_FAULT_EMPTY)
            snprintf(value, sizeof value, " (%.6g)", faults->first[i].value);
        if (i != HS_FAULT_EMPTY)
            snprintf(row, sizeof row, ", row %zu", faults->first[i].row + base);
        if (length > 0) /* one fault must not hide another; the first one's cause comes first */
            length += (size_t)snprintf(words + length, room - length,
                ". Also %zu %s%s %s%s, the first in layer %zu, head %zu%s", found, of,
                found == 1 ? " has" : "s have", what[i], value, faults->first[i].layer + base,
                faults->first[i].head + base, row);
        else
            length += (size_t)snprintf(words, room,
                "%s: %zu of %zu %ss of \"%s\" %s %s%s, the first in layer %zu, head %zu%s; %s",
                hsi_name_shown(slash && slash[1] ? slash + 1 : path).text, found,
                i == HS_FAULT_EMPTY ? looked.heads : looked.rows, of, t->name,
                found == 1 ? "has" : "have", what[i], value, faults->first[i].layer + base,
                faults->first[i].head + base, row, cause_of(window, i, faults, looked));
    }
}
