# The runtime of the native harness is C text inside the tool, so that an
# installed tool needs nothing beside itself.
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
set(harness_source ${CMAKE_BINARY_DIR}/generated/check_harness_text.cpp)
file(CONFIGURE OUTPUT ${harness_source} @ONLY NEWLINE_STYLE LF CONTENT
[==[#include "check/harness_text.h"

namespace mergeproof::check {
const char *const harness_header = R"harness(@harness_header@)harness";
const char *const harness_runtime = R"harness(@harness_text@)harness";
} // namespace mergeproof::check
]==])
target_sources(mergeproof_check PRIVATE ${harness_source})
