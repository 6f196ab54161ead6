"""Trains small tokenizers of every kind with the real components of well-known models, and writes those that the tests keep.
usage: make_tokenizers.py OUT: cases.json (of tokenizer_cases.py), texts.json, and a folder for each tokenizer with its files and
expected.json: for each text the reference's pieces as id, start, end (in bytes), id, … Needs the Python packages tokenizers,
sentencepiece, protobuf."""
import base64
import io
import json
import os
import random
import sys
import tempfile
import unicodedata

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

import texts as lines
import tokenizer_cases

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


def train(sentencepiece, seed, model, rules):
    dice, words = random.Random(seed), " ".join(lines.SENTENCES).split()
    mixed = [" ".join(dice.choice(words)[:dice.randrange(1, 12)] for _ in range(8)) for _ in range(2000)]
    sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(lines.SENTENCES + mixed), model_writer=model, vocab_size=700,
                                             hard_vocab_limit=False, character_coverage=0.98, minloglevel=3, num_threads=1, **rules)


def charsmap(seed, small):
    """SentencePiece's own compiled map, and its pieces and scores. Its NFKC map has 300 kB; a small one has rules of all its
    kinds: one character for several, several for one, none."""
    import sentencepiece
    from sentencepiece import sentencepiece_model_pb2
    model = io.BytesIO()
    if small:
        chosen = [chr(c) for c in range(0x2100, 0x2190)] + list("ﬁﬂﬃ…½²³㎏㌔ｱＡＺ０９\u00a0\u3000\u2003ÅÉé") + ["e\u0301", "A\u030a", "か\u3099", "\r\n", "\t", "\n"]
        table = {c: " " if c.isspace() else unicodedata.normalize("NFKC", c) for c in chosen}
        table.update({c: "" for c in "\x01\x02\x7f\u200b\u200e\u00ad"})
        with tempfile.NamedTemporaryFile("w", suffix=".tsv", encoding="utf-8") as file:
            for old, new in table.items():
                if old != new:
                    file.write(" ".join("%X" % ord(c) for c in old) + "\t" + " ".join("%X" % ord(c) for c in new) + "\n")
            file.flush()
            train(sentencepiece, seed, model, {"normalization_rule_tsv": file.name})
    else:
        train(sentencepiece, seed, model, {"normalization_rule_name": "nmt_nfkc"})
    proto = sentencepiece_model_pb2.ModelProto()
    proto.ParseFromString(model.getvalue())
    return proto


def unigram(seed, style, small=False):
    """XLM-R: fairseq's order of specials and the map; ALBERT: quotes, decomposed, accents off, lower case, the map; T5: pieces of
    bytes."""
    proto = charsmap(seed, small)
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


def in_bytes(text, encoding):
    """Pieces as id, start, end with places in bytes."""
    place = [0]
    for c in text:
        place.append(place[-1] + len(c.encode()))
    return [n for i, (start, end) in zip(encoding.ids, encoding.offsets) for n in (i, place[start], place[end])]


def older(made, style):
    """The files that came before tokenizer.json, of the same vocabulary."""
    vocab = sorted(made["model"]["vocab"].items(), key=lambda item: item[1])
    if style == "bert":
        return {"vocab.txt": "".join(token + "\n" for token, _ in vocab), "tokenizer_config.json": json.dumps({"do_lower_case": True, "tokenizer_class": "BertTokenizer"})}
    files = {"vocab.json": json.dumps(dict(vocab), ensure_ascii=False), "merges.txt": "#version: 0.2\n" + "".join(" ".join(m) + "\n" for m in made["model"]["merges"])}
    if style == "roberta":
        files["special_tokens_map.json"] = json.dumps({"cls_token": "<s>", "sep_token": "</s>", "mask_token": {"content": "<mask>", "lstrip": True}})
    return files


# Those that the tests keep; the rest is trained when they are compared with the reference at length (tests/long.sh tokenizers).
KEPT = ["bert", "mpnet", "roberta", "gpt2-prefix", "llama3", "qwen", "neox", "llama2", "mistral", "gemma", "xlm-r", "albert", "t5", "odd-0", "odd-1", "odd-2", "odd-3", "odd-4"]
OLDER = ["bert", "roberta", "gpt2"]


def keep(out, name, made, tried):
    """Writes a tokenizer's files, a text for each name, and what the reference makes of the texts."""
    os.makedirs(os.path.join(out, name), exist_ok=True)
    tokenizer = made.pop("reference", None) or reference(made["tokenizer.json"])
    made["expected.json"] = "[" + ",\n".join(json.dumps(in_bytes(x, e), separators=(",", ":")) for x, e in zip(tried, tokenizer.encode_batch(tried))) + "]\n"
    for file_name, text in made.items():
        with open(os.path.join(out, name, file_name), "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
    print(name, sum(os.path.getsize(os.path.join(out, name, f)) for f in made) // 1024, "KiB", flush=True)


def keep_cases(path):
    """The small ones of tokenizer_cases.py, each with its texts and the reference's pieces as id, start, end, type, id, …"""
    short, made = {"separators": (",", ":")}, []
    for name, tokenizer, tried in tokenizer_cases.cases():
        encode, answers = Tokenizer.from_str(json.dumps(tokenizer)).encode, []
        for text in tried:
            encoding = encode(text)
            placed = in_bytes(text, encoding)
            answers.append(json.dumps([text, [n for i, kind in enumerate(encoding.type_ids) for n in placed[3 * i:3 * i + 3] + [kind]]], **short))
        made.append(f'{{"name": {json.dumps(name)},\n"tokenizer": {json.dumps(tokenizer, ensure_ascii=False, **short)},\n"texts": [{", ".join(answers)}]}}')
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("[\n" + ",\n".join(made) + "]\n")


if __name__ == "__main__":
    OUT = sys.argv[1]
    tried = lines.texts(150, 12)
    os.makedirs(OUT, exist_ok=True)
    keep_cases(os.path.join(OUT, "cases.json"))
    with open(os.path.join(OUT, "texts.json"), "w", encoding="utf-8") as file:
        json.dump([x.replace("\0", "\x01") for x in tried], file, ensure_ascii=True, indent=0)
    tried = [x.replace("\0", "\x01") for x in tried]
    for name in KEPT:
        made = unigram(7, name, small=True) if name in ("xlm-r", "albert", "t5") else KINDS[name](7)
        keep(OUT, name, {"tokenizer.json": json.dumps(made, ensure_ascii=False, separators=(",", ":"))}, tried)
    for name in OLDER:
        made = KINDS[name](7)
        if name == "gpt2":  # its class leaves the places alone
            made["post_processor"] = None
        keep(OUT, name + "-older", dict(older(made, name), reference=reference(made)), tried)
