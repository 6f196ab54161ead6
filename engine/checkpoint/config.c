/* config.c – reads a model's config.json into settings. Families spell the same size in different ways; every number is held
 * against the engine's limits, and what is not known here is named rather than passed over. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "checkpoint/checkpoint.h"

/* What is being read, for messages. */
struct reading {
    const struct hs_json *root;
    struct hs_name path;
    struct hs_error *error;
    enum hs_status status; /* of the first failure */
};

static bool fail(struct reading *r, const char *key, const char *what)
{
    if (!r->status)
        r->status = hs_fail(r->error, HS_BAD_INPUT, "%s: \"%s\" %s", r->path.text, key, what);
    return false;
}

/* The value of the first key of `keys` ("a|b|c") that is there and not null; its name goes to `key`. */
static const struct hs_json *first_of(const struct reading *r, const char *keys, char key[64])
{
    while (*keys) {
        size_t length = strcspn(keys, "|");
        snprintf(key, 64, "%.*s", (int)length, keys);
        const struct hs_json *node = hs_json_find(r->root, key);
        if (node && hs_json_kind(node) != HS_JSON_NULL)
            return node;
        keys += length + (keys[length] == '|');
    }
    return NULL;
}

/* A whole number 1 … most; `without` when it is not there, which is an error if that is 0. */
static size_t size(struct reading *r, const char *keys, size_t without, size_t most)
{
    char key[64];
    size_t value = 0;
    const struct hs_json *node = first_of(r, keys, key);
    if (!node && !without) {
        snprintf(key, sizeof key, "%.*s", (int)strcspn(keys, "|"), keys);
        fail(r, key, "is missing; it should be a whole number");
    }
    if (!node)
        return without;
    if (!hs_json_index(node, most + 1, &value) || value == 0) {
        char what[100];
        snprintf(what, sizeof what, "should be a whole number from 1 to %zu", most);
        fail(r, key, what);
        return 1;
    }
    return value;
}

static bool flag(struct reading *r, const char *key, bool without)
{
    const struct hs_json *node = hs_json_find(r->root, key);
    bool value = without;
    if (node && hs_json_kind(node) != HS_JSON_NULL && !hs_json_bool(node, &value))
        fail(r, key, "should be true or false");
    return value;
}

/* A number in (least, most]. */
static double real_in(struct reading *r, const struct hs_json *object, const char *key, double without, double least, double most)
{
    const struct hs_json *node = hs_json_find(object, key);
    double value = without;
    if (!node || hs_json_kind(node) == HS_JSON_NULL)
        return without;
    if (!hs_json_number(node, &value) || !(value > least && value <= most)) {
        char what[100];
        snprintf(what, sizeof what, "should be a number above %g, at most %g", least, most);
        fail(r, key, what);
        return without;
    }
    return value;
}

static enum hs_activation activation(struct reading *r, const char *key, const char *name)
{
    static const struct {
        const char *name;
        enum hs_activation kind;
    } known[] = {{"gelu", HS_ACTIVATION_GELU}, {"gelu_new", HS_ACTIVATION_GELU_TANH}, {"gelu_fast", HS_ACTIVATION_GELU_TANH},
        {"gelu_pytorch_tanh", HS_ACTIVATION_GELU_TANH}, {"quick_gelu", HS_ACTIVATION_GELU_QUICK}, {"relu", HS_ACTIVATION_RELU},
        {"silu", HS_ACTIVATION_SILU}, {"swish", HS_ACTIVATION_SILU}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i].name, name) == 0)
            return known[i].kind;
    char what[300];
    snprintf(what, sizeof what, "is \"%.60s\", an activation that is not known here (gelu, gelu_new, gelu_fast, gelu_pytorch_tanh, "
        "quick_gelu, relu, silu are)", name);
    fail(r, key, what);
    return HS_ACTIVATION_GELU;
}

/* Switches that would make another model of it. */
static void refuse_others(struct reading *r)
{
    const char *type = hs_json_string(hs_json_find(r->root, "position_embedding_type"));
    bool on = false;
    if (type && strcmp(type, "absolute") != 0)
        fail(r, "position_embedding_type", "is not \"absolute\": relative positions inside scores are not known here");
    if (hs_json_bool(hs_json_find(r->root, "add_cross_attention"), &on) && on)
        fail(r, "add_cross_attention", "is true: layers that also attend to another text are not known here");
    if (hs_json_bool(hs_json_find(r->root, "is_encoder_decoder"), &on) && on)
        fail(r, "is_encoder_decoder", "is true: models of two stacks are not known here; write their attention with "
            "headscope-export (assets/python) and open that file");
    if (hs_json_find(r->root, "quantization_config") && hs_json_kind(hs_json_find(r->root, "quantization_config")) == HS_JSON_OBJECT)
        fail(r, "quantization_config", "says that the weights are quantised; fetch the model in F32, F16 or BF16");
    if (size(r, "inner_group_num", 1, 1000) != 1)
        fail(r, "inner_group_num", "is not 1: several layers in a group are not known here");
}

static void read_sizes(struct reading *r, const struct hs_family *family, struct hs_settings *s)
{
    s->d_model = size(r, "hidden_size|n_embd|dim|d_model", 0, HS_MAX_D_MODEL);
    s->layers = size(r, "num_hidden_layers|n_layer|n_layers|num_layers", 0, HS_MAX_LAYERS);
    s->heads = size(r, "num_attention_heads|n_head|n_heads|num_heads", 0, HS_MAX_HEADS);
    s->key_heads = size(r, "num_key_value_heads", s->heads, HS_MAX_HEADS);
    s->vocabulary = size(r, "vocab_size", 0, HS_MAX_EMBEDDINGS);
    s->mlp = size(r, "intermediate_size|n_inner|hidden_dim|ffn_dim", 4 * s->d_model, HS_MAX_MLP);
    s->types = family->name[HS_NAME_TYPE] ? size(r, "type_vocab_size", 2, 1000) : 0;
    s->groups = size(r, "num_hidden_groups", s->layers, HS_MAX_LAYERS);
    s->word_width = family->name[HS_NAME_PROJECT_IN] ? size(r, "embedding_size|word_embed_proj_dim", s->d_model, HS_MAX_D_MODEL)
                                                     : s->d_model;
    if (r->status)
        return;
    if (s->groups > s->layers)
        fail(r, "num_hidden_groups", "is more than there are layers");
    s->d_k = size(r, "head_dim", s->d_model / s->heads ? s->d_model / s->heads : 1, HS_MAX_D_MODEL);
    if (!hs_json_find(r->root, "head_dim") && s->d_model % s->heads != 0)
        fail(r, "num_attention_heads", "does not divide the model's width, and no \"head_dim\" says how wide a head is");
    if (s->heads * s->d_k > 4 * HS_MAX_D_MODEL)
        fail(r, "head_dim", "times the number of heads is more than 32768");
    if (s->heads % s->key_heads != 0)
        fail(r, "num_key_value_heads", "does not divide \"num_attention_heads\"");
}

static void read_positions(struct reading *r, const struct hs_family *family, struct hs_settings *s)
{
    size_t rows = size(r, "max_position_embeddings|n_positions|n_ctx", 0, (size_t)1 << 30);
    size_t pad = family->pad;
    const struct hs_json *node = hs_json_find(r->root, "pad_token_id");
    if (node && hs_json_kind(node) == HS_JSON_NUMBER && !hs_json_index(node, HS_MAX_EMBEDDINGS, &pad))
        pad = family->pad; /* some write -1 for none */
    s->pad = pad;
    s->skips_padding = family->offset == SIZE_MAX;
    s->position_offset = s->skips_padding ? pad + 1 : family->offset;
    s->position_rows = family->name[HS_NAME_POSITION] ? rows : 0;
    s->positions = rows;
    if (s->skips_padding) { /* the table begins at the padding's own position */
        if (rows <= s->position_offset)
            fail(r, "max_position_embeddings", "leaves no position behind \"pad_token_id\"");
        else
            s->positions = rows - s->position_offset;
    } else {
        s->position_rows += s->position_rows ? s->position_offset : 0; /* OPT's table is longer by it */
    }
    if (s->position_rows > HS_MAX_EMBEDDINGS)
        fail(r, "max_position_embeddings", "is more rows than a position table can have here");
    if (s->positions > HS_MAX_TOKENS)
        s->positions = HS_MAX_TOKENS;
}

/* "rope_parameters" of new files, "rope_scaling" and "rope_theta" of older ones. */
static void read_rope(struct reading *r, struct hs_settings *s)
{
    const struct hs_json *now = hs_json_find(r->root, "rope_parameters"), *before = hs_json_find(r->root, "rope_scaling");
    const struct hs_json *rope = hs_json_kind(now) == HS_JSON_OBJECT ? now : hs_json_kind(before) == HS_JSON_OBJECT ? before : NULL;
    double part = real_in(r, r->root, "rotary_pct", 1, 0, 1);
    if (!hs_json_find(r->root, "rotary_pct"))
        part = real_in(r, r->root, "partial_rotary_factor", 1, 0, 1);
    s->theta = real_in(r, r->root, "rope_theta", real_in(r, r->root, "rotary_emb_base", 10000, 0, 1e12), 0, 1e12);
    s->theta = real_in(r, rope, "rope_theta", s->theta, 0, 1e12);
    part = real_in(r, rope, "partial_rotary_factor", part, 0, 1);
    s->rotary = (size_t)((double)s->d_k * part);
    if (s->rotary % 2 != 0 || s->rotary == 0)
        fail(r, "head_dim", "leaves an odd number of dimensions to be turned by position");
    const char *type = hs_json_string(hs_json_find(rope, "rope_type"));
    if (!type)
        type = hs_json_string(hs_json_find(rope, "type"));
    s->rope_factor = real_in(r, rope, "factor", 1, 0, 1e6);
    s->rope_low = real_in(r, rope, "low_freq_factor", 1, 0, 1e6);
    s->rope_high = real_in(r, rope, "high_freq_factor", 4, 0, 1e6);
    s->rope_original = real_in(r, rope, "original_max_position_embeddings", 8192, 0, 1e9);
    if (!type || strcmp(type, "default") == 0 || strcmp(type, "dynamic") == 0)
        s->rope = HS_ROPE_PLAIN; /* "dynamic" differs only beyond the trained length, where no text gets */
    else if (strcmp(type, "linear") == 0)
        s->rope = HS_ROPE_LINEAR;
    else if (strcmp(type, "llama3") == 0)
        s->rope = HS_ROPE_LLAMA3;
    else {
        char what[300];
        snprintf(what, sizeof what, "is \"%s\", which is not known here (default, linear, dynamic, llama3 are)", hsi_name_shown(type).text);
        fail(r, "rope_type", what);
    }
    if (s->rope == HS_ROPE_LLAMA3 && !(s->rope_high > s->rope_low))
        fail(r, "high_freq_factor", "should be above \"low_freq_factor\"");
}

/* Which layers see only a window: by a list of words, or by families' own rules. */
static void read_windows(struct reading *r, const struct hs_family *family, struct hs_settings *s)
{
    bool neo = strcmp(family->type, "gpt_neo") == 0, some = strncmp(family->type, "qwen", 4) == 0;
    const char *key = neo ? "attention_layers" : "layer_types", *word = neo ? "local" : "sliding_attention";
    const struct hs_json *window = hs_json_find(r->root, neo ? "window_size" : "sliding_window");
    const struct hs_json *list = hs_json_find(r->root, key);
    bool listed = hs_json_kind(list) == HS_JSON_ARRAY;
    if (!family->causal || !window || hs_json_kind(window) == HS_JSON_NULL || (some && !flag(r, "use_sliding_window", false)))
        return;
    s->window = size(r, neo ? "window_size" : "sliding_window", 0, (size_t)1 << 30);
    size_t from = some && !listed ? size(r, "max_window_layers", s->layers, (size_t)1 << 30) : 0, layer = 0;
    if (!listed) {
        for (size_t i = from; i < s->layers; i++)
            s->windowed[i] = !neo || i % 2 == 1; /* GPT-Neo's default alternates */
        return;
    }
    if (hs_json_count(list) != s->layers)
        fail(r, key, "should have an entry for each layer");
    for (const struct hs_json *item = hs_json_first(list); item && layer < s->layers; item = hs_json_next(item)) {
        const char *text = hs_json_string(item);
        s->windowed[layer++] = text && strcmp(text, word) == 0;
        if (!text || (!s->windowed[layer - 1] && strcmp(text, neo ? "global" : "full_attention") != 0))
            fail(r, key, "holds a kind of attention that is not known here");
    }
}

static void read_switches(struct reading *r, const struct hs_family *family, struct hs_settings *s)
{
    char key[64];
    const char *name = hs_json_string(first_of(r, "hidden_act|activation_function|activation", key));
    const char *epsilon = hs_json_find(r->root, "rms_norm_eps")         ? "rms_norm_eps"
                          : hs_json_find(r->root, "layer_norm_epsilon") ? "layer_norm_epsilon"
                                                                        : "layer_norm_eps";
    s->activation = activation(r, key, name ? name : family->activation);
    s->head_activation = family->head_activation ? activation(r, key, family->head_activation) : s->activation;
    s->norm = family->norm;
    s->place = family->place;
    s->biases = family->biases;
    s->epsilon = (float)real_in(r, r->root, epsilon, family->epsilon, 0, 1);
    if (strcmp(family->type, "distilbert") == 0)
        s->epsilon = (float)family->epsilon;
    s->gated = family->name[HS_NAME_GATE] != NULL;
    s->head_norms = family->name[HS_NAME_Q_NORM] != NULL;
    s->causal = family->causal || flag(r, "is_decoder", false);
    s->tied = flag(r, "tie_word_embeddings", family->tied);
    s->scale = family->unscaled || !flag(r, "scale_attn_weights", true) ? 1.0f : 1.0f / sqrtf((float)s->d_k);
    s->scale_by_layer = flag(r, "scale_attn_by_inverse_layer_idx", false);
    if (family->norm == HS_NORM_RMS && family->biases == HS_BIAS_NONE) { /* Llama and its kin may have them */
        s->biases |= flag(r, "attention_bias", false) ? HS_BIAS_QKV | HS_BIAS_O : 0;
        s->biases |= flag(r, "mlp_bias", false) ? HS_BIAS_MLP : 0;
    } else if (!flag(r, "attention_bias", true) && family->interleaved) {
        s->biases &= ~(unsigned)(HS_BIAS_QKV | HS_BIAS_O);
    }
    if (!flag(r, "enable_bias", true))
        s->biases = HS_BIAS_NONE;
    if (!flag(r, "layer_norm_elementwise_affine", true))
        fail(r, "layer_norm_elementwise_affine", "is false: norms without weights are not known here");
    if (s->place == HS_PLACE_PARALLEL && !flag(r, "use_parallel_residual", true))
        s->place = HS_PLACE_BEFORE;
    if (!flag(r, "do_layer_norm_before", true))
        s->place = HS_PLACE_BEHIND;
    if (family->name[HS_NAME_RELATIVE])
        s->buckets = size(r, "relative_attention_num_buckets", 32, 4096);
    if (family->rotary)
        read_rope(r, s);
    read_windows(r, family, s);
}

static enum hs_status read_root(struct reading *r, const struct hs_family **family, struct hs_settings *s)
{
    char known[300];
    const char *type = hs_json_string(hs_json_find(r->root, "model_type"));
    hsi_family_list(known, sizeof known);
    if (hs_json_kind(r->root) != HS_JSON_OBJECT || !type)
        return hs_fail(r->error, HS_BAD_INPUT, "%s: no \"model_type\"; expected the config.json of a Hugging Face model, one of: %s",
            r->path.text, known);
    *family = hsi_family_find(type);
    if (!*family)
        return hs_fail(r->error, HS_BAD_INPUT,
            "%s: \"model_type\" is \"%s\", a kind of model that cannot be run here (%s can); its attention can be written to a file "
            "and that opened: see files.md in the documentation",
            r->path.text, hsi_name_shown(type).text, known);
    refuse_others(r);
    read_sizes(r, *family, s);
    if (!r->status)
        read_positions(r, *family, s);
    if (!r->status)
        read_switches(r, *family, s);
    return r->status;
}

enum hs_status hsi_settings_read(const char *folder, const struct hs_family **family, struct hs_settings *settings,
    struct hs_error *error)
{
    char path[4200], *bytes;
    size_t length;
    struct hs_json_doc *doc;
    enum hs_status status = hsi_path_join(folder, "config.json", path, sizeof path, error);
    if (!status && !hsi_path_exists(folder, "config.json"))
        return hs_fail(error, HS_IO, "%s: no config.json is there; a model's folder has one beside model.safetensors",
            hsi_name_shown(folder).text);
    if (!status)
        status = hs_file_read(path, HS_MAX_FILE_BYTES, &bytes, &length, error);
    if (status)
        return status;
    status = hs_json_parse(hsi_name_shown(path).text, bytes, length, &doc, error);
    free(bytes);
    if (status)
        return status;
    *settings = (struct hs_settings){0};
    struct reading reading = {.root = hs_json_root(doc), .path = hsi_name_shown(path), .error = error};
    status = read_root(&reading, family, settings);
    hs_json_drop(doc);
    return status;
}
