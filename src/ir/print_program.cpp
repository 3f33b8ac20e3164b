#include "ir/print.h"
#include "ir/printer.h"
#include "ir/type_kind.h"

namespace mergeproof::ir {
namespace {

constexpr std::size_t shortest_zero_run = 8;
constexpr unsigned deepest_printed = 50;

std::string type_text(const Type &type, unsigned depth) {
  std::string text = std::string("<") + to_text(type.kind) + " " +
                     std::to_string(type.size) + "/" +
                     std::to_string(type.align);
  text += type.is_signed ? " signed" : "";
  text += type.is_const ? " const" : "";
  if (!type.spelling.empty())
    text += " " + print_string(type.spelling);
  if (type.element && depth < deepest_printed) {
    text += " of " + type_text(*type.element, depth + 1);
    if (type.count)
      text += " * " + std::to_string(type.count);
  }
  return text + ">";
}

std::string optional_type(const Type *type) {
  return type ? " " + type_text(*type, 0) : "";
}

std::string source_name_text(Symbol name) {
  return name.empty() ? "" : " as " + print_name(name);
}

std::string variable_text(const Variable &v) {
  std::string text = print_name(v.name) + ": " + to_text(v.scalar) +
                     source_name_text(v.source_name);
  switch (v.passing) {
  case Variable::Passing::Direct:
    break;
  case Variable::Passing::ByCopy:
    text += " by_copy";
    break;
  case Variable::Passing::ResultAddress:
    text += " result_address";
    break;
  }
  return text + optional_type(v.type);
}

std::string object_text(const LocalObject &o) {
  return print_name(o.name) + ": " + std::to_string(o.size) + " align " +
         std::to_string(o.align) + source_name_text(o.source_name) +
         optional_type(o.type);
}

std::size_t zero_run(const std::vector<unsigned char> &bytes, std::size_t at) {
  std::size_t end = at;
  while (end < bytes.size() && bytes[end] == 0)
    end++;
  std::size_t count = end - at;
  return count >= shortest_zero_run || end == bytes.size() ? count : 0;
}

std::string bytes_text(const std::vector<unsigned char> &bytes) {
  static const char digits[] = "0123456789abcdef";
  std::string text = "[";
  std::size_t i = 0;
  while (i < bytes.size()) {
    text += text.size() > 1 ? " " : "";
    if (std::size_t zeros = zero_run(bytes, i)) {
      text += std::to_string(zeros);
      i += zeros;
      continue;
    }
    text += '"';
    for (; i < bytes.size() && !zero_run(bytes, i); i++) {
      text += digits[bytes[i] >> 4];
      text += digits[bytes[i] & 15];
    }
    text += '"';
  }
  return text + "]";
}

std::string relocations_text(const std::vector<Relocation> &relocations) {
  if (relocations.empty())
    return "";
  std::string text = " with {";
  for (const Relocation &r : relocations) {
    text += " " + std::to_string(r.offset) + ": " + print_name(r.symbol);
    if (r.addend)
      text += " + " + std::to_string(r.addend);
    text += ";";
  }
  return text + " }";
}

std::string name_text(Symbol id, Symbol name) {
  return id == name ? "" : " name " + print_name(name);
}

std::string signature_text(const Function &f) {
  std::string text = print_name(f.id) + name_text(f.id, f.name);
  text += f.is_static ? " static" : "";
  text += f.is_noreturn ? " noreturn" : "";
  text += optional_type(f.type);
  text += "(";
  const char *separator = "";
  for (const Variable &param : f.params) {
    text += separator + variable_text(param);
    separator = ", ";
  }
  text += f.is_variadic ? std::string(separator) + "..." : "";
  return text + ")" + (f.result ? " -> " + to_text(*f.result) : "");
}

} // namespace

std::string print(const Function &f) {
  if (!f.is_defined)
    return "declare " + signature_text(f) + ";\n";
  std::string text = "function " + signature_text(f) + " {\n";
  for (const Variable &local : f.locals)
    text += "  local " + variable_text(local) + ";\n";
  for (const LocalObject &object : f.objects)
    text += "  object " + object_text(object) + ";\n";
  Printer printer(&f);
  printer.seq(f.body, 1);
  return text + printer.take() + "}\n";
}

std::string print(const Global &g) {
  std::string text = g.is_defined ? "global " : "extern global ";
  text += print_name(g.id) + ": " + std::to_string(g.size) + " align " +
          std::to_string(g.align) + name_text(g.id, g.name);
  text += g.is_static ? " static" : "";
  text += g.is_local ? " local" : "";
  text += g.is_const ? " const" : "";
  text += g.is_thread_local ? " thread_local" : "";
  text += optional_type(g.type);
  if (!g.bytes.empty() || !g.relocations.empty())
    text += " = " + bytes_text(g.bytes) + relocations_text(g.relocations);
  return text + ";\n";
}

std::string print(const Program &program) {
  std::string text;
  for (const auto &[id, global] : program.globals)
    text += print(global);
  for (const auto &[id, function] : program.functions)
    text += (text.empty() ? "" : "\n") + print(function);
  return text;
}

} // namespace mergeproof::ir
