/* peer_engine.c – the engine as a peer, see peer.h. */
#include "peer.h"

#include <string.h>

static struct pass pass;

void peer_about(void)
{
    printf("Headscope %s, level %s\n", HS_VERSION, hs_cpu_level());
}

void peer_open(struct task *task)
{
    size_t rows = task->shape.n * task->shape.d_model;
    float *X = bench_floats(rows); /* the pass frees it */
    memcpy(X, task->X, rows * sizeof *X);
    pass = bench_pass(task->shape, task->W, X, task->threads, 0);
    task->peak = bench_peak;
    task->output = hs_mha_plane(pass.plan, pass.workspace, HS_PLANE_OUTPUT, 0).data;
    task->weights = hs_mha_plane(pass.plan, pass.workspace, HS_PLANE_WEIGHTS, 0).data;
}

void peer_run(void)
{
    bench_forward(&pass);
}
