#include "app/file_versions.h"

#include "scan/text_index.h"
#include "scan/text_scan.h"
#include "source/memory_tree.h"
#include "support/read_file.h"

#include <filesystem>

namespace mergeproof::app {
namespace {

namespace fs = std::filesystem;
using Texts = std::map<std::string, std::string>;

bool stays_inside(const fs::path &path) {
  std::string text = path.generic_string();
  return path.is_relative() && !text.starts_with("../") && text != "..";
}

// Paths of trees are relative and never leave them.
std::string make_key(const std::string &path) {
  fs::path normal = fs::path(path).lexically_normal();
  std::string key =
      (stays_inside(normal) ? normal : normal.filename()).generic_string();
  return scan::is_c_text(key) ? key : key + ".c"; // "<(git show HEAD:f.c)"
}

// -Ifoo, -I foo, -iquote foo: what clang will look for in the tree, too.
std::vector<std::string>
include_directories(const std::vector<std::string> &flags) {
  std::vector<std::string> directories;
  for (std::size_t i = 0; i < flags.size(); i++) {
    bool takes_next =
        flags[i] == "-I" || flags[i] == "-iquote" || flags[i] == "-isystem";
    if (takes_next && i + 1 < flags.size())
      directories.push_back(flags[++i]);
    else if (flags[i].starts_with("-I") && flags[i].size() > 2)
      directories.push_back(flags[i].substr(2));
  }
  return directories;
}

// Adds a file and the headers it includes, as far as they are there.
class Gatherer {
public:
  explicit Gatherer(const std::vector<std::string> &flags)
      : directories_(include_directories(flags)) {}

  support::Result<Texts> gather(const std::string &path,
                                const std::string &key) {
    auto text = support::read_file(path);
    if (!text)
      return text.error();
    texts_.clear();
    add(path, key, std::move(text).value());
    return std::move(texts_);
  }

private:
  void add(const fs::path &path, const fs::path &key, std::string text) {
    scan::NameTable names;
    std::vector<scan::TextInclude> includes =
        scan::scan_text(text, names).includes;
    if (!texts_.emplace(key.generic_string(), std::move(text)).second)
      return;
    for (const scan::TextInclude &include : includes) {
      if (include.is_quoted)
        try_add(path.parent_path() / include.name,
                key.parent_path() / include.name);
      for (const std::string &directory : directories_)
        try_add(fs::path(directory) / include.name,
                fs::path(directory) / include.name);
    }
  }
  void try_add(const fs::path &path, const fs::path &key) {
    std::error_code ignored;
    fs::path inside = key.lexically_normal();
    if (!stays_inside(inside) || !fs::is_regular_file(path, ignored))
      return;
    if (auto text = support::read_file(path.string()))
      add(path, inside, std::move(text).value());
  }

  std::vector<std::string> directories_;
  Texts texts_;
};

source::Revision make_revision(const CheckOptions &options, std::size_t i) {
  const std::string &label = options.files[i];
  bool is_last = i + 1 == options.files.size();
  if (options.is_comparison && is_last)
    return {source::Role::Merge, source::new_id, label};
  if (options.is_comparison)
    return {source::Role::Parent, source::old_id, label};
  if (is_last)
    return {source::Role::Merge, "M", label};
  if (options.has_base && i == 0)
    return {source::Role::Base, "O", label};
  std::size_t parent = options.has_base ? i - 1 : i;
  // After O come A, B, …; names of base and merge are not given to parents.
  std::string id;
  for (char c = 'A'; id.empty(); c++)
    if (c != 'M' && c != 'O' && parent-- == 0)
      id = c <= 'Z' ? std::string(1, c) : "P" + std::to_string(c - 'Z');
  return {source::Role::Parent, id, label};
}

void note_changes(git::MergeInput &input) {
  std::size_t merge = input.trees.size() - 1;
  const source::Tree &origin = *input.trees[input.has_base ? 0 : merge];
  for (std::size_t v = 0; v <= merge; v++) {
    const source::Tree &tree = *input.trees[v];
    if (&tree == &origin)
      continue;
    auto &changes = input.changes[input.revisions[v].id];
    for (const std::string &path : tree.files())
      if (!origin.contains(path))
        changes[path] = git::ChangeKind::Added;
      else if (tree.identity(path) != origin.identity(path))
        changes[path] = git::ChangeKind::Modified;
    for (const std::string &path : origin.files())
      if (!tree.contains(path))
        changes[path] = git::ChangeKind::Deleted;
  }
}

} // namespace

support::Result<NamedFile>
read_named_file(const std::string &path,
                const std::vector<std::string> &flags) {
  fs::path key = fs::path(path).lexically_normal();
  std::error_code ignored;
  if (!stays_inside(key))
    key = fs::absolute(key, ignored).lexically_normal().relative_path();
  auto texts = Gatherer(flags).gather(path, key.generic_string());
  if (!texts)
    return texts.error();
  return NamedFile{key.generic_string(), std::make_shared<source::MemoryTree>(
                                             std::move(texts).value())};
}

support::Result<git::MergeInput>
read_file_versions(const CheckOptions &options) {
  git::MergeInput input;
  input.has_base = options.has_base;
  std::string key = make_key(options.files.back());
  Gatherer gatherer(options.flags);
  for (std::size_t i = 0; i < options.files.size(); i++) {
    auto texts = gatherer.gather(options.files[i], key);
    if (!texts)
      return texts.error();
    input.revisions.push_back(make_revision(options, i));
    input.trees.push_back(
        std::make_shared<source::MemoryTree>(std::move(texts).value()));
    input.commits.emplace_back();
  }
  note_changes(input);
  return input;
}

} // namespace mergeproof::app
