/* Fuzz target: lines as the words of a command line. Whatever is accepted is in range; what is
 * refused is told in one line. */
#include "args.h"
#include "fuzz_fake.h"

enum { MOST_WORDS = 40, MOST_BYTES = 2000 };

void fake_one(const uint8_t *data, size_t size)
{
    static char name[] = "headscope";
    char text[MOST_BYTES + 1], *words[MOST_WORDS + 2] = {name};
    int count = 1;
    if (size > MOST_BYTES)
        return;
    memcpy(text, data, size);
    text[size] = '\0';
    for (char *at = text, *end; at && count <= MOST_WORDS; at = end) {
        words[count++] = at;
        end = strchr(at, '\n');
        if (end)
            *end++ = '\0';
    }
    struct args args;
    struct hs_error error = {HS_OK, ""};
    if (args_parse(count, words, &args, &error)) {
        MUST(error.message[0] && valid_line(error.message));
    } else {
        MUST(args.view < VIEW_COUNT && args.theme < THEME_COUNT && args.format < FORMAT_COUNT);
        MUST(args.heads >= 0 && args.width >= 0 && args.height >= 0);
        MUST(args.word_count >= 0 && args.word_count < count);
    }
    args_drop(&args);
}
