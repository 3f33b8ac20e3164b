#include "interp/executable.h"

#include "interp/compile.h"
#include "ir/layout.h"

namespace mergeproof::interp {
namespace {

Layout make_layout(const ir::Program &program) {
  Layout layout;
  layout.add(program);
  return layout;
}

} // namespace

Executable::Executable(const ir::Program &program)
    : Executable(program, make_layout(program)) {}

Executable::Executable(const ir::Program &program, Layout layout)
    : program_(program), pointer_bytes_(ir::pointer_bytes(program)),
      layout_(std::move(layout)), functions_(layout_.functions().size()),
      globals_(layout_.globals().size()), codes_(layout_.functions().size()) {
  for (const auto &[id, function] : program.functions)
    functions_[layout_.functions().at(id)] = &function;
  for (const auto &[id, global] : program.globals)
    globals_[layout_.globals().at(id)] = &global;
}

void Executable::link(
    const ir::Program &library,
    const std::function<bool(const ir::Function &)> &stands_in) {
  for (const auto &[id, function] : library.functions) {
    const ir::Function *&known = functions_[layout_.functions().at(id)];
    if (!known || (function.is_defined && stands_in(*known)))
      known = &function;
  }
  for (const auto &[id, global] : library.globals)
    if (const ir::Global *&known = globals_[layout_.globals().at(id)]; !known)
      known = &global;
}

std::string Executable::report_name(const ir::Global &global) const {
  if (name_counts_.empty())
    for (const auto &[id, other] : program_.globals)
      name_counts_[other.name]++;
  bool is_shared = name_counts_[global.name] > 1;
  return std::string(is_shared ? global.id : global.name);
}

const ir::Function *Executable::function_at(Address address) const {
  if (region_of(address) != Region::Function || offset_of(address) != 0 ||
      index_of(address) >= functions_.size())
    return nullptr;
  return functions_[index_of(address)];
}

const Code *Executable::code_at(Address address) const {
  const ir::Function *function = function_at(address);
  if (!function || !function->is_defined)
    return nullptr;
  std::unique_ptr<Code> &code = codes_[index_of(address)];
  if (!code)
    code = compile(*function, layout_);
  return code.get();
}

} // namespace mergeproof::interp
