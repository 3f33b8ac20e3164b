// The texts of all versions, scanned: each distinct blob once.
#pragma once

#include "scan/text_scan.h"
#include "source/tree.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mergeproof::scan {

bool is_c_file(const std::string &path); // .c
bool is_c_text(const std::string &path); // .c, .h and what is included

class TextIndex {
public:
  NameTable names;

  // Null when the tree does not have the file or cannot read it, which is then
  // among `unreadable`: path -> why.
  std::map<std::string, std::string> unreadable;
  const TextFile *file(const source::Tree &tree, const std::string &path);
  // Of a text that no tree has.
  const TextFile &scan(const std::string &text);

  // The files of the tree that `include` of `path` may mean: relative to the
  // file, else every file whose path ends with it. Sorted.
  std::vector<std::string> resolve(const source::Tree &tree,
                                   const std::string &path,
                                   const TextInclude &include);

private:
  using ByName = std::map<std::string, std::vector<std::string>>;
  const ByName &files_by_name(const source::Tree &tree);

  std::map<std::string, std::unique_ptr<TextFile>> by_identity_;
  std::vector<std::unique_ptr<TextFile>> others_;
  std::map<const source::Tree *, ByName> by_name_; // last component -> paths
};

} // namespace mergeproof::scan
