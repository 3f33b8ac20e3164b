#include "relational/model_witness.h"

#include "ir/layout.h"
#include "support/check.h"
#include "symbolic/narrow.h"
#include "verdict/external_outputs.h"

#include <algorithm>
#include <bit>

namespace mergeproof::relational {

namespace {

using smt::Bits;
using smt::Kind;
using verdict::WitnessBytes;

constexpr std::uint64_t first_function = 0x20000000;
constexpr std::uint64_t first_global = 0x40000000;
constexpr std::uint64_t first_local_object = 0x80000000;
constexpr std::uint64_t max_object = 4096;
constexpr std::uint64_t most_written = 256; // elements

class Extraction {
public:
  Extraction(symbolic::Universe &universe, smt::Model &model,
             const std::vector<Term> &asserted)
      : universe_(universe), table_(universe.table), model_(model),
        terms_(smt::reachable(asserted)),
        unit_(*universe.question().versions.back().function) {
    witness_.pointer_bytes =
        ir::pointer_bytes(*universe.question().versions.back().program);
    for (const auto &[pointer, guard] : universe.input_pointers)
      if (pointer->kind != Kind::Load)
        narrow_pointers_.insert(pointer->args[0]);
  }

  verdict::Witness run() {
    find_objects();
    for (std::size_t i = 0; i < unit_.params.size(); i++)
      add_argument(i);
    // Filling one object may find pointers to others.
    for (std::size_t i = 0; i < numbers_.size(); i++)
      fill_object(i);
    add_globals();
    add_externals();
    add_allocations();
    return std::move(witness_);
  }

private:
  struct Extent {
    std::uint64_t size = 0;
    std::map<std::uint64_t, std::uint32_t> reads; // offset -> bytes
    std::set<std::uint64_t> pointers;             // offsets
  };

  Bits value(Term term) { return model_.value(term).value_or(0); }

  void note_access(Term address, std::uint32_t bytes, bool is_pointer) {
    std::uint64_t at = std::uint64_t(value(address));
    std::uint64_t number = at >> 32, offset = at & 0xffffffff;
    if (offset + bytes > max_object)
      return;
    Extent &extent = extents_[number];
    if (number < first_function && !sized_.count(number))
      extent.size = std::max(extent.size, offset + bytes);
    std::uint32_t &known = extent.reads[offset];
    known = std::max(known, bytes);
    if (is_pointer)
      extent.pointers.insert(offset);
  }

  void find_objects() {
    for (Term term : terms_)
      if (term->kind == Kind::Apply && term->name == "$size") {
        std::uint64_t number = std::uint64_t(value(term->args[0]));
        std::uint64_t size = std::uint64_t(value(term));
        extents_[number].size = std::min(size, max_object);
        sized_.insert(number);
      }
    for (Term term : terms_) {
      if (term->kind == Kind::Load)
        note_access(term->args[1], term->sort.bits / 8,
                    universe_.input_pointers.count(term) ||
                        narrow_pointers_.count(term));
      if (term->kind == Kind::Store)
        note_access(term->args[1], term->args[2]->sort.bits / 8, false);
    }
  }

  // The object with this number in the witness, made when new.
  std::uint32_t object_index(std::uint64_t number, const std::string &label) {
    auto found = std::find(numbers_.begin(), numbers_.end(), number);
    if (found == numbers_.end()) {
      numbers_.push_back(number);
      witness_.objects.push_back({label, {}});
      return std::uint32_t(numbers_.size() - 1);
    }
    return std::uint32_t(found - numbers_.begin());
  }

  static void put(WitnessBytes &bytes, std::uint64_t offset, Bits value,
                  std::uint32_t count) {
    if (bytes.bytes.size() < offset + count)
      bytes.bytes.resize(offset + count, 0);
    for (std::uint32_t i = 0; i < count; i++)
      bytes.bytes[offset + i] = static_cast<unsigned char>(value >> (8 * i));
  }

  // Whether it stays what it is although it leads nowhere: code takes it for a
  // number, and either looks for this one, or never goes there.
  bool is_number(Term pointer, Bits address) {
    if (universe_.pointer_numbers.may_assume(pointer))
      return false;
    bool is_sought = std::any_of(terms_.begin(), terms_.end(), [&](Term term) {
      return term->is_constant() && term->sort.bits == smt::address_bits &&
             term->value == address;
    });
    return is_sought || !extents_.contains(std::uint64_t(address >> 32));
  }

  // `pointer` is the term whose value the address is.
  void put_pointer(WitnessBytes &bytes, std::uint64_t offset, Term pointer,
                   Bits address, const std::string &label) {
    std::uint64_t number = std::uint64_t(address >> 32);
    bool is_object = number != 0 && number < first_function;
    bool stays = !is_object && is_number(pointer, address);
    put(bytes, offset, stays ? address : 0,
        std::uint32_t(witness_.pointer_bytes));
    if (!is_object)
      return;
    bytes.pointers.push_back({offset, object_index(number, label),
                              std::int64_t(std::uint32_t(address))});
  }

  void add_argument(std::size_t index) {
    const ir::Variable &param = unit_.params[index];
    std::string name = "argument " + std::to_string(index);
    WitnessBytes bytes;
    switch (param.passing) {
    case ir::Variable::Passing::ResultAddress:
      return;
    case ir::Variable::Passing::ByCopy:
      bytes = copied_struct(universe_.local_object(name),
                            param.type ? param.type->size : 0);
      break;
    case ir::Variable::Passing::Direct:
      bytes = direct_argument(param, name);
    }
    witness_.arguments.push_back(bytes);
  }

  WitnessBytes direct_argument(const ir::Variable &param,
                               const std::string &name) {
    WitnessBytes bytes;
    bool is_padded = param.scalar.is_float() && param.type;
    auto count = static_cast<std::uint32_t>(is_padded ? param.type->size
                                                      : param.scalar.bytes());
    if (param.scalar.is_pointer()) {
      Term pointer = table_.input(name, smt::bv_sort(64));
      Bits address = value(pointer);
      std::uint64_t number = std::uint64_t(address >> 32);
      std::string label = "*" + std::string(param.source_name);
      put_pointer(bytes, 0, pointer, address, label);
      if (number && number < first_function && param.type &&
          param.type->element)
        extents_[number].size =
            std::max(extents_[number].size, param.type->element->size);
      return bytes;
    }
    smt::Sort sort = param.scalar == ir::bool_scalar
                         ? smt::bool_sort
                         : smt::bv_sort(param.scalar.bits);
    put(bytes, 0, value(table_.symbol(name, sort)), count);
    return bytes;
  }

  WitnessBytes copied_struct(Term base, std::uint64_t size) {
    WitnessBytes bytes;
    bytes.bytes.resize(size, 0);
    fill(bytes, std::uint64_t(base->value >> 32), size, "argument",
         table_.input("memory", smt::memory_sort));
    return bytes;
  }

  void fill(WitnessBytes &bytes, std::uint64_t number, std::uint64_t size,
            const std::string &label, Term memory) {
    auto found = extents_.find(number);
    if (found == extents_.end())
      return;
    Extent extent = found->second; // filling may add extents
    for (const auto &[offset, count] : extent.reads) {
      if (offset + count > size)
        continue;
      Term address = table_.constant(smt::bv_sort(64), number << 32 | offset);
      Term loaded = table_.plain_load(memory, address, count * 8);
      if (extent.pointers.count(offset) && count == witness_.pointer_bytes)
        put_pointer(bytes, offset, loaded, address_in(loaded),
                    label + "+" + std::to_string(offset));
      else
        put(bytes, offset, value(loaded), count);
    }
  }

  // The address that memory holds there.
  Bits address_in(Term loaded) {
    bool is_narrow = loaded->sort.bits == ir::narrow_address_bits;
    return value(is_narrow ? symbolic::to_address(table_, loaded) : loaded);
  }

  void fill_object(std::size_t index) {
    std::uint64_t size =
        std::max<std::uint64_t>(extents_[numbers_[index]].size, 1);
    WitnessBytes bytes;
    bytes.bytes.resize(size, 0);
    std::string label = witness_.objects[index].label; // filling adds objects
    fill(bytes, numbers_[index], size, label,
         table_.input("memory", smt::memory_sort));
    witness_.objects[index].contents = std::move(bytes);
  }

  void add_globals() {
    const ir::Program &program = *universe_.question().versions.back().program;
    for (Term term : terms_) {
      constexpr std::string_view prefix = "global ";
      if (term->kind != Kind::Object || !term->name.starts_with(prefix))
        continue;
      const ir::Global *global =
          program.find_global(term->name.substr(prefix.size()));
      std::uint64_t number = std::uint64_t(term->value >> 32);
      if (!global || global->is_const || number < first_global ||
          number >= first_local_object || !extents_.count(number))
        continue;
      WitnessBytes bytes;
      bytes.bytes = global->bytes;
      bytes.bytes.resize(global->size, 0);
      std::string_view region = universe_.region_of_global(global->id);
      std::string name =
          region.empty() ? "memory" : "memory of " + std::string(region);
      fill(bytes, number, global->size, std::string(global->name),
           table_.input(name, smt::memory_sort));
      witness_.globals[std::string(global->id)] = bytes;
    }
  }

  // The history before a token, in this model: the operations that really ran.
  std::vector<Term> history(Term token) {
    std::vector<Term> events;
    while (token->kind == Kind::Ite || token->kind == Kind::Apply) {
      if (token->kind == Kind::Ite) {
        token = value(token->args[0]) ? token->args[1] : token->args[2];
        continue;
      }
      events.push_back(token);
      Term before = nullptr;
      for (Term arg : token->args)
        if (arg->sort == smt::token_sort)
          before = before ? before : arg;
      if (!before)
        break;
      token = before;
    }
    return events;
  }

  static std::string event_function(Term event) {
    constexpr std::string_view prefix = "event ";
    if (!event->name.starts_with(prefix))
      return "";
    std::string_view rest = event->name.substr(prefix.size());
    return std::string(rest.substr(0, rest.find(' ')));
  }

  void add_externals() {
    std::set<std::pair<std::string, std::uint32_t>> seen;
    for (Term term : terms_) {
      if (term->kind != Kind::Apply || !term->name.starts_with("result ") ||
          term->args.size() != 1)
        continue;
      std::vector<Term> events = history(term->args[0]);
      if (events.empty())
        continue;
      auto [function, occurrence] = call_of(events);
      if (!seen.insert({function, occurrence}).second)
        continue;
      WitnessBytes bytes;
      put(bytes, 0, value(term), (term->sort.bits + 7) / 8);
      witness_.externals.push_back({function, occurrence, bytes});
    }
    add_writes();
  }

  struct ExternalCall {
    std::vector<Term> events; // its own, then those before
    Term memory = nullptr;    // after it
    Term event() const { return events.front(); }
    bool comes_after(const ExternalCall &other) const {
      return events.size() > other.events.size() &&
             std::find(events.begin(), events.end(), other.event()) !=
                 events.end();
    }
  };

  // What the calls left in objects of the unit's own, as far as it is read.
  void add_writes() {
    std::vector<ExternalCall> calls;
    for (Term term : terms_)
      if (term->kind == Kind::Apply && term->args.size() == 2 &&
          term->name == symbolic::memory_after_call)
        if (std::vector<Term> events = history(term->args[0]); !events.empty())
          calls.push_back({std::move(events), term});
    if (calls.empty())
      return;
    const verdict::ExternalOutputs outputs(universe_.question());
    std::stable_sort(calls.begin(), calls.end(), [](auto &a, auto &b) {
      return a.events.size() < b.events.size();
    });
    std::set<std::pair<std::string, std::uint32_t>> seen;
    for (const ExternalCall &call : calls) {
      auto [function, occurrence] = call_of(call.events);
      const auto &parameters = outputs.of(function);
      if (parameters.empty() || !seen.insert({function, occurrence}).second)
        continue;
      for (const auto &[parameter, output] : parameters)
        if (auto write = write_of(call, calls, parameter, output))
          result_of(function, occurrence).writes.push_back(std::move(*write));
    }
  }

  std::optional<verdict::WitnessWrite>
  write_of(const ExternalCall &call, const std::vector<ExternalCall> &calls,
           std::uint32_t parameter, const verdict::ExternalOutput &output) {
    const std::vector<Term> &args = call.event()->args; // behind the world
    if (parameter + 1 >= args.size() || holds_bool(*output.element))
      return std::nullopt;
    auto address = std::uint64_t(value(args[parameter + 1]));
    std::uint64_t count = output.room;
    if (output.length) {
      if (*output.length + 1 >= args.size())
        return std::nullopt;
      Term length = args[*output.length + 1];
      __int128 given = smt::to_signed(value(length), length->sort.bits);
      count = std::uint64_t(std::clamp<__int128>(given, 0, most_written));
    }
    std::uint64_t end =
        std::min(end_of_reads(address), address + count * output.unit);
    Term memory = memory_when_read(call, calls, address >> 32);
    verdict::WitnessWrite write{.parameter = parameter};
    for (std::uint64_t at = address; at < end; at++)
      write.contents.bytes.push_back(static_cast<unsigned char>(value(
          table_.load(memory, table_.constant(smt::bv_sort(64), at), 8))));
    if (write.contents.bytes.empty())
      return std::nullopt;
    return write;
  }

  // Only some bits are a value of that type.
  static bool holds_bool(const ir::Type &type) {
    return type.kind == ir::TypeKind::Bool ||
           (type.kind == ir::TypeKind::Array && holds_bool(*type.element)) ||
           std::any_of(
               type.fields.begin(), type.fields.end(),
               [](const ir::Field &field) { return holds_bool(*field.type); });
  }

  // The solver lets later calls change the object, too: what it holds after the
  // last one before it is given again.
  Term memory_when_read(const ExternalCall &call,
                        const std::vector<ExternalCall> &calls,
                        std::uint64_t object) {
    Term memory = call.memory;
    for (const ExternalCall &later : calls) {
      if (!later.comes_after(call))
        continue;
      const std::vector<Term> &args = later.event()->args;
      if (std::any_of(args.begin(), args.end(), [&](Term arg) {
            return arg->sort == smt::bv_sort(64) &&
                   std::uint64_t(value(arg)) >> 32 == object;
          }))
        break;
      memory = later.memory;
    }
    return memory;
  }

  // Of the unit's own object behind that address; the address: nothing is read.
  std::uint64_t end_of_reads(std::uint64_t address) {
    std::uint64_t end = address;
    if (address >> 32 < first_local_object)
      return end;
    for (Term term : terms_)
      if (term->kind == Kind::Load)
        if (auto at = std::uint64_t(value(term->args[1]));
            at >> 32 == address >> 32)
          end = std::max(end, at + term->sort.bits / 8);
    return end;
  }

  static std::pair<std::string, std::uint32_t>
  call_of(const std::vector<Term> &events) {
    std::string function = event_function(events[0]);
    return {function, std::uint32_t(std::count_if(
                          events.begin() + 1, events.end(), [&](Term event) {
                            return event_function(event) == function;
                          }))};
  }

  verdict::WitnessResult &result_of(const std::string &function,
                                    std::uint32_t occurrence) {
    for (verdict::WitnessResult &known : witness_.externals)
      if (known.function == function && known.occurrence == occurrence)
        return known;
    return witness_.externals.emplace_back(
        verdict::WitnessResult{function, occurrence, {}});
  }

  void add_allocations() {
    for (Term term : terms_) {
      if (term->kind != Kind::Apply || term->name != "$alloc_fails" ||
          value(term) == 0)
        continue;
      std::vector<Term> events = history(term->args[0]);
      auto before = std::count_if(events.begin(), events.end(), [](Term event) {
        return event->name.starts_with("$alloc ");
      });
      witness_.failing_allocations.insert(std::uint32_t(before - 1));
    }
  }

  symbolic::Universe &universe_;
  TermTable &table_;
  smt::Model &model_;
  std::vector<Term> terms_;
  const ir::Function &unit_;
  std::map<std::uint64_t, Extent> extents_;
  std::set<std::uint64_t> sized_;
  std::set<Term> narrow_pointers_;     // the numbers that memory holds for them
  std::vector<std::uint64_t> numbers_; // by witness object
  verdict::Witness witness_;
};

} // namespace

verdict::Witness make_witness(symbolic::Universe &universe, smt::Model &model,
                              const std::vector<Term> &asserted) {
  return Extraction(universe, model, asserted).run();
}

std::vector<Term> aligned_arguments(symbolic::Universe &universe) {
  smt::TermTable &table = universe.table;
  const ir::Function &unit = *universe.question().versions.back().function;
  std::vector<Term> found;
  for (std::size_t i = 0; i < unit.params.size(); i++) {
    const ir::Variable &param = unit.params[i];
    const ir::Type *element = param.type ? param.type->element : nullptr;
    if (param.passing != ir::Variable::Passing::Direct ||
        !param.scalar.is_pointer() || !element || element->align < 2)
      continue;
    Term value = table.input("argument " + std::to_string(i), smt::bv_sort(64));
    unsigned bits = static_cast<unsigned>(std::bit_width(element->align)) - 1;
    found.push_back(table.equal(
        table.extract(bits - 1, 0, value),
        table.constant(smt::bv_sort(static_cast<std::uint16_t>(bits)), 0)));
  }
  return found;
}

std::vector<Term> wishes(symbolic::Universe &universe,
                         const std::vector<Term> &assertions) {
  smt::TermTable &table = universe.table;
  std::vector<Term> found;
  for (Term term : smt::reachable(assertions)) {
    bool is_pointer = (term->kind == smt::Kind::Symbol && term->is_input &&
                       term->sort == smt::bv_sort(64)) ||
                      universe.input_pointers.count(term);
    if (is_pointer) {
      found.push_back(table.equal(table.extract(31, 0, term),
                                  table.constant(smt::bv_sort(32), 0)));
      found.push_back(table.binary(
          smt::Kind::ULt, term,
          table.constant(smt::bv_sort(64), std::uint64_t(4096) << 32)));
    }
    if (term->kind == smt::Kind::Apply && term->name == "$size")
      found.push_back(table.binary(smt::Kind::ULt, term,
                                   table.constant(smt::bv_sort(32), 1024)));
  }
  return found;
}

} // namespace mergeproof::relational
