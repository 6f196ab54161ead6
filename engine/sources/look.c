/* look.c – what a kind of source asks of a path to recognise it. See source.h. */
#include "sources/source.h"

#include <fcntl.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* Only of a regular file: opening a pipe would let its writer go on. */
void hsi_look_at(struct hs_look *look, const char *path, uint8_t *start)
{
    struct stat about;
    *look = (struct hs_look){.path = path, .start = start};
    if (stat(look->path, &about))
        return;
    look->folder = S_ISDIR(about.st_mode);
    int file = S_ISREG(about.st_mode) ? open(look->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) : -1;
    if (file < 0)
        return;
    ssize_t got = fstat(file, &about) == 0 && S_ISREG(about.st_mode)
                      ? pread(file, start, HS_LOOK_BYTES, 0)
                      : 0;
    close(file);
    look->bytes = (uint64_t)about.st_size;
    look->length = got > 0 ? (size_t)got : 0;
}

bool hsi_look_ends(const struct hs_look *look, const char *ending)
{
    size_t length = strlen(look->path), size = strlen(ending);
    return length > size && strcasecmp(look->path + length - size, ending) == 0;
}

bool hsi_look_holds(const struct hs_look *look, const char *name)
{
    char path[4096];
    struct stat about;
    int length = snprintf(path, sizeof path, "%s/%s", look->path, name);
    return look->folder && length > 0 && (size_t)length < sizeof path && stat(path, &about) == 0 &&
           S_ISREG(about.st_mode);
}
