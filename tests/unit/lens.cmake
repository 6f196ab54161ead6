# What Grid and Head show through the lens, and the measurements of the Specialise view.
hs_test(test_app_lens SOURCES unit/test_app_lens.c LIBS hs_app m)
hs_test(test_app_scores SOURCES unit/test_app_scores.c LIBS hs_app m)
