// Written tests for a project's own test framework: a second file beside the
// test, which runs it as one case.
//
//   test_f_lost_A.c         the test, as always: a program by itself, or a
//                           function with -DTEST_FUNCTION=f_lost_A
//   test_f_lost_A_cmocka.c  a program of the framework with that case
//
// They are apart because the test includes the preprocessed unit, whose
// declarations of the system must not meet those of the framework. The function
// runs the unit in a process of its own: a crash fails one case.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mergeproof::check {

enum class TestFramework { Assert, GoogleTest, Cmocka, Check, Unity };

// By the name that --emit knows it by: "gtest".
std::optional<TestFramework> find_framework(std::string_view name);

struct CaseDescription {
  std::string unit; // "f"
  std::string name; // "f_lost_A": of the function
  std::string what; // what it pins, for a comment: lines without "/*"
};

// The name of the second file: "test_f_lost_A_gtest.cpp"; empty for Assert.
std::string runner_file(TestFramework framework, const CaseDescription &test);
std::string runner_text(TestFramework framework, const CaseDescription &test);
// What the second file is compiled and linked with: "c++", "-lgtest -pthread".
std::string_view runner_compiler(TestFramework framework);
std::string_view runner_libraries(TestFramework framework);

} // namespace mergeproof::check
