// What stands behind a function that was not lowered completely: a hash of all
// text that its meaning depends on, and the names it may mention, so that it
// can still be recognised as the same in two versions.
//
// Where nothing but the choice of a replaceable callee is left open, the IR
// says it all. Else the hash covers the function's own lines, everything of its
// file that is not another function, and every header that was read, with the
// flags. It changes more often than the meaning does, never less often.
#pragma once

#include "app/reading/parse_store.h"
#include "impact/closure_hash.h"
#include "scan/text_index.h"

#include <map>
#include <string>
#include <vector>

namespace mergeproof::app {

class OpaqueText {
public:
  OpaqueText(const ir::Context &context, const ParseStore &store,
             scan::TextIndex &index)
      : context_(context), store_(store), index_(index) {}

  // For the functions of one version. `home`: key path of the file that
  // defines a function, by id; one without a home may reach everything. The
  // options refer to this object and `program`; a version has one program and
  // one `home` as long as this lives.
  impact::ClosureOptions
  options(std::size_t version, const ir::Program &program,
          const std::map<std::string, std::string> &home);

  // Of all that an initialiser in that file can mean, whole or but for its
  // functions; 0: there is no such file.
  enum class Part { WithoutFunctions, Whole };
  std::uint64_t hash_file(std::size_t version, const std::string &key,
                          Part part);

private:
  struct Surroundings {
    std::uint64_t hash = 0;
    std::map<scan::NameId, std::vector<const scan::TextItem *>>
        macros;                                  // by name
    std::map<std::string, std::uint64_t> places; // of the file's functions
  };
  const Surroundings &surroundings(std::size_t version, const std::string &key);
  std::string own_text(std::size_t version, const ir::Function &function) const;
  std::uint64_t hash(std::size_t version, const std::string &key,
                     const ir::Function &function);
  std::string mentions(std::size_t version, const std::string &key,
                       const std::string &text);

  const ir::Context &context_;
  const ParseStore &store_;
  scan::TextIndex &index_;
  std::map<std::pair<std::size_t, std::string>, Surroundings> surroundings_;
  // Of functions, by version: closures are computed many times.
  std::map<std::pair<std::size_t, ir::Symbol>, std::uint64_t> hashes_;
  std::map<std::pair<std::size_t, ir::Symbol>, std::vector<ir::Symbol>>
      references_;
};

} // namespace mergeproof::app
