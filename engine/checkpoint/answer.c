/* answer.c – the head: logits over the vocabulary at one position, and the likeliest tokens. The table is read in pieces from
 * its file, which the system keeps in memory while it is asked often. */
#include "checkpoint/checkpoint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a piece of the table: in cache from reading to multiplying. */
enum { PIECE_FLOATS = 1 << 16 };

/* The row that the table is multiplied with: through the masked head's layer or the way out of a wide model. */
static void head_row(const struct hs_checkpoint *c, const float *result, float *wide)
{
    const struct hs_settings *s = &c->settings;
    const struct hs_packed *W = c->answer == HS_ANSWER_MASKED || c->head_dense.W ? &c->head_dense : &c->project_out;
    if (!W->W) {
        memcpy(wide, result, s->d_model * sizeof *wide);
        return;
    }
    int activation = W == &c->head_dense ? (int)s->head_activation : -1;
    size_t row = hsi_packed_row(c->kernels, W->columns);
    hsi_packed_product(&(struct hs_product){
        .W = W, .X = result, .x_row = s->d_model, .rows = 1, .Y = wide, .y_row = row, .activation = activation});
    if (c->head_norm.weight)
        c->kernels->norm(s->norm, wide, wide, c->head_norm.weight, c->head_norm.bias, W->columns, s->epsilon);
}

enum hs_status hs_forward_logits(const struct hs_forward *forward, size_t at, float *logits, struct hs_error *error)
{
    const struct hs_checkpoint *c = forward->checkpoint;
    size_t width = c->head.columns, vocabulary = c->settings.vocabulary;
    if (c->answer == HS_ANSWER_NONE)
        return hs_fail(error, HS_BAD_USE, "%s: the file holds no head that names tokens; a model saved \"for masked LM\" or \"for "
            "causal LM\" has one", c->store.file);
    if (at >= forward->n)
        return hs_fail(error, HS_BAD_USE, "position %zu was asked, and the text has %zu tokens", at, forward->n);
    size_t wide = c->settings.d_model > width ? c->settings.d_model : width;
    size_t rows = PIECE_FLOATS / width ? PIECE_FLOATS / width : 1;
    float *row = hsi_big_floats(hsi_packed_row(c->kernels, wide)), *piece = hsi_big_floats(rows * width);
    enum hs_status status = row && piece ? HS_OK : hs_fail(error, HS_NO_MEMORY, "no memory for the model's answer");
    if (!status)
        head_row(c, forward->result + at * c->settings.d_model, row);
    for (size_t first = 0; first < vocabulary && !status; first += rows) {
        size_t some = vocabulary - first < rows ? vocabulary - first : rows;
        status = hsi_table_read(&c->head, first, some, piece, error);
        for (size_t i = 0; i < some && !status; i++)
            logits[first + i] = c->kernels->dot(row, piece + i * width, width) + (c->head_bias ? c->head_bias[first + i] : 0);
    }
    free(row);
    free(piece);
    return status;
}

/* Best first; of equal ones the smaller id. */
static size_t choose(const float *logits, size_t vocabulary, struct hs_guess *guess, size_t room)
{
    size_t count = 0;
    for (size_t id = 0; id < vocabulary && room > 0; id++) {
        size_t at = count;
        while (at > 0 && logits[id] > logits[guess[at - 1].id])
            at--;
        if (at == room)
            continue;
        count += count < room;
        memmove(guess + at + 1, guess + at, (count - 1 - at) * sizeof *guess);
        guess[at].id = (uint32_t)id;
    }
    return count;
}

enum hs_status hs_forward_answer(const struct hs_forward *forward, size_t at, struct hs_guess *guess, size_t room, size_t *count,
    struct hs_error *error)
{
    size_t vocabulary = forward->checkpoint->settings.vocabulary;
    float *logits = hsi_big_floats(vocabulary);
    if (!logits)
        return hs_fail(error, HS_NO_MEMORY, "no memory for the model's answer");
    enum hs_status status = hs_forward_logits(forward, at, logits, error);
    if (!status) {
        double sum = 0;
        *count = choose(logits, vocabulary, guess, room);
        double top = *count ? (double)logits[guess[0].id] : 0;
        for (size_t id = 0; id < vocabulary; id++)
            sum += exp((double)logits[id] - top);
        for (size_t i = 0; i < *count; i++)
            guess[i].probability = exp((double)logits[guess[i].id] - top) / sum;
    }
    free(logits);
    return status;
}
