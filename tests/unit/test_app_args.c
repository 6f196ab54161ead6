/* test_app_args.c – the command line: what each argument means, and what every wrong one is
 * answered with. */
#include "cli/args.h"
#include "check.h"

#define MOST 14

struct accepted {
    const char *argv[MOST];
    long heads, mask, view, head;
    int words;
    bool files;
};

struct refused {
    const char *argv[MOST];
    const char *says; /* a part of the message */
};

static int count(const char *const *argv)
{
    int argc = 0;
    while (argc < MOST && argv[argc])
        argc++;
    return argc;
}

static enum hs_status parse(const char *const *argv, struct args *args, struct hs_error *error)
{
    char *copy[MOST] = {0};
    for (int i = 0; i < count(argv); i++)
        copy[i] =
            (char *)(size_t)argv[i]; /* the parser takes main's argv and writes to none of it */
    return args_parse(count(argv), copy, args, error);
}

static void check_accepted(void)
{
    static const struct accepted cases[] = {
        {{"headscope"}, 0, -1, -1, -1, 0, false},
        {{"headscope", "The dog barks."}, 0, -1, -1, -1, 1, false},
        {{"headscope", "The", "dog", "barks."}, 0, -1, -1, -1, 3, false},
        {{"headscope", "--heads", "4", "--mask", "causal", "--view", "head", "--head", "2"}, 4, 1,
            1, 2, 0, false},
        {{"headscope", "--heads=64", "--mask=none"}, 64, 0, -1, -1, 0, false},
        {{"headscope", "--heads", "512"}, 512, -1, -1, -1, 0, false},
        {{"headscope", "missing.txt"}, 0, -1, -1, -1, 1, true},
        {{"headscope", "some/place"}, 0, -1, -1, -1, 1, true},
        {{"headscope", "-"}, 0, -1, -1, -1, 1, true},
        {{"headscope", HS_SOURCE_DIR}, 0, -1, -1, -1, 1, true},
        {{"headscope", "https://example.org/a"}, 0, -1, -1, -1, 1, false},
        {{"headscope", "--", "--heads"}, 0, -1, -1, -1, 1, false},
        {{"headscope", "--", "missing.txt"}, 0, -1, -1, -1, 1, false},
        {{"headscope", "a.txt", "--sentence", "3"}, 0, -1, -1, -1, 1, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct args args;
        struct hs_error error = {HS_OK, ""};
        CHECK(parse(cases[i].argv, &args, &error) == HS_OK);
        if (error.message[0])
            fprintf(stderr, "case %zu: %s\n", i, error.message);
        CHECK(args_number(&args, OPTION_HEADS, 0) == cases[i].heads);
        CHECK(args_number(&args, OPTION_MASK, -1) == cases[i].mask);
        CHECK(args_number(&args, OPTION_VIEW, -1) == cases[i].view);
        CHECK(args_number(&args, OPTION_HEAD, -1) == cases[i].head);
        CHECK(args.word_count == cases[i].words);
        CHECK(args.words_are_files == cases[i].files);
        args_drop(&args);
    }
}

static void check_refused(void)
{
    static const struct refused cases[] = {
        {{"headscope", "--heads", "0"}, "whole number from 1 to 512"},
        {{"headscope", "--heads", "-8"}, "whole number from 1 to 512"},
        {{"headscope", "--heads", "8.5"}, "not \"8.5\""},
        {{"headscope", "--heads", "99999999999999999999"}, "whole number"},
        {{"headscope", "--heads"}, "needs a value"},
        {{"headscope", "--head", "x"}, "whole number"},
        {{"headscope", "--mask", "diagonal"}, "none, causal"},
        {{"headscope", "--view", "pie"}, "grid, head"},
        {{"headscope", "--theme", "pink"}, "light, dark, contrast"},
        {{"headscope", "--palette", "rainbow"}, "viridis, cividis, magma, blues"},
        {{"headscope", "--cells", "cubic"}, "linear, sqrt, log, row-max"},
        {{"headscope", "--size", "319x600"}, "from 320x240"},
        {{"headscope", "--size", "1280"}, "WxH"},
        {{"headscope", "--size", "1280x"}, "WxH"},
        {{"headscope", "--size", "1280x800x2"}, "WxH"},
        {{"headscope", "--size", "99999x800"}, "WxH"},
        {{"headscope", "--scale", "9"}, "0.5 to 4"},
        {{"headscope", "--scale", "nan"}, "0.5 to 4"},
        {{"headscope", "--scale", "2x"}, "0.5 to 4"},
        {{"headscope", "--lock", "a"}, "Q,K"},
        {{"headscope", "--lock", "1,"}, "Q,K"},
        {{"headscope", "--lock", "1,2,3"}, "Q,K"},
        {{"headscope", "--nonsense"}, "unknown option --nonsense: headscope --help lists all"},
        {{"headscope", "--haeds", "4"}, "unknown option --haeds; did you mean --heads?"},
        {{"headscope", "--Theme=dark"}, "did you mean --theme?"},
        {{"headscope", "-x"}, "unknown option -x: headscope"},
        {{"headscope", "--view", "step"}, "not \"step\"; did you mean steps?"},
        {{"headscope", "--count-from", "2"}, "--count-from is one of: 0, 1, not \"2\""},
        {{"headscope", "--heads", "--export", "b.png"},
            "--heads needs a value, and the option --export follows: a whole number from 1 to 512"},
        {{"headscope", "--export", "--heads", "4"},
            "--export needs a value, and the option --heads"},
        {{"headscope", "--minus-text", "--force"}, "is written --minus-text=VALUE"},
        {{"headscope", "--mask"}, "--mask needs a value: none, causal"},
        {{"headscope", "--size"}, "for example 1280x800"},
        {{"headscope", "--lock"}, "Q or Q,K"},
        {{"headscope", "--scale"}, "0.5 to 4"},
        {{"headscope", "--script"}, "--script needs a value: headscope --help"},
        {{"headscope", "--list", "links", "--export", "a.png"}, "give one of them"},
        {{"headscope", "--step", "q", "--view", "grid"}, "--step belongs to the view steps"},
        {{"headscope", "--view", "head", "--formula"}, "--formula belongs to the view steps"},
        {{"headscope", "--cell", "1,obj", "--column", "2"}, "and --view is specialise"},
        {{"headscope", "--layer", "2"}, "--layer goes with an attention file"},
        {{"headscope", "--pieces", "raw", "a.txt"}, "--pieces goes with an attention file"},
        {{"headscope", "--heads", "4", "a.npy"},
            "--heads does not go with the attention file a.npy"},
        {{"headscope", "--sentence", "4", "a.npy"}, "--sentence does not go with"},
        {{"headscope", "--force=yes"}, "takes no value"},
        {{"headscope", "--export", ""}, "--export needs"},
        {{"headscope", "--export", "a.png", "--export=b.png"}, "--export is given twice"},
        {{"headscope", "--export", "a.png", "--json", "b.json"}, "give one of them"},
        {{"headscope", "--sheet"}, "--export OUT"},
        {{"headscope", "--format", "png"}, "--export -"},
        {{"headscope", "--format", "svg", "--export", "a.png"}, "ending says"},
        {{"headscope", "--sentence", "2", "Hello there."}, "name one"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct args args;
        struct hs_error error = {HS_OK, ""};
        CHECK(parse(cases[i].argv, &args, &error) == HS_BAD_USE);
        CHECK(tells(error.message, cases[i].says));
        if (!tells(error.message, cases[i].says))
            fprintf(stderr, "case %zu says: %s\n", i, error.message);
        args_drop(&args);
    }
}

static void check_values(void)
{
    struct args args;
    const char *const argv[] = {"headscope", "--size", "2560x1440", "--scale=2", "--lock", "3,5",
        "--count-from", "0", "--fonts", "fixed", "--force", NULL};
    CHECK(parse(argv, &args, NULL) == HS_OK);
    CHECK(args.row[OPTION_SIZE].value.number == 2560 && args.row[OPTION_SIZE].value.second == 1440);
    CHECK(args.row[OPTION_SCALE].value.real == 2);
    CHECK(args.row[OPTION_LOCK].value.number == 3 && args.row[OPTION_LOCK].value.second == 5);
    CHECK(args.row[OPTION_COUNT_FROM].given && args.row[OPTION_COUNT_FROM].value.number == 0);
    CHECK(args_number(&args, OPTION_FONTS, 0) == 1 && args_has(&args, OPTION_FORCE));
    args_drop(&args);
    /* A value that looks like an option, an option's view, the older name of an option. */
    const char *const said[] = {
        "headscope", "--find=--heads", "--step", "q", "--head-even", "1,2", NULL};
    CHECK(parse(said, &args, NULL) == HS_OK && args_number(&args, OPTION_VIEW, -1) == VIEW_STEPS);
    CHECK(strcmp(args_text(&args, OPTION_FIND), "--heads") == 0 && strcmp(args_text(&args, OPTION_HEAD_UNIFORM), "1,2") == 0);
    args_drop(&args);
    const char *const brief[] = {"headscope", "-h", NULL};
    CHECK(parse(brief, &args, NULL) == HS_OK && args_has(&args, OPTION_HELP));
    args_drop(&args);
    /* Help is given even beside what would be refused. */
    const char *const help[] = {"headscope", "--help", "--heads", "7", NULL};
    CHECK(parse(help, &args, NULL) == HS_OK && args_has(&args, OPTION_HELP));
    args_drop(&args);
    char text[20000] = "";
    FILE *out = fmemopen(text, sizeof text, "w");
    args_help(out);
    fclose(out);
    CHECK(strstr(text, "usage:") && strstr(text, "--export") && strstr(text, "exit status"));
    CHECK(strstr(text, "\n  --palette P         viridis, cividis, magma or blues\n"));
}

TEST(test_app_args)
{
    check_accepted();
    check_refused();
    check_values();
    return check_report();
}
