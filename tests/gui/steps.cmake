# Numbers as such are checked in tests/unit/test_app_steps.c; here the way a user takes.
if(COMMAND hs_script)
  hs_script(steps)
endif()
