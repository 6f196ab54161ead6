# What a person feels (see feel.sh); built with the tests, run by hand, never by ctest.
add_executable(bench_feel bench/feel.c bench/feel_start.c)
target_link_libraries(bench_feel PRIVATE hs_bench hs_app m)
