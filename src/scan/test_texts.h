// Texts that a project's own tests are made of, as starts for inputs: what they
// give to its functions, what else they write, and the files beside them, whole
// or in pieces.
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
  // What is not in the tests of this one comes first: somebody wrote it for the
  // very change. May be null.
  const source::Tree *base = nullptr;
  std::size_t most = 240;
};

// Different texts, the most promising first; none holds a zero byte. What
// cannot be read is left out: nothing rests on these texts.
std::vector<std::string> find_test_texts(const TestTextRequest &request);

// What a text that is no code is made of: its lines without the blanks around
// them, what is quoted in it, and what stands between blanks and separators.
std::vector<std::string> pieces_of(const std::string &text);

// The values of the string literals of C text, in order, adjacent ones as one;
// with those that stand in the arguments of a call of one of `functions` first.
std::vector<std::string>
string_literals(const std::string &text,
                const std::set<std::string> &functions);

} // namespace mergeproof::scan
