#include "git/merge.h"

#include "git/changes.h"
#include "git/index_tree.h"
#include "git/merge_base.h"
#include "git/object_overlay.h"
#include "git/tree_merge.h"

#include <algorithm>
#include <optional>
#include <set>

namespace mergeproof::git {
namespace {

using source::Role;
using support::Error;
using support::Result;
using support::Status;
using Names = std::vector<std::string>;

constexpr const char *parent_ids = "ABCDEFGHIJKLNPQRSTUVWXYZ"; // no M, no O
constexpr std::size_t max_parents = 24;

// What is known about a merge before its trees are read.
struct Draft {
  std::vector<source::Revision> revisions;
  Names commits; // as in MergeInput
  Names trees;
  bool has_base = false;
  Names conflicted_files;
  Names notes;
  std::shared_ptr<ObjectOverlay> overlay;
};

void add_version(Draft &draft, source::Revision revision, std::string commit,
                 std::string tree) {
  draft.revisions.push_back(std::move(revision));
  draft.commits.push_back(std::move(commit));
  draft.trees.push_back(std::move(tree));
}

Status add_base(const Repository &repository, Draft &draft,
                const Names &parents) {
  const auto found = find_merge_base(repository, *draft.overlay, parents);
  if (!found)
    return found.error();
  const std::optional<MergeBase> &known = found.value();
  if (!known) {
    draft.notes.push_back("the parents have unrelated histories: there is no "
                          "base, only unexpected behaviour is looked for");
    return support::Done{};
  }
  const MergeBase &base = *known;
  draft.has_base = true;
  const Result<std::string> tree = draft.overlay->git().output(
      {"rev-parse", "--verify", base.commit + "^{tree}"});
  if (!tree)
    return tree.error();
  if (!base.is_virtual()) {
    const Result<Names> name = repository.short_names({base.commit});
    if (!name)
      return name.error();
    add_version(draft, {Role::Base, "O", name.value().front()}, base.commit,
                tree.value());
    return support::Done{};
  }
  const std::string count = std::to_string(base.merged_from);
  draft.notes.push_back("the base is virtual, merged from " + count +
                        " merge bases");
  if (!base.conflicted_files.empty())
    draft.notes.push_back("the virtual base has conflicts in " +
                          summary(base.conflicted_files));
  add_version(draft, {Role::Base, "O", "merge of " + count + " merge bases"},
              "", tree.value());
  return support::Done{};
}

Status add_parents(const Repository &repository, Draft &draft,
                   const Names &parents, const Names &labels) {
  if (parents.size() > max_parents)
    return Error{"the merge has " + std::to_string(parents.size()) +
                 " parents; at most " + std::to_string(max_parents) +
                 " can be checked at once"};
  if (Status added = add_base(repository, draft, parents); !added)
    return added;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    const Result<std::string> tree = repository.tree_of(parents[i]);
    if (!tree)
      return tree.error();
    add_version(draft, {Role::Parent, std::string(1, parent_ids[i]), labels[i]},
                parents[i], tree.value());
  }
  return support::Done{};
}

// Files of the merge that no parent has like this: only there can markers be
// this merge's.
Names find_marked_files(const MergeInput &input) {
  const std::size_t merge = input.trees.size() - 1;
  const source::Tree &tree = *input.trees[merge];
  Names keys = tree.files();
  if (input.has_base) {
    keys.clear();
    if (const auto changes = input.changes.find(input.revisions[merge].id);
        changes != input.changes.end())
      for (const auto &[key, kind] : changes->second)
        keys.push_back(key);
  }
  Names marked;
  for (const std::string &key : keys) {
    bool is_a_parents = !tree.contains(key);
    for (std::size_t v = input.has_base ? 1 : 0; v < merge; ++v)
      is_a_parents =
          is_a_parents ||
          input.trees[v]->identity(input.path_of(input.revisions[v].id, key)) ==
              tree.identity(key);
    if (is_a_parents)
      continue;
    const Result<std::string> text = tree.read(key);
    if (text && has_conflict_markers(text.value()))
      marked.push_back(key);
  }
  return marked;
}

void note_what_is_not_read(const GitTree &merge, MergeInput &input) {
  if (!merge.symlinks().empty())
    input.notes.push_back("symbolic links are not followed: " +
                          summary(merge.symlinks()));
  if (!merge.submodules().empty())
    input.notes.push_back("submodules are not read: " +
                          summary(merge.submodules()));
}

void add_conflicted_files(MergeInput &input, Names more) {
  std::set<std::string> all(more.begin(), more.end());
  for (std::string &file : find_marked_files(input))
    all.insert(std::move(file));
  input.conflicted_files.assign(all.begin(), all.end());
}

Result<MergeInput> assemble(const Repository &repository, Draft draft) {
  auto reader = std::make_shared<ObjectReader>(repository, draft.overlay);
  std::vector<std::shared_ptr<GitTree>> trees;
  Names ids;
  for (std::size_t v = 0; v < draft.trees.size(); ++v) {
    auto tree = GitTree::open(reader, draft.trees[v]);
    if (!tree)
      return Error{"version " + draft.revisions[v].id + ": " +
                   tree.error().message};
    trees.push_back(std::move(tree).value());
    ids.push_back(draft.revisions[v].id);
  }
  MergeInput input{.revisions = std::move(draft.revisions),
                   .trees = {trees.begin(), trees.end()},
                   .commits = std::move(draft.commits),
                   .has_base = draft.has_base,
                   .notes = std::move(draft.notes)};
  const Git &git = draft.overlay ? draft.overlay->git() : repository.git();
  const auto comparison = compare(git, ids, trees, input.has_base);
  if (!comparison)
    return comparison.error();
  find_renames(comparison.value(), input);
  find_changes(comparison.value(), input);
  note_what_is_not_read(*trees.back(), input);
  add_conflicted_files(input, std::move(draft.conflicted_files));
  return input;
}

Result<Draft> begin(const Repository &repository, const Names &parents,
                    const Names &labels) {
  Draft draft;
  auto overlay = ObjectOverlay::create(repository);
  if (!overlay)
    return overlay.error();
  draft.overlay = std::move(overlay).value();
  if (Status added = add_parents(repository, draft, parents, labels); !added)
    return added.error();
  return draft;
}

bool is_ancestor(const Repository &repository, const std::string &a,
                 const std::string &b) {
  if (a == b)
    return true;
  const auto done = repository.git().run({"merge-base", "--is-ancestor", a, b});
  return done && done.value().succeeded();
}

// "A is an ancestor of B: nothing to merge".
Names find_ancestors(const Repository &repository, const Names &commits,
                     const Names &labels) {
  Names arguments = {"merge-base", "--independent"};
  arguments.insert(arguments.end(), commits.begin(), commits.end());
  const Result<std::string> text = repository.git().output(arguments);
  const Names listed = split(text ? text.value() : "", '\n');
  std::set<std::string> independent(listed.begin(), listed.end());
  Names notes;
  for (std::size_t i = 0; i < commits.size(); ++i) {
    if (independent.erase(commits[i]) != 0)
      continue; // a second head on the same commit brings nothing
    for (std::size_t j = 0; j < commits.size(); ++j) {
      if (i == j || !is_ancestor(repository, commits[i], commits[j]))
        continue;
      const bool is_same = commits[i] == commits[j];
      notes.push_back(
          labels[i] +
          (is_same ? " is the same commit as " : " is an ancestor of ") +
          labels[j] + ": nothing to merge");
      break;
    }
  }
  return notes;
}

std::string
look_up(const std::map<std::string, std::map<std::string, std::string>> &maps,
        const std::string &id, const std::string &path) {
  const auto version = maps.find(id);
  if (version == maps.end())
    return path;
  const auto other = version->second.find(path);
  return other == version->second.end() ? path : other->second;
}

} // namespace

std::string MergeInput::key_path(const std::string &id,
                                 const std::string &path) const {
  return look_up(renames, id, path);
}

std::string MergeInput::path_of(const std::string &id,
                                const std::string &key) const {
  return look_up(renamed_from, id, key);
}

Result<MergeInput> from_merge_commit(const Repository &repository,
                                     const std::string &revision) {
  const Result<std::string> commit = repository.resolve(revision);
  if (!commit)
    return commit.error();
  const Result<Names> parents = repository.parents_of(commit.value());
  if (!parents)
    return parents.error();
  const std::size_t count = parents.value().size();
  if (count < 2)
    return Error{revision + " is not a merge commit (" + std::to_string(count) +
                 (count == 1 ? " parent" : " parents") +
                 "); name two branches: mergeproof check A B"};
  Names all = parents.value();
  all.push_back(commit.value());
  const Result<Names> names = repository.short_names(all);
  if (!names)
    return names.error();
  Result<Draft> draft = begin(repository, parents.value(), names.value());
  if (!draft)
    return draft.error();
  const Result<std::string> tree = repository.tree_of(commit.value());
  if (!tree)
    return tree.error();
  add_version(draft.value(), {Role::Merge, "M", names.value().back()},
              commit.value(), tree.value());
  return assemble(repository, std::move(draft).value());
}

Result<MergeInput> from_merge_head(const Repository &repository) {
  const Names heads = repository.merge_heads();
  if (heads.empty())
    return Error{"no merge is in progress: there is no MERGE_HEAD; name a "
                 "merge commit, or two branches: mergeproof check A B"};
  const Result<std::string> head = repository.resolve("HEAD");
  if (!head)
    return head.error();
  Names parents = {head.value()};
  parents.insert(parents.end(), heads.begin(), heads.end());
  const Result<Names> names = repository.short_names(parents);
  if (!names)
    return names.error();
  Result<Draft> draft = begin(repository, parents, names.value());
  if (!draft)
    return draft.error();
  Result<TreeMerge> merge =
      write_index_tree(repository, *draft.value().overlay);
  if (!merge)
    return merge.error();
  draft.value().conflicted_files = merge.value().conflicted_files;
  add_version(draft.value(), {Role::Merge, "M", "merge in progress"}, "",
              merge.value().tree);
  return assemble(repository, std::move(draft).value());
}

Result<MergeInput> from_branches(const Repository &repository,
                                 const Names &revisions) {
  if (revisions.size() < 2)
    return Error{"one revision cannot be merged; name two or more: "
                 "mergeproof check A B"};
  Names commits;
  for (const std::string &revision : revisions) {
    Result<std::string> commit = repository.resolve(revision);
    if (!commit)
      return commit.error();
    commits.push_back(commit.value());
  }
  Result<Draft> draft = begin(repository, commits, revisions);
  if (!draft)
    return draft.error();
  for (std::string &note : find_ancestors(repository, commits, revisions))
    draft.value().notes.push_back(std::move(note));
  Result<TreeMerge> merge = merge_all(*draft.value().overlay, commits);
  if (!merge)
    return merge.error();
  draft.value().conflicted_files = merge.value().conflicted_files;
  add_version(draft.value(), {Role::Merge, "M", "merge in memory"}, "",
              merge.value().tree);
  return assemble(repository, std::move(draft).value());
}

Result<MergeInput> from_two_versions(const Repository &repository,
                                     const std::string &old_revision,
                                     const std::string &new_revision) {
  Draft draft;
  for (const auto &[role, id, name] :
       {source::Revision{Role::Parent, source::old_id, old_revision},
        source::Revision{Role::Merge, source::new_id, new_revision}}) {
    const Result<std::string> commit = repository.resolve(name);
    if (!commit)
      return commit.error();
    const Result<std::string> tree = repository.tree_of(commit.value());
    if (!tree)
      return tree.error();
    add_version(draft, {role, id, name}, commit.value(), tree.value());
  }
  return assemble(repository, std::move(draft));
}

} // namespace mergeproof::git
