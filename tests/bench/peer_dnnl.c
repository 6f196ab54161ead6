/* peer_dnnl.c – the forward pass of oneDNN primitives (matmul, softmax; the C API of version 2);
 * see peer.h. Everything is made once: weights in the layout the library asks for, one primitive a
 * step; a run only executes them. Threads are OpenMP's inside the library (OMP_NUM_THREADS). */
#include "peer.h"

#include <dnnl.h>
#include <math.h>

enum {
    STEPS_MAX = 32768, /* 512 heads of 4096 queries need 24580 */
    ARGUMENTS = 3
};

struct step {
    dnnl_primitive_t primitive;
    int count;
    dnnl_exec_arg_t arguments[ARGUMENTS];
};

static const struct task *task;
static float *planes, *concat, *output, *A; /* planes: Q, K, V */
static dnnl_engine_t engine;
static dnnl_stream_t stream;
static struct step steps[STEPS_MAX];
static size_t step_count;

static void must(dnnl_status_t status)
{
    if (status != dnnl_success)
        bench_stop("oneDNN refused a step");
}

void peer_about(void)
{
    const dnnl_version_t *v = dnnl_version();
    printf("oneDNN %d.%d.%d\n", v->major, v->minor, v->patch);
}

static dnnl_memory_desc_t layout(
    size_t count, size_t rows, size_t columns, size_t apart, size_t row, size_t column)
{
    const size_t lengths[] = {count, rows, columns}, steps_apart[] = {apart, row, column};
    dnnl_memory_desc_t to;
    dnnl_dims_t dims, strides;
    int skip = count ? 0 : 1; /* a plain matrix has two dimensions */
    for (int i = skip; i < 3; i++) {
        dims[i - skip] = (dnnl_dim_t)lengths[i];
        strides[i - skip] = (dnnl_dim_t)steps_apart[i];
    }
    must(dnnl_memory_desc_init_by_strides(&to, 3 - skip, dims, dnnl_f32, strides));
    return to;
}

static dnnl_memory_t memory_of(const dnnl_memory_desc_t *desc, const float *data)
{
    dnnl_memory_t memory;
    must(dnnl_memory_create(&memory, desc, engine, data ? (void *)data : DNNL_MEMORY_ALLOCATE));
    return memory;
}

static void execute(const struct step *step)
{
    must(dnnl_primitive_execute(step->primitive, stream, step->count, step->arguments));
}

static struct step *add_step(dnnl_primitive_desc_t desc)
{
    if (step_count == STEPS_MAX)
        bench_stop("too many steps");
    struct step *step = &steps[step_count++];
    must(dnnl_primitive_create(&step->primitive, desc));
    must(dnnl_primitive_desc_destroy(desc));
    return step;
}

/* The weights in the layout that the matmul wants. */
static dnnl_memory_t packed(const dnnl_memory_desc_t *from, const float *W, dnnl_memory_desc_t to)
{
    dnnl_primitive_desc_t desc;
    struct step reorder = {.count = 2};
    must(dnnl_reorder_primitive_desc_create(&desc, from, engine, &to, engine, NULL));
    must(dnnl_primitive_create(&reorder.primitive, desc));
    must(dnnl_primitive_desc_destroy(desc));
    reorder.arguments[0] = (dnnl_exec_arg_t){DNNL_ARG_FROM, memory_of(from, W)};
    reorder.arguments[1] = (dnnl_exec_arg_t){DNNL_ARG_TO, memory_of(&to, NULL)};
    execute(&reorder);
    must(dnnl_stream_wait(stream));
    must(dnnl_primitive_destroy(reorder.primitive));
    return reorder.arguments[1].memory;
}

/* to = scale * a b. Constant weights may be packed: then `b` only tells how they lie now. */
static void add_matmul(dnnl_memory_desc_t a, const float *a_data, dnnl_memory_desc_t b,
    const float *b_data, dnnl_memory_desc_t to, float *to_data, float scale, bool constant)
{
    dnnl_memory_desc_t weights = b;
    dnnl_matmul_desc_t matmul;
    dnnl_primitive_desc_t desc;
    dnnl_primitive_attr_t attributes;
    must(dnnl_primitive_attr_create(&attributes));
    must(dnnl_primitive_attr_set_output_scales(attributes, 1, 0, &scale));
    if (constant)
        must(
            dnnl_memory_desc_init_by_tag(&weights, b.ndims, b.dims, dnnl_f32, dnnl_format_tag_any));
    must(dnnl_matmul_desc_init(&matmul, &a, &weights, NULL, &to));
    must(dnnl_primitive_desc_create(&desc, &matmul, attributes, engine, NULL));
    weights = *dnnl_primitive_desc_query_md(desc, dnnl_query_weights_md, 0);
    dnnl_memory_t B = constant ? packed(&b, b_data, weights) : memory_of(&b, b_data);
    struct step *step = add_step(desc);
    must(dnnl_primitive_attr_destroy(attributes));
    step->count = 3;
    step->arguments[0] = (dnnl_exec_arg_t){DNNL_ARG_SRC, memory_of(&a, a_data)};
    step->arguments[1] = (dnnl_exec_arg_t){DNNL_ARG_WEIGHTS, B};
    step->arguments[2] = (dnnl_exec_arg_t){DNNL_ARG_DST, memory_of(&to, to_data)};
}

static void add_softmax(dnnl_memory_desc_t rows, float *data)
{
    dnnl_softmax_desc_t softmax;
    dnnl_primitive_desc_t desc;
    must(dnnl_softmax_forward_desc_init(&softmax, dnnl_forward_inference, &rows, 2));
    must(dnnl_primitive_desc_create(&desc, &softmax, NULL, engine, NULL));
    struct step *step = add_step(desc);
    step->count = 2;
    step->arguments[0] = (dnnl_exec_arg_t){DNNL_ARG_SRC, memory_of(&rows, data)};
    step->arguments[1] = (dnnl_exec_arg_t){DNNL_ARG_DST, step->arguments[0].memory};
}

static void add_attention(size_t head, size_t heads, size_t first, size_t rows)
{
    size_t n = task->shape.n, d = task->shape.d_model, d_k = d / task->shape.h;
    const float *Q = planes + head * d_k + first * d, *K = planes + n * d + head * d_k;
    float *weights = A + (head * n + first) * n;
    dnnl_memory_desc_t block = layout(heads, rows, n, n * n, n, 1);
    add_matmul(layout(heads, rows, d_k, d_k, d, 1), Q, layout(heads, d_k, n, d_k, 1, d), K, block,
        weights, 1.0f / sqrtf((float)d_k), false);
    add_softmax(block, weights);
    add_matmul(block, weights, layout(heads, n, d_k, d_k, d, 1), K + n * d,
        layout(heads, rows, d_k, d_k, d, 1), concat + first * d + head * d_k, 1, false);
}

void peer_open(struct task *given)
{
    size_t n = given->shape.n, d = given->shape.d_model, h = given->shape.h;
    task = given;
    planes = bench_floats(3 * n * d);
    concat = bench_floats(n * d);
    output = bench_floats(n * d);
    A = bench_floats(h * n * n);
    given->output = output;
    given->weights = A;
    must(dnnl_engine_create(&engine, dnnl_cpu, 0));
    must(dnnl_stream_create(&stream, engine, dnnl_stream_default_flags));
    dnnl_memory_desc_t tokens = layout(0, n, d, 0, d, 1), matrix = layout(0, d, d, 0, d, 1);
    for (size_t i = 0; i < 3; i++)
        add_matmul(
            tokens, task->X, matrix, task->W + i * d * d, tokens, planes + i * n * d, 1, true);
    size_t heads = n <= PEER_WHOLE ? h : 1, rows = n <= PEER_WHOLE ? n : PEER_BLOCK;
    for (size_t head = 0; head < h; head += heads)
        for (size_t first = 0; first < n; first += rows)
            add_attention(head, heads, first, rows < n - first ? rows : n - first);
    add_matmul(tokens, concat, matrix, task->W + 3 * d * d, tokens, output, 1, true);
}

void peer_run(void)
{
    for (size_t i = 0; i < step_count; i++)
        execute(&steps[i]);
    must(dnnl_stream_wait(stream));
}
