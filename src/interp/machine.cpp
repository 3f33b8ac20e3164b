#include "interp/machine.h"

#include "interp/arithmetic.h"
#include "ir/layout.h"
#include "support/check.h"

namespace mergeproof::interp {

using ir::Bits;
using ir::CheckKind;
using ir::ExprKind;
using Kind = Instruction::Kind;

Machine::Machine(const Executable &executable, Externals &externals,
                 const Limits &limits)
    : executable_(executable), externals_(externals), limits_(limits),
      memory_(executable.globals(), executable.layout(), limits.memory,
              executable.pointer_bytes()) {
  if (notices_unset())
    memory_.track_unset();
}

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
  unset_.clear();
  frames_.clear();
  is_running_ = true;
  enter(*code, nullptr, typed);
  if (notices_unset())
    loop<Unset::Noticed>();
  else
    loop<Unset::Ignored>();
  return outcome_;
}

template <>
Machine::View<Unset::Ignored> Machine::view() {
  return {frame()};
}
template <>
Machine::View<Unset::Noticed> Machine::view() {
  return {frame(), unset_.data() + frames_.back().base};
}

// Before the object, or 2 GiB and more behind its begin.
bool Machine::is_far(Address from, std::uint64_t by) {
  constexpr std::int64_t most = std::int64_t(1) << 31;
  auto distance = static_cast<std::int64_t>(by);
  auto begin = static_cast<std::int64_t>(offset_of(from));
  return distance >= most || distance <= -most || begin + distance < 0;
}

// Whether it is a product, of an index and a size, that is not exact.
bool Machine::wraps(const Node &n, View<Unset::Noticed> view) {
  if (n.kind != ExprKind::Binary || n.op != ir::Op::Mul || n.type.bits != 64)
    return false;
  std::int64_t product = 0;
  return __builtin_mul_overflow(
      static_cast<std::int64_t>(eval<Unset::Noticed>(*n.a, view)),
      static_cast<std::int64_t>(eval<Unset::Noticed>(*n.b, view)), &product);
}

template <Unset U>
Bits Machine::eval(const Node &n, View<U> view) {
  switch (n.kind) {
  case ExprKind::Const:
    return n.bits;
  case ExprKind::Var:
    if constexpr (U == Unset::Noticed)
      has_met_unset_ |= view.unset[n.slot] != 0;
    return view.values[n.slot];
  case ExprKind::Unary:
    return apply_unary(n.op, n.type, eval<U>(*n.a, view));
  case ExprKind::Binary: {
    Bits a = eval<U>(*n.a, view), b = eval<U>(*n.b, view);
    if constexpr (U == Unset::Noticed)
      if (n.op == ir::Op::PtrAdd && n.b->kind != ExprKind::Const)
        outcome_.leaves_objects |=
            is_far(Address(a), std::uint64_t(b)) || wraps(*n.b, view);
    return apply_binary(n.op, n.operand, a, b);
  }
  case ExprKind::Cast:
    return cast(n, eval<U>(*n.a, view));
  case ExprKind::Select:
    return eval<U>(eval<U>(*n.a, view) ? *n.b : *n.c, view);
  case ExprKind::Load: {
    Address address = Address(eval<U>(*n.a, view));
    unsigned bytes = (n.type.bits + 7u) / 8u;
    if constexpr (U == Unset::Noticed)
      has_met_unset_ |= memory_.unset(address, bytes) != 0;
    return cut(memory_.load(address, bytes), n.type.bits);
  }
  case ExprKind::Valid: {
    Address address = Address(eval<U>(*n.a, view));
    return memory_.is_valid(address, std::uint64_t(eval<U>(*n.b, view)));
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

// A value that is only copied or computed with; unset_of_value_ is what is
// unset of it. Few values meet anything unset: these are evaluated again.
template <Unset U>
Bits Machine::value(const Node *node) {
  if constexpr (U == Unset::Ignored)
    return eval<U>(*node, view<U>());
  has_met_unset_ = false;
  unset_of_value_ = 0;
  Bits bits = eval<U>(*node, view<U>());
  if (has_met_unset_) [[unlikely]]
    find_unset(*node);
  return bits;
}

// A value that decides something.
template <Unset U>
Bits Machine::use(const Node *node) {
  Bits bits = value<U>(node);
  if (U == Unset::Noticed && unset_of_value_ && is_running_) [[unlikely]]
    trap(CheckKind::UninitialisedRead);
  return bits;
}

template Bits Machine::value<Unset::Ignored>(const Node *node);
template Bits Machine::value<Unset::Noticed>(const Node *node);
template Bits Machine::use<Unset::Ignored>(const Node *node);
template Bits Machine::use<Unset::Noticed>(const Node *node);

template <Unset U>
void Machine::loop() {
  while (is_running_) {
    if (++outcome_.steps > limits_.steps)
      return give_up(std::string(out_of_steps) + " " +
                     std::to_string(limits_.steps) + " steps");
    Frame &top = frames_.back();
    const Instruction &next = top.code->instructions[top.next++];
    if (limits_.coverage)
      cover<U>(next, top.code->key + std::uint64_t(131) * top.next);
    step<U>(next);
    if (memory_.is_exhausted())
      return give_up(std::string(out_of_memory) + " " +
                     std::to_string(limits_.memory) + " bytes of memory");
  }
}

template <Unset U>
void Machine::step(const Instruction &i) {
  switch (i.kind) {
  case Kind::Assign:
    return assign<U>(i);
  case Kind::Store:
  case Kind::MemCopy:
  case Kind::MemSet:
    return store<U>(i);
  case Kind::Call:
    return call<U>(*i.call);
  case Kind::Check:
    return check<U>(i);
  case Kind::Assume:
    if (!use<U>(i.x) && !has_stopped<U>())
      give_up("the input breaks an assumption");
    return;
  case Kind::JumpUnless:
    if (!use<U>(i.x))
      frames_.back().next = i.to;
    return;
  case Kind::Jump:
    frames_.back().next = i.to;
    return;
  case Kind::Return:
    return leave<U>(i.x);
  case Kind::Begin:
    return begin(i);
  case Kind::End:
    return memory_.kill(Address(frame()[i.slot]));
  case Kind::Opaque:
    return give_up(i.stmt->as<ir::Opaque>()->reason);
  }
}

template <Unset U>
void Machine::assign(const Instruction &i) {
  frame()[i.slot] = value<U>(i.x);
  if constexpr (U == Unset::Noticed)
    unset_[frames_.back().base + i.slot] = unset_of_value_;
}

namespace {

// Asked of what is only computed: nothing has been decided if the answer is
// not known. What follows a pointer is checked when it is followed.
bool is_about_computing(CheckKind kind) {
  switch (kind) {
  case CheckKind::SignedOverflow:
  case CheckKind::BadShift:
  case CheckKind::FloatOverflow:
  case CheckKind::NullPointer:
  case CheckKind::IndexOutOfBounds:
  case CheckKind::Misaligned:
    return true;
  case CheckKind::InvalidAccess:
  case CheckKind::InvalidFree:
  case CheckKind::DivisionByZero:
  case CheckKind::UninitialisedRead:
  case CheckKind::MissingReturn:
  case CheckKind::Unreachable:
  case CheckKind::BadIndirectCall:
  case CheckKind::OverlappingCopy:
  case CheckKind::BadVlaSize:
  case CheckKind::VariadicArgument:
  case CheckKind::Abort:
    return false;
  }
  return false;
}

} // namespace

template <Unset U>
void Machine::check(const Instruction &i) {
  bool holds = value<U>(i.x) != 0;
  CheckKind kind = i.stmt->as<ir::Check>()->kind;
  if (has_stopped<U>())
    return;
  if (U == Unset::Noticed && unset_of_value_) [[unlikely]]
    return is_about_computing(kind) ? void()
                                    : trap(CheckKind::UninitialisedRead);
  if (!holds)
    trap(kind);
}

// The size of a copy; what takes as long as many steps counts as many.
template <Unset U>
std::uint64_t Machine::large(const Instruction &i) {
  constexpr std::uint64_t bytes_a_step = 256;
  auto size = std::uint64_t(use<U>(i.z));
  outcome_.steps += size / bytes_a_step;
  return size;
}

template <Unset U>
void Machine::store(const Instruction &i) {
  Address target = Address(use<U>(i.x));
  Bits second = i.kind == Kind::MemCopy ? use<U>(i.y) : value<U>(i.y);
  Bits unset = U == Unset::Noticed ? unset_of_value_ : 0;
  unsigned width = (i.y->type.bits + 7u) / 8u;
  std::uint64_t size = i.kind == Kind::Store ? 0 : large<U>(i);
  if (has_stopped<U>())
    return;
  bool is_done = false;
  if (i.kind == Kind::Store)
    is_done = memory_.store(target, second, width);
  else if (i.kind == Kind::MemCopy)
    is_done = memory_.move(target, Address(second), size);
  else
    is_done = memory_.fill(target, static_cast<unsigned char>(second), size);
  if (!is_done)
    return trap(CheckKind::InvalidAccess);
  if (U == Unset::Noticed && unset) [[unlikely]]
    note_unset(i, target, unset, size);
}

void Machine::begin(const Instruction &i) {
  if (!memory_.revive(Address(frame()[i.slot]), i.size))
    give_up("a local object is too large");
  memory_.forget(Address(frame()[i.slot]));
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
  if (notices_unset()) {
    unset_.resize(base + code.slots);
    for (std::size_t i = 0; i < params.size() && i < args.size(); i++)
      unset_[base + i] = cut(args[i].unset, params[i].scalar.bits);
  }
  for (std::uint32_t i = code.first_object; i < code.slots; i++)
    values_[base + i] = memory_.allocate_dead(Region::Local);
}

template <Unset U>
void Machine::leave(const Node *value) {
  std::optional<Bits> result;
  Bits unset = 0;
  bool is_last = !frames_.back().caller;
  if (value) {
    // The first function's value is for who runs it.
    result = is_last ? use<U>(value) : this->value<U>(value);
    unset = U == Unset::Noticed ? unset_of_value_ : 0;
    if (has_stopped<U>())
      return;
  }
  Frame left = frames_.back();
  for (std::uint32_t i = left.code->first_object; i < left.code->slots; i++)
    memory_.kill(Address(values_[left.base + i]));
  memory_.kill(left.variadic);
  frames_.pop_back();
  values_.resize(left.base);
  if constexpr (U == Unset::Noticed)
    unset_.resize(left.base);
  if (!is_last)
    return finish_call(*left.caller, result.value_or(0), unset);
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
