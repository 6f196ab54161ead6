/* test_app_guess.c – what a mistyped name is taken for, and what is too far from everything. */
#include "check.h"
#include "cli/guess.h"

static const char *guessed(const char *word)
{
    static struct guess guess; /* its answer outlives the call */
    static const char *const names[] = {
        "--head", "--heads", "--minus-heads", "--sentence", "--theme", "--export", "--find"};
    guess = guess_start(word, strlen(word));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        guess_try(&guess, names[i]);
    return guess.best;
}

TEST(test_app_guess)
{
    static const char *const cases[][2] = {
        {"--haed", "--head"}, /* two letters swapped */
        {"--hads", "--heads"},
        {"--heap", "--head"}, /* one letter from it, two from --heads */
        {"--sentense", "--sentence"},
        {"--minusheads", "--minus-heads"},
        {"--THEME", "--theme"},
        {"--exprot", "--export"},
        {"--xyzzy-plugh", ""},
        {"", ""},
        {"q", ""},
        {"--a-word-that-is-longer-than-any-name-there-is", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        CHECK(strcmp(guessed(cases[i][0]), cases[i][1]) == 0);
        if (strcmp(guessed(cases[i][0]), cases[i][1]) != 0)
            fprintf(stderr, "%s is taken for \"%s\"\n", cases[i][0], guessed(cases[i][0]));
    }
    /* Only the given length counts. */
    struct guess guess = guess_start("--heads=7", 7);
    guess_try(&guess, "--heads");
    CHECK(strcmp(guess.best, "--heads") == 0 && guess.distance == 0);
    return check_report();
}
