# A generator of attention files, and what opening and browsing them costs (dump_run.sh); built with the tests, run by hand.
add_executable(bench_dump_make bench/dump_make.c)
target_link_libraries(bench_dump_make PRIVATE hs_flags m)
add_executable(bench_dump_browse bench/dump_browse.c)
target_link_libraries(bench_dump_browse PRIVATE hs_app hs_flags m)
