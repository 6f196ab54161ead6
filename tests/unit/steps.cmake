hs_test(test_app_steps SOURCES unit/test_app_steps.c LIBS hs_app m)
