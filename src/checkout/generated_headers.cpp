#include "checkout/generated_headers.h"

#include "checkout/directory_tree.h"
#include "checkout/template_tree.h"

#include <algorithm>

namespace mergeproof::checkout {
namespace {

bool is_header(const std::string &path) {
  return path.ends_with(".h") || path.ends_with(".inc") ||
         path.ends_with(".def");
}

// A version with what a build adds to it.
class BuiltTree : public source::Tree {
public:
  BuiltTree(std::shared_ptr<source::Tree> own,
            std::shared_ptr<const source::Tree> disk,
            std::shared_ptr<const std::set<std::string>> added)
      : own_(std::move(own)), disk_(std::move(disk)), added_(std::move(added)) {
    std::set_union(own_->files().begin(), own_->files().end(), added_->begin(),
                   added_->end(), std::back_inserter(files_));
  }
  const std::vector<std::string> &files() const override { return files_; }
  bool contains(const std::string &path) const override {
    return added_->contains(path) || own_->contains(path);
  }
  std::string identity(const std::string &path) const override {
    return tree_of(path).identity(path);
  }
  support::Result<std::string> read(const std::string &path) const override {
    return tree_of(path).read(path);
  }

private:
  const source::Tree &tree_of(const std::string &path) const {
    return added_->contains(path) ? *disk_ : *own_;
  }
  std::shared_ptr<source::Tree> own_;
  std::shared_ptr<const source::Tree> disk_;
  std::shared_ptr<const std::set<std::string>> added_;
  std::vector<std::string> files_;
};

} // namespace

std::set<std::string> add_generated_headers(git::MergeInput &input,
                                            const std::string &root) {
  auto opened = DirectoryTree::open(root);
  if (!opened) {
    input.notes.push_back("headers made by the build were not looked for: " +
                          opened.error().message);
    return {};
  }
  auto disk = std::make_shared<const DirectoryTree>(std::move(opened).value());
  auto added = std::make_shared<std::set<std::string>>();
  for (const std::string &path : disk->files())
    if (is_header(path) &&
        std::none_of(input.trees.begin(), input.trees.end(),
                     [&](const auto &tree) { return tree->contains(path); }))
      added->insert(path);
  if (!added->empty())
    for (std::shared_ptr<source::Tree> &tree : input.trees)
      tree = std::make_shared<BuiltTree>(tree, disk, added);
  return *added;
}

std::map<std::string, std::string>
add_template_headers(git::MergeInput &input) {
  // One guess for all versions: what any of their scripts asks.
  TemplateTree::ScriptHeaders of_scripts;
  for (const std::shared_ptr<source::Tree> &tree : input.trees)
    for (auto &[header, made] : frontend::flags::script_headers(*tree)) {
      frontend::flags::ScriptHeader &all = of_scripts[header];
      all.script = made.script;
      all.asked.add(std::move(made.asked));
    }
  std::map<std::string, std::string> added;
  std::map<std::string, std::string> filled;
  for (std::shared_ptr<source::Tree> &tree : input.trees) {
    auto filled_tree = std::make_shared<TemplateTree>(tree, of_scripts);
    for (const auto &[header, made_from] : filled_tree->headers()) {
      added.emplace(header, made_from);
      if (auto made = of_scripts.find(header);
          made == of_scripts.end() || made->second.script != made_from)
        filled.emplace(header, made_from);
    }
    if (!filled_tree->headers().empty())
      tree = std::move(filled_tree);
  }
  // A header changes with its template.
  for (auto &[id, changes] : input.changes)
    for (const auto &[header, made_from] : filled)
      if (auto found = changes.find(made_from); found != changes.end())
        changes.emplace(header, found->second);
  return added;
}

} // namespace mergeproof::checkout
