// A function as the machine runs it: a flat list of instructions, names
// resolved to slots of the frame, addresses of globals and functions to
// numbers.
#pragma once

#include "interp/layout.h"
#include "ir/program.h"

#include <deque>
#include <vector>

namespace mergeproof::interp {

// An expression whose names are resolved. LocalAddr has become Var: the slot of
// a local object holds its address; GlobalAddr and FunctionAddr have become
// Const.
struct Node {
  ir::ExprKind kind = ir::ExprKind::Const;
  ir::Op op = ir::Op::None;
  ir::Scalar type;
  std::uint32_t slot = 0;
  ir::Bits bits = 0;
  const Node *a = nullptr;
  const Node *b = nullptr;
  const Node *c = nullptr;
  ir::Scalar operand; // type of a
};

struct CallSite {
  const ir::Call *call = nullptr;
  Address callee = 0;            // direct calls; 0 when not in the layout
  const Node *through = nullptr; // indirect calls
  std::vector<const Node *> args;
  std::uint32_t slot = 0; // of the result, when there is one
};

struct Instruction {
  enum class Kind : std::uint8_t {
    Assign,     // slot = x
    Store,      // *x = y
    MemCopy,    // x, y, z
    MemSet,     // x, y, z
    Call,       // call
    Check,      // x
    Assume,     // x
    JumpUnless, // x, to
    Jump,       // to
    Return,     // x, may be null
    Begin,      // slot, size
    End,        // slot
    Opaque      // reason is in stmt
  };
  Kind kind = Kind::Jump;
  std::uint32_t slot = 0;
  std::uint32_t to = 0;
  const Node *x = nullptr;
  const Node *y = nullptr;
  const Node *z = nullptr;
  const CallSite *call = nullptr;
  std::uint64_t size = 0;
  const ir::Stmt *stmt = nullptr;
};

struct Code {
  const ir::Function *function = nullptr;
  std::uint64_t key = 0;          // by name, the same in every run
  std::uint32_t slots = 0;        // parameters, locals, then objects
  std::uint32_t first_object = 0; // slots from here hold addresses of objects
  std::vector<Instruction> instructions; // the last one is a Return
  std::deque<Node> nodes;
  std::deque<CallSite> calls;
};

} // namespace mergeproof::interp
