/* file.c – a run on disk: one safetensors file with every kept moment's weights and what was measured of them, and the options
 * in its metadata; and the curves as CSV. A saved run opens bit-equal. Nothing of a file is believed: sizes, ranges and counts
 * are checked, and heads are named anew from their scores. Called through hs_learn.h. */
#include "learn/run.h"

#include "base/safetensors.h"
#include "preset/features/features.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FORMAT "headscope-learn 1"
#define SQUARE ((size_t)HS_D_MODEL * HS_D_MODEL)
#define TENSORS (2 + HS_LEARN_MODELS * (4 + HS_LEARN_MOMENTS))

static bool stops(const struct hs_watch *watch, struct hs_error *error)
{
    return hs_watch_stops(watch) && hs_fail(error, HS_STOPPED, "it was stopped before its end");
}

enum { SCORE_NUMBERS = 5, PROFILE_NUMBERS = 7, ANSWER_NUMBERS = 2 + HS_LEARN_SLOTS };

bool hs_learn_is_file(const char *path)
{
    struct hs_tensors *file;
    if (hsi_tensors_open(path, &file, NULL))
        return false;
    const char *format = hsi_tensors_metadata(file, "format");
    bool is = format && strncmp(format, "headscope-learn", 15) == 0;
    hsi_tensors_drop(file);
    return is;
}

/* Where number i of (4, 512, 512) is kept in the order of pass.h. */
static size_t place(size_t i)
{
    size_t matrix = i / SQUARE, row = i % SQUARE / HS_D_MODEL, column = i % HS_D_MODEL;
    return matrix == 3 ? i
                       : (matrix * LEARN_BLOCKS + column / SPARSE_BLOCK) * LEARN_PIECE + row * SPARSE_BLOCK + column % SPARSE_BLOCK;
}

/* ------------------------------------------------------------------ numbers */
/* Every double of a record is a float's value, so that F32 holds it. */
static void pack_score(const struct hs_relation_score *score, float *out)
{
    out[0] = (float)score->eligible;
    out[1] = (float)score->hits;
    out[2] = (float)score->mass;
    out[3] = (float)score->baseline;
    out[4] = (float)score->baseline_offset;
}

static void pack_profile(const struct hs_head_profile *profile, float *out)
{
    out[0] = (float)profile->sentences;
    out[1] = (float)profile->rows;
    out[2] = (float)profile->entropy_share;
    out[3] = (float)profile->first;
    out[4] = (float)profile->punctuation;
    out[5] = (float)profile->offset;
    out[6] = (float)profile->offset_share;
}

static bool whole(float value, double least, double most)
{
    return (double)value >= least && (double)value <= most && floorf(value) == value;
}

static bool share(float value)
{
    return value >= 0 && value <= 1.0001f;
}

static bool unpack_score(const float *in, struct hs_relation_score *score)
{
    *score = (struct hs_relation_score){0};
    if (!whole(in[0], 0, 1 << 24) || !whole(in[1], 0, (double)in[0]) || !share(in[2]) || !share(in[3]) || !whole(in[4], -64, 64))
        return false;
    *score = (struct hs_relation_score){(size_t)in[0], (size_t)in[1], (double)in[2], (double)in[3], (int)in[4]};
    return true;
}

static bool unpack_profile(const float *in, struct hs_head_profile *profile)
{
    *profile = (struct hs_head_profile){0};
    if (!whole(in[0], 0, 1 << 24) || !whole(in[1], 0, 1 << 24) || !share(in[2]) || !share(in[3]) || !share(in[4]) ||
        !whole(in[5], -64, 64) || !share(in[6]))
        return false;
    *profile = (struct hs_head_profile){
        (size_t)in[0], (size_t)in[1], (double)in[2], (double)in[3], (double)in[4], (int)in[5], (double)in[6]};
    return true;
}

/* ------------------------------------------------------------------ writing */
/* The weights of a moment, put into the order of the file when its turn comes. */
struct moment_out {
    struct writer *writer;
    size_t model, moment;
};

struct writer {
    const struct hs_learn *run;
    size_t moments; /* now: it may go on */
    const struct hs_watch *watch;
    size_t written;
    struct hs_arena arena;
    struct hs_tensor_out tensor[TENSORS];
    size_t count;
    struct moment_out out[HS_LEARN_MODELS][HS_LEARN_MOMENTS];
    uint16_t *halves; /* (LEARN_WEIGHTS) */
};

static const uint16_t *put_moment(void *user, struct hs_error *error)
{
    const struct moment_out *out = user;
    struct writer *writer = out->writer;
    const uint16_t *kept = writer->run->record.weights[out->model] + out->moment * LEARN_WEIGHTS;
    if (stops(writer->watch, error))
        return NULL;
    hs_watch_tell(writer->watch, ++writer->written, writer->moments * writer->run->options.models);
    for (size_t i = 0; i < LEARN_WEIGHTS; i++)
        writer->halves[i] = kept[place(i)];
    return writer->halves;
}

static void add_moment(struct writer *writer, size_t m, size_t i)
{
    char name[80];
    struct hs_tensor_out *tensor = &writer->tensor[writer->count++];
    snprintf(name, sizeof name, "model%zu.moment%02zu.W_QKVO", m + 1, i + 1);
    writer->out[m][i] = (struct moment_out){writer, m, i};
    *tensor = (struct hs_tensor_out){.name = hsi_arena_text(&writer->arena, name, strlen(name)),
        .dtype = HS_DTYPE_F16,
        .rank = 3,
        .shape = {4, HS_D_MODEL, HS_D_MODEL},
        .halves = put_moment,
        .user = &writer->out[m][i]};
}

static float *add(struct writer *writer, const char *name, enum hs_dtype dtype, size_t rank, const size_t *shape)
{
    struct hs_tensor_out *tensor = &writer->tensor[writer->count++];
    size_t count = 1;
    *tensor = (struct hs_tensor_out){.name = hsi_arena_text(&writer->arena, name, strlen(name)), .dtype = dtype, .rank = rank};
    for (size_t k = 0; k < rank; k++) {
        tensor->shape[k] = shape[k];
        count *= shape[k];
    }
    float *values = hsi_arena_alloc(&writer->arena, count, sizeof *values);
    tensor->values = values;
    return values;
}

static bool add_model(struct writer *writer, size_t m)
{
    const struct hs_learn *run = writer->run;
    size_t moments = writer->moments, h = run->options.h[m];
    char name[80];
    snprintf(name, sizeof name, "model%zu.answers", m + 1);
    float *answers = add(writer, name, HS_DTYPE_F32, 2, (size_t[]){moments, ANSWER_NUMBERS});
    snprintf(name, sizeof name, "model%zu.scores", m + 1);
    float *scores = add(writer, name, HS_DTYPE_F32, 4, (size_t[]){moments, h, HS_RELATION_COUNT, SCORE_NUMBERS});
    snprintf(name, sizeof name, "model%zu.profiles", m + 1);
    float *profiles = add(writer, name, HS_DTYPE_F32, 3, (size_t[]){moments, h, PROFILE_NUMBERS});
    snprintf(name, sizeof name, "model%zu.without_head", m + 1);
    float *without = add(writer, name, HS_DTYPE_F32, 3, (size_t[]){moments, h, HS_LEARN_SLOTS});
    for (size_t i = 0; i < moments && !writer->arena.failed; i++) {
        const struct hs_learn_model *model = &run->record.moment[i].model[m];
        answers[i * ANSWER_NUMBERS] = (float)model->train_loss;
        answers[i * ANSWER_NUMBERS + 1] = (float)model->loss;
        for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
            answers[i * ANSWER_NUMBERS + 2 + r] = (float)model->right[r];
        for (size_t k = 0; k < h * HS_RELATION_COUNT; k++)
            pack_score(&model->scores[k], scores + (i * h * HS_RELATION_COUNT + k) * SCORE_NUMBERS);
        for (size_t head = 0; head < h; head++)
            pack_profile(&model->profiles[head], profiles + (i * h + head) * PROFILE_NUMBERS);
        for (size_t k = 0; k < h * HS_LEARN_SLOTS; k++)
            without[i * h * HS_LEARN_SLOTS + k] = (float)model->without[k / HS_LEARN_SLOTS][k % HS_LEARN_SLOTS];
        add_moment(writer, m, i);
    }
    return !writer->arena.failed;
}

static void write_list(const struct hs_learn_options *options, char *heads, char *relations, size_t room)
{
    size_t used = 0;
    heads[0] = relations[0] = '\0';
    for (size_t m = 0, length = 0; m < options->models && length < room; m++)
        length += (size_t)snprintf(heads + length, room - length, "%s%zu", m ? "," : "", options->h[m]);
    for (size_t r = 0; r < HS_LEARN_SLOTS && used < room; r++)
        if (options->relation[r])
            used += (size_t)snprintf(relations + used, room - used, "%s%s", used ? "," : "", hs_relation_name((enum hs_relation)r));
}

enum hs_status hs_learn_save(const struct hs_learn *run, const char *path, bool overwrite, const struct hs_watch *watch, struct hs_error *error)
{
    const struct hs_learn_options *options = &run->options;
    struct writer *writer = calloc(1, sizeof *writer);
    char layout[17], seed[24], sentences[24], held[24], rate[24], heads[64], relations[64];
    enum hs_status status = hsi_features_layout(layout, error);
    if (!status && writer)
        writer->halves = malloc(LEARN_WEIGHTS * sizeof *writer->halves);
    if (!status && (!writer || !writer->halves))
        status = hs_fail(error, HS_NO_MEMORY, "%s: no memory to write the run", hsi_name_shown(path).text);
    if (status) {
        free(writer);
        return status;
    }
    writer->run = run;
    writer->moments = hs_learn_moments(run);
    writer->watch = watch;
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)options->seed);
    snprintf(sentences, sizeof sentences, "%zu", options->sentences);
    snprintf(held, sizeof held, "%zu", options->held_out);
    snprintf(rate, sizeof rate, "%.9g", (double)options->rate);
    write_list(options, heads, relations, sizeof heads);
    const struct hs_tensor_note notes[] = {{"format", FORMAT}, {"layout", layout}, {"seed", seed}, {"sentences", sentences},
        {"held_out", held}, {"rate", rate}, {"heads", heads}, {"relations", relations}, {"hints", options->hints ? "yes" : "no"},
        {"answers_by_chance", options->shuffled ? "yes" : "no"}, {"program", HS_VERSION}};
    float *steps = add(writer, "steps", HS_DTYPE_F32, 1, (size_t[]){writer->moments});
    float *asked = add(writer, "asked", HS_DTYPE_F32, 1, (size_t[]){HS_LEARN_SLOTS + 1});
    for (size_t i = 0; steps && i < writer->moments; i++)
        steps[i] = (float)run->record.moment[i].step;
    for (size_t r = 0; asked && r < HS_LEARN_SLOTS; r++)
        asked[r] = (float)run->record.asked[r];
    if (asked)
        asked[HS_LEARN_SLOTS] = (float)run->record.held_out;
    bool fine = steps && asked;
    for (size_t m = 0; fine && m < options->models; m++)
        fine = add_model(writer, m);
    status = fine ? hsi_tensors_write(path, overwrite, notes, sizeof notes / sizeof *notes, writer->tensor, writer->count, error)
                  : hs_fail(error, HS_NO_MEMORY, "%s: no memory to write the run", hsi_name_shown(path).text);
    hsi_arena_drop(&writer->arena);
    free(writer->halves);
    free(writer);
    return status;
}

/* ------------------------------------------------------------------ reading */
struct reader {
    const char *path;
    const struct hs_watch *watch; /* or NULL */
    struct hs_tensors *file;
    struct hs_error *error;
};

static enum hs_status refuse(const struct reader *reader, const char *what)
{
    return hs_fail(reader->error, HS_BAD_INPUT, "%s: this saved run cannot be used: %s; save it again, or train again with --learn",
        hsi_name_shown(reader->path).text, what);
}

static const char *note(const struct reader *reader, const char *key)
{
    const char *text = hsi_tensors_metadata(reader->file, key);
    return text ? text : "";
}

/* Digits and nothing else; false beyond `most`. */
static bool read_count(const char *text, uint64_t most, uint64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoull(text, &end, 10);
    return text[0] >= '0' && text[0] <= '9' && !*end && !errno && *value <= most;
}

static bool read_heads(const char *text, struct hs_learn_options *options)
{
    options->models = 0;
    while (options->models < HS_LEARN_MODELS) {
        char *end;
        if (*text < '1' || *text > '9')
            return false;
        options->h[options->models++] = strtoul(text, &end, 10);
        if (!*end)
            return true;
        if (*end != ',')
            return false;
        text = end + 1;
    }
    return false;
}

bool hs_learn_read_relations(const char *text, bool relation[HS_LEARN_SLOTS])
{
    memset(relation, 0, HS_LEARN_SLOTS * sizeof *relation);
    for (;;) {
        size_t length = strcspn(text, ","), r = 0;
        while (r < HS_LEARN_SLOTS && (strlen(hs_relation_name((enum hs_relation)r)) != length ||
                                         strncmp(hs_relation_name((enum hs_relation)r), text, length) != 0))
            r++;
        if (r == HS_LEARN_SLOTS || relation[r])
            return false;
        relation[r] = true;
        if (!text[length])
            return true;
        text += length + 1;
    }
}

static bool read_answer(const char *text, bool *yes)
{
    *yes = strcmp(text, "yes") == 0;
    return *yes || strcmp(text, "no") == 0;
}

static enum hs_status read_options(const struct reader *reader, struct hs_learn_options *options)
{
    char layout[17], *end;
    uint64_t sentences, held;
    enum hs_status status = hsi_features_layout(layout, reader->error);
    if (status)
        return status;
    if (strcmp(note(reader, "format"), FORMAT) != 0)
        return refuse(reader, "its metadata lack \"format\": \"" FORMAT "\"");
    if (strcmp(note(reader, "layout"), layout) != 0)
        return refuse(reader, "it was trained on other features than this version's");
    *options = (struct hs_learn_options){0};
    options->rate = strtof(note(reader, "rate"), &end);
    if (!read_count(note(reader, "seed"), UINT64_MAX, &options->seed) || !read_count(note(reader, "sentences"), HS_LEARN_MOST, &sentences) ||
        !read_count(note(reader, "held_out"), HS_LEARN_MOST, &held) || *end || !read_heads(note(reader, "heads"), options) ||
        !hs_learn_read_relations(note(reader, "relations"), options->relation) || !read_answer(note(reader, "hints"), &options->hints) ||
        !read_answer(note(reader, "answers_by_chance"), &options->shuffled))
        return refuse(reader, "an option in its metadata is missing or malformed");
    options->sentences = (size_t)sentences;
    options->held_out = (size_t)held;
    struct hs_error why;
    return hs_learn_check(options, &why) ? refuse(reader, why.message) : HS_OK;
}

/* A tensor of exactly this shape, whole; NULL and an error otherwise. Free it. */
static float *read_floats(const struct reader *reader, const char *name, size_t rank, const size_t *shape)
{
    const struct hs_tensor *tensor = hsi_tensors_find(reader->file, name);
    bool fits = tensor && tensor->rank == rank && tensor->dtype == HS_DTYPE_F32;
    for (size_t k = 0; fits && k < rank; k++)
        fits = tensor->shape[k] == shape[k];
    if (!fits) {
        hs_fail(reader->error, HS_BAD_INPUT, "%s: this saved run cannot be used: its tensor \"%s\" is missing or has another shape",
            hsi_name_shown(reader->path).text, name);
        return NULL;
    }
    float *values = malloc(tensor->count * sizeof *values);
    if (!values)
        hs_fail(reader->error, HS_NO_MEMORY, "%s: no memory to read the run", hsi_name_shown(reader->path).text);
    else if (hsi_tensors_read(reader->file, tensor, 0, tensor->count, true, values, reader->error)) {
        free(values);
        values = NULL;
    }
    return values;
}

static enum hs_status count_moments(const struct reader *reader, size_t *moments)
{
    const struct hs_tensor *tensor = hsi_tensors_find(reader->file, "steps");
    *moments = tensor && tensor->rank == 1 ? tensor->shape[0] : 0;
    return *moments < 1 || *moments > HS_LEARN_MOMENTS ? refuse(reader, "it holds no moments, or too many") : HS_OK;
}

/* When they were, and what was asked. */
static enum hs_status read_times(const struct reader *reader, struct hs_learn *run, size_t moments)
{
    float *steps = read_floats(reader, "steps", 1, &moments);
    float *asked = steps ? read_floats(reader, "asked", 1, (size_t[]){HS_LEARN_SLOTS + 1}) : NULL;
    bool fine = asked && whole(asked[HS_LEARN_SLOTS], 1, HS_LEARN_MOST);
    for (size_t i = 0; fine && i < moments; i++) {
        fine = whole(steps[i], i ? (double)steps[i - 1] + 1 : 0, (double)run->steps) && (i > 0 || steps[i] == 0);
        run->record.moment[i].step = (size_t)steps[i];
        run->record.moment[i].sentences = (size_t)steps[i] * LEARN_BATCH;
    }
    for (size_t r = 0; fine && r < HS_LEARN_SLOTS; r++) {
        fine = whole(asked[r], 0, run->options.relation[r] ? 1 << 24 : 0);
        run->record.asked[r] = fine ? (size_t)asked[r] : 0;
    }
    run->record.held_out = fine ? (size_t)asked[HS_LEARN_SLOTS] : 0;
    bool read = asked;
    free(steps);
    free(asked);
    return fine ? HS_OK : read ? refuse(reader, "its moments or counts are out of range") : HS_BAD_INPUT;
}

static bool take_answers(struct hs_learn *run, size_t m, size_t i, const float *in)
{
    struct hs_learn_model *model = &run->record.moment[i].model[m];
    bool fine = in[0] >= 0 && in[1] >= 0;
    model->h = run->options.h[m];
    model->train_loss = (double)in[0];
    model->loss = (double)in[1];
    for (size_t r = 0; r < HS_LEARN_SLOTS && fine; r++) {
        fine = whole(in[2 + r], 0, (double)run->record.asked[r]);
        model->right[r] = fine ? (size_t)in[2 + r] : 0;
    }
    return fine;
}

static enum hs_status read_measured(const struct reader *reader, struct hs_learn *run, size_t m, size_t moments)
{
    size_t h = run->options.h[m], of_moment = h * HS_RELATION_COUNT;
    char name[80];
    snprintf(name, sizeof name, "model%zu.answers", m + 1);
    float *answers = read_floats(reader, name, 2, (size_t[]){moments, ANSWER_NUMBERS});
    snprintf(name, sizeof name, "model%zu.scores", m + 1);
    float *scores = answers ? read_floats(reader, name, 4, (size_t[]){moments, h, HS_RELATION_COUNT, SCORE_NUMBERS}) : NULL;
    snprintf(name, sizeof name, "model%zu.profiles", m + 1);
    float *profiles = scores ? read_floats(reader, name, 3, (size_t[]){moments, h, PROFILE_NUMBERS}) : NULL;
    snprintf(name, sizeof name, "model%zu.without_head", m + 1);
    float *without = profiles ? read_floats(reader, name, 3, (size_t[]){moments, h, HS_LEARN_SLOTS}) : NULL;
    bool fine = without;
    for (size_t i = 0; i < moments && fine; i++) {
        fine = take_answers(run, m, i, answers + i * ANSWER_NUMBERS);
        for (size_t k = 0; k < of_moment && fine; k++)
            fine = unpack_score(scores + (i * of_moment + k) * SCORE_NUMBERS, &run->record.scores[m][i * of_moment + k]);
        for (size_t head = 0; head < h && fine; head++)
            fine = unpack_profile(profiles + (i * h + head) * PROFILE_NUMBERS, &run->record.profiles[m][i * h + head]);
        for (size_t k = 0; k < h * HS_LEARN_SLOTS && fine; k++) {
            float value = without[i * h * HS_LEARN_SLOTS + k];
            fine = whole(value, 0, (double)run->record.asked[k % HS_LEARN_SLOTS]);
            run->record.without[m][i * h + k / HS_LEARN_SLOTS][k % HS_LEARN_SLOTS] = fine ? (size_t)value : 0;
        }
        if (fine)
            hsi_learn_name(run, m, i);
    }
    bool read = without;
    free(answers);
    free(scores);
    free(profiles);
    free(without);
    return fine ? HS_OK : read ? refuse(reader, "a number that was measured is out of range") : HS_BAD_INPUT;
}

static enum hs_status read_weights(const struct reader *reader, struct hs_learn *run, size_t m, size_t i, uint16_t *halves)
{
    static const size_t shape[] = {4, HS_D_MODEL, HS_D_MODEL};
    char name[80];
    snprintf(name, sizeof name, "model%zu.moment%02zu.W_QKVO", m + 1, i + 1);
    const struct hs_tensor *tensor = hsi_tensors_find(reader->file, name);
    if (!tensor || tensor->dtype != HS_DTYPE_F16 || tensor->rank != 3 || memcmp(tensor->shape, shape, sizeof shape) != 0)
        return hs_fail(reader->error, HS_BAD_INPUT, "%s: this saved run cannot be used: expected the tensor \"%s\" as F16 of (4, 512, 512)",
            hsi_name_shown(reader->path).text, name);
    enum hs_status status = hsi_tensors_halves(reader->file, tensor, 0, tensor->count, halves, reader->error);
    uint16_t *kept = run->record.weights[m] + i * LEARN_WEIGHTS;
    for (size_t k = 0; k < LEARN_WEIGHTS && !status; k++)
        kept[place(k)] = halves[k];
    return status;
}

static enum hs_status read_run(const struct reader *reader, struct hs_learn *run, size_t moments)
{
    uint16_t *halves = malloc(LEARN_WEIGHTS * sizeof *halves);
    enum hs_status status = halves ? read_times(reader, run, moments)
                                   : hs_fail(reader->error, HS_NO_MEMORY, "%s: no memory to read the run", hsi_name_shown(reader->path).text);
    for (size_t m = 0; m < run->options.models && !status; m++) {
        status = read_measured(reader, run, m, moments);
        for (size_t i = 0; i < moments && !status; i++) {
            status = stops(reader->watch, reader->error) ? HS_STOPPED : read_weights(reader, run, m, i, halves);
            hs_watch_tell(reader->watch, m * moments + i + 1, run->options.models * moments);
        }
    }
    free(halves);
    if (!status) {
        atomic_store(&run->step, run->record.moment[moments - 1].step);
        atomic_store(&run->record.count, moments);
    }
    return status;
}

enum hs_status hs_learn_load(const char *path, const struct hs_watch *watch, struct hs_learn **out, struct hs_error *error)
{
    struct hs_error ignored;
    struct reader reader = {.path = path, .watch = watch, .error = error ? error : &ignored};
    struct hs_learn_options options;
    struct hs_learn *run = NULL;
    size_t moments = 0;
    enum hs_status status = hsi_tensors_open(path, &reader.file, error);
    if (status)
        return status;
    status = read_options(&reader, &options);
    if (!status)
        status = count_moments(&reader, &moments);
    if (!status)
        status = hsi_learn_new(&options, moments, &run, error);
    if (!status)
        status = read_run(&reader, run, moments);
    hsi_tensors_drop(reader.file);
    if (status)
        hs_learn_drop(run);
    else
        *out = run;
    return status;
}

/* ------------------------------------------------------------------ curves */
static void write_share(struct hs_buffer *buffer, size_t right, size_t asked)
{
    hs_buffer_print(buffer, ",");
    if (asked)
        hs_buffer_print(buffer, "%.9g", (double)right / (double)asked);
}

void hs_learn_write_csv(const struct hs_learn *run, struct hs_buffer *buffer)
{
    hs_buffer_print(buffer, "sentences,h,training_loss,held_out_loss,right");
    for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
        if (run->options.relation[r])
            hs_buffer_print(buffer, ",right_%s", hs_relation_name((enum hs_relation)r));
    hs_buffer_print(buffer, "\n");
    for (size_t i = 0; i < hs_learn_moments(run); i++)
        for (size_t m = 0; m < run->options.models; m++) {
            const struct hs_learn_model *model = &run->record.moment[i].model[m];
            size_t right = 0, asked = 0;
            for (size_t r = 0; r < HS_LEARN_SLOTS; r++) {
                right += model->right[r];
                asked += run->record.asked[r];
            }
            hs_buffer_print(buffer, "%zu,%zu,%.9g,%.9g", run->record.moment[i].sentences, model->h, model->train_loss, model->loss);
            write_share(buffer, right, asked);
            for (size_t r = 0; r < HS_LEARN_SLOTS; r++)
                if (run->options.relation[r])
                    write_share(buffer, model->right[r], run->record.asked[r]);
            hs_buffer_print(buffer, "\n");
        }
}
