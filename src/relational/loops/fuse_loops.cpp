#include "relational/loops/fuse_loops.h"

#include "align/names.h"
#include "align/rename.h"
#include "relational/loops/counted_loop.h"
#include "relational/loops/loop_accesses.h"

#include <algorithm>

namespace mergeproof::relational {
namespace {

using namespace ir;
using Names = std::set<Symbol>;

bool intersects(const Names &a, const Names &b) {
  return std::any_of(a.begin(), a.end(),
                     [&](Symbol name) { return b.count(name) > 0; });
}

Names variables_of(const Expr *e) {
  Names names;
  add_variables(e, names);
  return names;
}

// Breaks to a label inside of a sequence.
std::size_t count_breaks(const Seq &seq, Symbol label) {
  std::size_t count = 0;
  for_each_stmt(seq, [&](const Stmt &stmt) {
    auto *leave = stmt.as<Break>();
    count += leave && leave->label == label;
  });
  return count;
}

// Two loops and what stands between them, as one.
class Pair {
public:
  Pair(Context &context, const CountedLoop &first, const Seq &between,
       const CountedLoop &second)
      : context_(context), first_(first), between_(between), second_(second) {
    for (const Stmt *stmt : between_) {
      for_each_expr(*stmt, [&](const Expr *e) { add_variables(e, read_); });
      if (auto *s = stmt->as<Assign>())
        set_.insert(s->target);
    }
    changing_ = set_;
    changing_.insert(first_.writes.begin(), first_.writes.end());
    changing_.insert(second_.writes.begin(), second_.writes.end());
  }

  bool is_alike(const Expr *begin) const {
    const Expr *other = last_value(between_, second_.counter->name);
    Names read = variables_of(begin);
    read.merge(variables_of(first_.bound));
    return other == begin && first_.bound == second_.bound &&
           first_.step == second_.step &&
           first_.condition->op == second_.condition->op &&
           first_.counter->type == second_.counter->type &&
           !begin->reads_memory && !begin->reads_objects &&
           !intersects(read, changing_);
  }

  // Variables that both use, but that are set anew between the loops.
  Names shared() const {
    Names names;
    for (Symbol name : set_)
      if (first_.reads.count(name) || first_.writes.count(name))
        names.insert(name);
    return names;
  }

  // After those that are shared have another name in the second.
  bool may_go_together() const {
    Names early = set_; // what is changed before the first has ended
    early.insert(second_.writes.begin(), second_.writes.end());
    Names late = second_.reads; // what is used before the first has ended
    late.insert(read_.begin(), read_.end());
    late.insert(early.begin(), early.end());
    return !intersects(early, first_.reads) &&
           !intersects(late, first_.writes) && is_memory_apart();
  }

  const Stmt *fused() const {
    Seq body{first_.loop->body.front()};
    body.insert(body.end(), first_.turn.begin(), first_.turn.end());
    body.insert(body.end(), second_.turn.begin(), second_.turn.end());
    return context_.stmt(Loop{first_.loop->label, std::move(body)});
  }

  // Of the last assignment, if there is exactly one.
  static const Expr *last_value(const Seq &seq, Symbol name) {
    const Expr *value = nullptr;
    for (const Stmt *stmt : seq)
      if (auto *s = stmt->as<Assign>(); s && s->target == name) {
        if (value)
          return nullptr;
        value = s->value;
      }
    return value;
  }

private:
  bool is_memory_apart() const {
    std::vector<Access> first = accesses_of(first_.turn, first_, changing_);
    std::vector<Access> second = accesses_of(second_.turn, second_, changing_);
    std::vector<Access> middle = accesses_of(between_, second_, changing_);
    auto all = [&](const std::vector<Access> &others, auto fits) {
      return std::all_of(others.begin(), others.end(), [&](const Access &b) {
        return std::all_of(first.begin(), first.end(),
                           [&](const Access &a) { return fits(b, a); });
      });
    };
    return all(second,
               [&](const Access &b, const Access &a) {
                 return may_run_ahead(b, a, first_.step);
               }) &&
           all(middle, are_independent);
  }

  Context &context_;
  const CountedLoop &first_;
  const Seq &between_;
  const CountedLoop &second_;
  Names read_, set_; // between the loops
  Names changing_;
};

class Fusion {
public:
  Fusion(Context &context, const Function &function)
      : context_(context), function_(function), result_(function) {
    for (const auto &[name, info] : align::collect_names(function))
      taken_.insert(name);
  }

  std::optional<Function> run() {
    result_.body = run(result_.body);
    return has_fused_ ? std::optional(std::move(result_)) : std::nullopt;
  }

private:
  Seq run(const Seq &seq) {
    Seq flat;
    for (const Stmt *stmt : seq)
      add_flat(*run(*stmt), flat);
    for (std::size_t at = 0; at < flat.size();)
      at += !fuse_at(flat, at);
    return flat;
  }

  const Stmt *run(const Stmt &stmt) {
    if (auto *branch = stmt.as<If>())
      return context_.stmt(
          If{branch->condition, run(branch->then_body), run(branch->else_body)},
          stmt.span);
    if (auto *block = stmt.as<Block>())
      return context_.stmt(Block{block->label, run(block->body)}, stmt.span);
    if (auto *loop = stmt.as<Loop>())
      return context_.stmt(Loop{loop->label, run(loop->body)}, stmt.span);
    return &stmt;
  }

  // A block that is left at its end only is its body.
  static void add_flat(const Stmt &stmt, Seq &flat) {
    auto *block = stmt.as<Block>();
    if (!block) {
      flat.push_back(&stmt);
      return;
    }
    const Seq &body = block->body;
    auto *last = body.empty() ? nullptr : body.back()->as<Break>();
    bool ends = last && last->label == block->label;
    if (count_breaks(body, block->label) != std::size_t(ends)) {
      flat.push_back(&stmt);
      return;
    }
    flat.insert(flat.end(), body.begin(), body.end() - ends);
  }

  // What may stand between: it can be done before the first loop.
  static bool is_simple(const Stmt &stmt) {
    return stmt.as<Assign>() || stmt.as<Store>() || stmt.as<Check>();
  }

  // The loop at `at` with the next one, if there is one that goes with it.
  bool fuse_at(Seq &seq, std::size_t at) {
    std::optional<CountedLoop> first = as_counted_loop(*seq[at]);
    std::size_t next = at + 1;
    while (next < seq.size() && is_simple(*seq[next]))
      next++;
    if (!first || next == seq.size())
      return false;
    const Expr *begin = value_before(seq, at, first->counter->name);
    Seq rest(seq.begin() + std::ptrdiff_t(at) + 1,
             seq.begin() + std::ptrdiff_t(next) + 1);
    Seq after;
    std::optional<Seq> fused = fuse(*first, begin, rest, after);
    if (!fused)
      return false;
    auto from = seq.begin() + std::ptrdiff_t(at);
    auto to = seq.begin() + std::ptrdiff_t(next) + 1;
    from = seq.erase(from, to);
    seq.insert(from, fused->begin(), fused->end());
    has_fused_ = true;
    return true;
  }

  // `rest`: what is between, and the second loop.
  std::optional<Seq> fuse(const CountedLoop &first, const Expr *begin, Seq rest,
                          Seq &after) {
    for (unsigned attempt = 0; attempt < 2; attempt++) {
      std::optional<CountedLoop> second = as_counted_loop(*rest.back());
      Seq between(rest.begin(), rest.end() - 1);
      if (!second || !begin)
        return std::nullopt;
      Pair pair(context_, first, between, *second);
      if (Names shared = pair.shared(); !shared.empty() && attempt == 0) {
        if (!rename(shared, between, rest, after))
          return std::nullopt;
        continue;
      }
      if (!pair.is_alike(begin) || !pair.may_go_together())
        return std::nullopt;
      between.push_back(pair.fused());
      between.insert(between.end(), after.begin(), after.end());
      return between;
    }
    return std::nullopt;
  }

  // Gives variables another name in `rest`, and `after` it their value back.
  bool rename(const Names &names, const Seq &between, Seq &rest, Seq &after) {
    align::Renaming renaming;
    for (Symbol name : names) {
      if (!is_set_first(between, name))
        return false;
      auto local = std::find_if(
          function_.locals.begin(), function_.locals.end(),
          [&](const Variable &variable) { return variable.name == name; });
      if (local == function_.locals.end())
        return false;
      Symbol fresh = free_name(name);
      renaming[name] = fresh;
      result_.locals.push_back({fresh, local->scalar});
      after.push_back(
          context_.stmt(Assign{name, context_.var(fresh, local->scalar)}, {}));
    }
    rest = align::Renamer(context_, renaming)(rest);
    return true;
  }

  // Whether it is assigned before it is read.
  static bool is_set_first(const Seq &seq, Symbol name) {
    for (const Stmt *stmt : seq) {
      Names read;
      for_each_expr(*stmt, [&](const Expr *e) { add_variables(e, read); });
      if (read.count(name))
        return false;
      if (auto *s = stmt->as<Assign>(); s && s->target == name)
        return true;
    }
    return false;
  }

  // Of a variable at a place, if it was set just before.
  static const Expr *value_before(const Seq &seq, std::size_t at, Symbol name) {
    Names changed;
    while (at-- > 0 && is_simple(*seq[at])) {
      auto *s = seq[at]->as<Assign>();
      if (!s)
        continue;
      if (s->target == name)
        return intersects(variables_of(s->value), changed) ? nullptr : s->value;
      changed.insert(s->target);
    }
    return nullptr;
  }

  Symbol free_name(Symbol wanted) {
    for (unsigned number = 2;; number++) {
      Symbol name =
          context_.symbol(std::string(wanted) + "+" + std::to_string(number));
      if (taken_.insert(name).second)
        return name;
    }
  }

  Context &context_;
  const Function &function_;
  Function result_;
  Names taken_;
  bool has_fused_ = false;
};

} // namespace

std::optional<Function> fuse_loops(Context &context, const Function &function) {
  return Fusion(context, function).run();
}

} // namespace mergeproof::relational
