/* peer_blas.c – the forward pass over a CBLAS (OpenBLAS; BLIS with PEER_BLIS; of PyPI's wheels MKL with PEER_MKL and today's
 * OpenBLAS with PEER_WHEEL), as a careful user writes it; see peer.h. Every call of the library runs on one thread (peers.sh sets its variables
 * so): OpenMP threads share columns of a projection and blocks of queries of a head, with no
 * barrier inside a product. W_Q, W_K, W_V stand side by side, so that X is packed once. */
#include "peer.h"

#include <math.h>
#include <string.h>
#if defined(PEER_BLIS)
#include <blis.h>
#elif defined(PEER_MKL) /* whose wheel brings no header */
enum CBLAS_ORDER { CblasRowMajor = 101 };
enum CBLAS_TRANSPOSE { CblasNoTrans = 111, CblasTrans };
void cblas_sgemm(enum CBLAS_ORDER, enum CBLAS_TRANSPOSE, enum CBLAS_TRANSPOSE, int, int, int, float, const float *, int, const float *, int,
    float, float *, int);
void MKL_Get_Version_String(char *, int);
#elif defined(PEER_WHEEL)
#include <cblas.h>
#define cblas_sgemm scipy_cblas_sgemm64_
#define openblas_get_config scipy_openblas_get_config64_
#define openblas_get_corename scipy_openblas_get_corename64_
#else
#include <cblas-openblas.h>
#endif

static const struct task *task;
static float *W_QKV, *QKV, *concat, *output, *A;

void peer_about(void)
{
#if defined(PEER_MKL)
    char text[200] = "";
    MKL_Get_Version_String(text, sizeof text - 1);
    printf("%s\n", text);
#elif defined(PEER_BLIS)
    bli_init();
    printf(
        "BLIS %s, kernels %s\n", bli_info_get_version_str(), bli_arch_string(bli_arch_query_id()));
#else
    char name[16] = "", version[16] = "";
    sscanf(openblas_get_config(), "%15s %15s", name, version);
    printf("%s %s, kernels %s\n", name, version, openblas_get_corename());
#endif
}

void peer_open(struct task *given)
{
    size_t n = given->shape.n, d = given->shape.d_model;
    task = given;
    W_QKV = bench_floats(3 * d * d);
    for (size_t r = 0; r < d; r++)
        for (size_t i = 0; i < 3; i++)
            memcpy(W_QKV + (3 * r + i) * d, task->W + (i * d + r) * d, d * sizeof *W_QKV);
    QKV = bench_floats(3 * n * d);
    concat = bench_floats(n * d);
    output = bench_floats(n * d);
    A = bench_floats(task->shape.h * n * n);
    given->output = output;
    given->weights = A;
}

/* C (n, columns) = A (n, depth) B, or A B^T; row-major. */
static void product(enum CBLAS_TRANSPOSE transpose, size_t n, size_t columns, size_t depth,
    float alpha, const float *a, size_t lda, const float *b, size_t ldb, float *c, size_t ldc)
{
    cblas_sgemm(CblasRowMajor, CblasNoTrans, transpose, (int)n, (int)columns, (int)depth, alpha, a,
        (int)lda, b, (int)ldb, 0, c, (int)ldc);
}

/* The i-th thread's columns of a projection: a multiple of 16, so that no tile is cut. */
static void project(const float *from, const float *W, size_t columns, float *to, size_t i)
{
    size_t part = (columns / task->threads + 15) / 16 * 16, first = i * part;
    size_t d = task->shape.d_model;
    if (first >= columns)
        return;
    if (part > columns - first || i + 1 == task->threads)
        part = columns - first;
    product(
        CblasNoTrans, task->shape.n, part, d, 1, from, d, W + first, columns, to + first, columns);
}

/* 2^t by its series on [-1/2, 1/2]: plain C that compilers turn into vector code. */
static float power_of_two(float t)
{
    float whole = rintf(t), r = t - whole;
    float p = 1.0f +
              r * (0.6931472f +
                      r * (0.2402265f +
                              r * (0.05550411f + r * (0.009618129f +
                                                         r * (0.001333356f + r * 0.0001540353f)))));
    union {
        int32_t bits;
        float value;
    } scale = {((int32_t)whole + 127) * (1 << 23)};
    return p * scale.value;
}

static void softmax(float *row, size_t n)
{
    float largest = row[0], sum = 0;
    for (size_t k = 1; k < n; k++)
        largest = row[k] > largest ? row[k] : largest;
    for (size_t k = 0; k < n; k++) {
        float t = (row[k] - largest) * 1.442695f; /* log2 e */
        row[k] = power_of_two(t > -126.0f ? t : -126.0f);
        sum += row[k];
    }
    sum = 1.0f / sum;
    for (size_t k = 0; k < n; k++)
        row[k] *= sum;
}

static void attend(size_t head, size_t first, size_t rows)
{
    size_t n = task->shape.n, d = task->shape.d_model, d_k = d / task->shape.h;
    const float *Q = QKV + first * 3 * d + head * d_k, *K = QKV + d + head * d_k, *V = K + d;
    float *weights = A + (head * n + first) * n;
    product(CblasTrans, rows, n, d_k, 1.0f / sqrtf((float)d_k), Q, 3 * d, K, 3 * d, weights, n);
    for (size_t q = 0; q < rows; q++)
        softmax(weights + q * n, n);
    product(
        CblasNoTrans, rows, d_k, n, 1, weights, n, V, 3 * d, concat + first * d + head * d_k, d);
}

void peer_run(void)
{
    size_t n = task->shape.n, d = task->shape.d_model, h = task->shape.h, threads = task->threads;
    size_t rows = n <= PEER_WHOLE ? n : PEER_BLOCK;
    if (h % threads && rows > (n + threads - 1) / threads)
        rows = (n + threads - 1) / threads;
    size_t blocks = (n + rows - 1) / rows;
#pragma omp parallel num_threads((int)threads)
    {
#pragma omp for schedule(static, 1)
        for (size_t i = 0; i < threads; i++)
            project(task->X, W_QKV, 3 * d, QKV, i);
#pragma omp for schedule(dynamic, 1)
        for (size_t i = 0; i < h * blocks; i++) {
            size_t first = i % blocks * rows;
            attend(i / blocks, first, rows < n - first ? rows : n - first);
        }
#pragma omp for schedule(static, 1)
        for (size_t i = 0; i < threads; i++)
            project(concat, task->W + 3 * d * d, d, output, i);
    }
}
