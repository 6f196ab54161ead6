/* cluster.c – where a user-perceived character ends (Unicode Standard Annex 29, extended grapheme
 * clusters) and where words do. Called by text_edit.c. Rules kept: combining marks, joiners and
 * variation selectors (GB9, GB9a), Hangul (GB6-8), emoji joined by U+200D (GB11), regional flags in
 * pairs (GB12-13). Left out: prepended marks (GB9b) and Indic conjuncts (GB9c). */
#include "ui/text_edit.h"

#include "hs.h"

/* General categories Mn, Me, Mc, with U+200C, emoji skin tones and tag characters, of Unicode 14.0:
 * derived by python3 -c "import unicodedata as u; print([hex(c) for c in range(0x110000) if
 * u.category(chr(c))[0] == 'M'])" and joined over unassigned gaps. */
// clang-format off
static const uint32_t extending[][2] = {
    {0x300, 0x36f}, {0x483, 0x489}, {0x591, 0x5bd}, {0x5bf, 0x5bf}, {0x5c1, 0x5c2}, {0x5c4, 0x5c5},
    {0x5c7, 0x5c7}, {0x610, 0x61a}, {0x64b, 0x65f}, {0x670, 0x670}, {0x6d6, 0x6dc}, {0x6df, 0x6e4},
    {0x6e7, 0x6e8}, {0x6ea, 0x6ed}, {0x711, 0x711}, {0x730, 0x74a}, {0x7a6, 0x7b0}, {0x7eb, 0x7f3},
    {0x7fd, 0x7fd}, {0x816, 0x819}, {0x81b, 0x823}, {0x825, 0x827}, {0x829, 0x82d}, {0x859, 0x85b},
    {0x898, 0x89f}, {0x8ca, 0x8e1}, {0x8e3, 0x903}, {0x93a, 0x93c}, {0x93e, 0x94f}, {0x951, 0x957},
    {0x962, 0x963}, {0x981, 0x983}, {0x9bc, 0x9bc}, {0x9be, 0x9cd}, {0x9d7, 0x9d7}, {0x9e2, 0x9e3},
    {0x9fe, 0xa03}, {0xa3c, 0xa51}, {0xa70, 0xa71}, {0xa75, 0xa75}, {0xa81, 0xa83}, {0xabc, 0xabc},
    {0xabe, 0xacd}, {0xae2, 0xae3}, {0xafa, 0xb03}, {0xb3c, 0xb3c}, {0xb3e, 0xb57}, {0xb62, 0xb63},
    {0xb82, 0xb82}, {0xbbe, 0xbcd}, {0xbd7, 0xbd7}, {0xc00, 0xc04}, {0xc3c, 0xc3c}, {0xc3e, 0xc56},
    {0xc62, 0xc63}, {0xc81, 0xc83}, {0xcbc, 0xcbc}, {0xcbe, 0xcd6}, {0xce2, 0xce3}, {0xd00, 0xd03},
    {0xd3b, 0xd3c}, {0xd3e, 0xd4d}, {0xd57, 0xd57}, {0xd62, 0xd63}, {0xd81, 0xd83}, {0xdca, 0xddf},
    {0xdf2, 0xdf3}, {0xe31, 0xe31}, {0xe34, 0xe3a}, {0xe47, 0xe4e}, {0xeb1, 0xeb1}, {0xeb4, 0xebc},
    {0xec8, 0xecd}, {0xf18, 0xf19}, {0xf35, 0xf35}, {0xf37, 0xf37}, {0xf39, 0xf39}, {0xf3e, 0xf3f},
    {0xf71, 0xf84}, {0xf86, 0xf87}, {0xf8d, 0xfbc}, {0xfc6, 0xfc6}, {0x102b, 0x103e},
    {0x1056, 0x1059}, {0x105e, 0x1060}, {0x1062, 0x1064}, {0x1067, 0x106d}, {0x1071, 0x1074},
    {0x1082, 0x108d}, {0x108f, 0x108f}, {0x109a, 0x109d}, {0x135d, 0x135f}, {0x1712, 0x1715},
    {0x1732, 0x1734}, {0x1752, 0x1753}, {0x1772, 0x1773}, {0x17b4, 0x17d3}, {0x17dd, 0x17dd},
    {0x180b, 0x180d}, {0x180f, 0x180f}, {0x1885, 0x1886}, {0x18a9, 0x18a9}, {0x1920, 0x193b},
    {0x1a17, 0x1a1b}, {0x1a55, 0x1a7f}, {0x1ab0, 0x1b04}, {0x1b34, 0x1b44}, {0x1b6b, 0x1b73},
    {0x1b80, 0x1b82}, {0x1ba1, 0x1bad}, {0x1be6, 0x1bf3}, {0x1c24, 0x1c37}, {0x1cd0, 0x1cd2},
    {0x1cd4, 0x1ce8}, {0x1ced, 0x1ced}, {0x1cf4, 0x1cf4}, {0x1cf7, 0x1cf9}, {0x1dc0, 0x1dff},
    {0x200c, 0x200c}, {0x20d0, 0x20f0}, {0x2cef, 0x2cf1}, {0x2d7f, 0x2d7f}, {0x2de0, 0x2dff},
    {0x302a, 0x302f}, {0x3099, 0x309a}, {0xa66f, 0xa672}, {0xa674, 0xa67d}, {0xa69e, 0xa69f},
    {0xa6f0, 0xa6f1}, {0xa802, 0xa802}, {0xa806, 0xa806}, {0xa80b, 0xa80b}, {0xa823, 0xa827},
    {0xa82c, 0xa82c}, {0xa880, 0xa881}, {0xa8b4, 0xa8c5}, {0xa8e0, 0xa8f1}, {0xa8ff, 0xa8ff},
    {0xa926, 0xa92d}, {0xa947, 0xa953}, {0xa980, 0xa983}, {0xa9b3, 0xa9c0}, {0xa9e5, 0xa9e5},
    {0xaa29, 0xaa36}, {0xaa43, 0xaa43}, {0xaa4c, 0xaa4d}, {0xaa7b, 0xaa7d}, {0xaab0, 0xaab0},
    {0xaab2, 0xaab4}, {0xaab7, 0xaab8}, {0xaabe, 0xaabf}, {0xaac1, 0xaac1}, {0xaaeb, 0xaaef},
    {0xaaf5, 0xaaf6}, {0xabe3, 0xabea}, {0xabec, 0xabed}, {0xfb1e, 0xfb1e}, {0xfe00, 0xfe0f},
    {0xfe20, 0xfe2f}, {0xff9e, 0xff9f}, {0x101fd, 0x101fd}, {0x102e0, 0x102e0}, {0x10376, 0x1037a},
    {0x10a01, 0x10a0f}, {0x10a38, 0x10a3f}, {0x10ae5, 0x10ae6}, {0x10d24, 0x10d27},
    {0x10eab, 0x10eac}, {0x10f46, 0x10f50}, {0x10f82, 0x10f85}, {0x11000, 0x11002},
    {0x11038, 0x11046}, {0x11070, 0x11070}, {0x11073, 0x11074}, {0x1107f, 0x11082},
    {0x110b0, 0x110ba}, {0x110c2, 0x110c2}, {0x11100, 0x11102}, {0x11127, 0x11134},
    {0x11145, 0x11146}, {0x11173, 0x11173}, {0x11180, 0x11182}, {0x111b3, 0x111c0},
    {0x111c9, 0x111cc}, {0x111ce, 0x111cf}, {0x1122c, 0x11237}, {0x1123e, 0x1123e},
    {0x112df, 0x112ea}, {0x11300, 0x11303}, {0x1133b, 0x1133c}, {0x1133e, 0x1134d},
    {0x11357, 0x11357}, {0x11362, 0x11374}, {0x11435, 0x11446}, {0x1145e, 0x1145e},
    {0x114b0, 0x114c3}, {0x115af, 0x115c0}, {0x115dc, 0x115dd}, {0x11630, 0x11640},
    {0x116ab, 0x116b7}, {0x1171d, 0x1172b}, {0x1182c, 0x1183a}, {0x11930, 0x1193e},
    {0x11940, 0x11940}, {0x11942, 0x11943}, {0x119d1, 0x119e0}, {0x119e4, 0x119e4},
    {0x11a01, 0x11a0a}, {0x11a33, 0x11a39}, {0x11a3b, 0x11a3e}, {0x11a47, 0x11a47},
    {0x11a51, 0x11a5b}, {0x11a8a, 0x11a99}, {0x11c2f, 0x11c3f}, {0x11c92, 0x11cb6},
    {0x11d31, 0x11d45}, {0x11d47, 0x11d47}, {0x11d8a, 0x11d97}, {0x11ef3, 0x11ef6},
    {0x16af0, 0x16af4}, {0x16b30, 0x16b36}, {0x16f4f, 0x16f4f}, {0x16f51, 0x16f92},
    {0x16fe4, 0x16ff1}, {0x1bc9d, 0x1bc9e}, {0x1cf00, 0x1cf46}, {0x1d165, 0x1d169},
    {0x1d16d, 0x1d172}, {0x1d17b, 0x1d182}, {0x1d185, 0x1d18b}, {0x1d1aa, 0x1d1ad},
    {0x1d242, 0x1d244}, {0x1da00, 0x1da36}, {0x1da3b, 0x1da6c}, {0x1da75, 0x1da75},
    {0x1da84, 0x1da84}, {0x1da9b, 0x1daaf}, {0x1e000, 0x1e02a}, {0x1e130, 0x1e136},
    {0x1e2ae, 0x1e2ae}, {0x1e2ec, 0x1e2ef}, {0x1e8d0, 0x1e8d6}, {0x1e944, 0x1e94a},
    {0x1f3fb, 0x1f3ff}, {0xe0020, 0xe01ef},
};
// clang-format on

enum cluster_class {
    CLASS_OTHER,
    CLASS_EXTEND,
    CLASS_JOINER,
    CLASS_FLAG,
    CLASS_PICTURE,
    CLASS_L,
    CLASS_V,
    CLASS_T,
    CLASS_LV,
    CLASS_LVT
};

static bool extends(uint32_t code)
{
    size_t lo = 0, hi = sizeof extending / sizeof *extending;
    while (lo < hi) {
        size_t middle = (lo + hi) / 2;
        if (code > extending[middle][1])
            lo = middle + 1;
        else if (code < extending[middle][0])
            hi = middle;
        else
            return true;
    }
    return false;
}

/* Emoji that may stand in a joined sequence: the blocks that hold them, not each one. */
static bool is_picture(uint32_t code)
{
    return (code >= 0x1f000 && code <= 0x1faff) || (code >= 0x2190 && code <= 0x21ff) ||
           (code >= 0x2300 && code <= 0x23ff) || (code >= 0x25a0 && code <= 0x27bf) ||
           (code >= 0x2b00 && code <= 0x2bff) || code == 0xa9 || code == 0xae || code == 0x203c ||
           code == 0x2049 || code == 0x2122 || code == 0x2139 || code == 0x3030 || code == 0x303d ||
           code == 0x3297 || code == 0x3299;
}

static enum cluster_class class_of(uint32_t code)
{
    if (code < 0x300)
        return code == 0xa9 || code == 0xae ? CLASS_PICTURE : CLASS_OTHER;
    if (code == 0x200d)
        return CLASS_JOINER;
    if (code >= 0x1f1e6 && code <= 0x1f1ff)
        return CLASS_FLAG;
    if (extends(code))
        return CLASS_EXTEND;
    if ((code >= 0x1100 && code <= 0x115f) || (code >= 0xa960 && code <= 0xa97c))
        return CLASS_L;
    if ((code >= 0x1160 && code <= 0x11a7) || (code >= 0xd7b0 && code <= 0xd7c6))
        return CLASS_V;
    if ((code >= 0x11a8 && code <= 0x11ff) || (code >= 0xd7cb && code <= 0xd7fb))
        return CLASS_T;
    if (code >= 0xac00 && code <= 0xd7a3)
        return (code - 0xac00) % 28 ? CLASS_LVT : CLASS_LV;
    return is_picture(code) ? CLASS_PICTURE : CLASS_OTHER;
}

static bool hangul_joins(enum cluster_class a, enum cluster_class b)
{
    bool vowel = b == CLASS_V, tail = b == CLASS_T;
    if (a == CLASS_L)
        return b == CLASS_L || vowel || b == CLASS_LV || b == CLASS_LVT;
    if (a == CLASS_LV || a == CLASS_V)
        return vowel || tail;
    return (a == CLASS_LVT || a == CLASS_T) && tail;
}

size_t edit_next_cluster(const char *text, size_t length, size_t at)
{
    if (at >= length)
        return length;
    enum cluster_class before = class_of(hs_utf8_next(text, length, &at));
    bool picture = before == CLASS_PICTURE; /* since the last picture only extending marks came */
    bool flag_open = before == CLASS_FLAG;
    while (at < length) {
        size_t next = at;
        enum cluster_class class = class_of(hs_utf8_next(text, length, &next));
        bool joins = class == CLASS_EXTEND || class == CLASS_JOINER ||
                     hangul_joins(before, class) ||
                     (before == CLASS_JOINER && picture && class == CLASS_PICTURE) ||
                     (before == CLASS_FLAG && flag_open && class == CLASS_FLAG);
        if (!joins)
            break;
        flag_open = false; /* two make a flag, the third begins another */
        picture = picture || class == CLASS_PICTURE;
        before = class;
        at = next;
    }
    return at;
}

/* A place surely between clusters at or before `at`: walking from there finds every boundary after
 * it. */
static size_t safe_start(const char *text, size_t at)
{
    while (at > 0) {
        at--;
        unsigned char byte = (unsigned char)text[at];
        if (byte < 0x80) /* ASCII begins a cluster */
            return at;
    }
    return 0;
}

size_t edit_cluster_start(const char *text, size_t length, size_t at)
{
    if (at >= length)
        return length;
    size_t start = safe_start(text, at), next = start;
    if ((unsigned char)text[at] < 0x80)
        return at;
    while (next <= at && next < length) {
        start = next;
        next = edit_next_cluster(text, length, start);
    }
    return start;
}

size_t edit_previous_cluster(const char *text, size_t length, size_t at)
{
    if (at == 0)
        return 0;
    size_t start = safe_start(text, at), next = start;
    while (next < at) {
        start = next;
        next = edit_next_cluster(text, length, start);
    }
    return start;
}

/* ---------------------------------------------------------------- words */
enum word_class { WORD_SPACE, WORD_LETTER, WORD_MARK };

static enum word_class word_class_at(const char *text, size_t length, size_t at)
{
    size_t next = at;
    uint32_t code = hs_utf8_next(text, length, &next);
    if (code == ' ' || code == 0xa0 || code == 0x3000 || (code >= 0x2000 && code <= 0x200b))
        return WORD_SPACE;
    if (code < 0x80) {
        bool letter = (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
                      (code >= 'a' && code <= 'z') || code == '_';
        return letter || code == '\'' ? WORD_LETTER : WORD_MARK;
    }
    bool mark = (code >= 0xa1 && code <= 0xbf && code != 0xaa && code != 0xb5 && code != 0xba) ||
                code == 0xd7 || code == 0xf7 ||
                (code >= 0x2010 && code <= 0x206f && code != 0x2019) ||
                (code >= 0x2190 && code <= 0x2bff) || (code >= 0x3001 && code <= 0x3020) ||
                (code >= 0xff01 && code <= 0xff0f);
    return mark ? WORD_MARK : WORD_LETTER;
}

size_t edit_next_word(const char *text, size_t length, size_t at)
{
    while (at < length && word_class_at(text, length, at) == WORD_SPACE)
        at = edit_next_cluster(text, length, at);
    if (at >= length)
        return length;
    enum word_class class = word_class_at(text, length, at);
    while (at < length && word_class_at(text, length, at) == class)
        at = edit_next_cluster(text, length, at);
    return at;
}

size_t edit_previous_word(const char *text, size_t length, size_t at)
{
    size_t before = edit_previous_cluster(text, length, at);
    while (at > 0 && word_class_at(text, length, before) == WORD_SPACE) {
        at = before;
        before = edit_previous_cluster(text, length, at);
    }
    if (at == 0)
        return 0;
    enum word_class class = word_class_at(text, length, before);
    while (at > 0 && word_class_at(text, length, before) == class) {
        at = before;
        before = edit_previous_cluster(text, length, at);
    }
    return at;
}

void edit_word_around(const char *text, size_t length, size_t at, size_t *from, size_t *to)
{
    *from = *to = at < length ? at : length;
    if (length == 0)
        return;
    if (*from == length)
        *from = edit_previous_cluster(text, length, length);
    enum word_class class = word_class_at(text, length, *from);
    *to = *from;
    while (*to < length && word_class_at(text, length, *to) == class)
        *to = edit_next_cluster(text, length, *to);
    while (*from > 0) {
        size_t before = edit_previous_cluster(text, length, *from);
        if (word_class_at(text, length, before) != class)
            break;
        *from = before;
    }
}
