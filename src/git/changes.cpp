#include "git/changes.h"

#include <algorithm>
#include <set>
#include <utility>

namespace mergeproof::git {
namespace {

using support::Completed;
using support::Result;
using Names = std::vector<std::string>;
using Renames = std::map<std::string, std::string>;

constexpr const char *submodule_mode = "160000";
constexpr const char *symlink_mode = "120000";

Names diff_arguments(const std::string &similarity, const std::string &old_tree,
                     const std::string &new_tree) {
  return {"diff-tree",     "--raw",         "-z",       "-r",     "--no-abbrev",
          "--no-ext-diff", "--no-relative", similarity, old_tree, new_tree};
}

// ":<old mode> <new mode> <old hash> <new hash> <status>" and one or two paths.
TreeDiff parse_raw_diff(const std::string &raw) {
  TreeDiff diff;
  const Names parts = split(raw, '\0');
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
    const Names words = split(parts[i], ' ');
    CHECK(words.size() == 5 && words[0].starts_with(':'));
    FileDiff file{.status = words[4].front(),
                  .old_path = parts[i + 1],
                  .new_path = parts[i + 1],
                  .old_mode = words[0].substr(1),
                  .new_mode = words[1],
                  .old_hash = words[2],
                  .new_hash = words[3]};
    ++i;
    if (file.status == 'R' && i + 1 < parts.size())
      file.new_path = parts[++i];
    diff.files.push_back(std::move(file));
  }
  return diff;
}

// Each pair of trees is compared once.
class Differ {
public:
  explicit Differ(const Git &git) : git_(git) {}

  Result<std::vector<TreeDiff>> run(const Names &old_trees,
                                    const Names &new_trees) {
    std::vector<TreeDiff> diffs;
    for (std::size_t i = 0; i < old_trees.size(); ++i) {
      const auto pair = std::pair(old_trees[i], new_trees[i]);
      if (pair.first != pair.second && !known_.contains(pair)) {
        Result<TreeDiff> diff = diff_trees(git_, pair.first, pair.second);
        if (!diff)
          return diff.error();
        known_[pair] = std::move(diff).value();
      }
      diffs.push_back(known_[pair]); // empty for equal trees
    }
    return diffs;
  }

private:
  const Git &git_;
  std::map<std::pair<std::string, std::string>, TreeDiff> known_;
};

// Collects the renames of all versions; a key path is never given twice in one
// version, and a path that the merge has is its own key.
class RenameFinder {
public:
  RenameFinder(const Comparison &comparison, MergeInput &input)
      : comparison_(comparison), input_(input) {}

  void run() {
    for (std::size_t v = 0; v < comparison_.merge(); ++v)
      for (const FileDiff &file : comparison_.to_merge[v].files)
        if (file.status == 'R')
          add(v, file.old_path, file.new_path);
    if (!comparison_.has_base)
      return;
    for (std::size_t v = 1; v < comparison_.merge(); ++v)
      for (const FileDiff &file : comparison_.from_base[v].files)
        if (file.status == 'R')
          link_through_base(v, file.old_path, file.new_path);
    for (std::size_t v = 1; v < comparison_.merge(); ++v)
      follow_base(v);
  }

private:
  void add(std::size_t v, const std::string &path, const std::string &key) {
    const GitTree &tree = *comparison_.trees[v];
    const std::string &id = comparison_.ids[v];
    if (path == key || !tree.contains(path) || tree.contains(key) ||
        comparison_.trees[comparison_.merge()]->contains(path))
      return;
    Renames &renames = input_.renames[id];
    if (renames.contains(path) ||
        !input_.renamed_from[id].emplace(key, path).second)
      return;
    renames[path] = key;
  }

  // Version v has as `path` what the base has as `base_path`.
  void link_through_base(std::size_t v, const std::string &base_path,
                         const std::string &path) {
    if (comparison_.trees[comparison_.merge()]->contains(path))
      add(0, base_path, path);
    else
      add(v, path, input_.key_path(comparison_.ids[0], base_path));
  }

  // Where version v kept the base's path, it follows the base's key.
  void follow_base(std::size_t v) {
    const auto base = input_.renames.find(comparison_.ids[0]);
    if (base == input_.renames.end())
      return;
    const Renames renames = base->second;
    for (const auto &[path, key] : renames)
      add(v, path, key);
  }

  const Comparison &comparison_;
  MergeInput &input_;
};

class ChangeFinder {
public:
  ChangeFinder(const Comparison &comparison, MergeInput &input)
      : comparison_(comparison), input_(input) {}

  void run() {
    const std::size_t merge = comparison_.merge();
    if (comparison_.has_base) {
      for (std::size_t v = 1; v <= merge; ++v)
        for (const FileDiff &file : comparison_.from_base[v].files)
          record(0, v, file);
    } else {
      for (std::size_t v = 0; v < merge; ++v)
        for (const FileDiff &file : comparison_.to_merge[v].files)
          record(merge, v, reverse(file));
    }
    drop_binary_files();
    add_note("submodules changed and are not analysed: ", submodules_);
    add_note("symbolic links changed and are not analysed: ", symlinks_);
    add_note("binary files changed and are not analysed: ", binaries_);
  }

private:
  static FileDiff reverse(FileDiff file) {
    std::swap(file.old_path, file.new_path);
    std::swap(file.old_mode, file.new_mode);
    std::swap(file.old_hash, file.new_hash);
    if (file.status == 'A' || file.status == 'D')
      file.status = file.status == 'A' ? 'D' : 'A';
    return file;
  }

  // `file`: what happened between version `from` and version `to`.
  void record(std::size_t from, std::size_t to, const FileDiff &file) {
    const bool is_gone = !is_text(file.old_mode, file.old_path);
    const bool is_new = !is_text(file.new_mode, file.new_path);
    const std::string &from_id = comparison_.ids[from];
    const std::string &to_id = comparison_.ids[to];
    const std::string old_key = input_.key_path(from_id, file.old_path);
    const std::string new_key = input_.key_path(to_id, file.new_path);
    if (!is_gone && !is_new && old_key == new_key) {
      if (file.old_path != file.new_path)
        put(to_id, new_key, ChangeKind::Renamed);
      else if (file.old_hash != file.new_hash) // else only its mode
        put(to_id, new_key, ChangeKind::Modified);
      return;
    }
    if (!is_gone)
      put(to_id, old_key, ChangeKind::Deleted);
    if (!is_new)
      put(to_id, new_key, ChangeKind::Added);
  }

  // Gone here and new there under one key: git saw no rename, we do.
  void put(const std::string &id, const std::string &key, ChangeKind kind) {
    const auto [place, is_first] = input_.changes[id].emplace(key, kind);
    if (!is_first && place->second != kind)
      place->second = ChangeKind::Renamed;
  }

  bool is_text(const std::string &mode, const std::string &path) {
    if (mode == submodule_mode)
      submodules_.insert(path);
    if (mode == symlink_mode)
      symlinks_.insert(path);
    return mode != submodule_mode && mode != symlink_mode && mode != "000000";
  }

  void drop_binary_files() {
    for (auto &[id, changes] : input_.changes)
      for (const auto &[key, kind] : changes)
        if (!is_c(key) && !binaries_.contains(key) && is_binary(key))
          binaries_.insert(key);
    for (auto &[id, changes] : input_.changes)
      std::erase_if(changes, [&](const auto &change) {
        return binaries_.contains(change.first);
      });
  }

  // Then the compiler says what is wrong with it; not reading all of them here
  // saves most of the time that a long-lived branch takes.
  static bool is_c(const std::string &key) {
    return key.ends_with(".c") || key.ends_with(".h");
  }

  // In the last version that has it. What cannot be read is reported by the
  // reader who needs it.
  bool is_binary(const std::string &key) {
    for (std::size_t v = comparison_.trees.size(); v-- > 0;) {
      const GitTree &tree = *comparison_.trees[v];
      const std::string path = input_.path_of(comparison_.ids[v], key);
      if (!tree.contains(path))
        continue;
      const Result<std::string> text = tree.read(path);
      return text &&
             text.value().substr(0, 8000).find('\0') != std::string::npos;
    }
    return false;
  }

  void add_note(const std::string &start, const std::set<std::string> &paths) {
    if (!paths.empty())
      input_.notes.push_back(start + summary({paths.begin(), paths.end()}));
  }

  const Comparison &comparison_;
  MergeInput &input_;
  std::set<std::string> submodules_;
  std::set<std::string> symlinks_;
  std::set<std::string> binaries_;
};

} // namespace

std::string summary(const Names &paths) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(paths.size(), most); ++i)
    text += (i == 0 ? "" : ", ") + paths[i];
  if (paths.size() > most)
    text += " and " + std::to_string(paths.size() - most) + " more";
  return text;
}

Result<TreeDiff> diff_trees(const Git &git, const std::string &old_tree,
                            const std::string &new_tree) {
  Names arguments = diff_arguments("-M", old_tree, new_tree);
  const Result<Completed> done = git.run(arguments);
  if (!done)
    return done.error();
  if (done.value().succeeded())
    return parse_raw_diff(done.value().out);
  // Similarity needs the texts; equal names need only the trees.
  arguments = diff_arguments("-M100%", old_tree, new_tree);
  const Result<std::string> raw = git.output(arguments);
  if (!raw)
    return raw.error();
  TreeDiff diff = parse_raw_diff(raw.value());
  diff.has_exact_renames_only = true;
  return diff;
}

Result<Comparison> compare(const Git &git, Names ids,
                           std::vector<std::shared_ptr<GitTree>> trees,
                           bool has_base) {
  Comparison comparison{
      .ids = std::move(ids), .trees = std::move(trees), .has_base = has_base};
  Names all;
  for (const auto &tree : comparison.trees)
    all.push_back(tree->hash());
  Differ differ(git);
  auto to_merge = differ.run(all, Names(all.size(), all.back()));
  if (!to_merge)
    return to_merge.error();
  comparison.to_merge = std::move(to_merge).value();
  if (!has_base)
    return comparison;
  auto from_base = differ.run(Names(all.size(), all.front()), all);
  if (!from_base)
    return from_base.error();
  comparison.from_base = std::move(from_base).value();
  return comparison;
}

void find_renames(const Comparison &comparison, MergeInput &input) {
  RenameFinder(comparison, input).run();
  const auto is_exact = [](const TreeDiff &diff) {
    return diff.has_exact_renames_only;
  };
  if (std::any_of(comparison.to_merge.begin(), comparison.to_merge.end(),
                  is_exact) ||
      std::any_of(comparison.from_base.begin(), comparison.from_base.end(),
                  is_exact))
    input.notes.push_back("files that were renamed and changed are not "
                          "followed: texts are missing in this partial clone");
}

void find_changes(const Comparison &comparison, MergeInput &input) {
  ChangeFinder(comparison, input).run();
}

} // namespace mergeproof::git
