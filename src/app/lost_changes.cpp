#include "app/lost_changes.h"

#include <algorithm>
#include <fmt/format.h>

namespace mergeproof::app {
namespace {

class Describer {
public:
  Describer(const ir::Context &context, const git::MergeInput &input,
            const VersionSet &set)
      : context_(context), input_(input), set_(set) {}

  void add(const impact::RemovedFunction &gone) {
    const impact::AnalysedVersion &version = find(gone.versions.front());
    const ir::Function *function = version.program->find_function(gone.id);
    bool is_hidden = function->is_static && !function->is_entry;
    if (gone.is_renamed || is_hidden)
      return;
    if (gone.versions.size() + 1 == set_.versions.size() && !gone.is_new)
      return add(version, gone.id, function->name, function->span,
                 source::is_comparison(input_.revisions)
                     ? "only in the old version: there is nothing to compare "
                       "with"
                     : "every parent has it, and the merge does not");
    if (gone.changed_by.empty())
      return;
    add(version, gone.id, function->name, function->span,
        fmt::format("{} {} it, and the merge does not have it",
                    fmt::join(gone.changed_by, " and "),
                    gone.is_new ? "added" : "changed"));
  }

  void add(const impact::LostGlobal &lost) {
    const impact::AnalysedVersion &version = find(lost.changed_by.front());
    const ir::Global *global = version.program->find_global(lost.id);
    if (global->name.starts_with('.'))
      return; // a text: what holds it differs, too
    if (version.revision.role == source::Role::Merge)
      return add(version, lost.id, global->name, global->span,
                 "the merge gives it an initial value that no parent gives it; "
                 "other programs may read it");
    add(version, lost.id, global->name, global->span,
        fmt::format("{} {}, and the merge does not have that; other programs "
                    "may read it",
                    fmt::join(lost.changed_by, " and "),
                    lost.is_new         ? "added it"
                    : global->is_unheld ? "may have changed its initial value, "
                                          "which is not understood"
                                        : "changed its initial value"));
  }

  void add_changed(const ir::Global &old_one, const ir::Global &new_one) {
    bool is_same = old_one.size == new_one.size &&
                   old_one.is_const == new_one.is_const &&
                   old_one.bytes == new_one.bytes &&
                   old_one.relocations == new_one.relocations;
    if (!is_same && !new_one.is_static && !new_one.is_local)
      add(set_.versions.back(), new_one.id, new_one.name, new_one.span,
          "it does not start alike, and files that were not read use it: their "
          "functions were not compared");
  }

  // What others find by its name, or a linker by its section, and no function
  // names.
  void add_unnamed(std::size_t version, ir::Symbol id) {
    const ir::Global &global = *set_.versions[version].program->find_global(id);
    bool is_visible = !global.is_static || global.is_entry;
    bool is_here = global.is_defined || global.is_unheld;
    if (is_visible && is_here && !global.is_local)
      add(set_.versions[version], id, global.name, global.span,
          "it is not the same in both versions, and no function that was read "
          "names it");
  }

  std::vector<verdict::UnitResult> take() { return std::move(results_); }

private:
  const impact::AnalysedVersion &find(const std::string &revision) const {
    for (const impact::AnalysedVersion &version : set_.versions)
      if (version.revision.id == revision)
        return version;
    return set_.versions.front();
  }

  void add(const impact::AnalysedVersion &version, ir::Symbol id,
           ir::Symbol name, const source::Span &span,
           const std::string &reason) {
    verdict::UnitResult result;
    result.function = name;
    result.id = id;
    result.file =
        input_.key_path(version.revision.id, context_.files.path(span.file));
    result.line = span.line;
    result.reason = reason;
    if (!result.file.starts_with('/')) // system headers are nobody's change
      results_.push_back(std::move(result));
  }

  const ir::Context &context_;
  const git::MergeInput &input_;
  const VersionSet &set_;
  std::vector<verdict::UnitResult> results_;
};

} // namespace

std::vector<verdict::UnitResult> describe_lost(const ir::Context &context,
                                               const git::MergeInput &input,
                                               const VersionSet &set) {
  Describer describer(context, input, set);
  for (const impact::RemovedFunction &gone : set.triage.removed)
    describer.add(gone);
  for (const impact::LostGlobal &lost : set.triage.lost_globals)
    describer.add(lost);
  return describer.take();
}

namespace {

// That functions or other data name, in some version.
std::set<ir::Symbol> named_globals(const VersionSet &set) {
  std::set<ir::Symbol> named;
  for (const impact::AnalysedVersion &version : set.versions) {
    for (const auto &[id, node] : version.graph->nodes)
      named.insert(node.named.globals.begin(), node.named.globals.end());
    for (const auto &[id, global] : version.program->globals)
      for (ir::Symbol other : ir::named_by(global))
        named.insert(other);
  }
  return named;
}

} // namespace

std::vector<verdict::UnitResult>
describe_unnamed_globals(const ir::Context &context,
                         const git::MergeInput &input, const VersionSet &set) {
  Describer describer(context, input, set);
  if (!source::is_comparison(input.revisions))
    return {};
  std::set<ir::Symbol> named = named_globals(set);
  for (std::size_t v : {1, 0})
    for (const auto &[id, global] : set.versions[v].program->globals) {
      const impact::Closure *here = set.closures[v].find_global(id);
      const impact::Closure *there = set.closures[1 - v].find_global(id);
      bool is_same = here && there && impact::is_same(here->own, there->own);
      // What only one has has nothing to be compared with, unless it is found
      // without being named.
      bool is_news = there ? v == 1 && !is_same : global.is_entry;
      if (is_news && !named.contains(id))
        describer.add_unnamed(v, id);
    }
  return describer.take();
}

std::vector<verdict::UnitResult>
describe_changed_globals(const ir::Context &context,
                         const git::MergeInput &input, const VersionSet &set,
                         const ReadFiles &files) {
  Describer describer(context, input, set);
  if (!source::is_comparison(input.revisions) || !files.mentions)
    return {};
  auto is_unread = [&](const std::string &key) {
    return scan::is_c_file(key) &&
           !std::binary_search(files.keys->begin(), files.keys->end(), key);
  };
  for (const auto &[id, global] : set.versions.back().program->globals) {
    const ir::Global *before = set.versions.front().program->find_global(id);
    if (before && before->is_defined && global.is_defined &&
        files.mentions->is_written_in(
            files.index->names.intern(std::string(global.name)), is_unread))
      describer.add_changed(*before, global);
  }
  return describer.take();
}

} // namespace mergeproof::app
