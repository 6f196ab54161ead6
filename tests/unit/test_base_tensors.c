/* Tensor files: half floats exactly, what is written is read back, and every way in which a file
 * can lie is refused. */
#include "base/safetensors.h"
#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static struct hs_error error;

/* ------------------------------------------------------------------ half floats */

static void check_halves(void)
{
    size_t exact = 0, nearest = 0, tried = 0;
    for (uint32_t h = 0; h < 0x10000; h++) {
        float value = hsi_half_to_float((uint16_t)h);
        /* the definition: (-1)^s 2^(e - 15) 1.f, or 2^-14 0.f */
        int exponent = (int)(h >> 10 & 31);
        double want = exponent ? ldexp(1024 + (h & 1023), exponent - 25) : ldexp(h & 1023, -24);
        if (h >> 15)
            want = -want;
        if (exponent == 31) {
            exact += (h & 1023) ? isnan(value) : isinf(value) && (value < 0) == (h >> 15 != 0);
            continue;
        }
        exact += (double)value == want && hsi_half_from_float(value) == h;
    }
    CHECK(exact == 0x10000);
    /* rounding: whatever lies between two halves goes to the nearer one, the middle to the even one */
    for (uint32_t h = 0; h < 0x7BFF; h++) {
        float low = hsi_half_to_float((uint16_t)h), high = hsi_half_to_float((uint16_t)(h + 1)),
              middle = (low + high) / 2;
        nearest += hsi_half_from_float(middle) == (h & 1 ? h + 1 : h);
        nearest += hsi_half_from_float(nextafterf(middle, low)) == h;
        nearest += hsi_half_from_float(nextafterf(middle, high)) == h + 1;
        tried += 3;
    }
    CHECK(nearest == tried);
    CHECK(hsi_half_from_float(65519.9f) == 0x7BFF);
    CHECK(hsi_half_from_float(65520.0f) == 0x7C00);
    CHECK(hsi_half_from_float(-INFINITY) == 0xFC00);
    CHECK((hsi_half_from_float(NAN) & 0x7C00) == 0x7C00 && (hsi_half_from_float(NAN) & 0x3FF) != 0);
    CHECK(hsi_half_from_float(-0.0f) == 0x8000);
}

/* ------------------------------------------------------------------ refusals */

/* A file in memory: a header of the given text, then `data` bytes of zeros. */
struct image {
    char bytes[2048];
    size_t length;
};

static struct image image(const char *header, size_t data)
{
    struct image made = {.length = 8 + strlen(header) + data};
    made.bytes[0] = (char)(strlen(header) & 255);
    made.bytes[1] = (char)(strlen(header) >> 8);
    memcpy(made.bytes + 8, header, strlen(header));
    return made;
}

static void refuse_bytes(
    const void *bytes, size_t length, enum hs_status want, const char *must_say)
{
    struct hs_tensors *tensors = NULL;
    /* a block of exactly this size, so that a sanitizer sees a read past the end */
    void *copy = malloc(length ? length : 1);
    memcpy(copy, bytes, length);
    enum hs_status status = hsi_tensors_parse("weights.bin", copy, length, &tensors, &error);
    CHECK(status == want && tensors == NULL);
    bool said = tells(error.message, "weights.bin") && tells(error.message, must_say);
    CHECK(said);
    if (!said)
        fprintf(stderr, "  wanted \"%s\": %s\n", must_say, error.message);
    hsi_tensors_drop(tensors);
    free(copy);
}

static void refuse(const char *header, size_t data, const char *must_say)
{
    struct image file = image(header, data);
    refuse_bytes(file.bytes, file.length, HS_BAD_INPUT, must_say);
}

#define ONE "\"dtype\":\"F32\",\"shape\":[2]"
static void check_refusals(void)
{
    refuse_bytes("", 0, HS_BAD_INPUT, "too short");
    refuse_bytes("\2\0\0\0\0\0\0\0{", 9, HS_BAD_INPUT, "too short");
    refuse_bytes("\377\0\0\0\0\0\0\0{}", 10, HS_BAD_INPUT, "cut off: its header promises 263 bytes and the file has 10");
    refuse_bytes("version https://git-lfs.github.com/spec/v1\noid sha256:", 54, HS_BAD_INPUT, "git lfs pull");
    refuse_bytes("<!DOCTYPE html>", 15, HS_BAD_INPUT, "web page");
    refuse_bytes("<HTML>", 6, HS_BAD_INPUT, "web page");
    refuse_bytes("\377\377\377\377\377\377\377\377{}", 10, HS_BAD_INPUT, "longer than the file");
    refuse_bytes("\0\0\0\0\0\0\0\0{}", 10, HS_BAD_INPUT, "header");
    refuse("[]", 0, "{");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[0,8]}", 8, "weights.bin"); /* JSON not closed */
    refuse("{\"a\":7}", 0, "a");
    refuse("{\"a\":{" ONE "}}", 8, "exactly dtype");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[0,8],\"more\":1}}", 8, "exactly dtype");
    refuse("{\"a\":{\"dtype\":5,\"shape\":[2],\"data_offsets\":[0,8]}}", 8, "exactly dtype");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":2,\"data_offsets\":[0,8]}}", 8, "shape");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[-2],\"data_offsets\":[0,8]}}", 8, "shape");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[2.5],\"data_offsets\":[0,8]}}", 8, "shape");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[1e300],\"data_offsets\":[0,8]}}", 8, "shape");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[4294967296,4294967296,4],\"data_offsets\":[0,8]}}",
        8, "shape");
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[1,1,1,1,1,1,1,1,2],\"data_offsets\":[0,8]}}", 8,
        "shape");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[0,12]}}", 8, "do not agree");
    /* 8 + 55 bytes of header, 16 of data */
    refuse("{\"a\":{\"dtype\":\"F32\",\"shape\":[4],\"data_offsets\":[0,16]}}", 8, "cut off: its header promises 79 bytes and the file has 71");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[8,0]}}", 8, "no range of bytes");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[-8,0]}}", 8, "no range of bytes");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[0,8,8]}}", 8, "no range of bytes");
    refuse("{\"a\":{" ONE ",\"data_offsets\":8}}", 8, "no range of bytes");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[0,4]}}", 4, "do not agree");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[0,8]}}", 12, "follow the last");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[4,12]}}", 12, "unused bytes");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[0,8]},\"b\":{" ONE ",\"data_offsets\":[4,12]}}", 12,
        "overlap");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[0,8]},\"b\":{" ONE ",\"data_offsets\":[0,8]}}", 8,
        "overlap");
    refuse("{\"a\":{" ONE ",\"data_offsets\":[0,8]},\"a\":{" ONE ",\"data_offsets\":[8,16]}}", 16,
        "a"); /* given twice */
    refuse("{\"__metadata__\":7}", 0, "__metadata__");
    refuse("{\"__metadata__\":{\"seed\":1}}", 0, "__metadata__");
    CHECK(hsi_tensors_open(HS_SOURCE_DIR "/no such file", &(struct hs_tensors *){NULL}, &error) ==
          HS_IO);
    CHECK(hsi_tensors_open(HS_SOURCE_DIR, &(struct hs_tensors *){NULL}, &error) == HS_IO);
}

/* Every prefix of a good file is refused; every changed byte is refused or read, never a crash. */
static void check_damage(void)
{
    struct image file = image("{\"a\":{" ONE ",\"data_offsets\":[0,8]},\"b\":{\"dtype\":\"F16\","
                              "\"shape\":[1,3],\"data_offsets\":[8,14]}}",
        14);
    struct hs_tensors *tensors;
    for (size_t length = 0; length < file.length; length++) {
        tensors = NULL;
        CHECK(hsi_tensors_parse("cut", file.bytes, length, &tensors, &error) != HS_OK);
    }
    size_t accepted = 0;
    for (size_t at = 0; at < file.length; at++)
        for (int bit = 0; bit < 8; bit++) {
            struct image bad = file;
            bad.bytes[at] = (char)(bad.bytes[at] ^ 1 << bit);
            tensors = NULL;
            if (hsi_tensors_parse("flipped", bad.bytes, bad.length, &tensors, &error) == HS_OK) {
                float values[8];
                for (size_t i = 0; i < hsi_tensors_count(tensors); i++)
                    hsi_tensors_read(tensors, hsi_tensors_at(tensors, i), 0,
                        hsi_tensors_at(tensors, i)->count, false, values, NULL);
                accepted++;
            }
            hsi_tensors_drop(tensors);
        }
    CHECK(accepted >= 14 * 8); /* a change of the data alone cannot be seen */
}

/* ------------------------------------------------------------------ write and read */

static void check_round_trip(void)
{
    const char *path = HS_BINARY_DIR "/test_base_tensors.safetensors";
    float small[6] = {1, -2.5f, 0, 65504, 1e-7f, -0.0f}, large[5000];
    for (size_t i = 0; i < 5000; i++)
        large[i] = (float)i / 7;
    const struct hs_tensor_note notes[] = {{"seed", "1"}, {"note", "a \"quoted\" text\n"}};
    struct hs_tensor_out out[] = {{"small", HS_DTYPE_F16, 2, {2, 3}, .values = small},
        {"large", HS_DTYPE_F32, 1, {5000}, .values = large}, {"none", HS_DTYPE_F32, 2, {0, 4}, .values = large},
        {"scalar", HS_DTYPE_F32, 0, {0}, .values = large + 1}};
    CHECK(hsi_tensors_write(path, true, notes, 2, out, 4, &error) == HS_OK);
    struct hs_tensors *tensors = NULL;
    if (hsi_tensors_open(path, &tensors, &error)) {
        fprintf(stderr, "%s\n", error.message);
        CHECK(false);
        return;
    }
    CHECK(hsi_tensors_count(tensors) == 4);
    CHECK_TEXT(hsi_tensors_metadata(tensors, "seed"), "1");
    CHECK_TEXT(hsi_tensors_metadata(tensors, "note"), "a \"quoted\" text\n");
    CHECK(hsi_tensors_metadata(tensors, "date") == NULL);
    CHECK(hsi_tensors_find(tensors, "tiny") == NULL);
    const struct hs_tensor *tensor = hsi_tensors_find(tensors, "small");
    CHECK(tensor && tensor->dtype == HS_DTYPE_F16 && tensor->rank == 2 && tensor->shape[1] == 3 &&
          tensor->count == 6);
    CHECK(tensor->begin % 8 == 0);
    float read[5000];
    CHECK(hsi_tensors_read(tensors, tensor, 0, 6, true, read, &error) == HS_OK);
    CHECK(read[1] == -2.5f && read[3] == 65504 && signbit(read[5]));
    CHECK_NEAR(read[4], 1e-7, 6e-8); /* half of the smallest half */
    tensor = hsi_tensors_find(tensors, "large");
    CHECK(hsi_tensors_read(tensors, tensor, 0, 5000, true, read, &error) == HS_OK);
    CHECK(memcmp(read, large, sizeof large) == 0);
    CHECK(hsi_tensors_read(tensors, tensor, 4999, 1, true, read, &error) == HS_OK &&
          read[0] == large[4999]);
    CHECK(hsi_tensors_read(tensors, tensor, 4999, 2, true, read, &error) == HS_BAD_USE);
    CHECK(hsi_tensors_read(tensors, tensor, SIZE_MAX, 2, true, read, &error) == HS_BAD_USE);
    tensor = hsi_tensors_find(tensors, "scalar");
    CHECK(tensor && tensor->count == 1 &&
          hsi_tensors_read(tensors, tensor, 0, 1, true, read, &error) == HS_OK &&
          read[0] == large[1]);
    hsi_tensors_drop(tensors);
    /* not finite: refused when written, and when read if the reader asks */
    small[2] = NAN;
    CHECK(hsi_tensors_write(path, true, notes, 2, out, 1, &error) == HS_BAD_USE);
    small[2] = 65520;
    CHECK(hsi_tensors_write(path, true, notes, 2, out, 1, &error) == HS_BAD_USE);
    CHECK(hsi_tensors_write(path, false, NULL, 0, out + 1, 1, &error) == HS_IO); /* exists: kept */
    unlink(path);
}

static void check_types(void)
{
    /* -1 in every type that has it, 200 in the others, little-endian */
    static const struct {
        const char *name;
        size_t bytes;
        unsigned char data[8];
        float want;
    } cases[] = {
        {"F64", 8, {0, 0, 0, 0, 0, 0, 0xF0, 0xBF}, -1},
        {"F32", 4, {0, 0, 0x80, 0xBF}, -1},
        {"F16", 2, {0, 0xBC}, -1},
        {"BF16", 2, {0x80, 0xBF}, -1},
        {"I64", 8, {255, 255, 255, 255, 255, 255, 255, 255}, -1},
        {"I32", 4, {255, 255, 255, 255}, -1},
        {"I16", 2, {255, 255}, -1},
        {"I8", 1, {255}, -1},
        {"U64", 8, {200}, 200},
        {"U32", 4, {200}, 200},
        {"U16", 2, {200}, 200},
        {"U8", 1, {200}, 200},
        {"BOOL", 1, {1}, 1},
        {"F32", 4, {0, 0, 0x80, 0x7F}, INFINITY},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char header[128];
        snprintf(header, sizeof header,
            "{\"a\":{\"dtype\":\"%s\",\"shape\":[1],\"data_offsets\":[0,%zu]}}", cases[i].name,
            cases[i].bytes);
        struct image file = image(header, cases[i].bytes);
        memcpy(file.bytes + file.length - cases[i].bytes, cases[i].data, cases[i].bytes);
        struct hs_tensors *tensors = NULL;
        CHECK(hsi_tensors_parse("types", file.bytes, file.length, &tensors, &error) == HS_OK);
        float value = 0;
        if (tensors) {
            bool finite = isfinite(cases[i].want);
            CHECK(hsi_tensors_read(
                      tensors, hsi_tensors_at(tensors, 0), 0, 1, false, &value, &error) == HS_OK);
            CHECK(value == cases[i].want);
            CHECK(hsi_tensors_read(tensors, hsi_tensors_at(tensors, 0), 0, 1, true, &value, &error) ==
                  (finite ? HS_OK : HS_BAD_INPUT));
            CHECK_TEXT(hsi_dtype_name(hsi_tensors_at(tensors, 0)->dtype), cases[i].name);
        }
        hsi_tensors_drop(tensors);
    }
}

/* A tensor of a type that is not read harms nobody who reads another. */
static void check_other_types(void)
{
    struct image file = image("{\"q\":{\"dtype\":\"F8_E4M3\",\"shape\":[3],\"data_offsets\":[0,3]},\"z\":{\"dtype\":\"C64\",\"shape\":[1],"
                              "\"data_offsets\":[3,11]},\"p\":{\"dtype\":\"F4\",\"shape\":[2],\"data_offsets\":[11,12]},\"u\":{\"dtype\":\"U8\","
                              "\"shape\":[2],\"data_offsets\":[12,14]}}",
        14);
    struct hs_tensors *tensors = NULL;
    float value[3] = {0};
    file.bytes[file.length - 1] = 7;
    CHECK(hsi_tensors_parse("weights.bin", file.bytes, file.length, &tensors, &error) == HS_OK);
    const struct hs_tensor *other = hsi_tensors_find(tensors, "q"), *u = hsi_tensors_find(tensors, "u");
    CHECK(other->dtype == HS_DTYPE_OTHER && other->count == 3 && u->dtype == HS_DTYPE_U8);
    CHECK_TEXT(other->type, "F8_E4M3");
    CHECK(hsi_tensors_read(tensors, u, 0, 2, true, value, &error) == HS_OK && value[1] == 7);
    CHECK(hsi_tensors_read(tensors, other, 0, 3, true, value, &error) == HS_BAD_INPUT);
    CHECK(tells(error.message, "\"q\" has dtype \"F8_E4M3\", which is not read here"));
    hsi_tensors_drop(tensors);
}

TEST(test_base_tensors)
{
    check_other_types();
    check_halves();
    check_refusals();
    check_damage();
    check_round_trip();
    check_types();
    hsi_tensors_drop(NULL);
    return check_report();
}
