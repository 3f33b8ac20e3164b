# Models of library functions are C text inside the tool: the files of models/
# are one translation unit, in this order.
set(models_parts declarations sort memory strings random wide messages heap options patterns
    scan_text scan_numbers scan trees)
set(models_text "")
foreach(part ${models_parts})
  set(models_file ${CMAKE_SOURCE_DIR}/src/interp/models/${part}.c)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${models_file})
  file(READ ${models_file} text)
  string(APPEND models_text "${text}\n")
endforeach()
# A literal may not be as long as the text.
set(models_literals "")
string(LENGTH "${models_text}" models_length)
set(at 0)
while(at LESS models_length)
  string(SUBSTRING "${models_text}" ${at} 8000 piece)
  string(APPEND models_literals "R\"models(${piece})models\"\n")
  math(EXPR at "${at} + 8000")
endwhile()
set(models_source ${CMAKE_BINARY_DIR}/generated/interp_library_models.cpp)
file(CONFIGURE OUTPUT ${models_source} @ONLY NEWLINE_STYLE LF CONTENT
[==[#include "interp/library_models.h"

namespace mergeproof::interp {
const char *const library_models = @models_literals@;
} // namespace mergeproof::interp
]==])
target_sources(mergeproof_interp PRIVATE ${models_source})
