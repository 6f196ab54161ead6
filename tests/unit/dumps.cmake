# Attention files: formats, errors, word pieces, surveys.
foreach(part dump dump_errors dump_pieces dump_survey dump_score)
  hs_test(test_${part} SOURCES unit/test_${part}.c LIBS hs m LABEL unit)
endforeach()
hs_test(test_app_dump SOURCES unit/test_app_dump.c LIBS hs_app m LABEL unit)
hs_test(test_app_dump_scores SOURCES unit/test_app_dump_scores.c LIBS hs_app m LABEL unit)
hs_test(test_app_dump_work SOURCES unit/test_app_dump_work.c LIBS hs_app m ${CMAKE_DL_LIBS} LABEL unit)
hs_test(test_session_dump SOURCES unit/test_session_dump.c LIBS hs_app m LABEL unit)
