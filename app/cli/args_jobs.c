/* args_jobs.c – see args_jobs.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "model/app.h"
#include "cli/args_jobs.h"
#include "cli/args_try.h"
#include "views/view.h"
#include "model/survey.h"

enum hs_status args_stats(
    struct app *app, const char *path, bool overwrite, struct hs_error *error)
{
    struct hs_buffer buffer = {0};
    enum hs_status status = args_may_write(app, path, overwrite, error);
    if (status)
        return status;
    survey_finish(app);
    stats_write_csv(app, &buffer);
    status = buffer.failed
                 ? hs_fail(error, HS_NO_MEMORY, "no memory left for the statistics")
                 : hs_file_write(path, buffer.data, buffer.length, overwrite, error);
    hs_buffer_drop(&buffer);
    return status;
}

/* ---------------------------------------------------------------- --evaluate */
static size_t part_of(const struct hs_source *source, long kind)
{
    for (size_t i = 0; i < hs_source_info(source).parts; i++)
        if ((long)hs_source_part(source, i)->kind == kind)
            return i;
    return 0;
}

/* Of equal heads the first. */
static size_t best_head(const struct hs_relation_score *scores, size_t heads, size_t relation)
{
    size_t best = 0;
    for (size_t i = 1; i < heads; i++)
        if (scores[i * HS_RELATION_COUNT + relation].hits >
            scores[best * HS_RELATION_COUNT + relation].hits)
            best = i;
    return best;
}

/* Which sentences the file does not hold, by their names. */
static void write_missing(
    const struct hs_annotated *annotated, const struct hs_measure *measure, long base, struct hs_buffer *buffer)
{
    size_t missing = annotated->count - hs_measure_sentences(measure), at = 0;
    if (missing > 0)
        hs_buffer_print(buffer, "# %zu annotated sentence%s not found:", missing, missing == 1 ? " was" : "s were");
    for (size_t s = 0; s < annotated->count; s++) {
        if (hs_measure_has(measure, s))
            continue;
        hs_buffer_print(buffer, at++ ? ", " : " ");
        if (annotated->sentence[s].id[0])
            hs_buffer_print(buffer, "%s", annotated->sentence[s].id);
        else
            hs_buffer_print(buffer, "no. %ld", (long)s + base);
    }
    if (missing > 0)
        hs_buffer_print(buffer, "\n");
}

static void write_relations(const struct hs_part *t, const struct hs_relation_score *scores,
    size_t sentences, size_t of, const char *are, long base, struct hs_buffer *buffer)
{
    hs_buffer_print(buffer,
        "# %zu of %zu sentences are %s; relation, layer and head (from %ld), %% found, "
        "mean weight, links, %% of the best fixed offset\n",
        sentences, of, are, base);
    for (size_t r = 0; r < HS_RELATION_COUNT; r++) {
        size_t best = best_head(scores, t->L * t->h, r);
        const struct hs_relation_score *score = &scores[best * HS_RELATION_COUNT + r];
        double links = score->eligible ? (double)score->eligible : 1;
        hs_buffer_print(buffer, "%s %ld %ld %.1f %.2f %zu %.1f\n",
            hs_relation_name((enum hs_relation)r), (long)(best / t->h) + base,
            (long)(best % t->h) + base, 100 * (double)score->hits / links, score->mass,
            score->eligible, 100 * score->baseline);
    }
}

enum hs_status args_evaluate(const char *path, const char *annotated_path,
    long attention, long base, struct hs_error *error)
{
    struct hs_source *source = NULL;
    struct hs_request request = {0};
    struct hs_annotated *annotated = NULL;
    struct hs_measure *measure = NULL;
    struct hs_buffer buffer = {0};
    bool runs = false;
    enum hs_status status = hs_source_open(path, NULL, &source, error);
    if (!status)
        status = hs_annotated_open(annotated_path, &annotated, error);
    if (!status) {
        runs = hs_source_can(source, HS_CAN_TEXT);
        request = hs_request_of(source);
        request.view.part = part_of(source, attention);
        status = hs_source_measure(source, &request, annotated, HS_BASELINE_NONE, &measure, error);
    }
    if (!status) {
        write_relations(hs_source_part(source, request.view.part), hs_measure_scores(measure),
            hs_measure_sentences(measure), runs ? annotated->count : hs_source_part(source, request.view.part)->B,
            runs ? "measured: its tokens spell them" : "annotated", base, &buffer);
        write_missing(annotated, measure, base, &buffer);
        status = hs_file_write("-", buffer.data, buffer.length, true, error);
    }
    hs_buffer_drop(&buffer);
    hs_measure_drop(measure);
    hs_annotated_drop(annotated);
    hs_source_drop(source);
    return status;
}

/* ---------------------------------------------------------------- --dump */
/* All sentences of some files one after the other, or one text. */
struct sentence_list {
    struct hs_sentences **file;
    size_t files;
    const char *text;
};

static const char *sentence_at(void *user, size_t index, size_t *length)
{
    const struct sentence_list *list = user;
    const char *text = list->text;
    for (size_t i = 0; !text && i < list->files; i++) {
        if (index < list->file[i]->count)
            text = list->file[i]->sentence[index].text;
        else
            index -= list->file[i]->count;
    }
    *length = text ? strlen(text) : 0;
    return text;
}

static void say_progress(void *user, size_t done, size_t total)
{
    fprintf(user, "\rtext %zu of %zu%s", done, total, done == total ? "\n" : "");
}

enum hs_status args_write_attention(const char *model, const char *text, const char *const *files, size_t file_count,
    const char *out, bool overwrite, struct hs_error *error)
{
    struct sentence_list list = {.file = calloc(file_count + 1, sizeof *list.file), .text = text};
    struct hs_texts texts = {.count = text ? 1 : 0, .text = sentence_at, .user = &list};
    const struct hs_watch watch = {.progress = isatty(STDERR_FILENO) ? say_progress : NULL, .user = stderr};
    struct hs_source *source = NULL;
    enum hs_status status = list.file ? HS_OK : hs_fail(error, HS_NO_MEMORY, "no memory left for %zu files", file_count);
    for (size_t i = 0; !text && i < file_count && !status; i++) {
        status = hs_sentences_open(files[i], &list.file[i], error);
        list.files += !status;
        texts.count += status ? 0 : list.file[i]->count;
    }
    if (!status)
        status = hs_source_open(model, NULL, &source, error);
    if (!status)
        status = hs_source_write(source, &texts, out, overwrite, &watch, error);
    hs_source_drop(source);
    for (size_t i = 0; i < list.files; i++)
        hs_sentences_drop(list.file[i]);
    free(list.file);
    return status;
}
