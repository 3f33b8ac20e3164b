// The C compiler and its companions, as a replay uses them.
#pragma once

#include "check/target.h"
#include "support/subprocess.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::check {

// What stops where the code traps, with gcc and clang: at what the IR checks
// for, no more. Null accesses are left to the address sanitizer: "&p->x" alone
// is none.
inline constexpr const char *trap_sanitizers =
    "-fsanitize=address,undefined,float-cast-overflow";
inline constexpr const char *no_traps =
    "-fno-sanitize=null,alignment,nonnull-attribute,"
    "returns-nonnull-attribute,pointer-overflow";

// What a set of objects defines and what it leaves open.
struct Symbols {
  std::set<std::string> defined; // with external linkage
  std::set<std::string> undefined;
};

struct Renaming {
  std::string from;
  std::string to;
};

class Toolchain {
public:
  // Error: there is no C compiler.
  static support::Result<Toolchain> find(Target target = Target::Host);

  // With sanitizers, for the code under test. `source` and `object` are paths.
  support::Status compile_checked(const std::string &source,
                                  const std::string &object,
                                  const std::vector<std::string> &flags) const;
  // Without, for the harness itself.
  support::Status compile_plain(const std::string &source,
                                const std::string &object) const;
  support::Result<Symbols>
  symbols_of(const std::vector<std::string> &objects) const;
  support::Status rename(const std::string &object, const std::string &renamed,
                         const std::vector<Renaming> &names) const;
  const std::string &compiler() const { return compiler_; }
  const std::vector<std::string> &target_flags() const { return target_flags_; }
  // What is made by another one, or for another target, is another thing.
  std::string identity() const;

private:
  support::Status compile_with(const std::string &source,
                               const std::string &object,
                               const std::vector<std::string> &flags) const;
  support::Status compile(std::vector<std::string> argv) const;
  std::string compiler_;
  std::vector<std::string> target_flags_;
  std::string readelf_;
  std::string objcopy_;
};

// A compiler inside of this process: where the program of this name is the
// compiler, `body` does its work. Set once, before anything is compiled.
struct BuiltInCompiler {
  std::string name;
  support::ProgramBody body = nullptr;
};
void use_built_in(BuiltInCompiler compiler);

// Error: it cannot be started, or fails; then with the line that says why.
support::Result<support::Completed>
run_tool(std::vector<std::string> argv, support::ProgramBody body = nullptr);

bool is_clang(const std::string &compiler);

// The first of the names that is a program in PATH; empty when none is.
std::string find_program(const std::vector<std::string> &names);

} // namespace mergeproof::check
