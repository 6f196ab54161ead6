/* npy.h – the header of a NumPy array (format versions 1.0 and 2.0), checked. Read by dump_numpy.c. In C order;
 * little-endian f2, f4, f8, bfloat16 (which NumPy writes as V2), whole numbers, truth values, texts. */
#ifndef HS_SOURCES_NPY_H
#define HS_SOURCES_NPY_H

#include "base/safetensors.h"

#define NPY_MAGIC "\x93NUMPY"
#define NPY_PREFIX 12               /* bytes that hold magic, version and header length */
#define NPY_HEADER_BYTES (1u << 20) /* longest header; NumPy writes 118 or so */

struct npy {
    enum hs_dtype dtype; /* HS_DTYPE_OTHER: texts */
    size_t letters;      /* of each text, as UTF-32; 0 = they are numbers */
    size_t rank, shape[HS_TENSOR_RANK];
    size_t count;      /* elements */
    size_t data_begin; /* offset in the file */
};
/* The length of everything before the data, from the first NPY_PREFIX bytes. */
enum hs_status hsi_npy_length(
    const char *name, const uint8_t start[NPY_PREFIX], size_t *length, struct hs_error *error);
/* `bytes` holds the `length` bytes before the data; `file_length` must be exactly header and data. */
enum hs_status hsi_npy_parse(const char *name, const uint8_t *bytes, size_t length,
    uint64_t file_length, struct npy *npy, struct hs_error *error);

#endif
