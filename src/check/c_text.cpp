#include "check/c_text.h"

#include "ir/variadic.h"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>

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

namespace {

constexpr std::size_t extended_bytes = 10; // of a long double, without padding

long double to_number(const unsigned char *bytes, std::uint64_t size) {
  long double value = 0;
  double twice = 0;
  float single = 0;
  if (size == sizeof single) {
    std::memcpy(&single, bytes, sizeof single);
    value = single;
  } else if (size == sizeof twice) {
    std::memcpy(&twice, bytes, sizeof twice);
    value = twice;
  } else {
    std::memcpy(&value, bytes, extended_bytes);
  }
  return value;
}

// A long double with those bits, where no number has them: a NaN with digits of
// its own, or what x87 takes for one.
std::string extended_of_bits(const unsigned char *bytes) {
  std::uint64_t low = 0, high = 0;
  std::memcpy(&low, bytes, sizeof low);
  std::memcpy(&high, bytes + sizeof low, extended_bytes - sizeof low);
  char text[128];
  std::snprintf(text, sizeof text,
                "((union { unsigned long long bits[2]; long double number; })"
                "{ { 0x%llxULL, 0x%llxULL } }).number",
                static_cast<unsigned long long>(low),
                static_cast<unsigned long long>(high));
  return text;
}

std::string nan_literal(const unsigned char *bytes, std::uint64_t size) {
  long double usual = std::numeric_limits<long double>::quiet_NaN();
  if (size > sizeof(double) && std::memcmp(bytes, &usual, extended_bytes) != 0)
    return extended_of_bits(bytes);
  return "__builtin_nan(\"\")";
}

} // namespace

std::string float_literal(const unsigned char *bytes, std::uint64_t size) {
  bool is_long = size > sizeof(double); // 12 bytes, or 16
  long double value = to_number(bytes, size);
  if (std::isnan(value))
    return nan_literal(bytes, size);
  if (std::isinf(value))
    return value < 0 ? "-__builtin_inf()" : "__builtin_inf()";
  char text[64];
  std::snprintf(text, sizeof text, is_long ? "%.21Lg" : "%.17Lg", value);
  std::string literal = text;
  bool is_whole = literal.find_first_of(".e") == std::string::npos;
  return literal + (is_whole ? ".0" : "") +
         (size == sizeof(float) ? "f"
          : is_long             ? "L"
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
