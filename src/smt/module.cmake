# The solver by bits has a folder of its own.
file(GLOB sat_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/smt/sat/*.cpp)
target_sources(mergeproof_smt PRIVATE ${sat_sources})
