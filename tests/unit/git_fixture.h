// A repository in a temporary directory, made with git itself.
#pragma once

#include "git/merge.h"
#include "git/repository.h"
#include "support/hash.h"
#include "support/subprocess.h"
#include "support/temp_directory.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace mergeproof::git {

namespace fs = std::filesystem;

// Neither the user's configuration nor a hook that runs the tests has a say.
inline const std::vector<std::string> &clean_environment() {
  static const std::vector<std::string> environment = {
      "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
      "GIT_AUTHOR_NAME=Ann",         "GIT_AUTHOR_EMAIL=ann@example.org",
      "GIT_COMMITTER_NAME=Ann",      "GIT_COMMITTER_EMAIL=ann@example.org"};
  return environment;
}

// Every file below a directory: contents, and time of change but for objects.
inline std::map<std::string, std::string> checksums(const std::string &root) {
  std::map<std::string, std::string> sums;
  for (const auto &entry : fs::recursive_directory_iterator(root)) {
    const std::string path = fs::relative(entry.path(), root).string();
    if (!entry.is_regular_file() || entry.is_symlink()) {
      sums[path] = "not a file";
      continue;
    }
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    const auto changed = entry.last_write_time().time_since_epoch().count();
    const bool is_object = path.find("objects/") != std::string::npos;
    sums[path] = std::to_string(support::hash_bytes(text)) +
                 (is_object ? "" : " " + std::to_string(changed));
  }
  return sums;
}

class GitTest : public ::testing::Test {
protected:
  GitTest()
      : temp_(support::TempDirectory::create("mergeproof-test-")),
        root_(temp_.value().path()), repository_(root_ + "/repository") {
    for (const char *name :
         {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
          "GIT_PREFIX", "GIT_REFLOG_ACTION"})
      unsetenv(name);
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    fs::create_directory(repository_);
  }

  void init(const std::vector<std::string> &options = {}) {
    std::vector<std::string> arguments = {"init", "-q", "-b", "main"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    git(arguments);
  }

  // Fails the test unless git succeeds or `may_fail`.
  std::string git(const std::vector<std::string> &arguments,
                  bool may_fail = false) {
    support::Command command;
    command.argv = {"git", "-C", repository_};
    command.argv.insert(command.argv.end(), arguments.begin(), arguments.end());
    command.environment = clean_environment();
    // Commits a second apart: the order of parents and bases is then certain.
    const std::string date = std::to_string(1'700'000'000 + ++seconds_);
    command.environment.push_back("GIT_AUTHOR_DATE=" + date + " +0000");
    command.environment.push_back("GIT_COMMITTER_DATE=" + date + " +0000");
    const auto done = support::run(command);
    EXPECT_TRUE(done.has_value());
    EXPECT_TRUE(may_fail || done.value().succeeded())
        << ::testing::PrintToString(arguments) << "\n"
        << done.value().err;
    std::string out = done.value().out;
    if (out.ends_with('\n'))
      out.pop_back();
    return out;
  }

  void write(const std::string &path, const std::string &text) {
    const fs::path file = fs::path(repository_) / path;
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
  }

  std::string commit(const std::string &message) {
    git({"add", "-A"});
    git({"commit", "-q", "--allow-empty", "-m", message});
    return git({"rev-parse", "HEAD"});
  }

  std::string commit(const std::string &path, const std::string &text) {
    write(path, text);
    return commit("change " + path);
  }

  void branch(const std::string &name, const std::string &from) {
    git({"checkout", "-q", "-b", name, from});
  }

  std::string merge(const std::vector<std::string> &heads) {
    std::vector<std::string> arguments = {
        "merge", "-q", "--no-ff", "-m", "merge", "--allow-unrelated-histories"};
    arguments.insert(arguments.end(), heads.begin(), heads.end());
    git(arguments);
    return git({"rev-parse", "HEAD"});
  }

  // `make(repository)`; checks that nothing below the root changed.
  template <typename Make>
  auto untouched(Make &&make) {
    const auto before = checksums(root_);
    auto result = make(open());
    const auto after = checksums(root_);
    EXPECT_EQ(after.size(), before.size());
    for (const auto &[path, sum] : before)
      EXPECT_TRUE(after.contains(path) && after.at(path) == sum) << path;
    return result;
  }

  Repository open() {
    auto opened = Repository::open(repository_);
    EXPECT_TRUE(opened.has_value()) << (opened ? "" : opened.error().message);
    return std::move(opened).value();
  }

  MergeInput merge_commit(const std::string &revision) {
    return expect_value(untouched([&](const Repository &repository) {
      return from_merge_commit(repository, revision);
    }));
  }

  MergeInput branches(const std::vector<std::string> &revisions) {
    return expect_value(untouched([&](const Repository &repository) {
      return from_branches(repository, revisions);
    }));
  }

  MergeInput merge_head() {
    return expect_value(untouched([&](const Repository &repository) {
      return from_merge_head(repository);
    }));
  }

  static MergeInput expect_value(support::Result<MergeInput> result) {
    EXPECT_TRUE(result.has_value()) << (result ? "" : result.error().message);
    return result ? std::move(result).value() : MergeInput{};
  }

  support::Result<support::TempDirectory> temp_;
  std::string root_;
  std::string repository_;

private:
  int seconds_ = 0;
};

// The text of a file in version `id`; "absent" when it has none.
inline std::string text_of(const MergeInput &input, const std::string &id,
                           const std::string &path) {
  for (std::size_t v = 0; v < input.revisions.size(); ++v) {
    if (input.revisions[v].id != id)
      continue;
    if (!input.trees[v]->contains(path))
      return "absent";
    const auto text = input.trees[v]->read(path);
    return text ? text.value() : "error: " + text.error().message;
  }
  return "no version " + id;
}

inline std::string ids_of(const MergeInput &input) {
  std::string ids;
  for (const source::Revision &revision : input.revisions)
    ids += revision.id;
  return ids;
}

inline bool has_note(const MergeInput &input, const std::string &part) {
  for (const std::string &note : input.notes)
    if (note.find(part) != std::string::npos)
      return true;
  return false;
}

using Changes = std::map<std::string, ChangeKind>;
using Renames = std::map<std::string, std::string>;

inline Changes changes_of(const MergeInput &input, const std::string &id) {
  const auto changes = input.changes.find(id);
  return changes == input.changes.end() ? Changes{} : changes->second;
}

inline Renames renames_of(const MergeInput &input, const std::string &id) {
  const auto renames = input.renames.find(id);
  return renames == input.renames.end() ? Renames{} : renames->second;
}

// Long enough that a changed line leaves it similar.
inline std::string program(const std::string &name, int value) {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "int " + name + std::to_string(i) + "(void) { return " +
            std::to_string(i == 10 ? value : i) + "; }\n";
  return text;
}

} // namespace mergeproof::git
