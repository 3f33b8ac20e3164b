#include "relational/loops/block_turn.h"

#include <algorithm>

namespace mergeproof::relational {
namespace {

using namespace ir;

constexpr Scalar count_scalar = make_int(64);
constexpr std::uint32_t most_nodes = 200; // of what a turn computes

// What is added to a variable; nothing: it is not a sum with it.
std::optional<std::int64_t> step_of(const Expr *sum, Symbol name) {
  constexpr std::int64_t most = 1 << 20;
  bool is_sum =
      sum->kind == ExprKind::Binary &&
      (sum->op == Op::Add || sum->op == Op::Sub || sum->op == Op::PtrAdd) &&
      sum->a->kind == ExprKind::Var && sum->a->name == name &&
      sum->b->kind == ExprKind::Const && sum->b->type.bits <= 64;
  if (!is_sum)
    return std::nullopt;
  std::uint32_t unused = 64 - sum->b->type.bits;
  auto step = static_cast<std::int64_t>(static_cast<std::uint64_t>(sum->b->bits)
                                        << unused) >>
              unused;
  if (step < -most || step > most)
    return std::nullopt;
  return sum->op == Op::Sub ? -step : step;
}

// A loop that counts a number without sign down to 0, and tests it before
// (`while (n) { … n--; }`) or after (`while (n--) …`) it is changed.
class CountingDown {
public:
  CountingDown(Context &context, const Loop &loop)
      : context_(context), loop_(loop) {}

  std::optional<CountedLoop> find() {
    std::size_t test = 0;
    while (test < loop_.body.size() && loop_.body[test]->as<Assign>())
      test++;
    is_tested_late_ = test > 0;
    const Expr *counter =
        test < loop_.body.size() ? counter_of(*loop_.body[test]) : nullptr;
    if (!counter || (is_tested_late_ && !changes_before(test, counter)))
      return std::nullopt;
    CountedLoop found;
    found.loop = &loop_;
    found.counter = counter;
    found.bound = context_.constant(counter->type, 0);
    found.step = -1;
    found.condition = context_.binary(Op::ULt, found.bound, counter);
    found.turn = loop_.body;
    found.turn.erase(found.turn.begin() + std::ptrdiff_t(test));
    note_variables(found);
    return found;
  }
  bool is_tested_late() const { return is_tested_late_; }

private:
  // Of `if (n != 0) {} else break`, or of one with the value that n had.
  const Expr *counter_of(const Stmt &stmt) const {
    auto *branch = stmt.as<If>();
    const Expr *test = branch ? branch->condition : nullptr;
    auto *leave = branch && branch->else_body.size() == 1
                      ? branch->else_body[0]->as<Break>()
                      : nullptr;
    bool is_test =
        leave && leave->label == loop_.label && branch->then_body.empty() &&
        test->kind == ExprKind::Binary && test->op == Op::Ne &&
        test->b->kind == ExprKind::Const && test->b->bits == 0 &&
        test->a->kind == ExprKind::Var && !test->a->type.is_pointer() &&
        !test->a->type.is_float() && test->a->type.bits <= 64;
    if (!is_test)
      return nullptr;
    return is_tested_late_ ? original_of(test->a) : test->a;
  }

  // `old = n`, as the first statement.
  const Expr *original_of(const Expr *old) const {
    auto *save = loop_.body[0]->as<Assign>();
    return save && save->target == old->name &&
                   save->value->kind == ExprKind::Var
               ? save->value
               : nullptr;
  }

  // `n = n - 1` is all that follows before the test.
  bool changes_before(std::size_t test, const Expr *counter) const {
    auto *change = test == 2 ? loop_.body[1]->as<Assign>() : nullptr;
    return change && change->target == counter->name &&
           step_of(change->value, counter->name) == -1;
  }

  static void note_variables(CountedLoop &found) {
    for_each_stmt(found.turn, [&](const Stmt &stmt) {
      for_each_expr(stmt,
                    [&](const Expr *e) { add_variables(e, found.reads); });
      if (auto *s = stmt.as<Assign>())
        found.writes.insert(s->target);
    });
  }

  Context &context_;
  const Loop &loop_;
  bool is_tested_late_ = false;
};

class Recogniser {
public:
  Recogniser(Context &context,
             const std::function<bool(Symbol)> &is_read_elsewhere)
      : context_(context), is_read_elsewhere_(is_read_elsewhere),
        now_(context) {}

  std::optional<BlockTurn> run(const Stmt &stmt) {
    if (!find_loop(stmt) || !walk())
      return std::nullopt;
    turn_.goes = turn_.loop.condition;
    turn_.count = count();
    if (!find_steps())
      return std::nullopt;
    return std::move(turn_);
  }

private:
  // Without the checks in front.
  const Stmt *strip(const Loop &loop, source::Span span) {
    Seq body = loop.body;
    while (!body.empty() && body.front()->as<Check>()) {
      turn_.tests.push_back(body.front());
      body.erase(body.begin());
    }
    return context_.stmt(Loop{loop.label, std::move(body)}, span);
  }

  bool find_loop(const Stmt &whole) {
    if (!whole.as<Loop>())
      return false;
    const Stmt *stmt = strip(*whole.as<Loop>(), whole.span);
    std::optional<CountedLoop> found =
        as_counted_loop(*stmt, BoundReads::Memory);
    if (!found) {
      CountingDown down(context_, *stmt->as<Loop>());
      found = down.find();
      is_tested_late_ = down.is_tested_late();
    }
    if (found)
      turn_.loop = std::move(*found);
    return found.has_value();
  }

  // One turn, with everything in the values at its begin.
  bool walk() {
    for (const Stmt *part : turn_.loop.turn) {
      if (auto *assign = part->as<Assign>()) {
        const Expr *value = now_(assign->value);
        if (value->tree_size > most_nodes ||
            (turn_.address && value->reads_memory))
          return false;
        now_.set(assign->target, value);
      } else if (auto *store = part->as<Store>(); store && !turn_.address) {
        turn_.address = now_(store->address);
        turn_.value = now_(store->value);
      } else if (auto *check = part->as<Check>()) {
        const Expr *condition = now_(check->condition);
        if (turn_.address && condition->reads_memory)
          return false;
        turn_.checks.push_back(
            context_.stmt(Check{check->kind, condition}, part->span));
      } else {
        return false;
      }
    }
    return turn_.address != nullptr;
  }

  const Expr *widened(const Expr *e) const {
    if (e->type.bits == 64)
      return e;
    bool is_signed = turn_.loop.condition->op == Op::SLt;
    return context_.cast(is_signed ? Op::SExt : Op::ZExt, count_scalar, e);
  }

  const Expr *count() const {
    const Expr *from = widened(turn_.loop.counter);
    const Expr *to = widened(turn_.loop.bound);
    return turn_.loop.step > 0 ? context_.binary(Op::Sub, to, from)
                               : context_.binary(Op::Sub, from, to);
  }

  // Of what a turn changes: what it adds, or that nobody asks. False: neither.
  bool find_steps() {
    for (Symbol name : turn_.loop.writes) {
      std::optional<std::int64_t> step = step_of(now_.value_of(name), name);
      if (step) {
        turn_.steps[name] = *step;
        add_after(name, *step);
      } else if (is_read_elsewhere_(name) || begins_with(name)) {
        return false;
      }
    }
    return turn_.steps[turn_.loop.counter->name] == turn_.loop.step;
  }

  void add_after(Symbol name, std::int64_t step) {
    const Expr *counter = turn_.loop.counter;
    const Expr *sum = now_.value_of(name);
    const Expr *old = sum->a, *last = nullptr;
    if (name != counter->name) {
      const Expr *all =
          context_.binary(Op::Mul, turn_.count, context_.integer(64, step));
      const Expr *by =
          context_.select(turn_.goes, all, context_.constant(count_scalar, 0));
      bool is_wide = old->type.is_pointer() || old->type.bits == 64;
      if (!is_wide)
        by = context_.cast(Op::Trunc, old->type, by);
      last = context_.binary(old->type.is_pointer() ? Op::PtrAdd : Op::Add, old,
                             by);
    } else if (is_tested_late_) {
      last = context_.integer(old->type.bits, -1);
    } else {
      last = context_.select(turn_.goes, turn_.loop.bound, counter);
    }
    turn_.after.emplace_back(name, last);
  }

  // Whether a turn begins with reading what an earlier one left there.
  bool begins_with(Symbol name) const {
    auto reads = [&](const Expr *e) {
      std::set<Symbol> names;
      add_variables(e, names);
      return names.contains(name);
    };
    return reads(turn_.address) || reads(turn_.value) ||
           std::any_of(turn_.checks.begin(), turn_.checks.end(),
                       [&](const Stmt *stmt) {
                         return reads(stmt->as<Check>()->condition);
                       }) ||
           std::any_of(
               turn_.loop.writes.begin(), turn_.loop.writes.end(),
               [&](Symbol other) { return reads(now_.value_of(other)); });
  }

  Context &context_;
  const std::function<bool(Symbol)> &is_read_elsewhere_;
  Plugged now_;
  BlockTurn turn_;
  bool is_tested_late_ = false;
};

} // namespace

std::optional<BlockTurn>
as_block_turn(Context &context, const Stmt &stmt,
              const std::function<bool(Symbol)> &is_read_elsewhere) {
  return Recogniser(context, is_read_elsewhere).run(stmt);
}

} // namespace mergeproof::relational
