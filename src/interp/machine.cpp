#include "interp/machine.h"

#include "interp/arithmetic.h"
#include "ir/layout.h"
#include "support/check.h"

namespace mergeproof::interp {

using ir::Bits;
using ir::CheckKind;
using ir::ExprKind;
using Kind = Instruction::Kind;

std::string to_text(const Outcome &outcome) {
  switch (outcome.kind) {
  case Outcome::Kind::Returned:
    return "returned";
  case Outcome::Kind::Trapped:
    return std::string("trapped: ") + ir::to_text(outcome.trap);
  case Outcome::Kind::Exited:
    return "exited(" + std::to_string(outcome.exit_code) + ")";
  case Outcome::Kind::Stopped:
    return "did not return";
  case Outcome::Kind::Invalid:
    return outcome.why;
  }
  return "";
}

bool is_limit(const Outcome &outcome) {
  return outcome.kind == Outcome::Kind::Invalid &&
         (outcome.why.starts_with(out_of_steps) ||
          outcome.why.starts_with(out_of_stack) ||
          outcome.why.starts_with(out_of_memory));
}

Machine::Machine(const Executable &executable, Externals &externals,
                 const Limits &limits)
    : executable_(executable), externals_(externals), limits_(limits),
      memory_(executable.globals(), executable.layout(), limits.memory,
              executable.pointer_bytes()) {}

Outcome Machine::run(ir::Symbol id, const std::vector<Bits> &args) {
  outcome_ = {};
  const Layout &layout = executable_.layout();
  const Code *code = executable_.code_at(layout.function_address(id));
  if (!code || code->function->params.size() != args.size()) {
    give_up("there is no body of " + std::string(id) + " that takes " +
            std::to_string(args.size()) + " arguments");
    return outcome_;
  }
  std::vector<Argument> typed;
  for (std::size_t i = 0; i < args.size(); i++)
    typed.push_back({code->function->params[i].scalar, args[i]});
  values_.clear();
  frames_.clear();
  is_running_ = true;
  enter(*code, nullptr, typed);
  loop();
  return outcome_;
}

Bits Machine::eval(const Node &n, const Bits *frame) {
  switch (n.kind) {
  case ExprKind::Const:
    return n.bits;
  case ExprKind::Var:
    return frame[n.slot];
  case ExprKind::Unary:
    return apply_unary(n.op, n.type, eval(*n.a, frame));
  case ExprKind::Binary:
    return apply_binary(n.op, n.operand, eval(*n.a, frame), eval(*n.b, frame));
  case ExprKind::Cast:
    return cast(n, eval(*n.a, frame));
  case ExprKind::Select:
    return eval(eval(*n.a, frame) ? *n.b : *n.c, frame);
  case ExprKind::Load: {
    Address address = Address(eval(*n.a, frame));
    return cut(memory_.load(address, (n.type.bits + 7u) / 8u), n.type.bits);
  }
  case ExprKind::Valid: {
    Address address = Address(eval(*n.a, frame));
    return memory_.is_valid(address, std::uint64_t(eval(*n.b, frame)));
  }
  case ExprKind::GlobalAddr:
  case ExprKind::LocalAddr:
  case ExprKind::FunctionAddr:
    break;
  }
  support::fail_check("addresses are resolved", __FILE__, __LINE__);
}

// Between an address and the number that memory with 4-byte pointers has for
// it.
Bits Machine::cast(const Node &n, Bits bits) {
  if (n.operand.is_pointer() && n.type.bits == ir::narrow_address_bits)
    return memory_.to_number(Address(bits));
  if (n.type.is_pointer() && n.operand.bits == ir::narrow_address_bits)
    return memory_.to_address(static_cast<std::uint32_t>(bits));
  return apply_cast(n.op, n.type, n.operand, bits);
}

void Machine::loop() {
  while (is_running_) {
    if (++outcome_.steps > limits_.steps)
      return give_up(std::string(out_of_steps) + " " +
                     std::to_string(limits_.steps) + " steps");
    Frame &top = frames_.back();
    if (limits_.coverage)
      limits_.coverage->note(top.code->key + std::uint64_t(131) * top.next);
    step(top.code->instructions[top.next++]);
    if (memory_.is_exhausted())
      return give_up(std::string(out_of_memory) + " " +
                     std::to_string(limits_.memory) + " bytes of memory");
  }
}

void Machine::step(const Instruction &i) {
  switch (i.kind) {
  case Kind::Assign:
    frame()[i.slot] = eval(i.x);
    return;
  case Kind::Store:
  case Kind::MemCopy:
  case Kind::MemSet:
    return store(i);
  case Kind::Call:
    return call(*i.call);
  case Kind::Check:
    return eval(i.x) ? void() : trap(i.stmt->as<ir::Check>()->kind);
  case Kind::Assume:
    return eval(i.x) ? void() : give_up("the input breaks an assumption");
  case Kind::JumpUnless:
    if (!eval(i.x))
      frames_.back().next = i.to;
    return;
  case Kind::Jump:
    frames_.back().next = i.to;
    return;
  case Kind::Return:
    return leave(i.x);
  case Kind::Begin:
    return begin(i);
  case Kind::End:
    return memory_.kill(Address(frame()[i.slot]));
  case Kind::Opaque:
    return give_up(i.stmt->as<ir::Opaque>()->reason);
  }
}

// The size of a copy; what takes as long as many steps counts as many.
std::uint64_t Machine::large(const Instruction &i) {
  constexpr std::uint64_t bytes_a_step = 256;
  auto size = std::uint64_t(eval(i.z));
  outcome_.steps += size / bytes_a_step;
  return size;
}

void Machine::store(const Instruction &i) {
  Address target = Address(eval(i.x));
  Bits second = eval(i.y);
  bool is_done = false;
  if (i.kind == Kind::Store)
    is_done = memory_.store(target, second, (i.y->type.bits + 7u) / 8u);
  else if (i.kind == Kind::MemCopy)
    is_done = memory_.move(target, Address(second), large(i));
  else
    is_done =
        memory_.fill(target, static_cast<unsigned char>(second), large(i));
  if (!is_done)
    trap(CheckKind::InvalidAccess);
}

void Machine::begin(const Instruction &i) {
  if (!memory_.revive(Address(frame()[i.slot]), i.size))
    give_up("a local object is too large");
}

void Machine::enter(const Code &code, const CallSite *caller,
                    const std::vector<Argument> &args) {
  if (frames_.size() >= limits_.call_depth)
    return give_up(std::string(out_of_stack) + " " +
                   std::to_string(limits_.call_depth) + " calls deep");
  std::uint32_t base = std::uint32_t(values_.size());
  const std::vector<ir::Variable> &params = code.function->params;
  Address variadic =
      code.function->is_variadic ? keep_variadic(args, params.size()) : 0;
  frames_.push_back({&code, 0, base, caller, variadic});
  values_.resize(base + code.slots);
  for (std::size_t i = 0; i < params.size() && i < args.size(); i++)
    values_[base + i] = cut(args[i].bits, params[i].scalar.bits);
  for (std::uint32_t i = code.first_object; i < code.slots; i++)
    values_[base + i] = memory_.allocate_dead(Region::Local);
}

void Machine::leave(const Node *value) {
  std::optional<Bits> result;
  if (value)
    result = eval(value);
  Frame left = frames_.back();
  for (std::uint32_t i = left.code->first_object; i < left.code->slots; i++)
    memory_.kill(Address(values_[left.base + i]));
  memory_.kill(left.variadic);
  frames_.pop_back();
  values_.resize(left.base);
  if (left.caller)
    return finish_call(*left.caller, result.value_or(0));
  outcome_.value = result;
  outcome_.kind = Outcome::Kind::Returned;
  is_running_ = false;
}

void Machine::stop(Outcome::Kind kind) {
  outcome_.kind = kind;
  if (!frames_.empty() && frames_.back().next > 0) {
    const Frame &top = frames_.back();
    outcome_.where = top.code->instructions[top.next - 1].stmt;
  }
  is_running_ = false;
}

void Machine::trap(CheckKind kind) {
  outcome_.trap = kind;
  stop(Outcome::Kind::Trapped);
}

void Machine::give_up(std::string why) {
  outcome_.why = std::move(why);
  stop(Outcome::Kind::Invalid);
}

void Machine::end_run(const Outcome &ending) {
  outcome_.trap = ending.trap;
  outcome_.exit_code = ending.exit_code;
  outcome_.why = ending.why;
  stop(ending.kind);
}

} // namespace mergeproof::interp
