hs_test(test_mha SOURCES unit/test_mha.c unit/mha_reference.c LIBS hs_mha)
