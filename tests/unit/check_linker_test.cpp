// uses: check support
//
// Programs are linked without starting the compiler, with the sanitizers; by
// the compiler where its command is not understood.
#include "check/linker.h"
#include "check/toolchain.h"
#include "support/read_file.h"
#include "support/temp_directory.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

namespace mergeproof::check {
namespace {

class LinkerTest : public ::testing::Test {
protected:
  LinkerTest()
      : directory_(std::move(
            support::TempDirectory::create("mergeproof-linker-").value())),
        cache_(directory_.path()) {}

  std::string at(const std::string &name) const {
    return directory_.path() + "/" + name;
  }

  std::string object(const std::string &name, const std::string &text) {
    std::ofstream(at(name + ".c")) << text;
    auto tools = Toolchain::find();
    EXPECT_TRUE(tools);
    auto done =
        tools.value().compile_checked(at(name + ".c"), at(name + ".o"), {});
    EXPECT_TRUE(done) << (done ? "" : done.error().message);
    return at(name + ".o");
  }

  // A compiler of this name that writes down when it is started.
  std::string counting_compiler(const std::string &name) {
    std::string real = Toolchain::find().value().compiler();
    std::string path = at(name);
    std::ofstream(path) << "#!/bin/sh\necho started >> " << at("log")
                        << "\nexec " << real << " \"$@\"\n";
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    return path;
  }

  std::size_t starts() const {
    auto log = support::read_file(at("log"));
    return log ? std::size_t(
                     std::count(log.value().begin(), log.value().end(), '\n'))
               : 0;
  }

  int exit_code(const Linker &linker, const std::vector<std::string> &objects) {
    auto linked = linker.link(objects, at("program"));
    EXPECT_TRUE(linked) << (linked ? "" : linked.error().message);
    auto ran = support::run({.argv = {at("program")}});
    return ran ? ran.value().exit_code : -1;
  }

  support::TempDirectory directory_;
  support::FileCache cache_;
};

TEST_F(LinkerTest, TheFirstDefinitionIsTakenAndTheCompilerAskedOnce) {
  std::string main = object("main", "int f(void); int main(void) {"
                                    " return f(); }");
  std::string first = object("first", "int f(void) { return 3; }");
  std::string second = object("second", "int f(void) { return 4; }");
  std::string compiler = counting_compiler("clang-that-counts");
  auto linker = Linker::find(compiler, cache_);
  ASSERT_TRUE(linker) << linker.error().message;
  EXPECT_EQ(exit_code(linker.value(), {main, first, second}), 3);
  EXPECT_EQ(exit_code(linker.value(), {main, second, first}), 4);
  auto again = Linker::find(compiler, cache_);
  ASSERT_TRUE(again);
  EXPECT_EQ(exit_code(again.value(), {main, first}), 3);
  EXPECT_EQ(starts(), 1U);
}

TEST_F(LinkerTest, SanitizersAreThere) {
  std::string main = object("main", "void *malloc(unsigned long);"
                                    "int main(void) { char *p = malloc(4);"
                                    " return p[4]; }");
  auto linker = Linker::find(Toolchain::find().value().compiler(), cache_);
  ASSERT_TRUE(linker);
  ASSERT_TRUE(linker.value().link({main}, at("program")));
  auto ran = support::run(
      {.argv = {at("program")}, .environment = {"ASAN_OPTIONS=symbolize=0"}});
  ASSERT_TRUE(ran);
  EXPECT_NE(ran.value().err.find("heap-buffer-overflow"), std::string::npos)
      << ran.value().err;
}

TEST_F(LinkerTest, AnotherCompilerLinksItself) {
  std::string main = object("main", "int main(void) { return 5; }");
  auto linker = Linker::find(counting_compiler("cc"), cache_);
  ASSERT_TRUE(linker);
  EXPECT_EQ(exit_code(linker.value(), {main}), 5);
  EXPECT_EQ(starts(), 1U);
}

TEST_F(LinkerTest, WhatIsMissingIsNamed) {
  std::string main = object("main", "int absent(void); int main(void) {"
                                    " return absent(); }");
  auto linker = Linker::find(Toolchain::find().value().compiler(), cache_);
  ASSERT_TRUE(linker);
  auto linked = linker.value().link({main}, at("program"));
  ASSERT_FALSE(linked);
  EXPECT_NE(linked.error().message.find("absent"), std::string::npos)
      << linked.error().message;
}

} // namespace
} // namespace mergeproof::check
