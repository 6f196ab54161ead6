hs_test(test_text_tokens SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_text_tokens.c LIBS hs_text)
hs_test(test_text_limits SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_text_limits.c LIBS hs_text)
hs_test(test_text_sentences SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_text_sentences.c LIBS hs_text)
hs_test(test_text_stable SOURCES ${CMAKE_CURRENT_LIST_DIR}/test_text_stable.c LIBS hs_text)
