#include "align/diff.h"

#include "align/sequence.h"
#include "support/hash.h"

#include <algorithm>
#include <span>
#include <unordered_map>

namespace mergeproof::align {
namespace {

using namespace ir;
using support::hash_bytes;
using support::mix;

// What two compound statements must share to be opened up and compared inside:
// the condition of an If, the label of a Loop or Block. 0: not a compound.
std::uint64_t header_key(const Stmt &stmt) {
  if (auto *branch = stmt.as<If>())
    return mix(1, branch->condition->hash);
  if (auto *loop = stmt.as<Loop>())
    return mix(2, hash_bytes(loop->label));
  if (auto *block = stmt.as<Block>())
    return mix(3, hash_bytes(block->label));
  return 0;
}

bool has_same_header(const Stmt &a, const Stmt &b) {
  if (a.node.index() != b.node.index())
    return false;
  if (auto *branch = a.as<If>())
    return branch->condition == b.as<If>()->condition;
  if (auto *loop = a.as<Loop>())
    return loop->label == b.as<Loop>()->label;
  if (auto *block = a.as<Block>())
    return block->label == b.as<Block>()->label;
  return false;
}

class Differ {
public:
  explicit Differ(Context &context) : context_(context) {}

  Diff run(const Seq &version, const Seq &skeleton) {
    diff_.skeleton = shared(version, skeleton);
    return std::move(diff_);
  }

private:
  // The shared sequence; appends to both edits in depth-first order.
  Seq shared(const Seq &version, const Seq &skeleton) {
    Seq result;
    Match done{0, 0};
    for (Match match : match_statements(version, skeleton)) {
      add_gap(result, slice(version, done.a, match.a),
              slice(skeleton, done.b, match.b));
      result.push_back(shared(*version[match.a], *skeleton[match.b]));
      done = {match.a + 1, match.b + 1};
    }
    add_gap(result, slice(version, done.a, version.size()),
            slice(skeleton, done.b, skeleton.size()));
    return result;
  }

  static Seq slice(const Seq &seq, std::size_t begin, std::size_t end) {
    return Seq(seq.begin() + static_cast<std::ptrdiff_t>(begin),
               seq.begin() + static_cast<std::ptrdiff_t>(end));
  }

  // Everything between two shared statements is one hole; an old hole alone
  // there stays one, an old hole beside other statements becomes part of the
  // fill.
  void add_gap(Seq &result, Seq in_version, Seq in_skeleton) {
    if (in_version.empty() && in_skeleton.empty())
      return;
    Hole hole{static_cast<std::uint32_t>(diff_.version_edit.size())};
    const Seq &place = in_version.empty() ? in_skeleton : in_version;
    result.push_back(context_.stmt(hole, place.front()->span));
    diff_.version_edit.push_back(std::move(in_version));
    diff_.skeleton_edit.push_back(std::move(in_skeleton));
  }

  const Stmt *shared(const Stmt &version, const Stmt &skeleton) {
    if (is_same(version, skeleton))
      return &skeleton;
    Children own = children(version), old = children(skeleton);
    Seq first = shared(*own.first, *old.first);
    if (auto *branch = skeleton.as<If>()) {
      Seq second = shared(*own.second, *old.second);
      return context_.stmt(
          If{branch->condition, std::move(first), std::move(second)},
          skeleton.span);
    }
    if (auto *loop = skeleton.as<Loop>())
      return context_.stmt(Loop{loop->label, std::move(first)}, skeleton.span);
    return context_.stmt(Block{skeleton.as<Block>()->label, std::move(first)},
                         skeleton.span);
  }

  std::vector<Match> match_statements(const Seq &version, const Seq &skeleton) {
    return match_sequences(
        elements(version), elements(skeleton),
        [&](std::size_t i, std::size_t j) {
          const Stmt &a = *version[i], &b = *skeleton[j];
          if (is_same(a, b))
            return static_cast<std::uint32_t>(contents(a).size() + 1);
          return has_same_header(a, b) ? similarity(a, b) : 0u;
        });
  }

  static std::vector<Element> elements(const Seq &seq) {
    std::vector<Element> result;
    result.reserve(seq.size());
    for (const Stmt *stmt : seq) {
      bool is_hole = stmt->as<Hole>() != nullptr;
      result.push_back({.exact = is_hole ? 0 : stmt->hash,
                        .similar = header_key(*stmt),
                        .is_hole = is_hole});
    }
    return result;
  }

  // 1 for the header and 1 for every statement inside that both have.
  std::uint32_t similarity(const Stmt &a, const Stmt &b) {
    std::span<const std::uint64_t> x = contents(a), y = contents(b);
    std::uint32_t common = 1;
    for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
      if (x[i] == y[j])
        common++, i++, j++;
      else
        x[i] < y[j] ? i++ : j++;
    }
    return common;
  }

  // Sorted hashes of the statements inside.
  std::span<const std::uint64_t> contents(const Stmt &stmt) {
    Children inner = children(stmt);
    if (!inner.first)
      return {};
    auto [place, is_new] = contents_.try_emplace(&stmt);
    std::vector<std::uint64_t> &hashes = place->second;
    if (!is_new)
      return hashes;
    auto add = [&](const Stmt &nested) {
      if (!nested.as<Hole>())
        hashes.push_back(nested.hash);
    };
    for_each_stmt(*inner.first, add);
    if (inner.second)
      for_each_stmt(*inner.second, add);
    std::sort(hashes.begin(), hashes.end());
    return hashes;
  }

  Context &context_;
  Diff diff_;
  std::unordered_map<const Stmt *, std::vector<std::uint64_t>> contents_;
};

} // namespace

Diff diff2(Context &context, const Seq &version, const Seq &skeleton) {
  return Differ(context).run(version, skeleton);
}

Edit compose(Context &context, const Edit &outer, const Edit &inner) {
  Edit result;
  result.reserve(outer.size());
  for (const Seq &fill : outer)
    result.push_back(plug(context, fill, inner));
  return result;
}

SharedProgram gen_edit(Context &context, const SharedProgram &shared,
                       const Seq &version) {
  Diff diff = diff2(context, version, shared.skeleton);
  SharedProgram result;
  for (const Edit &edit : shared.edits)
    result.edits.push_back(compose(context, diff.skeleton_edit, edit));
  result.edits.push_back(std::move(diff.version_edit));
  result.skeleton = std::move(diff.skeleton);
  return result;
}

SharedProgram ndiff(Context &context, const std::vector<Seq> &versions) {
  SharedProgram shared{.skeleton = versions.front(), .edits = {Edit{}}};
  for (std::size_t v = 1; v < versions.size(); v++)
    shared = gen_edit(context, shared, versions[v]);
  return shared;
}

} // namespace mergeproof::align
