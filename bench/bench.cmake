# What `make bench` runs beside the tool itself; not built otherwise.
add_executable(frontend_speed EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/frontend_speed.cpp)
target_link_libraries(frontend_speed PRIVATE mergeproof_frontend_c mergeproof_ir mergeproof_support)
target_include_directories(frontend_speed SYSTEM PRIVATE $<TARGET_PROPERTY:mergeproof_frontend_c,INCLUDE_DIRECTORIES>)
target_compile_options(frontend_speed PRIVATE -Wno-nonnull)
set_target_properties(frontend_speed PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)
