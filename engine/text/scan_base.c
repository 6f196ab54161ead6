/* scan_base.c – what all kinds of tokens look at; see scan.h. */
#include "text/scan.h"

size_t hsi_scan_ascii(const struct hs_scan *scan, size_t at, size_t most)
{
    size_t end = at;
    while (end - at < most && end < scan->length) {
        char low = (char)(scan->text[end] | 0x20), c = scan->text[end];
        if (!((c >= '0' && c <= '9') || (low >= 'a' && low <= 'z')))
            break;
        end++;
    }
    return end;
}

size_t hsi_scan_marks(const struct hs_scan *scan, size_t at)
{
    struct hs_at here = hsi_scan_at(scan, at);
    while (here.class == HS_CHAR_MARK || here.class == HS_CHAR_IGNORED)
        here = hsi_scan_at(scan, at = here.next);
    return at;
}
