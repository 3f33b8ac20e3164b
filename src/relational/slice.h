// What a statement reads and writes, and slices: the part of a loop that
// decides the final value of one cell (SafeMerge, Fig. 7 rule 2:
// Dependencies(S, y)).
//
// A cell is a variable, a memory region, the history of external calls
// ("world") or the set of live objects ("objects"). Checks and nested loops
// that do not write a cell do not decide its value on runs that end without a
// trap, so they are not in its slice.
#pragma once

#include "ir/program.h"
#include "symbolic/machine.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mergeproof::relational {

struct Cell {
  enum class Kind : std::uint8_t { Variable, Region, World, Objects, Result };
  Kind kind = Kind::Variable;
  std::string_view name;
  ir::Scalar scalar; // Variable, Result
  bool operator<(const Cell &other) const {
    return kind != other.kind ? kind < other.kind : name < other.name;
  }
  bool operator==(const Cell &other) const {
    return kind == other.kind && name == other.name;
  }
};
using Cells = std::set<Cell>;

smt::Sort sort_of(const Cell &cell); // of its values

struct CallEffects {
  bool reads_memory = true, writes_memory = true;
  bool has_events = true, changes_objects = true;
  bool may_trap = true, may_exit = false;
  bool asks_objects = true;              // its result depends on which live
  std::vector<std::string_view> regions; // that it may touch
  std::optional<std::vector<std::string_view>> written; // none: all of them
  std::uint64_t identity = 0; // of the behaviour, in this version
};

// How the walk sees one version.
struct SliceContext {
  const symbolic::Universe *universe = nullptr;
  const symbolic::FrameNames *names = nullptr;
  std::size_t version = 0;
  // False: everything depends on everything (verdict::Ablation).
  bool has_dependence = true;
  std::function<CallEffects(const ir::Call &)> effects_of;
};

// Where a loop can go, other than to its end.
struct Exits {
  std::set<std::string> labels; // pending keys: "L", "continue L"
  bool may_return = false;
  bool may_trap = false;
  bool may_exit = false;
};

class LoopBody {
public:
  LoopBody(const ir::Loop &loop, const SliceContext &context);

  const Cells &written() const { return written_; }
  const Exits &exits() const { return exits_; }
  // Cells whose value at entry decides `target` at exit, in order.
  Cells dependencies(const Cell &target) const;
  // The same for which exit is taken.
  Cells exit_dependencies() const { return read_; }
  // Equal hashes: the same function of the dependencies.
  std::uint64_t slice_hash(const Cell &target) const;
  std::uint64_t whole_hash() const;

private:
  struct Effect {
    Cells reads, writes;
    bool is_control = false;
  };
  Effect effect_of(const ir::Stmt &stmt) const;
  void read(const ir::Expr *e, Cells &cells) const;
  Cell cell_of_place(const ir::Expr *address) const;
  void call_effect(const ir::Call &call, Effect &effect) const;
  void collect(const ir::Seq &seq, std::vector<Cells> &conditions,
               std::vector<std::string> &inner);
  void note_exit(const ir::Stmt &stmt, const std::vector<std::string> &inner);
  bool is_relevant(const ir::Stmt &stmt, const Cells &cells) const;
  std::uint64_t hash(const ir::Seq &seq, const Cells *cells) const;
  std::uint64_t hash_stmt(const ir::Stmt &stmt, const Cells *cells) const;
  std::uint64_t hash_sizes() const;

  struct Item {
    Effect effect;
    Cells conditions; // read by the branches around it
  };
  const ir::Loop &loop_;
  const SliceContext &context_;
  std::vector<Item> items_;
  Cells written_, read_;
  Exits exits_;
};

} // namespace mergeproof::relational
