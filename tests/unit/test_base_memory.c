/* What is known of memory: small blocks always fit, those beyond any machine never; and what is
 * left is the least of the machine's, the control groups' (those around them, too)
 * and the limit on addresses, read from made-up /proc and /sys. */
#include "base/base.h"
#include "check.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MIB ((size_t)1 << 20)

static char root[] = "/tmp/hs-memory-XXXXXX";

static void put(const char *folder, const char *name, const char *text)
{
    char command[600], path[400];
    snprintf(command, sizeof command, "mkdir -p '%s%s'", root, folder);
    CHECK(system(command) == 0);
    snprintf(path, sizeof path, "%s%s/%s", root, folder, name);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0);
}

/* Sixteen parts in MiB of which one is to stay free. */
static void room_is(size_t mib)
{
    size_t want = mib * MIB - mib * MIB / 16, got = hsi_memory_room(root);
    if (got != want)
        fprintf(stderr, "%zu bytes instead of %zu\n", got, want);
    CHECK(got == want);
}

static void test_made_up(void)
{
    CHECK(hsi_memory_room(root) == SIZE_MAX); // nobody tells
    put("/proc", "meminfo",
        "MemTotal:  9000 kB\nMemFree: 5 kB\nMemAvailable:    8192000 kB\nSwap: 1 kB\n");
    room_is(8000);
    // version 2: the group has no limit, the one around it has, less what is used and no mere copy
    // of a file
    put("/proc/self", "cgroup", "0::/outer/inner\n");
    put("/sys/fs/cgroup/outer/inner", "memory.max", "max\n");
    room_is(8000);
    put("/sys/fs/cgroup/outer", "memory.max", "4194304000\n"); // 4000 MiB
    put("/sys/fs/cgroup/outer", "memory.current", "2097152000\n");
    room_is(2000);
    put("/sys/fs/cgroup/outer", "memory.stat", "anon 5\ninactive_file 1048576000\nfile 7\n");
    room_is(3000);
    put("/sys/fs/cgroup/outer/inner", "memory.max", "1048576000\n");
    room_is(1000);
    put("/sys/fs/cgroup/outer/inner", "memory.current", "2097152000\n"); // more than its limit
    room_is(0);
    // version 1 is not looked at
    put("/proc/self", "cgroup", "5:devices:/\n4:memory:/docker/77\n1:name=systemd:/\n");
    room_is(8000);
    put("/proc", "meminfo", "MemAvailable: 102400 kB\n");
    room_is(100);
    static const char *const odd[] = {
        "", "\n", "::\n", "4:memory:", "0::", "0::/\n", "x\n0::/a/../b\n"};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) { // nothing that stops it
        put("/proc/self", "cgroup", odd[i]);
        CHECK(hsi_memory_room(root) <= 100 * MIB);
    }
}

/* In a process of its own: such a limit cannot be taken back. */
static void test_addresses(void)
{
    put("/proc/self", "statm", "51200 100 100 1 0 1 0\n"); // 200 MiB in pages of 4 KiB
    put("/proc", "meminfo", "MemAvailable: 8192000 kB\n");
    put("/proc/self", "cgroup", "");
    if (sysconf(_SC_PAGESIZE) != 4096)
        return;
    pid_t child = fork();
    if (child == 0) {
        struct rlimit limit;
        getrlimit(RLIMIT_AS, &limit);
        limit.rlim_cur = 1200 * MIB;
        _exit(setrlimit(RLIMIT_AS, &limit) == 0 &&
                      hsi_memory_room(root) == 1000 * MIB - 1000 * MIB / 16
                  ? 0
                  : 1);
    }
    int status = 0;
    CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}

/* What is given back is what the next of about its size gets, a little larger too; small ones are malloc's own matter. */
static void test_spare(void)
{
    struct hs_spare spare = {NULL};
    const size_t large = (size_t)2 << 20;
    size_t room = 0, other = 0;
    float *first = hsi_spare_floats(&spare, large, &room), *second = hsi_spare_floats(&spare, large, &other);
    CHECK(first && second && first != second && room >= large && room < 2 * large);
    for (size_t i = 0; i < room; i++)
        first[i] = 1;
    hsi_spare_return(&spare, first, room);
    CHECK(hsi_spare_floats(&spare, large + large / 10, &room) == first && room >= large + large / 10);
    hsi_spare_return(&spare, first, room);
    hsi_spare_return(&spare, second, other); /* one is kept, the last */
    CHECK(hsi_spare_floats(&spare, large, &room) == second);
    hsi_spare_return(&spare, second, room);
    second[0] = second[1] = 0; /* the system took its pages: it is as good as none */
    first = hsi_spare_floats(&spare, large, &room);
    CHECK(first && room >= large);
    hsi_spare_return(&spare, first, room);
    first = hsi_spare_floats(&spare, 3 * large, &room); /* too little */
    CHECK(first && room >= 3 * large);
    hsi_spare_return(&spare, first, room);
    first = hsi_spare_floats(&spare, large, &room); /* far too much */
    CHECK(first && room < 2 * large);
    hsi_spare_return(&spare, first, room);
    first = hsi_spare_floats(&spare, 100, &room);
    CHECK(first && room == 100);
    hsi_spare_return(&spare, first, room);
    hsi_spare_return(&spare, NULL, large);
    hsi_spare_drop(&spare);
}

TEST(test_base_memory)
{
    test_spare();
    char command[100];
    CHECK(hsi_memory_fits(0) && hsi_memory_fits(1 << 20));
    if (access("/proc/meminfo", R_OK) == 0) {
        CHECK(!hsi_memory_fits(SIZE_MAX / 4));
        CHECK(!hsi_memory_fits((size_t)1 << 60));
        CHECK(hsi_memory_fits(hsi_memory_room("") / 2));
    }
    if (!mkdtemp(root))
        return 1;
    test_made_up();
    test_addresses();
    snprintf(command, sizeof command, "rm -rf '%s'", root);
    CHECK(system(command) == 0);
    return check_report();
}
