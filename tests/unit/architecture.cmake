# What the compiler does not check: who includes whom, which library is used where, names, lengths.
add_test(NAME architecture COMMAND sh ${PROJECT_SOURCE_DIR}/tests/unit/architecture.sh ${PROJECT_SOURCE_DIR}
  ${PROJECT_BINARY_DIR})
set_tests_properties(architecture PROPERTIES LABELS unit)
