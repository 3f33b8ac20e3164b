#include "scan/plain_text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdint>

namespace mergeproof::scan {
namespace {

bool is_part_of_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' ||
         c == '$' || static_cast<unsigned char>(c) >= 0x80;
}

void add_utf8(std::uint32_t letter, std::string &to) {
  auto add = [&](std::uint32_t byte) { to += static_cast<char>(byte); };
  if (letter < 0x800) {
    add(0xc0 | (letter >> 6));
  } else if (letter < 0x10000) {
    add(0xe0 | (letter >> 12));
    add(0x80 | ((letter >> 6) & 0x3f));
  } else {
    add(0xf0 | (letter >> 18));
    add(0x80 | ((letter >> 12) & 0x3f));
    add(0x80 | ((letter >> 6) & 0x3f));
  }
  add(0x80 | (letter & 0x3f));
}

class Rewriter {
public:
  Rewriter(std::string_view text, std::string &to) : text_(text), to_(to) {}

  void run() {
    while (at_ < text_.size())
      if (!join_name() && !take_letter() && !take_hash())
        copy_one();
  }

private:
  std::string_view rest() const { return text_.substr(at_); }
  void copy(std::size_t size) {
    std::string_view part = text_.substr(at_, size);
    to_ += part;
    at_ += part.size();
  }

  // "LONG\", "NAME".
  bool join_name() {
    std::size_t next = at_;
    for (bool is_new = true; is_new;) {
      is_new = false;
      for (std::string_view end : {"\\\n", "\\\r\n"})
        if (text_.substr(next).starts_with(end)) {
          next += end.size();
          is_new = true;
        }
    }
    bool is_inside = next > at_ && next < text_.size() && !to_.empty() &&
                     is_part_of_name(to_.back()) &&
                     is_part_of_name(text_[next]);
    if (is_inside)
      at_ = next;
    return is_inside;
  }

  // "\u00e9", "\U000000e9".
  bool take_letter() {
    bool is_long = rest().starts_with("\\U");
    if (!is_long && !rest().starts_with("\\u"))
      return false;
    std::string_view digits = text_.substr(at_ + 2, is_long ? 8 : 4);
    std::uint32_t letter = 0;
    auto [end, error] = std::from_chars(
        digits.data(), digits.data() + digits.size(), letter, 16);
    bool is_letter = error == std::errc() && digits.size() >= 4 &&
                     end == digits.data() + digits.size() && letter >= 0x80 &&
                     letter < 0x110000;
    if (!is_letter)
      return false;
    add_utf8(letter, to_);
    at_ += 2 + digits.size();
    return true;
  }

  bool take_hash() {
    for (std::string_view hash : {"%:", "?\?="})
      if (rest().starts_with(hash)) {
        to_ += '#';
        at_ += hash.size();
        return true;
      }
    return false;
  }

  void copy_one() {
    char c = text_[at_];
    if (c == '"' || c == '\'')
      copy_up_to(c);
    else if (rest().starts_with("//"))
      copy_up_to('\n');
    else if (rest().starts_with("/*"))
      copy(std::min(rest().find("*/", 2), rest().size() - 2) + 2);
    else
      copy(1);
  }

  // And with it, unless it is in the next line. A backslash takes what follows.
  void copy_up_to(char end) {
    copy(1);
    while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != end) {
      bool is_end_of_line = rest().starts_with("\\\r\n");
      copy(is_end_of_line ? 3 : text_[at_] == '\\' ? 2 : 1);
    }
    if (at_ < text_.size() && text_[at_] == end)
      copy(1);
  }

  std::string_view text_;
  std::string &to_;
  std::size_t at_ = 0;
};

bool has_cut_name(std::string_view text) {
  for (std::size_t at = text.find('\\'); at != std::string_view::npos;
       at = text.find('\\', at + 1)) {
    std::size_t next = at + 1;
    next += next < text.size() && text[next] == '\r';
    if (at > 0 && is_part_of_name(text[at - 1]) && next < text.size() &&
        text[next] == '\n')
      return true;
  }
  return false;
}

} // namespace

std::string_view plain_text(std::string_view text, std::string &room) {
  auto has = [&](std::string_view part) {
    return text.find(part) != std::string_view::npos;
  };
  if (!has("%:") && !has("?\?=") && !has("\\u") && !has("\\U") &&
      !has_cut_name(text))
    return text;
  room.clear();
  room.reserve(text.size());
  Rewriter(text, room).run();
  return room;
}

} // namespace mergeproof::scan
