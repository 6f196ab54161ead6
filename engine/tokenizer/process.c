/* process.c – what is done with the pieces of a text: blanks trimmed from their places, the model's
 * marks put around. Called by encode.c with one post-processor at a time. */
#include "tokenizer/encode.h"

#include <string.h>

static size_t forward(const char *typed, size_t at, size_t end, uint32_t characters)
{
    for (; characters && at < end; characters--)
        hs_utf8_next(typed, end, &at);
    return at;
}

/* The place so many characters before; `at` itself when there are not so many. */
static size_t back(const char *typed, size_t at, uint32_t characters)
{
    size_t start = at;
    for (; characters; characters--) {
        if (start == 0)
            return at;
        for (start--; start > 0 && ((unsigned char)typed[start] & 0xC0) == 0x80;)
            start--;
    }
    return start;
}

static bool trim(struct encoder *encoder, const struct processor *processor)
{
    struct part *part = encoder->parts.data;
    for (size_t i = 0; i < encoder->parts.count; i++) {
        size_t start = part[i].start, end = part[i].end, length = encoder->typed_length;
        if (end > length || start > end)
            continue;
        bool first = part[i].first || start == 0;
        bool made_up = first && processor->prefix_space && part[i].lead == 1;
        if (part[i].lead && !made_up)
            start = forward(encoder->typed, start, end, part[i].lead);
        if (part[i].trail)
            end = back(encoder->typed, end, part[i].trail);
        part[i].start = (uint32_t)start;
        part[i].end = (uint32_t)(end > start ? end : start);
    }
    return true;
}

/* The text's pieces are copied behind themselves in the template's order, then moved to the front. */
static bool apply_template(struct encoder *encoder, const struct processor *processor, bool marks)
{
    size_t count = encoder->parts.count;
    for (size_t s = 0; s < processor->steps; s++) {
        struct template_step step = processor->step[s];
        bool text = step.id == HS_NO_PIECE;
        for (size_t i = 0; i < (text ? count : marks); i++) {
            struct part *added = hsi_encode_more(encoder, &encoder->parts, sizeof *added);
            if (!added)
                return false;
            if (encoder->parts.count > 2 * (size_t)HS_MAX_PIECES)
                return hsi_encode_fail(encoder, HS_LIMIT,
                    "the text has more than a million pieces; give a shorter one");
            *added = (struct part){.id = step.id, .special = true};
            if (text)
                *added = ((const struct part *)encoder->parts.data)[i];
            added->type = step.type;
            if (processor->joined)
                added->first = encoder->parts.count == count + 1;
        }
    }
    encoder->parts.count -= count;
    struct part *part = encoder->parts.data;
    if (count)
        memmove(part, part + count, encoder->parts.count * sizeof *part);
    return true;
}

bool hsi_process(struct encoder *encoder, const struct processor *processor, bool marks)
{
    return processor->kind == PROCESS_TRIM ? trim(encoder, processor)
                                           : apply_template(encoder, processor, marks);
}
