# The app's model, command line and exports: no window, stand-in fonts. Some run the program itself.
set(LIBS_APP hs_app m)
hs_test(test_app_args SOURCES unit/test_app_args.c LIBS ${LIBS_APP})
hs_test(test_app_guess SOURCES unit/test_app_guess.c LIBS ${LIBS_APP})
hs_test(test_app_actions SOURCES unit/test_app_actions.c LIBS ${LIBS_APP})
hs_test(test_app_look SOURCES unit/test_app_look.c LIBS ${LIBS_APP})
hs_test(test_app_export SOURCES unit/test_app_export.c LIBS ${LIBS_APP})
hs_test(test_app_layout SOURCES unit/test_app_layout.c LIBS ${LIBS_APP})
hs_test(test_app_picture SOURCES unit/test_app_picture.c LIBS ${LIBS_APP})
