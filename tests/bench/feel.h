/* feel.h – what the parts of the bench "what a person feels" share (feel.c, feel_start.c, feel_model.c): timed
 * samples, in wall and in CPU time, and the row that is printed of them. */
#ifndef HS_FEEL_H
#define HS_FEEL_H

#include "bench.h"

#define FEEL_SAMPLES 200

/* Times in milliseconds. CPU is of all threads; where other programs run beside, it is the figure
 * to trust. */
struct feel {
    double wall[FEEL_SAMPLES], cpu[FEEL_SAMPLES];
    size_t count;
    double wall_from, cpu_from;
};

void feel_begin(struct feel *feel); /* a sample starts now */
void feel_end(struct feel *feel);   /* and ends */
void feel_add(struct feel *feel, double wall, double cpu);
/* A row: median and worst of both times; `goal` for the median of the wall time, 0 = none. Empties
 * the samples. */
void feel_row(struct feel *feel, const char *name, double goal);

/* Starts `program` on the display of the environment several times and measures process start to
 * first picture, its CPU time and resident memory. */
void feel_start(const char *program);

#endif
