/* family.c – one row for each kind of model: its switches and what its tensors are called. A new family is a row here; what
 * differs from file to file (sizes, windows, rotation) is read in config.c. Sources: the modelling files of transformers. */
#include <stdio.h>
#include <string.h>

#include "checkpoint/checkpoint.h"

/* BERT's own names, which its descendants kept; they differ in prefix and head. */
#define BERT_SWITCHES                                                                              \
    .norm = HS_NORM_LAYER, .place = HS_PLACE_BEHIND, .biases = HS_BIAS_ALL, .epsilon = 1e-12,      \
    .tied = true
#define BERT_LAYERS .layer = "encoder.layer.%zu.", .activation = "gelu", BERT_SWITCHES
#define BERT_NAMES                                                                                 \
    [HS_NAME_WORD] = "embeddings.word_embeddings",                                                 \
    [HS_NAME_POSITION] = "embeddings.position_embeddings",                                         \
    [HS_NAME_TYPE] = "embeddings.token_type_embeddings",                                           \
    [HS_NAME_EMBED_NORM] = "embeddings.LayerNorm", [HS_NAME_Q] = "attention.self.query",           \
    [HS_NAME_K] = "attention.self.key", [HS_NAME_V] = "attention.self.value",                      \
    [HS_NAME_O] = "attention.output.dense", [HS_NAME_NORM_1] = "attention.output.LayerNorm",       \
    [HS_NAME_UP] = "intermediate.dense", [HS_NAME_DOWN] = "output.dense",                          \
    [HS_NAME_NORM_2] = "output.LayerNorm"
#define ROBERTA_HEAD                                                                               \
    [HS_NAME_HEAD_DENSE] = "lm_head.dense", [HS_NAME_HEAD_NORM] = "lm_head.layer_norm",            \
    [HS_NAME_HEAD] = "lm_head.decoder", [HS_NAME_HEAD_BIAS] = "lm_head.bias"
#define ROBERTA(name_, title_)                                                                     \
    {                                                                                              \
        .type = name_, .title = title_, .prefix = {"roberta.", ""}, BERT_LAYERS,                   \
        .name = {BERT_NAMES, ROBERTA_HEAD}, .offset = SIZE_MAX, .pad = 1,                          \
        .head_activation = "gelu"                                                                  \
    }
#define LLAMA_NAMES                                                                                \
    [HS_NAME_WORD] = "embed_tokens", [HS_NAME_FINAL_NORM] = "norm",                                \
    [HS_NAME_NORM_1] = "input_layernorm", [HS_NAME_Q] = "self_attn.q_proj",                        \
    [HS_NAME_K] = "self_attn.k_proj", [HS_NAME_V] = "self_attn.v_proj",                            \
    [HS_NAME_O] = "self_attn.o_proj", [HS_NAME_NORM_2] = "post_attention_layernorm",               \
    [HS_NAME_GATE] = "mlp.gate_proj", [HS_NAME_UP] = "mlp.up_proj",                                \
    [HS_NAME_DOWN] = "mlp.down_proj", [HS_NAME_HEAD] = "lm_head"
#define LLAMA(name_, title_, biases_)                                                              \
    .type = name_, .title = title_, .prefix = {"model.", ""}, .layer = "layers.%zu.",              \
    .norm = HS_NORM_RMS, .place = HS_PLACE_BEFORE, .biases = biases_, .epsilon = 1e-6,             \
    .activation = "silu", .causal = true, .rotary = true
#define GPT2_NAMES                                                                                 \
    [HS_NAME_WORD] = "wte", [HS_NAME_POSITION] = "wpe", [HS_NAME_FINAL_NORM] = "ln_f",             \
    [HS_NAME_NORM_1] = "ln_1", [HS_NAME_NORM_2] = "ln_2", [HS_NAME_UP] = "mlp.c_fc",               \
    [HS_NAME_DOWN] = "mlp.c_proj", [HS_NAME_HEAD] = "lm_head"
#define GPT2(name_, title_)                                                                        \
    .type = name_, .title = title_, .prefix = {"transformer.", ""}, .layer = "h.%zu.",             \
    .norm = HS_NORM_LAYER, .place = HS_PLACE_BEFORE, .epsilon = 1e-5, .activation = "gelu_new",    \
    .causal = true, .tied = true

static const struct hs_family families[] = {
    {.type = "bert", .title = "BERT", .prefix = {"bert.", ""}, BERT_LAYERS,
        .name = {BERT_NAMES, [HS_NAME_HEAD_DENSE] = "cls.predictions.transform.dense",
            [HS_NAME_HEAD_NORM] = "cls.predictions.transform.LayerNorm",
            [HS_NAME_HEAD] = "cls.predictions.decoder", [HS_NAME_HEAD_BIAS] = "cls.predictions.bias"}},
    {.type = "distilbert", .title = "DistilBERT", .prefix = {"distilbert.", ""}, BERT_SWITCHES,
        .layer = "transformer.layer.%zu.", .activation = "gelu",
        .name = {[HS_NAME_WORD] = "embeddings.word_embeddings",
            [HS_NAME_POSITION] = "embeddings.position_embeddings",
            [HS_NAME_EMBED_NORM] = "embeddings.LayerNorm", [HS_NAME_Q] = "attention.q_lin",
            [HS_NAME_K] = "attention.k_lin", [HS_NAME_V] = "attention.v_lin",
            [HS_NAME_O] = "attention.out_lin", [HS_NAME_NORM_1] = "sa_layer_norm",
            [HS_NAME_UP] = "ffn.lin1", [HS_NAME_DOWN] = "ffn.lin2",
            [HS_NAME_NORM_2] = "output_layer_norm", [HS_NAME_HEAD_DENSE] = "vocab_transform",
            [HS_NAME_HEAD_NORM] = "vocab_layer_norm", [HS_NAME_HEAD] = "vocab_projector",
            [HS_NAME_HEAD_BIAS] = "vocab_projector.bias"}},
    ROBERTA("roberta", "RoBERTa"),
    ROBERTA("xlm-roberta", "XLM-RoBERTa"),
    ROBERTA("camembert", "CamemBERT"),
    {.type = "electra", .title = "ELECTRA", .prefix = {"electra.", ""}, BERT_LAYERS,
        .name = {BERT_NAMES, [HS_NAME_PROJECT_IN] = "embeddings_project",
            [HS_NAME_HEAD_DENSE] = "generator_predictions.dense",
            [HS_NAME_HEAD_NORM] = "generator_predictions.LayerNorm",
            [HS_NAME_HEAD] = "generator_lm_head", [HS_NAME_HEAD_BIAS] = "generator_lm_head.bias"},
        .head_activation = "gelu"},
    {.type = "mpnet", .title = "MPNet", .prefix = {"mpnet.", ""}, BERT_LAYERS,
        .name = {[HS_NAME_WORD] = "embeddings.word_embeddings",
            [HS_NAME_POSITION] = "embeddings.position_embeddings",
            [HS_NAME_EMBED_NORM] = "embeddings.LayerNorm", [HS_NAME_Q] = "attention.attn.q",
            [HS_NAME_K] = "attention.attn.k", [HS_NAME_V] = "attention.attn.v",
            [HS_NAME_O] = "attention.attn.o", [HS_NAME_NORM_1] = "attention.LayerNorm",
            [HS_NAME_UP] = "intermediate.dense", [HS_NAME_DOWN] = "output.dense",
            [HS_NAME_NORM_2] = "output.LayerNorm",
            [HS_NAME_RELATIVE] = "encoder.relative_attention_bias", ROBERTA_HEAD},
        .offset = SIZE_MAX, .pad = 1, .head_activation = "gelu"},
    {.type = "albert", .title = "ALBERT", .prefix = {"albert.", ""}, BERT_SWITCHES,
        .activation = "gelu_new", .layer = "encoder.albert_layer_groups.%zu.albert_layers.0.",
        .name = {[HS_NAME_WORD] = "embeddings.word_embeddings",
            [HS_NAME_POSITION] = "embeddings.position_embeddings",
            [HS_NAME_TYPE] = "embeddings.token_type_embeddings",
            [HS_NAME_EMBED_NORM] = "embeddings.LayerNorm",
            [HS_NAME_PROJECT_IN] = "encoder.embedding_hidden_mapping_in",
            [HS_NAME_Q] = "attention.query", [HS_NAME_K] = "attention.key",
            [HS_NAME_V] = "attention.value", [HS_NAME_O] = "attention.dense",
            [HS_NAME_NORM_1] = "attention.LayerNorm", [HS_NAME_UP] = "ffn",
            [HS_NAME_DOWN] = "ffn_output", [HS_NAME_NORM_2] = "full_layer_layer_norm",
            [HS_NAME_HEAD_DENSE] = "predictions.dense", [HS_NAME_HEAD_NORM] = "predictions.LayerNorm",
            [HS_NAME_HEAD] = "predictions.decoder", [HS_NAME_HEAD_BIAS] = "predictions.bias"}},
    {GPT2("gpt2", "GPT-2"), .transposed = true, .biases = HS_BIAS_ALL,
        .name = {GPT2_NAMES, [HS_NAME_QKV] = "attn.c_attn", [HS_NAME_O] = "attn.c_proj"}},
    {GPT2("gpt_neo", "GPT-Neo"), .unscaled = true, .biases = HS_BIAS_O | HS_BIAS_MLP,
        .name = {GPT2_NAMES, [HS_NAME_Q] = "attn.attention.q_proj",
            [HS_NAME_K] = "attn.attention.k_proj", [HS_NAME_V] = "attn.attention.v_proj",
            [HS_NAME_O] = "attn.attention.out_proj"}},
    {.type = "opt", .title = "OPT", .prefix = {"model.decoder.", "decoder.", ""},
        .layer = "layers.%zu.", .norm = HS_NORM_LAYER, .place = HS_PLACE_BEFORE,
        .biases = HS_BIAS_ALL, .epsilon = 1e-5, .activation = "relu", .causal = true, .tied = true,
        .offset = 2,
        .name = {[HS_NAME_WORD] = "embed_tokens", [HS_NAME_POSITION] = "embed_positions",
            [HS_NAME_PROJECT_IN] = "project_in", [HS_NAME_PROJECT_OUT] = "project_out",
            [HS_NAME_FINAL_NORM] = "final_layer_norm", [HS_NAME_NORM_1] = "self_attn_layer_norm",
            [HS_NAME_Q] = "self_attn.q_proj", [HS_NAME_K] = "self_attn.k_proj",
            [HS_NAME_V] = "self_attn.v_proj", [HS_NAME_O] = "self_attn.out_proj",
            [HS_NAME_NORM_2] = "final_layer_norm", [HS_NAME_UP] = "fc1", [HS_NAME_DOWN] = "fc2",
            [HS_NAME_HEAD] = "lm_head"}},
    {LLAMA("llama", "Llama", HS_BIAS_NONE), .name = {LLAMA_NAMES}},
    {LLAMA("mistral", "Mistral", HS_BIAS_NONE), .name = {LLAMA_NAMES}},
    {LLAMA("qwen2", "Qwen2", HS_BIAS_QKV), .name = {LLAMA_NAMES}},
    {LLAMA("qwen3", "Qwen3", HS_BIAS_NONE),
        .name = {LLAMA_NAMES, [HS_NAME_Q_NORM] = "self_attn.q_norm", [HS_NAME_K_NORM] = "self_attn.k_norm"}},
    {.type = "gpt_neox", .title = "GPT-NeoX", .prefix = {"gpt_neox.", ""}, .layer = "layers.%zu.",
        .norm = HS_NORM_LAYER, .place = HS_PLACE_PARALLEL, .biases = HS_BIAS_ALL, .epsilon = 1e-5,
        .activation = "gelu", .causal = true, .rotary = true, .interleaved = true,
        .name = {[HS_NAME_WORD] = "embed_in", [HS_NAME_FINAL_NORM] = "final_layer_norm",
            [HS_NAME_NORM_1] = "input_layernorm", [HS_NAME_QKV] = "attention.query_key_value",
            [HS_NAME_O] = "attention.dense", [HS_NAME_NORM_2] = "post_attention_layernorm",
            [HS_NAME_UP] = "mlp.dense_h_to_4h", [HS_NAME_DOWN] = "mlp.dense_4h_to_h",
            [HS_NAME_HEAD] = "embed_out"}},
};

const struct hs_family *hsi_family_find(const char *type)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(families[i].type, type) == 0)
            return &families[i];
    return NULL;
}

void hsi_family_list(char *text, size_t room)
{
    text[0] = '\0';
    for (size_t i = 0, used = 0; i < sizeof families / sizeof *families && used < room; i++)
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? ", " : "", families[i].type);
}
