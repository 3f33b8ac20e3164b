// Structured, immutable statements. No goto: the WebAssembly discipline.
//
//   Assign      x = value
//   Store       *(type *)address = value       little-endian, value.type wide
//   MemCopy     memmove(target, source, size)  sizes are i64; may overlap
//   MemSet      memset(target, byte, size)     byte is i8
//   Call        [x =] callee(args…)            see Callee
//   Check       trap with `kind` unless condition
//   Assume      paths where condition is false do not exist
//   If          condition, then_body, else_body
//   Loop        L: repeat body for ever; `break L` leaves, `continue L`
//   restarts Block       L: body once; `break L` leaves it (forward goto)
//   Break, Continue   to an enclosing Loop or Block (Continue: Loop only) by
//   label Return      [value] LocalBegin  the local object comes to life with
//   unspecified bytes LocalEnd    and dies; its address is invalid from then on
//   Opaque      something the front end could not lower: may do anything to
//               memory and variables, and a verdict that depends on it is
//               unknown
//   Hole        a place where versions differ; only in skeletons (align)
//
// `while (c) b` is  Loop L { If c {} else { Break L }  b }; a `for` wraps its
// body in a Block to give `continue` a target in front of the increment.
// Statements are owned by the Context. `hash` is structural: spans do not
// count.
#pragma once

#include "ir/expr.h"
#include "source/file.h"

#include <string>
#include <variant>
#include <vector>

namespace mergeproof::ir {

struct Stmt;
using Seq = std::vector<const Stmt *>;

enum class CheckKind : std::uint8_t {
#define CHECK_KIND(name, text, sanitizer) name,
#include "ir/check_kind.def"
};
const char *to_text(CheckKind kind);

enum class Intrinsic : std::uint8_t {
#define INTRINSIC(name, text) name,
#include "ir/intrinsic.def"
};
const char *to_text(Intrinsic intrinsic);

struct Assign {
  Symbol target;
  const Expr *value;
};
struct Store {
  const Expr *address;
  const Expr *value;
  Access access = {};
};
struct MemCopy {
  const Expr *target;
  const Expr *source;
  const Expr *size;
};
struct MemSet {
  const Expr *target;
  const Expr *byte;
  const Expr *size;
};

// Whom a Call calls. Direct: a function by id, defined in this program or
// not (then it is an external event). Indirect: through an address. Arguments
// are scalars; a struct by value is the address of a copy that the callee owns,
// a struct result is a hidden first argument, the address it is written to.
struct Callee {
  std::variant<Symbol, const Expr *, Intrinsic> target;
};
struct Call {
  Symbol result;      // empty: none
  Scalar result_type; // meaningful when result is not empty
  Callee callee;
  std::vector<const Expr *> args;
  bool is_variadic = false;
  Symbol
      signature; // of calls through pointers: see ir/signature.h; "": unknown
};
struct Check {
  CheckKind kind;
  const Expr *condition;
};
struct Assume {
  const Expr *condition;
};
struct If {
  const Expr *condition;
  Seq then_body;
  Seq else_body;
};
struct Loop {
  Symbol label;
  Seq body;
};
struct Block {
  Symbol label;
  Seq body;
};
struct Break {
  Symbol label;
};
struct Continue {
  Symbol label;
};
struct Return {
  const Expr *value = nullptr; // null: no value
};
struct LocalBegin {
  Symbol object;
};
struct LocalEnd {
  Symbol object;
};
struct Opaque {
  std::string reason; // lower case, a user reads it: "inline assembly"
};
struct Hole {
  std::uint32_t index; // depth-first order in its skeleton, from 0
};

using StmtNode = std::variant<Assign, Store, MemCopy, MemSet, Call, Check,
                              Assume, If, Loop, Block, Break, Continue, Return,
                              LocalBegin, LocalEnd, Opaque, Hole>;

struct Stmt {
  StmtNode node;
  source::Span span;
  std::uint64_t hash = 0; // structural, includes names of variables and labels

  template <typename T>
  const T *as() const {
    return std::get_if<T>(&node);
  }
};

// The statements directly inside `stmt`: none, one sequence (loop, block) or
// two (if). Null when there is no such sequence.
struct Children {
  const Seq *first = nullptr;
  const Seq *second = nullptr;
};
Children children(const Stmt &stmt);

// With all that are nested.
std::size_t count_statements(const Seq &seq);

// Equal up to spans. Compares structurally, hashes first.
bool is_same(const Stmt &a, const Stmt &b);
bool is_same(const Seq &a, const Seq &b);

// for_each_expr(stmt, f): f on the expressions written in this statement
// itself, not in nested statements, in evaluation order.
template <typename F>
void for_each_expr(const Stmt &stmt, F &&f);

} // namespace mergeproof::ir

#include "ir/stmt_visit.h"
