# All widgets drawn in all themes; run with a folder as argument it writes them as PNG files to look at.
hs_test(gallery SOURCES gui/gallery.c LIBS hs_ui LABEL gui)
