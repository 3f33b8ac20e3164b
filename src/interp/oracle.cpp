#include "interp/oracle.h"

#include "interp/exit_state.h"
#include "interp/reach.h"
#include "ir/variadic.h"
#include "support/check.h"

namespace mergeproof::interp {
namespace {

bool is_observed(const ir::Global &global) {
  return !global.is_const && !global.is_local && !is_string_literal(global);
}

ir::Symbol unit_of(const verdict::Question &question, std::size_t version) {
  const ir::Function *function = question.versions[version].function;
  return function ? function->id : question.unit;
}

} // namespace

Oracle::Oracle(const verdict::Question &question, Limits limits)
    : question_(question), limits_(limits) {
  Layout layout;
  for (const verdict::VersionOfUnit &version : question.versions)
    layout.add(*version.program);
  for (std::size_t i = 0; i < question.versions.size(); i++) {
    const ir::Program &program = *question.versions[i].program;
    executables_.push_back(std::make_unique<Executable>(program, layout));
    for (const auto &[id, function] : program.functions)
      if (question.context && runs_for_real(function, question.context->files))
        real_.insert(id);
    for (ir::Symbol id : reachable_globals(program, unit_of(question, i)))
      if (is_observed(*program.find_global(id)))
        globals_.insert(id);
  }
}

verdict::Observation Oracle::observe(std::size_t version,
                                     const verdict::Witness &witness,
                                     Coverage *coverage) const {
  CHECK(version < executables_.size());
  const Executable &executable = *executables_[version];
  const ir::Function *unit =
      executable.program().find_function(unit_of(question_, version));
  if (!unit)
    return {.is_valid = false, .why = "there is no such function"};
  for (const ir::Variable &param : unit->params)
    if (ir::holds_variadic_list(param.type))
      return {.is_valid = false,
              .why = "a list of variable arguments is not given"};
  WitnessWorld world(executable, witness, real_);
  Limits limits = limits_;
  limits.coverage = coverage;
  Machine machine(executable, world, limits);
  world.prepare(machine.memory());
  Outcome outcome =
      machine.run(unit->id, world.make_arguments(machine.memory(), *unit));
  if (outcome.kind == Outcome::Kind::Invalid)
    return {.is_valid = false, .why = outcome.why};
  verdict::Observation observation;
  if (outcome.kind == Outcome::Kind::Returned) {
    ExitState state(executable, *question_.versions.front().program, witness,
                    world, machine.memory());
    state.list_result(*unit, outcome.value);
    state.list_inputs(*unit);
    state.list_globals(globals_);
    state.list_fresh();
    observation.values = state.take();
  }
  observation.values["outcome"] = to_text(outcome);
  observation.values["external calls"] = world.trace();
  observation.allocations = world.allocations();
  observation.has_failed_allocation = world.has_failed_allocation();
  return observation;
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
