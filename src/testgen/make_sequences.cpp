#include "testgen/make_sequences.h"

#include "check/layout.h"
#include "check/signature.h"
#include "check/used_globals.h"
#include "ir/signature.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace mergeproof::testgen {

namespace {

using check::Parameter;
using Kind = SequenceValue::Kind;

constexpr std::size_t most_makers = 3; // of one type that are tried
constexpr std::size_t most_before = 4, most_after = 2;
constexpr int most_nested = 3; // makers that need what others make

// Null: nothing is known.
const verdict::FunctionFacts *facts_of(const verdict::VersionOfUnit &version,
                                       ir::Symbol id) {
  if (!version.facts)
    return nullptr;
  auto known = version.facts->find(id);
  return known == version.facts->end() ? nullptr : &known->second;
}

// "struct node" of "const struct node *"; "" of what is no pointer to an
// object.
std::string object_type(const ir::Type *type) {
  if (!type || type->kind != ir::TypeKind::Pointer || !type->element)
    return "";
  ir::TypeKind kind = type->element->kind;
  if (kind != ir::TypeKind::Struct && kind != ir::TypeKind::Union &&
      kind != ir::TypeKind::Incomplete)
    return "";
  std::string name = type->element->spelling;
  constexpr std::string_view qualifier = "const ";
  return name.starts_with(qualifier) ? name.substr(qualifier.size()) : name;
}

// Pointers to structs of one name, which each file may have its own of.
bool is_same_object(const ir::Type *a, const ir::Type *b) {
  bool is_known = a->element->kind != ir::TypeKind::Incomplete &&
                  b->element->kind != ir::TypeKind::Incomplete;
  return !is_known || check::is_same_layout(a->element, b->element);
}

// A pointer to functions that take and return what calls can pass.
bool is_callback(const ir::Type *type) {
  if (!type || type->kind != ir::TypeKind::Pointer || !type->element ||
      type->element->kind != ir::TypeKind::Function ||
      type->element->is_variadic || !type->element->element)
    return false;
  const ir::Type &function = *type->element;
  return (function.element->is_scalar() ||
          function.element->kind == ir::TypeKind::Void) &&
         std::all_of(function.params.begin(), function.params.end(),
                     [](const ir::Type *param) { return param->is_scalar(); });
}

// The functions that all versions have, and what they do with objects.
class Module {
public:
  Module(const verdict::Question &question, SequencePurpose purpose)
      : question_(question), purpose_(purpose),
        by_unit_(changed_by(question, merge().function->id)) {
    for (const verdict::VersionOfUnit &version : question.versions) {
      for (const auto &[id, function] : version.program->functions)
        names_.emplace(function.name);
      for (const auto &[id, global] : version.program->globals)
        names_.emplace(global.name);
    }
    for (const auto &[id, function] : merge().program->functions)
      if (is_callable(function) && may_accompany(function))
        add(function);
    for (auto *groups : {&makers_, &takers_})
      for (auto &[type, functions] : *groups)
        std::sort(
            functions.begin(), functions.end(),
            [](const Ranked &a, const Ranked &b) { return a.rank < b.rank; });
  }

  const ir::Function &unit() const { return *merge().function; }

  // Functions that return such an object, the simplest first.
  std::vector<const ir::Function *> makers(const std::string &type) const {
    return find(makers_, type, most_makers);
  }
  // Functions that take one, those first that some parent changed.
  std::vector<const ir::Function *> takers(const std::string &type,
                                           std::size_t most) const {
    return find(takers_, type, most);
  }
  // Functions that change state that the unit reaches, of another parent's.
  std::vector<const ir::Function *> sharers(std::size_t most) const;
  bool is_callable(const ir::Function &function) const;
  // Whether some version has something of that name.
  bool is_taken(const std::string &name) const { return names_.contains(name); }
  // Whether it, or what it calls, may give memory back in some version.
  bool may_release(ir::Symbol id) const;
  // Whether it is changed by a parent that does not change the unit.
  bool is_met(ir::Symbol id) const {
    return (changed_by(question_, id) & ~by_unit_) != 0;
  }

private:
  struct Ranked {
    std::tuple<int, int, int, std::size_t, ir::Symbol> rank;
    const ir::Function *function;
  };
  using ByType = std::map<std::string, std::vector<Ranked>>;

  const verdict::VersionOfUnit &merge() const {
    return question_.versions.back();
  }
  bool is_same_everywhere(const ir::Function &function) const;
  // Of two versions, a difference is the unit's only where all else that is
  // called is the same.
  bool may_accompany(const ir::Function &function) const {
    return !question_.is_comparison() || &function == &unit() ||
           question_.is_same_everywhere(function.id);
  }
  bool is_changed(const ir::Function &function) const {
    return purpose_ == SequencePurpose::Meeting
               ? is_met(function.id)
               : changed_by(question_, function.id) != 0;
  }
  std::set<ir::Symbol> state_of(const ir::Function &function) const;
  void add(const ir::Function &function);

  static std::vector<const ir::Function *>
  find(const ByType &groups, const std::string &type, std::size_t most) {
    std::vector<const ir::Function *> found;
    auto group = groups.find(type);
    if (group != groups.end())
      for (const Ranked &one : group->second)
        if (found.size() < most)
          found.push_back(one.function);
    return found;
  }

  const verdict::Question &question_;
  SequencePurpose purpose_;
  std::uint32_t by_unit_;
  ByType makers_, takers_;
  std::set<std::string, std::less<>> names_;
};

bool Module::may_release(ir::Symbol id) const {
  auto releases = [](const ir::Function *function) {
    bool does = false;
    ir::for_each_stmt(function->body, [&](const ir::Stmt &stmt) {
      const auto *call = stmt.as<ir::Call>();
      const auto *known =
          call ? std::get_if<ir::Intrinsic>(&call->callee.target) : nullptr;
      does |= known && (*known == ir::Intrinsic::Free ||
                        *known == ir::Intrinsic::Realloc);
    });
    return does;
  };
  return std::any_of(question_.versions.begin(), question_.versions.end(),
                     [&](const verdict::VersionOfUnit &version) {
                       auto reached = check::reached_functions(
                           {.program = version.program,
                            .function = version.program->find_function(id)});
                       return std::any_of(reached.begin(), reached.end(),
                                          releases);
                     });
}

bool passes_scalars(const ir::Function &function) {
  check::Signature signature = check::signature_of(function);
  bool does = !signature.is_variadic && !signature.is_noreturn &&
              (!signature.result || signature.result->is_scalar());
  for (const Parameter &parameter : signature.parameters)
    does &= parameter.type->is_scalar();
  return does &&
         std::all_of(function.params.begin(), function.params.end(),
                     [](const ir::Variable &param) {
                       return param.passing == ir::Variable::Passing::Direct;
                     });
}

// By name, from behind the unit's file.
bool Module::is_callable(const ir::Function &function) const {
  return function.is_defined && function.name != "main" &&
         function.name.find('.') == function.name.npos &&
         (!function.is_static || function.span.file == unit().span.file) &&
         function.opaque_reasons.empty() && passes_scalars(function) &&
         is_same_everywhere(function);
}

bool Module::is_same_everywhere(const ir::Function &function) const {
  return std::all_of(question_.versions.begin(), question_.versions.end(),
                     [&](const verdict::VersionOfUnit &version) {
                       const ir::Function *other =
                           version.program->find_defined(function.id);
                       return other && other->name == function.name &&
                              ir::takes_the_same(*other, function);
                     });
}

// Variables that it or what it calls may change, or read.
std::set<ir::Symbol> Module::state_of(const ir::Function &function) const {
  std::set<ir::Symbol> state;
  const verdict::FunctionFacts *facts = facts_of(merge(), function.id);
  if (!facts)
    return state;
  for (ir::Symbol id : facts->globals.all())
    if (const ir::Global *global = merge().program->find_global(id);
        global && !global->is_const && !global->name.starts_with('.'))
      state.insert(id);
  return state;
}

std::vector<const ir::Function *> Module::sharers(std::size_t most) const {
  std::vector<const ir::Function *> found;
  std::set<ir::Symbol> mine = state_of(unit());
  for (const auto &[id, function] : merge().program->functions) {
    if (mine.empty() || found.size() >= most)
      break;
    if (id == unit().id || function.is_static || !is_met(id) ||
        !is_callable(function))
      continue;
    std::set<ir::Symbol> other = state_of(function);
    if (std::any_of(mine.begin(), mine.end(),
                    [&](ir::Symbol one) { return other.contains(one); }))
      found.push_back(&function);
  }
  return found;
}

void Module::add(const ir::Function &function) {
  check::Signature signature = check::signature_of(function);
  std::string made = object_type(signature.result);
  std::set<std::string> taken;
  for (const Parameter &parameter : signature.parameters)
    taken.insert(object_type(parameter.type));
  taken.erase("");
  int is_elsewhere = function.span.file != unit().span.file;
  std::size_t count = signature.parameters.size();
  if (!made.empty() && !taken.contains(made) && &function != &unit())
    makers_[made].push_back(
        {{purpose_ == SequencePurpose::Meeting && !is_met(function.id),
          int(taken.size()), is_elsewhere, count, function.id},
         &function});
  if (&function == &unit())
    return;
  for (const std::string &type : taken)
    takers_[type].push_back({{!is_changed(function), is_elsewhere,
                              int(taken.size()), count, function.id},
                             &function});
}

// One sequence, call by call.
class Composer {
public:
  // `choice`: which of several makers.
  Composer(const Module &module, std::size_t choice)
      : module_(module), choice_(choice) {}

  // The call's own number.
  std::size_t call(const ir::Function &function) {
    return add({function.id, arguments_of(function, 0)});
  }

  // Whose calls can be seen, whatever the sequence returns.
  bool has_callbacks() const { return !sequence_.callbacks.empty(); }
  bool has_made() const {
    return has_callbacks() ||
           std::any_of(sequence_.calls.begin(), sequence_.calls.end(),
                       [](const SequenceCall &call) { return call.is_made; });
  }
  // The object that calls share, if there is one.
  std::optional<SequenceValue> object(const std::string &type) const {
    auto found = objects_.find(type);
    return found == objects_.end() ? std::nullopt
                                   : std::optional(found->second);
  }
  Sequence take(SequenceValue result) const {
    Sequence sequence = sequence_;
    sequence.result = result;
    return sequence;
  }

private:
  // A parameter of a function that is called.
  struct Place {
    const ir::Function &function;
    std::size_t argument;
    const Parameter &parameter;
  };

  std::size_t add(SequenceCall call) {
    sequence_.calls.push_back(std::move(call));
    return sequence_.calls.size() - 1;
  }

  // Calls share objects; two of a type that one call takes are two.
  std::vector<SequenceValue> arguments_of(const ir::Function &function,
                                          int depth) {
    check::Signature signature = check::signature_of(function);
    std::vector<SequenceValue> arguments;
    for (std::size_t i = 0; i < signature.parameters.size(); i++) {
      Place place{function, i, signature.parameters[i]};
      std::string type = object_type(place.parameter.type);
      auto known = objects_.find(type);
      bool is_shared = known != objects_.end() &&
                       std::find(arguments.begin(), arguments.end(),
                                 known->second) == arguments.end();
      if (is_shared && !is_same_object(types_.at(type), place.parameter.type))
        type.clear(); // of a file's own
      if (is_callback(place.parameter.type))
        arguments.push_back(add_callback(place));
      else if (type.empty() || making_.contains(type))
        arguments.push_back(add_parameter(place));
      else if (is_shared)
        arguments.push_back(known->second);
      else
        arguments.push_back(remember(place, type, make(place, type, depth)));
    }
    return arguments;
  }

  // The first of a type is the one that calls share.
  SequenceValue remember(const Place &place, const std::string &type,
                         SequenceValue object) {
    objects_.emplace(type, object);
    types_.emplace(type, place.parameter.type);
    return object;
  }

  SequenceValue make(const Place &place, const std::string &type, int depth) {
    auto makers = module_.makers(type);
    std::erase_if(makers, [&](const ir::Function *maker) {
      return !is_same_object(check::signature_of(*maker).result,
                             place.parameter.type);
    });
    if (makers.empty() || depth >= most_nested)
      return add_parameter(place);
    const ir::Function &maker =
        *makers[std::min(depth == 0 ? choice_ : 0, makers.size() - 1)];
    making_.insert(type);
    SequenceCall call{.callee = maker.id,
                      .arguments = arguments_of(maker, depth + 1),
                      .is_made = true};
    making_.erase(type);
    return {Kind::Result, add(std::move(call))};
  }

  // Nothing else is called so, nor is what a call makes (made1).
  std::string fresh(std::string name) {
    while (module_.is_taken(name) ||
           (name.starts_with("made") && name.back() != '_') ||
           !names_.insert(name).second)
      name += "_";
    return name;
  }

  SequenceValue add_callback(const Place &place) {
    std::string name = std::string(place.function.name) + "_" +
                       (place.parameter.name.empty() ? std::string("callback")
                                                     : place.parameter.name);
    name = fresh(name);
    sequence_.callbacks.push_back({name, place.function.id, place.argument});
    return {Kind::Callback, sequence_.callbacks.size() - 1};
  }

  SequenceValue add_parameter(const Place &place) {
    std::string name =
        place.parameter.name.empty() ? "given" : place.parameter.name;
    name = fresh(name);
    sequence_.parameters.push_back({name, place.function.id, place.argument});
    return {Kind::Parameter, sequence_.parameters.size() - 1};
  }

  const Module &module_;
  std::size_t choice_;
  Sequence sequence_;
  std::map<std::string, SequenceValue> objects_;
  std::map<std::string, const ir::Type *> types_; // of these
  std::set<std::string> making_, names_;
};

// What a call leaves to look at: its result, or nothing.
SequenceValue result_of(const ir::Function &function, std::size_t call) {
  return check::signature_of(function).result
             ? SequenceValue{Kind::Result, call}
             : SequenceValue{};
}

class Maker {
public:
  Maker(const verdict::Question &question, std::size_t most,
        SequencePurpose purpose)
      : module_(question, purpose), question_(question), most_(most),
        purpose_(purpose) {}

  std::vector<UnitSequence> run() {
    const ir::Function &unit = module_.unit();
    if (!module_.is_callable(unit))
      return {};
    for (const Parameter &parameter : check::signature_of(unit).parameters)
      if (std::string type = object_type(parameter.type);
          !type.empty() &&
          std::find(types_.begin(), types_.end(), type) == types_.end())
        types_.push_back(type);
    for (std::size_t choice = 0; choice < most_makers; choice++)
      add_plain(choice);
    if (purpose_ == SequencePurpose::Meeting)
      for (const ir::Function *function : module_.sharers(most_before))
        add_with(*function, "", true);
    for (const std::string &type : types_) {
      for (const ir::Function *function : module_.takers(type, most_before))
        add_with(*function, type, true);
      // In a meeting the other one's own sequences have it last.
      if (purpose_ == SequencePurpose::Inputs)
        for (const ir::Function *function : module_.takers(type, most_after))
          add_with(*function, type, false);
    }
    if (purpose_ == SequencePurpose::Inputs && has_state())
      add_twice();
    return std::move(made_);
  }

private:
  // Made objects, then the unit.
  void add_plain(std::size_t choice) {
    Composer composer(module_, choice);
    std::size_t call = composer.call(module_.unit());
    if (!composer.has_made())
      return;
    if (SequenceValue result = result_of(module_.unit(), call);
        result.kind != Kind::Nothing || composer.has_callbacks())
      add(composer, result);
    for (const std::string &type : types_)
      if (auto object = composer.object(type);
          object && object->kind == Kind::Result)
        add(composer, *object);
  }

  // Another function of the module before the unit, or after it.
  void add_with(const ir::Function &other, const std::string &type,
                bool is_before) {
    Composer composer(module_, 0);
    composer.call(is_before ? other : module_.unit());
    std::size_t second = composer.call(is_before ? module_.unit() : other);
    SequenceValue result =
        result_of(is_before ? module_.unit() : other, second);
    auto object = composer.object(type);
    if (result.kind == Kind::Nothing && object && object->kind == Kind::Result)
      result = *object;
    add(composer, result);
  }

  void add_twice() {
    Composer composer(module_, 0);
    composer.call(module_.unit());
    std::size_t second = composer.call(module_.unit());
    add(composer, result_of(module_.unit(), second));
  }

  // State that no input reaches.
  bool has_state() const {
    return std::any_of(
        question_.versions.begin(), question_.versions.end(),
        [](const verdict::VersionOfUnit &version) {
          const auto *facts = facts_of(version, version.function->id);
          if (!facts || !facts->writes_memory)
            return false;
          std::set<ir::Symbol> reached = facts->globals.all();
          return std::any_of(version.program->globals.begin(),
                             version.program->globals.end(),
                             [&](const auto &entry) {
                               const ir::Global &global = entry.second;
                               return global.is_local && !global.is_const &&
                                      reached.contains(entry.first);
                             });
        });
  }

  void add(const Composer &composer, SequenceValue result) {
    UnitSequence made{composer.take(result), {}};
    const auto &calls = made.whole.calls;
    if (purpose_ == SequencePurpose::Meeting &&
        std::none_of(calls.begin(), calls.end(), [&](const SequenceCall &call) {
          return module_.is_met(call.callee);
        }))
      return;
    for (const UnitSequence &other : made_)
      if (other.whole.calls == made.whole.calls &&
          other.whole.result == made.whole.result)
        return;
    if (made_.size() >= most_)
      return;
    std::string name(module_.unit().name);
    std::string number =
        made_.empty() ? "" : "_" + std::to_string(made_.size() + 1);
    made.whole.name = "sequence_of_" + name + number;
    while (module_.is_taken(made.whole.name))
      made.whole.name += "_";
    add_without(made);
    for (std::size_t i = 0; i < calls.size(); i++)
      made.may_release |=
          !calls[i].is_made && module_.may_release(calls[i].callee) &&
          (i + 1 < calls.size() || calls[i].callee != module_.unit().id);
    made_.push_back(std::move(made));
  }

  // Looks at every object, and at the result where it is another function's.
  void add_without(UnitSequence &made) const {
    Sequence without = made.whole;
    std::vector<SequenceValue> results;
    for (std::size_t i = 0; i < without.calls.size(); i++) {
      SequenceCall &call = without.calls[i];
      call.is_left_out = call.callee == module_.unit().id;
      if (SequenceValue value{Kind::Result, i};
          !call.is_left_out && (call.is_made || value == made.whole.result))
        results.push_back(value);
    }
    if (results.empty())
      results.emplace_back();
    for (const SequenceValue &result : results) {
      without.result = result;
      without.name = "without_" + std::to_string(made.without.size() + 1) +
                     "_" + made.whole.name;
      made.without.push_back(without);
    }
  }

  Module module_;
  const verdict::Question &question_;
  std::size_t most_;
  SequencePurpose purpose_;
  std::vector<std::string> types_; // of the objects that the unit takes
  std::vector<UnitSequence> made_;
};

} // namespace

std::vector<UnitSequence> make_sequences(const verdict::Question &question,
                                         std::size_t most,
                                         SequencePurpose purpose) {
  return Maker(question, most, purpose).run();
}

std::uint32_t changed_by(const verdict::Question &question, ir::Symbol id) {
  if (!question.has_base() || question.versions.size() > 30)
    return 0;
  const auto *before = facts_of(question.versions.front(), id);
  std::uint32_t parents = 0;
  for (std::size_t v = 1; v + 1 < question.versions.size(); v++) {
    const auto *now = facts_of(question.versions[v], id);
    if (!before || !now || !now->is_same_closure(*before))
      parents |= std::uint32_t(1) << v;
  }
  return parents;
}

} // namespace mergeproof::testgen
