#include "align/alignment.h"

#include "align/correspondence.h"
#include "align/diff.h"
#include "align/names.h"
#include "align/rename.h"
#include "support/check.h"

#include <algorithm>

namespace mergeproof::align {
namespace {

using namespace ir;

class Plugger {
public:
  Plugger(Context &context, const Edit &edit)
      : context_(context), edit_(edit) {}

  Seq operator()(const Seq &seq) {
    Seq result;
    result.reserve(seq.size());
    for (const Stmt *stmt : seq) {
      if (auto *hole = stmt->as<Hole>()) {
        CHECK(hole->index < edit_.size());
        const Seq &fill = edit_[hole->index];
        result.insert(result.end(), fill.begin(), fill.end());
      } else {
        result.push_back(plug_inside(stmt));
      }
    }
    return result;
  }

private:
  const Stmt *plug_inside(const Stmt *stmt) {
    Children inner = children(*stmt);
    if (!inner.first)
      return stmt;
    Seq first = (*this)(*inner.first);
    if (auto *branch = stmt->as<If>()) {
      Seq second = (*this)(*inner.second);
      if (first == branch->then_body && second == branch->else_body)
        return stmt;
      return context_.stmt(
          If{branch->condition, std::move(first), std::move(second)},
          stmt->span);
    }
    if (first == *inner.first)
      return stmt;
    if (auto *loop = stmt->as<Loop>())
      return context_.stmt(Loop{loop->label, std::move(first)}, stmt->span);
    return context_.stmt(Block{stmt->as<Block>()->label, std::move(first)},
                         stmt->span);
  }

  Context &context_;
  const Edit &edit_;
};

// Lists what is broken in one alignment.
class Verifier {
public:
  Verifier(Context &context, const Alignment &alignment,
           const std::vector<const Function *> &versions)
      : context_(context), alignment_(alignment), versions_(versions) {}

  std::vector<std::string> run() {
    std::size_t count = versions_.size();
    if (alignment_.edits.size() != count ||
        alignment_.renames.size() != count) {
      complain("there must be one edit and one renaming per version");
      return problems_;
    }
    check_holes();
    for (std::size_t v = 0; v < count; v++)
      check_version(v);
    return problems_;
  }

private:
  void complain(std::string problem) {
    problems_.push_back(std::move(problem));
  }

  void check_holes() {
    std::uint32_t next = 0;
    for_each_stmt(alignment_.skeleton, [&](const Stmt &stmt) {
      if (auto *hole = stmt.as<Hole>(); hole && hole->index != next++)
        complain("holes are not numbered depth-first");
    });
    check_neighbours(alignment_.skeleton);
    holes_ = next;
  }

  void check_neighbours(const Seq &seq) {
    for (std::size_t i = 0; i < seq.size(); i++) {
      if (i > 0 && seq[i]->as<Hole>() && seq[i - 1]->as<Hole>())
        complain("two holes are neighbours");
      Children inner = children(*seq[i]);
      for (const Seq *nested : {inner.first, inner.second})
        if (nested)
          check_neighbours(*nested);
    }
  }

  void check_version(std::size_t v) {
    std::string who = "version " + std::to_string(v) + ": ";
    const Edit &edit = alignment_.edits[v];
    if (edit.size() != holes_)
      return complain(who + "the edit does not fill every hole once");
    for (const Seq &fill : edit)
      if (count_holes(fill) > 0)
        return complain(who + "a fill contains a hole");
    Renaming back;
    if (!check_renaming(v, who, back))
      return;
    Seq plugged = plug(context_, alignment_.skeleton, edit);
    Renamer forth(context_, alignment_.renames[v]), undo(context_, back);
    if (!is_same(plugged, forth(versions_[v]->body)))
      complain(who + "plugging the edit does not give the renamed version");
    if (!is_same(undo(plugged), versions_[v]->body))
      complain(who + "undoing the renaming does not give the version");
  }

  bool check_renaming(std::size_t v, const std::string &who, Renaming &back) {
    const Renaming &renaming = alignment_.renames[v];
    std::size_t before = problems_.size();
    for (auto [own, aligned] : renaming)
      if (!back.emplace(aligned, own).second)
        complain(who + "two names become " + std::string(aligned));
    for (const auto &[own, info] : collect_names(*versions_[v])) {
      auto entry = renaming.find(own);
      if (entry == renaming.end()) {
        complain(who + "no aligned name for " + std::string(own));
        continue;
      }
      auto known = roles_.try_emplace(entry->second, info.roles).first;
      if (known->second != info.roles)
        complain(who + std::string(own) + " and another version's " +
                 std::string(entry->second) + " are different things");
    }
    return problems_.size() == before;
  }

  Context &context_;
  const Alignment &alignment_;
  const std::vector<const Function *> &versions_;
  std::vector<std::string> problems_;
  std::map<Symbol, std::set<NameRole>> roles_;
  std::uint32_t holes_ = 0;
};

} // namespace

Seq plug(Context &context, const Seq &skeleton, const Edit &edit) {
  return Plugger(context, edit)(skeleton);
}

std::uint32_t count_holes(const Seq &skeleton) {
  std::uint32_t count = 0;
  for_each_stmt(skeleton,
                [&](const Stmt &stmt) { count += stmt.as<Hole>() != nullptr; });
  return count;
}

Alignment align(Context &context,
                const std::vector<const Function *> &versions) {
  CHECK(!versions.empty());
  Alignment alignment;
  alignment.renames = find_correspondence(context, versions);
  std::vector<Seq> bodies;
  bodies.reserve(versions.size());
  for (std::size_t v = 0; v < versions.size(); v++)
    bodies.push_back(Renamer(context, alignment.renames[v])(versions[v]->body));
  SharedProgram shared = ndiff(context, bodies);
  alignment.skeleton = std::move(shared.skeleton);
  alignment.edits = std::move(shared.edits);
  return alignment;
}

std::vector<std::string>
Alignment::verify(Context &context,
                  const std::vector<const Function *> &versions) const {
  return Verifier(context, *this, versions).run();
}

} // namespace mergeproof::align
