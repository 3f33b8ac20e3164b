#include "ir/verify.h"

#include "ir/layout.h"
#include "ir/printer.h"
#include "ir/verify_expr.h"

namespace mergeproof::ir {
namespace {

std::string first_line(const std::string &text) {
  return text.substr(0, text.find('\n'));
}

std::string quoted(Symbol name) { return "'" + std::string(name) + "'"; }

class FunctionVerifier {
public:
  FunctionVerifier(const Function &function, const Program *program,
                   Holes holes, std::vector<std::string> &problems)
      : function_(function), holes_(holes), problems_(problems) {
    exprs_.program = program;
  }

  void run() {
    declare(function_.params);
    declare(function_.locals);
    for (const LocalObject &object : function_.objects)
      if (!exprs_.objects.insert(object.name).second)
        report("local object " + quoted(object.name) + " is declared twice");
    for (const LocalObject &object : function_.objects)
      if (exprs_.variables.count(object.name))
        report("local object " + quoted(object.name) + " is also a variable");
    if (function_.result && !is_scalar_right(*function_.result))
      report("the result is not a scalar");
    if (function_.is_defined)
      seq(function_.body);
    else if (!function_.body.empty())
      report("a body that is not a definition");
  }

private:
  void declare(const std::vector<Variable> &variables) {
    for (const Variable &v : variables) {
      if (v.name.empty())
        report("a variable without a name");
      if (!is_scalar_right(v.scalar))
        report("variable " + quoted(v.name) + " is not a scalar");
      if (v.passing != Variable::Passing::Direct && !v.scalar.is_pointer())
        report("variable " + quoted(v.name) + " is not an address");
      if (!exprs_.variables.try_emplace(v.name, v.scalar).second)
        report("variable " + quoted(v.name) + " is declared twice");
    }
  }

  void report(const std::string &what) {
    std::string line = "function " + std::string(function_.id) + ": " + what;
    if (current_) {
      Printer printer(&function_);
      printer.stmt(*current_, 0);
      line += " in: " + first_line(printer.take());
    }
    problems_.push_back(std::move(line));
  }

  void require(bool holds, const char *what) {
    if (!holds)
      report(what);
  }

  void seq(const Seq &statements) {
    for (const Stmt *statement : statements)
      stmt(*statement);
  }

  void stmt(const Stmt &statement) {
    current_ = &statement;
    for_each_expr(statement, [&](const Expr *e) {
      exprs_.verify(*e, [&](const std::string &what) { report(what); });
    });
    std::visit([&](const auto &node) { check(node); }, statement.node);
  }

  void target(Symbol name, Scalar scalar) {
    auto found = exprs_.variables.find(name);
    if (found == exprs_.variables.end())
      report("variable " + quoted(name) + " is not declared");
    else if (found->second != scalar)
      report("variable " + quoted(name) + " is not used as declared");
  }

  void object(Symbol name) {
    if (!exprs_.objects.count(name))
      report("local object " + quoted(name) + " is not declared");
  }

  void labelled(Symbol label, bool is_loop, const Seq &body) {
    require(!label.empty(), "a label without a name");
    auto [place, is_new] = labels_.try_emplace(label, is_loop);
    require(is_new, "the label is the one of an enclosing statement");
    seq(body);
    if (is_new)
      labels_.erase(place);
  }

  void check(const Assign &s) { target(s.target, s.value->type); }
  void check(const Store &s) {
    require(s.address->type.is_pointer(), "the address is not an address");
    require(is_storable(s.value->type), "the value does not fill whole bytes");
  }
  void check(const MemCopy &s) {
    require(s.target->type.is_pointer() && s.source->type.is_pointer(),
            "the address is not an address");
    require(s.size->type == size_scalar, "the size is not 64 bits");
  }
  void check(const MemSet &s) {
    require(s.target->type.is_pointer(), "the address is not an address");
    require(s.byte->type == make_int(8), "the byte is not 8 bits");
    require(s.size->type == size_scalar, "the size is not 64 bits");
  }
  void check(const Check &s) {
    require(s.condition->type == bool_scalar, "the condition is not 1 bit");
  }
  void check(const Assume &s) {
    require(s.condition->type == bool_scalar, "the condition is not 1 bit");
  }
  void check(const If &s) {
    require(s.condition->type == bool_scalar, "the condition is not 1 bit");
    seq(s.then_body);
    seq(s.else_body);
  }
  void check(const Loop &s) { labelled(s.label, true, s.body); }
  void check(const Block &s) { labelled(s.label, false, s.body); }
  void check(const Break &s) {
    require(labels_.count(s.label), "the label encloses nothing");
  }
  void check(const Continue &s) {
    auto found = labels_.find(s.label);
    require(found != labels_.end() && found->second,
            "the label is not of an enclosing loop");
  }
  void check(const Return &s) {
    bool agrees = function_.result
                      ? s.value && s.value->type == *function_.result
                      : !s.value;
    require(agrees, "the value does not agree with the result");
  }
  void check(const LocalBegin &s) { object(s.object); }
  void check(const LocalEnd &s) { object(s.object); }
  void check(const Opaque &) {}
  void check(const Hole &) {
    require(holes_ == Holes::Allowed, "a hole outside a skeleton");
  }
  void check(const Call &s);
  void intrinsic(const Call &s, std::vector<Scalar> params,
                 std::optional<Scalar> result);

  const Function &function_;
  Holes holes_;
  std::vector<std::string> &problems_;
  ExprVerifier exprs_;
  std::map<Symbol, bool> labels_; // enclosing ones; true: of a loop
  const Stmt *current_ = nullptr;
};

void FunctionVerifier::intrinsic(const Call &s, std::vector<Scalar> params,
                                 std::optional<Scalar> result) {
  bool agrees = s.args.size() == params.size() && !s.is_variadic;
  for (std::size_t i = 0; agrees && i < params.size(); i++)
    agrees = s.args[i]->type == params[i];
  if (!s.result.empty())
    agrees = agrees && result == s.result_type;
  require(agrees, "the arguments are not the intrinsic's");
}

void FunctionVerifier::check(const Call &s) {
  if (!s.result.empty())
    target(s.result, s.result_type);
  if (auto *name = std::get_if<Symbol>(&s.callee.target))
    require(!name->empty(), "a callee without a name");
  if (auto *through = std::get_if<const Expr *>(&s.callee.target))
    require((*through)->type.is_pointer(), "the callee is not an address");
  auto *which = std::get_if<Intrinsic>(&s.callee.target);
  if (!which)
    return;
  switch (*which) {
  case Intrinsic::Malloc:
    return intrinsic(s, {size_scalar}, pointer_scalar);
  case Intrinsic::Calloc:
    return intrinsic(s, {size_scalar, size_scalar}, pointer_scalar);
  case Intrinsic::Realloc:
    return intrinsic(s, {pointer_scalar, size_scalar}, pointer_scalar);
  case Intrinsic::Free:
    return intrinsic(s, {pointer_scalar}, {});
  case Intrinsic::Strlen:
    return intrinsic(s, {pointer_scalar}, size_scalar);
  case Intrinsic::Exit:
    return intrinsic(s, {make_int(32)}, {});
  case Intrinsic::NoReturn:
    return intrinsic(s, {}, {});
  case Intrinsic::VolatileRead:
    return intrinsic(s, {pointer_scalar, size_scalar}, size_scalar);
  case Intrinsic::VolatileWrite:
    return intrinsic(s, {pointer_scalar, size_scalar}, {});
  case Intrinsic::VariadicArguments:
    require(function_.is_variadic, "the function is not variadic");
    return intrinsic(s, {}, pointer_scalar);
  }
}

void verify_relocations(const Global &g, const Program &program,
                        std::vector<std::string> &problems) {
  std::string where = "global " + std::string(g.id) + ": ";
  for (const Relocation &r : g.relocations) {
    std::uint64_t size = relocation_bytes(g, r);
    if (g.bytes.size() < size || r.offset > g.bytes.size() - size)
      problems.push_back(where + "relocation outside the bytes");
    if (!program.find_global(r.symbol) && !program.find_function(r.symbol))
      problems.push_back(where + quoted(r.symbol) + " is not in the program");
  }
}

void verify_global(Symbol id, const Global &g, const Program &program,
                   std::vector<std::string> &problems) {
  std::string where = "global " + std::string(g.id) + ": ";
  if (g.id != id)
    problems.push_back(where + "is listed as " + quoted(id));
  if (g.is_defined && g.bytes.size() != g.size)
    problems.push_back(where + "has " + std::to_string(g.bytes.size()) +
                       " bytes, its size is " + std::to_string(g.size));
  if (!g.is_defined && !g.bytes.empty())
    problems.push_back(where + "has bytes but is not defined");
  if (program.find_function(id))
    problems.push_back(where + "is also a function");
  verify_relocations(g, program, problems);
}

} // namespace

std::vector<std::string> verify(const Function &function, Holes holes) {
  std::vector<std::string> problems;
  FunctionVerifier(function, nullptr, holes, problems).run();
  return problems;
}

std::vector<std::string> verify(const Program &program, Holes holes) {
  std::vector<std::string> problems;
  for (const auto &[id, global] : program.globals)
    verify_global(id, global, program, problems);
  for (const auto &[id, function] : program.functions) {
    if (function.id != id)
      problems.push_back("function " + std::string(function.id) +
                         ": is listed as " + quoted(id));
    FunctionVerifier(function, &program, holes, problems).run();
  }
  return problems;
}

} // namespace mergeproof::ir
