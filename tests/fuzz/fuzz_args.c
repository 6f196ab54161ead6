/* Fuzz target: lines as the words of a command line. Whatever is accepted is in range; what is
 * refused is told in one line. What it asks for of lens, heads and attention file is then done to
 * an app, which shows an attention file when the first byte is a '%', and written back as words. */
#include "cli/args_apply.h"
#include "cli/args_jobs.h"
#include "desk/command.h"
#include "fuzz_fake.h"
#include "desk/perform.h"
#include "chrome/pass.h"

enum { MOST_WORDS = 40, MOST_BYTES = 2000 };

/* (2, 5, 5) numbers behind a header of 128 bytes. */
static const char *array(void)
{
    static const char path[] = HS_BINARY_DIR "/test-fuzz-args.npy";
    static bool written;
    char bytes[128 + 50 * sizeof(float)];
    if (written)
        return path;
    int length = snprintf(bytes, sizeof bytes,
        "%cNUMPY%c%c%c%c{'descr': '<f4', 'fortran_order': False, 'shape': (2, 5, 5), }", 0x93, 1, 0,
        118, 0);
    memset(bytes + length, ' ', (size_t)(128 - length));
    bytes[127] = '\n';
    for (size_t i = 0; i < 50; i++)
        memcpy(bytes + 128 + i * sizeof(float), &(float){i % 6 == 0 ? .6f : .1f}, sizeof(float));
    FILE *file = fopen(path, "wb");
    MUST(file && fwrite(bytes, sizeof bytes, 1, file) == 1 && fclose(file) == 0);
    written = true;
    return path;
}

static void apply(const struct args *args, bool dump, const uint8_t *data, size_t size)
{
    static struct app *app;
    struct hs_error error = {HS_OK, ""};
    char words[8192] = "";
    if (!app)
        app = fake_app();
    fake_lead_back(app);
    app_apply(app, &(struct action){.kind = ACT_ONE_BASED, .number = args_number(args, OPTION_COUNT_FROM, 0)});
    if (dump)
        MUST(app_try(app, &(struct action){.kind = ACT_OPEN, .text = array()}, &error) == HS_OK);
    fake_files(data, size);
    if (args_apply(app, args, &error))
        MUST(error.message[0] && valid_line(error.message));
    app_settle(app);
    struct export_job job = {.path = "OUT.png", .scale = 1};
    MUST(command_write(app, &job, 800, 600, words, sizeof words));
    size_t used = strlen(words);
    MUST(used > 0 && used < sizeof words && hs_utf8_invalid(words, used) == used);
    if (args_has(args, OPTION_LIST) && args_list(app, args_number(args, OPTION_LIST, 0), &error))
        MUST(error.message[0] && valid_line(error.message));
}

FUZZ_FAKE(args)
{
    static char name[] = "headscope";
    char text[MOST_BYTES + 1], *words[MOST_WORDS + 2] = {name};
    int count = 1;
    if (size > MOST_BYTES)
        return;
    bool dump = size > 0 && data[0] == '%';
    data += dump;
    size -= dump;
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
        for (int id = 0; id < OPTION_COUNT; id++)
            if (option_get((enum option_id)id)->kind == OPTION_CHOICE)
                MUST(args.row[id].value.number >= 0 && args.row[id].value.number < option_words(option_get((enum option_id)id)));
        MUST(args.row[OPTION_HEADS].value.number >= 0 && args.row[OPTION_SIZE].value.number >= 0);
        MUST(args.word_count >= 0 && args.word_count < count);
        apply(&args, dump, data, size);
    }
    args_drop(&args);
}
