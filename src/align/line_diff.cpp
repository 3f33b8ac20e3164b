#include "align/line_diff.h"

#include "align/sequence.h"

#include <algorithm>
#include <cctype>
#include <functional>

namespace mergeproof::align {
namespace {

std::string strip(const std::string &line) {
  std::size_t start = line.find_first_not_of(" \t\r");
  std::size_t end = line.find_last_not_of(" \t\r");
  return start == std::string::npos ? "" : line.substr(start, end - start + 1);
}

std::vector<std::string> strip_all(const std::vector<std::string> &lines) {
  std::vector<std::string> stripped;
  for (const std::string &line : lines)
    stripped.push_back(strip(line));
  return stripped;
}

std::vector<align::Element> keys_of(const std::vector<std::string> &lines) {
  std::vector<align::Element> keys;
  for (const std::string &line : lines)
    keys.push_back({std::hash<std::string>()(line) | 1});
  return keys;
}

// Lines that say nothing of where they belong are no reason to part others.
std::uint32_t weight_of(const std::string &line) {
  constexpr std::uint32_t of_words = 4;
  bool has_words = std::any_of(line.begin(), line.end(), [](unsigned char c) {
    return std::isalnum(c) != 0;
  });
  return has_words ? of_words : 1;
}

} // namespace

std::vector<std::string> split_lines(const std::string &text) {
  std::vector<std::string> lines;
  for (std::size_t start = 0; start < text.size();) {
    std::size_t end = std::min(text.find('\n', start), text.size());
    lines.push_back(text.substr(start, end - start));
    start = end + 1;
  }
  return lines;
}

std::vector<std::size_t> matching_lines(const std::vector<std::string> &before,
                                        const std::vector<std::string> &after) {
  std::vector<std::string> a = strip_all(before), b = strip_all(after);
  std::vector<std::size_t> match(b.size(), a.size());
  auto weight = [&](std::size_t i, std::size_t j) {
    return a[i] == b[j] ? weight_of(a[i]) : 0;
  };
  for (align::Match pair :
       align::match_sequences(keys_of(a), keys_of(b), weight))
    match[pair.b] = pair.a;
  return match;
}

std::vector<std::size_t> changed_lines(const std::vector<std::string> &before,
                                       const std::vector<std::string> &after) {
  std::vector<std::size_t> match = matching_lines(before, after);
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < after.size(); i++)
    if (match[i] == before.size() && !strip(after[i]).empty())
      changed.push_back(i);
  return changed;
}

} // namespace mergeproof::align
