hs_test(test_golden SOURCES golden/test_golden.c LIBS hs_mha LABEL golden)
