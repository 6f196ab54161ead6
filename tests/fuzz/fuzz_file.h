/* fuzz_file.h – the bytes as a real file, for readers that open, map or seek: without a name, so
 * that nothing is left behind, and reached through /proc. Included by a target; one file serves all
 * its inputs. */
#ifndef HS_TESTS_FUZZ_FILE_H
#define HS_TESTS_FUZZ_FILE_H

#include <unistd.h>

#include "fuzz.h"

static const char *fuzz_file(const uint8_t *bytes, size_t size)
{
    static char path[64];
    static int file = -1;
    if (file < 0) {
        char name[] = HS_BINARY_DIR "/test-fuzz-XXXXXX";
        file = mkstemp(name);
        MUST(file >= 0 && unlink(name) == 0);
        snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    }
    MUST(ftruncate(file, 0) == 0 && pwrite(file, bytes, size, 0) == (ssize_t)size);
    return path;
}

#endif
