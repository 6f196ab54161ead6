# The kernels room: one portable source per kernel, built once per CPU level. Included by engine/CMakeLists.txt.
hs_room(hs_kernels kernels hs_base)
if(HS_TESTS)
  # Only builds with tests and benches obey HS_CPU=scalar|sse2|avx2|avx512|neon.
  target_compile_definitions(hs_kernels PRIVATE HS_CPU_FROM_ENVIRONMENT)
endif()

# -O3 also in debug builds, where a tile would be a hundred times slower; contraction is on here and only here (see
# level/vec.h). As properties of the sources these come after, and win over, the flags of the project.
file(GLOB level_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/kernels/level/*.c)
set_source_files_properties(${level_sources} PROPERTIES COMPILE_OPTIONS "-O3;-ffp-contract=fast")

# hs_kernel_level(NAME FLAGS...): builds level/*.c once more, with these flags, into hs_kernels.
function(hs_kernel_level level)
  add_library(hs_kernels_${level} OBJECT ${level_sources})
  target_link_libraries(hs_kernels_${level} PRIVATE hs_engine_flags hs_flags)
  target_compile_definitions(hs_kernels_${level} PRIVATE HS_LEVEL=${level})
  target_compile_options(hs_kernels_${level} PRIVATE -Wconversion ${ARGN})
  target_sources(hs_kernels PRIVATE $<TARGET_OBJECTS:hs_kernels_${level}>)
  string(TOUPPER ${level} upper)
  target_compile_definitions(hs_kernels PRIVATE HS_LEVEL_${upper})
endfunction()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  hs_kernel_level(sse2)
  hs_kernel_level(avx2 -mavx2 -mfma)
  hs_kernel_level(avx512 -mavx512f -mavx512dq -mavx512bw -mavx512vl -mfma)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  hs_kernel_level(neon)
endif()
