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

// What code does with pointers, and whom it calls.
struct Numbers {
  bool takes_some = false; // pointers for numbers
  bool calls_through_pointers = false;
  std::set<ir::Symbol> callees;

  explicit Numbers(const ir::Seq &body) {
    ir::for_each_stmt(body, [&](const ir::Stmt &stmt) {
      ir::for_each_expr(stmt, [&](const ir::Expr *e) { visit(e); });
      if (auto *call = stmt.as<ir::Call>()) {
        if (auto *name = std::get_if<ir::Symbol>(&call->callee.target))
          callees.insert(*name);
        calls_through_pointers |=
            std::holds_alternative<const ir::Expr *>(call->callee.target);
      }
    });
  }

private:
  void visit(const ir::Expr *e) {
    if (!e || !seen_.insert(e).second)
      return;
    if (is_difference(e)) {
      visit(e->a->a);
      visit(e->b->a);
      return;
    }
    takes_some |=
        (e->kind == ir::ExprKind::Cast && e->op == ir::Op::PtrToInt) ||
        (e->kind == ir::ExprKind::Binary &&
         (is_marker(e->a) || is_marker(e->b)));
    for (const ir::Expr *part : {e->a, e->b, e->c})
      visit(part);
  }

  // Of two pointers: no number of either (PointerNumbers).
  static bool is_difference(const ir::Expr *e) {
    auto is_number = [](const ir::Expr *side) {
      return side->kind == ir::ExprKind::Cast && side->op == ir::Op::PtrToInt;
    };
    return e->kind == ir::ExprKind::Binary && e->op == ir::Op::Sub &&
           is_number(e->a) && is_number(e->b);
  }

  static bool is_marker(const ir::Expr *side) {
    if (!side || !side->type.is_pointer())
      return false;
    return side->kind == ir::ExprKind::Const
               ? side->bits != 0
               : side->kind == ir::ExprKind::Cast &&
                     side->op == ir::Op::IntToPtr;
  }

  std::set<const ir::Expr *> seen_;
};

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
  find_number_takers();
  for (const VersionOfUnit &other : question.others)
    do_others_take_numbers_ |=
        other.function && takes_numbers(other.function->id);
}

bool ProgramUses::is_of(const verdict::Question &question) const {
  return programs_ == programs_of(question);
}

bool ProgramUses::takes_numbers(const ir::Seq &body) const {
  Numbers code(body);
  return code.takes_some ||
         (code.calls_through_pointers && !number_takers_.empty()) ||
         std::any_of(code.callees.begin(), code.callees.end(),
                     [&](ir::Symbol id) { return takes_numbers(id); });
}

// Those that do, then who may call one, until there is no other.
void ProgramUses::find_number_takers() {
  std::map<ir::Symbol, std::vector<ir::Symbol>> callers;
  std::vector<ir::Symbol> through_pointers, waiting;
  for (const ir::Program *program : programs_)
    for (const auto &[id, function] : program->functions) {
      Numbers code(function.body);
      for (ir::Symbol callee : code.callees)
        callers[callee].push_back(id);
      if (code.calls_through_pointers)
        through_pointers.push_back(id);
      if (code.takes_some)
        waiting.push_back(id);
    }
  if (!waiting.empty())
    waiting.insert(waiting.end(), through_pointers.begin(),
                   through_pointers.end());
  while (!waiting.empty()) {
    ir::Symbol id = waiting.back();
    waiting.pop_back();
    if (number_takers_.insert(id).second)
      for (ir::Symbol caller : callers[id])
        waiting.push_back(caller);
  }
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
// be reached by a pointer: it is a region of its own, unless what is not C uses
// it.
void ProgramUses::find_own(const std::vector<VersionOfUnit> &versions,
                           const std::set<ir::Symbol> &escaping) {
  std::set<ir::Symbol> others = escaping;
  for (const VersionOfUnit &version : versions)
    for (const auto &[id, global] : version.program->globals)
      if (!global.is_static || global.is_thread_local ||
          (global.is_entry && !global.is_const))
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
