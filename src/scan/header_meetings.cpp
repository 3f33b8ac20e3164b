#include "scan/header_meetings.h"

#include "scan/include_closure.h"

#include <algorithm>
#include <map>
#include <vector>

namespace mergeproof::scan {
namespace {

constexpr std::size_t most_including = 8;

class Meetings {
public:
  Meetings(const git::MergeInput &input, TextIndex &index)
      : input_(input), includes_(*input.trees.back(), index) {
    for (const auto &[id, changes] : input.changes)
      if (id != input.revisions.back().id)
        for (const auto &[key, kind] : changes)
          changed_by_[input.path_of(input.revisions.back().id, key)].insert(id);
  }

  // The changed headers that a file of the merge includes, however deep.
  std::set<std::string> headers_of(const std::string &path) {
    std::set<std::string> headers = includes_.of(path);
    std::erase_if(headers, [&](const std::string &file) {
      return file == path || !changed_by_.contains(file);
    });
    return headers;
  }

  bool are_of_several(const std::set<std::string> &headers) const {
    std::set<std::string> parents;
    for (const std::string &header : headers) {
      const auto &who = changed_by_.at(header);
      parents.insert(who.begin(), who.end());
    }
    return parents.size() > 1;
  }

  std::string path_of(const std::string &key) const {
    return input_.path_of(input_.revisions.back().id, key);
  }

private:
  const git::MergeInput &input_;
  std::map<std::string, std::set<std::string>> changed_by_; // by path
  IncludeClosure includes_;
};

bool is_covered(const std::set<std::string> &headers,
                const std::vector<std::set<std::string>> &known) {
  return std::any_of(known.begin(), known.end(),
                     [&](const std::set<std::string> &other) {
                       return std::includes(other.begin(), other.end(),
                                            headers.begin(), headers.end());
                     });
}

} // namespace

std::set<std::string>
files_where_headers_meet(const git::MergeInput &input, TextIndex &index,
                         const std::set<std::string> &keys,
                         const std::set<std::string> &touched) {
  Meetings meetings(input, index);
  std::vector<std::set<std::string>> known;
  for (const std::string &key : touched)
    if (is_c_file(key))
      known.push_back(meetings.headers_of(meetings.path_of(key)));
  std::set<std::string> found;
  for (const std::string &key : keys) {
    if (!is_c_file(key) || touched.contains(key) ||
        found.size() == most_including)
      continue;
    std::set<std::string> headers = meetings.headers_of(meetings.path_of(key));
    if (!meetings.are_of_several(headers) || is_covered(headers, known))
      continue;
    found.insert(key);
    known.push_back(std::move(headers));
  }
  return found;
}

} // namespace mergeproof::scan
