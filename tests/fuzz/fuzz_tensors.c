/* Fuzz target: bytes as a tensor file. Every element of whatever is accepted must be readable. */
#include "base/safetensors.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hs_tensors *tensors;
    struct hs_error error;
    if (hs_tensors_parse("fuzz", data, size, &tensors, &error))
        return 0;
    for (size_t i = 0; i < hs_tensors_count(tensors); i++) {
        const struct hs_tensor *tensor = hs_tensors_at(tensors, i);
        MUST(tensor->end <= size && hs_tensors_find(tensors, tensor->name) == tensor);
        float values[64];
        for (size_t at = 0; at < tensor->count; at += 64) {
            size_t count = tensor->count - at < 64 ? tensor->count - at : 64;
            MUST(hs_tensors_read(tensors, tensor, at, count, false, values, &error) == HS_OK);
        }
        hs_tensors_read(
            tensors, tensor, 0, tensor->count < 64 ? tensor->count : 64, true, values, &error);
    }
    hs_tensors_metadata(tensors, "seed");
    hs_tensors_drop(tensors);
    return 0;
}
