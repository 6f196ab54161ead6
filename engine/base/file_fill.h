/* file_fill.h – a file that is not written from front to back. Beside hs_file_write() and hs_file_stream() of hs_base.h. */
#ifndef HS_BASE_FILE_FILL_H
#define HS_BASE_FILE_FILL_H

#include "base/base.h"

/* As hs_file_stream() for what comes in any order: `fill` puts bytes where they belong. Into a file only: standard
 * output and pipes are HS_BAD_USE. */
struct hs_file_out;
enum hs_status hsi_file_put(struct hs_file_out *file, uint64_t at, const void *bytes, size_t length, struct hs_error *error);
enum hs_status hsi_file_fill(const char *path, bool overwrite,
    enum hs_status (*fill)(void *user, struct hs_file_out *file, struct hs_error *error), void *user, struct hs_error *error);

#endif
