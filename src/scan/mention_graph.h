// Which definitions can feel a change, by the names they mention:
//
//     sources   A changed g            B changed h
//     g.c:g {A} <- u.c:k {A} <- u.c:u {A, B} -> h.c:h {B}
//
// A definition is marked with every source (a parent, or the merge itself)
// whose change it reaches through names. Two sources meet in u: its file must
// be parsed, and k's and h's, which lie on the way. Textual, so that a whole
// tree takes well under a second; decides only what is worth parsing.
#pragma once

#include "scan/pasted_names.h"
#include "scan/text_index.h"

#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mergeproof::scan {

using SourceMask = std::uint32_t;
constexpr SourceMask merge_source = SourceMask(1) << 31;

class MentionGraph {
public:
  // The texts that an include of the file may mean.
  using Included =
      std::function<std::vector<const TextFile *>(const std::string &name)>;
  // Once for every distinct text of the file among the versions. What it
  // includes inside an item is a part of that.
  void add_file(const std::string &key, const TextFile &file,
                const Included &included);
  // Links what is there so far; again when more files came.
  void connect(const NameTable &names);
  void mark_changed(const std::string &key, NameId name, SourceMask source);
  // With the macros that write these names, those that write one of them, …
  using Marks = std::map<NameId, SourceMask>;
  Marks through_macros(Marks names) const;
  // What only another language may define: declared here, and no more.
  void mark_if_only_declared(NameId name, SourceMask source);
  // Everything in these files feels a change: of their conditions, or of a text
  // that they include and that is no list of definitions. After connect().
  void mark_files(const std::map<std::string, SourceMask> &files);
  void propagate();

  // Hears the files that must be read because of one definition in which
  // sources meet: its own, perhaps a text that others include, and the C files
  // on the way from it to the changes, without those heard before. Nearest to a
  // change first, until `hear` answers false.
  using Hear = std::function<bool(const std::set<std::string> &)>;
  void for_each_meeting(const Hear &hear) const;

  // Whether a C file among `files` could define what others call `name`: where
  // it has a function of that name, or also where it only writes the name, or a
  // macro that writes it, outside of bodies, for a definition may be in
  // disguise.
  enum class Evidence { Function, Mention };
  using FileTest = std::function<bool(const std::string &key)>;
  bool may_define(NameId name, Evidence evidence, const FileTest &files) const;

  // The same of texts that are no C files, but that an unread one may include:
  // headers among them, in which declarations define nothing. Of those that
  // `is_seen` says were read with a C file, only functions that a condition
  // hid there; in `home`, whose definition is known, none.
  bool may_define_in_text(NameId name, const FileTest &is_seen,
                          const std::string &home = {}) const;

  // Whether one of `files` may define a variable of that name: a C file, or a
  // text that one may include.
  bool may_define_data(NameId name, const FileTest &files) const;

  // The files that include a text of that file name, in whatever folder.
  std::set<std::string> includers(const std::string &file_name) const;

  // Whether one of `files` writes the name, or a macro that writes it,
  // anywhere.
  bool is_written_in(NameId name, const FileTest &files) const;

  // Whether a macro in it may end its body, and begin another: it may define
  // whatever it mentions.
  bool is_torn(const TextItem &item) const;

private:
  using SymbolId = std::uint32_t;
  struct Node {
    std::uint32_t file = 0;
    const TextItem *item = nullptr;
    std::vector<NameId> included; // written in what the item includes
    std::vector<SymbolId> defines;
    std::vector<SymbolId> mentions;
    std::vector<SymbolId> fields; // of tables that it fills
    SourceMask mask = 0;
    unsigned met_at = 0; // the round in which a second source arrived
  };
  struct Symbol {
    SourceMask mask = 0;
    std::vector<std::uint32_t> mentioned_by; // nodes
    std::vector<std::uint32_t> defined_by;
  };

  void connect_mentions(std::uint32_t node, const PastedNames &pasted);
  const std::vector<std::uint32_t> &written_in(NameId name) const;
  bool may_define(const TextItem &item, NameId name) const;
  bool may_define_in_text(const TextItem &item, NameId name, NameId made) const;
  bool may_define_data(const TextItem &item, NameId name, NameId made) const;
  bool is_named_by_macro(const TextItem &item) const;
  bool has_unbalanced_macro(const TextItem &item) const;
  std::set<NameId> names_that_write(NameId name) const;
  SymbolId symbol(std::uint32_t scope, NameId name);
  void define_torn();
  SymbolId field(NameId name) { return symbol(all_fields, name); }
  void add_stores(std::uint32_t file, const TextItem &item);
  void connect_fields(std::uint32_t node);
  std::set<NameId> called_fields() const;
  void connect_unclear(std::uint32_t node, const std::set<NameId> &called);
  void let_define(std::uint32_t node, NameId field);
  const SymbolId *find(std::uint32_t file, NameId name) const;
  std::vector<std::uint32_t> definitions(SymbolId id) const;
  std::set<std::string> files_on_the_way(std::uint32_t node,
                                         std::vector<bool> &seen) const;

  std::vector<std::string> files_;
  std::map<std::string, std::uint32_t> file_ids_;
  std::vector<Node> nodes_;
  std::vector<Symbol> symbols_;
  // A static name of a .c file is its own; scope 0 is everybody's. Fields are
  // those of all types.
  static constexpr std::uint32_t all_fields = ~std::uint32_t(0);
  std::map<NameId, std::set<NameId>> fields_of_; // types
  std::map<std::pair<std::uint32_t, NameId>, SymbolId> ids_;
  std::set<SymbolId> changed_;
  std::set<NameId> unbalanced_macros_, macros_;
  std::map<std::string, std::set<std::string>> includers_; // by file name
  // The nodes in which a name is written; made when first asked for.
  mutable std::unordered_map<NameId, std::vector<std::uint32_t>> written_in_;
};

} // namespace mergeproof::scan
