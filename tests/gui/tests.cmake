# The program from outside: scripts of what a user does, and shell scripts of what the machine does. Headless and with stand-in
# fonts, so that nothing depends on a display or on font versions; no expectation holds a number that training would change.

# hs_script(NAME [ARGUMENT...]) runs NAME.hs in a folder of its own, beside a link to tests/gui/data.
function(hs_script name)
  hs_add_test(gui_${name} gui COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/run_script.sh $<TARGET_FILE:headscope> ${PROJECT_SOURCE_DIR}/tests/gui/${name}.hs
    ${PROJECT_BINARY_DIR}/test-gui-${name} --assets ${PROJECT_SOURCE_DIR}/assets --fonts fixed ${ARGN})
endfunction()
# hs_shell(NAME PROGRAM [ARGUMENT...]) runs NAME.sh with a program, a folder of its own and the arguments.
function(hs_shell name program)
  hs_add_test(gui_${name} gui COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/${name}.sh $<TARGET_FILE:${program}> ${PROJECT_BINARY_DIR}/test-${name} ${ARGN})
endfunction()

foreach(name typing heads hover follow lock model model_answer model_session model_steps files export look resize dialogs errors picture lens modes specialise steps tour lesson lesson_add session present message)
  hs_script(${name})
endforeach()
hs_script(learn --learn-sentences 960 --learn-heads 1,4)
hs_script(session_argument data/good.session)

hs_shell(lens_line headscope ${PROJECT_SOURCE_DIR})
foreach(name learn_line command_line options smoke faults limits kill)
  hs_shell(${name} headscope)
endforeach()
hs_shell(model_dump headscope ${PROJECT_SOURCE_DIR})
hs_shell(dump headscope $<TARGET_FILE:bench_dump_make> ${PROJECT_SOURCE_DIR})

# What the program writes, read by readers that are not its own (Python's).
foreach(name files_options files_numbers files_commands files_sessions files_models files_learn files_lessons files_paper files_page)
  hs_add_test(gui_${name} gui COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/run_python.sh ${PROJECT_SOURCE_DIR}/tests/gui/${name}.py
    $<TARGET_FILE:headscope> ${PROJECT_BINARY_DIR}/test-${name} ${PROJECT_SOURCE_DIR})
endforeach()

# The Python module, with nothing but Python; with torch and transformers it is a long run (python/export.sh).
hs_add_test(python_module gui COMMAND sh ${PROJECT_SOURCE_DIR}/tests/gui/run_python.sh ${PROJECT_SOURCE_DIR}/tests/python/module.py
  $<TARGET_FILE:headscope> ${PROJECT_BINARY_DIR}/test-python-module ${PROJECT_SOURCE_DIR})

# The whole program, with its calls to SDL and the file system led through faulty.c: faults that no machine makes on demand.
set(faulty_calls SDL_GetWindowSurface SDL_UpdateWindowSurface SDL_CreateRenderer SDL_CreateTexture SDL_UpdateTexture
  SDL_RenderCopy SDL_RenderPresent SDL_GetWindowSizeInPixels SDL_GetWindowFlags SDL_SetClipboardText SDL_GetClipboardText
  SDL_CreateSystemCursor SDL_WaitEvent SDL_WaitEventTimeout open write fsync fchown fchmod rename link unlink)
list(TRANSFORM faulty_calls PREPEND "LINKER:--wrap=")
add_executable(headscope_faulty gui/faulty.c gui/faulty_kill.c ${PROJECT_SOURCE_DIR}/app/main.c)
target_link_libraries(headscope_faulty PRIVATE hs_cli hs_platform hs_flags)
target_link_options(headscope_faulty PRIVATE ${faulty_calls})
set_target_properties(headscope_faulty PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
foreach(name window_faults killed_writing display_lost)
  hs_shell(${name} headscope_faulty)
endforeach()

# What is drawn, in golden traces and against the engine's numbers (see/traces.py).
foreach(view grid head compare steps lines specialise learn file words)
  hs_add_test(see_${view} gui COMMAND python3 -B ${PROJECT_SOURCE_DIR}/tests/see/traces.py $<TARGET_FILE:headscope>
    ${PROJECT_SOURCE_DIR}/assets ${PROJECT_BINARY_DIR}/test-see-${view} ${view})
endforeach()

# All widgets in all themes: test_ui gallery FOLDER writes them as PNG files to look at.
target_sources(test_ui PRIVATE gui/gallery.c)
hs_add_test(gallery gui COMMAND test_ui gallery)

# The random user, and the proof that it would notice. A long run: monkey 200000 SEED FOLDER (tests/long.sh).
hs_program(monkey SOURCES gui/monkey.c gui/monkey_lines.c gui/monkey_files.c gui/monkey_again.c LIBS hs_app m)
target_link_options(monkey PRIVATE -Wl,--wrap=hs_file_write,--wrap=hs_file_stream,--wrap=hs_file_read)
hs_add_test(monkey gui COMMAND monkey 2000 1)
hs_add_test(monkey_trip gui COMMAND monkey --trip)
hs_add_test(monkey_again gui COMMAND monkey --again $<TARGET_FILE:headscope> 500 41)
hs_add_test(see_model gui COMMAND python3 -B ${PROJECT_SOURCE_DIR}/tests/see/model.py $<TARGET_FILE:headscope>
  ${PROJECT_SOURCE_DIR}/assets ${PROJECT_SOURCE_DIR}/tests/models ${PROJECT_BINARY_DIR}/test-see-model)
hs_add_test(see_pages gui COMMAND python3 -B ${PROJECT_SOURCE_DIR}/tests/see/pages.py $<TARGET_FILE:headscope>
  ${PROJECT_SOURCE_DIR}/assets ${PROJECT_BINARY_DIR}/test-see-pages)
