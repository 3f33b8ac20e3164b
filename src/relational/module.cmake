# How loops go together has a folder of its own.
file(GLOB loop_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/relational/loops/*.cpp)
target_sources(mergeproof_relational PRIVATE ${loop_sources})
