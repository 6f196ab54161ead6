/* Fuzz target: bytes as a tensor file, in memory and on disk. Both are judged alike, and every
 * element of whatever is accepted must be readable, but of kinds that are not read. */
#include "base/safetensors.h"
#include "fuzz_file.h"

FUZZ(tensors)
{
    struct hs_tensors *tensors, *opened;
    struct hs_error error;
    enum hs_status status = hsi_tensors_parse("fuzz", data, size, &tensors, &error);
    if (status)
        fuzz_said(error.message);
    MUST(hsi_tensors_open(fuzz_file(data, size), &opened, &error) == status);
    if (status)
        return 0;
    MUST(hsi_tensors_count(opened) == hsi_tensors_count(tensors));
    for (size_t i = 0; i < hsi_tensors_count(tensors); i++) {
        const struct hs_tensor *tensor = hsi_tensors_at(tensors, i);
        MUST(tensor->end <= size && hsi_tensors_find(tensors, tensor->name) == tensor);
        enum hs_status reads = tensor->dtype == HS_DTYPE_OTHER ? HS_BAD_INPUT : HS_OK;
        float values[64];
        for (size_t at = 0; at < tensor->count; at += 64) {
            size_t count = tensor->count - at < 64 ? tensor->count - at : 64;
            MUST(hsi_tensors_read(tensors, tensor, at, count, false, values, &error) == reads);
        }
        const size_t few = tensor->count < 64 ? tensor->count : 64;
        MUST(hsi_tensors_read(tensors, tensor, 0, few, true, values, &error) ==
             hsi_tensors_read(opened, hsi_tensors_at(opened, i), 0, few, true, values, &error));
        MUST(hsi_tensors_read(tensors, tensor, tensor->count, 1, false, values, &error) == (reads == HS_OK ? HS_BAD_USE : reads));
    }
    hsi_tensors_metadata(tensors, "seed");
    hsi_tensors_drop(opened);
    hsi_tensors_drop(tensors);
    return 0;
}
