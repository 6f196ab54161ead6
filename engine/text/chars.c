/* chars.c – see chars.h. The general categories of Unicode, which utf8proc knows; here stands what a tokeniser sees
 * otherwise. ASCII has a table of its own, for loops over bytes. */
#include "text/chars.h"

#include <string.h>
#include <utf8proc.h>

#define L HS_CHAR_LETTER
#define D HS_CHAR_DIGIT
#define W HS_CHAR_SPACE
#define C HS_CHAR_CONTROL
#define P HS_CHAR_PUNCT
#define S HS_CHAR_SYMBOL

const unsigned char hsi_char_ascii[128] = {
    C, C, C, C, C, C, C, C, C, W, W, W, W, W, C, C, // \t \n \v \f \r separate
    C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, //
    W, P, P, S, S, S, S, P, P, P, S, S, P, P, P, P, //   ! " # $ % & ' ( ) * + , - . /
    D, D, D, D, D, D, D, D, D, D, P, P, S, S, S, P, // 0-9 : ; < = > ?
    S, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, // @
    L, L, L, L, L, L, L, L, L, L, L, P, S, P, S, S, // [ \ ] ^ _
    P, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L, // `
    L, L, L, L, L, L, L, L, L, L, L, P, S, P, S, C, // { | } ~
};

#undef L
#undef D
#undef W
#undef C
#undef P
#undef S

/* Han and kana, also those that no version of Unicode has given out yet. */
static bool ideograph(uint32_t c)
{
    static const uint32_t blocks[][2] = {{0x2E80, 0x2FDF}, {0x3005, 0x3007}, {0x3021, 0x3029}, {0x3031, 0x30FF},
        {0x31F0, 0x31FF}, {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF}, {0xFF66, 0xFF9D}, {0x20000, 0x3FFFD}};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (c >= blocks[i][0] && c <= blocks[i][1])
            return true;
    return false;
}

/* What Unicode has for a letter, or for nothing yet. */
static enum hs_char letter(uint32_t c)
{
    if (c == 0x30FC || c == 0xFF70 || c == 0xFF9E || c == 0xFF9F) // kana's marks of length and voice
        return HS_CHAR_MARK;
    return ideograph(c) ? HS_CHAR_IDEOGRAPH : HS_CHAR_LETTER;
}

static enum hs_char symbol(uint32_t c)
{
    const unsigned bound = utf8proc_get_property((utf8proc_int32_t)c)->boundclass;
    bool picture = bound == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC || bound == UTF8PROC_BOUNDCLASS_REGIONAL_INDICATOR;
    return picture && c > 0x2122 ? HS_CHAR_EMOJI : HS_CHAR_SYMBOL; // but not (c), (R) and TM
}

/* Joiners, hyphens and spaces that are not seen; else what reorders or hides text. */
static enum hs_char invisible(uint32_t c)
{
    if (c == 0x200C || c == 0x200D)
        return HS_CHAR_MARK;
    if (c == 0x85 || c == 0x200B || c == 0xFEFF)
        return HS_CHAR_SPACE;
    bool ignored = c == 0xAD || c == 0x61C || c == 0x200E || c == 0x200F || (c >= 0x2060 && c <= 0x2064);
    return ignored ? HS_CHAR_IGNORED : HS_CHAR_CONTROL;
}

enum hs_char hsi_char_class(uint32_t c)
{
    if (c < 128)
        return (enum hs_char)hsi_char_ascii[c];
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_ND:
        return HS_CHAR_DIGIT;
    case UTF8PROC_CATEGORY_NO:
        return c < 0x2460 ? HS_CHAR_DIGIT : symbol(c); // superscripts and fractions, but not numbers in circles
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
        return HS_CHAR_SPACE;
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
        return invisible(c);
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
        return HS_CHAR_MARK;
    case UTF8PROC_CATEGORY_PC:
    case UTF8PROC_CATEGORY_PD:
    case UTF8PROC_CATEGORY_PS:
    case UTF8PROC_CATEGORY_PE:
    case UTF8PROC_CATEGORY_PI:
    case UTF8PROC_CATEGORY_PF:
    case UTF8PROC_CATEGORY_PO:
        return HS_CHAR_PUNCT;
    case UTF8PROC_CATEGORY_SM:
    case UTF8PROC_CATEGORY_SC:
    case UTF8PROC_CATEGORY_SK:
    case UTF8PROC_CATEGORY_SO:
        return symbol(c);
    case UTF8PROC_CATEGORY_CO:
        return HS_CHAR_SYMBOL;
    case UTF8PROC_CATEGORY_LM:
        return c == 0x02BC ? HS_CHAR_PUNCT : letter(c); // an apostrophe, whatever it is called
    case UTF8PROC_CATEGORY_CN:
        if ((c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF)) // never to be given out
            return HS_CHAR_CONTROL;
        if (c == 0x2065 || (c >= 0xFFF0 && c <= 0xFFF8) || (c >= 0xE0000 && c <= 0xE0FFF)) // kept for what is not seen
            return HS_CHAR_CONTROL;
        return c >= 0x1F000 && c <= 0x1FAFF ? HS_CHAR_EMOJI : letter(c);
    default:
        return letter(c);
    }
}

bool hsi_char_upper(uint32_t c)
{
    return utf8proc_category((utf8proc_int32_t)c) == UTF8PROC_CATEGORY_LU;
}

bool hsi_char_lower(uint32_t c)
{
    return utf8proc_category((utf8proc_int32_t)c) == UTF8PROC_CATEGORY_LL;
}

bool hsi_char_apostrophe(uint32_t c)
{
    return c == '\'' || c == 0x2019 || c == 0x02BC || c == 0xFF07 || c == 0x055A;
}

bool hsi_char_like_apostrophe(uint32_t c)
{
    return hsi_char_apostrophe(c) || c == '`' || c == 0xB4 || c == 0x2018 || c == 0x201B || c == 0x2032;
}

bool hsi_char_blank(uint32_t c)
{
    return utf8proc_category((utf8proc_int32_t)c) == UTF8PROC_CATEGORY_ZS;
}

bool hsi_char_unseen(uint32_t c)
{
    /* the braille pattern without dots is a symbol to Unicode */
    return hsi_char_blank(c) || utf8proc_get_property((utf8proc_int32_t)c)->ignorable || c == 0x2800;
}

size_t hsi_char_fold(uint32_t c, int32_t folded[HS_CHAR_FOLDED])
{
    int class = 0;
    utf8proc_ssize_t made = utf8proc_decompose_char((utf8proc_int32_t)c, folded, HS_CHAR_FOLDED,
        UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE | UTF8PROC_STRIPMARK, &class);
    return made > 0 && made <= HS_CHAR_FOLDED ? (size_t)made : 0;
}

static utf8proc_int32_t straight(utf8proc_int32_t c, void *context)
{
    (void)context;
    return hsi_char_like_apostrophe((uint32_t)c) ? '\'' : c;
}

size_t hsi_char_plain(const char *text, size_t length, char *plain, size_t room)
{
    enum { MOST = 512 }; // characters, decomposed
    int32_t made[MOST + 1];
    bool word = false, other = false; // signs keep their look: "…" is not three full stops
    for (size_t at = 0; at < length;) {
        const uint32_t c = hs_utf8_next(text, length, &at);
        const enum hs_char class = hsi_char_class(c);
        const bool number = utf8proc_category((utf8proc_int32_t)c) == UTF8PROC_CATEGORY_NO; // x², ½
        word |= class == HS_CHAR_LETTER || class == HS_CHAR_DIGIT || class == HS_CHAR_IDEOGRAPH;
        other |= number || !(class == HS_CHAR_LETTER || class == HS_CHAR_DIGIT || class == HS_CHAR_MARK ||
                             class == HS_CHAR_IGNORED || hsi_char_like_apostrophe(c));
    }
    if (!word)
        return 0;
    int options = UTF8PROC_DECOMPOSE | UTF8PROC_IGNORE;
    options |= other ? 0 : UTF8PROC_COMPAT;
    utf8proc_ssize_t count = utf8proc_decompose_custom((const utf8proc_uint8_t *)text, (utf8proc_ssize_t)length, made, MOST,
        (utf8proc_option_t)options, straight, NULL);
    if (count <= 0 || count > MOST)
        return 0;
    utf8proc_ssize_t bytes = utf8proc_reencode(made, count, UTF8PROC_COMPOSE | UTF8PROC_STABLE);
    if (bytes <= 0 || (size_t)bytes > room)
        return 0;
    memcpy(plain, made, (size_t)bytes);
    return (size_t)bytes;
}

static bool among(const uint32_t *list, size_t count, uint32_t c)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] == c)
            return true;
    return false;
}

bool hsi_char_closes(uint32_t c)
{
    static const uint32_t list[] = {'"', '\'', ')', ']', '}', 0xBB, 0x2019, 0x201D, 0x203A, 0x300B,
        0x300D, 0x300F, 0x3011, 0xFF09, 0x201C}; // the last closes German quotes
    return among(list, sizeof list / sizeof *list, c);
}

bool hsi_char_opens(uint32_t c)
{
    static const uint32_t list[] = {'"', '\'', '(', '[', '{', 0xAB, 0x2018, 0x201A, 0x201C, 0x201E,
        0x2039, 0x300A, 0x300C, 0x300E, 0x3010, 0xFF08, 0xA1, 0xBF};
    return among(list, sizeof list / sizeof *list, c);
}

size_t hsi_char_show(uint32_t c, char shown[HS_CHAR_SHOWN])
{
    const char *format = c < 0x100 ? "\\x%02X" : c < 0x10000 ? "\\u%04X" : "\\U%08X";
    return (size_t)snprintf(shown, HS_CHAR_SHOWN, format, (unsigned)c);
}
