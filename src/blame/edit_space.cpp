#include "blame/edit_space.h"

#include "align/rename.h"
#include "ir/verify.h"
#include "support/check.h"

#include <algorithm>

namespace mergeproof::blame {

namespace {

constexpr std::size_t most_functions = 200; // looked at, nearest first
constexpr std::size_t most_changed = 24;    // of them aligned

void add_names(const ir::Expr *e, std::vector<ir::Symbol> &found) {
  if (!e)
    return;
  if (e->kind == ir::ExprKind::FunctionAddr)
    found.push_back(e->name);
  for (const ir::Expr *part : {e->a, e->b, e->c})
    add_names(part, found);
}

std::vector<ir::Symbol> named_functions(const ir::Function &function) {
  std::vector<ir::Symbol> found;
  ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
    if (auto *call = stmt.as<ir::Call>())
      if (auto *name = std::get_if<ir::Symbol>(&call->callee.target))
        found.push_back(*name);
    ir::for_each_expr(stmt, [&](const ir::Expr *e) { add_names(e, found); });
  });
  return found;
}

// The unit and what it names in any version, nearest first.
std::vector<ir::Symbol> reach(const verdict::Question &question) {
  std::vector<ir::Symbol> found{question.unit};
  std::set<ir::Symbol> seen{question.unit};
  for (std::size_t i = 0; i < found.size() && i < most_functions; i++)
    for (const verdict::VersionOfUnit &version : question.versions)
      if (const ir::Function *function =
              version.program->find_defined(found[i]))
        for (ir::Symbol name : named_functions(*function))
          if (seen.insert(name).second)
            found.push_back(name);
  return found;
}

template <typename Named>
void add_missing(std::vector<Named> &names, const std::vector<Named> &more) {
  for (const Named &other : more)
    if (std::none_of(names.begin(), names.end(), [&](const Named &known) {
          return known.name == other.name;
        }))
      names.push_back(other);
}

} // namespace

EditSpace::EditSpace(const verdict::Question &question)
    : question_(question), merge_(question.versions.size() - 1) {
  CHECK(question.has_base() || question.is_comparison());
  for (ir::Symbol id : reach(question))
    if (changed_.size() < most_changed)
      add(id);
}

void EditSpace::add(ir::Symbol id) {
  Changed changed;
  for (const verdict::VersionOfUnit &version : question_.versions)
    changed.versions.push_back(version.program->find_defined(id));
  const ir::Function *origin = changed.versions.front();
  bool is_everywhere = std::all_of(
      changed.versions.begin(), changed.versions.end(), [&](auto *function) {
        return function && function->opaque_reasons.empty();
      });
  if (!is_everywhere ||
      std::all_of(changed.versions.begin(), changed.versions.end(),
                  [&](const ir::Function *function) {
                    return ir::is_same(function->body, origin->body);
                  }))
    return;
  changed.alignment = align::align(*question_.context, changed.versions);
  find_edits(id, changed);
  changed_.emplace(id, std::move(changed));
}

// The parents that fill the hole in their own way.
std::vector<std::size_t> EditSpace::editors(const Changed &changed,
                                            std::uint32_t hole) const {
  const std::vector<align::Edit> &edits = changed.alignment.edits;
  std::vector<std::size_t> found;
  for (std::size_t v = 1; v < merge_; v++)
    if (!ir::is_same(edits[v][hole], edits[0][hole]))
      found.push_back(v);
  return found;
}

void EditSpace::find_edits(ir::Symbol id, const Changed &changed) {
  const std::vector<align::Edit> &edits = changed.alignment.edits;
  for (std::uint32_t hole = 0; hole < edits[0].size(); hole++) {
    std::vector<std::size_t> parents = editors(changed, hole);
    for (std::size_t v : parents)
      edits_.insert({v, id, hole});
    auto is_merges = [&](std::size_t v) {
      return ir::is_same(edits[v][hole], edits[merge_][hole]);
    };
    // Of two parents' edits in one place the merge may be a mixture.
    if (parents.size() < 2 && !is_merges(0) &&
        std::none_of(parents.begin(), parents.end(), is_merges))
      edits_.insert({merge_, id, hole});
  }
}

const ir::Seq &EditSpace::fill(const Changed &changed, ir::Symbol id,
                               std::size_t version, std::uint32_t hole,
                               const Edits &taken_back) const {
  if (version == merge_)
    return fill_of_merge(changed, id, hole, taken_back);
  std::size_t from = taken_back.count({version, id, hole}) ? 0 : version;
  return changed.alignment.edits[from][hole];
}

const ir::Seq &EditSpace::fill_of_merge(const Changed &changed, ir::Symbol id,
                                        std::uint32_t hole,
                                        const Edits &taken_back) const {
  const std::vector<align::Edit> &edits = changed.alignment.edits;
  const ir::Seq &now = edits[merge_][hole];
  if (ir::is_same(now, edits[0][hole]))
    return now;
  std::vector<std::size_t> parents = editors(changed, hole), left;
  for (std::size_t v : parents)
    if (!taken_back.count({v, id, hole}))
      left.push_back(v);
  auto is_merges = [&](std::size_t v) {
    return ir::is_same(edits[v][hole], now);
  };
  bool is_own =
      edits_.count({merge_, id, hole}) && !taken_back.count({merge_, id, hole});
  bool is_whole =
      left.size() == parents.size() && !taken_back.count({merge_, id, hole});
  if (is_own || is_whole || std::any_of(left.begin(), left.end(), is_merges))
    return now;
  if (left.size() > 1)
    return now; // a mixture that cannot be taken apart
  return edits[left.empty() ? 0 : left.front()][hole];
}

std::optional<ir::Function> EditSpace::rebuild(const Changed &changed,
                                               ir::Symbol id,
                                               std::size_t version,
                                               const Edits &taken_back) const {
  ir::Context &context = *question_.context;
  const align::Alignment &alignment = changed.alignment;
  align::Edit fills;
  for (std::uint32_t hole = 0; hole < alignment.edits[0].size(); hole++)
    fills.push_back(fill(changed, id, version, hole, taken_back));
  ir::Function function = align::rename(context, *changed.versions[version],
                                        alignment.renames[version]);
  function.body = align::plug(context, alignment.skeleton, fills);
  for (std::size_t v = 0; v < changed.versions.size(); v++) {
    if (v == version)
      continue;
    ir::Function other =
        align::rename(context, *changed.versions[v], alignment.renames[v]);
    std::erase_if(other.locals, [&](const ir::Variable &local) {
      return std::any_of(
          function.params.begin(), function.params.end(),
          [&](const ir::Variable &param) { return param.name == local.name; });
    });
    add_missing(function.locals, other.locals);
    add_missing(function.objects, other.objects);
  }
  if (!ir::verify(function).empty())
    return std::nullopt;
  return function;
}

std::optional<Variant> EditSpace::without(const Edits &taken_back) const {
  Variant variant;
  variant.question = question_;
  std::set<ir::Symbol> touched;
  for (const Edit &edit : taken_back)
    touched.insert(edit.function);
  for (std::size_t v = 0; v < question_.versions.size(); v++) {
    verdict::VersionOfUnit &version = variant.question.versions[v];
    if (v == 0 || touched.empty())
      continue;
    variant.programs.push_back(std::make_unique<ir::Program>(*version.program));
    ir::Program &program = *variant.programs.back();
    for (ir::Symbol id : touched) {
      auto function = rebuild(changed_.at(id), id, v, taken_back);
      if (!function.has_value())
        return std::nullopt;
      program.functions.at(id) = std::move(function.value());
    }
    version.program = &program;
    version.function = program.find_function(version.function->id);
  }
  return variant;
}

std::optional<Lines> EditSpace::lines_of(const Edit &edit) const {
  const Changed &changed = changed_.at(edit.function);
  for (std::size_t v : {edit.version, std::size_t(0)}) {
    Lines lines{v, "", 0, 0};
    ir::for_each_stmt(
        changed.alignment.edits[v][edit.hole], [&](const ir::Stmt &stmt) {
          if (stmt.span.line == 0)
            return;
          if (lines.first == 0)
            lines.file = question_.context->files.path(stmt.span.file);
          if (question_.context->files.path(stmt.span.file) != lines.file)
            return;
          if (lines.first == 0 || stmt.span.line < lines.first)
            lines.first = stmt.span.line;
          lines.last = std::max(lines.last, stmt.span.line);
        });
    if (lines.first != 0)
      return lines;
  }
  return std::nullopt;
}

} // namespace mergeproof::blame
