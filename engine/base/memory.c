/* memory.c – whether a large block can be had without the machine starting to swap: Linux grants
 * more than there is, and takes the difference out of everything else that runs. Used by whoever
 * asks for hundreds of megabytes. */
#include "base/base.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Below this the answer is not worth reading a file for. */
#define SMALL_BYTES ((size_t)256 << 20)

bool hs_memory_fits(size_t bytes)
{
    char text[2048]; // MemAvailable is the third line, proc(5)
    static const char name[] = "MemAvailable:";
    if (bytes < SMALL_BYTES)
        return true;
    int file = open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return true; // nobody can tell: the allocator decides
    ssize_t got = read(file, text, sizeof text - 1);
    close(file);
    text[got > 0 ? got : 0] = '\0';
    const char *found = strstr(text, name);
    return !found || bytes >> 10 <= strtoull(found + sizeof name - 1, NULL, 10);
}
