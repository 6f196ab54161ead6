# Unit tests, a program for each room; and golden numbers, which are the forward pass's.
function(hs_tests_of program room) # the files are unit/test_NAME.c
  list(TRANSFORM ARGN REPLACE "(.+)" "unit/test_\\1.c" OUTPUT_VARIABLE files)
  hs_tests(${program} TESTS ${files} LIBS ${room} m)
endfunction()

# What the compiler does not check: who includes whom, which library is used where, names, lengths.
hs_add_test(architecture unit COMMAND sh ${PROJECT_SOURCE_DIR}/tests/unit/architecture.sh ${PROJECT_SOURCE_DIR} ${PROJECT_BINARY_DIR})
# The set-up script on machines that are not as wished.
hs_add_test(setup unit COMMAND sh ${PROJECT_SOURCE_DIR}/tests/unit/setup.sh ${PROJECT_BINARY_DIR}/test-setup ${PROJECT_SOURCE_DIR})
# What is installed where, and taken away again.
hs_add_test(installed unit COMMAND sh ${PROJECT_SOURCE_DIR}/tests/unit/installed.sh ${PROJECT_BINARY_DIR} ${PROJECT_BINARY_DIR}/test-installed ${PROJECT_SOURCE_DIR})

hs_tests_of(test_base hs_base base_buffer base_error base_json base_memory base_read base_tensors base_write)
hs_tests_of(test_text hs_text text_limits text_sentences text_stable text_tokens)
# Tokenizers of language models: kept ones against the reference's answers, and files that lie.
hs_tests_of(test_tokenizer hs_tokenizer tokenizer tokenizer_cases tokenizer_errors)
add_executable(encode_texts EXCLUDE_FROM_ALL models/encode_texts.c) # for tests/long.sh tokenizers
target_link_libraries(encode_texts PRIVATE hs_tokenizer hs_flags)
hs_tests_of(test_mha hs_mha kernels layer_kernels pool mha mha_plan)
target_sources(test_mha PRIVATE unit/kernel_checks.c unit/guarded.c unit/mha_problem.c golden/test_golden.c)
hs_add_test(test_golden golden COMMAND test_mha test_golden)
# Real models: small ones of every family, with transformers' own numbers beside them (tests/models).
hs_tests_of(test_checkpoint hs_checkpoint checkpoint checkpoint_open)
hs_tests_of(test_preset hs_preset preset_features preset_lexicon preset_open preset_sketch)
hs_tests_of(test_train "hs_train;hs_set" grammar preset_recorded train train_gradient)
# Learning before the eyes; its gradients' fixture is golden/learn_torch.py's.
hs_tests_of(test_learn hs learn learn_file learn_gradient)
hs_tests_of(test_set hs_set explain set statistics)
# Sets from the preset model and from files of other models, and what is measured on them.
hs_tests_of(test_sources hs checkpoint_source checkpoint_write dump dump_errors dump_mask dump_pieces dump_producers dump_score dump_survey evaluate measure run shipped source trace)
target_link_libraries(test_sources PRIVATE PkgConfig::ZLIB)
# Rooms of the app, with stand-in fonts and without a window.
hs_tests_of(test_canvas hs_canvas canvas_cells canvas_draw canvas_files canvas_fonts canvas_palette canvas_raster)
target_sources(test_canvas PRIVATE unit/xml_check.c)
hs_tests_of(test_ui hs_ui ui_browser ui_edit ui_field ui_keys ui_layers ui_theme ui_widgets)
hs_tests_of(test_app hs_app app_actions app_args app_options app_beside app_dump app_dump_scores app_effects app_export app_former app_guess app_layout app_learn app_legend app_lens app_lesson app_live app_look app_model
  app_menu app_picture app_scores app_session app_settings app_steps app_streams app_tour app_undo app_widgets app_words session_dump view_compare view_lines)
target_link_libraries(test_app PRIVATE PkgConfig::ZLIB)

# Programs of their own: the system's functions are replaced in them.
set(FAIL_ALLOC_WRAP -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=posix_memalign)
hs_program(test_mha_alloc SOURCES unit/test_mha_alloc.c unit/mha_problem.c LIBS hs_mha)
target_link_options(test_mha_alloc PRIVATE ${FAIL_ALLOC_WRAP})
hs_add_test(test_mha_alloc unit COMMAND test_mha_alloc)
hs_program(test_app_dump_work SOURCES unit/test_app_dump_work.c LIBS hs_app m ${CMAKE_DL_LIBS})
hs_add_test(test_app_dump_work unit COMMAND test_app_dump_work)
# The k-th allocation fails. All k: test_memory test_memory_app 0 (tests/long.sh).
hs_tests_of(test_memory "hs_app;PkgConfig::CJSON" memory memory_app memory_checkpoint)
target_sources(test_memory PRIVATE unit/fail_alloc.c)
target_link_options(test_memory PRIVATE ${FAIL_ALLOC_WRAP} -Wl,--wrap=strdup,--wrap=pthread_create)
