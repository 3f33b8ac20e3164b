// Values of observables over the versions, the odd ones marked with a star:
//
//                   O  A   B  M
//   return value    1  *2  1  1   lost A
//
// Too wide for the terminal, each observable becomes a block of lines instead.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::report {

struct ValueRow {
  std::string observable;
  std::string verdict;                       // "lost A"
  std::map<std::string, std::string> values; // by version id
  std::set<std::string> odd;                 // version ids
};

struct TableLayout {
  std::vector<std::string> versions; // ids, in order
  std::size_t columns = 100;         // of the terminal
  std::size_t longest_value = 60;    // longer ones are cut
};

// Lines without a line break, to be indented by the caller.
std::vector<std::string> lay_out(const std::vector<ValueRow> &rows,
                                 const TableLayout &layout);

} // namespace mergeproof::report
