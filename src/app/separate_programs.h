// Files that define main() belong to different programs: what a program calls
// through pointers is not in the others.
//
//     runner.c     void run(void (*test)(void)) { test(); }
//     one_test.c   static void one(void) {…}  int main(void) { run(one); }
//     two_test.c   static void two(void) {…}  int main(void) { run(two); }
//
// run() may call one() and two(); but one_test.c's main() never comes to two().
#pragma once

#include "app/program_assembly.h"
#include "impact/closure_hash.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mergeproof::app {

class SeparatePrograms {
public:
  SeparatePrograms(const AssemblyRequest &request, const Assembly &assembly);

  // Closures of a version, whose calls through pointers do not reach what is
  // elsewhere.
  using IsElsewhere = std::function<bool(ir::Symbol)>;
  using Compute =
      std::function<impact::Closures(std::size_t version, const IsElsewhere &)>;
  // The functions of files with a main() get closures of what their own program
  // has. In all versions or in none.
  void refine(std::vector<impact::Closures> &closures,
              const Compute &compute) const;

private:
  // The file with a main() that the function is written in; empty: none.
  const std::string &home_of(std::size_t version, ir::Symbol id) const;
  bool has_difference(const std::string &home,
                      const std::vector<impact::Closures> &closures) const;
  std::vector<ir::Symbol> functions_of(std::size_t version,
                                       const std::string &home) const;

  const AssemblyRequest &request_;
  const Assembly &assembly_;
  // By version: key paths of files with a main(), by path.
  std::vector<std::map<std::string, std::string>> mains_;
};

} // namespace mergeproof::app
