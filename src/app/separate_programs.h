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
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace mergeproof::app {

class SeparatePrograms {
public:
  SeparatePrograms(const AssemblyRequest &request, const Assembly &assembly);

  // Closures of a version, whose calls through pointers do not reach what is
  // elsewhere.
  using Compute = std::function<impact::Closures(std::size_t version,
                                                 const impact::IsElsewhere &)>;
  // The functions of files with a main() get closures of what their own program
  // has. In all versions or in none.
  void refine(std::vector<impact::Closures> &closures,
              const Compute &compute) const;

  // Of each program, closures by version as its functions have them: for
  // functions that several programs share. Programs whose own functions are the
  // same in all versions are one here. None: that tells nothing, or there are
  // too many.
  std::vector<std::vector<impact::Closures>>
  of_each(const std::vector<impact::Closures> &closures,
          const Compute &compute) const;

private:
  // By id: the file with a main() that the function is written in.
  using Homes = std::unordered_map<ir::Symbol, std::string_view>;

  void note_homes();
  std::set<std::string>
  changed_homes(const std::vector<impact::Closures> &closures) const;
  bool has_difference(const std::string &home,
                      const std::vector<impact::Closures> &closures) const;

  const AssemblyRequest &request_;
  const Assembly &assembly_;
  // By version: key paths of files with a main(), by path.
  std::vector<std::map<std::string, std::string>> mains_;
  std::vector<std::unique_ptr<const Homes>> homes_; // by version
  // By version and file with a main(): the functions in it, in order.
  std::vector<std::map<std::string, std::vector<ir::Symbol>, std::less<>>>
      functions_;
};

} // namespace mergeproof::app
