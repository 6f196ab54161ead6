"""Small tokenizers, each about one rule that well-known models seldom use or that only a tie or a limit shows, for
make_tokenizers.py, which adds the reference's answers."""
import base64
import struct

UNK = {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": {"[UNK]": 0}}  # shows the splits: each is one [UNK]


def added(i, content, **flags):
    return dict({"id": i, "content": content, "single_word": False, "lstrip": False, "rstrip": False, "normalized": False, "special": False}, **flags)


def tokenizer(model, added_tokens=(), normalizer=None, splitter=None, process=None):
    return {"version": "1.0", "truncation": None, "padding": None, "added_tokens": list(added_tokens), "normalizer": normalizer, "pre_tokenizer": splitter,
            "post_processor": process, "decoder": None, "model": model}


def bpe(vocab, merges=(), **rest):
    return dict({"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": None, "end_of_word_suffix": None, "fuse_unk": False, "byte_fallback": False,
                 "ignore_merges": False, "vocab": {v: i for i, v in enumerate(vocab.split(" "))}, "merges": [m.split(" ") for m in merges]}, **rest)


def unigram(pieces, unk_id=0, **rest):
    return dict({"type": "Unigram", "unk_id": unk_id, "vocab": [list(p) for p in pieces], "byte_fallback": False}, **rest)


def wordpiece(vocab, **rest):
    return dict(UNK, vocab={v: i for i, v in enumerate(vocab.split(" "))}, **rest)


def charsmap(rules):
    """A compiled character map: a double array, as SentencePiece writes it, and the replacements."""
    trie, texts, unit, taken = {}, b"", {0: 0}, {0}
    for old, new in rules.items():
        node = trie
        for byte in old.encode():
            node = node.setdefault(byte, {})
        node[0] = len(texts)
        texts += new.encode() + b"\0"

    def place(node, at):
        base = next(b for b in range(1, 4096) if not any(b ^ c in taken for c in node))
        taken.update(base ^ c for c in node)
        unit[at] |= (at ^ base) << 10 | (0 in node) << 8
        for c in node:
            unit[base ^ c] = 1 << 31 | node[0] if c == 0 else c
        for c in node:
            if c:
                place(node[c], base ^ c)
    place(trie, 0)
    units = [unit.get(i, 0) for i in range((max(unit) // 256 + 1) * 256)]
    return {"type": "Precompiled", "precompiled_charsmap": base64.b64encode(struct.pack("<I%dI" % len(units), 4 * len(units), *units) + texts).decode()}


def cases():
    """Name, tokenizer, texts."""
    blanks_split = {"type": "WhitespaceSplit"}
    yield "unigram: of ways with one sum the first found", tokenizer(unigram([("?", 0), ("a", -1), ("b", -1), ("ab", -2), ("ba", -2), ("aba", -3), ("abab", -4)])), ["ab", "ba", "aba", "abab", "babab", "ababa"]
    yield "unigram: the unknown costs 10 more than the worst", tokenizer(unigram([("?", 0), ("ab", -10), ("cd", -10), ("ef", -10), ("abcde", -9.5), ("gh", -9.5), ("ij", -9.5), ("kl", -9.5), ("ghijk", -9)])), ["abcdef", "ghijkl"]
    pieces = [("a", -1), ("?", 0), ("xy", -50), ("<0xC3>", -9), ("<0xBC>", -9), ("<0xA9>", -9), ("<0x78>", -9), ("<0x3F>", -9)]
    for fallback in (False, True):
        yield "unigram: unknown characters are one; bytes if all are there: %s" % fallback, tokenizer(unigram(pieces, 1, byte_fallback=fallback)), ["axxa", "aüa", "aéa", "aüüa", "aöa", "aüöa", "?", "a?xa", "xya", "x", "ayya"]
    for fuse in (False, True):
        yield "bpe: fuse_unk %s" % fuse, tokenizer(bpe("? a b ab", ["a b"], unk_token="?", fuse_unk=fuse)), ["xyab", "xxx", "axyzbx", "x", "é漢a"]
        yield "bpe: bytes, one of them missing, fuse_unk %s" % fuse, tokenizer(bpe("? a <0xC3> <0xBC> <0xE2> <0x82>", unk_token="?", byte_fallback=True, fuse_unk=fuse)), ["aüa", "aéa", "a€a", "éüé", "éüé€éa", "ü"]
    yield "bpe: bytes without an unknown", tokenizer(bpe("a <0xC3> <0xBC>", byte_fallback=True)), ["aüa", "aéa", "éa"]
    yield "bpe: without an unknown", tokenizer(bpe("a b ab", ["a b"])), ["axb", "xab", "axx"]
    yield "bpe: the lowest rank, the leftmost of equals", tokenizer(bpe("a b c d bc ab aa cd abc", ["b c", "a b", "a a", "c d", "a bc"])), ["abc", "abcd", "aaa", "aaaa", "aaaab", "abab", "cdcd", "aabcd"]
    yield "bpe: prefix", tokenizer(bpe("a ##b ##c ab ##bc abc", ["##b ##c", "a ##b", "a ##bc"], continuing_subword_prefix="##")), ["abc", "ab", "a", "b", "acb"]
    yield "bpe: suffix", tokenizer(bpe("a b</w> b ab</w> ab", ["a b</w>", "a b"], end_of_word_suffix="</w>"), splitter=blanks_split), ["ab ab", "aba", "b bb", "abb"]
    for ignore in (False, True):
        yield "bpe: ignore_merges %s" % ignore, tokenizer(bpe("a b c ab abc cab", ["a b"], ignore_merges=ignore)), ["abc", "ab", "cab", "abca"]
    yield "wordpiece: longest first, else unknown as a whole", tokenizer(wordpiece("[UNK] a ab ##b ##bc ##c ##cd abc"), splitter=blanks_split), ["abc abcd ab abb abbc abbcd b abx", "aü"]
    yield "wordpiece: another prefix", tokenizer(wordpiece("[UNK] a ##b @b b") | {"continuing_subword_prefix": "@"}), ["ab", "abb", "a##b"]
    yield "wordpiece: no prefix", tokenizer(wordpiece("[UNK] a ##b b ba") | {"continuing_subword_prefix": ""}), ["ab", "aba", "aab"]
    yield "wordpiece: a word of at most 4 characters", tokenizer(wordpiece("[UNK] a ##a ü ##ü") | {"max_input_chars_per_word": 4}, splitter=blanks_split), ["aaa aaaa aaaaa", "üüüü üüüüü"]
    words = [added(1, "the"), added(2, "AB"), added(3, "a.")]
    for single in (False, True):
        yield "added: single_word %s" % single, tokenizer(UNK, [dict(t, single_word=single) for t in words]), ["the", "other", "the!", "(the)", "the_", "_the", "éthe", "theé", "the the", "thethe", "the1", "1the", "the\u0301", "ABAB AB", "xa.", "a.x a.!", "bathe the"]
    strips = [added(1, "<l>", lstrip=True), added(2, "<r>", rstrip=True), added(3, "<b>", lstrip=True, rstrip=True), added(4, "<n>")]
    yield "added: lstrip, rstrip", tokenizer(UNK, strips), ["x <l> y", "x <r> y", "x  <b>\t\ny", "x <n> y", "<r>  <l>", "<l>  <r>", "<b> <b>", " <l>", "<r> ", "\u00a0<l>\u00a0", "\u3000<b>\u3000x", "<r> <n> <l>", "x<l>y<r>z"]
    yield "added: a token of the blanks that another takes along", tokenizer(UNK, [added(1, "<r>", rstrip=True), added(2, " y"), added(3, "<l>", lstrip=True), added(4, "x ")]), ["<r> y", "<r>  yz", "x <l>", "x  <l>", "a<r> "]
    lower, accents = {"type": "Lowercase"}, {"type": "Sequence", "normalizers": [{"type": "NFD"}, {"type": "StripAccents"}]}
    cased = [added(1, "Yes", normalized=True), added(2, "No"), added(3, "É", normalized=True), added(4, "Maybe", normalized=True, lstrip=True, single_word=True)]
    yield "added: normalized, lower case", tokenizer(UNK, cased, lower), ["Yes yes YES", "No no NO", "É é e", "say MAYBE", "maybes maybe", "xMaybe"]
    yield "added: normalized, accents", tokenizer(UNK, cased, accents), ["É é e E", "Yes No", "\u00c9 E\u0301"]
    yield "added: the longest, special before normalized", tokenizer(UNK, [added(1, "ab"), added(2, "abc"), added(3, "bcd", normalized=True), added(4, "c", special=True)]), ["abcd", "abd", "xbcd", "ab", "cabc", "bbcd"]
    hyphen = ["the-final--countdown", "-a-", "--", "a", "-", "a--b---c"]
    for behavior in ("Removed", "Isolated", "MergedWithPrevious", "MergedWithNext", "Contiguous"):
        for invert in (False, True):
            yield "split: %s, invert %s" % (behavior, invert), tokenizer(UNK, splitter={"type": "Split", "pattern": {"String": "-"}, "behavior": behavior, "invert": invert}), hyphen
        yield "punctuation: " + behavior, tokenizer(UNK, splitter={"type": "Punctuation", "behavior": behavior}), ["Hey, you!! (ok)", "...", "a", "«a»—b。", "$5+^|`~<=>"]
    yield "split: an expression", tokenizer(UNK, splitter={"type": "Split", "pattern": {"Regex": "a+|(?=c)"}, "behavior": "Isolated", "invert": False}), ["baab", "bcab", "aaa", "ccc"]
    yield "split: a text that overlaps itself", tokenizer(UNK, splitter={"type": "Split", "pattern": {"String": "aa"}, "behavior": "Isolated", "invert": False}), ["aaa", "aaaa", "baaab", "aaaba"]
    for individual in (False, True):
        yield "digits: individual %s" % individual, tokenizer(UNK, splitter={"type": "Digits", "individual_digits": individual}), ["a12 3b", "12", "²٣½Ⅷx", "a", "1 2"]
    for kind in ("Whitespace", "WhitespaceSplit", "BertPreTokenizer"):
        yield "pre_tokenizer: " + kind, tokenizer(UNK, splitter={"type": kind}), ["Don't stop_me, naïve  (1.5)!!", " a\u00a0b\u3000c\n", "--", "a_b 東京。"]
    for left in (False, True):
        for right in (False, True):
            yield "strip: left %s, right %s" % (left, right), tokenizer(UNK, normalizer={"type": "Strip", "strip_left": left, "strip_right": right}), ["  a b ", "\u3000a\u00a0", "   ", "a", "\té\n"]
    flags = ("clean_text", "handle_chinese_chars", "strip_accents", "lowercase")
    tried = ["A\u0001\tB\u00a0c", "x東京y", "Élan e\u0301 İ", "É\u200d", "a\u0903 b\u20dd c\u0301"]
    letters = wordpiece("[UNK] a b c x y é É e E l n i L É é I i ## ##a ##b ##A ##B ##c ##l ##n ##y ##x 東 京 ##東 ##京 ##\u0301 ##\u0307 A B İ")
    for on in flags:
        yield "BertNormalizer: " + on, tokenizer(letters, normalizer=dict({"type": "BertNormalizer"}, **{f: f == on for f in flags}), splitter=blanks_split), tried
        yield "BertNormalizer: all but " + on, tokenizer(letters, normalizer=dict({"type": "BertNormalizer"}, **{f: f != on for f in flags}), splitter=blanks_split), tried
    for lowercase in (False, True):
        yield "BertNormalizer: strip_accents as lowercase, %s" % lowercase, tokenizer(letters, normalizer={"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None, "lowercase": lowercase}, splitter=blanks_split), tried
    spelt = bpe("a b x y z é \u0301 e i f c - か が ▁ # ? <", unk_token="?")
    mapped = charsmap({"e\u0301": "é", "é": "x", "か\u3099": "が", "か": "z", "ﬁ": "fi", "b": "", "ab": "c", "y": "xyz"})
    yield "precompiled: a grapheme of 5 bytes is looked up, one of 6 is not", tokenizer(spelt, normalizer=mapped), ["e\u0301", "e\u0301\u0301", "e\u0301\u0301\u0301", "か\u3099", "a\u0301\u0301e", "a\u0301\u0301\u0301", "b\u0301\u0301", "b\u0301x", "ﬁ", "aﬁe", "ab", "abé", "bb", "aby", "か", "yy"]
    for content in ("", "xx", "é"):
        yield "replace: the match's last character by \"%s\"" % content, tokenizer(spelt, normalizer={"type": "Replace", "pattern": {"Regex": "a+|か"}, "content": content}), ["baaf", "aa", "かf", "fかか", "f"]
    yield "replace: a text", tokenizer(spelt, normalizer={"type": "Replace", "pattern": {"String": "ab"}, "content": "xyz"}), ["aab", "abab", "bab", "a"]
    yield "prepend", tokenizer(spelt, [added(18, "<s>")], normalizer={"type": "Prepend", "prepend": "xé"}), ["a", "", "éa", "a<s>b", "<s>"]
    yield "nmt", tokenizer(spelt, normalizer={"type": "Nmt"}), ["a\u0001b", "a\tb\u200bx", "a\u2028b\ufeffc\u00a0x", "a\u007fb\u000bc\u0008x\u000ey"]
    for kind in ("NFC", "NFD", "NFKC", "NFKD"):
        yield kind, tokenizer(spelt, normalizer={"type": kind}), ["é", "e\u0301a", "ﬁ", "か\u3099a", "がa", "쓰\u11a7"]
    for scheme in ("always", "first", "never"):
        for split in (False, True):
            yield "metaspace: %s, split %s" % (scheme, split), tokenizer(bpe("? a b ▁ ▁a ab _", ["▁ a", "a b"], unk_token="?"), [added(7, "<s>", special=True)], splitter={"type": "Metaspace", "replacement": "▁", "prepend_scheme": scheme, "split": split}), ["ab ab", " a", "▁a", "a<s>a", "<s>a", "<s> a b", "a  b ", " ", "a\tb"]
    yield "metaspace: another letter", tokenizer(bpe("? a b _ _a", ["_ a"], unk_token="?"), splitter={"type": "Metaspace", "replacement": "_", "prepend_scheme": "always", "split": True}), ["a b", "_a a", " a"]
    yield "metaspace: first, behind a split", tokenizer(bpe("? a b ▁", unk_token="?"), splitter={"type": "Sequence", "pretokenizers": [blanks_split, {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "first", "split": True}]}), ["a b", " a b"]
    letter_level = bpe("a b Ġ Ċ Ġa ĠĠ Ã © Ã© ĠÃ ' s 's 1 ĠĠa", ["Ġ a", "Ġ Ġ", "Ã ©", "Ġ Ã", "' s", "ĠĠ a"])
    blanks = ["a b", " a", "  a", "a  ", "é é", "a\n", "   ", "a's 11", "", "a<s> a", "<s>  b"]
    for trim in (False, True):
        for space in (False, True):
            level = {"type": "ByteLevel", "add_prefix_space": space, "trim_offsets": trim, "use_regex": True}
            yield "ByteLevel: trim_offsets %s, add_prefix_space %s" % (trim, space), tokenizer(letter_level, [added(15, "<s>", special=True)], splitter=level, process=level), blanks
            roberta = {"type": "RobertaProcessing", "sep": ["b", 1], "cls": ["a", 0], "trim_offsets": trim, "add_prefix_space": space}
            yield "RobertaProcessing: trim_offsets %s, add_prefix_space %s" % (trim, space), tokenizer(letter_level, [added(15, "<s>", special=True, lstrip=True)], splitter=dict(level, add_prefix_space=not space), process=roberta), blanks
    yield "ByteLevel: no expression", tokenizer(letter_level, splitter={"type": "ByteLevel", "add_prefix_space": True, "trim_offsets": True, "use_regex": False}), blanks
    yield "ByteLevel as a normalizer", tokenizer(letter_level, normalizer={"type": "ByteLevel"}), ["a é", " a\n"]
    named = {"X": {"id": "X", "ids": [1], "tokens": ["X"]}, "Y": {"id": "Y", "ids": [2, 3, 2], "tokens": ["Y", "Z", "Y"]}}

    def step(name, kind):
        return {"Sequence" if name == "A" else "SpecialToken": {"id": name, "type_id": kind}}
    for parts in ([("X", 0), ("X", 1), ("A", 2), ("Y", 3)], [("Y", 0), ("A", 1)], [("A", 0), ("X", 1), ("A", 2)], [("A", 5)]):
        single = [step(*part) for part in parts]
        yield "template: " + " ".join("%s:%d" % part for part in parts), tokenizer(wordpiece("[UNK] X Y Z a"), splitter=blanks_split, process={"type": "TemplateProcessing", "single": single, "pair": single + [{"Sequence": {"id": "B", "type_id": 1}}], "special_tokens": named}), ["a a", "", "a X"]
    yield "BertProcessing", tokenizer(wordpiece("[UNK] X Y Z a"), splitter=blanks_split, process={"type": "BertProcessing", "sep": ["X", 1], "cls": ["Z", 3]}), ["a a", ""]
    around = {"type": "RobertaProcessing", "sep": ["b", 1], "cls": ["a", 0], "trim_offsets": False, "add_prefix_space": True}
    left = {"type": "Strip", "strip_left": True, "strip_right": False}
    for process in (level, {"type": "Sequence", "processors": [around, level]}):
        yield "trimmed: %s" % process["type"], tokenizer(letter_level, normalizer=left, splitter=dict(level, add_prefix_space=True), process=process), ["a b", " a", "  a", " b a"]
    yield "trimmed: the unknown is spelt as in the text", tokenizer(unigram([("? ", 0), ("a", -1)]), process=dict(level, trim_offsets=True)), ["a  xa", " x ", "x", "ax "]
