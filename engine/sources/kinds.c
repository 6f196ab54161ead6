/* kinds.c – the kinds of source there are, and which of them a path belongs to. A new kind is a file
 * beside this one and a line here. */
#include "sources/source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static const struct hs_source_kind *const kinds[] = {&hs_preset_kind, &hs_dump_kind, &hs_checkpoint_kind};

/* Only of a regular file: opening a pipe would let its writer go on. */
static void read_start(struct hs_look *look, uint8_t *start)
{
    struct stat about;
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

static const struct hs_source_kind *best(const char *path, int *sure)
{
    uint8_t start[HS_LOOK_BYTES] = {0};
    struct hs_look look = {.path = path, .start = start};
    const struct hs_source_kind *kind = NULL;
    *sure = 0;
    read_start(&look, start);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        int knows = kinds[i]->knows(&look);
        if (knows > *sure) {
            *sure = knows;
            kind = kinds[i];
        }
    }
    return kind;
}

int hs_source_knows(const char *path)
{
    int sure;
    best(path, &sure);
    return sure;
}

bool hs_source_slow(const char *path)
{
    int sure;
    const struct hs_source_kind *kind = best(path, &sure);
    return kind && kind->slow;
}

enum hs_status hs_source_open(const char *path, const struct hs_watch *watch,
    struct hs_source **source, struct hs_error *error)
{
    int sure;
    const struct hs_source_kind *kind = best(path, &sure);
    if (!kind)
        return hs_fail(error, HS_BAD_INPUT,
            "%s: no attention is known to be in it: bring a .safetensors or .npy file with weights "
            "(README \"Attention files\")",
            hs_name_shown(path).text);
    return kind->open(path, watch, source, error);
}
