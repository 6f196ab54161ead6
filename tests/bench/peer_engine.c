/* peer_engine.c – the engine as a peer, see peer.h. */
#include "peer.h"

#include <string.h>

static struct pass pass;
static double peak;

void peer_about(void)
{
    printf("Headscope %s, level %s\n", HS_VERSION, hs_cpu_level());
}

void peer_open(const struct task *task)
{
    size_t rows = task->shape.n * task->shape.d_model;
    float *X = bench_floats(rows); /* the pass frees it */
    memcpy(X, task->X, rows * sizeof *X);
    pass = bench_pass(task->shape, task->W, X, task->threads, 0);
    peak = bench_peak();
}

void peer_run(void)
{
    bench_forward(&pass);
}

const float *peer_output(size_t query)
{
    struct hs_matrix O = hs_mha_plane(pass.plan, pass.workspace, HS_PLANE_OUTPUT, 0);
    return O.data + query * O.stride;
}

const float *peer_weights(size_t head, size_t query)
{
    struct hs_matrix A = hs_mha_plane(pass.plan, pass.workspace, HS_PLANE_WEIGHTS, head);
    return A.data + query * A.stride;
}

double peer_peak(void)
{
    double now = bench_peak();
    return now > peak ? now : peak;
}
