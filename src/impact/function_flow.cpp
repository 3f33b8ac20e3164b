#include "impact/function_flow.h"

#include "ir/op_class.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <unordered_set>

namespace mergeproof::impact {
namespace {

using namespace ir;

// Where the value of a variable, or the address of a function, may go at once.
struct Uses {
  std::set<std::pair<Symbol, Symbol>> places; // function, variable
  bool is_anywhere = false;
};

// Of one body.
struct BodyUses {
  std::map<Symbol, Uses> variables; // by name
  std::map<Symbol, Uses> addresses; // by function
};

std::set<std::string> opaque_reasons(const Function &function) {
  std::set<std::string> reasons(function.opaque_reasons.begin(),
                                function.opaque_reasons.end());
  for_each_stmt(function.body, [&](const Stmt &stmt) {
    if (auto *opaque = stmt.as<Opaque>())
      reasons.insert(opaque->reason);
  });
  return reasons;
}

class UseWalk {
public:
  UseWalk(const Program &program, const Function &function, BodyUses &found)
      : program_(program), function_(function), found_(found),
        calls_others_(opaque_reasons(function).contains(replaceable_reason)) {}

  void run() {
    for_each_stmt(function_.body, [&](const Stmt &stmt) { visit(stmt); });
  }

private:
  // Where a value goes.
  struct Goal {
    enum class Kind { Nowhere, Place, Anywhere } kind = Kind::Anywhere;
    std::pair<Symbol, Symbol> place = {};
  };

  void visit(const Stmt &stmt) {
    if (auto *assign = stmt.as<Assign>())
      send(assign->value, {Goal::Kind::Place, {function_.id, assign->target}});
    else if (auto *call = stmt.as<Call>())
      visit(*call);
    else if (stmt.as<If>() || stmt.as<Check>() || stmt.as<Assume>())
      for_each_expr(stmt, [&](const Expr *expr) {
        send(expr, {.kind = Goal::Kind::Nowhere});
      });
    else
      for_each_expr(stmt, [&](const Expr *expr) { lose(expr); });
  }

  void visit(const Call &call) {
    if (auto *target = std::get_if<const Expr *>(&call.callee.target))
      send(*target, {.kind = Goal::Kind::Nowhere});
    const Function *callee = nullptr;
    if (auto *id = std::get_if<Symbol>(&call.callee.target))
      callee = program_.find_function(*id);
    // Another file may define an inline function, too.
    bool is_followed = callee && callee->is_defined && !calls_others_ &&
                       (callee->is_static || !callee->may_be_repeated);
    for (std::size_t i = 0; i < call.args.size(); i++)
      if (is_followed && i < callee->params.size())
        send(call.args[i],
             {Goal::Kind::Place, {callee->id, callee->params[i].name}});
      else
        lose(call.args[i]);
  }

  void send(const Expr *expr, const Goal &goal) {
    if (!expr)
      return;
    if (expr->kind == ExprKind::Var)
      note(found_.variables[expr->name], goal);
    else if (expr->kind == ExprKind::FunctionAddr)
      note(found_.addresses[expr->name], goal);
    else if (expr->kind == ExprKind::Select)
      choose(*expr, goal);
    else if (is_question(*expr))
      for (const Expr *operand : {expr->a, expr->b})
        send(operand, {.kind = Goal::Kind::Nowhere});
    else
      lose(expr);
  }

  void choose(const Expr &select, const Goal &goal) {
    send(select.a, {.kind = Goal::Kind::Nowhere});
    send(select.b, goal);
    send(select.c, goal);
  }

  // Tells one bit of its operands.
  static bool is_question(const Expr &expr) {
    bool is_operator =
        expr.kind == ExprKind::Binary || expr.kind == ExprKind::Unary;
    return expr.kind == ExprKind::Valid ||
           (is_operator && (class_of(expr.op) == OpClass::IntOrPointerCompare ||
                            expr.a->type.bits == 1));
  }

  static void note(Uses &uses, const Goal &goal) {
    if (goal.kind == Goal::Kind::Anywhere)
      uses.is_anywhere = true;
    if (goal.kind == Goal::Kind::Place)
      uses.places.insert(goal.place);
  }

  void lose(const Expr *expr) {
    if (!expr || !lost_.insert(expr).second)
      return;
    if (expr->kind == ExprKind::Var || expr->kind == ExprKind::FunctionAddr)
      send(expr, {});
    for (const Expr *child : {expr->a, expr->b, expr->c})
      lose(child);
  }

  const Program &program_;
  const Function &function_;
  BodyUses &found_;
  const bool calls_others_; // perhaps not the functions that it names
  std::unordered_set<const Expr *> lost_;
};

class FlowFinder {
public:
  FlowFinder(const Program &program, const IsAllSeen &is_all_seen)
      : program_(program), is_all_seen_(is_all_seen) {}

  std::map<Symbol, std::set<std::pair<Symbol, Symbol>>> run() {
    for (const auto &[id, function] : program_.functions)
      if (function.is_defined)
        add(id, function);
    for (const auto &[id, global] : program_.globals)
      for (Symbol named : named_by(global))
        addresses_[named].is_anywhere = true;
    std::map<Symbol, std::set<std::pair<Symbol, Symbol>>> confined;
    for (const auto &[id, uses] : addresses_)
      if (auto places = is_private(id) ? follow(uses) : std::nullopt)
        confined.emplace(id, std::move(*places));
    return confined;
  }

private:
  using Place = std::pair<Symbol, Symbol>;

  void add(Symbol id, const Function &function) {
    BodyUses &uses = uses_[id];
    UseWalk(program_, function, uses).run();
    for (const auto &[target, own] : uses.addresses) {
      Uses &all = addresses_[target];
      all.is_anywhere |= own.is_anywhere;
      all.places.insert(own.places.begin(), own.places.end());
    }
    if (hides_flow(function))
      opaque_.insert(id);
  }

  bool is_private(Symbol id) const {
    const Function *function = program_.find_function(id);
    return function && function->is_defined && function->is_static &&
           is_all_seen_ && is_all_seen_(*function);
  }

  std::optional<std::set<Place>> follow(const Uses &first) const {
    std::set<Place> reached;
    std::deque<const Uses *> queue = {&first};
    for (; !queue.empty(); queue.pop_front()) {
      if (queue.front()->is_anywhere)
        return std::nullopt;
      for (const Place &place : queue.front()->places)
        if (opaque_.contains(place.first))
          return std::nullopt;
        else if (reached.insert(place).second)
          if (const Uses *next = uses_of(place))
            queue.push_back(next);
    }
    return reached;
  }

  const Uses *uses_of(const Place &place) const {
    const BodyUses &body = uses_.at(place.first);
    auto found = body.variables.find(place.second);
    return found == body.variables.end() ? nullptr : &found->second;
  }

  const Program &program_;
  const IsAllSeen &is_all_seen_;
  std::map<Symbol, BodyUses> uses_; // of functions that are defined
  std::map<Symbol, Uses> addresses_;
  std::set<Symbol> opaque_; // functions
};

void collect(const Expr &expr, std::set<Symbol> &found) {
  if (expr.kind == ExprKind::Var)
    found.insert(expr.name);
  if (expr.kind != ExprKind::Select)
    return;
  collect(*expr.b, found);
  collect(*expr.c, found);
}

} // namespace

bool hides_flow(const Function &function) {
  std::set<std::string> reasons = opaque_reasons(function);
  return std::any_of(reasons.begin(), reasons.end(), [](const auto &reason) {
    return reason != returns_twice_reason && reason != replaceable_reason;
  });
}

std::set<Symbol> variables_behind(const Expr &expr) {
  std::set<Symbol> found;
  collect(expr, found);
  return found;
}

FunctionFlow::FunctionFlow(const Program &program, const IsAllSeen &is_all_seen)
    : confined_(FlowFinder(program, is_all_seen).run()) {}

bool FunctionFlow::may_hold(Symbol caller, Symbol variable,
                            Symbol function) const {
  auto places = confined_.find(function);
  return places == confined_.end() ||
         places->second.contains({caller, variable});
}

} // namespace mergeproof::impact
