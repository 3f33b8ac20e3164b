#include "smt/simulation.h"

#include "smt/fold.h"
#include "support/hash.h"

#include <algorithm>

namespace mergeproof::smt {

using support::hash_bytes;
using support::mix;

namespace {

constexpr std::uint64_t small_numbers = 24;

} // namespace

Simulation::Simulation(std::uint64_t seed, std::vector<Bits> likely)
    : seed_(seed), likely_(std::move(likely)) {
  for (Bits value : likely_)
    if (value < 256)
      characters_.push_back(static_cast<unsigned char>(value));
  std::sort(characters_.begin(), characters_.end());
}

Bits Simulation::value(Term root) {
  std::vector<Term> stack{root};
  while (!stack.empty()) {
    Term top = stack.back();
    std::size_t before = stack.size();
    if (!known_.count(top))
      for (Term arg : top->args)
        if (!known_.count(arg))
          stack.push_back(arg);
    if (stack.size() > before)
      continue;
    stack.pop_back();
    if (!known_.count(top))
      known_.emplace(top, compute(top) &
                              mask(top->sort.kind == SortKind::Bool ? 1
                                   : top->sort.bits == 0            ? 64
                                                         : top->sort.bits));
  }
  return known_.at(root);
}

// Numbers are often small, pointers begin an object of their own.
Bits Simulation::leaf(Term term) const {
  if (term->kind != Kind::Symbol)
    return term->value;
  if (rest_ == Rest::Zeros && term->sort.kind != SortKind::Memory)
    return 0;
  std::uint64_t h = mix(seed_, hash_bytes(term->name));
  if (term->sort == bool_sort)
    return h >> 17 & 1;
  if (term->sort.kind == SortKind::BitVec && term->is_input)
    return Bits(1 + h % 4096) << 32;
  if (term->sort.kind == SortKind::BitVec && !likely_.empty() && h % 8 < 4)
    return likely_[(h >> 8) % likely_.size()];
  if (term->sort.kind == SortKind::BitVec && h % 4 != 0)
    return Bits(h >> 8) % small_numbers - Bits(h % 4 == 1 ? 4 : 0);
  return Bits(mix(h, 5)) << 64 | h;
}

Bits Simulation::apply(Term term) {
  std::uint64_t h = mix(seed_, hash_bytes(term->name));
  for (Term arg : term->args) {
    Bits value = known_.at(arg);
    h = mix(mix(h, std::uint64_t(value)), std::uint64_t(value >> 64));
  }
  if (rest_ == Rest::Zeros && term->sort.kind != SortKind::Memory)
    return 0;
  if (term->name == "$size") // what structs have room in, too
    return h % 2 == 0 ? 256 : 65'536;
  return Bits(mix(h, 7)) << 64 | h;
}

Bits Simulation::operation(Term term) {
  std::uint32_t bits = term->args[0]->sort.bits;
  switch (term->kind) {
  case Kind::Extract:
    return arg(term, 0) >> term->low;
  case Kind::Concat:
    return arg(term, 0) << term->args[1]->sort.bits | arg(term, 1);
  case Kind::ZeroExtend:
    return arg(term, 0);
  case Kind::SignExtend:
    return static_cast<Bits>(to_signed(arg(term, 0), bits));
  case Kind::BvNot:
    return ~arg(term, 0);
  case Kind::Mul:
    return arg(term, 0) * arg(term, 1);
  case Kind::Equal:
    return arg(term, 0) == arg(term, 1);
  default:
    return fold(term->kind, arg(term, 0), arg(term, 1), bits);
  }
}

Bits Simulation::compute(Term term) {
  Bits result = 0;
  switch (term->kind) {
  case Kind::Constant:
  case Kind::Symbol:
  case Kind::Object:
    return leaf(term);
  case Kind::Apply:
    return apply(term);
  case Kind::Not:
    return !arg(term, 0);
  case Kind::Ite:
    return arg(term, 0) ? arg(term, 1) : arg(term, 2);
  case Kind::And:
    return std::all_of(term->args.begin(), term->args.end(),
                       [&](Term part) { return known_.at(part) != 0; });
  case Kind::Or:
    return std::any_of(term->args.begin(), term->args.end(),
                       [&](Term part) { return known_.at(part) != 0; });
  case Kind::Add:
    for (Term part : term->args)
      result += known_.at(part);
    return result;
  case Kind::Store:
    return mix(mix(std::uint64_t(arg(term, 0)), std::uint64_t(arg(term, 1))),
               std::uint64_t(arg(term, 2)));
  case Kind::Load:
    for (std::uint32_t i = term->sort.bits / 8; i-- > 0;)
      result =
          result << 8 | byte_at(term->args[0], std::uint64_t(arg(term, 1)) + i);
    return result;
  default:
    return operation(term);
  }
}

unsigned char Simulation::byte_at(Term memory, std::uint64_t address) {
  for (;;) {
    if (memory->kind == Kind::Ite) {
      memory = known_.at(memory->args[0]) ? memory->args[1] : memory->args[2];
      continue;
    }
    if (memory->kind != Kind::Store)
      break;
    std::uint64_t distance =
        address - std::uint64_t(known_.at(memory->args[1]));
    if (distance < memory->args[2]->sort.bits / 8)
      return static_cast<unsigned char>(known_.at(memory->args[2]) >>
                                        (8 * distance));
    memory = memory->args[0];
  }
  if (auto other = taken_.find(memory); other != taken_.end())
    return other->second.first->byte_at(other->second.second, address);
  if (auto byte = bytes_.find({known_.at(memory), address});
      byte != bytes_.end())
    return byte->second;
  if (rest_ == Rest::Zeros)
    return 0;
  std::uint64_t own = mix(std::uint64_t(known_.at(memory)), seed_);
  if (!likely_.empty())
    return likely_byte(own, address);
  std::uint64_t h = mix(own, address);
  return static_cast<unsigned char>(address % 4 == 0 ? h % small_numbers : 0);
}

// Some memories are texts, and of others some words of four bytes; the rest are
// numbers, in one of eight memories mostly 0 or 1: equal ones are neighbours
// there. What texts are made of differs from one to the next: digits, letters.
unsigned char Simulation::likely_byte(std::uint64_t hash,
                                      std::uint64_t address) const {
  std::uint64_t word = mix(hash, address / 4), byte = mix(hash, address + 1);
  bool has_equals = hash % 8 == 5;
  bool is_text = hash % 2 == 0 || (word % 2 == 0 && !has_equals);
  if (is_text)
    return likely_character(hash, byte);
  bool is_likely = word % 8 < 4;
  Bits value = likely_[word / 8 % likely_.size()];
  if (has_equals && word % 4 != 0)
    value = (word >> 8) % 2;
  else if (!is_likely) // from -8 to 7
    value = (word >> 8) % 16 - 8;
  return static_cast<unsigned char>(value >> (8 * (address % 4)));
}

// What the code compares with, or between two of these.
unsigned char Simulation::likely_character(std::uint64_t text,
                                           std::uint64_t random) const {
  const auto any = static_cast<unsigned char>(random >> 16);
  auto between = [&](std::size_t i) {
    if (i + 1 >= characters_.size())
      return characters_.empty() ? any : characters_.back();
    unsigned least = characters_[i], most = characters_[i + 1];
    return static_cast<unsigned char>(least + any % (most - least + 1));
  };
  const std::size_t count = std::max<std::size_t>(characters_.size(), 1);
  bool is_compared = text % 16 < 8; // nearly all of it
  switch (random % 8) {
  case 0:
    return any;
  case 1:
  case 2:
    return characters_.empty() ? any : characters_[random / 8 % count];
  case 3:
    return between(random / 8 % count);
  default:
    if (is_compared && !characters_.empty())
      return characters_[random / 8 % count];
    return between(text / 16 % count);
  }
}

} // namespace mergeproof::smt
