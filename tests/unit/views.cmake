# Views whose numbers are checked against the engine's.
hs_test(test_view_compare SOURCES unit/test_view_compare.c LIBS hs_app m)
hs_test(test_view_lines SOURCES unit/test_view_lines.c LIBS hs_app m)
