#include "app/file_selection.h"

#include "app/header_meetings.h"
#include "app/mention_graph.h"
#include "app/scanned_texts.h"
#include "support/hash.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>

namespace mergeproof::app {
namespace {

constexpr std::size_t most_related = 400;
constexpr std::size_t least_related = 24;

using NameHashes = std::map<NameId, std::uint64_t>;

// What a text says about each name it defines, but types.
NameHashes hash_names(const TextFile *file) {
  NameHashes hashes;
  if (!file)
    return hashes;
  for (const TextItem &item : file->items)
    if (!item.is_type)
      for (NameId name : item.names)
        hashes[name] += support::mix(item.hash, name);
  return hashes;
}

std::uint64_t value_of(const NameHashes &hashes, NameId name) {
  auto found = hashes.find(name);
  return found == hashes.end() ? 0 : found->second;
}

class Selector {
public:
  Selector(const git::MergeInput &input, TextIndex &index)
      : input_(input), index_(index) {}

  FileSelection select() {
    find_touched();
    add_texts();
    mark_changes();
    if (sources_.size() > 1 || touching_parents() > 1)
      find_related();
    for (const std::string &key : touched_)
      if (is_c_file(key))
        selection_.touched.push_back(key);
    return std::move(selection_);
  }

private:
  void find_touched();
  void add_texts();
  void add_text(std::size_t version, const std::string &key);
  void mark_changes();
  void mark_changes_of(const std::string &key);
  void mark(const std::string &key, NameId name, SourceMask source);
  void find_related();
  std::size_t touching_parents() const;
  const TextFile *text(std::size_t version, const std::string &key);
  bool is_parent(std::size_t version) const {
    return input_.revisions[version].role == source::Role::Parent;
  }
  std::size_t merge() const { return input_.revisions.size() - 1; }

  const git::MergeInput &input_;
  TextIndex &index_;
  FileSelection selection_;
  std::set<std::string> touched_; // every text, also headers
  MentionGraph graph_;
  std::set<SourceMask> sources_;
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

void Selector::add_text(std::size_t version, const std::string &key) {
  const TextFile *file = text(version, key);
  if (file && added_.emplace(key, file).second)
    graph_.add_file(key, *file);
}

void Selector::add_texts() {
  for (const std::string &key : touched_)
    for (std::size_t v = 0; v < input_.revisions.size(); v++)
      add_text(v, key);
}

void Selector::mark(const std::string &key, NameId name, SourceMask source) {
  sources_.insert(source);
  graph_.mark_changed(key, name, source);
}

// A parent is a source of the names it changed since the base (or, without one,
// has otherwise than the merge); the merge is one where it is neither what all
// had nor what somebody made.
void Selector::mark_changes_of(const std::string &key) {
  std::vector<NameHashes> hashes;
  std::set<NameId> names;
  for (std::size_t v = 0; v < input_.revisions.size(); v++) {
    hashes.push_back(hash_names(text(v, key)));
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
        mark(key, name, SourceMask(1) << std::min<std::size_t>(v, 30));
      }
    if (made.empty())
      made.insert(before);
    if (!made.contains(value_of(hashes.back(), name)))
      mark(key, name, SourceMask(1) << 31);
  }
}

void Selector::mark_changes() {
  graph_.connect();
  for (const std::string &key : touched_)
    mark_changes_of(key);
}

std::size_t Selector::touching_parents() const {
  std::size_t parents = 0;
  for (std::size_t v = 0; v < input_.revisions.size(); v++)
    if (auto found = input_.changes.find(input_.revisions[v].id);
        found != input_.changes.end() && is_parent(v))
      parents += std::any_of(
          found->second.begin(), found->second.end(),
          [](const auto &change) { return is_c_text(change.first); });
  return parents;
}

void Selector::find_related() {
  std::set<std::string> texts = scanned_texts(input_, touched_);
  if (is_scan_partial(input_))
    selection_.notes.push_back("the tree has very many C files: callers of "
                               "changed functions were looked for in touched "
                               "directories only");
  for (const std::string &key : texts)
    add_text(merge(), key);
  graph_.connect();
  graph_.propagate();
  std::set<std::string> related =
      files_where_headers_meet(input_, index_, texts, touched_);
  std::size_t most =
      std::clamp(2 * touched_.size(), least_related, most_related);
  bool is_cut = false;
  graph_.for_each_meeting([&](const std::set<std::string> &files) {
    std::set<std::string> more = related;
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
        "only the nearest {} untouched files in which changes of several "
        "parents meet were analysed",
        related.size()));
  selection_.related.assign(related.begin(), related.end());
}

} // namespace

FileSelection select_files(const git::MergeInput &input, TextIndex &index) {
  return Selector(input, index).select();
}

} // namespace mergeproof::app
