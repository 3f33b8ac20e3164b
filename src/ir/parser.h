// Builds a Program from tokens; the parts behind ir/parse.h.
//
// The first error wins: afterwards the parser sees the end of the text, so that
// every loop ends, and all results are dropped.
#pragma once

#include "ir/context.h"
#include "ir/lexer.h"
#include "ir/program.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mergeproof::ir {

class Parser {
public:
  Parser(Context &context, std::string_view text)
      : context_(context), lexer_(text) {
    advance();
    advance();
  }

  void program(Program &program);
  bool has_failed() const { return !error_.empty(); }
  const std::string &error() const { return error_; }

private:
  // Tokens.
  void advance();
  void fail(const std::string &why);
  bool accept(char sign);
  bool accept(std::string_view word);
  void expect(char sign);
  void expect(std::string_view word);
  Symbol name(const char *what);
  std::uint64_t count(const char *what);
  Scalar scalar();

  // Expressions (parse_expr.cpp). Null only after an error.
  const Expr *expr();
  const Expr *operation(const std::string &word);
  const Expr *named(const std::string &word, bool is_bare);
  const Expr *constant();
  const Expr *variable(Symbol name);
  const Expr *make_operation(const std::string &word,
                             std::optional<Scalar> type, Access access,
                             const Expr *a, const Expr *b, const Expr *c);
  Symbol member();
  const Expr *checked(Expr made);
  const Expr *operand();

  // Statements (parse_stmt.cpp).
  Seq seq();
  void stmt(Seq &into);
  void compound(const std::string &word, Seq &into);
  std::optional<StmtNode> simple(const std::string &what);
  StmtNode assignment(Symbol target);
  Call call();
  Callee callee(Symbol &signature);
  Symbol label();

  // Programs (parse_program.cpp).
  void global(Program &program, bool is_defined);
  void function(Program &program, bool is_defined);
  void bytes(Global &global);
  void hex_bytes(Global &global, const std::string &digits);
  void relocations(Global &global);
  void declarations(Function &function);
  void params(Function &function);
  Variable variable_declaration();
  LocalObject object_declaration();
  const Type *optional_type();
  const Type *type();

  Context &context_;
  Lexer lexer_;
  Token token_, after_; // the current one and the one behind it
  std::string error_;
  unsigned depth_ = 0;
  std::map<Symbol, Scalar> declared_; // of the function being read
};

} // namespace mergeproof::ir
