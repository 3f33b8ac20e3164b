#include "check/c_text.h"

#include "ir/variadic.h"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstring>

namespace mergeproof::check {
namespace {

using ir::TypeKind;

bool is_plain_spelling(const std::string &spelling) {
  return spelling.find_first_of("([") == std::string::npos;
}

} // namespace

std::int64_t sign_extend(std::uint64_t value, std::uint64_t bits) {
  if (bits == 0 || bits >= 64)
    return static_cast<std::int64_t>(value);
  std::uint64_t sign = std::uint64_t(1) << (bits - 1);
  value &= (sign << 1) - 1;
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

std::optional<std::string> declaration(const ir::Type *type,
                                       const std::string &name) {
  if (ir::is_variadic_list_pointer(*type))
    return "__builtin_va_list " + name;
  if (!type->spelling.empty()) {
    const std::string &spelling = type->spelling;
    if (!is_plain_spelling(spelling))
      return "__typeof__(" + spelling + ") " + name;
    return spelling + (spelling.back() == '*' ? "" : " ") + name;
  }
  if (type->kind == TypeKind::Array)
    return declaration(type->element,
                       name + "[" + std::to_string(type->count) + "]");
  if (type->kind == TypeKind::Pointer)
    return "void *" + name;
  return std::nullopt;
}

std::string integer_literal(std::uint64_t bits, const ir::Type &type) {
  std::uint64_t width = std::min<std::uint64_t>(8, type.size) * 8;
  std::uint64_t mask =
      width >= 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << width) - 1;
  bool is_long = width > 32;
  if (!type.is_signed)
    return std::to_string(bits & mask) + (is_long       ? "ULL"
                                          : width == 32 ? "u"
                                                        : "");
  std::int64_t value = sign_extend(bits, width);
  if (is_long && value == INT64_MIN)
    return "(-9223372036854775807LL - 1)";
  if (width == 32 && value == INT32_MIN)
    return "(-2147483647 - 1)";
  return std::to_string(value) + (is_long ? "LL" : "");
}

std::string float_literal(const unsigned char *bytes, std::uint64_t size) {
  long double value = 0;
  double twice = 0;
  float single = 0;
  if (size == 4) {
    std::memcpy(&single, bytes, 4);
    value = single;
  } else if (size == 8) {
    std::memcpy(&twice, bytes, 8);
    value = twice;
  } else {
    std::memcpy(&value, bytes, 10);
  }
  if (std::isnan(value))
    return "__builtin_nan(\"\")";
  if (std::isinf(value))
    return value < 0 ? "-__builtin_inf()" : "__builtin_inf()";
  char text[64];
  std::snprintf(text, sizeof text, size == 16 ? "%.21Lg" : "%.17Lg", value);
  std::string literal = text;
  bool is_whole = literal.find_first_of(".e") == std::string::npos;
  return literal + (is_whole ? ".0" : "") +
         (size == 4    ? "f"
          : size == 16 ? "L"
                       : "");
}

std::string string_literal(const unsigned char *bytes, std::uint64_t size) {
  std::string text = "\"";
  for (std::uint64_t i = 0; i < size; i++) {
    unsigned char c = bytes[i];
    char octal[8];
    bool is_trigraph = c == '?' && i > 0 && bytes[i - 1] == '?';
    if (c == '"' || c == '\\' || is_trigraph)
      text += {'\\', static_cast<char>(c)};
    else if (c == '\n')
      text += "\\n";
    else if (c == '\t')
      text += "\\t";
    else if (c == '\r')
      text += "\\r";
    else if (c >= 32 && c < 127)
      text += static_cast<char>(c);
    else {
      std::snprintf(octal, sizeof octal, "\\%03o", c);
      text += octal;
    }
  }
  return text + '"';
}

std::string plain_label(const std::string &label) {
  return label.starts_with("*") ? label.substr(1) : label;
}

std::string input_name(const std::string &label) {
  std::string name = "in";
  bool is_separated = false;
  for (unsigned char c : plain_label(label)) {
    if (!std::isalnum(c) && c != '_') {
      is_separated = true;
      continue;
    }
    if (is_separated || name == "in")
      name += '_';
    is_separated = false;
    name += static_cast<char>(c);
  }
  return name;
}

bool is_character(const ir::Type *type) {
  return type && type->kind == TypeKind::Int && type->size == 1;
}

} // namespace mergeproof::check
