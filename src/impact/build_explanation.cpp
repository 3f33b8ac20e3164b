#include "impact/build_explanation.h"

#include "impact/declarations.h"
#include "impact/reason.h"

#include <algorithm>
#include <set>

namespace mergeproof::impact {
namespace {

using source::Role;

std::string without_blanks(std::string_view text) {
  std::string result;
  for (char c : text)
    if (c != ' ' && c != '\t' && c != '\r')
      result += c;
  return result;
}

bool has_line(const std::string &text, const std::string &line) {
  std::string wanted = without_blanks(line);
  for (std::size_t begin = 0; begin <= text.size();) {
    std::size_t end = std::min(text.find('\n', begin), text.size());
    if (without_blanks(std::string_view(text).substr(begin, end - begin)) ==
        wanted)
      return true;
    begin = end + 1;
  }
  return false;
}

class Explainer {
public:
  Explainer(const source::Diagnostic &diagnostic, const std::string &unit,
            const std::vector<BuildVersion> &versions)
      : diagnostic_(diagnostic), unit_(unit), versions_(versions) {}

  BuildExplanation run() {
    find_users();
    if (versions_.front().revision.role == Role::Base)
      for (const std::string &name : candidates())
        if (explain_by(name))
          return finish();
    if (!users_.empty())
      result_.text = join_names(users_) + " added this line; " +
                     "what it relies on is different in the merge";
    else if (!has_line_of(versions_.front()) && is_merge_line())
      result_.text = "this line is only in the merge";
    result_.parents = users_;
    return std::move(result_);
  }

private:
  bool has_line_of(const BuildVersion &version) const {
    std::optional<std::string> text = version.read(diagnostic_.path);
    return text && has_line(*text, diagnostic_.line_text);
  }

  // Parents that have the line where the base has not.
  void find_users() {
    bool has_base = versions_.front().revision.role == Role::Base;
    if (has_base && has_line_of(versions_.front()))
      return;
    for (const BuildVersion &version : versions_)
      if (version.revision.role == Role::Parent && has_line_of(version))
        users_.push_back(version.revision.id);
  }

  bool is_merge_line() const {
    return std::none_of(
        versions_.begin(), versions_.end(), [&](const BuildVersion &version) {
          return version.revision.role != Role::Merge && has_line_of(version);
        });
  }

  // Names the message quotes, then called names of the line, then its other
  // words.
  std::vector<std::string> candidates() const {
    std::vector<std::string> names = quoted_identifiers(diagnostic_.message);
    std::vector<std::string> tokens = split_tokens(diagnostic_.line_text);
    for (bool is_call : {true, false})
      for (std::size_t i = 0; i < tokens.size(); i++)
        if (is_identifier(tokens[i]) &&
            is_call == (i + 1 < tokens.size() && tokens[i + 1] == "("))
          names.push_back(tokens[i]);
    return names;
  }

  // All declarations of the name that the unit sees in a version, or would see
  // there as it is in the merge.
  std::set<std::string> declarations(const BuildVersion &version,
                                     const std::string &name) const {
    std::set<std::string> paths{unit_, diagnostic_.path};
    const auto &units =
        version.units.contains(unit_) ? version.units : versions_.back().units;
    if (auto unit = units.find(unit_); unit != units.end())
      paths.insert(unit->second.includes.begin(), unit->second.includes.end());
    std::set<std::string> found;
    for (const std::string &path : paths)
      if (std::optional<std::string> text = version.read(path);
          text && text->find(name) != std::string::npos)
        found.merge(find_declarations(split_tokens(*text), name));
    return found;
  }

  bool explain_by(const std::string &name) {
    std::set<std::string> base = declarations(versions_.front(), name);
    std::vector<std::string> removed, changed, added;
    for (const BuildVersion &version : versions_) {
      if (version.revision.role != Role::Parent)
        continue;
      std::set<std::string> own = declarations(version, name);
      if (own == base)
        continue;
      (own.empty()    ? removed
       : base.empty() ? added
                      : changed)
          .push_back(version.revision.id);
    }
    if (removed.empty() && changed.empty() && added.size() < 2)
      return false;
    describe(name, removed, changed, added);
    return true;
  }

  void describe(const std::string &name,
                const std::vector<std::string> &removed,
                const std::vector<std::string> &changed,
                const std::vector<std::string> &added) {
    std::vector<std::string> parts;
    auto say = [&](const std::vector<std::string> &who,
                   const std::string &what) {
      if (who.empty())
        return;
      parts.push_back(join_names(who) + " " + what);
      result_.parents.insert(result_.parents.end(), who.begin(), who.end());
    };
    say(removed, "removed the declaration of '" + name + "'");
    say(changed, "changed the declaration of '" + name + "'");
    say(added, "added '" + name + "'");
    if (added.empty())
      say(users_, "added this line");
    for (std::size_t i = 0; i < parts.size(); i++)
      result_.text += (i > 0 ? "; " : "") + parts[i];
    if (added.empty() && users_.empty())
      result_.text += "; this line still needs it";
    result_.is_removed_and_used =
        !removed.empty() &&
        std::any_of(users_.begin(), users_.end(), [&](const std::string &user) {
          return std::find(removed.begin(), removed.end(), user) ==
                 removed.end();
        });
  }

  BuildExplanation finish() {
    std::vector<std::string> &parents = result_.parents;
    std::sort(parents.begin(), parents.end());
    parents.erase(std::unique(parents.begin(), parents.end()), parents.end());
    return std::move(result_);
  }

  const source::Diagnostic &diagnostic_;
  const std::string &unit_;
  const std::vector<BuildVersion> &versions_;
  std::vector<std::string> users_;
  BuildExplanation result_;
};

} // namespace

std::vector<std::string> quoted_identifiers(const std::string &message) {
  std::vector<std::string> names;
  for (std::size_t at = 0;;) {
    std::size_t begin = message.find('\'', at);
    std::size_t end =
        begin == std::string::npos ? begin : message.find('\'', begin + 1);
    if (end == std::string::npos)
      return names;
    std::string quoted = message.substr(begin + 1, end - begin - 1);
    for (const char *keyword : {"struct ", "union ", "enum "})
      if (quoted.starts_with(keyword))
        quoted.erase(0, std::string_view(keyword).size());
    if (is_identifier(quoted))
      names.push_back(quoted);
    at = end + 1;
  }
}

BuildExplanation explain_build(const source::Diagnostic &diagnostic,
                               const std::string &unit,
                               const std::vector<BuildVersion> &versions) {
  return Explainer(diagnostic, unit, versions).run();
}

} // namespace mergeproof::impact
