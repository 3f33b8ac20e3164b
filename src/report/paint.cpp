#include "report/paint.h"

#include <fmt/format.h>

namespace mergeproof::report {
namespace {

const char *escape_of(Ink ink) {
  switch (ink) {
  case Ink::Plain:
    return "";
  case Ink::Bold:
    return "\033[1m";
  case Ink::Red:
    return "\033[1;31m";
  case Ink::Green:
    return "\033[32m";
  case Ink::Yellow:
    return "\033[33m";
  case Ink::Dim:
    return "\033[2m";
  }
  return "";
}

bool is_continuation(char c) {
  return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
}

} // namespace

std::string Paint::operator()(Ink ink, std::string_view text) const {
  if (colour_ == Colour::Off || ink == Ink::Plain)
    return std::string(text);
  return fmt::format("{}{}\033[0m", escape_of(ink), text);
}

std::string make_printable(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); i++) {
    auto byte = static_cast<unsigned char>(text[i]);
    // U+0080..U+009F are control characters too; their UTF-8 starts with C2.
    bool is_c1 = byte == 0xc2 && i + 1 < text.size() &&
                 static_cast<unsigned char>(text[i + 1]) < 0xa0;
    if (byte == '\t')
      out += ' ';
    else if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\x{:02x}", byte);
    else if (is_c1)
      out += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[++i]));
    else
      out += text[i];
  }
  return out;
}

std::size_t width(std::string_view text) {
  std::size_t columns = 0;
  for (char c : text)
    columns += !is_continuation(c);
  return columns;
}

std::string shorten(std::string_view text, std::size_t columns) {
  if (width(text) <= columns)
    return std::string(text);
  std::size_t end = 0;
  for (std::size_t seen = 0; end < text.size(); end++)
    if (!is_continuation(text[end]) && ++seen == columns)
      break;
  return std::string(text.substr(0, end)) + "…";
}

} // namespace mergeproof::report
