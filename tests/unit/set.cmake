hs_test(test_set SOURCES unit/test_set.c LIBS hs_set LABEL unit)
