#include "app/definition_files.h"

#include "frontend/c/parse.h"
#include "scan/file_selection.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <deque>
#include <map>

namespace mergeproof::app {
namespace {

constexpr std::size_t most_files = 200;

constexpr const char *trial_words[] = {"test",  "example", "sample", "demo",
                                       "bench", "fuzz",    "mock",   "stub"};

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) {
    return static_cast<char>(std::tolower(c));
  });
  return text;
}

// Programs that put their own functions in the place of the project's, perhaps:
// "tests/log.c", "hashtest.c", and "latest/log.c".
bool may_be_trial(const std::string &key) {
  const std::string text = in_lower_case(key);
  return std::any_of(
      std::begin(trial_words), std::end(trial_words),
      [&](const char *word) { return text.find(word) != std::string::npos; });
}

// Surely: a word of the path begins so.
bool is_trial(const std::string &key) {
  const std::string text = in_lower_case(key);
  auto is_letter = [](char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0;
  };
  for (std::size_t at = 0; at < text.size(); at++)
    if (at == 0 || !is_letter(text[at - 1]))
      for (const char *word : trial_words)
        if (text.compare(at, std::strlen(word), word) == 0)
          return true;
  return false;
}

class Finder {
public:
  Finder(const git::MergeInput &input, scan::TextIndex &index,
         const std::set<std::string> &known)
      : input_(input), index_(index), known_(known) {
    scan::ScannedTexts scanned = scan::scanned_texts(input, known);
    most_files_ = scanned.is_all ? most_files : 0;
    for (const std::string &key : scanned.keys)
      add_text(key);
  }

  DefinitionFiles run(const std::set<std::string> &wanted) {
    for (const std::string &name : wanted)
      ask(index_.names.intern(name), "");
    for (; !waiting_.empty(); waiting_.pop_front())
      look_up(waiting_.front().first, waiting_.front().second);
    for (const auto &[name, from] : asked_)
      if (is_defined_outside(name))
        found_.left.insert(index_.names.text(name));
    if (most_files_ == 0) // who knows what the rest of the tree defines
      found_.left.insert(wanted.begin(), wanted.end());
    for (const std::string &key : keys_)
      found_.files[key] = functions_of(key);
    return std::move(found_);
  }

private:
  void add_text(const std::string &key) {
    const scan::TextFile *file = text(input_.trees.size() - 1, key);
    if (!file)
      return;
    for (const scan::TextItem &item : file->items)
      for (scan::NameId name : item.names)
        places_[name].push_back({key, &item});
  }

  struct Place {
    std::string key;
    const scan::TextItem *item;
  };

  const scan::TextFile *text(std::size_t version, const std::string &key) {
    const std::string &id = input_.revisions[version].id;
    return index_.file(*input_.trees[version], input_.path_of(id, key));
  }

  void ask(scan::NameId name, const std::string &from) {
    if (asked_.emplace(name, from).second)
      waiting_.emplace_back(name, from);
  }

  // Where a mention in `from` may lead: a static function is its file's own.
  std::vector<Place> places_of(scan::NameId name,
                               const std::string &from) const {
    auto found = places_.find(name);
    std::vector<Place> seen;
    if (found == places_.end())
      return seen;
    for (const Place &place : found->second)
      if (place.key == from || !scan::is_c_file(place.key) ||
          (place.item->is_function && !place.item->is_static))
        seen.push_back(place);
    return seen;
  }

  void look_up(scan::NameId name, const std::string &from) {
    std::vector<Place> places = places_of(name, from);
    std::set<std::string> homes;
    for (const Place &place : places)
      if (scan::is_c_file(place.key))
        homes.insert(place.key);
    if (homes.size() > 1 || (homes.size() == 1 && !take(*homes.begin())))
      return;
    for (const Place &place : places)
      if (place.item->is_function || !scan::is_c_file(place.key))
        for (scan::NameId mentioned : place.item->mentions)
          ask(mentioned, homes.empty() ? from : *homes.begin());
  }

  // False: it cannot be read for its definitions.
  bool take(const std::string &key) {
    if (known_.contains(key) || keys_.contains(key))
      return true;
    if (keys_.size() >= most_files_ || !is_the_same_everywhere(key) ||
        (functions_of(key).contains("main") && may_be_trial(key)))
      return false;
    keys_.insert(key);
    return true;
  }

  std::set<std::string> functions_of(const std::string &key) {
    std::set<std::string> names;
    if (const scan::TextFile *file = text(input_.trees.size() - 1, key))
      for (const scan::TextItem &item : file->items)
        if (item.is_function && !item.is_static)
          for (scan::NameId name : item.names)
            names.insert(index_.names.text(name));
    return names;
  }

  bool is_the_same_everywhere(const std::string &key) const {
    std::set<std::string> identities;
    for (std::size_t v = 0; v < input_.trees.size(); v++)
      identities.insert(input_.trees[v]->identity(
          input_.path_of(input_.revisions[v].id, key)));
    return identities.size() == 1 && !identities.begin()->empty();
  }

  bool is_defined_outside(scan::NameId name) const {
    auto found = places_.find(name);
    return found != places_.end() &&
           std::any_of(found->second.begin(), found->second.end(),
                       [&](const Place &place) {
                         return place.item->is_function &&
                                !place.item->is_static &&
                                scan::is_c_file(place.key) &&
                                !known_.contains(place.key) &&
                                !keys_.contains(place.key);
                       });
  }

  const git::MergeInput &input_;
  scan::TextIndex &index_;
  const std::set<std::string> &known_;
  std::size_t most_files_ = 0;
  std::map<scan::NameId, std::vector<Place>> places_;
  std::set<std::pair<scan::NameId, std::string>> asked_;
  std::deque<std::pair<scan::NameId, std::string>> waiting_; // nearest first
  std::set<std::string> keys_;
  DefinitionFiles found_;
};

} // namespace

std::size_t keep_only(DefinitionFiles &found,
                      const std::set<std::string> &read) {
  return std::erase_if(found.files, [&](const auto &file) {
    if (read.contains(file.first))
      return false;
    found.left.insert(file.second.begin(), file.second.end());
    return true;
  });
}

DefinitionFiles find_definition_files(const git::MergeInput &input,
                                      scan::TextIndex &index,
                                      const std::set<std::string> &wanted,
                                      const std::set<std::string> &known) {
  return Finder(input, index, known).run(wanted);
}

std::set<std::string>
missing_definitions(const impact::AnalysedVersion &version,
                    const std::set<ir::Symbol> &units,
                    const source::FileTable &files) {
  std::set<std::string> missing;
  std::set<ir::Symbol> seen = units;
  std::vector<ir::Symbol> waiting(units.begin(), units.end());
  while (!waiting.empty()) {
    ir::Symbol id = waiting.back();
    waiting.pop_back();
    const ir::Function *function = version.program->find_function(id);
    if (function && !function->is_defined && !function->is_static &&
        !files.path(function->span.file).starts_with('/'))
      missing.insert(std::string(function->name));
    auto node = version.graph->nodes.find(id);
    if (node == version.graph->nodes.end())
      continue;
    for (ir::Symbol callee : node->second.callees)
      if (seen.insert(callee).second)
        waiting.push_back(callee);
  }
  return missing;
}

namespace {

// Finds what a text may give a name of the library to: a definition, an alias
// or an assembler name, a macro that is another name for it.
class OwnFunctions {
public:
  explicit OwnFunctions(scan::NameTable &names) : names_(names) {
    for (const std::string &name : frontend::c::lowered_library())
      known_.insert(names.intern(name));
    for (const char *word :
         {"alias", "__alias__", "asm", "__asm__", "__asm", "ifunc"})
      renaming_.insert(names.intern(word));
  }

  void add(const scan::TextFile &file) {
    for (const scan::TextItem &item : file.items)
      if (item.is_macro)
        add_macro(item);
      else if (item.is_function && !item.is_static)
        defined_.insert(item.names.begin(), item.names.end());
      else if (mentions(item, renaming_))
        for (scan::NameId name : item.names)
          defined_.insert(name);
  }

  std::set<std::string> found() const {
    std::set<std::string> own;
    for (scan::NameId name : known_)
      if (defined_.contains(name))
        own.insert(names_.text(name));
    for (const auto &[macro, name] : macros_)
      if (defined_.contains(macro))
        own.insert(names_.text(name));
    return own;
  }

private:
  static bool mentions(const scan::TextItem &item,
                       const std::set<scan::NameId> &wanted) {
    return std::any_of(
        item.mentions.begin(), item.mentions.end(),
        [&](scan::NameId name) { return wanted.contains(name); });
  }
  void add_macro(const scan::TextItem &item) {
    for (scan::NameId name : item.mentions)
      if (known_.contains(name))
        for (scan::NameId macro : item.names)
          macros_.emplace(macro, name);
  }

  scan::NameTable &names_;
  std::set<scan::NameId> known_, renaming_, defined_;
  std::multimap<scan::NameId, scan::NameId> macros_; // to what they name
};

} // namespace

std::set<std::string> own_library_functions(const git::MergeInput &input,
                                            scan::TextIndex &index) {
  OwnFunctions own(index.names);
  std::set<std::string> keys = scan::scanned_texts(input, {}).keys;
  for (const auto &[id, changes] : input.changes) // what the merge lacks, too
    for (const auto &[key, kind] : changes)
      if (scan::is_c_text(key))
        keys.insert(key);
  for (const std::string &key : keys)
    for (std::size_t v = 0; v < input.trees.size() && !is_trial(key); v++)
      if (const scan::TextFile *file = index.file(
              *input.trees[v], input.path_of(input.revisions[v].id, key)))
        own.add(*file);
  return own.found();
}

} // namespace mergeproof::app
