# Tokenizers of language models: committed ones against the reference's answers, errors, memory.
add_executable(encode_texts EXCLUDE_FROM_ALL models/encode_texts.c)
target_link_libraries(encode_texts PRIVATE hs_tokenizer hs_flags)
