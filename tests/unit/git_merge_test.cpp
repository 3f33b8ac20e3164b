// Merges of every shape, read from repositories that stay as they were.
// uses: git source support
#include "git/merge.h"
#include "unit/git_fixture.h"

namespace mergeproof::git {
namespace {

using Names = std::vector<std::string>;

class MergeTest : public GitTest {
protected:
  // O on main, then branches a and b that change a.c and b.c.
  void fork() {
    init();
    write("a.c", program("a", 1));
    write("b.c", program("b", 1));
    base_ = commit("base");
    branch("a", "main");
    commit("a.c", program("a", 2));
    branch("b", "main");
    commit("b.c", program("b", 2));
  }
  std::string base_;
};

TEST_F(MergeTest, ReadsARecordedMerge) {
  fork();
  git({"checkout", "-q", "a"});
  const std::string hash = merge({"b"});
  const MergeInput input = merge_commit("HEAD");
  EXPECT_EQ(ids_of(input), "OABM");
  EXPECT_TRUE(input.has_base);
  EXPECT_EQ(input.commits.front(), base_);
  EXPECT_EQ(input.commits.back(), hash);
  EXPECT_TRUE(hash.starts_with(input.revisions.back().label));
  EXPECT_EQ(text_of(input, "O", "a.c"), program("a", 1));
  EXPECT_EQ(text_of(input, "A", "a.c"), program("a", 2));
  EXPECT_EQ(text_of(input, "B", "a.c"), program("a", 1));
  EXPECT_EQ(text_of(input, "M", "b.c"), program("b", 2));
  EXPECT_EQ(changes_of(input, "A"), (Changes{{"a.c", ChangeKind::Modified}}));
  EXPECT_EQ(changes_of(input, "B"), (Changes{{"b.c", ChangeKind::Modified}}));
  EXPECT_EQ(changes_of(input, "M"), (Changes{{"a.c", ChangeKind::Modified},
                                             {"b.c", ChangeKind::Modified}}));
  EXPECT_EQ(input.trees[0]->identity("b.c"), input.trees[1]->identity("b.c"));
  EXPECT_NE(input.trees[0]->identity("a.c"), input.trees[1]->identity("a.c"));
  EXPECT_TRUE(input.notes.empty());
  EXPECT_TRUE(input.conflicted_files.empty());
}

TEST_F(MergeTest, MergesBranchesInMemory) {
  fork();
  const MergeInput input = branches({"a", "b"});
  EXPECT_EQ(ids_of(input), "OABM");
  EXPECT_EQ(input.revisions[1].label, "a");
  EXPECT_EQ(input.commits.back(), "");
  EXPECT_EQ(text_of(input, "M", "a.c"), program("a", 2));
  EXPECT_EQ(text_of(input, "M", "b.c"), program("b", 2));
}

TEST_F(MergeTest, KnowsAddedAndDeletedFiles) {
  fork();
  git({"checkout", "-q", "a"});
  git({"rm", "-q", "b.c"});
  commit("new/file.c", "int f;\n");
  const MergeInput input = branches({"a", "main"});
  EXPECT_EQ(changes_of(input, "A"),
            (Changes{{"a.c", ChangeKind::Modified},
                     {"b.c", ChangeKind::Deleted},
                     {"new/file.c", ChangeKind::Added}}));
  EXPECT_EQ(changes_of(input, "B"), Changes{});
  EXPECT_EQ(text_of(input, "M", "b.c"), "absent");
  EXPECT_TRUE(has_note(input, "main is an ancestor of a: nothing to merge"));
}

TEST_F(MergeTest, ListsTextualConflicts) {
  fork();
  commit("a.c", program("a", 3));
  const MergeInput input = branches({"a", "b"});
  EXPECT_EQ(input.conflicted_files, Names{"a.c"});
  EXPECT_NE(text_of(input, "M", "a.c").find("<<<<<<< "), std::string::npos);
}

TEST_F(MergeTest, ListsMarkersThatWereCommitted) {
  fork();
  git({"checkout", "-q", "a"});
  git({"merge", "-q", "--no-commit", "--no-ff", "b"});
  write("a.c", "<<<<<<< HEAD\nint x;\n=======\nint y;\n>>>>>>> b\n");
  commit("merge");
  EXPECT_EQ(merge_commit("HEAD").conflicted_files, Names{"a.c"});
}

TEST_F(MergeTest, ReadsAnOctopusBothWays) {
  fork();
  branch("c", "main");
  commit("c.c", program("c", 1));
  git({"checkout", "-q", "-b", "octopus", "a"});
  merge({"b", "c"});
  const MergeInput recorded = merge_commit("HEAD");
  const MergeInput made = branches({"a", "b", "c"});
  for (const MergeInput *input : {&recorded, &made}) {
    EXPECT_EQ(ids_of(*input), "OABCM");
    EXPECT_EQ(input->commits.front(), base_);
    EXPECT_EQ(changes_of(*input, "C"), (Changes{{"c.c", ChangeKind::Added}}));
    EXPECT_EQ(text_of(*input, "M", "a.c"), program("a", 2));
    EXPECT_EQ(text_of(*input, "M", "b.c"), program("b", 2));
    EXPECT_EQ(text_of(*input, "M", "c.c"), program("c", 1));
  }
}

TEST_F(MergeTest, RefusesTooManyParents) {
  init();
  commit("f.c", "int f;\n");
  const Names many(25, "main");
  const auto result = from_branches(open(), many);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().message,
            "the merge has 25 parents; at most 24 can be checked at once");
  const MergeInput input = branches(Names(24, "main"));
  EXPECT_EQ(ids_of(input), "OABCDEFGHIJKLNPQRSTUVWXYZM");
}

TEST_F(MergeTest, MakesAVirtualBaseOfACrissCross) {
  fork();
  git({"checkout", "-q", "a"});
  merge({"b"});
  git({"checkout", "-q", "b"});
  merge({"a~1"});
  commit("b.c", program("b", 3));
  git({"checkout", "-q", "a"});
  commit("a.c", program("a", 3));
  const std::string hash = merge({"b"});
  EXPECT_EQ(git({"merge-base", "--all", hash + "^1", hash + "^2"}).size(), 81u);
  for (const MergeInput &input :
       {merge_commit("HEAD"), branches({"a^1", "b"})}) {
    EXPECT_EQ(input.commits.front(), "");
    EXPECT_TRUE(has_note(input, "the base is virtual, merged from 2"));
    EXPECT_EQ(text_of(input, "O", "a.c"), program("a", 2));
    EXPECT_EQ(text_of(input, "O", "b.c"), program("b", 2));
    EXPECT_EQ(changes_of(input, "A"), (Changes{{"a.c", ChangeKind::Modified}}));
    EXPECT_EQ(text_of(input, "M", "a.c"), program("a", 3));
    EXPECT_EQ(text_of(input, "M", "b.c"), program("b", 3));
  }
}

TEST_F(MergeTest, HasNoBaseForUnrelatedHistories) {
  fork();
  git({"checkout", "-q", "--orphan", "other"});
  git({"rm", "-q", "-r", "-f", "."});
  commit("other.c", "int other;\n");
  const MergeInput made = branches({"a", "other"});
  git({"checkout", "-q", "a"});
  merge({"other"});
  const MergeInput recorded = merge_commit("HEAD");
  for (const MergeInput *input : {&made, &recorded}) {
    EXPECT_EQ(ids_of(*input), "ABM");
    EXPECT_FALSE(input->has_base);
    EXPECT_TRUE(has_note(*input, "unrelated histories"));
    EXPECT_EQ(changes_of(*input, "A"),
              (Changes{{"other.c", ChangeKind::Deleted}}));
    EXPECT_EQ(text_of(*input, "M", "other.c"), "int other;\n");
    EXPECT_EQ(text_of(*input, "M", "a.c"), program("a", 2));
  }
}

TEST_F(MergeTest, FollowsARenameInOneParent) {
  fork();
  git({"checkout", "-q", "a"});
  git({"mv", "b.c", "moved.c"});
  commit("move");
  const MergeInput input = branches({"a", "b"});
  const Renames moved{{"b.c", "moved.c"}};
  EXPECT_EQ(renames_of(input, "O"), moved);
  EXPECT_EQ(renames_of(input, "A"), Renames{});
  EXPECT_EQ(renames_of(input, "B"), moved);
  EXPECT_EQ(input.key_path("B", "b.c"), "moved.c");
  EXPECT_EQ(input.path_of("B", "moved.c"), "b.c");
  EXPECT_EQ(input.path_of("A", "moved.c"), "moved.c");
  EXPECT_EQ(changes_of(input, "A"),
            (Changes{{"a.c", ChangeKind::Modified},
                     {"moved.c", ChangeKind::Renamed}}));
  EXPECT_EQ(changes_of(input, "B"),
            (Changes{{"moved.c", ChangeKind::Modified}}));
  EXPECT_EQ(text_of(input, "M", "moved.c"), program("b", 2));
}

// The merge is unlike the base's file, but each parent is like its neighbour.
TEST_F(MergeTest, FollowsARenameThroughAParent) {
  fork();
  git({"checkout", "-q", "a"});
  git({"mv", "b.c", "moved.c"});
  commit("move");
  git({"merge", "-q", "--no-commit", "b"});
  write("moved.c", "int nothing_like_it;\n");
  commit("merge");
  const MergeInput input = merge_commit("HEAD");
  EXPECT_EQ(input.key_path("O", "b.c"), "moved.c");
  EXPECT_EQ(input.key_path("B", "b.c"), "moved.c");
  EXPECT_EQ(changes_of(input, "M").at("moved.c"), ChangeKind::Renamed);
}

TEST_F(MergeTest, LeavesOutWhatIsNotText) {
  fork();
  git({"checkout", "-q", "a"});
  write("image.png", std::string("\x89PNG\0\0", 6));
  fs::create_symlink("a.c", repository_ + "/link.c");
  git({"add", "-A"});
  git({"update-index", "--add", "--cacheinfo", "160000," + base_ + ",library"});
  git({"commit", "-q", "-m", "others"});
  const MergeInput input = branches({"a", "b"});
  EXPECT_EQ(changes_of(input, "A"), (Changes{{"a.c", ChangeKind::Modified}}));
  EXPECT_TRUE(
      has_note(input, "submodules changed and are not analysed: library"));
  EXPECT_TRUE(
      has_note(input, "binary files changed and are not analysed: image.png"));
  EXPECT_TRUE(
      has_note(input, "symbolic links changed and are not analysed: link.c"));
  EXPECT_FALSE(input.trees.back()->contains("library"));
  EXPECT_FALSE(input.trees.back()->contains("link.c"));
}

TEST_F(MergeTest, IgnoresAChangeOfModeAlone) {
  fork();
  git({"checkout", "-q", "a"});
  git({"update-index", "--chmod=+x", "b.c"});
  git({"commit", "-q", "-m", "mode"});
  git({"checkout", "-q", "-f", "main"});
  EXPECT_EQ(changes_of(branches({"a", "b"}), "A"),
            (Changes{{"a.c", ChangeKind::Modified}}));
}

TEST_F(MergeTest, SaysWhatIsNotAMerge) {
  fork();
  const auto one = from_merge_commit(open(), "HEAD");
  ASSERT_FALSE(one.has_value());
  EXPECT_EQ(one.error().message, "HEAD is not a merge commit (1 parent); name "
                                 "two branches: mergeproof check A B");
  const auto root = from_merge_commit(open(), "main");
  ASSERT_FALSE(root.has_value());
  EXPECT_NE(root.error().message.find("(0 parents)"), std::string::npos);
  const auto none = from_merge_head(open());
  ASSERT_FALSE(none.has_value());
  EXPECT_NE(none.error().message.find("no merge is in progress"),
            std::string::npos);
  const auto single = from_branches(open(), {"a"});
  ASSERT_FALSE(single.has_value());
}

TEST_F(MergeTest, ComparesTwoVersions) {
  fork();
  const auto result = untouched([](const Repository &repository) {
    return from_two_versions(repository, "main", "a");
  });
  const MergeInput input = expect_value(result);
  EXPECT_EQ(ids_of(input), "oldnew");
  EXPECT_EQ(changes_of(input, "old"), (Changes{{"a.c", ChangeKind::Modified}}));
  EXPECT_EQ(text_of(input, "old", "a.c"), program("a", 1));
}

TEST_F(MergeTest, TreesOutliveTheRepositoryObject) {
  fork();
  MergeInput input;
  {
    input = branches({"a", "b"});
  }
  EXPECT_EQ(text_of(input, "M", "a.c"), program("a", 2));
}

} // namespace
} // namespace mergeproof::git
