"""Texts to try tokenizers on, made from a seed: words in 40 scripts, mixed writing, punctuation, emoji, marks, blanks and
controls of all kinds, numbers, code, long words. No data set."""
import random
import unicodedata

SENTENCES = """The student delivered the book to the library yesterday.|Maria lost her keys at the station because she was tired.
Don't panic! It isn't what they've said: I'm sure we'll see she'd know.|Ça va très bien, merci ! Où est l'été à Orléans ?
Über die Brücke fährt größtenteils niemand außer Jürgen.|Привет, как дела сегодня? Ёлка и подъезд.|東京は今日も雨です。私は学生です。
나는 학교에 갔다. 오늘은 날씨가 좋다.|我们今天去图书馆看书。繁體字也可以。|שלום עולם, מה שלומך היום?|مرحبا بالعالم، كيف حالك اليوم؟
नमस्ते दुनिया, आप कैसे हैं?|สวัสดีชาวโลก วันนี้เป็นอย่างไรบ้าง|Γειά σου κόσμε, τι κάνεις σήμερα;|Xin chào thế giới, hôm nay bạn thế nào?
def f(x):\\n    return x**2  # squares|for (int i = 0; i < n; ++i) { a[i] += b[i] * 1.5e-3; }|It’s 3.5% of $1,000 — isn't it? #tag @name https://a.b/c?d=e&f
naïve café résumé coöperate Ångström ﬁne ½ ² ™ Ⅷ ℌ|one two three four five six seven eight nine ten 1 23 456 7890 12345""".replace("\n", "|").split("|")

# first and last code point of what is drawn from, by script or kind
SCRIPTS = {
    "latin": [(0x41, 0x5A), (0x61, 0x7A)], "latin-1": [(0xC0, 0xFF)], "latin-extended": [(0x100, 0x24F), (0x1E00, 0x1EFF)],
    "ipa": [(0x250, 0x2FF)], "greek": [(0x370, 0x3FF), (0x1F00, 0x1FFF)], "cyrillic": [(0x400, 0x52F)],
    "armenian": [(0x531, 0x58A)], "hebrew": [(0x591, 0x5F4)], "arabic": [(0x600, 0x6FF), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC)],
    "syriac": [(0x700, 0x74F)], "thaana": [(0x780, 0x7B1)], "devanagari": [(0x900, 0x97F)], "bengali": [(0x980, 0x9FE)],
    "gurmukhi": [(0xA01, 0xA76)], "gujarati": [(0xA81, 0xAFF)], "oriya": [(0xB01, 0xB77)], "tamil": [(0xB82, 0xBFA)],
    "telugu": [(0xC00, 0xC7F)], "kannada": [(0xC80, 0xCF2)], "malayalam": [(0xD00, 0xD7F)], "sinhala": [(0xD81, 0xDF4)],
    "thai": [(0xE01, 0xE5B)], "lao": [(0xE81, 0xEDF)], "tibetan": [(0xF00, 0xFDA)], "myanmar": [(0x1000, 0x109F)],
    "georgian": [(0x10A0, 0x10FF), (0x1C90, 0x1CBF)], "hangul": [(0xAC00, 0xD7A3)], "jamo": [(0x1100, 0x11FF)],
    "ethiopic": [(0x1200, 0x137C)], "cherokee": [(0x13A0, 0x13FD), (0xAB70, 0xABBF)], "khmer": [(0x1780, 0x17F9)],
    "mongolian": [(0x1800, 0x18AA)], "hiragana": [(0x3041, 0x309F)], "katakana": [(0x30A0, 0x30FF), (0xFF66, 0xFF9F)],
    "han": [(0x4E00, 0x9FEF), (0x3400, 0x4DB5)], "han-more": [(0x20000, 0x20100), (0x2A700, 0x2A710), (0xF900, 0xFAD9), (0x2F800, 0x2FA1D)],
    "yi": [(0xA000, 0xA4C6)], "gothic": [(0x10330, 0x1034A)], "deseret": [(0x10400, 0x1044F)], "adlam": [(0x1E900, 0x1E959)],
    "brahmi": [(0x11000, 0x1106F)], "math": [(0x1D400, 0x1D7FF)], "fullwidth": [(0xFF01, 0xFF5E)],
    "letterlike": [(0x2100, 0x214F), (0x2150, 0x218B), (0x2460, 0x24FF), (0x3200, 0x33FF)],
    "punctuation": [(0x21, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0x7E), (0x2010, 0x2027), (0x2030, 0x205E), (0x3001, 0x3030), (0xA1, 0xBF)],
    "symbols": [(0x2190, 0x23FF), (0x2500, 0x27BF), (0x20A0, 0x20BF)], "marks": [(0x300, 0x36F), (0x1AB0, 0x1ABE), (0x20D0, 0x20F0), (0xFE20, 0xFE2F)],
    "ligatures": [(0xFB00, 0xFB4F)], "emoji": [(0x1F300, 0x1FAD6)], "tags": [(0xE0020, 0xE007F)],
}
BLANKS = "      \u00a0\u1680\u180e\u2000\u2003\u2009\u200a\u2028\u2029\u202f\u205f\u3000\t\n\r\x0b\x0c\x85\u200b\ufeff"
CONTROLS = [chr(c) for c in list(range(1, 32)) + list(range(0x7F, 0xA0))] + list("\u00ad\u200b\u200c\u200d\u200e\u200f\u202a\u202e\u2060\u2066\ufeff\ufffc\ufffd\ue000\U000f0000\U0010ffff\x00")
EMOJI = ["👩‍🚀", "👨‍👩‍👧‍👦", "🏳️‍🌈", "👍🏽", "🇩🇪", "1️⃣", "❤️", "🤷🏾‍♀️", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☺", "🙂", "🧑🏿‍❤️‍🧑🏻"]
MARKED = ["e\u0301", "E\u0301\u0323", "a\u0323\u0302", "a\u0302\u0323", "क\u093c", "\u0344", "ё", "й", "か\u3099", "\u1112\u1161\u11ab", "I\u0307", "İ", "ẛ\u0323", "\u0958", "ﷺ", "ﬃ", "Å", "\u212b", "㌔", "ǆ", "ß", "ẞ", "ſ", "K"]
PIECES = ["'s", "'S", "'ll", "'RE", "’t", "n't", "--", "...", "?!", "#include <stdio.h>", "x_1", "snake_case_name", "CamelCase", "a.b(c)[d]", "<s>", "</s>", "<unk>",
          "[MASK]", "<mask>", "[CLS]", "[UNK]", "<|endoftext|>", "<|im_start|>", " <mask> ", "\n\n\n", "\r\n", "  \n  ", "\t\tif", "0x1F", "3.14", "1,000,000",
          "2024-11-30", "12:34", "10^6", "½", "٣٤٥", "१२३", "๑๒๓", "Ⅻ", "①", "𝟘𝟙", "▁", "▁the", "Ġthe", "<0x0A>", "##ing", "[", "<", "mask>", "[mask]", "<Mask>"]
CODE = ["if (x == %d) { return; }", "print(f\"{a:%d}\")", "SELECT * FROM t WHERE id = %d;", "<p class=\"c%d\">", "\\frac{%d}{x}", "a[%d:]  # note", "std::vector<int> v(%d);"]


def assigned(first, last):
    return [chr(c) for c in range(first, last + 1) if unicodedata.category(chr(c)) not in ("Cn", "Cs")]


LETTERS = {name: [c for first, last in ranges for c in assigned(first, last)] for name, ranges in SCRIPTS.items()}
NAMES = sorted(LETTERS)


def word(dice, script=None):
    letters = LETTERS[script or dice.choice(NAMES)]
    length = dice.choice((1, 2, 3, 4, 5, 6, 7, 8, 9, 12)) if dice.random() < 0.98 else dice.choice((30, 99, 100, 101, 130, 300))
    return "".join(dice.choice(letters) for _ in range(length))


def mutate(dice, text):
    """A known sentence with something odd in it."""
    at = dice.randrange(len(text) + 1)
    odd = dice.choice((dice.choice(BLANKS), dice.choice(CONTROLS), dice.choice(EMOJI), dice.choice(MARKED), dice.choice(PIECES),
                       dice.choice(LETTERS["marks"]), word(dice)))
    return text[:at] + odd + text[at + dice.randrange(2):]


def text(dice):
    kind = dice.randrange(10)
    if kind == 0:  # one script
        script = dice.choice(NAMES)
        return " ".join(word(dice, script) for _ in range(dice.randrange(1, 9)))
    if kind == 1:  # a few
        return "".join(word(dice) + dice.choice(BLANKS) * dice.choice((0, 1, 1, 1, 2, 3)) for _ in range(dice.randrange(1, 9)))
    if kind == 2:
        return "".join(dice.choice(PIECES + EMOJI + MARKED) + dice.choice(("", "", " ", dice.choice(BLANKS))) for _ in range(dice.randrange(1, 12)))
    if kind == 3:
        return dice.choice(CODE) % dice.randrange(100000) + dice.choice(BLANKS) + word(dice, "latin")
    if kind == 4:
        return "".join(dice.choice(CONTROLS) if dice.random() < 0.2 else dice.choice(LETTERS[dice.choice(NAMES)]) for _ in range(dice.randrange(1, 30)))
    if kind == 5:
        return dice.choice(BLANKS) * dice.randrange(4) + dice.choice(SENTENCES) + dice.choice(BLANKS) * dice.randrange(4)
    if kind == 6:  # letters with piles of marks
        return "".join(dice.choice(LETTERS[dice.choice(NAMES)]) + "".join(dice.choice(LETTERS["marks"]) for _ in range(dice.randrange(4))) for _ in range(dice.randrange(1, 12)))
    if kind == 7:
        return "".join(dice.choice("0123456789 .,-+eE%$€") if dice.random() < 0.9 else word(dice) for _ in range(dice.randrange(1, 30)))
    changed = dice.choice(SENTENCES)
    for _ in range(dice.randrange(1, 4)):
        changed = mutate(dice, changed)
    if dice.random() < 0.2:
        changed = changed.upper() if dice.random() < 0.5 else changed.title()
    return changed


def texts(count, seed):
    dice = random.Random(seed)
    fixed = ["", " ", "  ", "\n", "a", " a", "a ", "\u0301", "\x00", "\ufeff", "<mask>", " <mask> <mask>", "[MASK] [MASK]"] + SENTENCES + EMOJI + MARKED + PIECES
    return (fixed + [text(dice) for _ in range(max(0, count - len(fixed)))])[:count]
