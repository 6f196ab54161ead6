hs_test(test_trace SOURCES unit/test_trace.c LIBS hs LABEL unit)
