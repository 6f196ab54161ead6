/* feel_rows.c – timed samples and their rows. See feel.h. */
#include <math.h>

#include "feel.h"

void feel_begin(struct feel *feel)
{
    feel->wall_from = bench_seconds();
    feel->cpu_from = bench_cpu_seconds();
}

void feel_end(struct feel *feel)
{
    double cpu = bench_cpu_seconds() - feel->cpu_from, wall = bench_seconds() - feel->wall_from;
    feel_add(feel, 1e3 * wall, 1e3 * cpu);
}

void feel_add(struct feel *feel, double wall, double cpu)
{
    if (feel->count == FEEL_SAMPLES)
        bench_stop("too many samples");
    feel->wall[feel->count] = wall;
    feel->cpu[feel->count++] = cpu;
}

static void print_goal(double median, double goal)
{
    if (goal > 0)
        printf("  %5.0f %s\n", goal, median <= goal ? "reached" : "missed");
    else
        printf("\n");
}

void feel_row(struct feel *feel, const char *name, double goal)
{
    size_t count = feel->count;
    double wall = bench_median(feel->wall, count), cpu = bench_median(feel->cpu, count);
    printf("%-44s %7.2f %8.2f   %7.2f %8.2f", name, wall, feel->wall[count - 1], cpu,
        feel->cpu[count - 1]);
    print_goal(wall, goal);
    fflush(stdout);
    feel->count = 0;
}
