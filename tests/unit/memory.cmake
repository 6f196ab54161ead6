# The k-th allocation fails. All k: test_memory 0, test_memory_app 0 (tests/long.sh).
set(FAIL_ALLOC_WRAP -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=posix_memalign
  -Wl,--wrap=strdup,--wrap=pthread_create)
hs_test(test_memory SOURCES unit/test_memory.c unit/fail_alloc.c LIBS hs_app PkgConfig::CJSON m)
hs_test(test_memory_app SOURCES unit/test_memory_app.c unit/fail_alloc.c LIBS hs_app PkgConfig::CJSON m)
target_link_options(test_memory PRIVATE ${FAIL_ALLOC_WRAP})
target_link_options(test_memory_app PRIVATE ${FAIL_ALLOC_WRAP})
