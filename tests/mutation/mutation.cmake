# Merges of two mutants of small C functions, as in section VI-A of the paper on
# symbolic detection of merge conflicts.
set(mutation ${CMAKE_CURRENT_LIST_DIR})
add_test(NAME mutants COMMAND ${Python3_EXECUTABLE} ${mutation}/mutate_test.py)
if(TARGET mergeproof)
  add_test(NAME mutant_merges COMMAND ${Python3_EXECUTABLE} ${mutation}/run.py
           --tool $<TARGET_FILE:mergeproof> --count 18 --seed 1 --no-exec --jobs 2 --timeout 10
           --save ${CMAKE_BINARY_DIR}/mutant-merges)
  set_tests_properties(mutant_merges PROPERTIES LABELS slow PROCESSORS 2 TIMEOUT 1500)
endif()
