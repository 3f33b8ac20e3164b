// Where a text defines functions, as its tokens show it before clang reads it:
// a guess, to be held against what clang makes of it.
#pragma once

#include "frontend/c/versions/text_alignment.h"

#include <string>
#include <vector>

namespace clang {
class LangOptions;
}

namespace mergeproof::frontend::c {

//     static int f(int a) { return a; }
//     ^begin     ^name    ^brace      ^end - 1
struct Definition {
  unsigned begin = 0, name = 0, brace = 0, end = 0;

  Extent head() const { return {begin, brace + 1}; }
  Extent body() const { return {brace, end}; }
};

// In the order of the text: braces outside of all others that a list of
// parameters stands before.
std::vector<Definition> find_definitions(const std::string &text,
                                         const clang::LangOptions &language);

// Whether that part of a text is a definition by itself: its braces belong
// together, no line of it is a directive, and it has no token that says
// something beside it.
bool is_self_contained(const std::string &text, const Definition &definition,
                       const clang::LangOptions &language);

} // namespace mergeproof::frontend::c
