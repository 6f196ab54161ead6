/* Fuzz target: bytes as a word list. Whatever is accepted must answer look-ups of its own forms and
 * of the bytes. */
#include "fuzz.h"
#include "preset/lexicon/lexicon.h"

#include <string.h>

FUZZ(lexicon)
{
    struct hs_lexicon *lexicon;
    struct hs_error error;
    if (hsi_lexicon_parse("fuzz", (const char *)data, size, &lexicon, &error)) {
        fuzz_said(error.message);
        return 0;
    }
    const struct hs_lemma *lemmas;
    size_t forms = hsi_lexicon_forms(lexicon), count = hsi_lexicon_lemmas(lexicon, &lemmas);
    struct hs_word word;
    for (size_t i = 0; i < forms; i++) {
        hsi_lexicon_look(lexicon, hsi_lexicon_form(lexicon, i), false, false, &word);
        MUST(word.known && word.code == hsi_lexicon_code(lexicon, i));
    }
    for (size_t i = 0; i < count; i++)
        MUST(lemmas[i].form[0] && lemmas[i].kind);
    char text[300];
    size_t length = size < sizeof text - 1 ? size : sizeof text - 1;
    memcpy(text, data, length);
    text[length] = '\0';
    hsi_lexicon_look(lexicon, text, false, false, &word);
    hsi_lexicon_drop(lexicon);
    return 0;
}
