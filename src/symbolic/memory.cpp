// Machine: memory, validity and the life of objects.
#include "ir/variadic.h"
#include "smt/memory_change.h"
#include "smt/provenance.h"
#include "support/check.h"
#include "symbolic/escape.h"
#include "symbolic/machine.h"

namespace mergeproof::symbolic {

using ir::Expr;
using smt::Kind;
using Where = smt::Provenance::Where;

namespace {

constexpr std::uint64_t max_unrolled =
    256; // bytes of a copy done piece by piece

// Of an access of this type.
smt::AccessType access_type(ir::Scalar scalar) {
  using smt::AccessType;
  if (scalar.bits <= 8 || scalar.bits > 64)
    return AccessType::Any;
  if (scalar.is_pointer())
    return AccessType::Pointer;
  if (scalar.is_float())
    return scalar.bits == 32 ? AccessType::Float32 : AccessType::Float64;
  return scalar.bits == 16   ? AccessType::Int16
         : scalar.bits == 32 ? AccessType::Int32
         : scalar.bits == 64 ? AccessType::Int64
                             : AccessType::Any;
}

} // namespace

Term Machine::region(const State &state, std::string_view name) {
  if (auto found = state.regions.find(name); found != state.regions.end())
    return found->second;
  return unwritten_region(table_, name);
}

namespace {

// What is chosen where the guard holds, as far as it says so: after a check
// for null what malloc() returned is the object.
Term chosen(Term value, Term guard) {
  auto holds = [&](Term condition) {
    return guard == condition ||
           (guard->kind == Kind::And &&
            std::find(guard->args.begin(), guard->args.end(), condition) !=
                guard->args.end());
  };
  auto fails = [&](Term condition) {
    auto denies = [&](Term part) {
      return part->kind == Kind::Not && part->args[0] == condition;
    };
    return denies(guard) ||
           (guard->kind == Kind::And &&
            std::any_of(guard->args.begin(), guard->args.end(), denies));
  };
  while (value->kind == Kind::Ite) {
    Term condition = value->args[0];
    if (condition->kind == Kind::Not ? fails(condition->args[0])
                                     : holds(condition))
      value = value->args[1];
    else if (condition->kind == Kind::Not ? holds(condition->args[0])
                                          : fails(condition))
      value = value->args[2];
    else
      break;
  }
  return value;
}

} // namespace

Place Machine::place_of(const Expr *address, const State &state,
                        const FrameNames &names) {
  Term where = chosen(evaluate(address, state, names), state.guard);
  const Expr *root = root_of(address);
  if (root && root->kind == ir::ExprKind::LocalAddr) {
    const FrameObject &object = names.objects.at(root->name);
    return {object.is_private ? object.key : shared_region, where};
  }
  if (root)
    return {universe_.region_of_global(root->name), where};
  return {shared_region, where};
}

Term Machine::to_value(Term t, ir::Scalar scalar) {
  if (t->sort.bits > scalar.bits)
    return table_.extract(scalar.bits - 1u, 0, t);
  return t;
}

smt::Access Machine::access_of(ir::Scalar type, const ir::Access &access) {
  if (!access.is_typed || !universe_.tells_types_apart())
    return {};
  return {access_type(type), access.member};
}

void Machine::note_found(Term pointer, const Expr *load, const State &state,
                         const FrameNames &names) {
  universe_.note_input_pointer(pointer, state.guard);
  const ir::Program &program = *universe_.question().versions[version_].program;
  universe_.note_pointee(pointer,
                         pointee_of(declared_at(load->a, program, names.types)),
                         state.guard);
}

Term Machine::load(const Expr *e, const State &state, const FrameNames &names,
                   bool is_pointer) {
  Place place = place_of(e->a, state, names);
  std::uint32_t bits = std::uint32_t(e->type.bytes() * 8);
  universe_.padding.is_read |=
      e->access.member.empty() && !e->type.is_pointer();
  Term value = table_.load(region(state, place.region), place.address, bits,
                           access_of(e->type, e->access));
  universe_.pointer_numbers.note_load(place.address, value, is_pointer);
  if (e->type.is_pointer() && value->kind == Kind::Load &&
      value->args[0]->is_input)
    note_found(value, e, state, names);
  return to_value(value, e->type);
}

Term Machine::may_write(const State &state, const FrameNames &names,
                        const Expr *address, const Expr *size) {
  Term may = may_write(state, names, address);
  if (may->is_true())
    return may;
  Term bytes = evaluate(size, state, names);
  return table_.logical_or(table_.equal(bytes, table_.constant(bytes->sort, 0)),
                           may);
}

Term Machine::may_write(const State &state, const FrameNames &names,
                        const Expr *address) {
  const verdict::Question &question = universe_.question();
  const ir::Program &program = *question.versions[version_].program;
  const Expr *root = root_of(address);
  Term place = evaluate(address, state, names);
  smt::Provenance from = smt::provenance(place);
  bool is_object = from.where == smt::Provenance::Where::Object;
  ir::Symbol id = is_object ? universe_.global_at(from.object) : ir::Symbol();
  if (root && root->kind == ir::ExprKind::GlobalAddr)
    id = root->name;
  const ir::Global *global = program.find_global(id);
  if (global && global->is_const)
    return table_.boolean(false);
  bool is_own =
      root || (is_object && from.object->object != smt::ObjectClass::Global);
  return is_own || !question.stands_for_calls
             ? table_.boolean(true)
             : table_.apply("$writable", smt::bool_sort,
                            {table_.extract(63, 32, place)});
}

void Machine::store(State &state, const FrameNames &names,
                    const ir::Store &stmt, Term value) {
  Place place = place_of(stmt.address, state, names);
  if (value->sort.bits % 8 != 0)
    value = table_.zero_extend((value->sort.bits + 7) / 8 * 8, value);
  state.regions[place.region] =
      table_.store(region(state, place.region), place.address, value,
                   access_of(stmt.value->type, stmt.access));
}

// A change of no bytes is none, so that who asks for it and who does not are
// the same.
Term Machine::where_some(Term memory, Term size,
                         const std::function<Term(Term)> &change) {
  if (size->is_constant())
    return size->value == 0 ? memory : change(size);
  if (size->kind == Kind::Ite)
    for (std::size_t none : {1, 2})
      if (size->args[none]->is_constant() && size->args[none]->value == 0) {
        Term some = where_some(memory, size->args[3 - none], change);
        return none == 1 ? table_.ite(size->args[0], memory, some)
                         : table_.ite(size->args[0], some, memory);
      }
  return table_.ite(table_.equal(size, table_.constant(size->sort, 0)), memory,
                    change(size));
}

// Of a whole struct at one of the places, which bytes to touch: those of its
// members, where padding is left alone; empty: all.
std::vector<bool> Machine::members_in(const std::vector<const Expr *> &places,
                                      Term size, const FrameNames &names) {
  const ir::Program &program = *universe_.question().versions[version_].program;
  std::optional<std::vector<bool>> members;
  for (const Expr *place : places)
    if (const ir::Type *type = record_at(place, std::uint64_t(size->value),
                                         program, names.types)) {
      std::vector<bool> here = bytes_of_members(*type, max_unrolled);
      if (members.value_or(here) != here) // a struct as another one
        return {};
      members = std::move(here);
    }
  if (!members || members->empty())
    return {};
  universe_.padding.is_met = true;
  if (!universe_.padding.is_left)
    return {};
  universe_.assumptions.insert(verdict::Assumption::PaddingIsNotRead);
  return *members;
}

void Machine::copy(State &state, const FrameNames &names,
                   const ir::MemCopy &stmt) {
  Place to = place_of(stmt.target, state, names);
  Place from = place_of(stmt.source, state, names);
  Term size = evaluate(stmt.size, state, names);
  Term source = region(state, from.region), target = region(state, to.region);
  if (!size->is_constant() || size->value > max_unrolled) {
    state.regions[to.region] = where_some(target, size, [&](Term some) {
      return smt::change(table_, "copy", target, to.address,
                         {source, from.address, some});
    });
    return;
  }
  std::vector<bool> members =
      members_in({stmt.target, stmt.source}, size, names);
  std::vector<std::pair<std::uint64_t, Term>> pieces;
  for (std::uint64_t at = 0; at < size->value;) {
    std::uint64_t left = std::uint64_t(size->value) - at;
    std::uint64_t bytes = left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
    while (bytes > 1 && !are_of_members(members, at, bytes))
      bytes /= 2;
    Term place = table_.add(from.address, address_of(at));
    if (are_of_members(members, at, bytes))
      pieces.emplace_back(at,
                          table_.load(source, place, std::uint32_t(bytes * 8)));
    at += bytes;
  }
  for (const auto &[at, piece] : pieces)
    target =
        table_.store(target, table_.add(to.address, address_of(at)), piece);
  state.regions[to.region] = target;
}

void Machine::fill(State &state, const FrameNames &names,
                   const ir::MemSet &stmt) {
  Place to = place_of(stmt.target, state, names);
  Term byte = evaluate(stmt.byte, state, names);
  Term size = evaluate(stmt.size, state, names);
  Term target = region(state, to.region);
  auto whole = sizes_.find(to.address);
  bool is_zero = byte->is_constant() && byte->value == 0;
  if (is_zero && whole != sizes_.end() && whole->second == size &&
      to.address->object == smt::ObjectClass::Heap) {
    target = smt::cleared(table_, target, to.address, size); // as calloc() does
  } else if (!size->is_constant() || size->value > max_unrolled) {
    Term before = target;
    target = where_some(before, size, [&](Term some) {
      return smt::change(table_, "fill", before, to.address, {byte, some});
    });
  } else {
    std::vector<bool> members = members_in({stmt.target}, size, names);
    for (std::uint64_t at = 0; at < size->value; at++)
      if (are_of_members(members, at, 1))
        target =
            table_.store(target, table_.add(to.address, address_of(at)), byte);
  }
  state.regions[to.region] = target;
}

void Machine::begin_local(State &state, const FrameObject &object) {
  state.alive[object.key] = table_.boolean(true);
  sizes_[universe_.local_object(object.key)] = address_of(object.size);
  if (object.is_private)
    state.regions[object.key] =
        table_.symbol("fresh " + std::string(object.key), smt::memory_sort);
}

void Machine::end_local(State &state, const FrameObject &object) {
  state.alive[object.key] = table_.boolean(false);
  // A pointer whose value is not known may be to it.
  if (object.is_kept)
    state.objects =
        table_.apply("$end", smt::token_sort,
                     {state.objects, universe_.local_object(object.key)});
}

void Machine::begin_variadic(State &state, const FrameObject &object,
                             const std::vector<ir::Scalar> &types,
                             const std::vector<Term> &values) {
  Term base = universe_.local_object(object.key);
  Term memory = region(state, shared_region);
  std::uint64_t at = 0;
  auto put = [&](Term value) {
    memory = table_.store(memory, table_.add(base, address_of(at)), value);
    at += value->sort.bits / 8;
  };
  for (std::size_t i = 0; i < types.size(); i++) {
    put(address_of(ir::variadic_tag(types[i])));
    std::uint64_t size = ir::variadic_value_size(types[i]);
    put(table_.zero_extend(std::uint32_t(size * 8), values[i]));
  }
  put(address_of(0));
  state.regions[shared_region] = memory;
  state.alive[object.key] = table_.boolean(true);
  sizes_[base] = address_of(at);
}

// address and address + length lie in [object, object + size).
Term Machine::is_inside(Term object, Term address, Term length, Term size) {
  Term offset = table_.subtract(address, object);
  if (length->is_constant() && length->value == 1)
    return table_.binary(Kind::ULt, offset, size);
  auto is_at_most = [&](Term a, Term b) {
    return table_.logical_not(table_.binary(Kind::ULt, b, a));
  };
  Term fits = is_at_most(length, size);
  if (length->is_constant())
    return table_.logical_and(
        fits, is_at_most(offset, table_.subtract(size, length)));
  // No object is so large that the sum of both wraps around.
  Term ends = is_at_most(table_.add(offset, length), size);
  return table_.logical_and(fits,
                            table_.logical_and(is_at_most(offset, size), ends));
}

Term Machine::is_live(Term object, Term objects) {
  Done done;
  return make_live(object, objects, done);
}

// Whether an allocation of the call is still live: walks back over what
// happened to other objects.
Term Machine::make_live(Term object, Term objects, Done &done) {
  if (objects->kind == Kind::Ite) {
    if (auto known = done.find(objects); known != done.end())
      return known->second;
    Term yes = make_live(object, objects->args[1], done);
    Term no = make_live(object, objects->args[2], done);
    return done[objects] = table_.ite(objects->args[0], yes, no);
  }
  if (objects->kind == Kind::Apply && objects->name.starts_with("$alloc")) {
    if (universe_.heap_objects().made(version_, objects) == object)
      return table_.boolean(true);
    return make_live(object, objects->args[0], done);
  }
  if (objects->kind == Kind::Apply && objects->name == "$end")
    return make_live(object, objects->args[0], done);
  if (objects->kind == Kind::Apply && objects->name == "$free") {
    Term freed = objects->args[1];
    if (freed == object)
      return table_.boolean(false);
    auto place = smt::provenance(freed);
    if (place.where == Where::Input ||
        (place.where == Where::Object && place.object != object))
      return make_live(object, objects->args[0], done);
  }
  return table_.apply("$is_live", smt::bool_sort, {objects, object});
}

Term Machine::valid_input(Term objects, Term address, Term size, Term base) {
  auto known = valid_inputs_.find({objects, address, size, base});
  if (known != valid_inputs_.end())
    return known->second;
  Term valid = make_valid_input(objects, address, size, base);
  return valid_inputs_[{objects, address, size, base}] = valid;
}

// Than the one that was freed.
Term Machine::is_other_object(Term freed, Term address) {
  if (smt::are_apart(freed, address))
    return table_.boolean(true);
  return table_.logical_not(table_.equal(table_.extract(63, 32, freed),
                                         table_.extract(63, 32, address)));
}

// Memory as the call found it: an object number has a size, 0 when it does not
// exist, and object 0 does not.
Term Machine::make_valid_input(Term objects, Term address, Term size,
                               Term base) {
  if (objects->kind == Kind::Ite)
    return table_.ite(objects->args[0],
                      valid_input(objects->args[1], address, size, base),
                      valid_input(objects->args[2], address, size, base));
  bool is_allocation =
      objects->kind == Kind::Apply &&
      (objects->name.starts_with("$alloc") || objects->name == "$end");
  if (is_allocation && smt::provenance(address).where == Where::Input)
    return valid_input(objects->args[0], address, size, base);
  if (objects->kind == Kind::Apply && objects->name == "$free")
    return table_.logical_and(
        is_other_object(objects->args[1], address),
        valid_input(objects->args[0], address, size, base));
  Term number = table_.extract(63, 32, base ? base : address);
  Term exists = table_.logical_not(
      table_.equal(number, table_.constant(smt::bv_sort(32), 0)));
  if (base && base != address)
    universe_.assumptions.insert(verdict::Assumption::InObjectArithmetic);
  // At the head of a loop that frees, or of one whose objects end, the set of
  // objects is a symbol, too.
  // What is counted from the base is in its object, or nowhere.
  Term offset = table_.add(
      table_.zero_extend(64, table_.extract(31, 0, base ? base : address)),
      base ? table_.subtract(address, base)
           : table_.constant(address->sort, 0));
  Term is_near =
      base && base != address
          ? table_.binary(Kind::ULt, offset, address_of(smt::Bits(1) << 32))
          : table_.boolean(true);
  Term unknown = table_.logical_and(
      table_.logical_and(exists, is_near),
      table_.apply("$is_valid", smt::bool_sort, {objects, address, size}));
  if (!Universe::are_initial(objects))
    return unknown;
  Term object_size = table_.apply("$size", smt::bv_sort(32), {number});
  Term inside = is_inside(address_of(0), offset, size,
                          table_.zero_extend(64, object_size));
  Term valid = table_.logical_and(exists, inside);
  // What inputs point to is the same in every version, globals need not be.
  return Universe::are_of_all(objects)
             ? valid
             : table_.ite(universe_.is_input_number(number), valid, unknown);
}

// What the pointer is counted from that the address is counted from.
Term Machine::base_of(const ir::Expr *address, const State &state,
                      const FrameNames &names) {
  const ir::Expr *root = address;
  while (root->kind == ir::ExprKind::Binary && root->op == ir::Op::PtrAdd)
    root = root->a;
  return root->type.is_pointer()
             ? universe_.given_base(evaluate(root, state, names))
             : nullptr;
}

Term Machine::valid(const State &state, Term address, Term size, Origin from) {
  Done done;
  return make_valid(state, address, size, from, done);
}

Term Machine::make_valid(const State &state, Term address, Term size,
                         Origin from, Done &done) {
  if (auto known = done.find(address); known != done.end())
    return known->second;
  if (address->kind == Kind::Ite) {
    Term yes = make_valid(state, address->args[1], size, from, done);
    Term no = make_valid(state, address->args[2], size, from, done);
    return done[address] = table_.ite(address->args[0], yes, no);
  }
  if (Term choice = smt::choice_of_object(address)) {
    Term rest = table_.subtract(address, choice);
    auto side = [&](std::size_t i) {
      return make_valid(state, table_.add(choice->args[i], rest), size, from,
                        done);
    };
    Term yes = side(1), no = side(2);
    return done[address] = table_.ite(choice->args[0], yes, no);
  }
  // Null and its neighbours; the memory of a device may be where it is.
  constexpr unsigned first_page = 4096;
  if (address->is_constant() && address->value < first_page)
    return table_.boolean(false);
  if (address->is_constant() && address->value < (smt::Bits(1) << 32))
    return table_.apply("$is_valid_fixed", smt::bool_sort, {address, size});
  auto place = smt::provenance(address);
  if (place.where == Where::Object)
    return valid_object(state, place.object, address, size);
  if (auto whole =
          universe_.whole_around(address, size, state.guard, from.place);
      whole.pointer) {
    address = whole.pointer;
    size = table_.constant(size->sort, whole.size);
  }
  return valid_input(state.objects, address, size, from.base);
}

// Whether an address computed from the start of an object lies inside it.
Term Machine::valid_object(const State &state, Term object, Term address,
                           Term size) {
  universe_.assumptions.insert(verdict::Assumption::InObjectArithmetic);
  std::string_view key = object->name;
  key.remove_prefix(key.find(' ') + 1);
  if (object->object == smt::ObjectClass::Global) {
    const ir::Global *global =
        universe_.question().versions[version_].program->find_global(key);
    if (!global || global->size == 0)
      return table_.apply("$is_valid_global", smt::bool_sort,
                          {object, address, size});
    return is_inside(object, address, size, address_of(global->size));
  }
  auto known = sizes_.find(object);
  if (known == sizes_.end())
    return table_.boolean(false);
  Term inside = is_inside(object, address, size, known->second);
  if (object->object == smt::ObjectClass::Heap)
    return table_.logical_and(inside, is_live(object, state.objects));
  auto alive = state.alive.find(key);
  return alive == state.alive.end() ? inside
                                    : table_.logical_and(inside, alive->second);
}

Term Machine::allocate(State &state, ir::Intrinsic which,
                       const std::vector<Term> &args) {
  universe_.assumptions.insert(verdict::Assumption::AllocationAddresses);
  std::vector<Term> inputs{state.objects};
  inputs.insert(inputs.end(), args.begin(), args.end());
  std::string name = std::string("$alloc ") + ir::to_text(which);
  Term objects = table_.apply(name, smt::token_sort, inputs);
  Term fails = table_.apply("$alloc_fails", smt::bool_sort,
                            {universe_.allocations(objects)});
  if (which == ir::Intrinsic::Calloc)
    fails = table_.logical_or(fails, is_too_large(args[0], args[1]));
  Term size = which == ir::Intrinsic::Calloc ? table_.multiply(args[0], args[1])
              : which == ir::Intrinsic::Realloc ? args[1]
                                                : args[0];
  Term object = universe_.heap_object(version_, objects, size);
  sizes_[object] = size;
  Term memory = region(state, shared_region);
  if (which == ir::Intrinsic::Calloc)
    state.regions[shared_region] =
        table_.ite(fails, memory, smt::cleared(table_, memory, object, size));
  if (which == ir::Intrinsic::Realloc) {
    Term moved =
        smt::change(table_, "realloc", memory, object, {args[0], size});
    state.regions[shared_region] = table_.ite(fails, memory, moved);
    Term freed = table_.apply("$free", smt::token_sort, {objects, args[0]});
    objects = table_.ite(fails, objects, freed);
  }
  state.objects = objects;
  return table_.ite(fails, address_of(0), object);
}

// Whether the product is no size.
Term Machine::is_too_large(Term count, Term size) {
  if (count->is_constant())
    std::swap(count, size);
  if (!size->is_constant())
    return overflow(ir::Op::UMulOverflow, count, size, table_.boolean(true));
  if (size->value == 0)
    return table_.boolean(false);
  std::uint64_t most = ~std::uint64_t(0) / std::uint64_t(size->value);
  return table_.binary(Kind::ULt, table_.constant(count->sort, most), count);
}

Term Machine::can_free(const State &state, Term pointer) {
  Done done;
  return make_can_free(state, pointer, done);
}

Term Machine::make_can_free(const State &state, Term pointer, Done &done) {
  if (pointer->kind == Kind::Ite) {
    if (auto known = done.find(pointer); known != done.end())
      return known->second;
    Term yes = make_can_free(state, pointer->args[1], done);
    Term no = make_can_free(state, pointer->args[2], done);
    return done[pointer] = table_.ite(pointer->args[0], yes, no);
  }
  if (pointer->kind == Kind::Object)
    return pointer->object == smt::ObjectClass::Heap
               ? is_live(pointer, state.objects)
               : table_.boolean(false);
  Term is_null = table_.equal(pointer, address_of(0));
  return table_.logical_or(is_null, can_free_input(state.objects, pointer));
}

// What was not allocated by the call for certain.
Term Machine::can_free_input(Term objects, Term pointer) {
  auto known = can_free_inputs_.find({objects, pointer});
  if (known != can_free_inputs_.end())
    return known->second;
  bool is_change = objects->kind == Kind::Apply;
  bool is_allocation = is_change && (objects->name.starts_with("$alloc ") ||
                                     objects->name == "$end");
  Term can = nullptr;
  if (objects->kind == Kind::Ite)
    can =
        table_.ite(objects->args[0], can_free_input(objects->args[1], pointer),
                   can_free_input(objects->args[2], pointer));
  else if (is_allocation && smt::provenance(pointer).where == Where::Input)
    can = can_free_input(objects->args[0], pointer);
  else if (is_change && objects->name == "$free")
    can = table_.logical_and(is_other_object(objects->args[1], pointer),
                             can_free_input(objects->args[0], pointer));
  else
    can = table_.apply("$can_free", smt::bool_sort, {objects, pointer});
  return can_free_inputs_[{objects, pointer}] = can;
}

Term Machine::release(State &state, Term pointer) {
  Term allowed = can_free(state, pointer);
  Term is_null = table_.equal(pointer, address_of(0));
  Term freed = table_.apply("$free", smt::token_sort, {state.objects, pointer});
  state.objects = table_.ite(is_null, state.objects, freed);
  return allowed;
}

} // namespace mergeproof::symbolic
