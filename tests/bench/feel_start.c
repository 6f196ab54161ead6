/* feel_start.c – the start of the real program: process start to first picture, CPU time and
 * resident memory. Called by feel.c when there is a display. The program itself tells when its
 * first picture is on the screen (HEADSCOPE_TRACE_START) and is killed then. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "feel.h"

#define START_RUNS 30

static long long now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (long long)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* In the child: never returns. */
static _Noreturn void become(const char *program, int pipe_end)
{
    char start[32];
    snprintf(start, sizeof start, "%lld", now_ns());
    setenv("HEADSCOPE_TRACE_START", start, 1);
    dup2(pipe_end, STDERR_FILENO);
    /* A sentence on the command line, so that a first start does not open the tour. */
    execl(program, program, "The student delivered the book to the library yesterday.", (char *)0);
    _exit(127);
}

static double resident_mb(pid_t child)
{
    char path[64], line[256];
    long kib = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)child);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "VmRSS:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    if (file)
        fclose(file);
    return (double)kib / 1024;
}

/* False when the program ended without a picture. */
static bool start_once(const char *program, struct feel *feel, double *resident)
{
    static const char said[] = "first picture after ";
    char line[1024];
    int ends[2], status;
    struct rusage usage;
    double wall = -1;
    if (pipe(ends))
        bench_stop("no pipe");
    pid_t child = fork();
    if (child < 0)
        bench_stop("no process");
    if (child == 0)
        become(program, ends[1]);
    close(ends[1]);
    FILE *told = fdopen(ends[0], "r");
    while (told && wall < 0 && fgets(line, sizeof line, told))
        if (strncmp(line, said, sizeof said - 1) == 0)
            wall = strtod(line + sizeof said - 1, NULL);
        else
            fputs(line, stderr);
    *resident = resident_mb(child);
    kill(child, SIGKILL);
    if (told)
        fclose(told);
    if (wait4(child, &status, 0, &usage) != child || wall < 0)
        return false;
    double cpu = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
                 (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
    feel_add(feel, wall, cpu);
    return true;
}

void feel_start(const char *program)
{
    struct feel feel = {.count = 0};
    double resident, most = 0;
    for (size_t i = 0; i < START_RUNS; i++) {
        if (!start_once(program, &feel, &resident)) {
            printf("%-44s not measured: the program showed no picture\n", "start to first picture");
            return;
        }
        most = resident > most ? resident : most;
    }
    feel_row(&feel, "start to first picture", 100);
    printf("%-44s %7.1f MB, %s of 40 MB\n", "resident then, most of all starts", most,
        most <= 40 ? "within the goal" : "over the goal");
}
