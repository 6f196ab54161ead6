# Tour, sessions, presenter mode; and the real window killed while it runs.
if(TARGET headscope)
  hs_script(tour)
  hs_script(session)
  hs_script(session_argument data/good.session)
  hs_script(present)
  add_test(NAME gui_kill COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/kill.sh
    $<TARGET_FILE:headscope> ${PROJECT_BINARY_DIR}/test-kill)
  set_tests_properties(gui_kill PROPERTIES LABELS gui SKIP_RETURN_CODE 77)
endif()
