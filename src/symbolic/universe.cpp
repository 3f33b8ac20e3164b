#include "symbolic/universe.h"

#include "ir/layout.h"
#include "support/check.h"
#include "support/hash.h"
#include "symbolic/narrow.h"
#include "symbolic/stored_facts.h"
#include "symbolic/text_facts.h"
#include "symbolic/type_agreement.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace mergeproof::symbolic {
namespace {

constexpr const char *objects_of_all = "objects before";
constexpr std::uint64_t first_function = 0x20000000;
constexpr std::uint64_t first_global = 0x40000000;
constexpr std::uint64_t first_local = 0x80000000;
constexpr std::uint64_t first_heap = 0xC0000000;
constexpr std::uint64_t most_objects = 1 << 20; // of each kind
constexpr std::uint64_t offset_bits = 32;
constexpr std::uint64_t max_table = 1024; // bytes of a constant kept as stores
constexpr std::uint64_t max_small = 64;   // of one that pointers can reach

// Different contents have different names.
std::string contents_name(const ir::Global &global) {
  std::uint64_t h = support::hash_bytes(
      std::string_view(reinterpret_cast<const char *>(global.bytes.data()),
                       global.bytes.size()));
  for (const ir::Relocation &relocation : global.relocations)
    h = support::mix(support::mix(h, relocation.offset),
                     support::mix(support::hash_bytes(relocation.symbol),
                                  std::uint64_t(relocation.addend)));
  return "contents " + std::string(global.id) + " " + std::to_string(h);
}

// `none`: terms that are known not to hold what is looked for.
template <typename Test>
bool mention(const std::vector<Term> &terms, std::unordered_set<Term> &none,
             const Test &test) {
  std::vector<Term> stack = terms;
  while (!stack.empty()) {
    Term top = stack.back();
    stack.pop_back();
    if (test(top))
      return true;
    if (none.insert(top).second)
      stack.insert(stack.end(), top->args.begin(), top->args.end());
  }
  return false;
}

// A struct that is passed by value has other sizes in other versions.
bool is_copy_resized(const verdict::Question &question, std::size_t index) {
  std::set<std::uint64_t> sizes;
  for (const verdict::VersionOfUnit &version : question.versions) {
    if (index >= version.function->params.size())
      continue;
    const ir::Variable &param = version.function->params[index];
    if (param.passing != ir::Variable::Passing::Direct && param.type)
      sizes.insert(param.type->size);
  }
  return sizes.size() > 1;
}

} // namespace

Universe::Universe(const verdict::Question &question,
                   std::shared_ptr<const ProgramUses> uses,
                   std::shared_ptr<PointerNumbers::Names> numbers)
    : pointer_numbers(table, std::move(numbers)), question_(question),
      uses_(std::move(uses)) {
  if (uses_->do_others_take_numbers())
    pointer_numbers.look_at_everything();
  find_named();
  lasting_.push_back(shared_region);
  for (const auto &[id, region] : uses_->own()) {
    if (!may_touch_any_ && !named_.count(id))
      continue;
    global_of_region_[region] = id;
    lasting_.push_back(region);
  }
}

Term Universe::number(const std::string &name, smt::ObjectClass which,
                      std::uint64_t first) {
  auto [place, is_new] = objects_.try_emplace(name, nullptr);
  if (is_new) {
    std::uint64_t index = next_[first]++;
    place->second = table.object(name, which, (first + index) << offset_bits);
  }
  return place->second;
}

Term Universe::function_object(ir::Symbol id) {
  return number("function " + std::string(id), smt::ObjectClass::Global,
                first_function);
}

Term Universe::global_object(ir::Symbol id) {
  Term object = number("global " + std::string(id), smt::ObjectClass::Global,
                       first_global);
  globals_.emplace(object, id);
  return object;
}

ir::Symbol Universe::global_at(Term object) const {
  auto known = globals_.find(object);
  return known == globals_.end() ? ir::Symbol() : known->second;
}

Term Universe::local_object(std::string_view name) {
  return number("local " + std::string(name), smt::ObjectClass::Local,
                first_local);
}

Term Universe::heap_object(std::size_t version, Term allocation, Term size) {
  Term nth = allocations(allocation);
  return heap_objects_.find(
      version, {allocation, nth, size}, [&](std::size_t i) {
        return number(fmt::format("heap {} {} {}", nth->id, size->id, i),
                      smt::ObjectClass::Heap, first_heap);
      });
}

Term Universe::allocations(Term objects) {
  if (auto known = allocations_.find(objects); known != allocations_.end())
    return known->second;
  Term found = objects;
  if (are_initial(objects))
    found = table.symbol(objects_of_all, smt::token_sort);
  else if (objects->kind == smt::Kind::Ite)
    found = table.ite(objects->args[0], allocations(objects->args[1]),
                      allocations(objects->args[2]));
  else if (objects->kind == smt::Kind::Apply &&
           objects->name.starts_with("$alloc "))
    found = table.apply("$alloc nth", smt::token_sort,
                        {allocations(objects->args[0])});
  else if (objects->kind == smt::Kind::Apply &&
           (objects->name == "$free" || objects->name == "$end"))
    found = allocations(objects->args[0]);
  return allocations_[objects] = found;
}

void Universe::find_named() {
  for (const verdict::VersionOfUnit &version : question_.versions) {
    auto facts = version.facts->find(version.function->id);
    if (facts == version.facts->end()) {
      may_touch_any_ = true;
      continue;
    }
    may_touch_any_ |= facts->second.has_opaque || facts->second.calls_unread;
    for (ir::Symbol global : facts->second.globals.all())
      named_.insert(global);
  }
}

bool Universe::asks_errno() const {
  return !question_.holds_for_everyone(
      [](const verdict::VersionOfUnit &version) {
        auto known = version.facts->find(version.function->id);
        return known != version.facts->end() && !known->second.asks_errno &&
               !known->second.calls_unread && !known->second.has_opaque;
      });
}

bool Universe::is_constant(std::string_view region) const {
  auto found = global_of_region_.find(region);
  if (found == global_of_region_.end())
    return false;
  return uses_->is_constant(found->second);
}

bool Universe::mention_changed_function(const std::vector<Term> &terms) {
  if (!is_changed_function_reachable())
    return false;
  std::set<Term> objects;
  for (ir::Symbol id : uses_->changed_functions())
    if (auto known = objects_.find("function " + std::string(id));
        known != objects_.end())
      objects.insert(known->second);
  return mention(terms, mention_no_changed_,
                 [&](Term term) { return objects.count(term) > 0; });
}

bool Universe::mention_function(const std::vector<Term> &terms) {
  return mention(terms, mention_none_, [](Term term) {
    return term->kind == smt::Kind::Object &&
           term->name.starts_with("function ");
  });
}

std::string_view Universe::region_of_global(ir::Symbol id) const {
  auto own = uses_->own().find(id);
  if (own == uses_->own().end())
    return shared_region;
  CHECK(global_of_region_.count(own->second)); // what the unit does is known
  return own->second;
}

// Holds its initial value whenever the unit is called.
bool Universe::is_fixed(const ir::Global &global) const {
  return global.is_defined &&
         (global.is_const ||
          (uses_->own().count(global.id) && !uses_->is_written(global.id)));
}

// `memory` with the bytes of the global's initialiser; those of a large one are
// only known by name.
Term Universe::initialised(Term memory, const ir::Global &global) {
  if (global.bytes.size() > max_table)
    return table.apply(contents_name(global), smt::memory_sort, {memory});
  Term base = global_object(global.id);
  auto at = [&](std::uint64_t offset) {
    return table.add(base, table.constant(smt::bv_sort(64), offset));
  };
  for (std::uint64_t i = 0; i < global.bytes.size(); i++)
    memory = table.store(memory, at(i),
                         table.constant(smt::bv_sort(8), global.bytes[i]));
  for (const ir::Relocation &relocation : global.relocations) {
    bool is_function = false;
    for (const verdict::VersionOfUnit &version : question_.versions)
      is_function |=
          version.program->find_function(relocation.symbol) != nullptr;
    Term target = is_function ? function_object(relocation.symbol)
                              : global_object(relocation.symbol);
    Term addend = table.constant(smt::bv_sort(64),
                                 static_cast<std::uint64_t>(relocation.addend));
    Term address = table.add(target, addend);
    bool is_narrow =
        ir::relocation_bytes(global, relocation) * 8 == ir::narrow_address_bits;
    memory = table.store(memory, at(relocation.offset),
                         is_narrow ? to_number(table, address) : address);
  }
  return memory;
}

// Of this version, or, of what this one lacks and the others agree on, of one
// that has it: to those that lack it, it is an object that an input points to.
const ir::Global *Universe::find_global(ir::Symbol id,
                                        std::size_t version) const {
  const ir::Global *own = question_.versions[version].program->find_global(id);
  if (own || !uses_->has_same_initialiser(id))
    return own;
  for (const verdict::VersionOfUnit &other : question_.versions)
    if (const ir::Global *global = other.program->find_global(id))
      return global;
  return nullptr;
}

// The contents of constants only help; those that differ between versions must
// be told.
Term Universe::initial_shared(std::size_t version) {
  Term memory = table.input("memory", smt::memory_sort);
  std::set<ir::Symbol> known = named_;
  known.insert(uses_->differing_globals().begin(),
               uses_->differing_globals().end());
  for (ir::Symbol id : known) {
    const ir::Global *global = find_global(id, version);
    if (!global || !global->is_defined || uses_->own().count(id))
      continue;
    bool is_small_constant =
        global->is_const && global->bytes.size() <= max_small;
    if (uses_->has_same_initialiser(id) && !is_small_constant)
      continue;
    if (!global->is_const)
      assumptions.insert(verdict::Assumption::GlobalsStartAsInitialised);
    memory = initialised(memory, *global);
  }
  return memory;
}

Term Universe::initial_objects(std::size_t version) {
  const verdict::VersionOfUnit &here = question_.versions[version];
  std::uint64_t mark = 0;
  for (ir::Symbol id : uses_->resized_globals())
    if (const ir::Global *global = here.program->find_global(id))
      mark = support::mix(support::mix(mark, support::hash_bytes(id)),
                          global->size);
  for (std::size_t i = 0; i < here.function->params.size(); i++)
    if (is_copy_resized(question_, i))
      mark = support::mix(mark, here.function->params[i].type->size + i);
  return table.symbol(mark == 0
                          ? objects_of_all
                          : objects_of_all + std::string(" in a program ") +
                                std::to_string(mark),
                      smt::token_sort);
}

bool Universe::are_initial(Term objects) {
  return objects->kind == smt::Kind::Symbol &&
         objects->name.starts_with(objects_of_all);
}

bool Universe::are_of_all(Term objects) {
  return objects->kind == smt::Kind::Symbol && objects->name == objects_of_all;
}

Term Universe::is_input_number(Term number) {
  return table.binary(smt::Kind::ULt, number,
                      table.constant(smt::bv_sort(32), first_function));
}

Term Universe::initial_region(std::string_view region, std::size_t version) {
  if (region == shared_region)
    return initial_shared(version);
  auto found = global_of_region_.find(region);
  Term memory =
      table.input("memory of " + std::string(region), smt::memory_sort);
  if (found == global_of_region_.end())
    return memory;
  const ir::Global *global =
      question_.versions[version].program->find_global(found->second);
  if (!global)
    return memory;
  bool is_same = uses_->has_same_initialiser(global->id);
  if (is_same && !is_fixed(*global)) {
    assume_stored(*this, *global, memory);
    return memory;
  }
  if (!is_same && !is_fixed(*global))
    assumptions.insert(verdict::Assumption::GlobalsStartAsInitialised);
  return initialised(memory, *global);
}

namespace {

// What an address is the sum of.
struct Sum {
  Term base = nullptr;       // null: none, or several
  std::vector<Term> counted; // the rest, but constants
  std::int64_t constant = 0;
};

template <typename IsBase>
Sum sum_of(Term address, const IsBase &is_base) {
  std::vector<Term> args{address};
  if (address->kind == smt::Kind::Add)
    args = address->args;
  Sum sum;
  std::size_t bases = 0;
  for (Term arg : args)
    if (arg->is_constant())
      sum.constant = std::int64_t(smt::to_signed(arg->value, 64));
    else if (is_base(arg)) {
      sum.base = arg;
      bases++;
    } else
      sum.counted.push_back(arg);
  if (bases > 1)
    sum.base = nullptr;
  return sum;
}

// Whether it is so many bytes, times something.
bool is_multiple(Term term, std::uint64_t size) {
  return term->kind == smt::Kind::Mul &&
         std::any_of(term->args.begin(), term->args.end(), [&](Term arg) {
           return arg->is_constant() &&
                  smt::to_signed(arg->value, arg->sort.bits) % __int128(size) ==
                      0;
         });
}

} // namespace

bool Universe::is_input_pointer(Term term) const {
  return (term->kind == smt::Kind::Symbol && term->is_input &&
          term->sort == smt::bv_sort(64)) ||
         input_pointers.count(term);
}

Term Universe::given_base(Term address) {
  Sum at = sum_of(address, [this](Term arg) { return is_input_pointer(arg); });
  auto is_count = [this](Term part) {
    bool is_number = part->kind == smt::Kind::ZeroExtend ||
                     part->kind == smt::Kind::SignExtend;
    return is_number || counts_.count(part);
  };
  auto is_multiple_of_count = [&](Term part) {
    return part->kind == smt::Kind::Mul &&
           std::all_of(part->args.begin(), part->args.end(), [&](Term arg) {
             return arg->is_constant() || is_count(arg);
           });
  };
  bool is_counted =
      std::all_of(at.counted.begin(), at.counted.end(), [&](Term part) {
        return is_count(part) || is_multiple_of_count(part);
      });
  return at.base && is_counted && pointer_numbers.may_assume(at.base) ? at.base
                                                                      : nullptr;
}

// Whether code may tell a pointer to something from a marker like (T *)-1, or
// one with a bit set at the top: compares with such a number, or looks at the
// sign or the highest bits.
bool Universe::looks_at_top(Term term) const {
  if (term->kind == smt::Kind::Extract)
    return term->args[0]->sort == smt::bv_sort(64) && term->low >= 48;
  bool is_signed = term->kind == smt::Kind::SLt;
  if (!is_signed && term->kind != smt::Kind::Equal &&
      term->kind != smt::Kind::ULt)
    return false;
  return std::any_of(term->args.begin(), term->args.end(), [&](Term arg) {
    bool is_marker = arg->is_constant() && arg->sort == smt::bv_sort(64) &&
                     arg->value > (first_heap << offset_bits);
    return is_marker || (is_signed && is_input_pointer(arg));
  });
}

// Neither where locals of the call are nor what it allocates.
Term Universe::is_no_object_of_call(Term pointer) {
  Term number = table.extract(63, 32, pointer);
  Term all = table.boolean(true);
  for (std::uint64_t first : {first_local, first_heap}) {
    Term index =
        table.subtract(number, table.constant(smt::bv_sort(32), first));
    Term is_one = table.binary(smt::Kind::ULt, index,
                               table.constant(smt::bv_sort(32), most_objects));
    all = table.logical_and(all, table.logical_not(is_one));
  }
  return all;
}

bool Universe::tests_markers(const std::vector<Term> &reachable) const {
  return std::any_of(reachable.begin(), reachable.end(),
                     [&](Term term) { return looks_at_top(term); });
}

// Of an offset into an object, or the size of one: so what is a constant away
// from a pointer into an object is not in the next one.
Term Universe::is_small(Term size) {
  assumptions.insert(verdict::Assumption::InObjectArithmetic);
  return table.equal(table.extract(31, 31, size),
                     table.constant(smt::bv_sort(1), 0));
}

void Universe::note_pointee(Term pointer, const Pointee &pointee, Term guard) {
  if ((pointee.alignment < 2 && pointee.whole_size < 2) ||
      !is_input_pointer(pointer) || question_.stands_for_calls)
    return;
  auto [known, is_new] = pointees_.try_emplace(
      pointer, KnownPointee{pointee, table.boolean(false)});
  Pointee &least = known->second.pointee;
  least.alignment = std::min(least.alignment, pointee.alignment);
  least.whole_size = std::min(least.whole_size, pointee.whole_size);
  if (!are_alike(least.record, pointee.record))
    least.record = nullptr;
  known->second.guard = table.logical_or(known->second.guard, guard);
}

Term Universe::is_aligned(Term pointer, std::uint32_t alignment) {
  assumptions.insert(verdict::Assumption::PointersAreAligned);
  auto bits = static_cast<std::uint16_t>(std::bit_width(alignment) - 1);
  return table.equal(table.extract(bits - 1u, 0, pointer),
                     table.constant(smt::bv_sort(bits), 0));
}

// Whether the code may ask if there are so many bytes.
bool Universe::asks_size(std::uint64_t size) {
  if (!compared_)
    compared_ = compared_numbers(question_);
  return compared_->contains(size);
}

// Callers may have other declarations of the memory that they hand in.
bool Universe::tells_types_apart() {
  if (!do_types_agree_)
    do_types_agree_ = !question_.stands_for_calls && do_types_agree(question_);
  return *do_types_agree_;
}

// Null, or at the end of an object, or behind it, or there is room for it.
Term Universe::is_whole(Term pointer, std::uint64_t size) {
  assumptions.insert(verdict::Assumption::StructsAreWhole);
  Term number = table.extract(63, 32, pointer);
  Term offset = table.extract(31, 0, pointer);
  Term room = table.apply("$size", smt::bv_sort(32), {number});
  Term end = table.add(offset, table.constant(smt::bv_sort(32), size));
  Term is_null = table.equal(number, table.constant(smt::bv_sort(32), 0));
  Term is_outside =
      table.logical_not(table.binary(smt::Kind::ULt, offset, room));
  Term is_inside = table.logical_not(table.binary(smt::Kind::ULt, room, end));
  return table.logical_or(is_null, table.logical_or(is_outside, is_inside));
}

bool Universe::is_known_whole(const Pointee &pointee) {
  constexpr std::uint64_t most = std::uint64_t(1) << 30;
  return pointee.whole_size > 0 && pointee.whole_size < most &&
         !asks_size(pointee.whole_size);
}

Term Universe::leads_to(Term pointer, const Pointee &pointee) {
  Term holds = table.boolean(true);
  if (pointee.alignment > 1)
    holds = is_aligned(pointer, pointee.alignment);
  if (is_known_whole(pointee))
    holds = table.logical_and(holds, is_whole(pointer, pointee.whole_size));
  return holds;
}

Universe::Whole Universe::whole_around(Term address, Term size, Term guard,
                                       const ir::Expr *place) {
  Sum at = sum_of(address, [&](Term arg) {
    return pointees_.find(arg) != pointees_.end();
  });
  if (!at.base || !size->is_constant())
    return {};
  const auto &[pointee, where] = pointees_.at(at.base);
  std::uint64_t whole = pointee.whole_size, inside = at.constant;
  bool is_first = at.counted.empty() && inside < whole;
  if (!is_first) { // or an element of an array that begins there
    if (!place || !pointee.record || whole == 0 ||
        !std::all_of(at.counted.begin(), at.counted.end(),
                     [&](Term part) { return is_multiple(part, whole); }))
      return {};
    auto rest = at.constant % std::int64_t(whole);
    inside = std::uint64_t(rest < 0 ? rest + std::int64_t(whole) : rest);
    if (!members_)
      members_ = member_places(question_);
    auto member = members_->find(place);
    if (member == members_->end() ||
        !is_member_at(member->second, *pointee.record, inside))
      return {};
  }
  bool is_part = inside < whole && size->value <= whole - inside;
  if (!is_part || !smt::has_conjuncts(guard, where) ||
      !is_known_whole(pointee) || !pointer_numbers.may_assume(at.base))
    return {};
  assumptions.insert(verdict::Assumption::StructsAreWhole);
  assumptions.insert(verdict::Assumption::InObjectArithmetic);
  return {table.subtract(address, table.constant(smt::bv_sort(64), inside)),
          whole};
}

std::vector<Term> Universe::axioms(const std::vector<Term> &reachable) {
  std::vector<Term> found;
  Term limit = table.constant(smt::bv_sort(64), first_local << offset_bits);
  // What callers hand in is theirs, and may be anything.
  bool may_be_marker = question_.stands_for_calls || tests_markers(reachable);
  for (Term term : reachable) {
    bool is_pointer =
        is_input_pointer(term) && pointer_numbers.may_assume(term);
    auto read = input_pointers.find(term);
    Term guard =
        read == input_pointers.end() ? table.boolean(true) : read->second;
    if (is_pointer && may_be_marker)
      found.push_back(table.implies(guard, is_no_object_of_call(term)));
    else if (is_pointer) {
      assumptions.insert(verdict::Assumption::InputPointersAreAddresses);
      found.push_back(
          table.implies(guard, table.binary(smt::Kind::ULt, term, limit)));
      found.push_back(
          table.implies(guard, is_small(table.extract(31, 0, term))));
      if (auto known = pointees_.find(term); known != pointees_.end())
        found.push_back(table.implies(known->second.guard,
                                      leads_to(term, known->second.pointee)));
    }
    if (term->kind == smt::Kind::Apply && term->name == "$size")
      found.push_back(is_small(term));
    // A marker is no object.
    if (may_be_marker && term->kind == smt::Kind::Apply &&
        term->name == "$size")
      found.push_back(table.implies(
          table.logical_not(table.binary(
              smt::Kind::ULt, term->args[0],
              table.constant(smt::bv_sort(32), first_heap + most_objects))),
          table.equal(term, table.constant(smt::bv_sort(32), 0))));
  }
  for (Term fact : text_facts(table, reachable))
    found.push_back(fact);
  return found;
}

} // namespace mergeproof::symbolic
