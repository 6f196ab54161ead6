hs_test(test_set SOURCES unit/test_set.c LIBS hs_set LABEL unit)
hs_test(test_run SOURCES unit/test_run.c LIBS hs LABEL unit)
hs_test(test_measure SOURCES unit/test_measure.c LIBS hs m LABEL unit)
