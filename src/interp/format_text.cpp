#include "interp/format_text.h"

#include "interp/arithmetic.h"
#include "ir/variadic.h"

#include <cctype>
#include <cstdio>

namespace mergeproof::interp {
namespace {

using ir::CheckKind;

constexpr Bits last_ascii = 127;
constexpr std::int32_t most_width = 1'000'000;

// "%-08.3ld" in its parts.
struct Directive {
  std::string flags;
  std::optional<int> width, precision;
  std::string length;
  char conversion = 0;
};

template <typename... Values>
std::string print(const std::string &format, Values... values) {
  int size = std::snprintf(nullptr, 0, format.c_str(), values...);
  std::string text(size < 0 ? 0 : std::size_t(size) + 1, '\0');
  std::snprintf(text.data(), text.size(), format.c_str(), values...);
  text.resize(size < 0 ? 0 : std::size_t(size));
  return text;
}

// As the machine's printf wants it, with another length.
std::string to_format(const Directive &one, const std::string &length) {
  std::string format = "%" + one.flags;
  if (one.width)
    format += std::to_string(*one.width);
  if (one.precision)
    format += "." + std::to_string(*one.precision);
  return format + length + one.conversion;
}

class Formatter {
public:
  Formatter(LibraryCall &call, const std::string &format,
            FormatArguments &arguments)
      : call_(call), format_(format), arguments_(arguments) {}

  std::string run() {
    while (at_ < format_.size() && !call_.has_ended()) {
      if (format_[at_] != '%')
        text_ += format_[at_++];
      else
        convert(read_directive());
    }
    return std::move(text_);
  }

private:
  char peek() const { return at_ < format_.size() ? format_[at_] : '\0'; }
  Directive read_directive();
  std::optional<int> read_count();
  void convert(const Directive &one);

  Bits take_integer(unsigned width);
  Bits take_float(unsigned width);
  unsigned width_of(const Directive &one);
  void add_signed(const Directive &one);
  void add_unsigned(const Directive &one);
  void add_float(const Directive &one);
  void add_character(const Directive &one);
  void add_string(const Directive &one);
  std::string wide_text(Address address, const Directive &one);
  void add_message(Directive one);
  void add_pointer(const Directive &one);
  void store_length(const Directive &one);

  LibraryCall &call_;
  const std::string &format_;
  FormatArguments &arguments_;
  std::size_t at_ = 0;
  std::string text_;
};

// A width or precision; none when there are no digits.
std::optional<int> Formatter::read_count() {
  if (peek() == '*') {
    at_++;
    auto count = static_cast<std::int32_t>(take_integer(32));
    if (count > most_width || count < -most_width)
      call_.refuse("has a conversion with a width of " + std::to_string(count));
    return count;
  }
  std::string digits;
  while (std::isdigit(static_cast<unsigned char>(peek())))
    digits += format_[at_++];
  if (digits.size() > 6)
    call_.refuse("has a conversion with a width of " + digits);
  if (digits.empty() || call_.has_ended())
    return std::nullopt;
  return std::stoi(digits);
}

Directive Formatter::read_directive() {
  Directive one;
  at_++; // %
  while (peek() && std::strchr("-+ #0'I", peek()))
    one.flags += format_[at_++];
  one.width = read_count();
  if (one.width && *one.width < 0) { // from an argument
    one.flags += '-';
    one.width = -*one.width;
  }
  if (peek() == '.') {
    at_++;
    one.precision = read_count().value_or(0);
    if (*one.precision < 0)
      one.precision.reset();
  }
  while (peek() && std::strchr("hljztqL", peek()))
    one.length += format_[at_++];
  one.conversion = peek();
  if (one.conversion)
    at_++;
  return one;
}

void Formatter::convert(const Directive &one) {
  if (call_.has_ended())
    return;
  switch (one.conversion) {
  case 'd':
  case 'i':
    return add_signed(one);
  case 'o':
  case 'u':
  case 'x':
  case 'X':
    return add_unsigned(one);
  case 'e':
  case 'E':
  case 'f':
  case 'F':
  case 'g':
  case 'G':
  case 'a':
  case 'A':
    return add_float(one);
  case 'c':
    return add_character(one);
  case 's':
    return add_string(one);
  case 'p':
    return add_pointer(one);
  case 'n':
    return store_length(one);
  case 'm':
    return add_message(one);
  case '%':
    text_ += '%';
    return;
  default:
    call_.refuse("has a conversion that is not modelled: " +
                 to_format(one, one.length));
  }
}

Bits Formatter::take_integer(unsigned width) {
  std::optional<Argument> given = arguments_.next();
  if (given && cut(given->unset, width))
    call_.trap(CheckKind::UninitialisedRead);
  bool has_narrow_words = call_.memory.pointer_bytes() == 4;
  if (given && !given->type.is_float() &&
      (has_narrow_words && !given->type.is_pointer()
           ? given->type.bits == width
           : given->type.bits >= width))
    return cut(given->bits, width);
  call_.trap(CheckKind::VariadicArgument);
  return 0;
}

Bits Formatter::take_float(unsigned width) {
  std::optional<Argument> given = arguments_.next();
  if (given && given->unset)
    call_.trap(CheckKind::UninitialisedRead);
  if (given && given->type.is_float() && given->type.bits == width)
    return given->bits;
  call_.trap(CheckKind::VariadicArgument);
  return 0;
}

unsigned Formatter::width_of(const Directive &one) {
  if (one.length == "hh")
    return 8;
  if (one.length == "h")
    return 16;
  if (one.length == "l" || one.length == "z" || one.length == "t")
    return unsigned(call_.memory.pointer_bytes() * 8);
  return one.length.empty() ? 32 : 64;
}

void Formatter::add_signed(const Directive &one) {
  unsigned width = width_of(one);
  Bits bits = cut(take_integer(std::max(width, 32u)), width);
  text_ += print(to_format(one, "ll"),
                 static_cast<long long>(to_signed(bits, width)));
}

void Formatter::add_unsigned(const Directive &one) {
  unsigned width = width_of(one);
  Bits bits = cut(take_integer(std::max(width, 32u)), width);
  text_ += print(to_format(one, "ll"), static_cast<unsigned long long>(bits));
}

void Formatter::add_float(const Directive &one) {
  if (one.length == "L") {
    Bits bits = take_float(80);
    long double value = 0;
    std::memcpy(&value, &bits, 10);
    text_ += print(to_format(one, "L"), value);
  } else {
    Bits bits = take_float(64);
    double value = 0;
    std::memcpy(&value, &bits, sizeof value);
    text_ += print(to_format(one, ""), value);
  }
}

void Formatter::add_character(const Directive &one) {
  Bits character = take_integer(32);
  if (!one.length.empty() && character > last_ascii)
    return call_.refuse("writes a wide character that is not ASCII");
  text_ += print(to_format(one, ""), static_cast<int>(character));
}

void Formatter::add_string(const Directive &one) {
  auto address = Address(take_integer(64));
  if (call_.has_ended())
    return;
  if (!one.length.empty() && address) {
    text_ += print(to_format(one, ""), wide_text(address, one).c_str());
    return;
  }
  // glibc writes this, unless the precision cuts it.
  constexpr int length_of_null = 6;
  std::string text = "(null)";
  if (address)
    text = call_.text(address, one.precision ? std::uint64_t(*one.precision)
                                             : ~std::uint64_t(0));
  else if (one.precision && *one.precision < length_of_null)
    text.clear();
  text_ += print(to_format(one, ""), text.c_str());
}

// In the C locale wide characters are bytes.
std::string Formatter::wide_text(Address address, const Directive &one) {
  std::string text;
  while (!one.precision || text.size() < std::size_t(*one.precision)) {
    std::uint32_t character = 0;
    for (unsigned i = 0; i < 4; i++)
      character |= std::uint32_t(call_.byte(address++)) << (8 * i);
    if (character > last_ascii)
      call_.refuse("writes a wide string that is not ASCII");
    if (character == 0 || call_.has_ended())
      break;
    text.push_back(static_cast<char>(character));
  }
  return text;
}

// %m: what errno means.
void Formatter::add_message(Directive one) {
  Bits error = call_.memory.load(call_.state.error_number, sizeof(int));
  one.conversion = 's';
  text_ += print(to_format(one, ""), std::strerror(static_cast<int>(error)));
}

void Formatter::add_pointer(const Directive &one) {
  auto value = Address(take_integer(64));
  if (call_.memory.pointer_bytes() == 4)
    value = call_.memory.to_number(value);
  void *pointer = nullptr;
  std::memcpy(static_cast<void *>(&pointer), &value, sizeof pointer);
  text_ += print(to_format(one, ""), pointer);
}

void Formatter::store_length(const Directive &one) {
  auto address = Address(take_integer(64));
  call_.write_number(address, text_.size(), width_of(one) / 8);
}

} // namespace

std::optional<Argument> CallArguments::next() {
  if (next_ >= call_.args.size())
    return std::nullopt;
  return call_.args[next_++];
}

std::optional<Argument> ListArguments::next() {
  Address record = is_pointer()
                       ? list_
                       : Address(memory_.load(list_ + ir::variadic_cursor, 8));
  if (!memory_.is_valid(record, ir::variadic_tag_size))
    return std::nullopt;
  auto tag = std::uint64_t(memory_.load(record, ir::variadic_tag_size));
  ir::Scalar type = ir::make_int(std::uint16_t(tag));
  if (tag >> 16)
    type.kind = ir::ScalarKind::Float;
  if (type.bits == 0 || type.bits > 128 || ir::variadic_tag(type) != tag)
    return std::nullopt;
  Address place = record + ir::variadic_tag_size;
  auto size = unsigned(type.bytes());
  Argument argument{type, memory_.load(place, size),
                    memory_.unset(place, size)};
  Address following = record + ir::variadic_record_size(type);
  if (is_pointer())
    list_ = following;
  else
    memory_.store(list_ + ir::variadic_cursor, following, 8);
  return argument;
}

std::string format_text(LibraryCall &call, const std::string &format,
                        FormatArguments &arguments) {
  return Formatter(call, format, arguments).run();
}

} // namespace mergeproof::interp
