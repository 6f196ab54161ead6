hs_test(test_mha SOURCES unit/test_mha.c unit/mha_reference.c LIBS hs_mha)
hs_test(test_mha_plan SOURCES unit/test_mha_plan.c unit/mha_reference.c LIBS hs_mha)
hs_test(test_mha_alloc SOURCES unit/test_mha_alloc.c unit/mha_reference.c LIBS hs_mha)
target_link_options(test_mha_alloc PRIVATE
  -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc)
