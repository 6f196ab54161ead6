/* Fuzz target: bytes as a saved training run. Its weights are millions of numbers, so an input ends where they begin, and zeros follow up to
 * what its header promises. Whatever opens must be a run that can be asked everything. */
#include <math.h>
#include <unistd.h>

#include "fuzz_file.h"
#include "hs_learn.h"

#define MOST ((size_t)10 << 20) /* two models at two moments */

/* The largest number after a comma or a bracket that ends a pair: the last byte of a tensor. */
static size_t promised(const uint8_t *data, size_t size)
{
    size_t header = 0, most = 0;
    for (size_t k = 0; k < 8 && k < size; k++)
        header |= (size_t)data[k] << 8 * k;
    if (size < 8 || header > size - 8)
        return size;
    for (size_t at = 8; at < 8 + header; at++) {
        size_t value = 0;
        while (at < 8 + header && data[at] >= '0' && data[at] <= '9' && value <= MOST)
            value = 10 * value + (size_t)(data[at++] - '0');
        if (at < 8 + header && data[at] == ']' && value > most)
            most = value;
    }
    return most <= MOST && 8 + header + most > size ? 8 + header + most : size;
}

FUZZ(learn)
{
    struct hs_learn *run = NULL;
    struct hs_error error;
    const char *path = fuzz_file(data, size);
    MUST(truncate(path, (off_t)promised(data, size)) == 0);
    bool is = hs_learn_is_file(path);
    if (hs_learn_load(path, NULL, &run, &error)) {
        MUST(!run && error.message[0]);
        fuzz_said(error.message);
        return 0;
    }
    const struct hs_learn_options *options = hs_learn_options(run);
    MUST(is && hs_learn_check(options, &error) == HS_OK && hs_learn_done(run) && hs_learn_moments(run) >= 1 &&
         hs_learn_moments(run) <= HS_LEARN_MOMENTS && hs_learn_step_now(run) <= hs_learn_steps(run));
    for (size_t i = 0; i < hs_learn_moments(run); i++)
        for (size_t m = 0; m < options->models; m++) {
            const struct hs_learn_model *model = &hs_learn_moment(run, i)->model[m];
            MUST(model->h == options->h[m] && model->loss >= 0 && model->train_loss >= 0);
            for (size_t r = 0; r <= HS_RELATION_COUNT; r++) {
                double right = r < HS_LEARN_SLOTS || r == HS_RELATION_COUNT ? hs_learn_right(run, i, m, r) : 0;
                MUST(isnan(right) || (right >= 0 && right <= 1));
            }
            for (size_t head = 0; head < model->h; head++) {
                MUST(model->verdict[head].name[0] != '\0');
                for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
                    MUST(model->without[head][r] <= hs_learn_asked(run, r));
            }
        }
    struct hs_buffer buffer = {0};
    hs_learn_write_csv(run, &buffer);
    MUST(!buffer.failed && buffer.length > 0);
    hs_buffer_drop(&buffer);
    hs_learn_drop(run);
    return 0;
}
