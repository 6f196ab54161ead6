# Views whose numbers are checked against the engine's.
hs_test(test_view_lines SOURCES unit/test_view_lines.c LIBS hs_app m)
