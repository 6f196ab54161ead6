# Widgets: their logic with stand-in fonts, no window.
hs_test(test_ui_theme SOURCES unit/test_ui_theme.c LIBS hs_ui m)
hs_test(test_ui_keys SOURCES unit/test_ui_keys.c LIBS hs_ui)
hs_test(test_ui_edit SOURCES unit/test_ui_edit.c LIBS hs_ui)
hs_test(test_ui_widgets SOURCES unit/test_ui_widgets.c LIBS hs_ui)
hs_test(test_ui_layers SOURCES unit/test_ui_layers.c LIBS hs_ui)
hs_test(test_ui_field SOURCES unit/test_ui_field.c LIBS hs_ui)
hs_test(test_ui_browser SOURCES unit/test_ui_browser.c LIBS hs_ui)
