# The preset model's runtime: tensor files, word list, sketch, features, opening and reading back.
hs_test(test_base_tensors SOURCES unit/test_base_tensors.c LIBS hs_base LABEL unit)
hs_test(test_preset_lexicon SOURCES unit/test_preset_lexicon.c LIBS hs_preset LABEL unit)
hs_test(test_preset_sketch SOURCES unit/test_preset_sketch.c LIBS hs_preset LABEL unit)
hs_test(test_preset_features SOURCES unit/test_preset_features.c LIBS hs_preset LABEL unit)
hs_test(test_preset_open SOURCES unit/test_preset_open.c LIBS hs_preset LABEL unit)
