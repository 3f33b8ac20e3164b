#include "ir/print.h"
#include "ir/printer.h"

namespace mergeproof::ir {
namespace {

const char *kind_name(CheckKind kind) {
  switch (kind) {
#define CHECK_KIND(name, text, sanitizer)                                      \
  case CheckKind::name:                                                        \
    return #name;
#include "ir/check_kind.def"
  }
  return "";
}

} // namespace

void Printer::list(const char *keyword,
                   std::initializer_list<const Expr *> exprs) {
  out_ += keyword;
  const char *separator = " ";
  for (const Expr *e : exprs) {
    out_ += separator;
    expr(*e);
    separator = ", ";
  }
}

void Printer::call(const Call &s) {
  if (!s.result.empty())
    out_ += variable_text(s.result, s.result_type) + " = ";
  out_ += "call ";
  std::visit(
      Overloaded{
          [&](Symbol name) { out_ += print_name(name); },
          [&](const Expr *through) {
            out_ += '[';
            expr(*through);
            if (!s.signature.empty())
              out_ += " " + print_name(s.signature);
            out_ += ']';
          },
          [&](Intrinsic which) { out_ += std::string("!") + to_text(which); },
      },
      s.callee.target);
  out_ += '(';
  const char *separator = "";
  for (const Expr *arg : s.args) {
    out_ += separator;
    expr(*arg);
    separator = ", ";
  }
  if (s.is_variadic)
    out_ += std::string(separator) + "...";
  out_ += ')';
}

void Printer::body(const Seq &statements, unsigned indent) {
  out_ += " {\n";
  seq(statements, indent + 1);
  out_.append(std::size_t{2} * indent, ' ');
  out_ += '}';
}

void Printer::node(const Stmt &stmt, unsigned indent) {
  std::visit(
      Overloaded{
          [&](const Assign &s) {
            out_ += variable_text(s.target, s.value->type) + " = ";
            expr(*s.value);
          },
          [&](const Store &s) {
            out_ += s.access.is_typed ? "typed_store" : "store";
            member(s.access);
            list("", {s.address, s.value});
          },
          [&](const MemCopy &s) {
            list("memcopy", {s.target, s.source, s.size});
          },
          [&](const MemSet &s) { list("memset", {s.target, s.byte, s.size}); },
          [&](const Call &s) { call(s); },
          [&](const Check &s) {
            out_ += std::string("check ") + kind_name(s.kind) + ",";
            list("", {s.condition});
          },
          [&](const Assume &s) { list("assume", {s.condition}); },
          [&](const If &s) {
            list("if", {s.condition});
            body(s.then_body, indent);
            if (!s.else_body.empty()) {
              out_ += " else";
              body(s.else_body, indent);
            }
          },
          [&](const Loop &s) {
            out_ += "loop " + print_name(s.label);
            body(s.body, indent);
          },
          [&](const Block &s) {
            out_ += "block " + print_name(s.label);
            body(s.body, indent);
          },
          [&](const Break &s) { out_ += "break " + print_name(s.label); },
          [&](const Continue &s) { out_ += "continue " + print_name(s.label); },
          [&](const Return &s) {
            s.value ? list("return", {s.value}) : list("return", {});
          },
          [&](const LocalBegin &s) { out_ += "begin " + print_name(s.object); },
          [&](const LocalEnd &s) { out_ += "end " + print_name(s.object); },
          [&](const Opaque &s) { out_ += "opaque " + print_string(s.reason); },
          [&](const Hole &s) { out_ += "hole " + std::to_string(s.index); },
      },
      stmt.node);
}

void Printer::stmt(const Stmt &stmt, unsigned indent) {
  out_.append(std::size_t{2} * indent, ' ');
  node(stmt, indent);
  out_ += children(stmt).first ? "\n" : ";\n";
}

void Printer::seq(const Seq &statements, unsigned indent) {
  for (const Stmt *s : statements)
    stmt(*s, indent);
}

} // namespace mergeproof::ir
