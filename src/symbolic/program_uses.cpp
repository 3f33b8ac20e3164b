#include "symbolic/program_uses.h"

#include "ir/signature.h"
#include "symbolic/escape.h"

#include <algorithm>

namespace mergeproof::symbolic {
namespace {

using verdict::VersionOfUnit;

std::vector<const ir::Program *>
programs_of(const verdict::Question &question) {
  std::vector<const ir::Program *> programs;
  for (const VersionOfUnit &version : question.everyone())
    programs.push_back(version.program);
  return programs;
}

bool is_same_initialiser(const ir::Global &a, const ir::Global &b) {
  return a.is_defined == b.is_defined && a.bytes == b.bytes &&
         a.relocations == b.relocations;
}

Uses uses_of(const std::vector<VersionOfUnit> &versions) {
  Uses uses;
  for (const VersionOfUnit &version : versions) {
    for (const auto &[id, function] : version.program->functions)
      collect_uses(function.body, uses);
    for (const auto &[id, global] : version.program->globals)
      for (ir::Symbol named : ir::named_by(global)) {
        uses.escaping_globals.insert(named);
        uses.address_taken_functions.insert(named);
      }
  }
  return uses;
}

std::string file_of(ir::Symbol id) {
  return std::string(id.substr(0, id.find(':')));
}

// Files with code that could not be lowered: it may take any address.
std::set<std::string> unclear_files(const verdict::Question &question) {
  std::set<std::string> files;
  for (const VersionOfUnit &version : question.everyone())
    for (const auto &[id, function] : version.program->functions) {
      bool is_skipped = function.is_static && !function.is_defined;
      if (function.opaque_reasons.empty() && !is_skipped)
        continue;
      files.insert(question.context->files.path(function.span.file));
      files.insert(file_of(id));
    }
  return files;
}

} // namespace

ProgramUses::ProgramUses(const verdict::Question &question)
    : programs_(programs_of(question)) {
  std::vector<VersionOfUnit> everyone = question.everyone();
  Uses uses = uses_of(everyone);
  written_ = uses.written_globals;
  find_own(everyone, uses.escaping_globals);
  std::set<std::string> unclear = unclear_files(question);
  std::erase_if(own_, [&](const auto &entry) {
    return unclear.contains(file_of(entry.first));
  });
  find_changed(question.versions, uses.address_taken_functions);
  find_differing(question.versions);
}

bool ProgramUses::is_of(const verdict::Question &question) const {
  return programs_ == programs_of(question);
}

bool ProgramUses::is_constant(ir::Symbol id) const {
  return !is_written(id) && std::all_of(programs_.begin(), programs_.end(),
                                        [&](const ir::Program *program) {
                                          const ir::Global *global =
                                              program->find_global(id);
                                          return !global || global->is_const;
                                        });
}

bool ProgramUses::is_in_some(ir::Symbol id, const Test &test) const {
  return std::any_of(
      programs_.begin(), programs_.end(), [&](const ir::Program *program) {
        const ir::Function *function = program->find_function(id);
        return function && test(*function);
      });
}

const std::vector<ir::Symbol> &
ProgramUses::changed_callees(const ir::Call &call) const {
  auto [place, is_new] =
      callees_.try_emplace({call.args.size(), call.signature});
  std::vector<ir::Symbol> &callees = place->second;
  if (!is_new)
    return callees;
  for (ir::Symbol id : changed_)
    if (is_in_some(id, [&](const ir::Function &function) {
          return ir::may_call(call, function);
        }))
      callees.push_back(id);
  return callees;
}

bool ProgramUses::may_be_changed(
    const std::set<std::string> &signatures) const {
  auto fits_one = [&](const ir::Function &function) {
    return std::any_of(signatures.begin(), signatures.end(),
                       [&](const std::string &signature) {
                         return ir::fits(signature, function);
                       });
  };
  return std::any_of(changed_.begin(), changed_.end(),
                     [&](ir::Symbol id) { return is_in_some(id, fits_one); });
}

// A static global whose address never becomes a value, in any version, cannot
// be reached by a pointer: it is a region of its own. So is a constant.
void ProgramUses::find_own(const std::vector<VersionOfUnit> &versions,
                           const std::set<ir::Symbol> &escaping) {
  std::set<ir::Symbol> others = escaping;
  for (const VersionOfUnit &version : versions)
    for (const auto &[id, global] : version.program->globals)
      if (!global.is_static || global.is_thread_local)
        others.insert(id);
  for (const VersionOfUnit &version : versions)
    for (const auto &[id, global] : version.program->globals)
      if (!others.count(id))
        own_.try_emplace(id, "region " + std::string(id));
}

void ProgramUses::find_changed(const std::vector<VersionOfUnit> &versions,
                               const std::set<ir::Symbol> &candidates) {
  for (ir::Symbol id : candidates) {
    const verdict::FunctionFacts *first = nullptr;
    for (const VersionOfUnit &version : versions) {
      auto found = version.facts->find(id);
      const ir::Function *function = version.program->find_function(id);
      if (found == version.facts->end() || !function)
        continue;
      if (!first)
        first = &found->second;
      else if (!first->is_same_closure(found->second))
        changed_.insert(id);
    }
  }
}

void ProgramUses::find_differing(const std::vector<VersionOfUnit> &versions) {
  std::map<ir::Symbol, const ir::Global *> first;
  for (const VersionOfUnit &version : versions)
    for (const auto &[id, global] : version.program->globals) {
      const ir::Global &other = *first.try_emplace(id, &global).first->second;
      if (!is_same_initialiser(other, global))
        differing_.insert(id);
      if (other.size != global.size && !own_.count(id))
        resized_.insert(id);
    }
}

} // namespace mergeproof::symbolic
