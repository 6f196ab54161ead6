/* encode_texts FOLDER TEXTS OUT [plain] – cuts every text with the tokenizer of the folder, for a
 * comparison with other programs. TEXTS: the bytes of each text behind their number; OUT: the
 * pieces of each behind their number, each as id, start, end. All numbers are 32 bits, in the
 * machine's order. `plain` leaves the model's marks out. Prints what took how long. */
#include "tokenizer/tokenizer.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int fail(const struct hs_error *error)
{
    fprintf(stderr, "%s\n", error->message);
    return 1;
}

int main(int count, char **arguments)
{
    struct hs_tokenizer *tokenizer;
    struct hs_error error;
    char *texts;
    size_t length, pieces_made = 0;
    if (count < 4)
        return 2;
    double start = now();
    if (hsi_tokenizer_open(arguments[1], &tokenizer, &error) ||
        hs_file_read(arguments[2], (size_t)1 << 30, &texts, &length, &error))
        return fail(&error);
    double opened = now();
    FILE *out = fopen(arguments[3], "wb");
    if (!out)
        return 1;
    for (size_t at = 0; at + 4 <= length;) {
        uint32_t bytes;
        memcpy(&bytes, texts + at, 4);
        struct hs_encoding *encoding;
        if (hsi_tokenizer_encode(tokenizer, texts + at + 4, bytes, count < 5, &encoding, &error))
            return fail(&error);
        uint32_t made = (uint32_t)encoding->count;
        fwrite(&made, 4, 1, out);
        for (uint32_t i = 0; i < made; i++)
            fwrite(&encoding->piece[i], 4, 3, out);
        pieces_made += made;
        hsi_encoding_drop(encoding);
        at += 4 + bytes;
    }
    double done = now();
    printf("opened in %.1f ms, %zu tokens; %zu pieces in %.1f ms\n", 1e3 * (opened - start),
        hsi_tokenizer_size(tokenizer), pieces_made, 1e3 * (done - opened));
    hsi_tokenizer_drop(tokenizer);
    free(texts);
    return fclose(out) != 0;
}
