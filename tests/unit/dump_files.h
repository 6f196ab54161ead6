/* dump_files.h – attention files for tests, made byte by byte here and not by the code under test:
 * safetensors with any header, NumPy arrays, numbers of any type. */
#ifndef HS_TESTS_DUMP_FILES_H
#define HS_TESTS_DUMP_FILES_H

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
#include "dump_calls.h"

/* A folder under the build folder, made when it is missing. */
static inline const char *dump_path(const char *name)
{
    static char path[4][700];
    static int at;
    char command[800];
    char *here = path[at++ & 3];
    /* A folder for each test program: they run side by side. */
    const char *program =
        strrchr(__BASE_FILE__, '/') ? strrchr(__BASE_FILE__, '/') + 1 : __BASE_FILE__;
    snprintf(command, sizeof command, "mkdir -p '%s/test-dumps/%s'", HS_BINARY_DIR, program);
    CHECK(system(command) == 0);
    snprintf(here, sizeof path[0], "%s/test-dumps/%s/%s", HS_BINARY_DIR, program, name);
    return here;
}

static inline void little_write(struct hs_buffer *to, uint64_t value, size_t size)
{
    for (size_t i = 0; i < size; i++, value >>= 8) {
        uint8_t byte = (uint8_t)value;
        hs_buffer_write(to, &byte, 1);
    }
}

static inline void number_write(struct hs_buffer *to, const char *dtype, double value)
{
    float single = (float)value;
    uint32_t bits;
    uint64_t wide;
    memcpy(&bits, &single, sizeof bits);
    memcpy(&wide, &value, sizeof wide);
    if (strcmp(dtype, "F64") == 0)
        little_write(to, wide, 8);
    else if (strcmp(dtype, "BF16") == 0) /* to nearest, halves up: the tests use exact values */
        little_write(to, (bits + 0x8000u) >> 16, 2);
    else if (strcmp(dtype, "F16") == 0) {
        /* for 0 and normal numbers that F16 holds exactly */
        uint32_t half =
            value == 0 ? 0 : (((bits >> 23 & 255u) - 112u) << 10) | (bits >> 13 & 1023u);
        little_write(to, half | (bits >> 16 & 0x8000u), 2);
    } else {
        little_write(to, bits, 4);
    }
}

/* Length and header, then the caller writes the data. */
static inline void header_write(struct hs_buffer *to, const char *header)
{
    little_write(to, strlen(header), 8);
    hs_buffer_write(to, header, strlen(header));
}

static inline void npy_write(
    struct hs_buffer *to, int major, const char *descr, const char *order, const char *shape)
{
    char header[400];
    int length = snprintf(header, sizeof header,
        "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descr, order, shape);
    size_t prefix = major == 1 ? 10 : 12;
    while ((prefix + (size_t)length + 1) % 64)
        header[length++] = ' ';
    header[length++] = '\n';
    hs_buffer_write(to, "\x93NUMPY", 6);
    little_write(to, (uint64_t)major, 2);
    little_write(to, (uint64_t)length, prefix - 8);
    hs_buffer_write(to, header, (size_t)length);
}

static inline void file_write(const char *path, const struct hs_buffer *bytes)
{
    struct hs_error error = {HS_OK, ""};
    if (hs_file_write(path, bytes->data ? bytes->data : "", bytes->length, true, &error))
        fprintf(stderr, "%s\n", error.message);
    CHECK(access(path, R_OK) == 0);
}

/* Weight of a made-up model: rows sum to 1 exactly for 2 and 4 keys, in every type. */
static inline double made_weight(size_t layer, size_t head, size_t q, size_t k, size_t m)
{
    size_t best = (layer + head + q) % m;
    return k == best ? 0.5 + 0.5 / (double)m : 0.5 / (double)m;
}

/* A whole file: one tensor of made_weight()s. `shape` has `rank` sizes; `metadata` is what stands
 * in __metadata__, without braces, or NULL. */
static inline void made_file(struct hs_buffer *to, const char *name, const char *dtype, size_t rank,
    const size_t *shape, const char *metadata)
{
    size_t full[5] = {1, 1, 1, 1, 1}, size = strcmp(dtype, "F64") == 0   ? 8
                                             : strcmp(dtype, "F32") == 0 ? 4
                                                                         : 2;
    size_t n = shape[rank - 2], m = shape[rank - 1];
    full[0] = rank > 3 ? shape[0] : 1;
    full[1] = rank > 4 ? shape[1] : 1;
    full[2] = rank > 2 ? shape[rank - 3] : 1;
    size_t heads = full[0] * full[1] * full[2], length = 0;
    char header[8000], sizes[200];
    for (size_t i = 0; i < rank; i++)
        length += (size_t)snprintf(
            sizes + length, sizeof sizes - length, "%s%zu", i ? "," : "", shape[i]);
    snprintf(header, sizeof header,
        "{%s%s%s\"%s\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[0,%zu]}}",
        metadata ? "\"__metadata__\":{" : "", metadata ? metadata : "", metadata ? "}," : "", name,
        dtype, sizes, heads * n * m * size);
    header_write(to, header);
    for (size_t i = 0; i < heads * n * m; i++) {
        size_t head = i / (n * m) % full[2], item = i / (n * m * full[2]);
        /* a batch item is as another layer */
        number_write(to, dtype, made_weight(item, head, i / m % n, i % m, m));
    }
}

#endif
