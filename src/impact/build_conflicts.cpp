#include "impact/build_conflicts.h"

#include "impact/build_explanation.h"
#include "impact/reason.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>

namespace mergeproof::impact {
namespace {

using source::Diagnostic;
using source::Role;
using source::Severity;

// A compiler that says this much about one unit keeps the rest to itself.
constexpr std::size_t max_diagnostics = 2000;

// Warnings whose code is broken or nearly so; a name also covers "name-…" and,
// for "format", all of its family.
constexpr std::string_view serious_warnings[] = {
    "implicit-function-declaration",
    "implicit-int",
    "incompatible-pointer-types",
    "incompatible-function-pointer-types",
    "int-conversion",
    "int-to-pointer-cast",
    "format",
    "unused-result",
    "uninitialized",
    "sometimes-uninitialized",
    "array-bounds",
    "switch",
    "return-type",
    "return-stack-address",
    "null-dereference",
    "nonnull",
    "deprecated-non-prototype",
    "macro-redefined",
    "excess-initializers",
    "fortify-source",
    "sizeof-pointer-memaccess",
    "shift-count-overflow",
    "undefined-internal",
    "undefined-inline"};

// Errors about something that is visible in the unit, whatever headers are
// missing.
constexpr std::string_view visible_errors[] = {
    "typecheck_call_too_few_args",
    "typecheck_call_too_many_args",
    "no_member",
    "redefinition",
    "redefinition_different_kind",
    "redefinition_different_typedef",
    "conflicting_types",
    "duplicate_case",
    "duplicate_member",
    "redefinition_of_enumerator",
    "int-conversion",
    "incompatible-pointer-types",
    "incompatible-function-pointer-types"};

template <std::size_t N>
bool is_listed(const std::string &category, const std::string_view (&list)[N]) {
  return std::any_of(
      std::begin(list), std::end(list), [&](std::string_view name) {
        return category == name ||
               (category.starts_with(name) &&
                (category[name.size()] == '-' || category[name.size()] == '_'));
      });
}

bool is_missing_header(const Diagnostic &diagnostic) {
  return diagnostic.category.ends_with("file_not_found");
}

bool is_error(const Diagnostic &diagnostic) {
  return diagnostic.severity >= Severity::Error &&
         !is_missing_header(diagnostic);
}

std::string without_blanks(const std::string &text) {
  std::string result;
  for (char c : text)
    if (!std::isspace(static_cast<unsigned char>(c)))
      result += c;
  return result;
}

// "'struct (unnamed at f.c:12:3)'" moves with every inserted line.
std::string without_places(const std::string &message) {
  std::string result;
  for (std::size_t i = 0; i < message.size(); i++) {
    bool is_number = std::isdigit(static_cast<unsigned char>(message[i]));
    if (!is_number || result.empty() || result.back() != ':')
      result += message[i];
  }
  return result;
}

struct Key {
  std::string path, category, message, text;
  auto operator<=>(const Key &) const = default;
};

// Of a switch that lacks cases the compiler names some: that it lacks others,
// too, is nothing new.
std::string message_of(const Diagnostic &d) {
  return d.category == "switch" ? std::string() : without_places(d.message);
}

Key exact_key(const Diagnostic &d) {
  return {d.path, d.category, message_of(d), without_blanks(d.line_text)};
}

// A message that names an identifier says the same on every line.
Key loose_key(const Diagnostic &d) {
  bool is_named =
      !quoted_identifiers(d.message).empty() && d.category != "switch";
  return {d.path, d.category, message_of(d),
          is_named ? std::string() : without_blanks(d.line_text)};
}

bool is_subset(const std::vector<std::string> &small,
               const std::set<std::string> &large) {
  return std::all_of(small.begin(), small.end(), [&](const std::string &item) {
    return large.contains(item);
  });
}

std::set<Key> error_keys(const UnitDiagnostics &unit) {
  std::set<Key> keys;
  for (const Diagnostic &diagnostic : unit.diagnostics)
    if (is_error(diagnostic))
      keys.insert(exact_key(diagnostic));
  return keys;
}

// False when diagnostics may be missing from the list.
bool is_complete(const UnitDiagnostics &unit) {
  return unit.diagnostics.size() < max_diagnostics &&
         std::none_of(
             unit.diagnostics.begin(), unit.diagnostics.end(),
             [](const Diagnostic &diagnostic) {
               return diagnostic.severity == Severity::Fatal &&
                      !is_missing_header(diagnostic);
             });
}

// "TEST(first) {" is no function named TEST where a header may define TEST.
bool may_be_macro_call(const Diagnostic &diagnostic) {
  std::vector<std::string> names = quoted_identifiers(diagnostic.message);
  const std::string &line = diagnostic.line_text;
  return std::any_of(names.begin(), names.end(), [&](const std::string &name) {
    std::size_t at = line.find(name);
    std::string behind = at == std::string::npos
                             ? ""
                             : without_blanks(line.substr(at + name.size()));
    std::string before =
        at == std::string::npos ? "" : without_blanks(line.substr(0, at));
    return behind.starts_with("(") &&
           (before.empty() || before == "static" || before == "extern");
  });
}

// One translation unit of the merge.
class UnitSearch {
public:
  UnitSearch(const std::string &path, const std::vector<BuildVersion> &versions,
             const std::set<Key> &known)
      : path_(path), versions_(versions), known_(known),
        merge_(versions.back().units.at(path)) {
    for (const BuildVersion &version : versions)
      if (version.revision.role == Role::Parent && version.units.contains(path))
        parents_.push_back(&version);
  }

  std::vector<BuildConflict> run() {
    if (!is_comparable())
      return {};
    find_removed_headers();
    if (!found_.empty() || !has_known_headers())
      return std::move(found_); // all else may follow from the header
    bool parent_has_errors = false;
    for (const BuildVersion *parent : parents_)
      parent_has_errors |= !error_keys(unit_of(*parent)).empty();
    for (const Diagnostic &diagnostic : merge_.diagnostics)
      if (is_serious(diagnostic) &&
          is_error_or(diagnostic, !parent_has_errors) && is_new(diagnostic))
        consider(diagnostic);
    return std::move(found_);
  }

private:
  const UnitDiagnostics &unit_of(const BuildVersion &version) const {
    return version.units.at(path_);
  }

  static bool is_error_or(const Diagnostic &diagnostic,
                          bool are_warnings_wanted) {
    return diagnostic.severity == Severity::Error || are_warnings_wanted;
  }

  bool is_comparable() const {
    if (parents_.empty() || !is_complete(merge_))
      return false;
    for (const BuildVersion &version : versions_)
      if (version.revision.role == Role::Parent &&
          !version.units.contains(path_) && version.read(path_))
        return false; // there, but not parsed
    std::set<Key> errors = error_keys(merge_);
    std::set<std::string> missing(merge_.missing_includes.begin(),
                                  merge_.missing_includes.end());
    for (const BuildVersion *parent : parents_) {
      const UnitDiagnostics &unit = unit_of(*parent);
      std::set<Key> own = error_keys(unit);
      if (!is_complete(unit) || !is_subset(unit.missing_includes, missing) ||
          !std::includes(errors.begin(), errors.end(), own.begin(), own.end()))
        return false;
    }
    return true;
  }

  // Some parent misses every header that the merge misses.
  bool has_known_headers() const {
    std::set<std::string> missing;
    for (const BuildVersion *parent : parents_)
      missing.insert(unit_of(*parent).missing_includes.begin(),
                     unit_of(*parent).missing_includes.end());
    return is_subset(merge_.missing_includes, missing);
  }

  bool is_new(const Diagnostic &diagnostic) const {
    return !diagnostic.path.starts_with("/") &&
           !known_.contains(exact_key(diagnostic)) &&
           !known_.contains(loose_key(diagnostic)) &&
           (diagnostic.severity != Severity::Warning || is_more(diagnostic));
  }

  // Than its function has in some parent: the line may have been edited since.
  bool is_more(const Diagnostic &diagnostic) const {
    auto count = [&](const UnitDiagnostics &unit) {
      return std::count_if(unit.diagnostics.begin(), unit.diagnostics.end(),
                           [&](const Diagnostic &other) {
                             return other.path == diagnostic.path &&
                                    other.category == diagnostic.category &&
                                    other.function == diagnostic.function &&
                                    message_of(other) == message_of(diagnostic);
                           });
    };
    return std::none_of(parents_.begin(), parents_.end(),
                        [&](const BuildVersion *parent) {
                          return count(unit_of(*parent)) >= count(merge_);
                        });
  }

  void consider(const Diagnostic &diagnostic) {
    BuildExplanation explanation = explain_build(diagnostic, path_, versions_);
    if (!merge_.missing_includes.empty()) {
      bool is_sure = is_listed(diagnostic.category, visible_errors)
                         ? !explanation.parents.empty()
                         : explanation.is_removed_and_used;
      if (!is_sure || diagnostic.severity == Severity::Warning ||
          may_be_macro_call(diagnostic))
        return;
    }
    if (explanation.text.empty())
      explanation.text = "no parent has this: it comes from their combination";
    found_.push_back({diagnostic, explanation.text, explanation.parents});
  }

  static bool misses(const BuildVersion &version, const std::string &header) {
    return std::any_of(version.units.begin(), version.units.end(),
                       [&](const auto &unit) {
                         const std::vector<std::string> &missing =
                             unit.second.missing_includes;
                         return std::find(missing.begin(), missing.end(),
                                          header) != missing.end();
                       });
  }

  // A header that a parent reads, in a merge that has it no more.
  void find_removed_headers() {
    for (const Diagnostic &diagnostic : merge_.diagnostics)
      if (is_missing_header(diagnostic) && is_new(diagnostic))
        for (const std::string &header : merge_.missing_includes)
          if (diagnostic.message.find("'" + header + "'") != std::string::npos)
            add_removed_header(diagnostic, header);
  }

  void add_removed_header(const Diagnostic &diagnostic,
                          const std::string &header) {
    std::vector<std::string> users, removers;
    std::string path;
    for (const BuildVersion *parent : parents_)
      for (const std::string &include : unit_of(*parent).includes)
        if (include == header || include.ends_with("/" + header)) {
          users.push_back(parent->revision.id);
          path = include;
          break;
        }
    if (users.empty() || versions_.back().read(path))
      return;
    for (const BuildVersion &version : versions_)
      if (version.revision.role == Role::Parent && !version.read(path)) {
        if (misses(version, header))
          return; // the build makes it there
        removers.push_back(version.revision.id);
      }
    if (removers.empty())
      return;
    BuildConflict conflict{
        .diagnostic = diagnostic, .explanation = {}, .parents = removers};
    conflict.explanation = join_names(removers) + " removed " + path + "; " +
                           join_names(users) +
                           (users.size() == 1 ? " includes it" : " include it");
    conflict.parents.insert(conflict.parents.end(), users.begin(), users.end());
    std::sort(conflict.parents.begin(), conflict.parents.end());
    found_.push_back(std::move(conflict));
  }

  const std::string &path_;
  const std::vector<BuildVersion> &versions_;
  const std::set<Key> &known_; // what the base or a parent has, in any unit
  const UnitDiagnostics &merge_;
  std::vector<const BuildVersion *> parents_; // that have the unit
  std::vector<BuildConflict> found_;
};

} // namespace

bool is_serious(const Diagnostic &diagnostic) {
  if (diagnostic.severity == Severity::Warning)
    return is_listed(diagnostic.category, serious_warnings);
  return diagnostic.severity == Severity::Error;
}

std::vector<BuildConflict>
find_build_conflicts(const std::vector<BuildVersion> &versions) {
  std::set<Key> known;
  for (const BuildVersion &version : versions)
    if (version.revision.role != Role::Merge)
      for (const auto &[path, unit] : version.units)
        for (const Diagnostic &diagnostic : unit.diagnostics)
          known.insert({exact_key(diagnostic), loose_key(diagnostic)});
  std::vector<BuildConflict> result;
  std::set<Key> reported;
  for (const auto &[path, unit] : versions.back().units)
    for (BuildConflict &conflict : UnitSearch(path, versions, known).run()) {
      Key key = exact_key(conflict.diagnostic);
      key.text.clear();
      if (reported.insert(key).second)
        result.push_back(std::move(conflict));
    }
  std::sort(result.begin(), result.end(),
            [](const BuildConflict &a, const BuildConflict &b) {
              const Diagnostic &x = a.diagnostic, &y = b.diagnostic;
              return std::tie(x.path, x.line, x.column, x.message) <
                     std::tie(y.path, y.line, y.column, y.message);
            });
  return result;
}

} // namespace mergeproof::impact
