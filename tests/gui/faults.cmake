# What the machine does to the program: disks, pipes, limits, displays, fonts.
if(TARGET headscope)
  add_test(NAME gui_faults COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/faults.sh $<TARGET_FILE:headscope>
    ${PROJECT_BINARY_DIR}/test-faults)
  set_tests_properties(gui_faults PROPERTIES LABELS gui TIMEOUT 300)
endif()
if(TARGET headscope)
  add_test(NAME gui_limits COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/limits.sh $<TARGET_FILE:headscope>
    ${PROJECT_BINARY_DIR}/test-limits)
  set_tests_properties(gui_limits PROPERTIES LABELS gui TIMEOUT 600)
endif()
