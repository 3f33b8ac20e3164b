#include "relational/loops/counted_loop.h"

#include <algorithm>

namespace mergeproof::relational {
namespace {

using namespace ir;

bool is_break_of(const Seq &seq, Symbol label) {
  auto *leave = seq.size() == 1 ? seq[0]->as<Break>() : nullptr;
  return leave && leave->label == label;
}

// On which the loop goes on, of its first statement.
const Expr *test_of(const Loop &loop) {
  auto *branch = loop.body.empty() ? nullptr : loop.body[0]->as<If>();
  bool leaves = branch && branch->then_body.empty() &&
                is_break_of(branch->else_body, loop.label);
  return leaves ? branch->condition : nullptr;
}

// Only what neither leaves the turn nor can fail to end.
bool is_plain(const Seq &seq) {
  bool is_plain = true;
  std::set<Symbol> blocks;
  for_each_stmt(seq, [&](const Stmt &stmt) {
    if (auto *block = stmt.as<Block>())
      blocks.insert(block->label);
    auto *leave = stmt.as<Break>();
    is_plain &= stmt.as<Assign>() || stmt.as<Store>() || stmt.as<Check>() ||
                stmt.as<If>() || stmt.as<Block>() ||
                (leave && blocks.count(leave->label));
  });
  return is_plain;
}

// `i = i + 1`, `i = i - 1`: the step; else 0.
std::int64_t step_of(const Stmt &stmt, const Expr *counter) {
  auto *s = stmt.as<Assign>();
  if (!s || s->target != counter->name || s->value->kind != ExprKind::Binary)
    return 0;
  const Expr *sum = s->value, *by = sum->a == counter ? sum->b : sum->a;
  bool is_change = (sum->a == counter || sum->b == counter) && by != counter &&
                   by->kind == ExprKind::Const;
  if (!is_change)
    return 0;
  Bits minus_one = counter->type.bits >= 128
                       ? ~Bits(0)
                       : (Bits(1) << counter->type.bits) - 1;
  if (sum->op == Op::Add)
    return by->bits == 1 ? 1 : by->bits == minus_one ? -1 : 0;
  return sum->op == Op::Sub && sum->a == counter && by->bits == 1 ? -1 : 0;
}

bool assigns(const Seq &seq, Symbol name) {
  bool found = false;
  for_each_stmt(seq, [&](const Stmt &stmt) {
    auto *s = stmt.as<Assign>();
    found |= s && s->target == name;
  });
  return found;
}

bool is_stable(const Expr *e, const std::set<Symbol> &written,
               BoundReads reads) {
  std::set<Symbol> read;
  add_variables(e, read);
  bool is_known = !e->reads_memory || reads == BoundReads::Memory;
  return is_known && !e->reads_objects &&
         std::none_of(read.begin(), read.end(),
                      [&](Symbol name) { return written.count(name) > 0; });
}

bool is_counter(const Expr *e) {
  return e->kind == ExprKind::Var && !e->type.is_pointer() &&
         !e->type.is_float() && e->type.bits <= 64;
}

// From `i < n` going up, or `n < i` going down: strictly, so that nothing
// wraps.
bool find_counter(CountedLoop &found, BoundReads reads) {
  const Expr *test = found.condition;
  if (test->kind != ExprKind::Binary ||
      (test->op != Op::SLt && test->op != Op::ULt) || found.turn.empty())
    return false;
  for (auto [counter, bound, step] :
       {std::tuple{test->a, test->b, 1}, std::tuple{test->b, test->a, -1}}) {
    if (!is_counter(counter) || !is_stable(bound, found.writes, reads) ||
        step_of(*found.turn.back(), counter) != step ||
        assigns({found.turn.begin(), found.turn.end() - 1}, counter->name))
      continue;
    found.counter = counter;
    found.bound = bound;
    found.step = step;
    return true;
  }
  return false;
}

} // namespace

void add_variables(const Expr *e, std::set<Symbol> &names) {
  if (e->kind == ExprKind::Var)
    names.insert(e->name);
  for (const Expr *child : {e->a, e->b, e->c})
    if (child)
      add_variables(child, names);
}

std::optional<CountedLoop> as_counted_loop(const Stmt &stmt, BoundReads reads) {
  CountedLoop found;
  found.loop = stmt.as<Loop>();
  found.condition = found.loop ? test_of(*found.loop) : nullptr;
  if (!found.condition)
    return std::nullopt;
  found.turn.assign(found.loop->body.begin() + 1, found.loop->body.end());
  if (!is_plain(found.turn))
    return std::nullopt;
  for_each_stmt(found.loop->body, [&](const Stmt &inner) {
    for_each_expr(inner, [&](const Expr *e) { add_variables(e, found.reads); });
    if (auto *s = inner.as<Assign>())
      found.writes.insert(s->target);
  });
  return find_counter(found, reads) ? std::optional(std::move(found))
                                    : std::nullopt;
}

} // namespace mergeproof::relational
