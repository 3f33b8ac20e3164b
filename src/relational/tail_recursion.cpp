#include "relational/tail_recursion.h"

#include "align/names.h"
#include "ir/flow_facts.h"

#include <algorithm>
#include <set>

namespace mergeproof::relational {

namespace {

using namespace ir;

bool mentions(const Expr *e, Symbol name) {
  if (!e)
    return false;
  return (e->kind == ExprKind::Var && e->name == name) ||
         mentions(e->a, name) || mentions(e->b, name) || mentions(e->c, name);
}

// Whether it has the same value wherever its variables have.
bool is_of_variables(const Expr *e) {
  if (!e)
    return true;
  return e->kind != ExprKind::Load && e->kind != ExprKind::Valid &&
         is_of_variables(e->a) && is_of_variables(e->b) &&
         is_of_variables(e->c);
}

bool is_free_of_order(Op op) {
  return op == Op::Add || op == Op::Mul || op == Op::And || op == Op::Or ||
         op == Op::Xor;
}

// What happens behind a place: `return value`, or `return sum`.
struct Tail {
  bool is_tail = false;
  Symbol value; // empty: nothing is returned, or a sum
  const Expr *sum = nullptr;
};

class Transformation {
public:
  Transformation(Context &context, const Function &function)
      : context_(context), function_(function), result_(function) {
    for (const auto &[name, info] : align::collect_names(function))
      taken_.insert(name);
    label_ = free_name("recursion");
  }

  std::optional<Function> run() {
    bool has_result = function_.result.has_value();
    if (!function_.objects.empty() || function_.is_variadic ||
        count_calls(function_.body) == 0 ||
        (has_result && may_end(function_.body)))
      return std::nullopt;
    Seq body = rewrite(function_.body, {!has_result, Symbol(), nullptr});
    if (has_failed_ || count_calls(body) > 0)
      return std::nullopt;
    if (!has_result)
      body.push_back(context_.stmt(Return{nullptr}, function_.end));
    result_.body = around(body);
    return std::move(result_);
  }

private:
  Symbol free_name(const std::string &wanted) {
    Symbol name = context_.symbol(wanted);
    for (int number = 2; !taken_.insert(name).second; number++)
      name = context_.symbol(wanted + "'" + std::to_string(number));
    return name;
  }

  bool is_own(const Call &call) const {
    auto *name = std::get_if<Symbol>(&call.callee.target);
    return name && *name == function_.id;
  }

  unsigned count_calls(const Seq &body) const {
    unsigned count = 0;
    for_each_stmt(body, [&](const Stmt &stmt) {
      auto *call = stmt.as<Call>();
      count += call && is_own(*call);
    });
    return count;
  }

  static Tail tail_of(const Return &leave) {
    if (!leave.value)
      return {true, Symbol(), nullptr};
    if (leave.value->kind == ExprKind::Var)
      return {true, leave.value->name, nullptr};
    const Expr *e = leave.value;
    bool is_sum = e->kind == ExprKind::Binary && is_free_of_order(e->op) &&
                  !e->type.is_float() && e->type != bool_scalar;
    return {is_sum, Symbol(), is_sum ? e : nullptr};
  }

  // `result op rest`, `rest op result`: the rest, or null.
  static const Expr *rest_of(const Expr *sum, Symbol result) {
    for (auto [value, rest] :
         {std::pair{sum->a, sum->b}, std::pair{sum->b, sum->a}})
      if (value->kind == ExprKind::Var && value->name == result &&
          is_of_variables(rest) && !mentions(rest, result))
        return rest;
    return nullptr;
  }

  bool is_last(const Call &call, const Tail &tail) const {
    if (!is_own(call) || !tail.is_tail ||
        call.args.size() != function_.params.size())
      return false;
    if (tail.sum)
      return !call.result.empty() && rest_of(tail.sum, call.result);
    return tail.value.empty() || call.result == tail.value;
  }

  // From the end: what is behind a statement decides what a call there is.
  Seq rewrite(const Seq &seq, Tail tail) {
    Seq done; // backwards
    for (std::size_t k = seq.size(); k-- > 0;) {
      const Stmt &stmt = *seq[k];
      if (auto *leave = stmt.as<Return>()) {
        tail = tail_of(*leave);
        done.push_back(&stmt);
        continue;
      }
      Seq replaced = rewrite(stmt, tail);
      done.insert(done.end(), replaced.rbegin(), replaced.rend());
      tail = {};
    }
    std::reverse(done.begin(), done.end());
    return done;
  }

  Seq rewrite(const Stmt &stmt, const Tail &tail) {
    if (auto *branch = stmt.as<If>())
      return {
          context_.stmt(If{branch->condition, rewrite(branch->then_body, tail),
                           rewrite(branch->else_body, tail)},
                        stmt.span)};
    if (auto *block = stmt.as<Block>())
      return {context_.stmt(Block{block->label, rewrite(block->body, tail)},
                            stmt.span)};
    if (auto *loop = stmt.as<Loop>())
      return {
          context_.stmt(Loop{loop->label, rewrite(loop->body, {})}, stmt.span)};
    auto *call = stmt.as<Call>();
    return call && is_last(*call, tail) ? again(*call, tail, stmt.span)
                                        : Seq{&stmt};
  }

  // The next turn instead of the call.
  Seq again(const Call &call, const Tail &tail, source::Span span) {
    Seq seq;
    if (tail.sum)
      accumulate(*tail.sum, rest_of(tail.sum, call.result), span, seq);
    std::vector<std::pair<Symbol, const Expr *>> moves;
    for (std::size_t i = 0; i < call.args.size(); i++) {
      const Variable &param = function_.params[i];
      const Expr *arg = call.args[i];
      has_failed_ |= arg->type != param.scalar;
      if (arg->kind == ExprKind::Var && arg->name == param.name)
        continue;
      Symbol kept = free_name("next " + std::string(param.name));
      result_.locals.push_back({kept, param.scalar});
      seq.push_back(context_.stmt(Assign{kept, arg}, span));
      moves.emplace_back(param.name, context_.var(kept, param.scalar));
    }
    for (const auto &[param, value] : moves)
      seq.push_back(context_.stmt(Assign{param, value}, span));
    seq.push_back(context_.stmt(Continue{label_}, span));
    return seq;
  }

  void accumulate(const Expr &sum, const Expr *rest, source::Span span,
                  Seq &seq) {
    if (sum_.empty()) {
      sum_ = free_name("result so far");
      op_ = sum.op;
      sum_type_ = rest->type;
      result_.locals.push_back({sum_, rest->type});
    }
    has_failed_ |= op_ != sum.op || function_.result != rest->type;
    const Expr *so_far = context_.var(sum_, rest->type);
    seq.push_back(context_.stmt(
        Assign{sum_, context_.binary(sum.op, so_far, rest)}, span));
  }

  Seq around(const Seq &body) {
    std::set<Symbol> set;
    for (const Variable &param : function_.params)
      set.insert(param.name);
    std::set<Symbol> unset = unset_variables(function_.body, set);
    Seq turn;
    for (const Variable &local : function_.locals)
      if (unset.count(local.name))
        turn.push_back(context_.stmt(
            Assign{local.name, context_.constant(local.scalar, 0)},
            function_.span));
    for (const Stmt *stmt : with_sum(body))
      turn.push_back(stmt);
    Seq all;
    if (!sum_.empty())
      all.push_back(
          context_.stmt(Assign{sum_, context_.constant(sum_type_, neutral())},
                        function_.span));
    all.push_back(context_.stmt(Loop{label_, std::move(turn)}, function_.span));
    return all;
  }

  Bits neutral() const {
    return op_ == Op::Mul ? 1 : op_ == Op::And ? ~Bits(0) : 0;
  }

  // Every result together with what the calls before still have to do.
  Seq with_sum(const Seq &seq) {
    if (sum_.empty())
      return seq;
    Seq done;
    for (const Stmt *stmt : seq)
      done.push_back(with_sum(*stmt));
    return done;
  }

  const Stmt *with_sum(const Stmt &stmt) {
    if (auto *leave = stmt.as<Return>(); leave && leave->value)
      return context_.stmt(
          Return{context_.binary(op_, context_.var(sum_, leave->value->type),
                                 leave->value)},
          stmt.span);
    if (auto *branch = stmt.as<If>())
      return context_.stmt(If{branch->condition, with_sum(branch->then_body),
                              with_sum(branch->else_body)},
                           stmt.span);
    if (auto *block = stmt.as<Block>())
      return context_.stmt(Block{block->label, with_sum(block->body)},
                           stmt.span);
    if (auto *loop = stmt.as<Loop>())
      return context_.stmt(Loop{loop->label, with_sum(loop->body)}, stmt.span);
    return &stmt;
  }

  Context &context_;
  const Function &function_;
  Function result_;
  std::set<Symbol> taken_;
  Symbol label_, sum_;
  Op op_ = Op::Add;
  Scalar sum_type_;
  bool has_failed_ = false;
};

} // namespace

std::optional<Function> as_loop(Context &context, const Function &function) {
  return Transformation(context, function).run();
}

} // namespace mergeproof::relational
