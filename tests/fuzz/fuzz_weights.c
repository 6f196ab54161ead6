/* Fuzz target: the header of the preset's weight file, and after a NUL byte the first of its
 * numbers; the other numbers are the shipped file's, since a fuzzer would not come by a megabyte of
 * them. Whatever is accepted is finite and has a label that can be shown; a refusal is one line. */
#include "fuzz_file.h"
#include "preset/preset.h"
#include "preset/features/features.h"

#include <math.h>
#include <string.h>

enum { MOST_HEADER = 4000, MOST_FILE = 4 << 20 };

/* The shipped file's numbers: what comes behind its header. */
static uint8_t *shipped(size_t *size)
{
    FILE *file = fopen(HS_SOURCE_DIR "/assets/preset.safetensors", "rb");
    uint8_t *all = malloc(MOST_FILE);
    MUST(file && all);
    size_t got = fread(all, 1, MOST_FILE, file), header = all[0] + ((size_t)all[1] << 8) + 8;
    MUST(got > header && fclose(file) == 0);
    memmove(all, all + header, got - header);
    *size = got - header;
    return all;
}

/* The longest valid beginning is the whole, and it is one line. */
static bool valid_line(const char *text)
{
    return hs_utf8_invalid(text, strlen(text)) == strlen(text) && !strchr(text, '\n');
}

FUZZ(weights)
{
    static struct hs_preset preset;
    static uint8_t *numbers, whole[8 + MOST_HEADER + MOST_FILE];
    static size_t count;
    const size_t square = (size_t)HS_D_MODEL * HS_D_MODEL,
                 tagger = hsi_tagger_inputs() * HS_TAG_COUNT;
    if (!numbers) {
        numbers = shipped(&count);
        preset.tagger = malloc(tagger * sizeof *preset.tagger);
        preset.W = malloc(4 * square * sizeof *preset.W);
        MUST(preset.tagger && preset.W);
    }
    const uint8_t *end = memchr(data, 0, size);
    size_t header = end ? (size_t)(end - data) : size, patch = end ? size - header - 1 : 0;
    if (header > MOST_HEADER || patch > count)
        return 0;
    memset(whole, 0, 8);
    whole[0] = (uint8_t)header, whole[1] = (uint8_t)(header >> 8);
    memcpy(whole + 8, data, header);
    memcpy(whole + 8 + header, numbers, count);
    memcpy(whole + 8 + header, data + header + (end != NULL), patch);
    struct hs_error error = {HS_OK, ""};
    if (hsi_preset_read_weights(&preset, fuzz_file(whole, 8 + header + count), &error)) {
        MUST(error.message[0] && valid_line(error.message));
        fuzz_said(error.message);
        return 0;
    }
    MUST(valid_line(preset.label));
    for (size_t i = 0; i < tagger; i++)
        MUST(isfinite(preset.tagger[i]));
    for (size_t i = 0; i < 2 * square; i++)
        MUST(isfinite(preset.W[i]));
    return 0;
}
