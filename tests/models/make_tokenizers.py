"""Trains small tokenizers of every kind with the real components of well-known models, and writes those that the tests keep.
usage: make_tokenizers.py OUT [TEXTS]: one folder each with its files and expected.json, the ids and places (in characters) that
the reference gives TEXTS texts. Needs the Python packages tokenizers, sentencepiece, protobuf."""
import io
import json
import os
import random
import sys

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

import texts as lines

LLAMA3 = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
QWEN = LLAMA3.replace(r"\p{N}{1,3}", r"\p{N}")
O200K = (r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|"
         r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+")


def corpus(seed):
    dice = random.Random(seed)
    return lines.SENTENCES * 20 + [lines.text(dice) for _ in range(600)]


def settled(tokenizer):
    """The tokenizer as its file says it."""
    return json.loads(tokenizer.to_str())


def wordpiece(seed, cased=False, mpnet=False):
    t = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=100))
    t.normalizer = normalizers.BertNormalizer(lowercase=not cased, handle_chinese_chars=True, strip_accents=None, clean_text=True)
    t.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["<s>", "<pad>", "</s>", "<unk>", "[UNK]", "<mask>"] if mpnet else ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    if mpnet:
        special = [AddedToken(s, lstrip=s == "<mask>", normalized=False, special=True) for s in special]
    t.train_from_iterator(corpus(seed), trainers.WordPieceTrainer(vocab_size=900, special_tokens=special, limit_alphabet=400))
    first, last = ("<s>", "</s>") if mpnet else ("[CLS]", "[SEP]")
    around = [(first, t.token_to_id(first)), (last, t.token_to_id(last))]
    t.post_processor = processors.TemplateProcessing(single=f"{first} $A {last}", pair=f"{first} $A {last} $B:1 {last}:1", special_tokens=around)
    t.decoder = decoders.WordPiece()
    if not mpnet:
        t.enable_truncation(128)
        t.enable_padding(length=128)
    return settled(t)


def byte_level(seed, style):
    t = Tokenizer(models.BPE(ignore_merges=style == "llama3"))
    special = {"roberta": ["<s>", "<pad>", "</s>", "<unk>", AddedToken("<mask>", lstrip=True, normalized=False)],
               "llama3": ["<|begin_of_text|>", "<|end_of_text|>"], "qwen": ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]}.get(style, ["<|endoftext|>"])
    plain = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    split = {"llama3": LLAMA3, "qwen": QWEN, "o200k": O200K}.get(style)
    if split:
        t.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Split(Regex(split), "isolated"), plain])
    elif style == "smollm":
        t.pre_tokenizer = pre_tokenizers.Sequence([pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)])
    else:
        t.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=style == "gpt2-prefix")
    if style in ("qwen", "neox"):
        t.normalizer = normalizers.NFC()
    t.train_from_iterator(corpus(seed), trainers.BpeTrainer(vocab_size=900, special_tokens=special, initial_alphabet=pre_tokenizers.ByteLevel.alphabet()))
    t.decoder = decoders.ByteLevel()
    if style == "roberta":
        t.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False, trim_offsets=True)
    elif style == "llama3":
        begin = processors.TemplateProcessing(single="<|begin_of_text|> $A", pair="<|begin_of_text|> $A <|begin_of_text|>:1 $B:1", special_tokens=[("<|begin_of_text|>", 0)])
        t.post_processor = processors.Sequence([processors.ByteLevel(trim_offsets=True), begin])
    else:
        t.post_processor = processors.ByteLevel(trim_offsets=style != "smollm", add_prefix_space=style == "gpt2-prefix")
    if style == "neox":
        t.add_tokens([AddedToken(" " * n, normalized=True) for n in range(24, 1, -1)])
    return settled(t)


def sentencepiece_bpe(seed, style):
    t = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    special = ["<unk>", "<s>", "</s>"] + ["<0x%02X>" % i for i in range(256)]
    if style == "llama2":
        t.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    elif style == "mistral":
        t.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="first", split=False)
    else:  # gemma
        t.normalizer = normalizers.Replace(" ", "▁")
        t.pre_tokenizer = pre_tokenizers.Split(" ", "merged_with_previous")
    t.train_from_iterator(corpus(seed), trainers.BpeTrainer(vocab_size=1100, special_tokens=special, limit_alphabet=150, max_token_length=16))
    t.post_processor = processors.TemplateProcessing(single="<s> $A", pair="<s> $A <s>:1 $B:1", special_tokens=[("<s>", 1)])
    made = settled(t)
    made["added_tokens"] = [a for a in made["added_tokens"] if not a["content"].startswith("<0x")]
    if style == "llama2":  # as older files write them
        made["model"]["merges"] = [" ".join(m) for m in made["model"]["merges"]]
    return made


def charsmap(seed, rule):
    """SentencePiece's own compiled map, and its pieces and scores."""
    import sentencepiece
    from sentencepiece import sentencepiece_model_pb2
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(random.Random(seed).choices(lines.SENTENCES, k=400)), model_writer=model, vocab_size=700,
                                             normalization_rule_name=rule, hard_vocab_limit=False, character_coverage=0.98, minloglevel=3, num_threads=1)
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(model.getvalue())
    return proto


def unigram(seed, style):
    """XLM-R: fairseq's order of specials and the map; ALBERT: quotes, decomposed, accents off, lower case, the map; T5: pieces of
    bytes."""
    import base64
    proto = charsmap(seed, "nmt_nfkc")
    pieces = [(p.piece, p.score) for p in proto.pieces]
    mapped = {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(proto.normalizer_spec.precompiled_charsmap).decode()}
    squeeze = {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}
    space = {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True}

    def token(i, content, lstrip=False):
        return {"id": i, "content": content, "single_word": False, "lstrip": lstrip, "rstrip": False, "normalized": False, "special": True}

    def around(first, last, ids):
        steps = [{"SpecialToken": {"id": first, "type_id": 0}}] * bool(first) + [{"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": last, "type_id": 0}}]
        named = {n: {"id": n, "ids": [ids[n]], "tokens": [n]} for n in (first, last) if n}
        return {"type": "TemplateProcessing", "single": steps, "pair": steps, "special_tokens": named}

    fallback = False
    if style == "xlm-r":
        vocab = [("<s>", 0.0), ("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)] + pieces[3:] + [("<mask>", 0.0)]
        normalizer = {"type": "Sequence", "normalizers": [mapped, squeeze]}
        splitter = {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, space]}
        added = [token(0, "<s>"), token(1, "<pad>"), token(2, "</s>"), token(3, "<unk>"), token(len(vocab) - 1, "<mask>", True)]
        unknown, process = 3, around("<s>", "</s>", {"<s>": 0, "</s>": 2})
    elif style == "albert":
        vocab = [("<pad>", 0.0), ("<unk>", 0.0), ("[CLS]", 0.0), ("[SEP]", 0.0), ("[MASK]", 0.0)] + pieces[3:]
        normalizer = {"type": "Sequence", "normalizers": [{"type": "Replace", "pattern": {"String": "``"}, "content": "\""}, {"type": "Replace", "pattern": {"String": "''"}, "content": "\""},
                                                          {"type": "NFKD"}, {"type": "StripAccents"}, {"type": "Lowercase"}, mapped]}
        splitter = {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, space]}
        added = [token(0, "<pad>"), token(1, "<unk>"), token(2, "[CLS]"), token(3, "[SEP]"), token(4, "[MASK]", True)]
        unknown, process = 1, around("[CLS]", "[SEP]", {"[CLS]": 2, "[SEP]": 3})
    else:
        vocab = [("<pad>", 0.0), ("</s>", 0.0), ("<unk>", 0.0)] + pieces[3:] + [("<0x%02X>" % i, -20.0) for i in range(256)]
        normalizer = {"type": "Sequence", "normalizers": [mapped, {"type": "Strip", "strip_left": False, "strip_right": True}, {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": "▁"}]}
        splitter, fallback = dict(space, prepend_scheme="first", split=False), True
        added = [token(0, "<pad>"), token(1, "</s>"), token(2, "<unk>")]
        unknown, process = 2, around(None, "</s>", {"</s>": 1})
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": added, "normalizer": normalizer, "pre_tokenizer": splitter, "post_processor": process,
            "decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": True},
            "model": {"type": "Unigram", "unk_id": unknown, "vocab": [list(p) for p in vocab], "byte_fallback": fallback}}


def odd(seed, number):
    """Components that well-known models rarely use, together."""
    t = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=40))
    n, p = normalizers, pre_tokenizers
    t.normalizer = [n.Sequence([n.NFKC(), n.Strip(True, False), n.Lowercase()]), n.Sequence([n.NFD(), n.StripAccents(), n.Replace(Regex(r"[0-9]+"), "#")]),
                    n.Sequence([n.Nmt(), n.NFKD(), n.Prepend("x"), n.Strip(False, True)]), n.Sequence([n.Replace("e", "éé"), n.NFC()]), None][number]
    t.pre_tokenizer = [p.Whitespace(), p.Sequence([p.WhitespaceSplit(), p.Punctuation("contiguous")]), p.Sequence([p.Split(Regex(r"\s+"), "removed"), p.Punctuation("merged_with_next"), p.Digits(False)]),
                       p.Sequence([p.Split(" ", "merged_with_next"), p.Punctuation("merged_with_previous")]), p.Sequence([p.Split(Regex(r"\w+"), "removed", invert=True), p.Punctuation("removed"), p.Digits(True)])][number]
    t.train_from_iterator(corpus(seed), trainers.WordPieceTrainer(vocab_size=700, special_tokens=["[UNK]", "[CLS]", "[SEP]", "[MASK]"], limit_alphabet=300))
    t.add_tokens([AddedToken("the book", single_word=True), AddedToken("Straße", normalized=True, rstrip=True), AddedToken("mask>", normalized=False, lstrip=True, rstrip=True), AddedToken("AB", single_word=True, normalized=False)])
    t.post_processor = processors.BertProcessing(("[SEP]", 2), ("[CLS]", 1))
    return settled(t)


KINDS = {
    "bert": lambda seed: wordpiece(seed), "bert-cased": lambda seed: wordpiece(seed, cased=True), "mpnet": lambda seed: wordpiece(seed, mpnet=True),
    "roberta": lambda seed: byte_level(seed, "roberta"), "gpt2": lambda seed: byte_level(seed, "gpt2"), "gpt2-prefix": lambda seed: byte_level(seed, "gpt2-prefix"),
    "llama3": lambda seed: byte_level(seed, "llama3"), "qwen": lambda seed: byte_level(seed, "qwen"), "smollm": lambda seed: byte_level(seed, "smollm"),
    "neox": lambda seed: byte_level(seed, "neox"), "o200k": lambda seed: byte_level(seed, "o200k"),
    "llama2": lambda seed: sentencepiece_bpe(seed, "llama2"), "mistral": lambda seed: sentencepiece_bpe(seed, "mistral"), "gemma": lambda seed: sentencepiece_bpe(seed, "gemma"),
    "xlm-r": lambda seed: unigram(seed, "xlm-r"), "albert": lambda seed: unigram(seed, "albert"), "t5": lambda seed: unigram(seed, "t5"),
    "odd-0": lambda seed: odd(seed, 0), "odd-1": lambda seed: odd(seed, 1), "odd-2": lambda seed: odd(seed, 2), "odd-3": lambda seed: odd(seed, 3), "odd-4": lambda seed: odd(seed, 4),
}


def reference(made):
    """The reference's tokenizer of a file, without the truncation and padding that Headscope leaves out."""
    t = Tokenizer.from_str(made if isinstance(made, str) else json.dumps(made))
    t.no_truncation()
    t.no_padding()
    return t


if __name__ == "__main__":
    out, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 150
    tried = lines.texts(count, 12)
    for name, make in KINDS.items():
        made = make(7)
        os.makedirs(os.path.join(out, name), exist_ok=True)
        with open(os.path.join(out, name, "tokenizer.json"), "w", encoding="utf-8") as file:
            json.dump(made, file, ensure_ascii=False, separators=(",", ":"))
        encodings = reference(made).encode_batch(tried)
        with open(os.path.join(out, name, "expected.json"), "w", encoding="utf-8") as file:
            json.dump([{"text": x, "ids": e.ids, "offsets": e.offsets} for x, e in zip(tried, encodings)], file, ensure_ascii=True, separators=(",", ":"))
        print(name, os.path.getsize(os.path.join(out, name, "tokenizer.json")) // 1024, "KiB", flush=True)
