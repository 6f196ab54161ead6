# The random user, and the proof that it would notice. A long run: monkey 200000 SEED FOLDER (tests/long.sh).
hs_test(monkey LABEL gui SOURCES gui/monkey.c gui/monkey_lines.c gui/monkey_files.c LIBS hs_app m ARGS 2000 1)
target_link_options(monkey PRIVATE -Wl,--wrap=hs_file_write,--wrap=hs_file_read)
add_test(NAME monkey_trip COMMAND monkey --trip)
set_tests_properties(monkey monkey_trip PROPERTIES LABELS gui TIMEOUT 600)
