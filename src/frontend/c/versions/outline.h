// What a file consists of, in its text: the bodies of the functions that it
// defines, the items between them that declare something, directives, and where
// which names stand. Enough to tell what else means another thing where some of
// the text is another one.
#pragma once

#include "frontend/c/versions/text_alignment.h"
#include "ir/context.h"

#include <algorithm>
#include <string>
#include <vector>

namespace clang {
class LangOptions;
}

namespace mergeproof::frontend::c {

struct Body {
  unsigned begin = 0, end = 0; // its braces
  std::string name;            // of the function
  ir::Symbol id;
  bool is_shareable = false; // nothing but the text and what it names decides
                             // what it means
  bool uses_line_numbers = false;

  Extent extent() const { return {begin, end + 1}; }
};

// One or more declarations; of a function with a body, what stands before it.
struct Item {
  Extent where;
  std::vector<ir::Symbol> declared; // for what follows
  bool reaches_further = false; // not only by these names, or it completes what
                                // a header declares
  bool operator==(const Item &) const = default;
};

struct Directive {
  enum class Kind { Definition, Include, Open, Middle, Close, Other };
  Extent where;
  Kind kind = Kind::Other;
  ir::Symbol name; // that is defined, or not any more
};

struct NameAt {
  unsigned at = 0;
  ir::Symbol name;
};

struct Outline {
  std::vector<Body> bodies;
  std::vector<Item> items;
  std::vector<Directive> directives;
  std::vector<NameAt> names;   // also of what macros become, at their place
  std::vector<Extent> skipped; // by conditions
  std::vector<unsigned> pragmas;
  unsigned preamble = 0;    // as far as it was read in one: without what the
                            // macros in its conditions become
  bool is_traceable = true; // every name was understood

  // All in the order of the text.
  template <typename F>
  void for_each_name_at(const Extent &where, F &&use) const {
    auto first = std::lower_bound(
        names.begin(), names.end(), where.begin,
        [](const NameAt &name, unsigned at) { return name.at < at; });
    for (; first != names.end() && first->at < where.end; ++first)
      use(*first);
  }
  template <typename F>
  void for_each_name(const Extent &where, F &&use) const {
    for_each_name_at(where, [&](const NameAt &name) { use(name.name); });
  }
};

// Adds what the text says by itself; of bodies that are blanks there, nothing.
void read_outline(ir::Context &context, const std::string &text,
                  const clang::LangOptions &language, Outline &outline);

// Whether the text may hold a directive of the preprocessor.
bool may_have_directive(std::string_view text);

} // namespace mergeproof::frontend::c
