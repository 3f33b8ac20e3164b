#include "app/reading/parse_store.h"

#include "app/usable_definitions.h"
#include "checkout/declaring_tree.h"
#include "impact/body_hash.h"
#include "impact/function_flow.h"
#include "ir/named_symbols.h"
#include "support/hash.h"
#include "support/words.h"

#include <algorithm>
#include <cctype>

namespace mergeproof::app {

using source::UnknownNames;

namespace {

std::set<std::string> words_of(const std::string &text) {
  std::set<std::string> words;
  std::string word;
  for (char c : text + ' ') {
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') {
      word += c;
      continue;
    }
    if (!word.empty())
      words.insert(std::move(word));
    word.clear();
  }
  return words;
}

// What clang says of a name that was made up is no reason to give.
void keep_reasons(const frontend::c::ParsedUnit &before,
                  frontend::c::ParsedUnit &unit) {
  std::map<std::string, std::string> reasons;
  for (const frontend::c::SkippedFunction &skipped : before.skipped)
    reasons[skipped.name] = skipped.reason;
  for (frontend::c::SkippedFunction &skipped : unit.skipped)
    if (auto known = reasons.find(skipped.name); known != reasons.end())
      skipped.reason = known->second;
}

// Which files write the name of some struct, themselves or by what they
// include: others know none of its members.
class Mentions {
public:
  explicit Mentions(const std::set<std::string> &records) {
    for (const std::string &name : records) // "struct node": "node"
      tags_.push_back(name.substr(name.rfind(' ') + 1));
  }

  bool may_name(const source::Tree &tree, const ReadFile &file) {
    std::vector<std::string> paths = file.unit->includes;
    paths.push_back(file.path);
    return std::any_of(
        paths.begin(), paths.end(),
        [&](const std::string &path) { return is_in(tree, path); });
  }

private:
  bool is_in(const source::Tree &tree, const std::string &path) {
    auto [place, is_new] = known_.try_emplace({&tree, path}, true);
    if (!is_new)
      return place->second;
    auto text = tree.read(path);
    return place->second = !text || std::any_of(tags_.begin(), tags_.end(),
                                                [&](const std::string &tag) {
                                                  return support::has_word(
                                                      text.value(), tag);
                                                });
  }

  std::vector<std::string> tags_;
  std::map<std::pair<const source::Tree *, std::string>, bool> known_;
};

} // namespace

const ReadFile *ParseStore::find(std::size_t version,
                                 const std::string &key) const {
  auto found = files_.find({version, key});
  return found == files_.end() ? nullptr : &found->second;
}

// The same text, and every header that was looked for is found at the same
// place with the same text.
bool ParseStore::is_same(std::size_t version, const ReadFile &file,
                         std::size_t other, const ReadFile &other_file) {
  if (!other_file.unit || file.path != other_file.path ||
      file.flags != other_file.flags)
    return false;
  std::string identity = tree(version).identity(file.path);
  if (identity.empty() || identity != tree(other).identity(file.path))
    return false;
  const frontend::c::ParsedUnit &unit = *other_file.unit;
  for (const std::string &path : unit.includes)
    if (tree(version).identity(path) != tree(other).identity(path))
      return false;
  for (const auto *names :
       {&unit.includes, &unit.missing_includes, &unit.probed_includes})
    if (added_.contains_any(tree(version), tree(other), *names))
      return false;
  return true;
}

frontend::c::LineNumbersOf ParseStore::numbers_of(std::size_t version) const {
  return [this, version](const std::string &path) {
    return numbers_->of(version, path);
  };
}

frontend::c::ParseRequest ParseStore::request(std::size_t version,
                                              const std::string &key,
                                              const ReadFile &file) const {
  return {.tree = file.tree ? file.tree.get() : &tree(version),
          .path = file.path,
          .key_path = key,
          .flags = file.flags,
          .own_functions = &own_functions_,
          .line_numbers = numbers_of(version),
          .layouts = layouts_ ? &(*layouts_)[version] : nullptr};
}

// Of the file in the versions.
std::size_t ParseStore::count_texts(const std::string &key) const {
  std::set<std::string> texts;
  for (std::size_t v = 0; v < input_.trees.size(); v++) {
    std::string path = input_.path_of(input_.revisions[v].id, key);
    if (tree(v).contains(path))
      texts.insert(tree(v).identity(path));
  }
  return texts.size();
}

// Versions of the file with texts of their own, that have not been read.
std::vector<frontend::c::OtherVersion>
ParseStore::others(const source::Tree *than, const std::string &key,
                   const ReadFile &file) const {
  std::vector<frontend::c::OtherVersion> others;
  std::set<std::string> texts = {than->identity(file.path)};
  for (std::size_t v = 0; v < input_.trees.size(); v++) {
    bool is_at_place =
        input_.path_of(input_.revisions[v].id, key) == file.path &&
        tree(v).contains(file.path);
    bool is_known = files_.contains({v, key});
    if (is_at_place && texts.insert(tree(v).identity(file.path)).second &&
        !is_known)
      others.push_back({&tree(v), numbers_of(v)});
  }
  return others;
}

// To make a preamble costs as much as to read its headers twice.
void ParseStore::share(const std::string &key, const ReadFile &file,
                       FileReader &reader,
                       frontend::c::ParseRequest &wanted) const {
  wanted.baton = reader.baton;
  wanted.readers = reader.readers;
  std::size_t texts = count_texts(key);
  if (texts > 1)
    wanted.bodies = &reader.bodies;
  if (texts > 2 && !file.tree)
    wanted.preambles = &reader.preambles;
  if (texts > 1 && !file.tree)
    wanted.others = others(wanted.tree, key, file);
}

void ParseStore::parse(std::size_t version, const std::string &key,
                       ReadFile &file, FileReader &reader,
                       const frontend::c::ParsedUnit *before) {
  reader.events.reading({input_.revisions[version].id, key});
  try {
    frontend::c::ParseRequest wanted = request(version, key, file);
    share(key, file, reader, wanted);
    frontend::c::ParsedUnit unit = frontend::c::parse(context_, wanted);
    if (before)
      keep_reasons(*before, unit);
    file.unit = std::make_shared<frontend::c::ParsedUnit>(std::move(unit));
    if (!file.unit->failure.empty()) {
      file.failure = file.unit->failure;
      file.unit.reset();
    }
  } catch (const std::exception &error) {
    file.failure = std::string("internal error: ") + error.what();
  }
  reader.events.has_read({input_.revisions[version].id, key});
}

// Pointers of a program have one width: that of the first file.
std::string ParseStore::other_width(const std::vector<std::string> &flags,
                                    const std::string &key) {
  bool is_narrow = frontend::c::are_narrow(flags);
  if (!first_key_) {
    first_key_ = key;
    is_narrow_ = is_narrow;
  }
  if (is_narrow == is_narrow_)
    return "";
  const std::string &narrow = is_narrow ? key : *first_key_;
  const std::string &wide = is_narrow ? *first_key_ : key;
  return narrow + " is compiled with -m32 and " + wide +
         " is not: all files of a run have to have pointers of one size";
}

const ReadFile *ParseStore::read(std::size_t version, const std::string &key,
                                 FileReader &reader) {
  const std::string &id = input_.revisions[version].id;
  std::string path = input_.path_of(id, key);
  if (!tree(version).contains(path))
    return nullptr;
  auto [place, is_new] = files_.try_emplace({version, key});
  ReadFile &file = place->second;
  if (!is_new)
    return &file;
  file.path = path;
  if (auto killer = reader.skipped.find({id, key});
      killer != reader.skipped.end()) {
    file.failure = killer->second;
    return &file;
  }
  if (auto left = left_.find(key); left != left_.end()) {
    file.failure = left->second;
    return &file;
  }
  file.flags = flags_.flags_for(tree(version), path);
  for (std::size_t other = 0; other < input_.trees.size(); other++)
    if (std::string there = input_.path_of(input_.revisions[other].id, key);
        other != version && tree(other).contains(there))
      flags_.drop_disagreement(file.flags,
                               flags_.flags_for(tree(other), there));
  for (std::size_t other = 0; other < input_.trees.size(); other++) {
    const ReadFile *known = other == version ? nullptr : find(other, key);
    if (!known)
      continue;
    if (is_same(version, file, other, *known)) {
      file.unit = known->unit;
      return &file;
    }
    // What killed clang once is not tried again.
    if (!known->unit &&
        tree(version).identity(path) == tree(other).identity(known->path)) {
      file.failure = known->failure;
      return &file;
    }
  }
  file.failure = other_width(file.flags, key);
  if (file.failure.empty())
    parse(version, key, file, reader);
  return &file;
}

namespace {

// What one version has, by id; of functions those that are not weak.
class Definitions {
public:
  void add(const ir::Program &program) {
    for (const auto &[id, function] : program.functions)
      if (function.is_defined && !function.is_weak)
        functions_.emplace(id, &function);
    for (const auto &[id, global] : program.globals)
      if (global.is_defined)
        globals_.emplace(id, &global);
  }

  // Of all that a function does with what it comes to; 0: there is none.
  std::uint64_t hash(ir::Symbol id) const {
    std::uint64_t hash = 0;
    std::set<ir::Symbol> seen{id};
    std::vector<ir::Symbol> waiting;
    auto wait_for = [&](const auto &names) {
      for (ir::Symbol name : names)
        if (seen.insert(name).second)
          waiting.push_back(name);
    };
    if (!functions_.contains(id))
      return 0;
    for (waiting = {id}; !waiting.empty();) {
      ir::Symbol next = waiting.back();
      waiting.pop_back();
      if (auto function = functions_.find(next); function != functions_.end()) {
        hash = support::mix(hash, hash_body(*function->second));
        wait_for(ir::named_symbols(*function->second));
      } else if (auto global = globals_.find(next); global != globals_.end()) {
        hash = support::mix(hash, impact::hash_global(*global->second).low);
        wait_for(ir::named_by(*global->second));
      }
    }
    return hash | 1;
  }

private:
  std::map<ir::Symbol, const ir::Function *> functions_;
  std::map<ir::Symbol, const ir::Global *> globals_;
};

// Null: nothing of the unit is weak and defined elsewhere.
std::shared_ptr<const frontend::c::ParsedUnit>
with_links(const frontend::c::ParsedUnit &unit,
           const Definitions &definitions) {
  std::shared_ptr<frontend::c::ParsedUnit> changed;
  for (const auto &[id, function] : unit.program.functions)
    if (std::uint64_t hash = function.is_weak ? definitions.hash(id) : 0;
        hash != 0 && function.linked != hash) {
      if (!changed)
        changed = std::make_shared<frontend::c::ParsedUnit>(unit);
      changed->program.functions.at(id).linked = hash;
    }
  return changed;
}

} // namespace

void ParseStore::link_weak() {
  std::map<std::size_t, Definitions> definitions; // by version
  for (const auto &[place, file] : files_)
    if (file.unit)
      definitions[place.first].add(file.unit->program);
  for (auto &[place, file] : files_)
    if (file.unit)
      if (auto changed = with_links(*file.unit, definitions[place.first]))
        file.unit = std::move(changed);
}

namespace {

// Whether `others` has each of the headers, by that path or another of it:
// "lib/types.h" is "types.h" where lib is searched.
bool are_of(const std::vector<std::string> &headers,
            const std::vector<std::string> &others) {
  return std::all_of(
      headers.begin(), headers.end(), [&](const std::string &header) {
        return std::any_of(
            others.begin(), others.end(), [&](const std::string &other) {
              return other == header || other.ends_with("/" + header) ||
                     header.ends_with("/" + other);
            });
      });
}

} // namespace

// What is unknown in every version that mentions it; what only some of them
// lack is an error of theirs.
UnknownNames ParseStore::unknown_names(const std::string &key) const {
  UnknownNames names;
  const frontend::c::ParsedUnit *first = nullptr;
  for (std::size_t v = 0; v < input_.trees.size(); v++)
    if (const ReadFile *file = find(v, key); file && file->unit) {
      names.add(file->unit->unknown);
      first = first ? first : file->unit.get();
      if (!are_of(file->unit->missing_includes, first->missing_includes) ||
          !are_of(first->missing_includes, file->unit->missing_includes))
        return {}; // another header may define another thing
    }
  for (std::size_t v = 0; v < input_.trees.size() && names.size() > 0; v++)
    if (const ReadFile *file = find(v, key)) {
      auto text = tree(v).read(file->path);
      std::set<std::string> words = words_of(text ? text.value() : "");
      names.erase_if([&](const std::string &name) {
        bool is_unknown = file->unit && file->unit->unknown.contains(name);
        return words.count(name) && !is_unknown;
      });
    }
  return names;
}

std::vector<ReadFile> ParseStore::read_with_names(const std::string &key,
                                                  const UnknownNames &names,
                                                  FileReader &reader) {
  std::vector<ReadFile> files;
  for (std::size_t v = 0; v < input_.trees.size(); v++) {
    const ReadFile *known = find(v, key);
    files.push_back(known ? *known : ReadFile());
    if (!known || !known->unit)
      continue;
    ReadFile &file = files.back();
    // Versions that share a unit go on to do so.
    for (std::size_t other = 0; other < v; other++)
      if (const ReadFile *same = find(other, key);
          same && same->unit == known->unit)
        file = files[other];
    if (file.tree && file.unit != known->unit)
      continue;
    if (!file.tree)
      for (const std::string &flag : checkout::DeclaringTree::include_flags())
        file.flags.push_back(flag);
    file.tree = std::make_shared<checkout::DeclaringTree>(tree(v), names);
    made_trees_.push_back(file.tree);
    parse(v, key, file, reader, known->unit.get());
  }
  return files;
}

UnknownNames ParseStore::guess_names(const std::string &key,
                                     FileReader &reader) {
  constexpr int most_rounds = 4; // one name may hide another
  UnknownNames guessed;
  if (!guessed_for_.insert(key).second)
    return guessed;
  for (int round = 0; round < most_rounds; round++) {
    UnknownNames names = unknown_names(key);
    names.add(guessed);
    if (names == guessed)
      break;
    std::vector<ReadFile> files = read_with_names(key, names, reader);
    bool is_better = true;
    for (std::size_t v = 0; v < files.size(); v++)
      if (const ReadFile *known = find(v, key); known && known->unit)
        is_better &= files[v].unit && files[v].unit->skipped.size() <=
                                          known->unit->skipped.size();
    if (!is_better)
      break;
    for (std::size_t v = 0; v < files.size(); v++)
      if (find(v, key))
        files_[{v, key}] = std::move(files[v]);
    guessed = std::move(names);
  }
  return guessed;
}

// Whether it is read as before but for the layouts.
bool ParseStore::read_again(std::size_t version, const std::string &key,
                            ReadFile &file, FileReader &reader) {
  std::shared_ptr<const frontend::c::ParsedUnit> before = file.unit;
  parse(version, key, file, reader);
  return file.unit && file.unit->has_fitting_layouts &&
         file.unit->skipped.size() == before->skipped.size() &&
         file.unit->has_errors() == before->has_errors();
}

std::unique_ptr<ParseStore>
ParseStore::with_layouts(const std::set<std::string> &names,
                         const std::vector<ir::RecordLayouts> &layouts,
                         FileReader &reader,
                         const std::function<bool()> &is_late) const {
  auto store = std::make_unique<ParseStore>(context_, input_, flags_);
  store->own_functions_ = own_functions_;
  store->layouts_ = &layouts;
  Mentions mentions(names);
  std::map<const frontend::c::ParsedUnit *, ReadFile> again;
  for (const auto &[place, file] : files_) {
    ReadFile &copy = store->files_[place] = file;
    if (!file.unit)
      continue;
    auto [known, is_new] = again.try_emplace(file.unit.get(), file);
    if (is_new && mentions.may_name(tree(place.first), file) &&
        (is_late() ||
         !store->read_again(place.first, place.second, known->second, reader)))
      return nullptr;
    copy.unit = known->second.unit;
  }
  return store;
}

bool ParseStore::is_understood(std::size_t version,
                               const ReadFile &file) const {
  if (!file.unit || !file.unit->is_lowered || file.unit->has_errors() ||
      !file.unit->skipped.empty())
    return false;
  auto has_assembly = assembly_finder();
  const auto &includes = file.unit->includes;
  const auto &functions = file.unit->program.functions;
  return !has_assembly(version, file.path) &&
         std::none_of(includes.begin(), includes.end(),
                      [&](const std::string &path) {
                        return has_assembly(version, path);
                      }) &&
         std::none_of(functions.begin(), functions.end(),
                      [](const auto &function) {
                        return impact::hides_flow(function.second);
                      });
}

bool ParseStore::hides_names(std::size_t version,
                             const std::string &path) const {
  auto may_name = [&](const ReadFile &file) {
    return !file.unit || file.path == path ||
           std::binary_search(file.unit->includes.begin(),
                              file.unit->includes.end(), path);
  };
  return assembly_finder()(version, path) ||
         std::any_of(files_.begin(), files_.end(), [&](const auto &read) {
           return read.first.first == version && may_name(read.second) &&
                  !is_understood(version, read.second);
         });
}

} // namespace mergeproof::app
