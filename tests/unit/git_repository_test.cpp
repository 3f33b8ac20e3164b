// Repositories of every kind, whole and broken.
// uses: git source support
#include "git/repository.h"
#include "git/tree.h"
#include "unit/git_fixture.h"

#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace mergeproof::git {
namespace {

class RepositoryTest : public GitTest {
protected:
  // main with f.c, branches a and b beside it.
  void fork(const std::vector<std::string> &options = {}) {
    init(options);
    write("f.c", program("f", 1));
    write("dir/g.c", program("g", 1));
    commit("base");
    branch("a", "main");
    commit("f.c", program("f", 2));
    branch("b", "main");
    commit("dir/g.c", program("g", 2));
  }

  // A clone in a directory beside, which becomes the repository.
  void clone(const std::vector<std::string> &options) {
    const std::string source = repository_;
    repository_ = root_;
    std::vector<std::string> arguments = {"clone", "-q"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    arguments.push_back("file://" + source);
    arguments.push_back(root_ + "/clone");
    git(arguments);
    repository_ = root_ + "/clone";
  }

  void expect_good_merge(const MergeInput &input) {
    EXPECT_EQ(ids_of(input), "OABM");
    EXPECT_EQ(text_of(input, "M", "f.c"), program("f", 2));
    EXPECT_EQ(text_of(input, "M", "dir/g.c"), program("g", 2));
  }

  fs::path object_file(const std::string &revision) {
    const std::string hash = git({"rev-parse", revision});
    return fs::path(repository_) / ".git/objects" / hash.substr(0, 2) /
           hash.substr(2);
  }

  std::string error_of(const std::vector<std::string> &revisions) {
    const auto result = untouched([&](const Repository &repository) {
      return from_branches(repository, revisions);
    });
    EXPECT_FALSE(result.has_value());
    return result ? "" : result.error().message;
  }
};

bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

TEST_F(RepositoryTest, ReadsSha256) {
  fork({"--object-format=sha256"});
  EXPECT_EQ(open().hash_bytes(), 32u);
  expect_good_merge(branches({"a", "b"}));
  const std::string hash = merge({"a"});
  const MergeInput input = merge_commit("b");
  EXPECT_EQ(input.commits.back(), hash);
  expect_good_merge(input);
}

TEST_F(RepositoryTest, ReadsABareRepository) {
  fork();
  clone({"--bare"});
  EXPECT_EQ(open().work_tree(), "");
  expect_good_merge(branches({"a", "b"}));
}

TEST_F(RepositoryTest, ReadsALinkedWorktree) {
  fork();
  git({"worktree", "add", "-q", root_ + "/linked", "a"});
  repository_ = root_ + "/linked";
  git({"merge", "-q", "--no-commit", "--no-ff", "b"});
  EXPECT_TRUE(open().is_merging());
  expect_good_merge(merge_head());
  expect_good_merge(branches({"a", "b"}));
}

TEST_F(RepositoryTest, ReadsFromASubdirectory) {
  fork();
  commit("f.c", program("f", 3));
  git({"merge", "-q", "a"}, true);
  repository_ += "/dir";
  const MergeInput input = merge_head();
  EXPECT_EQ(input.conflicted_files, std::vector<std::string>{"f.c"});
  EXPECT_EQ(text_of(input, "A", "f.c"), program("f", 3));
}

TEST_F(RepositoryTest, ReadsThroughAlternatesAndPacks) {
  fork();
  git({"gc", "-q"});
  const std::string source = repository_;
  repository_ = root_;
  git({"clone", "-q", "--shared", source, root_ + "/a:b \"c\""});
  repository_ = root_ + "/a:b \"c\"";
  expect_good_merge(branches({"origin/a", "origin/b"}));
}

TEST_F(RepositoryTest, ReadsUnusualPaths) {
  init();
  const std::string path = "directory with space/\xc3\xbc\"\t\xe6\x97\xa5.c";
  commit(path, program("f", 1));
  branch("a", "main");
  commit(path, program("f", 2));
  branch("b", "main");
  git({"mv", path, "\xc3\xa9 moved.c"});
  commit("move");
  const MergeInput input = branches({"a", "b"});
  EXPECT_EQ(text_of(input, "A", path), program("f", 2));
  EXPECT_EQ(text_of(input, "M", "\xc3\xa9 moved.c"), program("f", 2));
  EXPECT_EQ(input.key_path("A", path), "\xc3\xa9 moved.c");
  EXPECT_EQ(changes_of(input, "A"),
            (Changes{{"\xc3\xa9 moved.c", ChangeKind::Modified}}));
}

TEST_F(RepositoryTest, MergesAsTheIndexOfAMergeInProgressSays) {
  fork();
  commit("f.c", program("f", 3));
  git({"merge", "-q", "a"}, true);
  MergeInput input = merge_head();
  EXPECT_EQ(input.conflicted_files, std::vector<std::string>{"f.c"});
  EXPECT_TRUE(contains(text_of(input, "M", "f.c"), ">>>>>>> a"));
  EXPECT_EQ(text_of(input, "M", "dir/g.c"), program("g", 2));
  // Resolved in an editor, not yet added.
  write("f.c", program("f", 23));
  input = merge_head();
  EXPECT_TRUE(input.conflicted_files.empty());
  EXPECT_EQ(text_of(input, "M", "f.c"), program("f", 23));
  // Resolved by removal.
  fs::remove(repository_ + "/f.c");
  input = merge_head();
  EXPECT_TRUE(input.conflicted_files.empty());
  EXPECT_EQ(text_of(input, "M", "f.c"), "absent");
  // Added.
  write("f.c", program("f", 42));
  git({"add", "f.c"});
  EXPECT_EQ(text_of(merge_head(), "M", "f.c"), program("f", 42));
}

TEST_F(RepositoryTest, KnowsTheMergeInAPreMergeCommitHook) {
  fork();
  git({"merge", "-q", "--no-commit", "--no-ff", "a"});
  fs::remove(repository_ + "/.git/MERGE_HEAD");
  EXPECT_FALSE(open().is_merging());
  const std::string name = "GITHEAD_" + git({"rev-parse", "a"});
  setenv(name.c_str(), "a", 1);
  setenv("GIT_REFLOG_ACTION", "merge a", 1);
  const MergeInput input = merge_head();
  unsetenv("GIT_REFLOG_ACTION");
  unsetenv(name.c_str());
  expect_good_merge(input);
  EXPECT_EQ(text_of(input, "B", "f.c"), program("f", 2));
}

TEST_F(RepositoryTest, StoresWorkTreeTextAsGitWould) {
  fork();
  commit("f.c", "int f;\n");
  git({"merge", "-q", "a"}, true);
  git({"config", "core.autocrlf", "true"});
  write("f.c", "int f;\r\nint\rg;\r\n");
  EXPECT_EQ(text_of(merge_head(), "M", "f.c"), "int f;\nint\rg;\n");
}

TEST_F(RepositoryTest, RunsNoHook) {
  fork();
  commit("f.c", program("f", 3));
  git({"merge", "-q", "a"}, true);
  for (const char *name : {"post-index-change", "pre-merge-commit",
                           "post-checkout", "reference-transaction"}) {
    const std::string hook = repository_ + "/.git/hooks/" + name;
    std::ofstream(hook) << "#!/bin/sh\ntouch '" << root_ << "/ran'\n";
    fs::permissions(hook, fs::perms::owner_all);
  }
  merge_head();
  branches({"a", "b"});
  EXPECT_FALSE(fs::exists(root_ + "/ran"));
}

TEST_F(RepositoryTest, ExplainsUnknownRevisions) {
  fork();
  EXPECT_EQ(error_of({"a", "nowhere"}),
            "unknown revision 'nowhere'; see git branch -a");
  EXPECT_EQ(error_of({"--all", "a"}),
            "unknown revision '--all'; see git branch -a");
  EXPECT_EQ(error_of({"", "a"}), "unknown revision ''; see git branch -a");
  EXPECT_TRUE(contains(error_of({"a", "a:f.c"}), "is not a commit"));
}

TEST_F(RepositoryTest, ExplainsWhatIsNoRepository) {
  const auto plain = Repository::open(root_);
  ASSERT_FALSE(plain.has_value());
  EXPECT_TRUE(contains(plain.error().message, "is not in a git repository"));
  const auto missing = Repository::open(root_ + "/nowhere");
  ASSERT_FALSE(missing.has_value());
  EXPECT_TRUE(contains(missing.error().message, "no directory"));
  init();
  EXPECT_TRUE(contains(error_of({"HEAD", "main"}), "unknown revision 'HEAD'"));
}

TEST_F(RepositoryTest, ExplainsAShallowClone) {
  fork();
  merge({"a"});
  clone({"--depth=1", "--no-single-branch"});
  EXPECT_TRUE(
      contains(error_of({"origin/a", "origin/main"}), "git fetch --unshallow"));
  const auto recorded = untouched([](const Repository &repository) {
    return from_merge_commit(repository, "origin/b");
  });
  ASSERT_FALSE(recorded.has_value());
  EXPECT_TRUE(contains(recorded.error().message, "are not in this shallow"));
}

TEST_F(RepositoryTest, ExplainsAPartialClone) {
  fork();
  git({"config", "uploadpack.allowFilter", "true"});
  clone({"--filter=blob:none", "--no-checkout"});
  const MergeInput input = branches({"origin/a", "origin/b"});
  const std::string text = text_of(input, "A", "f.c");
  EXPECT_TRUE(contains(text, "cannot read f.c")) << text;
  EXPECT_TRUE(contains(text, "git fetch --refetch --no-filter")) << text;
  // The hint is right.
  git({"fetch", "-q", "--refetch", "--no-filter", "origin"});
  expect_good_merge(branches({"origin/a", "origin/b"}));
}

TEST_F(RepositoryTest, ExplainsAMissingOrDamagedObject) {
  fork();
  const fs::path blob = object_file("a:f.c");
  fs::permissions(blob, fs::perms::owner_all);
  std::ofstream(blob) << "garbage";
  const MergeInput damaged = branches({"main", "b"});
  EXPECT_EQ(text_of(damaged, "M", "f.c"), program("f", 1));
  const auto tree = untouched([](const Repository &repository) {
    return from_two_versions(repository, "main", "a");
  });
  ASSERT_TRUE(tree.has_value());
  const std::string text = text_of(tree.value(), "new", "f.c");
  EXPECT_TRUE(contains(text, "cannot read f.c")) << text;
  EXPECT_TRUE(contains(text, "is damaged")) << text;
  EXPECT_EQ(text_of(tree.value(), "old", "f.c"), program("f", 1));
  fs::remove(blob);
  const std::string missing = text_of(tree.value(), "new", "f.c");
  EXPECT_TRUE(contains(missing, "is missing; git fsck")) << missing;
  fs::remove(object_file("b:dir"));
  EXPECT_TRUE(contains(error_of({"main", "b"}), "git fsck"));
}

TEST_F(RepositoryTest, ReaderWorksInThreadsAndForkedCopies) {
  fork();
  const MergeInput input = branches({"a", "b"});
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&] {
      for (int turn = 0; turn < 50; ++turn)
        EXPECT_EQ(text_of(input, "M", "f.c"), program("f", 2));
    });
  for (std::thread &thread : threads)
    thread.join();
  const pid_t child = ::fork();
  if (child == 0) {
    int failures = 0;
    for (int turn = 0; turn < 50; ++turn)
      failures += text_of(input, "A", "f.c") != program("f", 2);
    _exit(failures);
  }
  for (int turn = 0; turn < 50; ++turn)
    EXPECT_EQ(text_of(input, "O", "f.c"), program("f", 1));
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(text_of(input, "O", "f.c"), program("f", 1));
}

TEST_F(RepositoryTest, TreesAnswerForMissingPaths) {
  fork();
  const MergeInput input = branches({"a", "b"});
  EXPECT_FALSE(input.trees[0]->contains("dir"));
  EXPECT_FALSE(input.trees[0]->contains("dir/none.c"));
  EXPECT_EQ(input.trees[0]->identity("none.c"), "");
  EXPECT_FALSE(input.trees[0]->read("none.c").has_value());
  EXPECT_EQ(input.trees[0]->files(),
            (std::vector<std::string>{"dir/g.c", "f.c"}));
}

} // namespace
} // namespace mergeproof::git
