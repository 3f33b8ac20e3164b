# Most of the time of a compiler goes into headers. Sources that are compiled together
# share the names of their anonymous namespaces.
function(mergeproof_compile_together target)
  if(MERGEPROOF_UNITY)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    # A class of a source may hold what is in the source's anonymous namespace.
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# One static library per folder of src/, named after it ("frontend/c" becomes
# mergeproof_frontend_c). Sources are globbed, so that a new file needs no edit.
function(mergeproof_module folder)
  cmake_parse_arguments(ARG "" "" "USES;LINK" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cpp)
  if(NOT sources)
    add_library(mergeproof_${name} INTERFACE)
    set(scope INTERFACE)
  else()
    add_library(mergeproof_${name} STATIC ${sources})
    set(scope PUBLIC)
    mergeproof_compile_together(mergeproof_${name})
    if(MERGEPROOF_TIDY)
      set_target_properties(mergeproof_${name} PROPERTIES CXX_CLANG_TIDY clang-tidy-19)
    endif()
  endif()
  target_include_directories(mergeproof_${name} ${scope} ${CMAKE_SOURCE_DIR}/src)
  foreach(used ${ARG_USES})
    string(REPLACE "/" "_" used ${used})
    target_link_libraries(mergeproof_${name} ${scope} mergeproof_${used})
  endforeach()
  target_link_libraries(mergeproof_${name} ${scope} ${ARG_LINK})
endfunction()

# What the test programs share: their headers, precompiled once. With -O1, for half of
# the time would go into optimising assertions.
function(mergeproof_test_headers)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/generated/test_headers.cpp CONTENT "")
  add_library(mergeproof_test_headers OBJECT ${CMAKE_BINARY_DIR}/generated/test_headers.cpp)
  target_link_libraries(mergeproof_test_headers PRIVATE mergeproof_ir GTest::gtest)
  target_compile_options(mergeproof_test_headers PRIVATE -O1)
  # ccache would preprocess first, and then the precompiled headers are of no use.
  set_target_properties(mergeproof_test_headers PROPERTIES CXX_COMPILER_LAUNCHER "")
  target_precompile_headers(mergeproof_test_headers PRIVATE
    ${CMAKE_SOURCE_DIR}/tests/test_headers.h)
endfunction()

# One gtest program per tests/<kind>/<name>_test.cpp.
function(mergeproof_test kind name)
  cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
  add_executable(${name} ${CMAKE_SOURCE_DIR}/tests/${kind}/${name}.cpp)
  foreach(used ${ARG_USES})
    string(REPLACE "/" "_" used ${used})
    target_link_libraries(${name} PRIVATE mergeproof_${used})
  endforeach()
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main)
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests)
  target_compile_options(${name} PRIVATE -O1)
  target_precompile_headers(${name} REUSE_FROM mergeproof_test_headers)
  set_target_properties(${name} PROPERTIES CXX_COMPILER_LAUNCHER "")
  add_test(NAME ${name} COMMAND ${name})
endfunction()
