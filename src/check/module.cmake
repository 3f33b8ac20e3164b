# The runtime of the native harness is an object file inside the tool, so that an
# installed tool needs nothing beside itself and no run waits for its compilation.
set(harness_parts memory symbols record values walk externals batch traps main)
set(harness_text "")
foreach(part ${harness_parts})
  set(harness_file ${CMAKE_SOURCE_DIR}/src/check/harness_${part}.c)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${harness_file})
  file(READ ${harness_file} text)
  string(APPEND harness_text "${text}")
endforeach()
set(harness_file ${CMAKE_SOURCE_DIR}/src/check/harness.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${harness_file})
file(READ ${harness_file} harness_header)
set(harness_folder ${CMAKE_BINARY_DIR}/generated)
set(harness_runtime ${harness_folder}/check_harness.c)
file(CONFIGURE OUTPUT ${harness_runtime} @ONLY NEWLINE_STYLE LF CONTENT "@harness_text@")
find_program(MERGEPROOF_CLANG NAMES clang-19 clang REQUIRED)
set(harness_object ${harness_folder}/check_harness.o)
add_custom_command(OUTPUT ${harness_object}
  COMMAND ${MERGEPROOF_CLANG} -O1 -w -fno-builtin -I${CMAKE_SOURCE_DIR}/src/check
          -c ${harness_runtime} -o ${harness_object}
  DEPENDS ${harness_runtime} ${harness_file})
set(harness_source ${harness_folder}/check_harness_text.cpp)
file(CONFIGURE OUTPUT ${harness_source} @ONLY NEWLINE_STYLE LF CONTENT
[==[#include "check/harness_text.h"

asm(".section .rodata\n"
    "mergeproof_harness_object: .incbin \"@harness_object@\"\n"
    "mergeproof_harness_object_end: .byte 0\n"
    "mergeproof_harness_source: .incbin \"@harness_runtime@\"\n"
    "mergeproof_harness_source_end: .byte 0\n"
    ".previous\n");
extern "C" const char mergeproof_harness_object[];
extern "C" const char mergeproof_harness_object_end[];
extern "C" const char mergeproof_harness_source[];
extern "C" const char mergeproof_harness_source_end[];

namespace mergeproof::check {
const char *const harness_header = R"harness(@harness_header@)harness";
std::string_view harness_runtime() {
  return {mergeproof_harness_object, mergeproof_harness_object_end};
}
std::string_view harness_source() {
  return {mergeproof_harness_source, mergeproof_harness_source_end};
}
} // namespace mergeproof::check
]==])
# Alone, as files that are compiled together do not heed OBJECT_DEPENDS.
set_source_files_properties(${harness_source} PROPERTIES
  OBJECT_DEPENDS ${harness_object} SKIP_UNITY_BUILD_INCLUSION ON)
# Made with the library, and no part of it.
set_source_files_properties(${harness_object} PROPERTIES HEADER_FILE_ONLY TRUE)
target_sources(mergeproof_check PRIVATE ${harness_source} ${harness_object})
