# Targets for arbitrary input. Preset `fuzz` makes libFuzzer programs of them
# (build-fuzz/tests/ir_text_fuzz CORPUS_DIR); everywhere else they are tests that
# try fixed mutations of the golden cases.
set(here ${CMAKE_CURRENT_LIST_DIR})
file(GLOB fuzz_c_seeds ${CMAKE_CURRENT_SOURCE_DIR}/golden/*/merge.c)
file(GLOB fuzz_ir_seeds ${here}/seeds/*.ir)
file(GLOB fuzz_database_seeds ${here}/seeds/*.json)

function(mergeproof_fuzz name count seeds)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  add_executable(${name} ${here}/${name}.cpp)
  foreach(used ${ARG_USES})
    string(REPLACE "/" "_" used ${used})
    target_link_libraries(${name} PRIVATE mergeproof_${used})
  endforeach()
  if(MERGEPROOF_FUZZ)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    return()
  endif()
  target_sources(${name} PRIVATE ${here}/mutate_main.cpp)
  set(scratch ${CMAKE_CURRENT_BINARY_DIR}/${name}.run)
  file(MAKE_DIRECTORY ${scratch})
  add_test(NAME ${name} COMMAND ${name} ${count} ${${seeds}} WORKING_DIRECTORY ${scratch})
endfunction()

mergeproof_fuzz(ir_text_fuzz 3000 fuzz_ir_seeds USES ir)
mergeproof_fuzz(text_scan_fuzz 5000 fuzz_c_seeds USES scan)
mergeproof_fuzz(database_fuzz 3000 fuzz_database_seeds USES frontend/flags)
mergeproof_fuzz(c_source_fuzz 3000 fuzz_c_seeds USES frontend/c)
