// Writes the text form into one string; the parts behind ir/print.h.
#pragma once

#include "ir/program.h"

#include <map>
#include <string>

namespace mergeproof::ir {

bool is_name_char(char c);
std::string print_string(std::string_view text);

class Printer {
public:
  // With a function, variables that it does not declare (or declares
  // differently) are written with their scalar.
  explicit Printer(const Function *function);

  void expr(const Expr &expr);
  void stmt(const Stmt &stmt, unsigned indent);
  void seq(const Seq &seq, unsigned indent);
  std::string take() { return std::move(out_); }

private:
  void operands(const Expr &expr);
  void member(const Access &access);
  void list(const char *keyword, std::initializer_list<const Expr *> exprs);
  void call(const Call &call);
  void body(const Seq &seq, unsigned indent);
  void node(const Stmt &stmt, unsigned indent);
  std::string variable_text(Symbol name, Scalar type) const;

  std::string out_;
  bool has_declarations_ = false;
  std::map<Symbol, Scalar> declared_;
};

} // namespace mergeproof::ir
