# page.cmake – cmake -DIN=page.html -DOUT=page_text.c -P page.cmake: a text as a C array that ends with a zero.
file(READ "${IN}" hex HEX)
string(REGEX REPLACE "(..)" "'\\\\x\\1'," bytes "${hex}")
string(REPLACE "'\\x0a'," "'\\x0a',\n" bytes "${bytes}")
file(WRITE "${OUT}" "/* made of page.html by page.cmake */\nextern const char page_text[];\nconst char page_text[] = {\n${bytes}0};\n")
