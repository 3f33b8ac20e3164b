#include "symbolic/pointer_numbers.h"

#include "smt/address_number.h"

#include <algorithm>

namespace mergeproof::symbolic {

namespace {

using smt::Bits;
using smt::Kind;
using smt::Term;

constexpr const char *loads = "what is loaded";
constexpr const char *everything = "everything";

// Not the address of anything that an input points to.
bool is_no_address(Term term) {
  constexpr Bits top = Bits(1) << 63, middle = Bits(1) << 31;
  return term->is_constant() && (term->value & (top | middle)) != 0;
}

bool holds_marker(Term term, bool is_order) {
  if (term->kind == Kind::Ite)
    return holds_marker(term->args[1], is_order) ||
           holds_marker(term->args[2], is_order);
  return is_no_address(term) ||
         (is_order && term->is_constant() && term->value != 0);
}

// Its value is no number made of others.
bool is_leaf(Term term) {
  bool is_conversion = term->name == smt::address_to_number ||
                       term->name == smt::number_to_address;
  return term->kind == Kind::Load || term->kind == Kind::Symbol ||
         (term->kind == Kind::Apply && !is_conversion);
}

bool is_cut(Term term) {
  return term->kind == Kind::Extract || term->kind == Kind::Concat ||
         term->kind == Kind::ZeroExtend || term->kind == Kind::Ite ||
         term->kind == Kind::Add || term->kind == Kind::Apply;
}

} // namespace

// What the value is computed from, conditions aside; of bytes, only what they
// are cut out of, and pointers moved by.
std::vector<Term> PointerNumbers::leaves_of(Term term, Of of) {
  std::vector<Term> stack{term}, leaves;
  std::set<Term> seen{term};
  while (!stack.empty()) {
    Term top = stack.back();
    stack.pop_back();
    if (is_leaf(top)) {
      leaves.push_back(top);
      continue;
    }
    if (of == Of::Bytes && !is_cut(top))
      continue;
    for (std::size_t i = top->kind == Kind::Ite; i < top->args.size(); i++)
      if (seen.insert(top->args[i]).second)
        stack.push_back(top->args[i]);
  }
  return leaves;
}

std::string PointerNumbers::name_of(Term leaf) {
  if (leaf->kind == Kind::Symbol && leaf->is_input)
    return std::string(leaf->name);
  bool is_found =
      leaf->kind == Kind::Load && leaf->args[0]->kind == Kind::Symbol;
  return is_found ? loads : everything;
}

void PointerNumbers::note(const std::string &name) {
  if (!names_->insert(name).second)
    return;
  is_stale_ |= name == everything ? !assumed_.empty() : assumed_.contains(name);
}

void PointerNumbers::look_at(Term pointer) {
  for (Term leaf : leaves_of(pointer, Of::Number))
    note(name_of(leaf));
}

PointerNumbers::Names PointerNumbers::of_everything() { return {everything}; }

void PointerNumbers::look_at_everything() { note(everything); }

void PointerNumbers::note_comparison(Term a, Term b, bool is_order) {
  if (!holds_marker(a, is_order) && !holds_marker(b, is_order))
    return;
  look_at(a);
  look_at(b);
}

// An address that depends on conditions is each of those that it may be.
void PointerNumbers::note_places(Term address, std::uint32_t bytes,
                                 bool is_pointer) {
  constexpr std::size_t most_places = 64;
  std::vector<std::pair<Term, Bits>> stack{{address, 0}};
  std::set<std::pair<Term, Bits>> seen(stack.begin(), stack.end());
  while (!stack.empty()) {
    auto [base, offset] = stack.back();
    stack.pop_back();
    if (base->kind == Kind::Add && base->args.back()->is_constant()) {
      offset += base->args.back()->value;
      base = table_.subtract(base, base->args.back());
    }
    if (base->kind != Kind::Ite) {
      note_piece(base, {offset & smt::mask(64), bytes, is_pointer});
      continue;
    }
    for (std::size_t i : {1, 2})
      if (seen.insert({base->args[i], offset}).second)
        stack.emplace_back(base->args[i], offset);
    if (seen.size() > most_places)
      return note(loads);
  }
}

void PointerNumbers::note_piece(Term base, const Piece &piece) {
  std::vector<Piece> &pieces = pieces_[base];
  bool is_known = false;
  for (const Piece &other : pieces) {
    is_known |= other == piece;
    Bits all = smt::mask(64);
    bool overlaps = ((piece.offset - other.offset) & all) < other.bytes ||
                    ((other.offset - piece.offset) & all) < piece.bytes;
    if (overlaps && other.is_pointer != piece.is_pointer)
      note(loads);
  }
  if (!is_known)
    pieces.push_back(piece);
}

void PointerNumbers::note_load(Term address, Term value, bool is_pointer) {
  note_places(address, value->sort.bits / 8, is_pointer);
  if (is_pointer)
    return;
  for (Term leaf : leaves_of(value, Of::Bytes))
    if (leaf->kind == Kind::Load)
      note_places(leaf->args[1], leaf->sort.bits / 8, false);
    else if (leaf->kind == Kind::Symbol && leaf->is_input)
      note(name_of(leaf));
}

bool PointerNumbers::may_assume(Term pointer) {
  if (names_->contains(everything))
    return false;
  for (Term leaf : leaves_of(pointer, Of::Number)) {
    if (names_->contains(name_of(leaf)))
      return false;
    assumed_.insert(name_of(leaf));
  }
  return true;
}

} // namespace mergeproof::symbolic
