// What __LINE__ is: a number that versions share for a line they share. With
// the lines' own numbers, a comment above moves every call of a macro that logs
// its line, and no merge could do what both parents did.
//
//     O        A        B        numbers: O 1 2   A 1 2 4   B 1 3 4
//     first    first    first
//     last     new      other    (in every version in the order of its lines,
//              last     last      no two alike)
//
// Texts that no version changed keep their numbers, and so do those that name
// lines themselves (#line).
#pragma once

#include "git/merge.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace mergeproof::app {

// Of each text's lines, in order. Equal texts have equal numbers.
std::vector<std::vector<unsigned>>
number_lines(const std::vector<std::string> &texts);

// Thread-safe.
class LineNumbers {
public:
  explicit LineNumbers(const git::MergeInput &input) : input_(input) {}

  // Of the file with that path in that version; null: its lines' own.
  const std::vector<unsigned> *of(std::size_t version, const std::string &path);

private:
  std::vector<std::vector<unsigned>> number(const std::string &key) const;

  const git::MergeInput &input_;
  std::mutex mutex_;
  std::map<std::string, std::vector<std::vector<unsigned>>> numbers_; // by key
};

} // namespace mergeproof::app
