# The whole program, with its calls to SDL and the file system led through faulty.c: faults that no machine makes on demand.
if(TARGET headscope)
  set(faulty_calls SDL_GetWindowSurface SDL_UpdateWindowSurface SDL_CreateRenderer SDL_CreateTexture SDL_UpdateTexture
    SDL_RenderCopy SDL_RenderPresent SDL_GetWindowSizeInPixels SDL_GetWindowFlags SDL_SetClipboardText SDL_GetClipboardText
    SDL_CreateSystemCursor SDL_WaitEvent SDL_WaitEventTimeout open write fsync fchown fchmod rename link unlink)
  list(TRANSFORM faulty_calls PREPEND "LINKER:--wrap=")
  add_executable(headscope_faulty gui/faulty.c gui/faulty_kill.c ${PROJECT_SOURCE_DIR}/app/main.c)
  target_link_libraries(headscope_faulty PRIVATE hs_cli hs_platform hs_flags)
  target_link_options(headscope_faulty PRIVATE ${faulty_calls})
  set_target_properties(headscope_faulty PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  foreach(test window_faults killed_writing display_lost)
    add_test(NAME gui_${test} COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/${test}.sh $<TARGET_FILE:headscope_faulty>
      ${PROJECT_BINARY_DIR}/test-${test})
    set_tests_properties(gui_${test} PROPERTIES LABELS gui SKIP_RETURN_CODE 77 TIMEOUT 600)
  endforeach()
endif()
