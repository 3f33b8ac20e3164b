# Tests that are not gtest programs. Everything that a contribution must satisfy is
# a ctest case: continuous integration has no private rules.
set(tidy ${CMAKE_CURRENT_SOURCE_DIR}/tidy)

function(mergeproof_script name)
  add_test(NAME ${name} COMMAND ${Python3_EXECUTABLE} ${ARGN})
endfunction()

mergeproof_script(format ${tidy}/format.py)
mergeproof_script(layers_planted ${tidy}/layers_planted.py)
mergeproof_script(sizes ${tidy}/sizes.py)
mergeproof_script(library_page ${CMAKE_SOURCE_DIR}/tools/library_page.py --check)
mergeproof_script(documented_folders ${tidy}/documented.py folders)
mergeproof_script(documented_assumptions ${tidy}/documented.py assumptions)
mergeproof_script(clang_tidy ${tidy}/clang_tidy.py --build ${CMAKE_BINARY_DIR}
                  --recent 10)
set_tests_properties(clang_tidy PROPERTIES LABELS slow PROCESSORS 2)

# The truths of the golden cases, established by running every version natively.
set(golden ${CMAKE_CURRENT_SOURCE_DIR}/golden)
mergeproof_script(golden_truth ${golden}/truth.py --recent 20)
set_tests_properties(golden_truth PROPERTIES LABELS slow PROCESSORS 2)

# The same of the pairs that mergeproof diff is asked about, of some of them, and
# of SafeMerge's Table 3.
set(pairs ${CMAKE_CURRENT_SOURCE_DIR}/equivalence)
mergeproof_script(equivalence_truth ${pairs}/truth.py --every 12)
set(table3 ${CMAKE_CURRENT_SOURCE_DIR}/table3)
mergeproof_script(table3_truth ${table3}/truth.py)
set_tests_properties(equivalence_truth table3_truth PROPERTIES LABELS slow PROCESSORS 2)

# The oracle of the random merges, without the program under test.
set(merges ${CMAKE_CURRENT_SOURCE_DIR}/merges)
mergeproof_script(random_merges_oracle ${merges}/run.py --count 60 --seed 7 --oracle-only)

include(${CMAKE_CURRENT_SOURCE_DIR}/mutation/mutation.cmake)

if(TARGET mergeproof)
  set(tool $<TARGET_FILE:mergeproof>)
  mergeproof_script(equivalence ${pairs}/run.py --tool ${tool} --every 5 --least 0.8)
  mergeproof_script(table3 ${table3}/run.py --tool ${tool})
  mergeproof_script(late_differences ${pairs}/late.py --tool ${tool} --every 3)
  set_tests_properties(equivalence table3 late_differences PROPERTIES LABELS slow PROCESSORS 2 TIMEOUT 1500)
  mergeproof_script(golden ${golden}/run_golden.py --tool ${tool} --laws --every 5)
  # Conflicts by the interpreter, and fewer of them natively: with sanitizers,
  # in the sandbox, and with the written tests compiled for every version.
  foreach(seed 1 2000)
    mergeproof_script(random_merges_${seed} ${merges}/run.py --tool ${tool} --count 28
                      --seed ${seed} --jobs 2 --no-exec
                      --save ${CMAKE_BINARY_DIR}/random-merges)
  endforeach()
  mergeproof_script(random_merges_variadic ${merges}/run.py --tool ${tool} --count 28
                    --seed 5 --jobs 2 --no-exec --variadic
                    --save ${CMAKE_BINARY_DIR}/random-merges)
  mergeproof_script(random_merges_narrow ${merges}/run.py --tool ${tool} --count 6
                    --seed 11 --jobs 2 --m32 --save ${CMAKE_BINARY_DIR}/random-merges)
  mergeproof_script(random_merges_native ${merges}/run.py --tool ${tool} --count 25
                    --seed 2 --jobs 2 --save ${CMAKE_BINARY_DIR}/random-merges)
  set(programs ${CMAKE_CURRENT_SOURCE_DIR}/programs/run.py --tool ${tool} --seed 1)
  mergeproof_script(random_programs ${programs} --count 60 --variant grown --variant extended
                    --variant faulty --variant unset)
  set_tests_properties(random_programs PROPERTIES LABELS slow PROCESSORS 2 TIMEOUT 1500)
  find_program(CSMITH csmith)
  if(CSMITH AND EXISTS /usr/include/csmith/csmith.h)
    mergeproof_script(csmith ${programs} --count 4 --steps 20000000 --variant plain
                      --variant bitfields --variant unions --variant float --variant builtins
                      --variant pointers)
    set_tests_properties(csmith PROPERTIES LABELS slow PROCESSORS 2 TIMEOUT 1500)
  endif()
  mergeproof_script(narrow_programs ${programs} --m32 --count 20 --steps 20000000 --variant grown
                    --variant extended)
  set_tests_properties(narrow_programs PROPERTIES LABELS slow PROCESSORS 2 TIMEOUT 1500)
  if(CSMITH AND EXISTS /usr/include/csmith/csmith.h)
    mergeproof_script(narrow_csmith ${programs} --m32 --count 4 --steps 20000000 --variant plain
                      --variant bitfields --variant unions)
    set_tests_properties(narrow_csmith PROPERTIES LABELS slow PROCESSORS 2 TIMEOUT 1500)
  endif()
  mergeproof_script(handmade_programs ${CMAKE_CURRENT_SOURCE_DIR}/programs/handmade.py --tool ${tool})
  # Functions of the golden cases on random arguments, as leaves.py does with any checkout.
  mergeproof_script(leaf_functions ${CMAKE_CURRENT_SOURCE_DIR}/programs/leaves.py --tool ${tool}
                    --source ${golden} --count 40 --runs 10)
  set_tests_properties(handmade_programs leaf_functions PROPERTIES LABELS slow PROCESSORS 2
                       TIMEOUT 1500)
  mergeproof_script(examples ${tidy}/examples.py ${tool})
  set_tests_properties(golden random_merges_1 random_merges_2000
                       random_merges_variadic random_merges_native random_merges_narrow
                       PROPERTIES LABELS slow
                       PROCESSORS 2 TIMEOUT 1500)
endif()
