/* bytes.c – the letters that byte-level models write for bytes (GPT-2's table): the printable ones
 * of Latin-1 for themselves, the 68 others, in order, as U+0100 and up. Called by split.c and
 * normalize.c, and by show.c for the way back. */
#include "tokenizer/encode.h"
#include "tokenizer/unicode.h"

static bool printable(unsigned byte)
{
    return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte <= 0xAC) || byte >= 0xAE;
}

uint32_t hsi_byte_letter(unsigned char byte)
{
    if (printable(byte))
        return byte;
    return byte <= ' ' ? 0x100u + byte : byte <= 0xA0 ? 0x100u + byte - 0x7F + 33 : 0x143;
}

int hsi_byte_of_letter(uint32_t c)
{
    if (c < 0x100)
        return printable(c) ? (int)c : -1;
    uint32_t at = c - 0x100; // bytes 0 … 32, then 127 … 160, then 173
    return at > 67 ? -1 : (int)(at <= 32 ? at : at <= 66 ? at - 33 + 0x7F : 0xAD);
}

bool hsi_bytes_apply(struct encoder *encoder, const struct split *split)
{
    struct writer writer = hsi_writer(encoder, split);
    for (size_t i = split->from; i < split->to; i++) {
        unsigned char byte = (unsigned char)encoder->now.bytes[i];
        if (!hsi_writer_put(&writer, hsi_byte_letter(byte), (byte & 0xC0) == 0x80))
            return false;
    }
    return hsi_writer_end(&writer);
}
