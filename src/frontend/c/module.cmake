# What versions of a file share, how memory is accessed, text that is in no tree, and
# clang as a compiler, have folders of their own.
file(GLOB inner_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/frontend/c/versions/*.cpp
                                          ${CMAKE_SOURCE_DIR}/src/frontend/c/access/*.cpp
                                          ${CMAKE_SOURCE_DIR}/src/frontend/c/unread/*.cpp
                                          ${CMAKE_SOURCE_DIR}/src/frontend/c/driver/*.cpp)
target_sources(mergeproof_frontend_c PRIVATE ${inner_sources})

# Clang's headers are heavy: they are precompiled once for this folder. The
# resource directory holds the headers that belong to the compiler (stddef.h).
if(TARGET mergeproof_frontend_c)
  get_target_property(kind mergeproof_frontend_c TYPE)
  if(NOT kind STREQUAL INTERFACE_LIBRARY)
    target_precompile_headers(mergeproof_frontend_c PRIVATE
      ${CMAKE_SOURCE_DIR}/src/frontend/c/clang_headers.h)
    # A precompiled header is no system header to gcc: its warnings would count.
    # ccache would preprocess first, and then the precompiled header is of no use.
    set_target_properties(mergeproof_frontend_c PROPERTIES CXX_COMPILER_LAUNCHER "")
    target_compile_options(mergeproof_frontend_c PRIVATE -Wno-nonnull)
    target_compile_definitions(mergeproof_frontend_c PRIVATE
      MERGEPROOF_CLANG_RESOURCE_DIR="${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR}")
  endif()
endif()
