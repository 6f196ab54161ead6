/* Fuzz target: bytes as a tensor file, in memory and on disk. Both are judged alike, and every
 * element of whatever is accepted must be readable, but of kinds that are not read. */
#include "base/safetensors.h"
#include "fuzz_file.h"

FUZZ(tensors)
{
    struct hs_tensors *tensors, *opened;
    struct hs_error error;
    enum hs_status status = hs_tensors_parse("fuzz", data, size, &tensors, &error);
    if (status)
        fuzz_said(error.message);
    MUST(hs_tensors_open(fuzz_file(data, size), &opened, &error) == status);
    if (status)
        return 0;
    MUST(hs_tensors_count(opened) == hs_tensors_count(tensors));
    for (size_t i = 0; i < hs_tensors_count(tensors); i++) {
        const struct hs_tensor *tensor = hs_tensors_at(tensors, i);
        MUST(tensor->end <= size && hs_tensors_find(tensors, tensor->name) == tensor);
        enum hs_status reads = tensor->dtype == HS_DTYPE_OTHER ? HS_BAD_INPUT : HS_OK;
        float values[64];
        for (size_t at = 0; at < tensor->count; at += 64) {
            size_t count = tensor->count - at < 64 ? tensor->count - at : 64;
            MUST(hs_tensors_read(tensors, tensor, at, count, false, values, &error) == reads);
        }
        const size_t few = tensor->count < 64 ? tensor->count : 64;
        MUST(hs_tensors_read(tensors, tensor, 0, few, true, values, &error) ==
             hs_tensors_read(opened, hs_tensors_at(opened, i), 0, few, true, values, &error));
        MUST(hs_tensors_read(tensors, tensor, tensor->count, 1, false, values, &error) == (reads == HS_OK ? HS_BAD_USE : reads));
    }
    hs_tensors_metadata(tensors, "seed");
    hs_tensors_drop(opened);
    hs_tensors_drop(tensors);
    return 0;
}
