/* safetensors_write.c – writes tensor files, as the trainer does for its weights. Equal input gives
 * equal bytes; the file appears whole or not at all. See safetensors.h. */
#include "base/safetensors.h"

#include <math.h>
#include <string.h>

static enum hs_status put_values(
    struct hs_buffer *out, const struct hs_tensor_out *tensor, size_t count, struct hs_error *error)
{
    for (size_t i = 0; i < count; i++) {
        float value = tensor->values[i];
        uint32_t bits;
        uint8_t little[4];
        memcpy(&bits, &value, sizeof bits);
        if (!isfinite(value) || (tensor->dtype == HS_DTYPE_F16 && fabsf(value) >= 65520.0f))
            return hs_fail(error, HS_BAD_USE,
                "tensor \"%s\": element %zu is not finite or too large for its type", tensor->name,
                i);
        if (tensor->dtype == HS_DTYPE_F16)
            bits = hs_half_from_float(value);
        for (size_t k = 0; k < sizeof little; k++)
            little[k] = (uint8_t)(bits >> 8 * k);
        hs_buffer_write(out, little, hs_dtype_bytes(tensor->dtype));
    }
    return HS_OK;
}

static void put_header(struct hs_buffer *out, const struct hs_tensor_note *notes, size_t note_count,
    const struct hs_tensor_out *tensors, size_t tensor_count)
{
    uint64_t at = 0;
    hs_buffer_print(out, "{");
    if (note_count > 0) {
        hs_buffer_print(out, "\"__metadata__\":{");
        for (size_t i = 0; i < note_count; i++) {
            hs_buffer_print(out, i ? "," : "");
            hs_buffer_json_string(out, notes[i].key);
            hs_buffer_print(out, ":");
            hs_buffer_json_string(out, notes[i].value);
        }
        hs_buffer_print(out, "}%s", tensor_count > 0 ? "," : "");
    }
    for (size_t i = 0; i < tensor_count; i++) {
        const struct hs_tensor_out *tensor = &tensors[i];
        uint64_t bytes = hs_dtype_bytes(tensor->dtype);
        hs_buffer_print(out, i ? "," : "");
        hs_buffer_json_string(out, tensor->name);
        hs_buffer_print(out, ":{\"dtype\":\"%s\",\"shape\":[", hs_dtype_name(tensor->dtype));
        for (size_t k = 0; k < tensor->rank; k++) {
            hs_buffer_print(out, "%s%zu", k ? "," : "", tensor->shape[k]);
            bytes *= tensor->shape[k];
        }
        hs_buffer_print(out, "],\"data_offsets\":[%llu,%llu]}", (unsigned long long)at,
            (unsigned long long)(at + bytes));
        at += bytes;
    }
    hs_buffer_print(out, "}");
    while (
        out->length % 8 != 0 && !out->failed) /* data aligned to 8 bytes, as the format advises */
        hs_buffer_print(out, " ");
}

enum hs_status hs_tensors_write(const char *path, bool overwrite,
    const struct hs_tensor_note *notes, size_t note_count, const struct hs_tensor_out *tensors,
    size_t tensor_count, struct hs_error *error)
{
    struct hs_buffer header = {0}, out = {0};
    put_header(&header, notes, note_count, tensors, tensor_count);
    uint8_t size[8];
    for (size_t k = 0; k < sizeof size; k++)
        size[k] = (uint8_t)((uint64_t)header.length >> 8 * k);
    hs_buffer_write(&out, size, sizeof size);
    if (header.data)
        hs_buffer_write(&out, header.data, header.length);
    enum hs_status status = HS_OK;
    for (size_t i = 0; i < tensor_count && !status; i++) {
        size_t count = 1;
        bool fits = tensors[i].rank <= HS_TENSOR_RANK &&
                    (tensors[i].dtype == HS_DTYPE_F32 || tensors[i].dtype == HS_DTYPE_F16);
        for (size_t k = 0; fits && k < tensors[i].rank; k++)
            fits = hs_size_mul(count, tensors[i].shape[k], &count);
        status = fits ? put_values(&out, &tensors[i], count, error)
                      : hs_fail(error, HS_BAD_USE,
                            "tensor \"%s\": only F32 and F16 of rank 8 or less are written",
                            tensors[i].name);
    }
    if (!status && (header.failed || out.failed))
        status = hs_fail(
            error, HS_NO_MEMORY, "%s: no memory to write the tensors", hs_name_shown(path).text);
    if (!status)
        status = hs_file_write(path, out.data, out.length, overwrite, error);
    hs_buffer_drop(&header);
    hs_buffer_drop(&out);
    return status;
}
