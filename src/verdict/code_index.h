// What the code of a program names, looked at once for all questions about it:
// programs have thousands of functions, and every question asks what its unit
// can come to. A function is looked at when it is first asked for, or with all
// others: before processes are made that share what was found.
//
// The program outlives it and does not change. Not thread-safe.
#pragma once

#include "ir/program.h"
#include "verdict/stored_values.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace mergeproof::verdict {

// Of one function.
struct FunctionCode {
  std::vector<ir::Symbol> named; // callees, and what it takes the address of
  // Constants of more than one bit, as signed numbers.
  std::vector<std::int64_t> integers;
  bool allocates = false; // by malloc, calloc or realloc
};

class CodeIndex {
public:
  explicit CodeIndex(const ir::Program &program);
  // Of a copy of the other's program with some functions more, or in the place
  // of others: what is known of the rest is kept.
  CodeIndex(const ir::Program &program, const CodeIndex &other);

  bool is_of(const ir::Program &program) const { return &program_ == &program; }
  void look_at_all() const;

  // Functions that are left out are not reached, nor what only these reach.
  using IsLeftOut = std::function<bool(const ir::Function &)>;
  struct Reach {
    std::vector<const ir::Function *> functions; // `from` is the first
    std::vector<const ir::Global *> globals;
  };
  // What a function of the program, or one that is not in it, comes to: by
  // calls, addresses and initialisers.
  Reach reach(const ir::Function &from,
              const IsLeftOut &is_left_out = {}) const;
  FunctionCode code_of(const ir::Function &function) const;

  // Functions whose addresses code or an initialiser takes.
  const std::set<ir::Symbol> &address_taken() const {
    look_at_all();
    return address_taken_;
  }
  // Whether no code writes it, nor takes its address: only loads and checks.
  bool is_only_read(ir::Symbol global) const {
    look_at_all();
    return exposed_.count(global) == 0;
  }

  // What the program may have a global hold; none: anything.
  const std::optional<StoredValues> &stored_values(ir::Symbol global) const;
  // Where it may begin with other values, too.
  std::optional<StoredValues> stored_values(ir::Symbol global,
                                            const StoredValues &others) const;

private:
  struct Node {
    const ir::Function *function = nullptr; // or
    const ir::Global *global = nullptr;
    bool is_read = false;             // what follows
    std::vector<std::uint32_t> named; // nodes
    FunctionCode code;
  };
  using Numbers = std::vector<std::uint32_t>;
  void number(const std::vector<ir::Symbol> &names, Numbers &nodes) const;
  const Node &read(std::uint32_t node) const;
  const Node *find(const ir::Function &function) const; // that very one
  std::optional<StoredValues> find_stored(std::uint32_t node,
                                          const StoredValues &others) const;

  const ir::Program &program_;
  mutable std::vector<Node> nodes_;
  // A function and a global may have one id.
  std::map<ir::Symbol, std::uint32_t> functions_, globals_;
  mutable bool has_all_ = false; // what follows
  mutable std::set<ir::Symbol> address_taken_, exposed_;
  mutable std::map<ir::Symbol, std::optional<StoredValues>> stored_;
};

} // namespace mergeproof::verdict
