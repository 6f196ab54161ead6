/* once.c – one forward pass of a shape, for instructions.sh to count. Usage: bench_once n,d_model,h
 * One thread and no planes but the weights, on inputs that are the same in each run. */
#include "bench.h"

int main(int argc, char **argv)
{
    struct shape shape;
    if (argc != 2 || !bench_shape(argv[1], &shape))
        bench_stop("usage: bench_once n,d_model,h");
    struct pass pass = bench_pass(shape, NULL, NULL, 1, 0);
    bench_forward(&pass);
    struct hs_matrix O = hs_mha_plane(pass.plan, pass.workspace, HS_PLANE_OUTPUT, 0);
    printf("%s %s %.9g\n", argv[1], hs_cpu_level(), (double)O.data[0]);
    bench_pass_drop(&pass);
    return 0;
}
