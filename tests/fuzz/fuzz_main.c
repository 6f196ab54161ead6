/* fuzz_main.c – runs a fuzz target on every file of the folders (or the files) given, each in a block of exactly
 * its size, so that the sanitizers see a read past the end. Fails when there was no file, so that a
 * lost corpus is noticed. */
#include "fuzz.h"

#include <dirent.h>

static size_t runs;

static int run_file(fuzz_target *target, const char *path)
{
    FILE *file = fopen(path, "rb");
    long size = -1;
    if (file && fseek(file, 0, SEEK_END) == 0)
        size = ftell(file);
    if (size < 0) {
        fprintf(stderr, "%s: cannot be read\n", path);
        return 1;
    }
    rewind(file);
    uint8_t *data = malloc(size ? (size_t)size : 1);
    int failed = !data || fread(data, 1, (size_t)size, file) != (size_t)size;
    fclose(file);
    if (!failed) {
        target(data, (size_t)size);
        runs++;
    }
    free(data);
    return failed;
}

int fuzz_files(fuzz_target *target, int count, char **arguments)
{
    int failed = 0;
    for (int i = 1; i < count; i++) {
        DIR *folder = opendir(arguments[i]);
        if (!folder) {
            failed |= run_file(target, arguments[i]);
            continue;
        }
        for (struct dirent *entry; (entry = readdir(folder));) {
            char path[4096];
            if (entry->d_name[0] == '.')
                continue;
            snprintf(path, sizeof path, "%s/%s", arguments[i], entry->d_name);
            failed |= run_file(target, path);
        }
        closedir(folder);
    }
    printf("%zu inputs\n", runs);
    return failed || runs == 0;
}
