// Versions of a unit for the tests of check: C texts, and what the IR would say
// of them, written by hand: types, signatures, which functions and globals are
// mentioned.
#pragma once

#include "check/replay.h"
#include "support/temp_directory.h"

#include <cstring>
#include <deque>
#include <functional>
#include <gtest/gtest.h>
#include <memory>

namespace mergeproof::check {

// Declares the functions and globals of one version.
class Declare {
public:
  Declare(ir::Context &context, ir::Program &program)
      : context_(context), program_(program) {}

  const ir::Type *integer(const std::string &spelling, std::uint64_t size,
                          bool is_signed = true) {
    ir::Type *type = context_.make_type();
    type->kind = ir::TypeKind::Int;
    type->is_signed = is_signed;
    type->size = size;
    type->align = static_cast<std::uint32_t>(size);
    type->spelling = spelling;
    return type;
  }
  const ir::Type *i32() { return integer("int", 4); }
  const ir::Type *i64() { return integer("long", 8); }
  const ir::Type *u32() { return integer("unsigned int", 4, false); }
  const ir::Type *character() { return integer("char", 1); }
  const ir::Type *real(const std::string &spelling, std::uint32_t size) {
    ir::Type *type = context_.make_type();
    type->kind = ir::TypeKind::Float;
    type->size = type->align = size;
    type->spelling = spelling;
    return type;
  }
  const ir::Type *f64() { return real("double", 8); }
  const ir::Type *f80() { return real("long double", 16); }
  const ir::Type *pointer(const ir::Type *to) {
    ir::Type *type = context_.make_type();
    type->kind = ir::TypeKind::Pointer;
    type->size = type->align = 8;
    type->element = to;
    type->spelling = to->spelling + " *";
    return type;
  }
  const ir::Type *text() { return pointer(character()); }
  const ir::Type *const_text() {
    ir::Type *element = context_.make_type();
    *element = *integer("const char", 1);
    element->is_const = true;
    return pointer(element);
  }
  const ir::Type *array(const ir::Type *of, std::uint64_t count) {
    ir::Type *type = context_.make_type();
    type->kind = ir::TypeKind::Array;
    type->element = of;
    type->count = count;
    type->size = count * of->size;
    type->align = of->align;
    type->spelling = of->spelling + "[" + std::to_string(count) + "]";
    return type;
  }
  // Laid out as fields are added.
  ir::Type *record(const std::string &spelling) {
    ir::Type *type = context_.make_type();
    type->kind = ir::TypeKind::Struct;
    type->spelling = spelling;
    return type;
  }
  static void add_field(ir::Type *record, const std::string &name,
                        const ir::Type *type) {
    std::uint64_t at =
        (record->size + type->align - 1) / type->align * type->align;
    record->fields.push_back({.name = name, .type = type, .offset = at});
    record->align = std::max(record->align, type->align);
    std::uint64_t end = at + type->size;
    record->size = (end + record->align - 1) / record->align * record->align;
  }

  // A null result is void. `mentions`: functions called and globals used.
  ir::Function &
  function(const std::string &name, const ir::Type *result,
           const std::vector<std::pair<std::string, const ir::Type *>> &params,
           const std::vector<std::string> &mentions = {}) {
    ir::Function &made = declare(name, result, params);
    made.is_defined = true;
    for (const std::string &id : mentions)
      mention(made, id);
    return made;
  }

  ir::Function &external(const std::string &name, const ir::Type *result,
                         const std::vector<const ir::Type *> &params,
                         bool is_variadic = false) {
    std::vector<std::pair<std::string, const ir::Type *>> named;
    for (const ir::Type *type : params)
      named.push_back({"", type});
    ir::Function &made = declare(name, result, named);
    made.is_variadic = is_variadic;
    return made;
  }

  ir::Global &global(const std::string &name, const ir::Type *type,
                     bool is_static = false) {
    std::string id = (is_static ? "unit.c:" : "") + name;
    ir::Global &made = program_.globals[context_.symbol(id)];
    made.id = context_.symbol(id);
    made.name = context_.symbol(name);
    made.is_static = is_static;
    made.is_defined = true;
    made.type = type;
    made.size = type->size;
    made.align = type->align;
    made.bytes.resize(type->size);
    return made;
  }

  // Makes a constant occur in the function.
  void compare_with(ir::Function &function, std::int64_t value) {
    auto name = context_.symbol("c" + std::to_string(value));
    function.body.push_back(
        context_.stmt(ir::Assign{name, context_.integer(32, value)}));
  }
  void allocates(ir::Function &function) {
    function.body.push_back(
        context_.stmt(ir::Call{.result = context_.symbol("p"),
                               .result_type = ir::pointer_scalar,
                               .callee = {ir::Intrinsic::Malloc},
                               .args = {context_.integer(64, 4)}}));
  }

  // With the address of a local variable as its argument.
  void call_with_local(ir::Function &function, const ir::Function &callee) {
    function.body.push_back(context_.stmt(
        ir::Call{.callee = {callee.id},
                 .args = {context_.local_addr(context_.symbol("x"))}}));
  }

  void releases(ir::Function &function) {
    function.body.push_back(context_.stmt(ir::Call{
        .callee = {ir::Intrinsic::Free}, .args = {context_.null_pointer()}}));
  }

private:
  ir::Function &
  declare(const std::string &name, const ir::Type *result,
          const std::vector<std::pair<std::string, const ir::Type *>> &params) {
    ir::Function &made = program_.functions[context_.symbol(name)];
    made.id = made.name = context_.symbol(name);
    ir::Type *type = context_.make_type();
    type->kind = ir::TypeKind::Function;
    type->element = result;
    if (!result) {
      ir::Type *nothing = context_.make_type();
      nothing->spelling = "void";
      type->element = nothing;
    }
    for (const auto &[param, param_type] : params) {
      type->params.push_back(param_type);
      ir::Variable variable{.name = context_.symbol(param),
                            .type = param_type,
                            .source_name = context_.symbol(param)};
      if (param_type->is_scalar())
        variable.scalar = param_type->scalar();
      else
        variable.passing = ir::Variable::Passing::ByCopy;
      made.params.push_back(variable);
    }
    if (result && result->is_scalar())
      made.result = result->scalar();
    made.type = type;
    return made;
  }

  void mention(ir::Function &function, const std::string &id) {
    auto symbol = context_.symbol(id);
    if (program_.globals.count(symbol))
      function.body.push_back(context_.stmt(
          ir::Assign{context_.symbol("g"), context_.global_addr(symbol)}));
    else
      function.body.push_back(context_.stmt(ir::Call{.callee = {symbol}}));
  }

  ir::Context &context_;
  ir::Program &program_;
};

class Versions {
public:
  using Describe = std::function<void(Declare &, std::size_t version)>;

  // Texts of O, A, B and M, as far as given.
  Versions(const std::string &unit, const std::vector<std::string> &texts,
           const Describe &describe) {
    const std::vector<source::Revision> revisions = {
        {source::Role::Base, "O", "O"},
        {source::Role::Parent, "A", "A"},
        {source::Role::Parent, "B", "B"},
        {source::Role::Merge, "M", "M"}};
    question.context = &context;
    question.unit = context.symbol(unit);
    for (std::size_t i = 0; i < texts.size(); i++) {
      ir::Program &program = programs_.emplace_back();
      Declare declare(context, program);
      describe(declare, i);
      question.versions.push_back(
          {revisions[i], &program, program.find_function(question.unit)});
      EXPECT_TRUE(question.versions.back().function);
      sources.push_back({texts[i], {}, {}});
    }
    auto made = support::TempDirectory::create("check-test-");
    directory =
        std::make_unique<support::TempDirectory>(std::move(made).value());
  }

  support::Result<std::unique_ptr<Replayer>>
  prepare(const ReplayLimits &limits = {}) {
    return Replayer::prepare({&question, sources, directory->path()}, limits);
  }

  // Observations of some witnesses; a failure is noted when there are none.
  std::vector<std::vector<verdict::Observation>>
  replay_all(const std::vector<verdict::Witness> &witnesses,
             const ReplayLimits &limits = {}) {
    auto replayer = prepare(limits);
    if (replayer)
      return replayer.value()->run(witnesses);
    ADD_FAILURE() << replayer.error().message;
    return {witnesses.size(),
            std::vector<verdict::Observation>(sources.size())};
  }
  std::vector<verdict::Observation> replay(const verdict::Witness &witness) {
    return replay_all({witness}).front();
  }

  std::vector<verdict::Violation>
  violations(const std::vector<verdict::Observation> &seen) const {
    std::vector<source::Revision> revisions;
    for (const verdict::VersionOfUnit &version : question.versions)
      revisions.push_back(version.revision);
    return verdict::find_violations(revisions, seen);
  }

  ir::Context context;
  verdict::Question question;
  std::vector<ReplaySource> sources;
  std::unique_ptr<support::TempDirectory> directory;

private:
  std::deque<ir::Program> programs_;
};

// int f(int x)
inline void int_of_int(Declare &d, std::size_t) {
  d.function("f", d.i32(), {{"x", d.i32()}});
}

// static int f(int x)
inline void static_int_of_int(Declare &d, std::size_t) {
  d.function("f", d.i32(), {{"x", d.i32()}}).is_static = true;
}

// The bytes of a value.
template <typename T>
verdict::WitnessBytes bytes_of(T value) {
  verdict::WitnessBytes bytes;
  bytes.bytes.resize(sizeof value);
  std::memcpy(bytes.bytes.data(), &value, sizeof value);
  return bytes;
}

inline verdict::WitnessBytes pointer_to(std::uint32_t object) {
  verdict::WitnessBytes bytes = bytes_of<std::uint64_t>(0);
  bytes.pointers.push_back({0, object, 0});
  return bytes;
}

inline std::string value_of(const verdict::Observation &seen,
                            const std::string &name) {
  if (!seen.is_valid)
    return "invalid: " + seen.why;
  auto found = seen.values.find(name);
  return found == seen.values.end() ? "-" : found->second;
}

// One observable of all versions, with blanks between.
inline std::string all(const std::vector<verdict::Observation> &seen,
                       const std::string &name) {
  std::string text;
  for (const verdict::Observation &one : seen)
    text += (text.empty() ? "" : " ") + value_of(one, name);
  return text;
}

} // namespace mergeproof::check
