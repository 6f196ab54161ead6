# The trainer and what it made: grammar, gradients, a small run, the evaluator, the shipped weights.
hs_test(test_grammar SOURCES unit/test_grammar.c LIBS hs_train LABEL unit)
hs_test(test_train_gradient SOURCES unit/test_train_gradient.c LIBS hs_train LABEL unit)
hs_test(test_train SOURCES unit/test_train.c LIBS hs_train hs_set LABEL unit)
hs_test(test_evaluate SOURCES unit/test_evaluate.c LIBS hs LABEL unit)
hs_test(test_shipped SOURCES unit/test_shipped.c LIBS hs LABEL unit)
