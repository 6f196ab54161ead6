# Sessions, settings and what survives a killed window.
hs_test(test_app_session SOURCES unit/test_app_session.c LIBS hs_app m)
hs_test(test_app_tour SOURCES unit/test_app_tour.c LIBS hs_app m)
