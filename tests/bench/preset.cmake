# Run by hand: ninja bench_preset && tests/bench_preset
add_executable(bench_preset bench/bench_preset.c)
set_target_properties(bench_preset PROPERTIES EXCLUDE_FROM_ALL ON)
target_compile_definitions(bench_preset PRIVATE HS_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
target_link_libraries(bench_preset PRIVATE hs_preset hs_text hs_flags)
