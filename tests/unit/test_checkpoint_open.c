/* test_checkpoint_open.c – folders that lie, lack something or are something else: one clear error each, nothing leaked; and the
 * odd ones that are good: shards, old names, mixed types, a file of the folder given instead of it. */
#include "base/safetensors.h"
#include "check.h"
#include "checkpoint/checkpoint.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MODELS HS_SOURCE_DIR "/tests/models/"
#define FOLDER HS_BINARY_DIR "/test-checkpoint-open"

static void put(const char *name, const char *bytes, size_t length)
{
    char path[600];
    mkdir(FOLDER, 0777);
    snprintf(path, sizeof path, "%s/%s", FOLDER, name);
    CHECK(hs_file_write(path, bytes, length, true, NULL) == HS_OK);
}

static void away(const char *name)
{
    char path[600];
    snprintf(path, sizeof path, "%s/%s", FOLDER, name);
    unlink(path);
}

static char *get(const char *model, const char *name, size_t *length)
{
    char path[600], *bytes = NULL;
    snprintf(path, sizeof path, MODELS "%s/%s", model, name);
    CHECK(hs_file_read(path, HS_MAX_FILE_BYTES, &bytes, length, NULL) == HS_OK);
    return bytes;
}

static void copy(const char *model, const char *name)
{
    size_t length;
    char *bytes = get(model, name, &length);
    put(name, bytes, length);
    free(bytes);
}

/* The model's config.json with the line that has `key` saying `value` instead, or without it for NULL. */
static void configure(const char *model, const char *key, const char *value)
{
    size_t length;
    char *bytes = get(model, "config.json", &length), quoted[80];
    struct hs_buffer text = {0};
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    if (value)
        hs_buffer_print(&text, "{\n%s %s,", quoted, value);
    else
        hs_buffer_print(&text, "{");
    bool inside = false; /* a list or an object that goes */
    for (char *line = bytes + 1, *end; *line; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        bool found = strstr(line, quoted) && strstr(line, quoted) < end;
        if (!found && !inside)
            hs_buffer_print(&text, "%.*s\n", (int)(end - line), line);
        inside = (found && strchr("{[", end[-1])) || (inside && line[2] != ']' && line[2] != '}');
    }
    char *last = strrchr(text.data, '}'); /* the line before it may have been the last without a comma */
    while (last > text.data && strchr(" \n", last[-1]))
        last--;
    if (last[-1] == ',')
        last[-1] = ' ';
    put("config.json", text.data, text.length);
    hs_buffer_drop(&text);
    free(bytes);
}

/* Opening FOLDER fails with `status`, and the message has all of `words` ("a|b"). */
static void refuses(enum hs_status status, const char *words)
{
    struct hs_checkpoint *model = NULL;
    struct hs_error error = {0};
    enum hs_status got = hs_checkpoint_open(FOLDER, NULL, &model, &error);
    CHECK(got == status && !model);
    if (got != status)
        fprintf(stderr, "  wanted %d with \"%s\", got %d: %s\n", (int)status, words, (int)got, got ? error.message : "opened");
    while (got && *words) {
        char word[100];
        size_t length = strcspn(words, "|");
        snprintf(word, sizeof word, "%.*s", (int)length, words);
        CHECK(tells(error.message, word));
        if (!tells(error.message, word))
            fprintf(stderr, "  \"%s\" is not in: %s\n", word, error.message);
        words += length + (words[length] == '|');
    }
    hs_checkpoint_drop(model);
}

static struct hs_checkpoint *opens(const char *path)
{
    struct hs_checkpoint *model = NULL;
    struct hs_error error = {0};
    CHECK(hs_checkpoint_open(path, NULL, &model, &error) == HS_OK);
    if (!model)
        fprintf(stderr, "  %s\n", error.message);
    return model;
}

static void test_configurations(void)
{
    static const struct {
        const char *model, *key, *value, *words;
    } cases[] = {
        {"bert", "model_type", NULL, "config.json|model_type|bert, "},
        {"bert", "model_type", "\"bloom\"", "\"bloom\"|bert, |opened"},
        {"bert", "hidden_size", NULL, "\"hidden_size\" is missing"},
        {"bert", "hidden_size", "-36", "hidden_size|whole number"},
        {"bert", "hidden_size", "36.5", "hidden_size|whole number"},
        {"bert", "hidden_size", "\"36\"", "hidden_size|whole number"},
        {"bert", "hidden_size", "48", "shape|config.json asks for"},
        {"bert", "hidden_size", "1e18", "hidden_size|8192"},
        {"bert", "vocab_size", "999999999999", "vocab_size|2097152"},
        {"bert", "vocab_size", "7", "word_embeddings|shape|(7, 36)"},
        {"bert", "num_hidden_layers", "0", "num_hidden_layers"},
        {"bert", "num_hidden_layers", "4", "encoder.layer.3.|missing"},
        {"bert", "num_hidden_layers", "100000", "num_hidden_layers|512"},
        {"bert", "num_attention_heads", "5", "num_attention_heads|divide"},
        {"bert", "num_attention_heads", "-1", "num_attention_heads"},
        {"bert", "intermediate_size", "71", "intermediate|shape"},
        {"bert", "max_position_embeddings", "-3", "max_position_embeddings"},
        {"bert", "max_position_embeddings", "97", "position_embeddings|shape"},
        {"bert", "type_vocab_size", "3", "token_type_embeddings|shape"},
        {"bert", "hidden_act", "\"mish\"", "hidden_act|mish|gelu"},
        {"bert", "layer_norm_eps", "-1", "layer_norm_eps"},
        {"bert", "position_embedding_type", "\"relative_key\"", "position_embedding_type"},
        {"bert", "quantization_config", "{\"bits\": 4}", "quantization_config|F32"},
        {"bert", "is_encoder_decoder", "true", "is_encoder_decoder"},
        {"bert", "add_cross_attention", "true", "add_cross_attention"},
        {"roberta", "max_position_embeddings", "2", "max_position_embeddings|pad_token_id"},
        {"albert", "inner_group_num", "2", "inner_group_num"},
        {"albert", "num_hidden_groups", "9", "num_hidden_groups"},
        {"llama", "num_key_value_heads", "4", "num_key_value_heads|divide"},
        {"llama", "num_key_value_heads", "3", "k_proj|shape"},
        {"llama", "head_dim", "7", "head_dim|odd"},
        {"llama", "head_dim", "8000", "head_dim"},
        {"llama", "rope_parameters", "{\"rope_type\": \"yarn\", \"factor\": 4}", "rope_type|llama3"},
        {"llama", "rope_parameters", "{\"rope_theta\": -1}", "rope_theta"},
        {"qwen2", "layer_types", "[\"full_attention\"]", "layer_types|each layer"},
        {"qwen2", "layer_types", "[\"full_attention\", \"chunked\"]", "layer_types|not known"},
        {"mistral", "sliding_window", "0", "sliding_window"},
        {"gpt-neox", "num_key_value_heads", "2", "num_key_value_heads"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int failed = check_failed;
        copy(cases[i].model, "model.safetensors");
        configure(cases[i].model, cases[i].key, cases[i].value);
        refuses(HS_BAD_INPUT, cases[i].words);
        if (check_failed > failed)
            fprintf(stderr, "  %s with %s = %s\n", cases[i].model, cases[i].key, cases[i].value ? cases[i].value : "(nothing)");
    }
    put("config.json", "{\"model_type\": ", 15);
    refuses(HS_BAD_INPUT, "config.json|line 1");
    put("config.json", "[1]", 3);
    refuses(HS_BAD_INPUT, "config.json|model_type");
}

static void test_missing(void)
{
    struct hs_error error;
    struct hs_checkpoint *model;
    static const char *const files[] = {"pytorch_model.bin", "pytorch_model.bin.index.json", "model.gguf"};
    static const char *const words[] = {"pickle|torch.load('pytorch_model.bin'|save_file", "pickles|save_pretrained", "model.gguf|model.safetensors"};
    CHECK(hs_checkpoint_open(FOLDER "/nowhere", NULL, &model, &error) == HS_IO);
    CHECK(hs_checkpoint_open("", NULL, &model, &error) == HS_BAD_USE);
    away("config.json");
    away("model.safetensors");
    refuses(HS_IO, "no config.json");
    CHECK(hs_checkpoint_knows(FOLDER) == 0);
    copy("bert", "config.json");
    CHECK(hs_checkpoint_knows(FOLDER) == 100);
    refuses(HS_IO, "model.safetensors|fetch");
    for (size_t i = 0; i < 3; i++) {
        put(files[i], "x", 1);
        refuses(HS_BAD_INPUT, words[i]);
        away(files[i]);
    }
    put("model.safetensors", "short", 5);
    refuses(HS_BAD_INPUT, "model.safetensors|too short");
}

/* ------------------------------------------------------------------ files made anew from a model's own */

struct remake {
    const char *from, *to; /* names: the first part of `from` becomes `to`; NULL = as it is */
    const char *half;      /* names with this in them become F16 */
    const char *spoil;     /* a name with this in it gets a NaN */
};

/* Writes the model's tensors again into FOLDER, changed. */
static void remake(const char *model, const struct remake *how)
{
    char path[600], name[64][200];
    struct hs_tensors *file = NULL;
    struct hs_tensor_out out[64];
    float *values[64];
    snprintf(path, sizeof path, MODELS "%s/model.safetensors", model);
    CHECK(hsi_tensors_open(path, &file, NULL) == HS_OK && hsi_tensors_count(file) <= 64);
    for (size_t i = 0; i < hsi_tensors_count(file); i++) {
        const struct hs_tensor *t = hsi_tensors_at(file, i);
        char *at = strstr(t->name, how->from ? how->from : "?");
        values[i] = malloc(t->count * sizeof(float));
        CHECK(hsi_tensors_read(file, t, 0, t->count, true, values[i], NULL) == HS_OK);
        snprintf(name[i], sizeof name[i], "%.*s%s%s", at ? (int)(at - t->name) : 200, t->name, at ? how->to : "",
            at ? at + strlen(how->from) : "");
        out[i] = (struct hs_tensor_out){name[i], how->half && strstr(t->name, how->half) ? HS_DTYPE_F16 : HS_DTYPE_F32, t->rank,
            {t->shape[0], t->shape[1]}, .values = values[i]};
    }
    snprintf(path, sizeof path, "%s/model.safetensors", FOLDER);
    CHECK(hsi_tensors_write(path, true, NULL, 0, out, hsi_tensors_count(file), NULL) == HS_OK);
    size_t length;
    char *bytes;
    for (size_t i = 0; how->spoil && i < hsi_tensors_count(file); i++) {
        struct hs_tensors *made = NULL;
        const float nan = (float)strtod("nan", NULL);
        if (!strstr(name[i], how->spoil) || hsi_tensors_open(path, &made, NULL))
            continue;
        CHECK(hs_file_read(path, HS_MAX_FILE_BYTES, &bytes, &length, NULL) == HS_OK);
        memcpy(bytes + hsi_tensors_find(made, name[i])->end - 4, &nan, 4);
        put("model.safetensors", bytes, length);
        free(bytes);
        hsi_tensors_drop(made);
    }
    for (size_t i = 0; i < hsi_tensors_count(file); i++)
        free(values[i]);
    hsi_tensors_drop(file);
}

/* The largest difference of a weight between two models on the same ids. */
static double apart(struct hs_checkpoint *a, struct hs_checkpoint *b)
{
    static const uint32_t ids[] = {2, 17, 30, 9, 101, 3};
    struct hs_forward *f = NULL, *g = NULL;
    struct hs_forward_config config = {.ids = ids, .n = 6};
    double worst = 0;
    CHECK(a && b && hs_checkpoint_run(a, &config, &f, NULL) == HS_OK && hs_checkpoint_run(b, &config, &g, NULL) == HS_OK);
    for (size_t i = 0; f && g && i < a->settings.layers * a->settings.heads * 36; i++) {
        double off = (double)f->A[i] - (double)g->A[i];
        worst = off > worst ? off : -off > worst ? -off : worst;
    }
    hs_forward_drop(f);
    hs_forward_drop(g);
    return worst;
}

static void test_remade(void)
{
    struct hs_checkpoint *plain = opens(MODELS "bert"), *other;
    configure("bert", "x", "1");
    remake("bert", &(struct remake){.from = "LayerNorm.weight", .to = "LayerNorm.gamma"});
    other = opens(FOLDER);
    CHECK(other && apart(plain, other) == 0);
    hs_checkpoint_drop(other);
    remake("bert", &(struct remake){.from = "bert.", .to = ""}); /* of the model alone */
    other = opens(FOLDER "/model.safetensors");
    CHECK(other && apart(plain, other) == 0);
    hs_checkpoint_drop(other);
    remake("bert", &(struct remake){.from = "cls.predictions.transform.dense", .to = "gone"});
    other = opens(FOLDER "/config.json");
    CHECK(other && apart(plain, other) == 0 && hs_checkpoint_info(other).answer == HS_ANSWER_NONE);
    hs_checkpoint_drop(other);
    remake("bert", &(struct remake){.half = "self.key"}); /* Q, K, V of two types in one matrix */
    other = opens(FOLDER);
    CHECK(other && apart(plain, other) > 0 && apart(plain, other) < 0.01 && strcmp(hs_checkpoint_info(other).dtype, "mixed") == 0);
    hs_checkpoint_drop(other);
    hs_checkpoint_drop(plain);
    remake("bert", &(struct remake){.from = "layer.1.output.dense.weight", .to = "gone"});
    refuses(HS_BAD_INPUT, "layer.1.output.dense.weight|missing|BERT");
    static const char *const spoilt[] = {"layer.2.intermediate.dense.weight", "layer.0.attention.self.value.bias", "LayerNorm.bias"};
    for (size_t i = 0; i < 3; i++) {
        remake("bert", &(struct remake){.spoil = spoilt[i]});
        refuses(HS_BAD_INPUT, "not finite");
    }
}

static void test_shards(void)
{
    size_t length;
    char *index = get("qwen3", "model.safetensors.index.json", &length), *at, text[400];
    struct hs_buffer changed = {0};
    away("model.safetensors");
    configure("qwen3", "x", "1");
    for (at = strstr(index, "model-0"); at; at = strstr(at + 1, "model-0")) { /* of an earlier run */
        snprintf(text, sizeof text, "%.*s", (int)strcspn(at, "\""), at);
        away(text);
    }
    put("model.safetensors.index.json", index, length);
    refuses(HS_IO, "index.json|missing beside it");
    static const char *const bad[] = {"{\"weight_map\": {\"a\": \"../model.safetensors\"}}", "{\"weight_map\": {\"a\": \"/etc/passwd\"}}",
        "{\"weight_map\": {\"a\": 3}}", "{\"weight_map\": {}}", "{}", "[]", "{\"weight_map\": {\"a\": \"pytorch_model.bin\"}}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        put("model.safetensors.index.json", bad[i], strlen(bad[i]));
        refuses(HS_BAD_INPUT, i < 3 || i == 6 ? "plain name" : "weight_map");
    }
    /* Every shard that it names, but one tensor is said to be in another one. */
    for (at = strstr(index, "model-0"); at; at = strstr(at + 1, "model-0")) {
        snprintf(text, sizeof text, "%.*s", (int)strcspn(at, "\""), at);
        copy("qwen3", text);
    }
    put("model.safetensors.index.json", index, length);
    struct hs_checkpoint *one = opens(MODELS "qwen3"), *two = opens(FOLDER);
    CHECK(one && two && one->store.shards > 1 && apart(one, two) == 0);
    hs_checkpoint_drop(one);
    hs_checkpoint_drop(two);
    at = strstr(index, "model-00001");
    hs_buffer_print(&changed, "%.*smodel-00002%s", (int)(at - index), index, at + 11);
    put("model.safetensors.index.json", changed.data, changed.length);
    refuses(HS_BAD_INPUT, "index.json|is not in");
    away("model.safetensors.index.json");
    hs_buffer_drop(&changed);
    free(index);
}

/* ------------------------------------------------------------------ watches and runs */

struct seen {
    size_t calls, last, total, stop_at;
};

static bool stop(void *user)
{
    struct seen *seen = user;
    return ++seen->calls == seen->stop_at;
}

static void progress(void *user, size_t done, size_t total)
{
    struct seen *seen = user;
    CHECK(done >= seen->last && done <= total);
    seen->last = done;
    seen->total = total;
}

static void test_watch(void)
{
    struct seen seen = {0};
    struct hs_watch watch = {stop, progress, &seen};
    struct hs_checkpoint *model = NULL;
    struct hs_error error;
    CHECK(hs_checkpoint_open(MODELS "llama", &watch, &model, &error) == HS_OK);
    size_t steps = seen.calls;
    CHECK(steps > 10 && seen.total > 1000);
    static const uint32_t ids[] = {1, 2, 3};
    struct hs_forward *forward = NULL;
    seen = (struct seen){.stop_at = 2};
    CHECK(hs_checkpoint_run(model, &(struct hs_forward_config){.ids = ids, .n = 3, .watch = &watch}, &forward, &error) == HS_STOPPED);
    CHECK(!forward && seen.last == 1 && seen.total == 2);
    hs_checkpoint_drop(model);
    for (size_t at = 1; at <= steps; at++) {
        seen = (struct seen){.stop_at = at};
        model = NULL;
        CHECK(hs_checkpoint_open(MODELS "llama", &watch, &model, &error) == HS_STOPPED && !model);
    }
}

static void test_bad_runs(void)
{
    struct hs_checkpoint *model = opens(MODELS "bert");
    uint32_t ids[200] = {1, 2, 3}, types[3] = {0, 1, 2};
    uint8_t mode[9] = {0, 0, 0, 0, 0, 0, 0, 0, 4};
    struct hs_forward *forward = NULL;
    struct hs_error error;
    float logits[1];
    CHECK(hs_checkpoint_run(model, &(struct hs_forward_config){.ids = ids, .n = 0}, &forward, &error) == HS_BAD_INPUT);
    CHECK(hs_checkpoint_run(model, &(struct hs_forward_config){.ids = ids, .n = 97}, &forward, &error) == HS_LIMIT);
    CHECK(tells(error.message, "96"));
    CHECK(hs_checkpoint_run(model, &(struct hs_forward_config){.ids = ids, .n = 3, .types = types}, &forward, &error) == HS_BAD_USE);
    CHECK(hs_checkpoint_run(model, &(struct hs_forward_config){.ids = ids, .n = 3, .head_mode = mode}, &forward, &error) == HS_BAD_USE);
    ids[1] = 100000;
    CHECK(hs_checkpoint_run(model, &(struct hs_forward_config){.ids = ids, .n = 3}, &forward, &error) == HS_BAD_USE);
    CHECK(tells(error.message, "100000") && !forward);
    ids[1] = 5;
    types[2] = 1;
    CHECK(hs_checkpoint_run(model, &(struct hs_forward_config){.ids = ids, .n = 3, .types = types}, &forward, &error) == HS_OK);
    CHECK(hs_forward_logits(forward, 3, logits, &error) == HS_BAD_USE);
    CHECK(!hs_forward_weights(forward, 3, 0).data && !hs_forward_weights(forward, 0, 3).data);
    hs_forward_drop(hs_forward_keep(forward));
    hs_forward_drop(forward);
    hs_forward_drop(NULL);
    hs_checkpoint_drop(model);
    hs_checkpoint_drop(NULL);
}

TEST(test_checkpoint_open)
{
    test_configurations();
    test_missing();
    test_remade();
    test_shards();
    test_watch();
    test_bad_runs();
    return check_report();
}
