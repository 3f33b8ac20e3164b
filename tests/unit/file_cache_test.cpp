// uses: support
#include "support/file_cache.h"
#include "support/temp_directory.h"

#include <fstream>
#include <gtest/gtest.h>
#include <sstream>
#include <sys/wait.h>
#include <unistd.h>

namespace mergeproof::support {
namespace {

std::string text_of(const std::string &path) {
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

FileCache::Make writer(const std::string &text, int &made) {
  return [&made, text](const std::string &path) -> Status {
    made++;
    std::ofstream(path) << text;
    return Done{};
  };
}

TEST(FileCache, MakesAFileOncePerKey) {
  auto directory = TempDirectory::create("mergeproof-");
  ASSERT_TRUE(directory);
  FileCache cache(directory.value().path());
  int made = 0;
  auto first = cache.get("a", ".txt", writer("one", made));
  auto again = cache.get("a", ".txt", writer("two", made));
  auto other = cache.get("b", ".txt", writer("three", made));
  ASSERT_TRUE(first && again && other);
  EXPECT_EQ(first.value(), again.value());
  EXPECT_TRUE(first.value().ends_with(".txt"));
  EXPECT_EQ(text_of(again.value()), "one");
  EXPECT_EQ(text_of(other.value()), "three");
  EXPECT_EQ(made, 2);
}

TEST(FileCache, RemembersFailures) {
  auto directory = TempDirectory::create("mergeproof-");
  ASSERT_TRUE(directory);
  FileCache cache(directory.value().path());
  int tried = 0;
  for (int i = 0; i < 2; i++) {
    auto got = cache.get("a", ".o", [&](const std::string &) -> Status {
      tried++;
      return Error{"it does not compile"};
    });
    ASSERT_FALSE(got);
    EXPECT_EQ(got.error().message, "it does not compile");
  }
  EXPECT_EQ(tried, 1);
}

// Eight processes want the same file: one of them writes its number into it.
TEST(FileCache, OneOfManyProcessesMakesTheFile) {
  auto directory = TempDirectory::create("mergeproof-");
  ASSERT_TRUE(directory);
  std::string log = directory.value().path() + "/log";
  for (int child = 0; child < 8; child++)
    if (fork() == 0) {
      FileCache cache(directory.value().path());
      auto got = cache.get("key", ".txt", [&](const std::string &path) {
        usleep(50'000);
        std::ofstream(path) << "whole";
        std::ofstream(log, std::ios::app) << child << '\n';
        return Status(Done{});
      });
      _exit(got && text_of(got.value()) == "whole" ? 0 : 1);
    }
  for (int child = 0; child < 8; child++) {
    int status = 0;
    wait(&status);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(text_of(log).size(), 2u);
}

TEST(FileCache, SaysWhenItsDirectoryIsGone) {
  FileCache cache("/nonexistent/cache");
  int made = 0;
  auto got = cache.get("a", ".txt", writer("one", made));
  ASSERT_FALSE(got);
  EXPECT_NE(got.error().message.find("/nonexistent/cache"), std::string::npos);
  EXPECT_EQ(made, 0);
}

} // namespace
} // namespace mergeproof::support
