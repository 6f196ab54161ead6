# Programs of the engine's benches (see run.sh); built with the tests, run by hand, never by ctest.
add_executable(bench_peer bench/peer.c)
target_link_libraries(bench_peer PRIVATE hs_mha hs_flags)
