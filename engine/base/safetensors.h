/* safetensors.h – named tensors in one file (the safetensors format: 8-byte little-endian header
 * length, JSON header, data). Read by preset/ (weights) and by sources/ (attention dumps), written
 * by the trainer. Nothing of the file is believed: the header is bounded, names are unique, byte
 * ranges agree with type and shape, tile the data exactly and do not overlap. */
#ifndef HS_BASE_SAFETENSORS_H
#define HS_BASE_SAFETENSORS_H

#include "base/base.h"

#define HS_TENSOR_HEADER_BYTES (16u << 20) /* longest JSON header */
#define HS_TENSOR_RANK 8u                  /* most dimensions */

enum hs_dtype {
    HS_DTYPE_F64,
    HS_DTYPE_F32,
    HS_DTYPE_F16,
    HS_DTYPE_BF16,
    HS_DTYPE_I64,
    HS_DTYPE_I32,
    HS_DTYPE_I16,
    HS_DTYPE_I8,
    HS_DTYPE_U64,
    HS_DTYPE_U32,
    HS_DTYPE_U16,
    HS_DTYPE_U8,
    HS_DTYPE_BOOL,
    HS_DTYPE_OTHER, /* F8, F4, complex …: may stand in a file, and is not read */
    HS_DTYPE_COUNT,
};
const char *hsi_dtype_name(enum hs_dtype dtype); /* "F16" … as in files */
size_t hsi_dtype_bytes(enum hs_dtype dtype); /* 0 of HS_DTYPE_OTHER */

struct hs_tensor {
    const char *name;
    enum hs_dtype dtype;
    const char *type;    /* what the file calls it */
    size_t rank, shape[HS_TENSOR_RANK];
    size_t count;        /* elements: the product of the shape, 1 for rank 0 */
    uint64_t begin, end; /* byte range, from the start of the file */
};

/* A file's table of contents; keeps the file open for hsi_tensors_read. Immutable: any thread may
 * read. */
struct hs_tensors;
enum hs_status hsi_tensors_open(
    const char *path, struct hs_tensors **tensors, struct hs_error *error);
/* The same over bytes in memory, which must outlive it; `name` stands in messages. */
enum hs_status hsi_tensors_parse(const char *name, const void *bytes, size_t length,
    struct hs_tensors **tensors, struct hs_error *error);
void hsi_tensors_drop(struct hs_tensors *tensors);
/* The open file, borrowed, for readers that want its bytes by position, and its length when it was
 * opened. -1 over memory. */
int hsi_tensors_file(const struct hs_tensors *tensors, uint64_t *length);

size_t hsi_tensors_count(const struct hs_tensors *tensors);
const struct hs_tensor *hsi_tensors_at(
    const struct hs_tensors *tensors, size_t index); /* in the header's order */
const struct hs_tensor *hsi_tensors_find(
    const struct hs_tensors *tensors, const char *name); /* NULL if absent */
/* A text of "__metadata__", NULL if absent. */
const char *hsi_tensors_metadata(const struct hs_tensors *tensors, const char *key);

/* Elements [first, first + count) of a tensor as float; F64 and integers are rounded. `finite`: NaN
 * and infinities are HS_BAD_INPUT that names tensor and element. So is a
 * tensor of HS_DTYPE_OTHER. Range outside the tensor is HS_BAD_USE. */
enum hs_status hsi_tensors_read(const struct hs_tensors *tensors, const struct hs_tensor *tensor,
    size_t first, size_t count, bool finite, float *values, struct hs_error *error);
/* The same of an F16 or BF16 tensor as it is, 16 bits each; NaN and infinities are HS_BAD_INPUT. */
enum hs_status hsi_tensors_halves(const struct hs_tensors *tensors, const struct hs_tensor *tensor,
    size_t first, size_t count, uint16_t *halves, struct hs_error *error);

/* Writing: equal input gives equal bytes. Data are given as float and rounded to nearest even for
 * F16; only F32 and F16. */
struct hs_tensor_out {
    const char *name;
    enum hs_dtype dtype;
    size_t rank, shape[HS_TENSOR_RANK];
    const float *values; /* finite, and below 65,520 in size for F16: else HS_BAD_USE */
    /* In place of values: F16 as it is, asked for when its turn comes and read before the next is. NULL and an error end the
     * writing. Infinities and NaN are HS_BAD_USE, too. */
    const uint16_t *(*halves)(void *user, struct hs_error *error);
    void *user;
};
struct hs_tensor_note {
    const char *key, *value;
};
enum hs_status hsi_tensors_write(const char *path, bool overwrite,
    const struct hs_tensor_note *notes, size_t note_count, const struct hs_tensor_out *tensors,
    size_t tensor_count, struct hs_error *error);

/* IEEE 754 binary16: exact to float; from float rounded to nearest even, too large becomes
 * infinite. */
float hsi_half_to_float(uint16_t half);
void hsi_halves_to_floats(const uint8_t *halves /* (count) of 2 bytes */, size_t count, float *values);
uint16_t hsi_half_from_float(float value);

#endif
