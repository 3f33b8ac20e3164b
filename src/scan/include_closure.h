// What a text of one tree includes, however deep, by its directives alone.
#pragma once

#include "scan/text_index.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::scan {

class IncludeClosure {
public:
  // Both outlive it.
  IncludeClosure(const source::Tree &tree, TextIndex &index)
      : tree_(tree), index_(index) {}

  // Paths, the file's own among them.
  std::set<std::string> of(const std::string &path);

private:
  const std::vector<std::string> &direct(const std::string &path);

  const source::Tree &tree_;
  TextIndex &index_;
  std::map<std::string, std::vector<std::string>> direct_;
};

} // namespace mergeproof::scan
