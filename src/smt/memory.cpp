// Store and Load of TermTable: reading over writes.
#include "smt/address_number.h"
#include "smt/memory_change.h"
#include "smt/provenance.h"
#include "smt/term.h"
#include "support/check.h"

#include <unordered_map>

namespace mergeproof::smt {
namespace {

using Where = Provenance::Where;

// The one pointer that a sum is relative to: its only atom with a known place.
Provenance combine(const std::vector<Term> &args) {
  Provenance found;
  bool is_found = false;
  for (Term arg : args) {
    if (arg->kind == Kind::Mul || arg->is_constant())
      continue;
    Provenance here = provenance(arg);
    if (here.where == Where::Anywhere)
      continue;
    if (is_found && here.where == found.where)
      return {};
    if (!is_found || here.where == Where::Object)
      found = here;
    is_found = true;
  }
  return found;
}

bool is_fresh(const Provenance &place) {
  return place.where == Where::Object &&
         place.object->object != ObjectClass::Global;
}

// A memory that the call has not written: its bytes point to inputs only.
bool is_initial_memory(Term memory) {
  return memory->kind == Kind::Symbol && memory->is_input;
}

constexpr unsigned max_depth = 512;
constexpr std::size_t max_joins = 64; // joined memories that a load looks below
constexpr unsigned max_choices =
    4; // that an address is made of, one in another
constexpr unsigned max_same =
    8; // stores that may be to the same place, as well

// Reads `bits` at `address` below `memory`, looking through what cannot matter.
class Reader {
public:
  Reader(TermTable &table, Term address, std::uint32_t bits, Access access)
      : table_(table), address_(address), bits_(bits), access_(access) {}

  Term read(Term memory, unsigned depth) {
    while (depth < max_depth) {
      if (is_cleared(memory) && is_inside(memory))
        return table_.constant(bv_sort(bits_), 0);
      if (Term below = below_change(memory)) {
        memory = below;
        continue;
      }
      if (memory->kind != Kind::Store)
        break;
      Term stored = memory->args[2];
      Term distance = table_.subtract(address_, memory->args[1]);
      if (!distance->is_constant()) {
        if (is_same_type(memory))
          return read_same_type(memory, depth);
        if (!are_apart(address_, memory->args[1]) && !is_of_another(memory))
          return plain(memory);
        memory = memory->args[0];
        continue;
      }
      __int128 at = to_signed(distance->value, address_bits);
      __int128 have = stored->sort.bits / 8, want = bits_ / 8;
      if (at >= 0 && at + want <= have)
        return table_.extract(std::uint32_t(at * 8 + bits_ - 1),
                              std::uint32_t(at * 8), stored);
      if (at < have && at + want > 0)
        return bytewise(memory);
      memory = memory->args[0];
    }
    if (memory->kind == Kind::Ite && depth < max_depth &&
        known_.size() < max_joins)
      return read_ite(memory, depth);
    return plain(memory);
  }

private:
  // Where to read instead, if it is known to be inside or outside of what a
  // change changes; else null.
  Term below_change(Term memory) const {
    if (!is_change(memory))
      return nullptr;
    if (are_apart(address_, memory->args[1]))
      return memory->args[0];
    return is_change_to(memory) && is_inside(memory) ? memory->args[2]
                                                     : nullptr;
  }

  // In the object that a change changes.
  bool is_inside(Term change) const {
    Provenance here = provenance(address_);
    return here.where == Where::Object &&
           here.object == provenance(change->args[1]).object;
  }

  // Stored as something that overlaps nothing of this type.
  bool is_of_another(Term store) {
    bool is_other = are_told_apart(access_, {store->access, store->name});
    if (is_other)
      table_.tell_types_apart();
    return is_other;
  }

  bool is_same_type(Term store) {
    return access_.type != AccessType::Any && store->access == access_.type &&
           !are_told_apart(access_, {store->access, store->name}) &&
           store->args[2]->sort.bits == bits_ && ++same_ <= max_same &&
           !are_apart(address_, store->args[1]);
  }

  // Both are aligned: what was stored, or nothing of it.
  Term read_same_type(Term store, unsigned depth) {
    table_.tell_types_apart();
    Term below = read(store->args[0], depth + 1);
    return table_.ite(table_.equal(address_, store->args[1]), store->args[2],
                      below);
  }

  Term read_ite(Term memory, unsigned depth) {
    if (auto known = known_.find(memory); known != known_.end())
      return known->second;
    Term yes = read(memory->args[1], depth + 1);
    Term no = read(memory->args[2], depth + 1);
    Term value = table_.ite(memory->args[0], yes, no);
    known_.emplace(memory, value);
    return value;
  }

  Term bytewise(Term memory) {
    if (bits_ == 8)
      return plain(memory);
    Term value = nullptr;
    for (std::uint32_t i = 0; i < bits_ / 8; i++) {
      Term place =
          table_.add(address_, table_.constant(bv_sort(address_bits), i));
      Term byte = table_.load(memory, place, 8);
      value = value ? table_.concat(byte, value) : byte;
    }
    return value;
  }

  Term plain(Term memory) { return table_.plain_load(memory, address_, bits_); }

  TermTable &table_;
  Term address_;
  std::uint32_t bits_;
  Access access_;
  unsigned same_ = 0; // stores of the same type that were looked below
  std::unordered_map<Term, Term> known_; // reads below joined memories
};

} // namespace

namespace {

Term choice_of_object(Term address, unsigned depth) {
  if (address->kind == Kind::Add) {
    for (Term arg : address->args)
      if (arg->kind == Kind::Ite)
        if (Term choice = choice_of_object(arg, depth))
          return choice;
    return nullptr;
  }
  if (address->kind != Kind::Ite || depth == max_choices)
    return nullptr;
  for (Term side : {address->args[1], address->args[2]})
    if (is_fresh(provenance(side)) || choice_of_object(side, depth + 1))
      return address;
  return nullptr;
}

} // namespace

Term choice_of_object(Term address) { return choice_of_object(address, 0); }

bool are_apart(Term a, Term b) {
  Provenance x = provenance(a), y = provenance(b);
  if (x.where == Where::Object && y.where == Where::Object)
    return x.object != y.object;
  return (is_fresh(x) && y.where == Where::Input) ||
         (is_fresh(y) && x.where == Where::Input);
}

bool are_told_apart(const Access &a, const Access &b) {
  if (a.type == AccessType::Any || b.type == AccessType::Any)
    return false;
  if (a.type != b.type)
    return true;
  std::size_t x = a.member.rfind('+'), y = b.member.rfind('+');
  return x == y && x != a.member.npos && a.member != b.member &&
         a.member.substr(0, x) == b.member.substr(0, y);
}

Provenance provenance(Term address) {
  // The address that a number from before the call stands for.
  if (address->kind == Kind::Apply && address->name == number_to_address &&
      (address->args[0]->kind == Kind::Load ||
       address->args[0]->kind == Kind::Symbol))
    return provenance(address->args[0]);
  switch (address->kind) {
  case Kind::Object:
    return {Where::Object, address};
  case Kind::Symbol:
    return {address->is_input ? Where::Input : Where::Anywhere, nullptr};
  case Kind::Load:
    return {is_initial_memory(address->args[0]) ? Where::Input
                                                : Where::Anywhere,
            nullptr};
  case Kind::Add:
    return combine(address->args);
  default:
    return {};
  }
}

Term TermTable::store(Term memory, Term address, Term value, Access access) {
  CHECK(memory->sort == memory_sort && value->sort.bits % 8 == 0);
  if (Term choice = choice_of_object(address)) {
    Term rest = subtract(address, choice);
    Term yes = store(memory, add(choice->args[1], rest), value, access);
    Term no = store(memory, add(choice->args[2], rest), value, access);
    return ite(choice->args[0], yes, no);
  }
  // A second store to the same place hides the first.
  if (memory->kind == Kind::Store && memory->args[1] == address &&
      memory->args[2]->sort == value->sort)
    memory = memory->args[0];
  // Storing what is there already changes nothing.
  if (value->kind == Kind::Load && value->args[0] == memory &&
      value->args[1] == address)
    return memory;
  return intern({.kind = Kind::Store,
                 .sort = memory_sort,
                 .access = access.type,
                 .name = keep(access.member),
                 .args = {memory, address, value}});
}

Term TermTable::load(Term memory, Term address, std::uint32_t bits,
                     Access access) {
  CHECK(memory->sort == memory_sort && bits % 8 == 0);
  if (Term choice = choice_of_object(address)) {
    Term rest = subtract(address, choice);
    Term yes = load(memory, add(choice->args[1], rest), bits, access);
    Term no = load(memory, add(choice->args[2], rest), bits, access);
    return ite(choice->args[0], yes, no);
  }
  return Reader(*this, address, bits, access).read(memory, 0);
}

Term TermTable::plain_load(Term memory, Term address, std::uint32_t bits) {
  return intern(
      {.kind = Kind::Load, .sort = bv_sort(bits), .args = {memory, address}});
}

} // namespace mergeproof::smt
