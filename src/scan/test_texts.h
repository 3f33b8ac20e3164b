// Texts that a project's own tests are made of, as starts for inputs: what they
// give to its functions, what else they write, and the small files beside them.
// (TOM, section 6: existing tests seed the generation of new ones.)
#pragma once

#include "source/tree.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::scan {

struct TestTextRequest {
  const source::Tree *tree = nullptr;
  std::set<std::string> functions; // names of those under test
  std::size_t most = 160;
};

// Different texts, the most promising first; none holds a zero byte. What
// cannot be read is left out: nothing rests on these texts.
std::vector<std::string> find_test_texts(const TestTextRequest &request);

// The values of the string literals of C text, in order, adjacent ones as one;
// with those that stand in the arguments of a call of one of `functions` first.
std::vector<std::string>
string_literals(const std::string &text,
                const std::set<std::string> &functions);

} // namespace mergeproof::scan
