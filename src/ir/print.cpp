#include "ir/print.h"

#include "ir/printer.h"

namespace mergeproof::ir {
namespace {

bool is_bare(std::string_view name) {
  if (name.empty() || (name[0] >= '0' && name[0] <= '9') || name[0] == '$' ||
      name == "true" || name == "false" || name == "null")
    return false;
  for (char c : name)
    if (!is_name_char(c))
      return false;
  return !name.starts_with("...");
}

void append_escaped(std::string &out, char c) {
  static const char digits[] = "0123456789abcdef";
  auto byte = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    out += '\\';
    out += c;
  } else if (c == '\n') {
    out += "\\n";
  } else if (byte < 0x20 || byte == 0x7f) {
    out += "\\x";
    out += digits[byte >> 4];
    out += digits[byte & 15];
  } else {
    out += c;
  }
}

std::string to_hex(Bits bits) {
  std::string digits;
  do
    digits.insert(digits.begin(), "0123456789abcdef"[unsigned(bits & 15)]);
  while ((bits >>= 4) != 0);
  return "0x" + digits;
}

// Decimal, signed, where it fits in 64 bits; else hexadecimal.
std::string number_text(Bits bits, unsigned width) {
  auto value = static_cast<__int128>(bits);
  if (width < 128 && (bits >> (width - 1) & 1))
    value -= __int128(1) << width;
  if (value == static_cast<std::int64_t>(value))
    return std::to_string(static_cast<std::int64_t>(value));
  return to_hex(bits);
}

std::string constant_text(const Expr &e) {
  if (e.type == bool_scalar)
    return e.bits ? "true" : "false";
  if (e.type.is_pointer() && e.bits == 0)
    return "null";
  return (e.type.is_int() ? number_text(e.bits, e.type.bits) : to_hex(e.bits)) +
         ":" + to_text(e.type);
}

} // namespace

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '$';
}

std::string to_text(Scalar scalar) {
  switch (scalar.kind) {
  case ScalarKind::Int:
    return "i" + std::to_string(scalar.bits);
  case ScalarKind::Pointer:
    return "ptr";
  case ScalarKind::Float:
    return "f" + std::to_string(scalar.bits);
  }
  return "";
}

std::string print_string(std::string_view text) {
  std::string out = "\"";
  for (char c : text)
    append_escaped(out, c);
  return out + '"';
}

std::string print_name(std::string_view name) {
  return is_bare(name) ? std::string(name) : print_string(name);
}

Printer::Printer(const Function *function) {
  if (!function)
    return;
  has_declarations_ = true;
  for (const Variable &v : function->params)
    declared_[v.name] = v.scalar;
  for (const Variable &v : function->locals)
    declared_[v.name] = v.scalar;
}

std::string Printer::variable_text(Symbol name, Scalar type) const {
  std::string text = print_name(name);
  if (!has_declarations_)
    return text;
  auto found = declared_.find(name);
  if (found == declared_.end() || found->second != type)
    text += ":" + to_text(type);
  return text;
}

void Printer::operands(const Expr &e) {
  out_ += '(';
  expr(*e.a);
  for (const Expr *more : {e.b, e.c})
    if (more) {
      out_ += ", ";
      expr(*more);
    }
  out_ += ')';
}

void Printer::member(const Access &access) {
  if (!access.member.empty())
    out_ += "[" + print_name(access.member) + "]";
}

void Printer::expr(const Expr &e) {
  switch (e.kind) {
  case ExprKind::Const:
    out_ += constant_text(e);
    return;
  case ExprKind::Var:
    out_ += variable_text(e.name, e.type);
    return;
  case ExprKind::GlobalAddr:
    out_ += "@" + print_name(e.name);
    return;
  case ExprKind::LocalAddr:
    out_ += "&" + print_name(e.name);
    return;
  case ExprKind::FunctionAddr:
    out_ += "$" + print_name(e.name);
    return;
  case ExprKind::Unary:
  case ExprKind::Binary:
    out_ += to_text(e.op);
    return operands(e);
  case ExprKind::Cast:
    out_ += std::string(to_text(e.op)) + ":" + to_text(e.type);
    return operands(e);
  case ExprKind::Select:
    out_ += "select";
    return operands(e);
  case ExprKind::Load:
    out_ += (e.access.is_typed ? "typed_load:" : "load:") + to_text(e.type);
    member(e.access);
    return operands(e);
  case ExprKind::Valid:
    out_ += "valid";
    return operands(e);
  }
}

std::string print(const Expr &e) {
  Printer printer(nullptr);
  printer.expr(e);
  return printer.take();
}

std::string print(const Stmt &stmt) {
  Printer printer(nullptr);
  printer.stmt(stmt, 0);
  return printer.take();
}

std::string print(const Seq &seq) {
  Printer printer(nullptr);
  printer.seq(seq, 0);
  return printer.take();
}

} // namespace mergeproof::ir
