# The app driven by scripts: headless, stand-in fonts, so that nothing depends on a display or on font versions.
# Each script runs in a folder of its own, beside a link to tests/gui/data. No expectation holds a number that training the
# model again would change.
if(TARGET headscope)
  function(hs_script name)
    set(folder ${PROJECT_BINARY_DIR}/test-gui-${name})
    file(REMOVE_RECURSE ${folder})
    file(MAKE_DIRECTORY ${folder})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/tests/gui/data ${folder}/data SYMBOLIC)
    add_test(NAME gui_${name}
      COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/run_script.sh $<TARGET_FILE:headscope>
        ${PROJECT_SOURCE_DIR}/tests/gui/${name}.hs ${folder} --assets ${PROJECT_SOURCE_DIR}/assets --fonts fixed ${ARGN})
    set_tests_properties(gui_${name} PROPERTIES LABELS gui SKIP_RETURN_CODE 77)
  endfunction()

  hs_script(typing)
  hs_script(heads)
  hs_script(hover)
  hs_script(follow)
  hs_script(lock)
  hs_script(files)
  hs_script(export)
  hs_script(look)
  hs_script(resize)
  hs_script(dialogs)
  hs_script(errors)
  hs_script(picture)
  hs_script(lens)
  hs_script(modes)
  hs_script(specialise)

  add_test(NAME gui_lens_line COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/lens_line.sh
    $<TARGET_FILE:headscope> ${PROJECT_BINARY_DIR}/test-lens-line ${PROJECT_SOURCE_DIR})
  set_tests_properties(gui_lens_line PROPERTIES LABELS gui)
  add_test(NAME gui_command_line COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/command_line.sh
    $<TARGET_FILE:headscope> ${PROJECT_BINARY_DIR}/test-command-line)
  add_test(NAME gui_smoke COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/smoke.sh
    $<TARGET_FILE:headscope> ${PROJECT_BINARY_DIR}/test-smoke)
  set_tests_properties(gui_command_line gui_smoke PROPERTIES LABELS gui SKIP_RETURN_CODE 77)
endif()
