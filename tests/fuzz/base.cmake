# hs_fuzz(NAME lib ...) builds fuzz_NAME.c. Normally with a main that runs every file of corpus/NAME, as a test; with
# HS_FUZZ=ON (clang) as a libFuzzer program: fuzz_NAME -max_total_time=120 NEW_FOLDER tests/fuzz/corpus/NAME
if(HS_FUZZ)
  target_compile_options(hs_flags INTERFACE -fsanitize=fuzzer-no-link)
  # Loops over numbers and pixels say nothing to a fuzzer of readers, and would take two thirds of its time.
  foreach(target hs_kernels hs_kernels_sse2 hs_kernels_avx2 hs_kernels_avx512 hs_kernels_neon hs_canvas)
    if(TARGET ${target})
      target_compile_options(${target} PRIVATE
        -fno-sanitize-coverage=trace-cmp,indirect-calls,inline-8bit-counters,pc-table)
    endif()
  endforeach()
endif()
function(hs_fuzz name)
  set(folder ${PROJECT_SOURCE_DIR}/tests/fuzz)
  if(HS_FUZZ)
    hs_test(fuzz_${name} LABEL fuzz SOURCES ${folder}/fuzz_${name}.c LIBS ${ARGN}
      ARGS -runs=0 ${folder}/corpus/${name})
    target_link_options(fuzz_${name} PRIVATE -fsanitize=fuzzer)
  else()
    hs_test(fuzz_${name} LABEL fuzz SOURCES ${folder}/fuzz_${name}.c ${folder}/fuzz_main.c
      LIBS ${ARGN} ARGS ${folder}/corpus/${name})
  endif()
endfunction()

hs_fuzz(tokenise hs_text)
hs_fuzz(sentences hs_text)
hs_fuzz(json hs_base)
