# The kernels room: one portable source per kernel, built once per CPU level. Included by engine/CMakeLists.txt.
hs_room(hs_kernels kernels hs_base)
target_compile_options(hs_kernels PRIVATE -Wconversion)
if(HS_TESTS)
  # Only builds with tests and benches obey HS_CPU=scalar|sse2|avx2|avx512|neon.
  target_compile_definitions(hs_kernels PRIVATE HS_CPU_FROM_ENVIRONMENT)
endif()
