/* Which blocks of Headscope's own code run: gcc's -fsanitize-coverage=trace-pc calls this at the start of each. A byte for each byte of
   a library is kept in a file of HS_REACHED that all processes share, so that one that is killed loses nothing. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <link.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { MOST = 64 };
static struct area {
    uintptr_t first, end;
    volatile unsigned char *ran;
} areas[MOST];
static int count;

static int add(struct dl_phdr_info *info, size_t size, void *folder)
{
    (void)size;
    char program[4096] = "", path[8192];
    if (!info->dlpi_name[0] && readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        return 0;
    const char *name = info->dlpi_name[0] ? info->dlpi_name : program, *slash = strrchr(name, '/');
    name = slash ? slash + 1 : name;
    if (strncmp(name, "libhs_", 6) && strcmp(name, "headscope"))
        return 0;
    uintptr_t end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD && info->dlpi_phdr[i].p_flags & PF_X)
            end = info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
    snprintf(path, sizeof path, "%s/%s", (const char *)folder, name);
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0 || ftruncate(file, (off_t)end))
        return 0;
    void *ran = mmap(NULL, end, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    if (ran != MAP_FAILED && count < MOST)
        areas[count++] = (struct area){info->dlpi_addr, info->dlpi_addr + end, ran};
    return 0;
}

static __attribute__((constructor)) void begin(void)
{
    char *folder = getenv("HS_REACHED");
    if (folder)
        dl_iterate_phdr(add, folder);
}

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void)
{
    uintptr_t at = (uintptr_t)__builtin_return_address(0);
    static int last; /* mostly the same again; of several threads any will do */
    int i = last;
    if (at < areas[i].first || at >= areas[i].end) {
        for (i = 0; i < count && (at < areas[i].first || at >= areas[i].end); i++)
            ;
        if (i == count)
            return;
        last = i;
    }
    if (!areas[i].ran[at - areas[i].first])
        areas[i].ran[at - areas[i].first] = 1;
}
