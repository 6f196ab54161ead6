/* test_checkpoint_write.c – attention files that a real model writes: read back by their bytes, as the format has them, and by the
 * reader of attention files; and what is refused leaves no file. */
#include "check.h"
#include "hs.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MODEL HS_SOURCE_DIR "/tests/models/mistral"
#define FILE_MADE HS_BINARY_DIR "/test-checkpoint-write.safetensors"

static const char *texts[] = {"The student delivered the book to the library yesterday.", "Don't panic!", "b"};

static const char *text_of(void *user, size_t index, size_t *length)
{
    const char **all = user;
    *length = strlen(all[index]);
    return all[index];
}

static struct hs_set *run_all(struct hs_source *source, const char *text)
{
    struct hs_request request = hs_request_of(source);
    struct hs_set *set = NULL;
    request.text = text;
    request.length = strlen(text);
    request.view.layer = SIZE_MAX;
    request.view.pieces = HS_PIECES_RAW;
    CHECK(hs_source_run(source, &request, &set, NULL) == HS_OK);
    return set;
}

/* Every cell of an item: the run's number, or zero where padding is. */
static void check_item(const float *data, const struct hs_set *set, size_t item, size_t batch, size_t n)
{
    struct hs_set_shape shape = hs_set_shape(set);
    size_t wrong = 0;
    for (size_t i = 0; i < shape.L * shape.h; i++) {
        size_t layer = i / shape.h, head = i % shape.h;
        struct hs_matrix A = hs_set_weights(set, layer, head);
        for (size_t cell = 0; cell < n * n; cell++) {
            size_t q = cell / n, k = cell % n;
            float want = q < shape.n && k < shape.n ? A.data[q * A.stride + k] : 0;
            wrong += memcmp(&data[((layer * batch + item) * shape.h + head) * n * n + cell], &want, sizeof want) != 0;
        }
    }
    CHECK(wrong == 0);
}

/* The tokens of an item as the reader has them: the run's, then the padding. */
static void check_reader(struct hs_source *file, const struct hs_set *run, size_t item, size_t n)
{
    struct hs_request request = hs_request_of(file);
    struct hs_set *set = NULL;
    struct hs_error error = {0};
    request.view.item = item;
    request.view.layer = 1;
    request.view.pieces = HS_PIECES_RAW;
    CHECK(hs_source_run(file, &request, &set, &error) == HS_OK);
    if (!set)
        return;
    const struct hs_tokens *is = hs_set_tokens(set, HS_QUERY), *was = hs_set_tokens(run, HS_QUERY);
    CHECK(is->count == was->count && was->count <= n);
    for (size_t i = 0; i < is->count; i++)
        CHECK(strcmp(is->token[i].text, was->token[i].text) == 0);
    struct hs_matrix a = hs_set_weights(set, 0, 5), b = hs_set_weights(run, 1, 5);
    CHECK(a.data[(was->count - 1) * a.stride] == b.data[(was->count - 1) * b.stride]);
    hs_set_drop(set);
}

static void test_batch(struct hs_source *model, size_t batch)
{
    struct hs_texts what = {batch, text_of, texts};
    struct hs_error error = {0};
    CHECK(hs_source_write(model, &what, FILE_MADE, true, NULL, &error) == HS_OK);
    char *bytes = NULL;
    size_t length = 0;
    CHECK(hs_file_read(FILE_MADE, 1u << 26, &bytes, &length, &error) == HS_OK);
    if (!bytes)
        return;
    uint64_t header;
    memcpy(&header, bytes, sizeof header);
    const struct hs_part *part = hs_source_part(model, 0);
    struct hs_set *longest = run_all(model, texts[0]);
    size_t n = hs_set_shape(longest).n, cells = part->L * batch * part->h * n * n;
    CHECK(length == 8 + header + 4 * cells);
    char shape[80], *start = malloc(header + 1);
    memcpy(start, bytes + 8, header);
    start[header] = '\0';
    if (batch > 1)
        snprintf(shape, sizeof shape, "\"shape\":[%zu,%zu,%zu,%zu,%zu]", part->L, batch, part->h, n, n);
    else
        snprintf(shape, sizeof shape, "\"shape\":[%zu,%zu,%zu,%zu]", part->L, part->h, n, n);
    CHECK(strstr(start, shape) && strstr(start, "\"causal\":\"True\"") && strstr(start, "\"kv_heads\":\"2\""));
    /* the last text is one letter behind the mark of the beginning */
    CHECK(strstr(start, batch > 1 ? "\"attention_mask\":\"[[1,1,1," : "\"attention_mask\":\"[1,1,1,"));
    CHECK((strstr(start, ",0,0]]\"") != NULL) == (batch > 1) && strstr(start, "\"model\":\"mistral\""));
    float *data = malloc(4 * cells);
    memcpy(data, bytes + 8 + header, 4 * cells);
    struct hs_source *file = NULL;
    CHECK(hs_source_open(FILE_MADE, NULL, &file, &error) == HS_OK);
    if (!file)
        fprintf(stderr, "  %s\n", error.message);
    for (size_t item = 0; item < batch; item++) {
        struct hs_set *set = run_all(model, texts[item]);
        check_item(data, set, item, batch, n);
        if (file)
            check_reader(file, set, item, n);
        hs_set_drop(set);
    }
    hs_source_drop(file);
    hs_set_drop(longest);
    free(data);
    free(start);
    free(bytes);
    unlink(FILE_MADE);
}

static bool stops(void *user)
{
    (void)user;
    return true;
}

static void refuses(struct hs_source *model, const char *const *all, size_t count, const char *path, const struct hs_watch *watch,
    enum hs_status status, const char *word)
{
    struct hs_texts what = {count, text_of, (void *)(uintptr_t)all};
    struct hs_error error = {0};
    CHECK(hs_source_write(model, &what, path, true, watch, &error) == status);
    CHECK(tells(error.message, word));
    if (!tells(error.message, word))
        fprintf(stderr, "  \"%s\" is not in: %s\n", word, error.message);
    CHECK(access(FILE_MADE, F_OK) != 0);
}

static void test_refusals(struct hs_source *model)
{
    static char many[2000];
    memset(many, 'b', sizeof many - 1);
    for (size_t i = 1; i < sizeof many - 1; i += 2)
        many[i] = ' ';
    const char *const long_one[] = {"b", many};
    const struct hs_watch watch = {.stop = stops};
    refuses(model, long_one, 2, FILE_MADE, NULL, HS_LIMIT, "text 2 of 2");
    refuses(model, long_one, 0, FILE_MADE, NULL, HS_LIMIT, "0 texts");
    refuses(model, long_one, 1, FILE_MADE, &watch, HS_STOPPED, "");
    refuses(model, long_one, 1, "-", NULL, HS_BAD_USE, "name of a file");
    refuses(model, long_one, 1, "/dev/null", NULL, HS_BAD_USE, "name of a file");
    refuses(model, long_one, 1, HS_BINARY_DIR "/no-such-folder/a.safetensors", NULL, HS_IO, "no-such-folder");
    struct hs_source *file = NULL;
    CHECK(hs_source_open(HS_SOURCE_DIR "/assets", NULL, &file, NULL) == HS_OK);
    refuses(file, long_one, 1, FILE_MADE, NULL, HS_BAD_USE, "only a real model");
    hs_source_drop(file);
}

TEST(test_checkpoint_write)
{
    struct hs_source *model = NULL;
    CHECK(hs_source_open(MODEL, NULL, &model, NULL) == HS_OK);
    unlink(FILE_MADE);
    test_batch(model, 3);
    test_batch(model, 1);
    test_refusals(model);
    hs_source_drop(model);
    return check_report();
}
