// Calls: of functions with and without a body, and of intrinsics.
#include "interp/arithmetic.h"
#include "interp/machine.h"
#include "ir/variadic.h"

#include <algorithm>
#include <cstring>

namespace mergeproof::interp {

using ir::Bits;
using ir::CheckKind;
using ir::Intrinsic;

namespace {

bool is_any_unset(const std::vector<Argument> &args) {
  return std::any_of(args.begin(), args.end(),
                     [](const Argument &arg) { return arg.unset != 0; });
}

} // namespace

template <Unset U>
void Machine::call(const CallSite &site) {
  std::vector<Argument> args;
  for (const Node *arg : site.args) {
    args.push_back({arg->type, value<U>(arg)});
    if constexpr (U == Unset::Noticed)
      args.back().unset = unset_of_value_;
    if (has_stopped<U>())
      return;
  }
  if (auto *which = std::get_if<Intrinsic>(&site.call->callee.target))
    return call_intrinsic(site, *which, args);
  call_function<U>(site, std::move(args));
}
template void Machine::call<Unset::Ignored>(const CallSite &site);
template void Machine::call<Unset::Noticed>(const CallSite &site);

bool Machine::agrees(const CallSite &site, const std::vector<Argument> &args,
                     const ir::Function &callee) const {
  bool has_more = args.size() > callee.params.size();
  if (args.size() < callee.params.size() || (has_more && !callee.is_variadic))
    return false;
  for (std::size_t i = 0; i < callee.params.size(); i++)
    if (args[i].type != callee.params[i].scalar)
      return false;
  return site.call->result.empty() || site.call->result_type == callee.result;
}

template <Unset U>
void Machine::call_function(const CallSite &site, std::vector<Argument> args) {
  Address address = site.through ? Address(use<U>(site.through)) : site.callee;
  if (has_stopped<U>())
    return;
  const ir::Function *callee = executable_.function_at(address);
  if (site.through && (!callee || !agrees(site, args, *callee)))
    return trap(CheckKind::BadIndirectCall);
  const Code *code = executable_.code_at(address);
  if (!code)
    return call_external(site, std::move(args), callee);
  enter(*code, &site, args);
}

void Machine::call_external(const CallSite &site, std::vector<Argument> args,
                            const ir::Function *declaration) {
  if (is_any_unset(args))
    return trap(CheckKind::UninitialisedRead);
  ExternalCall call{
      .function = declaration ? declaration->id
                              : std::get<ir::Symbol>(site.call->callee.target),
      .declaration = declaration,
      .args = std::move(args)};
  if (!site.call->result.empty())
    call.result = site.call->result_type;
  else if (declaration)
    call.result = declaration->result;
  Bits value = externals_.call(memory_, call);
  if (std::optional<Outcome> ending = externals_.ending())
    return end_run(*ending);
  if (declaration && declaration->is_noreturn)
    return stop(Outcome::Kind::Stopped);
  finish_call(site, value);
}

void Machine::finish_call(const CallSite &site, Bits value, Bits unset) {
  if (site.call->result.empty())
    return;
  frame()[site.slot] = cut(value, site.call->result_type.bits);
  if (notices_unset())
    unset_[frames_.back().base + site.slot] =
        cut(unset, site.call->result_type.bits);
}

void Machine::call_intrinsic(const CallSite &site, Intrinsic which,
                             const std::vector<Argument> &args) {
  auto number = [&](std::size_t i) { return std::uint64_t(args[i].bits); };
  if (is_any_unset(args))
    return trap(CheckKind::UninitialisedRead);
  switch (which) {
  case Intrinsic::Malloc: {
    Address fresh = allocate(number(0));
    memory_.forget(fresh);
    return finish_call(site, fresh);
  }
  case Intrinsic::Calloc: {
    Bits size = Bits(number(0)) * number(1);
    return finish_call(site, allocate(std::uint64_t(size) == size
                                          ? std::uint64_t(size)
                                          : ~std::uint64_t(0)));
  }
  case Intrinsic::Realloc: {
    if (number(0) && !may_free(number(0)))
      return trap(CheckKind::InvalidFree);
    return finish_call(site, reallocate(number(0), number(1)));
  }
  case Intrinsic::Free:
    return release(number(0)) ? void() : trap(CheckKind::InvalidFree);
  case Intrinsic::Strlen: {
    std::optional<std::uint64_t> found = length(number(0));
    if (memory_.has_unset(number(0), found ? *found + 1 : max_object_size))
      return trap(CheckKind::UninitialisedRead);
    return found ? finish_call(site, *found) : trap(CheckKind::InvalidAccess);
  }
  case Intrinsic::Exit:
    outcome_.exit_code = static_cast<std::int32_t>(number(0));
    return stop(Outcome::Kind::Exited);
  case Intrinsic::NoReturn:
    return stop(Outcome::Kind::Stopped);
  case Intrinsic::VolatileRead:
    return finish_call(site, number(1));
  case Intrinsic::VolatileWrite:
    return;
  case Intrinsic::VariadicArguments:
    if (!frames_.back().caller)
      return give_up("the variable arguments are not given");
    return finish_call(site, frames_.back().variadic);
  }
}

// The records of the arguments from `first` on, in an object of the frame.
Address Machine::keep_variadic(const std::vector<Argument> &args,
                               std::size_t first) {
  std::vector<unsigned char> bytes;
  auto add = [&](Bits value, std::uint64_t size) {
    for (std::uint64_t i = 0; i < size; i++)
      bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
  };
  for (std::size_t i = first; i < args.size(); i++) {
    add(ir::variadic_tag(args[i].type), ir::variadic_tag_size);
    add(args[i].bits, ir::variadic_value_size(args[i].type));
  }
  add(0, ir::variadic_tag_size);
  Address object = memory_.allocate(Region::Local, bytes.size());
  memory_.write(object, bytes);
  if (is_any_unset(args))
    keep_unset(object, args, first);
  return object;
}

void Machine::keep_unset(Address object, const std::vector<Argument> &args,
                         std::size_t first) {
  for (std::size_t i = first; i < args.size(); i++) {
    object += ir::variadic_tag_size;
    if (args[i].unset)
      memory_.set_unset(object, args[i].unset, unsigned(args[i].type.bytes()));
    object += ir::variadic_value_size(args[i].type);
  }
}

Address Machine::allocate(std::uint64_t size) {
  if (externals_.does_allocation_fail(allocations_++, size))
    return 0;
  return memory_.allocate(Region::Heap, size);
}

Address Machine::reallocate(Address old, std::uint64_t size) {
  if (old && size == 0 && externals_.frees_empty()) {
    memory_.kill(old);
    return 0;
  }
  Address fresh = allocate(size);
  memory_.forget(fresh);
  if (!fresh || !old)
    return fresh;
  memory_.move(fresh, old, std::min(size, memory_.find(old)->size));
  memory_.kill(old);
  return fresh;
}

// Objects that were given to the program may have been allocated by its caller.
bool Machine::may_free(Address address) {
  Region region = region_of(address);
  bool is_allocated = region == Region::Heap || region == Region::Input ||
                      region == Region::External;
  return is_allocated && offset_of(address) == 0 && memory_.find(address);
}

bool Machine::release(Address address) {
  if (address == 0)
    return true;
  if (!may_free(address))
    return false;
  memory_.kill(address);
  return true;
}

std::optional<std::uint64_t> Machine::length(Address text) {
  const Object *object = memory_.find(text);
  std::uint64_t offset = offset_of(text);
  if (!object || offset >= object->bytes.size())
    return std::nullopt;
  const unsigned char *start = object->bytes.data() + offset;
  const void *end = std::memchr(start, 0, object->bytes.size() - offset);
  if (!end)
    return std::nullopt;
  return static_cast<const unsigned char *>(end) - start;
}

} // namespace mergeproof::interp
