# CLI tests: python3 programs that drive the real binary, one ctest case each.
if(TARGET mergeproof)
  file(GLOB cli_tests CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*_test.py)
  execute_process(COMMAND unshare --mount mount -t tmpfs none /mnt
                  RESULT_VARIABLE can_mount OUTPUT_QUIET ERROR_QUIET)
  foreach(test ${cli_tests})
    # Mounting needs root, and not every container grants it.
    if(test MATCHES "full_disk" AND NOT can_mount EQUAL 0)
      continue()
    endif()
    get_filename_component(name ${test} NAME_WE)
    add_test(NAME cli_${name} COMMAND ${Python3_EXECUTABLE} ${test} $<TARGET_FILE:mergeproof>)
    set_tests_properties(cli_${name} PROPERTIES TIMEOUT 900)
  endforeach()
endif()
