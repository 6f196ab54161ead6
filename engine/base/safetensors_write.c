/* safetensors_write.c – writes tensor files, as the trainer does for its weights. Equal input gives
 * equal bytes; the file appears whole or not at all. See safetensors.h. */
#include "base/safetensors.h"

#include <math.h>
#include <string.h>

/* Numbers become bytes in pieces of so many. */
enum { PIECE = 1024 };

static enum hs_status not_finite(const struct hs_tensor_out *tensor, size_t i, struct hs_error *error)
{
    return hs_fail(error, HS_BAD_USE, "tensor \"%s\": element %zu is not finite or too large for its type", tensor->name, i);
}

static enum hs_status put_halves(struct hs_buffer *out, const struct hs_tensor_out *tensor, size_t count, struct hs_error *error)
{
    uint8_t bytes[2 * PIECE];
    const uint16_t *halves = tensor->halves(tensor->user, error);
    if (!halves)
        return error ? error->status : HS_STOPPED;
    for (size_t done = 0; done < count;) {
        size_t piece = count - done < PIECE ? count - done : PIECE;
        for (size_t i = 0; i < piece; i++) {
            uint16_t half = halves[done + i];
            if ((half & 0x7c00) == 0x7c00)
                return not_finite(tensor, done + i, error);
            bytes[2 * i] = (uint8_t)half;
            bytes[2 * i + 1] = (uint8_t)(half >> 8);
        }
        hs_buffer_write(out, bytes, 2 * piece);
        done += piece;
    }
    return HS_OK;
}

static enum hs_status put_values(
    struct hs_buffer *out, const struct hs_tensor_out *tensor, size_t count, struct hs_error *error)
{
    uint8_t bytes[4 * PIECE];
    size_t width = hsi_dtype_bytes(tensor->dtype), used = 0;
    for (size_t i = 0; i < count; i++) {
        float value = tensor->values[i];
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        if (!isfinite(value) || (tensor->dtype == HS_DTYPE_F16 && fabsf(value) >= 65520.0f))
            return not_finite(tensor, i, error);
        if (tensor->dtype == HS_DTYPE_F16)
            bits = hsi_half_from_float(value);
        for (size_t k = 0; k < width; k++)
            bytes[used++] = (uint8_t)(bits >> 8 * k);
        if (used + width > sizeof bytes || i + 1 == count) {
            hs_buffer_write(out, bytes, used);
            used = 0;
        }
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
        uint64_t bytes = hsi_dtype_bytes(tensor->dtype);
        hs_buffer_print(out, i ? "," : "");
        hs_buffer_json_string(out, tensor->name);
        hs_buffer_print(out, ":{\"dtype\":\"%s\",\"shape\":[", hsi_dtype_name(tensor->dtype));
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

struct writing {
    const struct hs_tensor_note *notes;
    size_t note_count, tensor_count;
    const struct hs_tensor_out *tensors;
};

static enum hs_status put_all(void *user, struct hs_buffer *out, struct hs_error *error)
{
    const struct writing *writing = user;
    struct hs_buffer header = {0};
    enum hs_status status = HS_OK;
    uint8_t size[8];
    put_header(&header, writing->notes, writing->note_count, writing->tensors, writing->tensor_count);
    if (header.failed)
        status = hs_fail(error, HS_NO_MEMORY, "no memory to write the tensors");
    for (size_t k = 0; k < sizeof size; k++)
        size[k] = (uint8_t)((uint64_t)header.length >> 8 * k);
    hs_buffer_write(out, size, sizeof size);
    if (!status)
        hs_buffer_write(out, header.data, header.length);
    hs_buffer_drop(&header);
    for (size_t i = 0; i < writing->tensor_count && !status && !out->failed; i++) {
        const struct hs_tensor_out *tensor = &writing->tensors[i];
        size_t count = 1;
        for (size_t k = 0; k < tensor->rank; k++)
            count *= tensor->shape[k];
        status = tensor->halves ? put_halves(out, tensor, count, error) : put_values(out, tensor, count, error);
    }
    return status;
}

enum hs_status hsi_tensors_write(const char *path, bool overwrite,
    const struct hs_tensor_note *notes, size_t note_count, const struct hs_tensor_out *tensors,
    size_t tensor_count, struct hs_error *error)
{
    struct writing writing = {notes, note_count, tensor_count, tensors};
    struct hs_error own;
    for (size_t i = 0; i < tensor_count; i++) {
        size_t count = 1;
        bool fits =
            tensors[i].rank <= HS_TENSOR_RANK && (tensors[i].dtype == HS_DTYPE_F16 || (tensors[i].dtype == HS_DTYPE_F32 && !tensors[i].halves));
        for (size_t k = 0; fits && k < tensors[i].rank; k++)
            fits = hsi_size_mul(count, tensors[i].shape[k], &count);
        if (!fits)
            return hs_fail(error, HS_BAD_USE,
                "tensor \"%s\": only F32 and F16 of rank 8 or less are written",
                tensors[i].name);
    }
    return hs_file_stream(path, overwrite, put_all, &writing, error ? error : &own);
}
