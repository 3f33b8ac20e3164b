// All that a reader of a unit can see of it.
#pragma once

#include "frontend/c/parse.h"
#include "ir/named_symbols.h"
#include "ir/print.h"
#include "ir/stmt_visit.h"

#include <set>
#include <string>

namespace mergeproof::tests {

inline std::string said(const source::Diagnostic &one) {
  return one.path + ":" + std::to_string(one.line) + ":" +
         std::to_string(one.column) + " " + one.category + " " + one.message +
         " in " + one.function + ": " + one.line_text + "\n";
}

inline std::string place(const ir::Context &context, source::Span span) {
  return std::string(context.files.path(span.file)) + ":" +
         std::to_string(span.line) + ":" + std::to_string(span.column);
}

inline std::string places(const ir::Context &context,
                          const frontend::c::ParsedUnit &unit) {
  std::string text;
  for (const auto &[id, function] : unit.program.functions) {
    text += std::string(id) + " " + place(context, function.span) + " " +
            place(context, function.end) + " " +
            std::to_string(function.left_out) + "\n";
    ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
      text += " " + place(context, stmt.span);
    });
  }
  for (const auto &[id, global] : unit.program.globals)
    text += std::string(id) + " " + place(context, global.span) + "\n";
  return text;
}

// Texts that only an assertion's message had are of no use to anyone.
inline ir::Program without_unused(ir::Program program) {
  std::set<ir::Symbol> used;
  for (const auto &[id, function] : program.functions)
    used.merge(ir::named_symbols(function));
  for (const auto &[id, global] : program.globals)
    for (const ir::Relocation &one : global.relocations)
      used.insert(one.symbol);
  std::erase_if(program.globals, [&](const auto &entry) {
    return entry.first.starts_with(".str.") && !used.count(entry.first);
  });
  return program;
}

inline std::string describe(const ir::Context &context,
                            frontend::c::ParsedUnit unit) {
  unit.program = without_unused(std::move(unit.program));
  std::string text =
      ir::print(unit.program) + unit.failure + places(context, unit);
  for (const source::Diagnostic &one : unit.diagnostics)
    text += said(one);
  for (const auto &one : unit.skipped)
    text += "skipped " + one.name + ": " + one.reason + " " +
            place(context, one.span) + "\n";
  for (const auto &names :
       {unit.includes, unit.missing_includes, unit.probed_includes}) {
    for (const std::string &name : names)
      text += name + " ";
    text += "\n";
  }
  for (const auto &[path, hash] : unit.left_out)
    text += path + " " + std::to_string(hash) + "\n";
  return text + (unit.uses_line_numbers ? "numbered\n" : "");
}

} // namespace mergeproof::tests
