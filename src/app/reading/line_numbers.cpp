#include "app/reading/line_numbers.h"

#include "align/line_diff.h"

#include <algorithm>
#include <cctype>

namespace mergeproof::app {
namespace {

// All lines of the texts so far, each once.
class CommonOrder {
public:
  // Ids of the text's lines.
  std::vector<std::size_t> add(const std::vector<std::string> &lines);
  std::vector<unsigned> positions() const; // by id
  std::size_t size() const { return order_.size(); }

private:
  std::vector<std::size_t> order_; // ids
  std::vector<std::string> lines_; // in that order
};

std::vector<std::size_t>
CommonOrder::add(const std::vector<std::string> &lines) {
  std::vector<std::size_t> known = align::matching_lines(lines_, lines);
  std::vector<std::size_t> ids, order;
  std::vector<std::string> texts;
  std::size_t next = 0, unused = order_.size();
  auto take = [&](std::size_t id, const std::string &line) {
    order.push_back(id);
    texts.push_back(line);
  };
  for (std::size_t i = 0; i < lines.size(); i++) {
    bool is_known = known[i] < lines_.size();
    for (; is_known && next < known[i]; next++)
      take(order_[next], lines_[next]);
    ids.push_back(is_known ? order_[next++] : unused++);
    take(ids.back(), lines[i]);
  }
  for (; next < order_.size(); next++)
    take(order_[next], lines_[next]);
  order_ = std::move(order);
  lines_ = std::move(texts);
  return ids;
}

std::vector<unsigned> CommonOrder::positions() const {
  std::vector<unsigned> positions(order_.size());
  for (std::size_t i = 0; i < order_.size(); i++)
    positions[order_[i]] = static_cast<unsigned>(i + 1);
  return positions;
}

// "#line 7", "# 7 "x.y"".
bool names_lines(const std::vector<std::string> &lines) {
  return std::any_of(lines.begin(), lines.end(), [](const std::string &line) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string::npos || line[at] != '#')
      return false;
    at = line.find_first_not_of(" \t", at + 1);
    return at != std::string::npos &&
           (std::isdigit(static_cast<unsigned char>(line[at])) ||
            line.compare(at, 4, "line") == 0);
  });
}

} // namespace

std::vector<std::vector<unsigned>>
number_lines(const std::vector<std::string> &texts) {
  CommonOrder order;
  std::map<std::string, std::vector<std::size_t>> known;
  for (const std::string &text : texts)
    if (auto [place, is_new] = known.try_emplace(text); is_new) {
      std::vector<std::string> lines = align::split_lines(text);
      if (names_lines(lines))
        return {};
      place->second = order.add(lines);
    }
  std::vector<unsigned> positions = order.positions();
  std::vector<std::vector<unsigned>> numbers;
  for (const std::string &text : texts) {
    numbers.emplace_back();
    for (std::size_t id : known[text])
      numbers.back().push_back(positions[id]);
  }
  return numbers;
}

std::vector<std::vector<unsigned>>
LineNumbers::number(const std::string &key) const {
  std::vector<std::string> texts;
  for (std::size_t v = 0; v < input_.revisions.size(); v++) {
    std::string path = input_.path_of(input_.revisions[v].id, key);
    auto text = input_.trees[v]->contains(path)
                    ? input_.trees[v]->read(path)
                    : support::Result<std::string>(std::string());
    texts.push_back(text ? text.value() : std::string());
  }
  return number_lines(texts);
}

const std::vector<unsigned> *LineNumbers::of(std::size_t version,
                                             const std::string &path) {
  std::string key = input_.key_path(input_.revisions[version].id, path);
  const std::lock_guard lock(mutex_);
  auto [place, is_new] = numbers_.try_emplace(key);
  if (is_new && std::any_of(input_.changes.begin(), input_.changes.end(),
                            [&](const auto &changes) {
                              return changes.second.contains(key);
                            }))
    place->second = number(key);
  return place->second.empty() ? nullptr : &place->second[version];
}

} // namespace mergeproof::app
