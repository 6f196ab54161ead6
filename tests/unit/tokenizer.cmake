# Tokenizers of language models: kept ones against the reference's answers, and files that lie.
hs_test(test_tokenizer SOURCES unit/test_tokenizer.c LIBS hs_tokenizer LABEL unit)
hs_test(test_tokenizer_errors SOURCES unit/test_tokenizer_errors.c LIBS hs_tokenizer LABEL unit)
add_executable(encode_texts EXCLUDE_FROM_ALL models/encode_texts.c)
target_link_libraries(encode_texts PRIVATE hs_tokenizer hs_flags)
