/* export_page.h – one HTML file of a source for somebody who has no Headscope: every layer's and head's weights, and a page that
 * shows them. Used by export.c. */
#ifndef HEADSCOPE_EXPORT_PAGE_H
#define HEADSCOPE_EXPORT_PAGE_H

#include "desk/export.h"

/* Weights that a page keeps: of more, the smallest are left out, which the page says. 12 x 12 heads of 64 x 64 are within. */
#define PAGE_MOST_WEIGHTS ((size_t)1 << 21)
/* Cells that a page may have, kept or not: 12 x 12 heads of 512 x 512. */
#define PAGE_MOST_CELLS ((size_t)144 << 18)

/* Numbers are kept as whole ten-thousandths (thousandths … where a lens goes beyond 16 bits), so that what the page writes is the CSV's
 * number rounded to four decimals. The data block is JSON, its "weights" base64 of zlib of the low bytes of all cells, (layer, head,
 * query, key), then the high ones; a cell is ("zero" + number x "one"), 65535 is masked, 65534 no number. Through a lens or as a difference
 * it holds the layer that is shown; hidden keys are masked in all. HS_LIMIT for more cells. */
enum hs_status export_page(const struct app *app, struct hs_buffer *buffer, struct hs_error *error);
/* The same beside the window (disk.h), which is done at once. */
enum hs_status export_page_start(struct app *app, const char *path, bool overwrite, struct hs_error *error);

#endif
