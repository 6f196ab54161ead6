/* What text becomes which tokens. Each row gives the tokens separated by `|`, written by hand after
 * the rules of Universal Dependencies English; spans and spaces are then checked against the text
 * itself. */
#include "hs.h"
#include "base/base.h"
#include "check.h"

#include <stdlib.h>

static const struct row {
    const char *text, *tokens;
} rows[] = {
    {"", ""},
    {" \t\n ", ""},
    {"The dog chased the cat.", "The|dog|chased|the|cat|."},
    {"The student delivered the book to the library yesterday.",
        "The|student|delivered|the|book|to|the|library|yesterday|."},
    {"x", "x"},
    // contractions
    {"I don't", "I|do|n't"},
    {"I don’t", "I|do|n’t"},
    {"can't won't ain't DON'T", "ca|n't|wo|n't|ai|n't|DO|N'T"},
    {"cannot Cannot CANNOT", "can|not|Can|not|CAN|NOT"},
    {"can not", "can|not"},
    {"gonna gotta wanna gimme lemme dunno", "gon|na|got|ta|wan|na|gim|me|lem|me|du|n|no"},
    {"Gonna go", "Gon|na|go"},
    {"wannabe cannots", "wannabe|cannots"},
    {"I'm you're he's we've they'll she'd", "I|'m|you|'re|he|'s|we|'ve|they|'ll|she|'d"},
    {"I’m you’re he’s", "I|’m|you|’re|he|’s"},
    {"IT'S", "IT|'S"},
    {"I'd've", "I|'d|'ve"},
    {"shouldn't've", "should|n't|'ve"},
    {"let's", "let|'s"},
    {"John's book", "John|'s|book"},
    {"the students' books", "the|students|'|books"},
    {"the students’ books", "the|students|’|books"},
    {"O'Neill's boss's car", "O'Neill|'s|boss|'s|car"},
    {"the CEO's", "the|CEO|'s"},
    {"5's", "5|'s"},
    {"o'clock ma'am y'all", "o'clock|ma'am|y'all"},
    {"rock'n'roll", "rock'n'roll"},
    {"n't 's 're ’ve", "n't|'s|'re|’ve"},
    {"do n't John 's", "do|n't|John|'s"},
    {"get 'em 'til 'cause", "get|'em|'til|'cause"},
    {"l'homme d’accord", "l'homme|d’accord"},
    {"col·lecció", "col·lecció"},
    {"'tis 'Tis ’twas 'twould", "'t|is|'T|is|’t|was|'t|would"},
    {"'tisn't 'twasn't", "'t|is|n't|'t|was|n't"},
    {"'t is", "'t|is"},
    {"goin' nothin' mornin’ Talkin'", "goin'|nothin'|mornin’|Talkin'"},
    {"th' ol' men o' war an' lil' dogs", "th'|ol'|men|o'|war|an'|lil'|dogs"},
    {"rock n' roll, rock 'n' roll", "rock|n'|roll|,|rock|'n'|roll"},
    {"'I was goin' home'", "'|I|was|goin|'|home|'"}, // the first to come closes a quote
    {"‘in’ 'begin' the cousins'", "‘|in|’|'|begin|'|the|cousins|'"},
    {"He goes in' it's 'o'", "He|goes|in|'|it|'s|'|o|'"},
    {"hit ‘em ‘til ‘cause ‘n", "hit|‘em|‘til|‘cause|‘n"},
    {"the ‘90s rock ‘n’ roll", "the|‘90s|rock|‘n’|roll"},
    {"‘90’ ‘em’ ‘it’ ‘tis", "‘|90|’|‘|em|’|‘|it|’|‘t|is"},
    {"‘M for murder’ `d", "‘|M|for|murder|’|`|d"},
    {"`em `x` `s` ``it''", "`em|`|x|`|`|s|`|``|it|''"},
    {"5′ 6″ x′ studentsʼ", "5|′|6|″|x|′|students|ʼ"},
    {"Hawaiʻi", "Hawaiʻi"}, // a letter of its own
    {"\xC2\xB5zs", "\xC2\xB5zs"}, // the second byte and z are no apostrophe
    {"it\xE2\x80\x8D's ca\xEF\xB8\x8Fn't", "it\xE2\x80\x8D|'s|ca\xEF\xB8\x8F|n't"},
    // quotes
    {"'hello'", "'|hello|'"},
    {"‘hello’", "‘|hello|’"},
    {"the 's' sound", "the|'|s|'|sound"},
    {"He said, \"Go!\"", "He|said|,|\"|Go|!|\""},
    {"“Go,” he said", "“|Go|,|”|he|said"},
    {"«oui» „ja“ ‹x›", "«|oui|»|„|ja|“|‹|x|›"},
    {"``so'' he", "``|so|''|he"},
    {"'don't'", "'|do|n't|'"},
    // hyphens and dashes
    {"a well-known man", "a|well|-|known|man"},
    {"ten-year-old", "ten|-|year|-|old"},
    {"re-elect non-human anti-war co-op", "re-elect|non-human|anti-war|co-op"},
    {"e-mail E-mail X-ray vice-president", "e-mail|E-mail|X-ray|vice-president"},
    {"clock-wise child-like", "clock-wise|child|-|like"},
    {"pre-1990", "pre|-|1990"},
    {"yes -- no", "yes|--|no"},
    {"yes--no---maybe", "yes|--|no|---|maybe"},
    {"yes – no—maybe", "yes|–|no|—|maybe"},
    {"a‐b well‑known", "a|‐|b|well|‑|known"},
    {"-ness", "-|ness"},
    {"trailing- dash", "trailing|-|dash"},
    // full stops, abbreviations
    {"Wait... what…", "Wait|...|what|…"},
    {"Wait.. ....", "Wait|..|...."},
    {"Mr. Smith and Dr. Jones", "Mr.|Smith|and|Dr.|Jones"},
    {"Mr.Smith", "Mr.|Smith"},
    {"the U.S. and U.K.", "the|U.S.|and|U.K."},
    {"the U.S", "the|U.S"},
    {"in the U.S...", "in|the|U.S|..."},
    {"e.g. this, i.e., that etc.", "e.g.|this|,|i.e.|,|that|etc."},
    {"at 5 p.m. or 6 a.m.", "at|5|p.m.|or|6|a.m."},
    {"J. K. Rowling", "J.|K.|Rowling"},
    {"J.K. Rowling", "J.K.|Rowling"},
    {"J.Smith", "J.|Smith"},
    {"It was I. Then", "It|was|I|.|Then"},
    {"vitamin c. Then", "vitamin|c|.|Then"},
    {"vitamin c.", "vitamin|c|."},
    {"Take vitamin C. It helps.", "Take|vitamin|C|.|It|helps|."},
    {"Plan B. The end.", "Plan|B|.|The|end|."},
    {"group A. I'm here", "group|A|.|I|'m|here"},
    {"J. Theodore and Q. Itō", "J.|Theodore|and|Q.|Itō"},
    {"A. A. Milne, J. A. Smith", "A.|A.|Milne|,|J.|A.|Smith"},
    {"Jan. 5, Sept. 3", "Jan.|5|,|Sept.|3"},
    {"No. 5 or no. 6", "No.|5|or|no.|6"},
    {"I said no.", "I|said|no|."},
    {"in the sun. Then", "in|the|sun|.|Then"},
    {"on Sat. 4 May", "on|Sat.|4|May"},
    {"St. Louis", "St.|Louis"},
    {"a Ph.D. student", "a|Ph.D.|student"},
    {"Acme Inc. and Co.", "Acme|Inc.|and|Co."},
    {"gen. col.", "gen|.|col|."},
    {"end.The next", "end|.|The|next"},
    {"numpy.array v1.2.3", "numpy.array|v1.2.3"},
    {"report.pdf API.PDF", "report.pdf|API.PDF"},
    {".doc", ".|doc"},
    {"etc... so", "etc|...|so"},
    // numbers
    {"3,000 3.14 10:30 24/7 1/2", "3,000|3.14|10:30|24/7|1/2"},
    {"1,234,567.89.", "1,234,567.89|."},
    {"5, 6.", "5|,|6|."},
    {"$5 $3,000.50 €5 £.50", "$|5|$|3,000.50|€|5|£|.50"},
    {"US$5 A$10", "US$|5|A$|10"},
    {"5% 5.5%", "5|%|5.5|%"},
    {"1st 2nd 3rd 4th 21ST", "1st|2nd|3rd|4th|21ST"},
    {"1990s 90s '90s ’90s 70's 1990's", "1990s|90s|'90s|’90s|70's|1990's"},
    {"class of '99", "class|of|'99"},
    {"10am 5pm 10:30AM 5p.m.", "10|am|5|pm|10:30|AM|5|p.m."},
    {"-5 degrees, (-5), x=-5", "-5|degrees|,|(|-5|)|,|x|=|-5"},
    {"5-10 1990-95", "5|-|10|1990|-|95"},
    {"555-0199 212-555-0199 2024-12-31", "555-0199|212-555-0199|2024-12-31"},
    {"10km 3D 4x4 B2B MP3", "10km|3D|4x4|B2B|MP3"},
    {"20°C 20 °F", "20|°C|20|°F"},
    {"5½ ½ x²", "5½|½|x²"},
    {"٣٫١٤ ۱۲۳", "٣٫١٤|۱۲۳"},
    {"１２３", "１２３"},
    // addresses
    {"See http://example.com/a_(b)?x=1, or", "See|http://example.com/a_(b)?x=1|,|or"},
    {"(http://example.com/a)", "(|http://example.com/a|)"},
    {"<https://example.com>", "<|https://example.com|>"},
    {"http://example.com.", "http://example.com|."},
    {"www.example.org/x#y!", "www.example.org/x#y|!"},
    {"bob.smith+x@ex-ample.co.uk.", "bob.smith+x@ex-ample.co.uk|."},
    {"mailto:a@b.org", "mailto:a@b.org"},
    {"example.com/foo, Example.Com", "example.com/foo|,|Example.Com"},
    {"a@b", "a|@|b"},
    {"http:// www.", "http|:|//|www|."},
    {"@bob #tag #1", "@bob|#tag|#|1"},
    // punctuation and symbols
    {"What?! No!!! Why???", "What|?!|No|!!!|Why|???"},
    {"(a) [b] {c} <d>", "(|a|)|[|b|]|{|c|}|<|d|>"},
    {"a,b;c:d", "a|,|b|;|c|:|d"},
    {"and/or w/o w/ c/o b/c", "and|/|or|w/o|w/|c/o|b/c"},
    {"AT&T R&D you & me", "AT&T|R&D|you|&|me"},
    {"C++ C# c++.", "C++|C#|c++|."},
    {"a->b => <= c << >> $$$", "a|->|b|=>|<=|c|<<|>>|$$$"},
    {"**bold** ==== ___ ~~~", "**|bold|**|====|___|~~~"},
    {"snake_case __init__", "snake_case|__|init|__"},
    {"5 * 3 + 2 = 17", "5|*|3|+|2|=|17"},
    {"2×3 ≤ ∞", "2|×|3|≤|∞"},
    {"¿Qué? ¡No!", "¿|Qué|?|¡|No|!"},
    // emoji
    {":-) :( ;) <3", ":-)|:(|;)|<3"},
    {"so:(a", "so|:|(|a"},
    {"👍", "👍"},
    {"👍🏽👍", "👍🏽|👍"},
    {"👩‍👩‍👧‍👦!", "👩‍👩‍👧‍👦|!"},
    {"🇩🇪🇫🇷", "🇩🇪|🇫🇷"},
    {"❤️ ☺ ✓", "❤️|☺|✓"},
    {"1️⃣ #️⃣ 12", "1️⃣|#️⃣|12"},
    {"🏴󠁧󠁢󠁥󠁮󠁧󠁿x", "🏴󠁧󠁢󠁥󠁮󠁧󠁿|x"},
    {"hi👋there", "hi|👋|there"},
    // other scripts
    {"Привет, мир!", "Привет|,|мир|!"},
    {"Der Bär läuft. Ça va?", "Der|Bär|läuft|.|Ça|va|?"},
    {"naïve café", "naïve|café"},
    {"cafe\xCC\x81 x\xCC\x81\xCC\x82", "cafe\xCC\x81|x\xCC\x81\xCC\x82"},
    {"我喜欢猫。", "我|喜|欢|猫|。"},
    {"東京タワー、ひらがな", "東|京|タ|ワー|、|ひ|ら|が|な"},
    {"GPT模型3个", "GPT|模|型|3|个"},
    {"한국어 문장입니다.", "한국어|문장입니다|."},
    {"नमस्ते दुनिया।", "नमस्ते|दुनिया|।"},
    {"مرحبا، كيف؟", "مرحبا|،|كيف|؟"},
    {"שלום, עולם־טוב", "שלום|,|עולם|־|טוב"},
    {"สวัสดีครับ", "สวัสดีครับ"},
    {"می‌خواهم", "می‌خواهم"},
    {"Γειά σου·", "Γειά|σου|·"},
    // spaces, controls, what is not seen
    {"a\xC2\xA0"
     "b\xE2\x80\x89"
     "c\xE3\x80\x80"
     "d\xE2\x80\x8B"
     "e",
        "a|b|c|d|e"},
    {"\xEF\xBB\xBF"
     "word",
        "word"},
    {"a\x01"
     "b",
        "a|\\x01|b"},
    {"a\x1B[2J", "a|\\x1B|[|2J"},
    {"\x7F\xC2\x80", "\\x7F|\\x80"},
    {"a\xE2\x80\xAE"
     "b",
        "a|\\u202E|b"},
    {"\xF3\xA0\x80\x81", "\\U000E0001"},
    {"co\xC2\xADoperate", "cooperate"},
    {"\xC2\xAD", ""},
    {"\xE2\x80\x8D", "\\u200D"}, /* nothing to see, yet a token */
    {"a \xE3\x85\xA4 b", "a|\\u3164|b"},
    {"a\xC2\x85"
     "b\xE2\x80\xA8"
     "c",
        "a|b|c"},
};

static void check_row(struct row row)
{
    struct hs_tokens *tokens = NULL;
    struct hs_error error;
    size_t length = strlen(row.text);
    char *exact = malloc(length ? length : 1), joined[1024] = "";
    memcpy(exact, row.text, length);
    CHECK(hs_tokenise(exact, length, &tokens, &error) == HS_OK);
    free(exact); // tokens keep nothing of the text
    if (!tokens)
        return;
    size_t at = 0;
    for (size_t i = 0; i < tokens->count; i++) {
        struct hs_token token = tokens->token[i];
        strcat(strcat(joined, i ? "|" : ""), token.text);
        CHECK(token.start >= at && token.start < token.end && token.end <= length);
        // a gap holds only what separates: no letter, digit, sign in ASCII
        bool gap = token.start > at;
        for (size_t j = at; j < token.start; j++)
            CHECK((unsigned char)row.text[j] <= ' ' || (unsigned char)row.text[j] >= 0x80);
        CHECK(!token.space_before || gap);
        if (gap && row.text[at] == ' ')
            CHECK(token.space_before);
        size_t bytes = token.end - token.start;
        if (token.text[0] != '\\' && token.kind != HS_TOKEN_CONTROL && !strstr(row.text, "\xC2\xAD"))
            CHECK(strlen(token.text) == bytes &&
                  memcmp(token.text, row.text + token.start, bytes) == 0);
        at = token.end;
    }
    CHECK_TEXT(joined, row.tokens);
    hs_tokens_drop(tokens);
}

/* `text` with each ' as `mark`. */
static const char *marked(const char *text, const char *mark, char *out)
{
    char *end = out;
    for (; *text; text++)
        if (*text == '\'')
            end = stpcpy(end, mark);
        else
            *end++ = *text;
    *end = '\0';
    return out;
}

/* Whatever stands for the apostrophe, the words are the same and their spans point at what was typed. */
static void test_apostrophes(void)
{
    static const char *const anywhere[] = {"’", "ʼ", "＇", "՚"}, *const in_words[] = {"´", "`", "′", "‘", "‛"};
    static const struct row inside[] = {{"I'm you're he's we've they'll she'd", "I|'m|you|'re|he|'s|we|'ve|they|'ll|she|'d"},
        {"don't can't I'd've shouldn't've", "do|n't|ca|n't|I|'d|'ve|should|n't|'ve"}, {"IT'S DON'T", "IT|'S|DO|N'T"},
        {"Maria's O'Neill's boss's", "Maria|'s|O'Neill|'s|boss|'s"}, {"o'clock ma'am l'homme", "o'clock|ma'am|l'homme"},
        {"café's naïve's", "café|'s|naïve|'s"}, {"rock'n'roll", "rock'n'roll"}, {"the 1990's", "the|1990's"},
        {"hit 'em 'til 'cause 'tis 'twas", "hit|'em|'til|'cause|'t|is|'t|was"}, {"the '90s", "the|'90s"}};
    static const struct row outside[] = {{"the students' books", "the|students|'|books"}, {"class of '99", "class|of|'99"},
        {"goin' th' ol' o'", "goin'|th'|ol'|o'"}, {"John 's 're", "John|'s|'re"}, {"'round 'bout", "'round|'bout"}};
    char text[256], tokens[256];
    for (size_t i = 0; i < sizeof anywhere / sizeof *anywhere + sizeof in_words / sizeof *in_words; i++) {
        const bool full = i < sizeof anywhere / sizeof *anywhere;
        const char *mark = full ? anywhere[i] : in_words[i - sizeof anywhere / sizeof *anywhere];
        for (size_t k = 0; k < sizeof inside / sizeof *inside; k++)
            check_row((struct row){marked(inside[k].text, mark, text), marked(inside[k].tokens, mark, tokens)});
        for (size_t k = 0; full && k < sizeof outside / sizeof *outside; k++)
            check_row((struct row){marked(outside[k].text, mark, text), marked(outside[k].tokens, mark, tokens)});
    }
}

static void test_kinds(void)
{
    static const struct {
        const char *text;
        enum hs_token_kind kind;
    } kinds[] = {{"word", HS_TOKEN_WORD}, {"don", HS_TOKEN_WORD}, {"42", HS_TOKEN_NUMBER},
        {"3.14", HS_TOKEN_NUMBER}, {"1,000", HS_TOKEN_NUMBER}, {"10:30", HS_TOKEN_NUMBER},
        {"1990s", HS_TOKEN_NUMBER}, {"3rd", HS_TOKEN_NUMBER}, {"-5", HS_TOKEN_NUMBER},
        {"'90s", HS_TOKEN_NUMBER}, {"3D", HS_TOKEN_WORD}, {".", HS_TOKEN_PUNCT},
        {"...", HS_TOKEN_PUNCT}, {"—", HS_TOKEN_PUNCT}, {"“", HS_TOKEN_PUNCT},
        {"$", HS_TOKEN_SYMBOL}, {"%", HS_TOKEN_SYMBOL}, {"👍", HS_TOKEN_SYMBOL},
        {":-)", HS_TOKEN_SYMBOL}, {"→", HS_TOKEN_SYMBOL}, {"http://x.org", HS_TOKEN_URL},
        {"a@b.org", HS_TOKEN_URL}, {"\x01", HS_TOKEN_CONTROL}, {"猫", HS_TOKEN_WORD},
        {"e.g.", HS_TOKEN_WORD}, {"'s", HS_TOKEN_WORD}, {"US$5", HS_TOKEN_SYMBOL},
        {"@bob", HS_TOKEN_WORD}, {"'", HS_TOKEN_PUNCT}, {"1️⃣", HS_TOKEN_SYMBOL}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        struct hs_tokens *tokens;
        CHECK(hs_tokenise(kinds[i].text, strlen(kinds[i].text), &tokens, NULL) == HS_OK);
        CHECK(tokens->count > 0 && tokens->token[0].kind == kinds[i].kind);
        if (tokens->token[0].kind != kinds[i].kind)
            fprintf(stderr, "  kind of %s is %d\n", kinds[i].text, (int)tokens->token[0].kind);
        hs_tokens_drop(tokens);
    }
}

static void test_spans(void)
{
    struct hs_tokens *tokens;
    const char *text = " I don’t…";
    CHECK(hs_tokenise(text, strlen(text), &tokens, NULL) == HS_OK && tokens->count == 4);
    static const unsigned spans[][2] = {{1, 2}, {3, 5}, {5, 10}, {10, 13}};
    static const bool spaces[] = {true, true, false, false};
    for (size_t i = 0; i < 4; i++) {
        CHECK(tokens->token[i].start == spans[i][0] && tokens->token[i].end == spans[i][1]);
        CHECK(tokens->token[i].space_before == spaces[i]);
    }
    hs_tokens_drop(tokens);
    CHECK(hs_tokenise("a\0b", 3, &tokens, NULL) == HS_OK && tokens->count == 3); // NUL is a control
    CHECK_TEXT(tokens->token[1].text, "\\x00");
    CHECK(tokens->token[2].start == 2 && tokens->token[1].kind == HS_TOKEN_CONTROL);
    hs_tokens_drop(tokens);
}

static void test_given(void)
{
    static const char *const texts[] = {"Do", "n't", "3,000", ".", "##ing", "a b", "", "tab\t", "👍",
        "x.y@z.com", "$", "?,", "café"};
    static const enum hs_token_kind kinds[] = {HS_TOKEN_WORD, HS_TOKEN_WORD, HS_TOKEN_NUMBER,
        HS_TOKEN_PUNCT, HS_TOKEN_WORD, HS_TOKEN_WORD, HS_TOKEN_WORD, HS_TOKEN_WORD, HS_TOKEN_SYMBOL,
        HS_TOKEN_URL, HS_TOKEN_SYMBOL, HS_TOKEN_PUNCT, HS_TOKEN_WORD};
    const size_t count = sizeof texts / sizeof *texts;
    struct hs_tokens *tokens;
    struct hs_error error;
    CHECK(hs_tokens_new(texts, count, &tokens, &error) == HS_OK && tokens->count == count);
    uint32_t start = 0;
    for (size_t i = 0; i < count; i++) {
        struct hs_token token = tokens->token[i];
        CHECK_TEXT(token.text, i == 7 ? "tab\\x09" : texts[i]);
        CHECK(token.start == start && token.end == start + strlen(texts[i]));
        CHECK(token.space_before == (i > 0));
        CHECK(token.kind == kinds[i]);
        start = token.end + 1;
    }
    hs_tokens_drop(tokens);
    CHECK(hs_tokens_new(NULL, 0, &tokens, NULL) == HS_OK && tokens->count == 0);
    hs_tokens_drop(tokens);
    hs_tokens_drop(NULL);
    static const char *const bad[] = {"ok", "caf\xE9"};
    CHECK(hs_tokens_new(bad, 2, &tokens, &error) == HS_BAD_INPUT);
    CHECK(tells(error.message, "byte 4 of token 1 (0xE9)"));
}

TEST(test_text_tokens)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_row(rows[i]);
    test_apostrophes();
    test_kinds();
    test_spans();
    test_given();
    return check_report();
}
