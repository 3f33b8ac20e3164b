#include "paths/term_text.h"

#include "smt/provenance.h"

#include <algorithm>
#include <map>

namespace mergeproof::paths {

using smt::Bits;
using smt::Kind;
using smt::Term;

namespace {

constexpr unsigned most_depth = 8;
constexpr std::size_t most_text = 160; // of one condition or value
constexpr std::size_t most_writes = 8;
constexpr std::size_t most_events = 8;
constexpr const char *more = "…";
constexpr std::string_view argument = "argument ";

const std::map<Kind, const char *> infix_operators{
    {Kind::Mul, " * "},    {Kind::UDiv, " /u "}, {Kind::SDiv, " / "},
    {Kind::URem, " %u "},  {Kind::SRem, " % "},  {Kind::BvAnd, " & "},
    {Kind::BvOr, " | "},   {Kind::BvXor, " ^ "}, {Kind::Shl, " << "},
    {Kind::LShr, " >>u "}, {Kind::AShr, " >> "}, {Kind::Concat, " . "}};

std::string shortened(std::string text) {
  if (text.size() <= most_text)
    return text;
  std::size_t end = most_text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
    end--;
  return text.substr(0, end) + more;
}

// Whether the first parenthesis is closed by the last character: "f(x, y)".
bool is_one_call(const std::string &text) {
  std::size_t open = text.find('(');
  if (open == std::string::npos || open == 0 || text.find(' ') < open)
    return false;
  unsigned depth = 0;
  for (std::size_t i = open; i < text.size(); i++) {
    depth += text[i] == '(';
    depth -= text[i] == ')';
    if (depth == 0)
      return i + 1 == text.size();
  }
  return false;
}

// As an operand.
std::string inner(const std::string &text) {
  return text.find(' ') == std::string::npos || is_one_call(text)
             ? text
             : "(" + text + ")";
}

bool is_comparison(Term term) {
  if (term->kind == Kind::Not)
    term = term->args[0];
  return term->kind == Kind::Equal || term->kind == Kind::SLt ||
         term->kind == Kind::ULt;
}

std::string decimal(__int128 value) {
  bool is_negative = value < 0;
  unsigned __int128 rest =
      is_negative ? -(unsigned __int128)value : (unsigned __int128)value;
  std::string digits;
  do
    digits.insert(digits.begin(), char('0' + int(rest % 10)));
  while ((rest /= 10) != 0);
  return (is_negative ? "-" : "") + digits;
}

// The number of the object that a pointer points to.
bool is_object_number(Term term) {
  return term->kind == Kind::Extract && term->high == 63 && term->low == 32;
}

// Of p + 8, p: for a reader, what lies in an object is as valid as it.
Term base_of(Term pointer) {
  if (pointer->kind != Kind::Add || pointer->args.size() != 2)
    return pointer;
  for (std::size_t i : {0, 1})
    if (pointer->args[i]->is_constant())
      return pointer->args[1 - i];
  return pointer;
}

// A comparison with the size of an object is a part of the test whether a
// pointer is valid: that pointer; else null.
Term measured(Term comparison) {
  if (comparison->kind != Kind::ULt)
    return nullptr;
  for (Term term : smt::reachable(comparison->args))
    if (term->kind == Kind::Apply && term->name == "$size" &&
        is_object_number(term->args[0]))
      return base_of(term->args[0]->args[0]);
  return nullptr;
}

bool is_null_test(Term a, Term b) {
  return is_object_number(a) && b->is_constant() && b->value == 0;
}

// The second word: "call f 12.34 32,32: result 32" -> "f".
std::string word(std::string_view name, std::size_t index) {
  for (; index > 0 && !name.empty(); index--) {
    std::size_t space = name.find(' ');
    name.remove_prefix(space == name.npos ? name.size() : space + 1);
  }
  std::string found(name.substr(0, name.find_first_of(" ,")));
  while (found.ends_with(':'))
    found.pop_back();
  return found.substr(found.find_last_of("/:") + 1); // "f.c:helper"
}

} // namespace

TermText::TermText(const symbolic::Universe &universe)
    : universe_(universe), unit_(*universe.question().versions.back().function),
      program_(*universe.question().versions.back().program) {}

std::string TermText::condition(Term guard) const {
  if (guard->is_true())
    return "always";
  return shortened(text(guard, 0));
}

std::string TermText::value(Term term, bool is_signed) const {
  if (term->is_constant() && term->sort != smt::bool_sort)
    return is_signed ? decimal(smt::to_signed(term->value, term->sort.bits))
                     : decimal(__int128(term->value));
  return shortened(text(term, 0));
}

std::string TermText::text(Term term, unsigned depth) const {
  if (depth > most_depth)
    return more;
  switch (term->kind) {
  case Kind::Constant:
    return constant(term);
  case Kind::Symbol:
    return symbol(term);
  case Kind::Object:
    return "&" + object_name(term);
  case Kind::Apply:
    return applied(term, depth);
  case Kind::Not:
    return negated(term->args[0], depth);
  case Kind::Add:
    return sum(term, depth);
  case Kind::Load:
    return place(term->args[1], term->sort.bits, depth);
  default:
    return operation(term, depth);
  }
}

std::string TermText::operation(Term term, unsigned depth) const {
  auto arg = [&](std::size_t i) {
    return inner(text(term->args[i], depth + 1));
  };
  switch (term->kind) {
  case Kind::Ite:
    return arg(0) + " ? " + arg(1) + " : " + arg(2);
  case Kind::BvNot:
    return "~" + arg(0);
  case Kind::ZeroExtend:
  case Kind::SignExtend:
    return extended(term, depth);
  case Kind::Extract:
    return term->low == 0
               ? "(int" + std::to_string(term->sort.bits) + ")" + arg(0)
               : arg(0) + "[" + std::to_string(term->high) + ":" +
                     std::to_string(term->low) + "]";
  case Kind::Store:
    return "memory";
  case Kind::Equal:
  case Kind::SLt:
  case Kind::ULt:
    return comparison(term, false, depth);
  case Kind::And:
  case Kind::Or:
    return connective(term, false, depth);
  default:
    return infix(term, infix_operators.at(term->kind), depth);
  }
}

// The parts of a conjunction or disjunction, each once.
std::string TermText::connective(Term term, bool is_negated,
                                 unsigned depth) const {
  const char *op = (term->kind == Kind::And) != is_negated ? " && " : " || ";
  std::vector<std::string> parts;
  for (Term arg : term->args) {
    std::string part =
        is_negated ? negated(arg, depth + 1) : text(arg, depth + 1);
    if (!is_comparison(arg))
      part = inner(part);
    if (std::find(parts.begin(), parts.end(), part) == parts.end())
      parts.push_back(std::move(part));
  }
  std::string all;
  for (const std::string &part : parts) {
    if (all.size() > most_text)
      return all + op + more;
    all += (all.empty() ? "" : op) + part;
  }
  return all;
}

std::string TermText::comparison(Term term, bool is_negated,
                                 unsigned depth) const {
  if (Term pointer = measured(term))
    return (is_negated ? "valid(" : "!valid(") + text(pointer, depth + 1) + ")";
  Term a = term->args[0], b = term->args[1];
  const char *equal = is_negated ? " != " : " == ";
  bool is_unsigned = term->kind == Kind::ULt;
  auto side = [&](Term t) {
    return is_unsigned && t->is_constant() ? value(t, false)
                                           : inner(text(t, depth + 1));
  };
  if (term->kind == Kind::ULt)
    return is_negated ? side(b) + " <=u " + side(a)
                      : side(a) + " <u " + side(b);
  if (term->kind == Kind::SLt)
    return is_negated ? side(b) + " <= " + side(a) : side(a) + " < " + side(b);
  if (a->is_constant())
    std::swap(a, b);
  if (is_null_test(a, b))
    return side(base_of(a->args[0])) + equal + "NULL";
  bool is_pointer = (a->kind == Kind::Symbol && a->is_input) ||
                    universe_.input_pointers.count(a);
  if (is_pointer && b->is_constant() && b->value == 0)
    return side(a) + equal + "NULL";
  return side(a) + equal + side(b);
}

std::string TermText::infix(Term term, const char *op, unsigned depth) const {
  bool is_unsigned = term->kind == Kind::UDiv || term->kind == Kind::URem;
  auto side = [&](Term t) {
    return is_unsigned && t->is_constant() ? value(t, false)
                                           : inner(text(t, depth + 1));
  };
  return side(term->args[0]) + op + side(term->args[1]);
}

// Plain where the parameter's type says how it is extended, else as a cast.
std::string TermText::extended(Term term, unsigned depth) const {
  bool is_signed = term->kind == Kind::SignExtend;
  Term narrow = term->args[0];
  std::string cast = std::string(is_signed ? "(int" : "(uint") +
                     std::to_string(narrow->sort.bits) + ")";
  if (narrow->sort == smt::bool_sort)
    return text(narrow, depth);
  if (narrow->kind == Kind::Extract && narrow->low == 0)
    return cast + inner(text(narrow->args[0], depth + 1));
  if (narrow->kind == Kind::Symbol && narrow->name.starts_with(argument)) {
    std::size_t index =
        std::stoul(std::string(narrow->name.substr(argument.size())));
    const ir::Type *type =
        index < unit_.params.size() ? unit_.params[index].type : nullptr;
    if (type && type->kind == ir::TypeKind::Int && type->is_signed == is_signed)
      return text(narrow, depth);
  }
  return cast + inner(text(narrow, depth + 1));
}

std::string TermText::negated(Term term, unsigned depth) const {
  if (term->kind == Kind::Not)
    return text(term->args[0], depth);
  if (is_comparison(term))
    return comparison(term, true, depth);
  if (term->kind == Kind::And || term->kind == Kind::Or)
    return connective(term, true, depth);
  return "!" + inner(text(term, depth));
}

// Atoms, multiples of atoms, and a constant at the end.
std::string TermText::sum(Term term, unsigned depth) const {
  std::string all;
  auto add = [&](const std::string &part) {
    bool is_negative = part.starts_with('-');
    if (!all.empty())
      all += is_negative ? " - " : " + ";
    all += is_negative && all.size() > 1 ? part.substr(1) : part;
  };
  for (Term arg : term->args)
    if (!arg->is_constant()) {
      bool is_minus = arg->kind == Kind::Mul && arg->args[0]->is_constant() &&
                      arg->args[0]->value == smt::mask(arg->sort.bits);
      add(is_minus ? "-" + inner(text(arg->args[1], depth + 1))
                   : inner(text(arg, depth + 1)));
    }
  for (Term arg : term->args)
    if (arg->is_constant())
      add(constant(arg));
  return all;
}

std::string TermText::constant(Term term) const {
  if (term->sort == smt::bool_sort)
    return term->value ? "true" : "false";
  return decimal(smt::to_signed(term->value, term->sort.bits));
}

std::string TermText::object_name(Term object) const {
  std::string id(object->name.substr(object->name.find(' ') + 1));
  const ir::Global *global = program_.find_global(id);
  return global ? std::string(global->name) : word(object->name, 1);
}

std::string TermText::symbol(Term term) const {
  std::string name(term->name);
  if (!name.starts_with(argument))
    return name.find(' ') == std::string::npos ? name : "[" + name + "]";
  std::size_t index = std::stoul(name.substr(argument.size()));
  if (index >= unit_.params.size())
    return name;
  const ir::Variable &param = unit_.params[index];
  return std::string(param.source_name.empty() ? param.name
                                               : param.source_name);
}

std::string TermText::call(const std::string &name, Term term,
                           unsigned depth) const {
  std::string args;
  for (Term arg : term->args)
    if (arg->sort.kind == smt::SortKind::BitVec ||
        arg->sort.kind == smt::SortKind::Bool)
      args += (args.empty() ? "" : ", ") + text(arg, depth + 1);
  return name + "(" + args + ")";
}

// The names that executor and machine give to what they do not look into.
std::string TermText::applied(Term term, unsigned depth) const {
  std::string_view name = term->name;
  if (name.starts_with("result "))
    return call(word(name, 1), term->args[0], depth);
  if (name.starts_with("call ") || name.starts_with("library ")) {
    std::string text = call(word(name, 1), term, depth);
    std::size_t what = name.find(": ");
    bool is_result =
        what == name.npos || name.substr(what + 2).starts_with("result");
    return is_result ? text : text + " " + std::string(name.substr(what + 2));
  }
  if (name == "$alloc_fails")
    return "an allocation fails";
  if (name == "$size")
    return "the size of " + inner(text(term->args[0], depth + 1));
  std::string plain(name);
  return call(plain.substr(plain.starts_with('$')), term, depth);
}

const ir::Type *TermText::pointee(Term pointer) const {
  if (pointer->kind == Kind::Symbol && pointer->name.starts_with(argument)) {
    std::size_t index =
        std::stoul(std::string(pointer->name.substr(argument.size())));
    const ir::Type *type =
        index < unit_.params.size() ? unit_.params[index].type : nullptr;
    return type && type->kind == ir::TypeKind::Pointer ? type->element
                                                       : nullptr;
  }
  return nullptr;
}

// ".next", "[2].x": the part of `type` that lies at `offset`.
std::string TermText::part_of(const std::string &base, const ir::Type *type,
                              std::uint64_t offset, std::uint32_t bits) const {
  if (!type || type->size == 0)
    return "";
  if (type->kind == ir::TypeKind::Array && type->element &&
      type->element->size > 0) {
    std::uint64_t size = type->element->size;
    return part_of(base + "[" + std::to_string(offset / size) + "]",
                   type->element, offset % size, bits);
  }
  if (type->kind == ir::TypeKind::Struct)
    for (const ir::Field &field : type->fields)
      if (field.bit_width == 0 && field.type && offset >= field.offset &&
          offset < field.offset + field.type->size)
        return part_of(field.name.empty() ? base : base + "." + field.name,
                       field.type, offset - field.offset, bits);
  return offset == 0 && type->size * 8 == bits ? base : "";
}

std::string TermText::known_place(Term base, std::uint64_t offset,
                                  std::uint32_t bits, unsigned depth) const {
  if (base->kind == Kind::Object && base->name.starts_with("global ")) {
    const ir::Global *global = program_.find_global(
        base->name.substr(std::string_view("global ").size()));
    return global
               ? part_of(std::string(global->name), global->type, offset, bits)
               : "";
  }
  const ir::Type *type = pointee(base);
  if (!type || type->size == 0)
    return "";
  std::string name = text(base, depth + 1);
  if (offset >> 63 != 0) // before it
    return "";
  std::uint64_t index = offset / type->size;
  std::string element = index == 0 && type->kind != ir::TypeKind::Struct
                            ? "*" + name
                            : name + "[" + std::to_string(index) + "]";
  std::string found = part_of(element, type, offset % type->size, bits);
  std::string zeroth = name + "[0].";
  return found.starts_with(zeroth) ? name + "->" + found.substr(zeroth.size())
                                   : found;
}

std::string TermText::place(Term address, std::uint32_t bits,
                            unsigned depth) const {
  Term base = address;
  std::uint64_t offset = 0;
  if (address->kind == Kind::Add && address->args.size() == 2)
    for (std::size_t i = 0; i < 2; i++)
      if (address->args[i]->is_constant()) {
        base = address->args[1 - i];
        offset = std::uint64_t(address->args[i]->value);
      }
  if (std::string known = known_place(base, offset, bits, depth);
      !known.empty())
    return known;
  return "*(int" + std::to_string(bits) + " *)" +
         inner(text(address, depth + 1));
}

std::vector<std::string> TermText::writes(Term memory, Term initial) const {
  std::vector<std::string> found;
  while (memory != initial && memory->kind == Kind::Store) {
    smt::Provenance where = smt::provenance(memory->args[1]);
    bool is_local = where.where == smt::Provenance::Where::Object &&
                    where.object->object == smt::ObjectClass::Local;
    if (!is_local)
      found.push_back(
          shortened(place(memory->args[1], memory->args[2]->sort.bits, 0) +
                    " = " + text(memory->args[2], 0)));
    memory = memory->args[0];
  }
  if (memory != initial && memory->kind != Kind::Symbol)
    found.push_back("memory after " + shortened(text(memory, 0)));
  std::reverse(found.begin(), found.end());
  if (found.size() > most_writes) {
    found.resize(most_writes);
    found.push_back(more);
  }
  return found;
}

std::vector<std::string> TermText::events(Term world) const {
  std::vector<std::string> found;
  while (world && world->kind == Kind::Apply && !world->args.empty()) {
    bool is_event = world->name.starts_with("event ");
    found.push_back(shortened(is_event ? call(word(world->name, 1), world, 0)
                                       : text(world, 0)));
    Term before = nullptr;
    for (Term arg : world->args)
      if (arg->sort == smt::token_sort)
        before = arg;
    world = before;
  }
  std::reverse(found.begin(), found.end());
  if (found.size() > most_events) {
    found.resize(most_events);
    found.push_back(more);
  }
  return found;
}

} // namespace mergeproof::paths
