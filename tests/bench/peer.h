/* peer.h – one way to run the forward pass, to be timed and checked by peer.c: the engine's
 * (peer_engine.c) or the one a user builds from a library (peer_blas.c, peer_dnnl.c). Each program
 * has one; peers.sh runs them in turns. */
#ifndef HS_BENCH_PEER_H
#define HS_BENCH_PEER_H

#include "bench.h"

/* Where all weights of a head are too many for the cache, libraries are given so many queries of
 * one head at a time, from scores through softmax to A V. Measured: 5 to 15 % faster than whole
 * planes from 2048 tokens on, slower up to 512. */
enum { PEER_WHOLE = 512, PEER_BLOCK = 256 };

struct task {
    struct shape shape;
    unsigned threads;
    float *X; /* (n, d_model) */
    float *W; /* (4, d_model, d_model): W_Q, W_K, W_V, W_O */
    /* Where the results will be, set by peer_open: */
    const float *output;  /* (n, d_model) */
    const float *weights; /* (h, n, n) */
    double (*peak)(void); /* GFLOP/s of one core; NULL in programs that do not measure it */
};

void peer_about(void); /* prints name and version, one line */
/* Before the clock starts: packs weights, allocates everything. The task lives as long as the
 * program. */
void peer_open(struct task *task);
void peer_run(void); /* writes all of the output and all weights of attention */

#endif
