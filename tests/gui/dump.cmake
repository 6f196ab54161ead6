# Attention files by command line and script; their generator is the bench's.
if(TARGET headscope)
  add_test(NAME gui_dump COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/dump.sh $<TARGET_FILE:headscope>
    $<TARGET_FILE:bench_dump_make> ${PROJECT_BINARY_DIR}/test-gui-dump ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/assets)
  set_tests_properties(gui_dump PROPERTIES LABELS gui)
endif()
