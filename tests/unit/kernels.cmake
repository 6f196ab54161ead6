hs_test(test_kernels
  SOURCES unit/test_kernels.c unit/kernel_checks.c unit/guarded.c unit/mha_reference.c
  LIBS hs_kernels)
hs_test(test_pool SOURCES unit/test_pool.c LIBS hs_kernels)
