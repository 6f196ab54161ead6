/* look.c – what a kind of source asks of a path to recognise it. See source.h. */
#include "sources/source.h"

#include <string.h>
#include <strings.h>
#include <sys/stat.h>

bool hs_look_ends(const struct hs_look *look, const char *ending)
{
    size_t length = strlen(look->path), size = strlen(ending);
    return length > size && strcasecmp(look->path + length - size, ending) == 0;
}

bool hs_look_holds(const struct hs_look *look, const char *name)
{
    char path[4096];
    struct stat about;
    int length = snprintf(path, sizeof path, "%s/%s", look->path, name);
    return look->folder && length > 0 && (size_t)length < sizeof path && stat(path, &about) == 0 &&
           S_ISREG(about.st_mode);
}
