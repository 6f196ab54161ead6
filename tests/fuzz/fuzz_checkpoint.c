/* Fuzz target: a model's folder. The input is its files one after the other, parted by lines of "====": config.json, the index of
 * shards or nothing, then the weights, which are one file or two shards' bytes. Whatever opens must run, with and without planes,
 * and answer; a refusal is one line. */
#include "checkpoint/checkpoint.h"
#include "fuzz.h"

#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char parting[] = "\n====\n";

static void put(const char *folder, const char *name, const uint8_t *bytes, size_t size)
{
    char path[300];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
    if (size == 0)
        return;
    FILE *file = fopen(path, "wb");
    MUST(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

/* The bytes before the next parting; moves past it. */
static size_t next_file(const uint8_t *data, size_t size, size_t *at)
{
    size_t first = *at, width = sizeof parting - 1;
    for (size_t i = first; i + width <= size; i++) {
        if (memcmp(data + i, parting, width) == 0) {
            *at = i + width;
            return i - first;
        }
    }
    *at = size;
    return size - first;
}

static void run(struct hs_checkpoint *model, bool planes)
{
    struct hs_checkpoint_info info = hs_checkpoint_info(model);
    const uint32_t ids[] = {0, (uint32_t)(info.vocabulary - 1), (uint32_t)(info.vocabulary / 2)};
    uint8_t keep[HS_MAX_LAYERS];
    memset(keep, 1, sizeof keep);
    struct hs_forward *forward;
    struct hs_error error;
    struct hs_forward_config config = {.ids = ids, .n = info.positions < 3 ? info.positions : 3, .keep = planes ? keep : NULL, .threads = 1};
    if (hs_checkpoint_run(model, &config, &forward, &error))
        return;
    for (size_t layer = 0; layer < info.layers; layer++)
        for (size_t head = 0; head < info.heads; head++) {
            struct hs_matrix A = hs_forward_weights(forward, layer, head);
            for (size_t i = 0; i < A.rows * A.cols; i++)
                MUST(isfinite(A.data[i]));
        }
    struct hs_guess guess[3];
    size_t count;
    MUST((hs_forward_answer(forward, 0, guess, 3, &count, &error) == HS_OK) == (info.answer != HS_ANSWER_NONE));
    hs_forward_drop(forward);
}

FUZZ(checkpoint)
{
    static char folder[] = "/tmp/hs-fuzz-XXXXXX";
    static bool made;
    if (!made)
        MUST(mkdtemp(folder));
    made = true;
    size_t at = 0, first = at, length = next_file(data, size, &at);
    put(folder, "config.json", data + first, length);
    first = at, length = next_file(data, size, &at);
    bool sharded = length > 0;
    put(folder, "model.safetensors.index.json", data + first, length);
    first = at, length = next_file(data, size, &at);
    put(folder, sharded ? "model-1.safetensors" : "model.safetensors", data + first, length);
    put(folder, sharded ? "model.safetensors" : "model-1.safetensors", NULL, 0);
    first = at, length = next_file(data, size, &at);
    put(folder, "model-2.safetensors", data + first, length);
    struct hs_checkpoint *model;
    struct hs_error error = {HS_OK, ""};
    if (hs_checkpoint_open(folder, NULL, &model, &error)) {
        MUST(error.message[0] && !strchr(error.message, '\n'));
        fuzz_said(error.message);
        return 0;
    }
    run(model, false);
    run(model, true);
    hs_checkpoint_drop(model);
    return 0;
}
