# The trainer: a library for its tests and the headscope-train tool. Not part of the app. Included by
# engine/CMakeLists.txt.
file(GLOB train_sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/preset/train/*.c)
list(REMOVE_ITEM train_sources ${CMAKE_CURRENT_SOURCE_DIR}/preset/train/main.c)
add_library(hs_train STATIC ${train_sources})
target_link_libraries(hs_train PUBLIC hs_preset hs_text hs_base Threads::Threads PRIVATE hs_flags)
target_compile_options(hs_train PRIVATE -Wconversion)
if(CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_options(hs_train PRIVATE -O3)
endif()
add_executable(headscope-train ${CMAKE_CURRENT_SOURCE_DIR}/preset/train/main.c)
target_link_libraries(headscope-train PRIVATE hs_train hs hs_flags)
target_compile_options(headscope-train PRIVATE -Wconversion)
