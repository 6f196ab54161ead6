# Tests of app/canvas: palettes, pixels, heatmaps, draw list and trace, fonts, PNG and SVG.
foreach(part palette raster cells draw fonts)
  hs_test(test_canvas_${part} SOURCES unit/test_canvas_${part}.c LIBS hs_canvas)
endforeach()
hs_test(test_canvas_files SOURCES unit/test_canvas_files.c unit/xml_check.c LIBS hs_canvas)
add_executable(bench_canvas bench/bench_canvas.c)
set_target_properties(bench_canvas PROPERTIES EXCLUDE_FROM_ALL ON)
target_link_libraries(bench_canvas PRIVATE hs_canvas hs_flags)
