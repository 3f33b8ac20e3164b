// Writes the statements of one function, in order, into the innermost open
// sequence. Knows what makes a sequence of pure expressions and statements mean
// the same as C's nested side effects:
//
//   held operands   a[i] + f(x)   the load is kept in a temporary when, and
//   only
//                                 when, statements emitted after it may change
//                                 it
//   flow            whether the end of what was written can be reached, and
//   which
//                   variables have certainly been assigned there
//   bounded size    a huge expression is cut by temporaries
#pragma once

#include "frontend/c/fold.h"
#include "frontend/c/unit.h"

#include <llvm/ADT/BitVector.h>

#include <map>
#include <string>
#include <vector>

namespace mergeproof::frontend::c {

// What is known at one point. Nothing can be said about unreachable points, so
// they agree with everything in a join.
struct Flow {
  bool is_reachable = true;
  llvm::BitVector assigned; // by index of the tracked variable
  void join(const Flow &other);
};

class Emitter {
public:
  Emitter(Unit &unit, ir::Function &function);

  void emit(ir::StmtNode node);
  void assign(ir::Symbol name, Value value) { emit(ir::Assign{name, value}); }
  void append(const ir::Seq &seq) {
    out_->insert(out_->end(), seq.begin(), seq.end());
  }
  void check(ir::CheckKind kind, Value condition);
  void opaque(const std::string &reason);

  ir::Symbol make_temporary(ir::Scalar scalar);
  Value capture(Value value); // in a fresh temporary, now
  Value bounded(Value value); // captured when it is huge
  Value zero(ir::Scalar scalar) { return context.constant(scalar, 0); }

  // When the last statement is a call whose result is that temporary, made for
  // it, the result goes to `target` instead.
  bool retarget_call(Value temporary, ir::Symbol target);

  ir::Symbol make_label(const char *kind); // "loop1", "block1"
  void break_to(ir::Symbol label);
  void continue_to(ir::Symbol label);

  // What `body` emits, apart.
  template <typename F>
  ir::Seq collect(F &&body) {
    ir::Seq inner;
    ir::Seq *outer = std::exchange(out_, &inner);
    body();
    out_ = outer;
    return inner;
  }
  template <typename F, typename G>
  void branch(Value condition, F &&then_body, G &&else_body);
  // Closes a Loop or Block: flow goes on where its breaks lead.
  void emit_loop(ir::Symbol label, ir::Seq body);
  void emit_block(ir::Symbol label, ir::Seq body);
  bool is_broken_to(ir::Symbol label) const { return exits_.count(label); }
  // Of all breaks to it; null when there are none.
  const Flow *flow_to(ir::Symbol label) const {
    auto exit = exits_.find(label);
    return exit == exits_.end() ? nullptr : &exit->second;
  }

  Unit &unit;
  ir::Context &context;
  ir::Function &function;
  Fold fold;
  Flow flow;
  clang::SourceLocation loc; // of what is being lowered

private:
  friend class Operands;
  void end_flow() { flow.is_reachable = false; }

  ir::Seq *out_;
  std::map<ir::Symbol, Flow> exits_;
  std::map<std::string, int> label_counts_;
  int temporaries_ = 0;
};

// Values that were computed one after another and are used together later.
// get() gives each as it was when held.
class Operands {
public:
  explicit Operands(Emitter &emitter) : emitter_(emitter), out_(emitter.out_) {}
  std::size_t hold(Value value);
  Value get(std::size_t index);

private:
  struct Held {
    Value value;
    std::size_t mark; // statements written when it was computed
  };
  void settle();

  Emitter &emitter_;
  ir::Seq *out_;
  std::vector<Held> held_;
  std::size_t settled_ = 0;
};

template <typename F, typename G>
void Emitter::branch(Value condition, F &&then_body, G &&else_body) {
  Flow before = flow;
  ir::Seq yes = collect(then_body);
  Flow after = std::exchange(flow, std::move(before));
  ir::Seq no = collect(else_body);
  flow.join(after);
  if (!yes.empty() || !no.empty())
    emit(ir::If{condition, std::move(yes), std::move(no)});
}

} // namespace mergeproof::frontend::c
