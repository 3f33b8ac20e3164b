#include "scan/file_selection.h"

#include "scan/foreign_names.h"
#include "scan/header_meetings.h"
#include "scan/include_closure.h"
#include "scan/mention_graph.h"
#include "scan/system_macros.h"
#include "support/hash.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <set>

namespace mergeproof::scan {
namespace {

constexpr std::size_t most_texts = 6000;
constexpr std::size_t most_related = 400;
constexpr std::size_t least_related = 96;
constexpr std::size_t most_sharers = 40;

using NameHashes = std::map<NameId, std::uint64_t>;

// What a text says about each name it defines.
NameHashes hash_names(const TextFile *file, const MentionGraph &graph) {
  NameHashes hashes;
  if (!file)
    return hashes;
  for (const TextItem &item : file->items) {
    for (NameId name : item.names)
      hashes[name] += support::mix(item.hash, name);
    if (graph.is_torn(item))
      for (NameId name : item.mentions)
        hashes[name] += support::mix(item.hash, name);
  }
  return hashes;
}

std::uint64_t value_of(const NameHashes &hashes, NameId name) {
  auto found = hashes.find(name);
  return found == hashes.end() ? 0 : found->second;
}

std::set<std::string> all_texts(const git::MergeInput &input) {
  const std::string &id = input.revisions.back().id;
  std::set<std::string> all;
  for (const std::string &path : input.trees.back()->files())
    if (is_c_text(path))
      all.insert(input.key_path(id, path));
  return all;
}

std::string directory_of(const std::string &key) {
  return key.substr(0, key.rfind('/') + 1);
}

class Selector {
public:
  Selector(const git::MergeInput &input, TextIndex &index,
           const std::string &macros)
      : input_(input), index_(index), macros_(index.scan(macros)) {}

  FileSelection select() {
    find_touched();
    scanned_ = scanned_texts(input_, touched_);
    find_odd_texts();
    add_texts();
    mark_changes();
    find_related();
    note_unreadable();
    selection_.mentions = graph_;
    for (const std::string &key : touched_)
      if (is_c_file(key))
        selection_.touched.push_back(key);
    return std::move(selection_);
  }

private:
  void find_touched();
  void note_unreadable();
  void add_texts();
  void add_text(std::size_t version, const std::string &key);
  void mark_changes();
  void mark_changes_of(const std::string &key);
  void mark(const std::string &key, NameId name, SourceMask source);
  std::uint64_t hash_around(std::size_t version, const std::string &key);
  std::uint64_t hash_whole(std::size_t version, const std::string &key);
  using HashText = std::uint64_t (Selector::*)(std::size_t,
                                               const std::string &);
  void mark_around(const std::string &key, HashText hash_text,
                   std::map<std::string, SourceMask> &marked);
  void mark_conditions(const std::set<std::string> &texts);
  void mark_includers(const std::set<std::string> &texts);
  void mark_includers_in(std::size_t version,
                         const std::set<std::string> &texts,
                         const Marks &for_system, Marks &marked);
  bool includes_as_merge(std::size_t version);
  Marks find_system_macros();
  void mark_foreign();
  void add_sharers(std::set<std::string> &related);
  std::map<std::string, std::set<std::string>> included_c_files();
  // Of two versions the one is enough: whoever reaches a change is compared.
  SourceMask source_of(std::size_t version) const {
    return version == merge() || source::is_comparison(input_.revisions)
               ? merge_source
               : SourceMask(1) << std::min<std::size_t>(version, 30);
  }
  void find_related();
  void note_unread(const std::set<std::string> &texts);
  void find_odd_texts();
  void find_odd_texts_in(std::size_t version, std::set<std::string> &odd);
  void add_includer(std::set<std::string> &files,
                    const std::set<std::string> &texts);
  const TextFile *text(std::size_t version, const std::string &key);
  bool is_parent(std::size_t version) const {
    return input_.revisions[version].role == source::Role::Parent;
  }
  std::size_t merge() const { return input_.revisions.size() - 1; }

  const git::MergeInput &input_;
  TextIndex &index_;
  const TextFile &macros_; // of the command line
  FileSelection selection_;
  ScannedTexts scanned_;
  std::set<std::string> touched_; // every text, also headers
  std::shared_ptr<MentionGraph> graph_ = std::make_shared<MentionGraph>();
  std::map<NameId, SourceMask> changed_;                           // names
  std::map<std::string, std::map<NameId, SourceMask>> changed_in_; // texts
  std::map<std::string, SourceMask> sources_;                      // texts
  std::map<std::string, SourceMask> around_; // texts, for all who include them
  std::map<std::string, SourceMask> included_; // C files, for others
  std::set<std::pair<std::string, const TextFile *>> added_;
};

const TextFile *Selector::text(std::size_t version, const std::string &key) {
  return index_.file(*input_.trees[version],
                     input_.path_of(input_.revisions[version].id, key));
}

void Selector::find_touched() {
  for (const auto &[id, changes] : input_.changes)
    for (const auto &[key, kind] : changes)
      if (is_c_text(key))
        touched_.insert(key);
}

// An object of git that is missing or damaged.
void Selector::note_unreadable() {
  std::size_t others = 0;
  for (const auto &[path, why] : index_.unreadable) {
    bool is_touched = std::any_of(
        input_.revisions.begin(), input_.revisions.end(),
        [&](const source::Revision &revision) {
          return touched_.contains(input_.key_path(revision.id, path));
        });
    if (!is_touched)
      others++;
    else if (selection_.failure.empty())
      selection_.failure = why;
  }
  if (others == 0)
    return;
  selection_.is_all_scanned = false;
  selection_.notes.push_back(
      fmt::format("untouched files that cannot be read: {}; what they call is "
                  "unknown: {}",
                  others, index_.unreadable.begin()->second));
}

void Selector::add_text(std::size_t version, const std::string &key) {
  const TextFile *file = text(version, key);
  if (!file || !added_.emplace(key, file).second)
    return;
  const source::Tree &tree = *input_.trees[version];
  std::string path = input_.path_of(input_.revisions[version].id, key);
  graph_->add_file(key, *file, [&](const std::string &name) {
    std::vector<const TextFile *> texts;
    for (const std::string &found : index_.resolve(tree, path, {name, true}))
      if (const TextFile *text = index_.file(tree, found))
        texts.push_back(text);
    return texts;
  });
}

void Selector::add_texts() {
  for (const std::string &key : touched_)
    for (std::size_t v = 0; v < input_.revisions.size(); v++)
      add_text(v, key);
}

void Selector::mark(const std::string &key, NameId name, SourceMask source) {
  changed_[name] |= source;
  changed_in_[key][name] |= source;
  sources_[key] |= source;
  graph_->mark_changed(key, name, source);
}

// A parent is a source of the names it changed since the base (or, without one,
// has otherwise than the merge); the merge is one where it is not what all had,
// nor what all who changed it made.
void Selector::mark_changes_of(const std::string &key) {
  std::vector<NameHashes> hashes;
  std::set<NameId> names;
  for (std::size_t v = 0; v < input_.revisions.size(); v++) {
    hashes.push_back(hash_names(text(v, key), *graph_));
    for (const auto &[name, hash] : hashes.back())
      names.insert(name);
  }
  const NameHashes &origin = input_.has_base ? hashes.front() : hashes.back();
  for (NameId name : names) {
    std::uint64_t before = value_of(origin, name);
    std::set<std::uint64_t> made;
    for (std::size_t v = 0; v < hashes.size(); v++)
      if (is_parent(v) && value_of(hashes[v], name) != before) {
        made.insert(value_of(hashes[v], name));
        mark(key, name, source_of(v));
      }
    if (made.empty())
      made.insert(before);
    if (input_.has_base && made != std::set{value_of(hashes.back(), name)})
      mark(key, name, source_of(merge()));
  }
}

// Conditions, includes, and the whole of a text that is no list of definitions.
std::uint64_t Selector::hash_around(std::size_t version,
                                    const std::string &key) {
  const TextFile *file = text(version, key);
  if (!file)
    return 0;
  std::uint64_t hash = file->directives_hash;
  for (const TextInclude &include : file->includes)
    hash = support::mix(hash, support::hash_bytes(include.name));
  if (!key.ends_with(".h") && !is_c_file(key))
    hash = support::mix(hash, hash_whole(version, key));
  if (!is_c_file(key)) // where it lies decides who finds it
    hash = support::mix(hash, support::hash_bytes(input_.path_of(
                                  input_.revisions[version].id, key)));
  return hash;
}

std::uint64_t Selector::hash_whole(std::size_t version,
                                   const std::string &key) {
  return support::hash_bytes(input_.trees[version]->identity(
      input_.path_of(input_.revisions[version].id, key)));
}

void Selector::mark_around(const std::string &key, HashText hash_text,
                           std::map<std::string, SourceMask> &marked) {
  std::uint64_t before = (this->*hash_text)(input_.has_base ? 0 : merge(), key);
  std::uint64_t merged = (this->*hash_text)(merge(), key);
  std::set<std::uint64_t> made;
  auto mark = [&](std::size_t version) { marked[key] |= source_of(version); };
  for (std::size_t v = 0; v < input_.revisions.size(); v++)
    if (std::uint64_t own = (this->*hash_text)(v, key);
        is_parent(v) && own != before) {
      made.insert(own);
      mark(v);
    }
  if (made.empty())
    made.insert(before);
  if (input_.has_base && made != std::set{merged})
    mark(merge());
}

void Selector::mark_changes() {
  graph_->connect(index_.names);
  for (const std::string &key : touched_) {
    mark_changes_of(key);
    mark_around(key, &Selector::hash_around, around_);
    if (is_c_file(key)) // for those who include it
      mark_around(key, &Selector::hash_whole, included_);
  }
}

// Who asks for a name that changed, or for a macro that writes one.
void Selector::mark_conditions(const std::set<std::string> &texts) {
  const std::map<NameId, SourceMask> changed = graph_->through_macros(changed_);
  for (const std::string &key : texts)
    if (const TextFile *file = text(merge(), key))
      for (NameId name : file->directive_mentions)
        if (auto found = changed.find(name); found != changed.end())
          around_[key] |= found->second;
}

// Whether all that a version's texts include is what the merge's do.
bool Selector::includes_as_merge(std::size_t version) {
  return std::all_of(
      touched_.begin(), touched_.end(), [&](const std::string &key) {
        const TextFile *own = text(version, key), *other = text(merge(), key);
        return input_.path_of(input_.revisions[version].id, key) ==
                   input_.path_of(input_.revisions[merge()].id, key) &&
               (own == nullptr) == (other == nullptr) &&
               (!own || own->includes == other->includes);
      });
}

// Texts that changed macros which headers of the system may ask for.
Marks Selector::find_system_macros() {
  std::set<NameId> macros;
  for (const auto &[key, file] : added_)
    if (auto changed = changed_in_.find(key); changed != changed_in_.end())
      for (const TextItem &item : file->items)
        for (NameId name : item.names)
          if (item.is_macro && changed->second.contains(name))
            macros.insert(name);
  std::vector<const TextFile *> all;
  for (const auto &[key, file] : added_)
    all.push_back(file);
  macros = system_macros(std::move(macros), all, index_.names);
  Marks marks;
  for (const auto &[key, names] : changed_in_)
    for (const auto &[name, source] : names)
      if (macros.contains(name)) {
        marks[key] |= source;
        selection_.asks_otherwise_of_glibc |=
            !is_c_file(key) && asks_of_glibc(index_.names.text(name));
      }
  return marks;
}

void Selector::mark_includers_in(std::size_t version,
                                 const std::set<std::string> &texts,
                                 const Marks &for_system, Marks &marked) {
  const std::string &id = input_.revisions[version].id;
  const source::Tree &tree = *input_.trees[version];
  std::vector<std::string> paths;
  for (const auto *keys : {&texts, &std::as_const(touched_)})
    for (const std::string &key : *keys)
      if (std::string path = input_.path_of(id, key); tree.contains(path))
        paths.push_back(path);
  IncludeClosure includes(tree, index_);
  IncludeClosure::Includers includers = includes.includers(std::move(paths));
  auto by_path = [&](const Marks &marks) {
    Marks found;
    for (const auto &[key, mask] : marks)
      found[input_.path_of(id, key)] |= mask;
    return found;
  };
  for (const Marks *marks : {&around_, &included_})
    for (const auto &[path, mask] : spread_marks(by_path(*marks), includers))
      marked[input_.key_path(id, path)] |= mask;
  const Marks wanted = by_path(for_system);
  for (const auto &[path, mask] : spread_marks(wanted, includers))
    for (const std::string &text : includes.in_front_of_others(path, wanted))
      marked[input_.key_path(id, path)] |= wanted.at(text);
}

// What changed sources of other languages may define.
void Selector::mark_foreign() {
  Marks foreign;
  for (const auto &[id, changes] : input_.changes)
    for (const auto &[key, kind] : changes)
      if (is_foreign_source(key) && !foreign.contains(key))
        mark_around(key, &Selector::hash_whole, foreign);
  for (const auto &[key, mask] : foreign)
    for (const std::string &name : names_written_in(input_, key))
      graph_->mark_if_only_declared(index_.names.intern(name), mask);
}

// In every version: one may include, or only ask for, what the merge does not
// have.
void Selector::mark_includers(const std::set<std::string> &texts) {
  mark_conditions(texts);
  Marks for_system = find_system_macros();
  if (around_.empty() && included_.empty() && for_system.empty())
    return;
  Marks marked = around_;
  for (std::size_t v = 0; v < input_.revisions.size(); v++)
    if (v == merge() || !includes_as_merge(v))
      mark_includers_in(v, texts, for_system, marked);
  graph_->mark_files(marked);
}

// Texts that others include under names which do not look like C, and what
// these include so, in any version.
void Selector::find_odd_texts() {
  std::set<std::string> odd;
  for (std::size_t v = 0; v < input_.revisions.size(); v++)
    find_odd_texts_in(v, odd);
  for (const auto &[version, changes] : input_.changes)
    for (const auto &[key, kind] : changes)
      if (odd.contains(key))
        touched_.insert(key);
  scanned_.keys.merge(odd);
}

void Selector::find_odd_texts_in(std::size_t version,
                                 std::set<std::string> &odd) {
  const std::string &id = input_.revisions[version].id;
  std::vector<std::string> waiting(scanned_.keys.begin(), scanned_.keys.end());
  while (!waiting.empty()) {
    std::string key = std::move(waiting.back());
    waiting.pop_back();
    const TextFile *file = text(version, key);
    if (!file)
      continue;
    for (const TextInclude &include : file->includes)
      if (include.is_quoted && !is_c_text(include.name))
        for (const std::string &path : index_.resolve(
                 *input_.trees[version], input_.path_of(id, key), include))
          if (odd.insert(input_.key_path(id, path)).second)
            waiting.push_back(input_.key_path(id, path));
  }
}

// A definition in a text is read with the first C file that includes it.
void Selector::add_includer(std::set<std::string> &files,
                            const std::set<std::string> &texts) {
  const std::string &id = input_.revisions[merge()].id;
  std::set<std::string> wanted;
  std::erase_if(files, [&](const std::string &key) {
    bool is_text = !is_c_file(key);
    if (is_text)
      wanted.insert(input_.path_of(id, key));
    return is_text;
  });
  if (wanted.empty())
    return;
  IncludeClosure includes(*input_.trees[merge()], index_);
  for (const std::string &key : texts) {
    if (!is_c_file(key) || wanted.empty())
      continue;
    for (const std::string &path : includes.of(input_.path_of(id, key)))
      if (wanted.erase(path))
        files.insert(key);
  }
}

// Headers that several sources changed and that no C file includes.
void Selector::note_unread(const std::set<std::string> &texts) {
  const std::string &id = input_.revisions[merge()].id;
  std::set<std::string> unread;
  for (const auto &[key, sources] : sources_)
    if (std::string path = input_.path_of(id, key);
        !is_c_file(key) && !std::has_single_bit(sources) &&
        input_.trees[merge()]->contains(path))
      unread.insert(path);
  IncludeClosure includes(*input_.trees[merge()], index_);
  for (const std::string &key : texts)
    if (is_c_file(key) && !unread.empty())
      for (const std::string &path : includes.of(input_.path_of(id, key)))
        unread.erase(path);
  if (!unread.empty())
    selection_.notes.push_back(fmt::format(
        "not analysed, no C file includes it: {}", fmt::join(unread, ", ")));
}

// C files that C files include as text ("#include "../box.c"" of tests), where
// one of those is read: they, and all that include them. What such a text
// defines is in each of these, so nobody knows whose it is when one is left
// out. Not where they are many.
void Selector::add_sharers(std::set<std::string> &related) {
  std::map<std::string, std::set<std::string>> sharers = included_c_files();
  std::set<std::string> added;
  for (bool is_new = true; is_new && added.size() <= most_sharers;) {
    is_new = false;
    for (const auto &[text, files] : sharers) {
      auto is_read = [&](const std::string &key) {
        return touched_.contains(key) || related.contains(key) ||
               added.contains(key);
      };
      bool is_wanted =
          is_read(text) || std::any_of(files.begin(), files.end(), is_read);
      if (!is_wanted || files.size() > most_sharers)
        continue;
      std::size_t before = added.size();
      added.insert(text);
      added.insert(files.begin(), files.end());
      is_new |= added.size() > before;
    }
  }
  if (added.size() > most_sharers)
    return;
  for (const std::string &key : added)
    if (!touched_.contains(key))
      related.insert(key);
}

// C files that others include as text, with those.
std::map<std::string, std::set<std::string>> Selector::included_c_files() {
  const std::string &id = input_.revisions[merge()].id;
  IncludeClosure includes(*input_.trees[merge()], index_);
  std::map<std::string, std::set<std::string>> found;
  auto includes_c_file = [&](const std::string &key) {
    const TextFile *file = text(merge(), key);
    return file && std::any_of(file->includes.begin(), file->includes.end(),
                               [](const TextInclude &include) {
                                 return is_c_file(include.name);
                               });
  };
  if (std::none_of(scanned_.keys.begin(), scanned_.keys.end(), includes_c_file))
    return found;
  for (const std::string &key : scanned_.keys)
    if (is_c_file(key))
      for (const std::string &path : includes.of(input_.path_of(id, key)))
        if (std::string text = input_.key_path(id, path);
            is_c_file(text) && text != key)
          found[text].insert(key);
  return found;
}

void Selector::find_related() {
  const std::set<std::string> &texts = scanned_.keys;
  if (!scanned_.is_all)
    selection_.notes.push_back(
        fmt::format("the tree has more than {} C files: callers of changed "
                    "functions were looked for in touched directories only",
                    most_texts));
  for (const std::string &key : texts)
    add_text(merge(), key);
  graph_->add_file({}, macros_, [](const std::string &) {
    return std::vector<const TextFile *>();
  });
  graph_->connect(index_.names);
  mark_foreign();
  mark_includers(texts);
  note_unread(texts);
  graph_->propagate();
  selection_.is_all_scanned = scanned_.is_all;
  std::set<std::string> related =
      files_where_headers_meet(input_, index_, texts, touched_);
  std::size_t most =
      std::clamp(2 * touched_.size(), least_related, most_related);
  bool is_cut = false;
  graph_->for_each_meeting([&](std::set<std::string> files) {
    std::set<std::string> more = related;
    add_includer(files, texts);
    for (const std::string &file : files)
      if (!touched_.contains(file))
        more.insert(file);
    is_cut = more.size() > most;
    if (!is_cut)
      related = std::move(more);
    return !is_cut;
  });
  if (is_cut)
    selection_.notes.push_back(fmt::format(
        "{} in which {} were analysed",
        related.empty() ? "no untouched files"
                        : fmt::format("only the nearest {} untouched files",
                                      related.size()),
        source::is_comparison(input_.revisions)
            ? "changes matter"
            : "changes of several parents meet"));
  add_sharers(related);
  selection_.related.assign(related.begin(), related.end());
}

} // namespace

ScannedTexts scanned_texts(const git::MergeInput &input,
                           const std::set<std::string> &touched) {
  ScannedTexts scanned{.keys = all_texts(input)};
  scanned.is_all = scanned.keys.size() <= most_texts;
  if (scanned.is_all)
    return scanned;
  std::set<std::string> directories;
  for (const std::string &key : touched)
    directories.insert(directory_of(key));
  std::erase_if(scanned.keys, [&](const std::string &key) {
    return !directories.contains(directory_of(key));
  });
  return scanned;
}

FileSelection select_files(const git::MergeInput &input, TextIndex &index,
                           const std::string &macros) {
  return Selector(input, index, macros).select();
}

std::vector<std::string> by_changes(const git::MergeInput &input,
                                    std::vector<std::string> keys) {
  std::map<std::string, std::size_t> changed;
  for (const auto &[id, changes] : input.changes)
    for (const auto &[key, kind] : changes)
      changed[key]++;
  std::stable_sort(keys.begin(), keys.end(),
                   [&](const std::string &one, const std::string &other) {
                     return changed[one] > changed[other];
                   });
  return keys;
}

} // namespace mergeproof::scan
