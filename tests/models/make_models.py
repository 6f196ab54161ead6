#!/usr/bin/env python3
"""Writes small random checkpoints of many model types, with what transformers' eager attention makes of some texts.

usage: make_models.py FOLDER [--seed N] [--texts N] [NAME...]      needs torch, transformers, tokenizers, safetensors

Each model becomes FOLDER/NAME with config.json, model.safetensors, tokenizer.json and expected.safetensors, which holds, of text
k: ids.k (n); attention.k (layers, heads, rows, n) and result.k (rows, d_model), the last hidden state, for the rows rows.k,
calculated in double precision; and where the model has a head, at.k (1), top.k (10) and probability.k (10): the likeliest tokens at
that position. Its metadata say how far eager attention in float is from that ("eager_f32") and what the text was ("text.k").
The folders beside this file come from seed 7 and 5 texts; the long tests take other seeds and 200.
"""
import argparse, json, os, random, shutil
import torch
import transformers as T
from safetensors.torch import load_file, save_file
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, processors, trainers

SENTENCES = ["The student delivered the book to the library yesterday.", "Maria lost her keys because she was tired.", "def f(x):\n    return x**2",
    "Ça va très bien, merci !", "Привет, как дела?", "東京は今日も雨です。", "나는 학교에 갔다.", "It’s 3.5% of $1,000 — isn't it?", "naïve café",
    "one two three four five six seven", "שלום עולם", "👩‍🚀 rocket 🚀!", "tabs\tand  double  spaces", "Don't panic!", "b", "New  York\tcity"]
CORPUS = SENTENCES * 20


def wordpiece():
    t = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=100))
    t.normalizer, t.pre_tokenizer = normalizers.BertNormalizer(lowercase=True), pre_tokenizers.BertPreTokenizer()
    t.train_from_iterator(CORPUS, trainers.WordPieceTrainer(vocab_size=240, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]))
    t.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    return t


def byte_bpe(special):
    t = Tokenizer(models.BPE())
    t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    t.train_from_iterator(CORPUS, trainers.BpeTrainer(vocab_size=280, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    t.post_processor = processors.ByteLevel(trim_offsets=True)
    return t


def roberta():
    t = byte_bpe(["<s>", "<pad>", "</s>", "<unk>", "<mask>"])
    t.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
    return t


def gpt():
    return byte_bpe(["<|endoftext|>"])


def spm():
    t = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True))
    t.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    t.train_from_iterator(CORPUS, trainers.BpeTrainer(vocab_size=200, special_tokens=["<unk>", "<s>", "</s>"]))
    t.post_processor = processors.TemplateProcessing(single="<s> $A", special_tokens=[("<s>", 1)])
    return t


def unigram():
    t = Tokenizer(models.Unigram())
    t.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    t.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    t.train_from_iterator(CORPUS, trainers.UnigramTrainer(vocab_size=240, special_tokens=["<s>", "<pad>", "</s>", "<unk>", "<mask>"], unk_token="<unk>"))
    t.post_processor = processors.TemplateProcessing(single="<s> $A </s>", special_tokens=[("<s>", 0), ("</s>", 2)])
    return t


# Odd sizes on purpose: d_k of 9 to 13, three query heads for a key head, MLPs of no round number.
B = dict(num_hidden_layers=3, num_attention_heads=3, hidden_size=36, intermediate_size=70, max_position_embeddings=96, initializer_range=.35)
R = dict(B, type_vocab_size=1, pad_token_id=1, max_position_embeddings=98)
L = dict(num_hidden_layers=2, num_attention_heads=6, num_key_value_heads=2, hidden_size=48, intermediate_size=54, max_position_embeddings=96, initializer_range=.25)
N = dict(num_hidden_layers=2, num_attention_heads=4, hidden_size=44, intermediate_size=70, max_position_embeddings=96, initializer_range=.3)
O = dict(num_hidden_layers=2, num_attention_heads=4, hidden_size=40, ffn_dim=66, max_position_embeddings=96, init_std=.3)
ROPE3 = dict(rope_type="llama3", rope_theta=500000., factor=8., low_freq_factor=1., high_freq_factor=4., original_max_position_embeddings=32)
MODELS = {  # name: class, configuration, its arguments, tokenizer, type of the weights, bytes of a shard
    "bert": (T.BertForMaskedLM, T.BertConfig, B, wordpiece, "float32", 0),
    "bert-base": (T.BertModel, T.BertConfig, dict(B, hidden_act="gelu_new"), wordpiece, "float16", 0),
    "distilbert": (T.DistilBertForMaskedLM, T.DistilBertConfig, dict(n_layers=2, n_heads=4, dim=40, hidden_dim=66, max_position_embeddings=96, initializer_range=.35), wordpiece, "float32", 0),
    "roberta": (T.RobertaForMaskedLM, T.RobertaConfig, R, roberta, "float32", 0),
    "xlm-roberta": (T.XLMRobertaModel, T.XLMRobertaConfig, R, unigram, "float32", 0),
    "camembert": (T.CamembertForMaskedLM, T.CamembertConfig, R, unigram, "bfloat16", 0),
    "electra": (T.ElectraForMaskedLM, T.ElectraConfig, dict(B, embedding_size=20), wordpiece, "float32", 0),
    "mpnet": (T.MPNetForMaskedLM, T.MPNetConfig, dict(R, type_vocab_size=2), wordpiece, "float32", 0),
    "albert": (T.AlbertForMaskedLM, T.AlbertConfig, dict(B, embedding_size=20, num_hidden_layers=4, num_hidden_groups=2), unigram, "float32", 0),
    "gpt2": (T.GPT2LMHeadModel, T.GPT2Config, dict(n_layer=2, n_head=4, n_embd=44, n_positions=96, initializer_range=.3), gpt, "float32", 0),
    "gpt2-scaled": (T.GPT2Model, T.GPT2Config, dict(n_layer=3, n_head=3, n_embd=39, n_positions=96, n_inner=50, initializer_range=.3, scale_attn_by_inverse_layer_idx=True), gpt, "float16", 0),
    "gpt-neo": (T.GPTNeoForCausalLM, T.GPTNeoConfig, dict(num_layers=2, num_heads=4, hidden_size=40, max_position_embeddings=96, window_size=8, attention_types=[[["global", "local"], 1]], initializer_range=.3), gpt, "float32", 0),
    "opt": (T.OPTForCausalLM, T.OPTConfig, dict(O, word_embed_proj_dim=40), gpt, "float32", 0),
    "opt-350m": (T.OPTForCausalLM, T.OPTConfig, dict(O, word_embed_proj_dim=24, do_layer_norm_before=False), gpt, "float32", 0),
    "llama": (T.LlamaForCausalLM, T.LlamaConfig, L, spm, "float32", 0),
    "llama3": (T.LlamaForCausalLM, T.LlamaConfig, dict(L, rope_parameters=ROPE3, tie_word_embeddings=True, attention_bias=True), gpt, "bfloat16", 0),
    "mistral": (T.MistralForCausalLM, T.MistralConfig, dict(L, sliding_window=6, head_dim=12), spm, "float32", 0),
    "qwen2": (T.Qwen2ForCausalLM, T.Qwen2Config, dict(L, tie_word_embeddings=True, use_sliding_window=True, sliding_window=9, max_window_layers=1), gpt, "float32", 0),
    "qwen3": (T.Qwen3ForCausalLM, T.Qwen3Config, dict(L, head_dim=10), gpt, "float32", 60000),
    "gpt-neox": (T.GPTNeoXForCausalLM, T.GPTNeoXConfig, dict(N, rope_parameters=dict(rope_type="default", rope_theta=10000., partial_rotary_factor=.4)), gpt, "float32", 0),
    "gpt-neox-serial": (T.GPTNeoXForCausalLM, T.GPTNeoXConfig, dict(N, hidden_size=40, use_parallel_residual=False, rope_parameters=dict(rope_type="default", rope_theta=10000., partial_rotary_factor=1.)), gpt, "bfloat16", 0),
}


def texts_of(tokenizer, vocabulary, most, count):
    """A single token, the longest text (random ids), then sentences."""
    yield "", [random.randrange(5, vocabulary)]
    yield "", [random.randrange(5, vocabulary) for _ in range(most)]
    for k in range(count - 2):
        text = SENTENCES[0] if k == 0 else " ".join(random.sample(SENTENCES, random.randint(1, 3)))[: random.randint(1, 90)]
        ids = tokenizer.encode(text).ids[:most]
        yield text, ids or [random.randrange(5, vocabulary)]


def attention(model, ids):
    with torch.no_grad():
        out = model(torch.tensor([ids]), output_attentions=True, output_hidden_states=True)
    return torch.stack(out.attentions)[:, 0], out.hidden_states[-1][0], getattr(out, "logits", None)


def real(to, seed, count):
    """A model that is there: its numbers only. Takes texts from its own tokenizer."""
    random.seed(f"{seed} {to}")
    tokenizer = Tokenizer.from_file(os.path.join(to, "tokenizer.json"))
    tokenizer.no_truncation(), tokenizer.no_padding()
    single, double = (T.AutoModel.from_pretrained(to, attn_implementation="eager", dtype=torch.float32).eval() for _ in range(2))
    compare(to, single, double.double(), tokenizer, single.config.vocab_size, seed, count)


def make(folder, name, seed, count):
    kind, config, arguments, tokenizer, dtype, shard = MODELS[name]
    random.seed(f"{seed} {name}")
    torch.manual_seed(random.randrange(1 << 30))
    tokenizer, to = tokenizer(), os.path.join(folder, name)
    shutil.rmtree(to, ignore_errors=True)
    os.makedirs(to)
    vocabulary = tokenizer.get_vocab_size()
    model = kind(config(vocab_size=vocabulary, attn_implementation="eager", bos_token_id=0, eos_token_id=0, **arguments)).eval().float()
    with torch.no_grad():
        for p in model.parameters():
            if p.ndim == 1:
                p.add_(torch.randn_like(p) * .1)  # biases and norms that matter
    model = model.to(getattr(torch, dtype))
    model.save_pretrained(to, **({"max_shard_size": shard} if shard else {}))
    tokenizer.save(os.path.join(to, "tokenizer.json"))
    single, double = (kind.from_pretrained(to, attn_implementation="eager", dtype=torch.float32).eval() for _ in range(2))
    compare(to, single, double.double(), tokenizer, vocabulary, seed, count)
    if os.path.exists(os.path.join(to, "generation_config.json")):
        os.remove(os.path.join(to, "generation_config.json"))


def compare(to, single, double, tokenizer, vocabulary, seed, count):
    most = min(96, single.config.max_position_embeddings)
    tensors, notes, worst = {}, {}, 0.0
    for k, (text, ids) in enumerate(texts_of(tokenizer, vocabulary, most, count)):
        weights, result, logits = attention(double, ids)
        worst = max(worst, (attention(single, ids)[0].double() - weights).abs().max().item())
        n = len(ids)
        rows = torch.arange(n) if n <= 16 else torch.tensor(sorted(random.sample(range(n - 1), 3)) + [n - 1])
        tensors.update({f"ids.{k}": torch.tensor(ids, dtype=torch.int32), f"rows.{k}": rows.int(), f"attention.{k}": weights[:, :, rows].float()})
        if result.shape[1] == single.config.hidden_size:  # OPT's narrow ones are given behind a projection
            tensors[f"result.{k}"] = result[rows].float()
        notes[f"text.{k}"] = text
        if logits is not None:
            at = random.randrange(n)
            best = logits[0, at].softmax(-1).topk(10)
            tensors.update({f"at.{k}": torch.tensor([at], dtype=torch.int32), f"top.{k}": best.indices.int(), f"probability.{k}": best.values.float()})
    notes.update(texts=str(count), eager_f32=f"{worst:.3e}", seed=str(seed))
    save_file({key: value.contiguous() for key, value in tensors.items()}, os.path.join(to, "expected.safetensors"), metadata=notes)
    size = sum(os.path.getsize(os.path.join(to, f)) for f in os.listdir(to))
    print(f"{os.path.basename(to)}: {size // 1024} kB, eager in float is {worst:.1e} from double, mean row maximum {weights.max(-1).values.mean():.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--texts", type=int, default=5)
    parser.add_argument("--real", help="a model that lies in FOLDER already")
    a = parser.parse_args()
    torch.set_num_threads(1)
    T.logging.set_verbosity_error()
    if a.real:
        real(os.path.join(a.folder, a.real), a.seed, a.texts)
    for name in a.names or ([] if a.real else MODELS):
        make(a.folder, name, a.seed, a.texts)
