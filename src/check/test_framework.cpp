#include "check/test_framework.h"

#include <array>

namespace mergeproof::check {

namespace {

// Each "$unit", "$name" and "$what" is replaced.
struct Template {
  TestFramework framework;
  std::string_view option, suffix, compiler, libraries, text;
};

constexpr std::string_view gtest_text = R"c(/* $what */
#include <gtest/gtest.h>

extern "C" int $name(void); /* 0: it does */

TEST($unit, $name) { EXPECT_EQ($name(), 0); }

int main(int argc, char **argv) {
  ::testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
)c";

constexpr std::string_view cmocka_text = R"c(/* $what */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

int $name(void); /* 0: it does */

static void case_$name(void **state) {
  (void)state;
  assert_int_equal($name(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(case_$name),
  };
  return cmocka_run_group_tests_name("$unit", tests, NULL, NULL);
}
)c";

constexpr std::string_view check_text = R"c(/* $what */
#include <check.h>
#include <stdlib.h>

int $name(void); /* 0: it does */

START_TEST(case_$name) {
  ck_assert_int_eq($name(), 0);
}
END_TEST

int main(void) {
  Suite *suite = suite_create("$unit");
  TCase *tests = tcase_create("$name");
  tcase_add_test(tests, case_$name);
  suite_add_tcase(suite, tests);
  SRunner *runner = srunner_create(suite);
  srunner_run_all(runner, CK_NORMAL);
  int failed = srunner_ntests_failed(runner);
  srunner_free(runner);
  return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
)c";

constexpr std::string_view unity_text = R"c(/* $what */
#include "unity.h"

int $name(void); /* 0: it does */

void setUp(void) {}
void tearDown(void) {}

static void case_$name(void) { TEST_ASSERT_EQUAL_INT(0, $name()); }

int main(void) {
  UNITY_BEGIN();
  RUN_TEST(case_$name);
  return UNITY_END();
}
)c";

constexpr std::array templates{
    Template{TestFramework::Assert, "assert", "", "cc", "", ""},
    Template{TestFramework::GoogleTest, "gtest", "_gtest.cpp", "c++",
             "-lgtest -pthread", gtest_text},
    Template{TestFramework::Cmocka, "cmocka", "_cmocka.c", "cc", "-lcmocka",
             cmocka_text},
    Template{TestFramework::Check, "check", "_check.c", "cc",
             "-lcheck -lsubunit -lrt -pthread", check_text},
    Template{TestFramework::Unity, "unity", "_unity.c", "cc", "-lunity",
             unity_text}};

const Template &template_of(TestFramework framework) {
  for (const Template &known : templates)
    if (known.framework == framework)
      return known;
  return templates.front();
}

void replace(std::string &text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != text.npos;
       at = text.find(what, at + with.size()))
    text.replace(at, what.size(), with);
}

} // namespace

std::optional<TestFramework> find_framework(std::string_view name) {
  for (const Template &known : templates)
    if (known.option == name)
      return known.framework;
  return std::nullopt;
}

std::string runner_file(TestFramework framework, const CaseDescription &test) {
  const Template &known = template_of(framework);
  return known.suffix.empty() ? ""
                              : "test_" + test.name + std::string(known.suffix);
}

std::string runner_text(TestFramework framework, const CaseDescription &test) {
  std::string text(template_of(framework).text);
  std::string what = test.what;
  replace(what, "*/", "* /");
  replace(what, "\n", "\n * ");
  replace(text, "$what", what);
  replace(text, "$unit", test.unit);
  replace(text, "$name", test.name);
  return text;
}

std::string_view runner_compiler(TestFramework framework) {
  return template_of(framework).compiler;
}

std::string_view runner_libraries(TestFramework framework) {
  return template_of(framework).libraries;
}

} // namespace mergeproof::check
