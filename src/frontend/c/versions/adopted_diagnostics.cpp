#include "frontend/c/versions/adopted_diagnostics.h"

#include <algorithm>
#include <iterator>

namespace mergeproof::frontend::c {
namespace {

using source::Diagnostic;
using Functions = std::map<std::string, const SharedBody *>;
// A diagnostic with the notes behind it.
using Group = std::vector<Diagnostic>;

std::vector<Group> groups_of(std::vector<Diagnostic> said) {
  std::vector<Group> groups;
  for (Diagnostic &one : said) {
    if (one.severity != source::Severity::Note || groups.empty())
      groups.emplace_back();
    groups.back().push_back(std::move(one));
  }
  return groups;
}

std::vector<std::string> lines_of(const std::string &text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    line.erase(0, line.find_first_not_of(" \t\n\v\f\r"));
    line.erase(line.find_last_not_of(" \t\n\v\f\r") + 1);
    lines.push_back(std::move(line));
    begin = end + 1;
  }
  return lines;
}

class Replacement {
public:
  Replacement(const Functions &functions, const std::string &path)
      : functions_(functions), path_(path) {}

  void remove_from(std::vector<Group> &said) const {
    std::erase_if(said, [&](const Group &group) {
      return group.front().path == path_ &&
             functions_.count(group.front().function);
    });
  }

  void insert_into(std::vector<Group> &said) const {
    for (auto &[function, groups] : kept()) {
      auto behind = std::find_if(said.begin(), said.end(), [&](const Group &g) {
        return stands_behind(g, groups.back().front().line);
      });
      said.insert(behind, groups.begin(), groups.end());
    }
  }

private:
  // A definition may be at odds with a header, which is said of the header.
  bool stands_behind(const Group &group, std::uint32_t line) const {
    auto here =
        std::find_if(group.begin(), group.end(),
                     [&](const Diagnostic &one) { return one.path == path_; });
    return here != group.end() && here->line > line;
  }

  // What was said of the functions, in its order, at its place here.
  std::map<std::string, std::vector<Group>> kept() const {
    std::map<std::string, std::vector<Group>> kept;
    std::set<const Donor *> donors;
    for (const auto &[name, shared] : functions_)
      donors.insert(shared->donor);
    for (const Donor *donor : donors)
      for (Group &group : groups_of(donor->unit.diagnostics)) {
        auto found = functions_.find(group.front().function);
        if (group.front().path != path_ || found == functions_.end() ||
            found->second->donor != donor)
          continue;
        for (Diagnostic &one : group)
          if (one.path == path_)
            one.line = static_cast<std::uint32_t>(
                one.line + found->second->place.lines_moved);
        kept[found->first].push_back(std::move(group));
      }
    return kept;
  }

  const Functions &functions_;
  const std::string &path_;
};

class Move {
public:
  Move(const VariantText &variant, const std::string &path,
       const std::string &first)
      : variant_(variant), path_(path) {
    for (unsigned at = 0; at < first.size(); at++)
      if (first[at] == '\n')
        begins_.push_back(at + 1);
  }

  bool is_in_other_body(const Diagnostic &one) const {
    return one.path == path_ &&
           std::any_of(variant_.variants.begin(), variant_.variants.end(),
                       [at = offset(one)](const Variant &variant) {
                         return variant.here.body().contains(at);
                       });
  }
  void operator()(Diagnostic &one) const {
    if (one.path == path_ && one.line != 0)
      one.line = static_cast<std::uint32_t>(
          one.line + lines_moved(variant_.moves, offset(one)));
  }

private:
  unsigned offset(const Diagnostic &one) const {
    std::size_t line = std::min<std::size_t>(one.line, begins_.size());
    return one.line == 0 ? 0 : begins_[line - 1] + one.column - 1;
  }

  const VariantText &variant_;
  const std::string &path_;
  std::vector<unsigned> begins_ = {0}; // of lines
};

} // namespace

std::optional<std::vector<Diagnostic>>
move_diagnostics(std::vector<Diagnostic> said, const VariantText &variant,
                 const std::string &path, const std::string &first) {
  Move move(variant, path, first);
  std::vector<Diagnostic> moved;
  for (Group &group : groups_of(std::move(said))) {
    if (move.is_in_other_body(group.front()))
      continue;
    for (Diagnostic &one : group) {
      if (move.is_in_other_body(one))
        return std::nullopt;
      move(one);
      moved.push_back(std::move(one));
    }
  }
  return moved;
}

std::vector<Diagnostic> adopt_diagnostics(std::vector<Diagnostic> said,
                                          const Functions &functions,
                                          const std::string &path,
                                          const std::string &original) {
  std::vector<Group> groups = groups_of(std::move(said));
  Replacement replacement(functions, path);
  replacement.remove_from(groups);
  std::vector<std::string> lines = lines_of(original);
  for (Group &group : groups)
    for (Diagnostic &one : group)
      if (one.path == path && one.line > 0 && one.line <= lines.size())
        one.line_text = lines[one.line - 1];
  replacement.insert_into(groups);
  said.clear();
  for (Group &group : groups)
    std::move(group.begin(), group.end(), std::back_inserter(said));
  return said;
}

} // namespace mergeproof::frontend::c
