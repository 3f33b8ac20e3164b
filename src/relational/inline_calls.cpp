#include "relational/inline_calls.h"

#include "align/names.h"
#include "align/rename.h"
#include "ir/flow_facts.h"
#include "ir/signature.h"

#include <algorithm>
#include <map>

namespace mergeproof::relational {

namespace {

using namespace ir;

bool returns_nothing(const Function &function) {
  bool does = false;
  for_each_stmt(function.body, [&](const Stmt &stmt) {
    auto *leave = stmt.as<Return>();
    does |= leave && !leave->value;
  });
  return does;
}

class Inliner {
public:
  Inliner(Context &context, const Program &program, const Function &function,
          const BodyOf &body_of, const InlineLimits &limits)
      : context_(context), program_(program), body_of_(body_of),
        limits_(limits), result_(function) {
    for (const auto &[name, info] : align::collect_names(function))
      taken_.insert(name);
    on_the_way_.push_back(function.id);
    for_each_stmt(function.body, [&](const Stmt &) { size_++; });
  }

  Function run() {
    result_.body = run(result_.body);
    return std::move(result_);
  }

private:
  Seq run(const Seq &seq) {
    Seq done;
    for (const Stmt *stmt : seq) {
      if (auto *call = stmt->as<Call>())
        if (const Function *callee = callee_of(*call)) {
          drop_checks(*call, done);
          add_body(*call, *callee, stmt->span, done);
          continue;
        }
      done.push_back(run(*stmt));
    }
    return done;
  }

  const Stmt *run(const Stmt &stmt) {
    if (auto *branch = stmt.as<If>())
      return context_.stmt(
          If{branch->condition, run(branch->then_body), run(branch->else_body)},
          stmt.span);
    if (auto *loop = stmt.as<Loop>())
      return context_.stmt(Loop{loop->label, run(loop->body)}, stmt.span);
    if (auto *block = stmt.as<Block>())
      return context_.stmt(Block{block->label, run(block->body)}, stmt.span);
    return &stmt;
  }

  // Null: the call stays.
  const Function *callee_of(const Call &call) const {
    auto *name = std::get_if<Symbol>(&call.callee.target);
    const Function *callee = name ? program_.find_function(*name) : nullptr;
    if (callee && !callee->is_defined)
      callee = nullptr;
    if (on_the_way_.size() > limits_.depth || size_ > limits_.statements ||
        (callee && !may_take(call, *callee)))
      return nullptr;
    const Function *body = body_of_(call, callee);
    if (!body || (!callee && !may_take(call, *body)))
      return nullptr;
    bool is_used = !call.result.empty();
    if (is_used && (body->result != call.result_type ||
                    returns_nothing(*body) || may_end(body->body)))
      return nullptr;
    return body;
  }

  void drop_checks(const Call &call, Seq &done) const {
    auto goes = [&](const Stmt &stmt) {
      auto *check = stmt.as<Check>();
      return check && limits_.goes_with(*check, call);
    };
    while (limits_.goes_with && !done.empty() && goes(*done.back()))
      done.pop_back();
  }

  bool may_take(const Call &call, const Function &callee) const {
    if (callee.is_variadic || call.args.size() != callee.params.size() ||
        std::count(on_the_way_.begin(), on_the_way_.end(), callee.id))
      return false;
    for (std::size_t i = 0; i < call.args.size(); i++)
      if (call.args[i]->type != callee.params[i].scalar)
        return false;
    return true;
  }

  Symbol free_name(Symbol wanted) {
    if (taken_.insert(wanted).second)
      return wanted;
    for (int number = 2;; number++) {
      Symbol name =
          context_.symbol(std::string(wanted) + "'" + std::to_string(number));
      if (taken_.insert(name).second)
        return name;
    }
  }

  void add_body(const Call &call, const Function &callee, source::Span span,
                Seq &done) {
    align::Renaming renaming;
    for (const auto &[name, info] : align::collect_names(callee))
      renaming[name] = free_name(name);
    Function body =
        with_known_functions(call, align::rename(context_, callee, renaming));
    if (callee.span.line == 0)
      body.body = placed_at(span, body.body);
    for_each_stmt(body.body, [&](const Stmt &) { size_++; });
    Symbol label =
        free_name(context_.symbol("call of " + std::string(callee.name)));
    Seq inside = set_up(call, body, span);
    on_the_way_.push_back(callee.id);
    for (const Stmt *stmt : run(returning_to(body.body, label, call.result)))
      inside.push_back(stmt);
    on_the_way_.pop_back();
    done.push_back(context_.stmt(Block{label, std::move(inside)}, span));
    for (const LocalObject &object : body.objects)
      done.push_back(context_.stmt(LocalEnd{object.name}, span));
    declare(body);
  }

  // Calls through a parameter that is given a function by name call that.
  Function with_known_functions(const Call &call, Function callee) {
    std::map<Symbol, Symbol> known;
    for (std::size_t i = 0; i < call.args.size(); i++)
      if (call.args[i]->kind == ExprKind::FunctionAddr)
        known[callee.params[i].name] = call.args[i]->name;
    for_each_stmt(callee.body, [&](const Stmt &stmt) {
      if (auto *assign = stmt.as<Assign>())
        known.erase(assign->target);
      if (auto *inner = stmt.as<Call>(); inner && !inner->result.empty())
        known.erase(inner->result);
    });
    if (!known.empty())
      callee.body = direct(callee.body, known);
    return callee;
  }

  Seq direct(const Seq &seq, const std::map<Symbol, Symbol> &known) {
    Seq done;
    for (const Stmt *stmt : seq)
      done.push_back(direct(*stmt, known));
    return done;
  }

  const Stmt *direct(const Stmt &stmt, const std::map<Symbol, Symbol> &known) {
    if (auto *branch = stmt.as<If>())
      return context_.stmt(If{branch->condition,
                              direct(branch->then_body, known),
                              direct(branch->else_body, known)},
                           stmt.span);
    if (auto *loop = stmt.as<Loop>())
      return context_.stmt(Loop{loop->label, direct(loop->body, known)},
                           stmt.span);
    if (auto *block = stmt.as<Block>())
      return context_.stmt(Block{block->label, direct(block->body, known)},
                           stmt.span);
    auto *call = stmt.as<Call>();
    auto *through =
        call ? std::get_if<const Expr *>(&call->callee.target) : nullptr;
    if (!through || (*through)->kind != ExprKind::Var ||
        !known.count((*through)->name))
      return &stmt;
    const Function *target = program_.find_function(known.at((*through)->name));
    if (!target || !ir::may_call(*call, *target))
      return &stmt;
    Call named = *call;
    named.callee.target = target->id;
    return context_.stmt(named, stmt.span);
  }

  // A body without a place of its own stands where it is called.
  Seq placed_at(source::Span span, const Seq &seq) {
    Seq done;
    for (const Stmt *stmt : seq)
      done.push_back(placed_at(span, *stmt));
    return done;
  }

  const Stmt *placed_at(source::Span span, const Stmt &stmt) {
    if (auto *branch = stmt.as<If>())
      return context_.stmt(If{branch->condition,
                              placed_at(span, branch->then_body),
                              placed_at(span, branch->else_body)},
                           span);
    if (auto *loop = stmt.as<Loop>())
      return context_.stmt(Loop{loop->label, placed_at(span, loop->body)},
                           span);
    if (auto *block = stmt.as<Block>())
      return context_.stmt(Block{block->label, placed_at(span, block->body)},
                           span);
    return context_.stmt(stmt.node, span);
  }

  // Arguments, and zero in what may be read before it is assigned.
  Seq set_up(const Call &call, const Function &callee, source::Span span) {
    Seq seq;
    std::set<Symbol> set;
    for (std::size_t i = 0; i < call.args.size(); i++) {
      seq.push_back(
          context_.stmt(Assign{callee.params[i].name, call.args[i]}, span));
      set.insert(callee.params[i].name);
    }
    std::set<Symbol> unset = unset_variables(callee.body, set);
    for (const Variable &local : callee.locals)
      if (unset.count(local.name))
        seq.push_back(context_.stmt(
            Assign{local.name, context_.constant(local.scalar, 0)}, span));
    return seq;
  }

  void declare(const Function &callee) {
    result_.locals.insert(result_.locals.end(), callee.params.begin(),
                          callee.params.end());
    result_.locals.insert(result_.locals.end(), callee.locals.begin(),
                          callee.locals.end());
    result_.objects.insert(result_.objects.end(), callee.objects.begin(),
                           callee.objects.end());
  }

  // `return e` as an assignment and a jump behind the body.
  Seq returning_to(const Seq &seq, Symbol label, Symbol result) {
    Seq done;
    for (const Stmt *stmt : seq) {
      if (auto *leave = stmt->as<Return>()) {
        if (leave->value && !result.empty())
          done.push_back(
              context_.stmt(Assign{result, leave->value}, stmt->span));
        done.push_back(context_.stmt(Break{label}, stmt->span));
      } else if (auto *branch = stmt->as<If>()) {
        done.push_back(
            context_.stmt(If{branch->condition,
                             returning_to(branch->then_body, label, result),
                             returning_to(branch->else_body, label, result)},
                          stmt->span));
      } else if (auto *loop = stmt->as<Loop>()) {
        done.push_back(context_.stmt(
            Loop{loop->label, returning_to(loop->body, label, result)},
            stmt->span));
      } else if (auto *block = stmt->as<Block>()) {
        done.push_back(context_.stmt(
            Block{block->label, returning_to(block->body, label, result)},
            stmt->span));
      } else {
        done.push_back(stmt);
      }
    }
    return done;
  }

  Context &context_;
  const Program &program_;
  const BodyOf &body_of_;
  const InlineLimits &limits_;
  Function result_;
  std::set<Symbol> taken_;
  std::vector<Symbol> on_the_way_;
  std::size_t size_ = 0;
};

} // namespace

Function inline_calls(Context &context, const Program &program,
                      const Function &function, const BodyOf &body_of,
                      const InlineLimits &limits) {
  return Inliner(context, program, function, body_of, limits).run();
}

} // namespace mergeproof::relational
