#include "app/line_diff.h"

#include <algorithm>
#include <cstdint>

namespace mergeproof::app {
namespace {

constexpr std::size_t most_cells = 4'000'000;

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

// What is left between the common start and end.
struct Middle {
  std::size_t start = 0;
  std::size_t before_end = 0;
  std::size_t after_end = 0;
};

Middle find_middle(const std::vector<std::string> &before,
                   const std::vector<std::string> &after) {
  Middle middle{0, before.size(), after.size()};
  while (middle.start < middle.before_end && middle.start < middle.after_end &&
         before[middle.start] == after[middle.start])
    middle.start++;
  while (middle.before_end > middle.start && middle.after_end > middle.start &&
         before[middle.before_end - 1] == after[middle.after_end - 1]) {
    middle.before_end--;
    middle.after_end--;
  }
  return middle;
}

void match_middle(const std::vector<std::string> &a,
                  const std::vector<std::string> &b, const Middle &middle,
                  std::vector<std::size_t> &match) {
  std::size_t rows = middle.before_end - middle.start;
  std::size_t columns = middle.after_end - middle.start;
  if (rows == 0 || columns == 0 || rows * columns > most_cells)
    return;
  // longest[i][j]: of what follows row i and column j.
  std::vector<std::uint32_t> longest((rows + 1) * (columns + 1), 0);
  auto at = [&](std::size_t i, std::size_t j) -> std::uint32_t & {
    return longest[i * (columns + 1) + j];
  };
  auto is_equal = [&](std::size_t i, std::size_t j) {
    return a[middle.start + i] == b[middle.start + j];
  };
  for (std::size_t i = rows; i-- > 0;)
    for (std::size_t j = columns; j-- > 0;)
      at(i, j) = is_equal(i, j) ? at(i + 1, j + 1) + 1
                                : std::max(at(i + 1, j), at(i, j + 1));
  for (std::size_t i = 0, j = 0; i < rows && j < columns;)
    if (is_equal(i, j))
      match[middle.start + j++] = middle.start + i++;
    else if (at(i + 1, j) >= at(i, j + 1))
      i++;
    else
      j++;
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
  Middle middle = find_middle(a, b);
  std::vector<std::size_t> match(b.size(), a.size());
  for (std::size_t i = 0; i < middle.start; i++)
    match[i] = i;
  for (std::size_t i = middle.after_end; i < b.size(); i++)
    match[i] = middle.before_end + (i - middle.after_end);
  match_middle(a, b, middle, match);
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

} // namespace mergeproof::app
