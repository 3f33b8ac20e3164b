#include "interp/oracle.h"

#include "interp/exit_state.h"
#include "ir/layout.h"
#include "ir/library.h"
#include "ir/variadic.h"
#include "support/check.h"

#include <algorithm>

namespace mergeproof::interp {
namespace {

bool is_observed(const ir::Global &global) {
  return !global.is_const && !global.is_local && !is_string_literal(global);
}

ir::Symbol unit_of(const verdict::Question &question, std::size_t version) {
  const ir::Function *function = question.versions[version].function;
  return function ? function->id : question.unit;
}

// Null: none.
const char *problem_of(const ir::Function *unit) {
  if (!unit)
    return "there is no such function";
  for (const ir::Variable &param : unit->params)
    if (ir::holds_variadic_list(param.type))
      return "a list of variable arguments is not given";
  return nullptr;
}

} // namespace

Oracle::Oracle(const verdict::Question &question, Limits limits)
    : question_(question), limits_(limits) {
  Layout layout;
  for (const verdict::VersionOfUnit &version : question.versions)
    layout.add(*version.program);
  if (question.library)
    layout.add(*question.library);
  if (question.callers)
    layout.add(*question.callers);
  for (std::size_t i = 0; i < question.versions.size(); i++) {
    const ir::Program &program = *question.versions[i].program;
    executables_.push_back(std::make_unique<Executable>(program, layout));
    for (const auto &[id, function] : program.functions)
      if (question.context && runs_for_real(function, question.context->files))
        real_.insert(id);
    note_globals(question.versions[i], unit_of(question, i));
  }
  if (question.library)
    link(*question.library);
  if (question.callers)
    for (const auto &executable : executables_)
      executable->link(*question.callers,
                       [](const ir::Function &) { return false; });
  for (ir::Symbol id : globals_)
    if (!begins_alike(id))
      unlike_.insert(id);
}

void Oracle::note_globals(const verdict::VersionOfUnit &version,
                          ir::Symbol unit) {
  const ir::Function *function = version.program->find_function(unit);
  if (!function)
    return;
  for (const ir::Global *global :
       version.code_index()->reach(*function).globals)
    if (is_observed(*global))
      globals_.insert(global->id);
}

void Oracle::link(const ir::Program &library) {
  for (const auto &executable : executables_)
    executable->link(library, [this](const ir::Function &known) {
      return runs_as_c(known, question_.context->files);
    });
  for (const auto &[id, function] : library.functions)
    if (!function.is_defined && is_built_in(id))
      real_.insert(id);
  for (const verdict::VersionOfUnit &version : question_.versions)
    for (const auto &[id, function] : version.program->functions)
      if (!function.is_defined && ir::is_another_function(id, function))
        real_.erase(id);
}

// One version on one witness, and what it left behind.
struct Oracle::Run {
  Run(const Executable &executable, const verdict::Witness &given,
      const std::set<ir::Symbol> &real, const Limits &limits)
      : witness(given), world(executable, given, real),
        machine(executable, world, limits) {}

  const verdict::Witness &witness;
  const Executable *executable = nullptr;
  const ir::Function *unit = nullptr;
  WitnessWorld world;
  Machine machine;
  Outcome outcome;
  verdict::Observation seen;
};

std::unique_ptr<Oracle::Run> Oracle::run(std::size_t version,
                                         const verdict::Witness &witness,
                                         Coverage *coverage) const {
  CHECK(version < executables_.size());
  const Executable &executable = *executables_[version];
  Limits limits = limits_;
  limits.memory /= executables_.size(); // all may be there at once
  limits.coverage = coverage;
  auto run = std::make_unique<Run>(executable, witness, real_, limits);
  run->executable = &executable;
  run->unit = executable.program().find_function(unit_of(question_, version));
  if (const char *why = problem_of(run->unit)) {
    run->seen = {.is_valid = false, .why = why};
    return run;
  }
  Memory &memory = run->machine.memory();
  run->world.prepare(memory);
  auto arguments = run->world.make_arguments(memory, *run->unit);
  memory.begin();
  run->outcome = run->machine.run(run->unit->id, arguments);
  if (run->outcome.kind == Outcome::Kind::Invalid)
    run->seen = {.is_valid = false, .why = run->outcome.why};
  return run;
}

void Oracle::list_state(Run &run, const Places &places) const {
  if (!run.seen.is_valid)
    return;
  if (run.outcome.kind == Outcome::Kind::Returned) {
    ExitState state(*run.executable, *question_.versions.front().program,
                    run.witness, run.world, run.machine.memory());
    state.list_result(*run.unit, run.outcome.value);
    state.list_inputs(*run.unit, places.inputs);
    state.list_globals(places.globals);
    state.list_fresh();
    run.seen.values = state.take();
  }
  run.seen.values["outcome"] = to_text(run.outcome);
  run.seen.values["external calls"] = run.world.trace();
  run.seen.allocations = run.world.allocations();
  run.seen.has_failed_allocation = run.world.has_failed_allocation();
  run.seen.leaves_objects = run.outcome.leaves_objects;
}

verdict::Observation Oracle::observe(std::size_t version,
                                     const verdict::Witness &witness,
                                     Coverage *coverage) const {
  auto one = run(version, witness, coverage);
  Places all{globals_, {}};
  for (std::uint32_t i = 0; i < witness.objects.size(); i++)
    all.inputs.insert(i);
  list_state(*one, all);
  return std::move(one->seen);
}

// What is not the same in all versions by itself.
Oracle::Places
Oracle::find_changed(const std::vector<std::unique_ptr<Run>> &runs) const {
  Places changed;
  for (ir::Symbol id : globals_)
    if (unlike_.contains(id) ||
        std::any_of(runs.begin(), runs.end(), [&](const auto &run) {
          Address base = run->executable->layout().global_address(id);
          return run->machine.memory().is_changed(base);
        }))
      changed.globals.insert(id);
  const auto &inputs = runs.front()->witness.objects;
  for (std::uint32_t i = 0; i < inputs.size(); i++)
    if (std::any_of(runs.begin(), runs.end(), [&](const auto &run) {
          return !(run->witness.objects[i].contents == inputs[i].contents) ||
                 run->machine.memory().is_changed(
                     make_address(Region::Input, i));
        }))
      changed.inputs.insert(i);
  return changed;
}

std::vector<verdict::Observation>
Oracle::observe_changes(const std::vector<verdict::Witness> &witnesses,
                        std::vector<Coverage> *coverage) const {
  std::vector<std::unique_ptr<Run>> runs;
  bool is_valid = true;
  for (std::size_t v = 0; v < executables_.size() && is_valid; v++) {
    runs.push_back(run(v, witnesses[v], coverage ? &(*coverage)[v] : nullptr));
    is_valid = runs.back()->seen.is_valid;
  }
  Places changed;
  if (is_valid)
    changed = find_changed(runs);
  std::vector<verdict::Observation> seen;
  for (const auto &one : runs) {
    if (is_valid)
      list_state(*one, changed);
    seen.push_back(std::move(one->seen));
  }
  seen.resize(executables_.size(),
              {.is_valid = false, .why = "another version is not valid"});
  return seen;
}

// With the texts that they point to.
bool Oracle::begins_alike(ir::Symbol id) const {
  const ir::Program &first = executables_.front()->program();
  const ir::Global *here = first.find_global(id);
  auto text = [](const ir::Program &program, ir::Symbol symbol) {
    const ir::Global *global = program.find_global(symbol);
    return global && is_string_literal(*global) ? global->bytes
                                                : std::vector<unsigned char>();
  };
  return here &&
         std::all_of(
             executables_.begin(), executables_.end(), [&](const auto &other) {
               const ir::Program &program = other->program();
               const ir::Global *there = program.find_global(id);
               return there && ir::is_same_layout(here->type, there->type) &&
                      here->name == there->name && here->size == there->size &&
                      here->bytes == there->bytes &&
                      std::equal(
                          here->relocations.begin(), here->relocations.end(),
                          there->relocations.begin(), there->relocations.end(),
                          [&](const auto &a, const auto &b) {
                            return a.offset == b.offset &&
                                   a.symbol == b.symbol &&
                                   a.addend == b.addend &&
                                   text(first, a.symbol) ==
                                       text(program, b.symbol);
                          });
             });
}

std::vector<verdict::Observation>
Oracle::observe_all(const verdict::Witness &witness) const {
  std::vector<verdict::Observation> observations;
  for (std::size_t i = 0; i < executables_.size(); i++)
    observations.push_back(observe(i, witness));
  return observations;
}

verdict::Observation observe(const verdict::Question &question,
                             std::size_t version,
                             const verdict::Witness &witness,
                             const Limits &limits) {
  return Oracle(question, limits).observe(version, witness);
}

} // namespace mergeproof::interp
