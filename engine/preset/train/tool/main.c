/* main.c – headscope-train: trains the preset model and writes its weight file, measures it on
 * held-out generated sentences and, if asked, on an annotated file; or prints generated sentences
 * to look at. Run by whoever changes the lexicon, the features or the grammar; the app never needs
 * it. */
#include "preset/features/features.h"
#include "preset/features/names.h"
#include "preset/preset_file.h"
#include "preset/train/grammar/grammar.h"
#include "preset/train/trainer.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "headscope-train trains the preset model of Headscope on sentences that its own grammar "
    "writes.\n"
    "\n"
    "usage: headscope-train [options]\n"
    "  --out FILE               write the weights here, e.g. assets/preset.safetensors\n"
    "  --lexicon FILE           the word list (default: assets/lexicon.json)\n"
    "  --seed N                 the run's seed (default: 1)\n"
    "  --sentences N            sentences that the heads learn from (default: %zu)\n"
    "  --tagger-sentences N     sentences that the tagger learns from (default: %zu)\n"
    "  --rate R                 largest learning rate of the heads (default: %g)\n"
    "  --threads N              1 to 8; the weights do not depend on it (default: 2)\n"
    "  --quick                  a small run of some seconds\n"
    "  --eval FILE              measure the written weights on an annotated file; needs --out in "
    "the lexicon's folder\n"
    "  --sample N               train nothing: print N sentences with tags and relations\n"
    "  --help                   print this\n";

struct settings {
    struct hs_train_options options;
    const char *lexicon, *out, *eval;
    uint64_t sample;
    bool help;
};

static bool whole_number(const char *text, uint64_t most, uint64_t *number)
{
    char *end;
    errno = 0;
    uintmax_t value = strtoumax(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno || value > most)
        return false;
    *number = value;
    return true;
}

static bool rate(const char *text, float *number)
{
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value > 0 && value < 1))
        return false;
    *number = (float)value;
    return true;
}

/* One option with a value. Returns false and says so when the value does not fit. */
static bool take_value(struct settings *s, const char *name, const char *value)
{
    uint64_t number = 0;
    bool fits = true;
    if (!strcmp(name, "--out"))
        s->out = value;
    else if (!strcmp(name, "--lexicon"))
        s->lexicon = value;
    else if (!strcmp(name, "--eval"))
        s->eval = value;
    else if (!strcmp(name, "--seed"))
        fits = whole_number(value, UINT64_MAX, &s->options.seed);
    else if (!strcmp(name, "--rate"))
        fits = rate(value, &s->options.rate);
    else if (!strcmp(name, "--sample"))
        fits = whole_number(value, 1000000, &s->sample);
    else if (!strcmp(name, "--threads")) {
        if ((fits = whole_number(value, 8, &number) && number > 0))
            s->options.threads = (size_t)number;
    } else if ((fits = whole_number(value, 1000000000, &number) && number >= 96)) {
        if (!strcmp(name, "--sentences"))
            s->options.sentences = (size_t)number;
        else
            s->options.tagger_sentences = (size_t)number;
    }
    if (!fits)
        fprintf(stderr, "headscope-train: %s cannot be \"%s\"; see --help\n", name, value);
    return fits;
}

static bool read_arguments(int count, char **argument, struct settings *s)
{
    static const char *const with_value[] = {"--out", "--lexicon", "--eval", "--seed", "--rate",
        "--sample", "--threads", "--sentences", "--tagger-sentences"};
    for (int i = 1; i < count; i++)
        if (!strcmp(argument[i], "--quick"))
            s->options = hsi_train_quick();
    for (int i = 1; i < count; i++) {
        bool known = !strcmp(argument[i], "--quick");
        if (!strcmp(argument[i], "--help"))
            known = s->help = true;
        for (size_t k = 0; k < sizeof with_value / sizeof *with_value && !known; k++)
            if (!strcmp(argument[i], with_value[k])) {
                known = true;
                if (++i == count) {
                    fprintf(
                        stderr, "headscope-train: %s needs a value; see --help\n", with_value[k]);
                    return false;
                }
                if (!take_value(s, with_value[k], argument[i]))
                    return false;
            }
        if (!known) {
            fprintf(stderr, "headscope-train: unknown option \"%s\"; see --help\n", argument[i]);
            return false;
        }
    }
    return true;
}

/* ------------------------------------------------------------------ looking at the grammar */
static enum hs_status print_samples(
    const struct hs_lexicon *lexicon, const struct settings *s, struct hs_error *error)
{
    static const char *const tags[] = {HS_TAG_NAMES("")};
    struct hs_grammar *grammar;
    enum hs_status status = hsi_grammar_open(lexicon, &grammar, error);
    if (status)
        return status;
    struct hs_example example;
    struct hs_grammar_mix mix = hsi_grammar_usual();
    struct hs_random random;
    hsi_random_seed(&random, s->options.seed, 0);
    for (uint64_t i = 0; i < s->sample; i++) {
        hsi_grammar_write(grammar, &mix, &random, &example);
        for (size_t t = 0; t < example.n; t++)
            printf(
                "%s/%s%c", example.text[t], tags[example.tag[t]], t + 1 < example.n ? ' ' : '\n');
        for (size_t l = 0; l < example.links; l++) {
            const struct hs_example_link *link = &example.link[l];
            printf("  %s %s -> %s\n", hs_relation_name((enum hs_relation)link->relation),
                example.text[link->from],
                link->to == link->from ? "(unknown)" : example.text[link->to]);
        }
    }
    hsi_grammar_drop(grammar);
    return HS_OK;
}

/* ------------------------------------------------------------------ training */
static void say_line(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "%s\n", line);
}

static void print_scores(const struct hs_trained *trained)
{
    printf("trained in %.0f s\nheld-out generated sentences: tags right %.2f %%\n",
        trained->seconds, 100 * trained->tag_accuracy);
    for (int r = 0; r < HS_RELATION_COUNT; r++) {
        const struct hs_train_score *score = &trained->score[r];
        if (score->links)
            printf("%s %.1f %.2f %zu\n", hs_relation_name((enum hs_relation)r),
                100 * (double)score->hits / (double)score->links, score->mass, score->links);
    }
}

/* The command without the paths of this machine. */
static void command_text(const struct settings *s, char *text, size_t room)
{
    snprintf(text, room,
        "headscope-train --seed %" PRIu64 " --sentences %zu --tagger-sentences %zu --rate %g",
        s->options.seed, s->options.sentences, s->options.tagger_sentences,
        (double)s->options.rate);
}

static enum hs_status write_weights(
    const struct settings *s, const struct hs_trained *trained, struct hs_error *error)
{
    char seed[24], command[160], sentences[24];
    snprintf(seed, sizeof seed, "%" PRIu64, s->options.seed);
    snprintf(sentences, sizeof sentences, "%zu", s->options.sentences);
    command_text(s, command, sizeof command);
    struct hs_preset_meta meta = {.seed = seed,
        .command = command,
        .grammar = "version " HS_GRAMMAR_VERSION ", " HS_GRAMMAR_DATE,
        .sentences = sentences};
    return hsi_preset_write(s->out, trained->tagger, trained->W_Q, trained->W_K, &meta, error);
}

/* Through the preset and the attention of the app, so that what is measured is what people see. */
static enum hs_status evaluate_file(const struct settings *s, struct hs_error *error)
{
    char folder[4096];
    const char *slash = strrchr(s->lexicon, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - s->lexicon) : 1,
        slash ? s->lexicon : ".");
    struct hs_preset *preset = NULL;
    struct hs_annotated *annotated = NULL;
    struct hs_relation_score scores[HS_RELATION_COUNT];
    enum hs_status status = hs_preset_open(folder, &preset, error);
    if (!status)
        status = hs_annotated_open(s->eval, &annotated, error);
    for (size_t h = 8; h >= 1 && !status; h -= 7) {
        status = hs_evaluate(preset, annotated, h, HS_MASK_NONE, scores, error);
        struct hs_buffer buffer = {0};
        if (!status) {
            hs_evaluation_write(scores, &buffer);
            printf("%s, h = %zu\n%.*s", s->eval, h, (int)buffer.length, buffer.data);
        }
        hs_buffer_drop(&buffer);
        if (h == 1)
            break;
    }
    hs_annotated_drop(annotated);
    hs_preset_drop(preset);
    return status;
}

static enum hs_status train(
    const struct hs_lexicon *lexicon, struct settings *s, struct hs_error *error)
{
    struct hs_trained trained;
    s->options.report = say_line;
    enum hs_status status = hsi_train_run(lexicon, &s->options, &trained, error);
    if (status)
        return status;
    print_scores(&trained);
    if (s->out)
        status = write_weights(s, &trained, error);
    hsi_trained_drop(&trained);
    return status;
}

int main(int count, char **argument)
{
    struct settings s = {.options = hsi_train_usual(), .lexicon = "assets/lexicon.json"};
    struct hs_error error = {0};
    struct hs_lexicon *lexicon = NULL;
    if (!read_arguments(count, argument, &s))
        return 2;
    if (s.help) {
        struct hs_train_options usual = hsi_train_usual();
        printf(usage, usual.sentences, usual.tagger_sentences, (double)usual.rate);
        return 0;
    }
    enum hs_status status = hsi_lexicon_open(s.lexicon, &lexicon, &error);
    if (!status && s.sample)
        status = print_samples(lexicon, &s, &error);
    else if (!status && !(s.eval && !s.out))
        status = train(lexicon, &s, &error);
    if (!status && s.eval)
        status = evaluate_file(&s, &error);
    hsi_lexicon_drop(lexicon);
    if (status) {
        fprintf(stderr, "headscope-train: %s\n", error.message);
        return 1;
    }
    return 0;
}
