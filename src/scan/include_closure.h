// What the texts of one tree include, however deep, by their directives alone.
#pragma once

#include "scan/text_index.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::scan {

using Marks = std::map<std::string, std::uint32_t>; // texts -> bits

class IncludeClosure {
public:
  // Both outlive it.
  IncludeClosure(const source::Tree &tree, TextIndex &index)
      : tree_(tree), index_(index) {}

  // Paths, the file's own among them.
  std::set<std::string> of(const std::string &path);

  // Each text that one of `paths` includes, with those that include it
  // directly.
  using Includers = std::map<std::string, std::vector<std::string>>;
  Includers includers(std::vector<std::string> paths);

  // Of the texts `wanted`, those behind which the file includes a header that
  // is not in the tree: the first time, or <assert.h>, which counts anew.
  std::set<std::string> in_front_of_others(const std::string &path,
                                           const Marks &wanted);

private:
  struct Step {
    std::string path; // or the name as it is written
    bool is_in_tree = true;
  };
  const std::vector<Step> &direct(const std::string &path);

  const source::Tree &tree_;
  TextIndex &index_;
  std::map<std::string, std::vector<Step>> direct_;
};

// The marks of texts for all that include them, however deep.
Marks spread_marks(const Marks &marks,
                   const IncludeClosure::Includers &includers);

} // namespace mergeproof::scan
