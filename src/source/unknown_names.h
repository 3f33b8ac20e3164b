// Names that a compiler misses in a unit of which a header is not on this
// machine, by what they must be there for it to go on.
#pragma once

#include "source/diagnostic.h"

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::source {

struct UnknownNames {
  std::set<std::string> types;
  std::set<std::string> structs; // tags; their size matters
  std::set<std::string> tags;    // those only declared, by parameters
  std::set<std::string> values;  // in capitals, as macros and enumerators are

  std::size_t size() const {
    return types.size() + structs.size() + tags.size() + values.size();
  }
  bool operator==(const UnknownNames &) const = default;
  bool contains(const std::string &name) const {
    return types.count(name) || structs.count(name) || tags.count(name) ||
           values.count(name);
  }
  void add(const UnknownNames &other);
  void erase_if(const std::function<bool(const std::string &)> &test);
};

// By clang's messages.
UnknownNames find_unknown_names(const std::vector<Diagnostic> &diagnostics);

} // namespace mergeproof::source
