#include "check/driver.h"

#include "check/signature.h"
#include "ir/library.h"
#include "ir/variadic.h"

#include <algorithm>
#include <map>

namespace mergeproof::check {
namespace {

using std::to_string;
using support::Error;
using support::Result;

const std::set<std::string> &library() {
  static const std::set<std::string> names = [] {
    std::set<std::string> real;
    for (const ir::LibraryEntry &entry : ir::library_table())
      if (entry.replay == ir::LibraryReplay::Real)
        real.emplace(entry.name);
    return real;
  }();
  return names;
}

// The runtime stands in for these.
const std::map<std::string, std::string> &stand_ins() {
  static const std::map<std::string, std::string> names = {
      {"malloc", "mp_malloc"},   {"calloc", "mp_calloc"},
      {"realloc", "mp_realloc"}, {"free", "mp_free"},
      {"strdup", "mp_strdup"},   {"strndup", "mp_strndup"},
      {"__strdup", "mp_strdup"}, {"__strndup", "mp_strndup"},
      {"exit", "mp_exit"},       {"_exit", "mp_exit"},
      {"_Exit", "mp_exit"},      {"quick_exit", "mp_exit"}};
  return names;
}

bool belongs_to_compiler(const std::string &name) {
  for (const char *prefix :
       {"__asan_", "__ubsan_", "__sanitizer_", "__lsan_", "__odr_asan", "mp_"})
    if (name.starts_with(prefix))
      return true;
  return false;
}

bool is_incomplete(const ir::Type *type) {
  return type && (type->kind == ir::TypeKind::Incomplete ||
                  (type->kind == ir::TypeKind::Void));
}

bool reads_variadic(const ir::Function &function) {
  bool reads = !function.opaque_reasons.empty();
  ir::for_each_stmt(function.body, [&](const ir::Stmt &stmt) {
    const auto *call = stmt.as<ir::Call>();
    const auto *which =
        call ? std::get_if<ir::Intrinsic>(&call->callee.target) : nullptr;
    reads |= which && *which == ir::Intrinsic::VariadicArguments;
  });
  return reads;
}

// Why a run cannot give the unit the arguments that callers give it.
const char *input_problem(const ir::Function &unit,
                          const Signature &signature) {
  if (unit.is_variadic && reads_variadic(unit))
    return "variable arguments";
  for (const Parameter &parameter : signature.parameters)
    if (ir::holds_variadic_list(parameter.type))
      return "a parameter that holds a list of variable arguments";
  return nullptr;
}

const char *type_problem(const Signature &signature) {
  for (const Parameter &parameter : signature.parameters)
    if (is_incomplete(parameter.type))
      return "a parameter of incomplete type";
  return is_incomplete(signature.result) ? "a result of incomplete type"
                                         : nullptr;
}

class Writer {
public:
  Writer(const verdict::VersionOfUnit &version, const Symbols &symbols)
      : version_(version), symbols_(symbols) {}

  Result<Driver> write(const std::set<std::string> &used,
                       const ir::Program *callers) {
    Signature unit = signature_of(*version_.function);
    const char *problem = type_problem(unit);
    if (!problem)
      problem = input_problem(*version_.function, unit);
    if (problem)
      return Error{"cannot call " + std::string(version_.function->name) +
                   " in version " + version_.revision.id + ": it has " +
                   problem};
    write_call(unit);
    write_globals(used);
    write_undefined();
    if (callers)
      for (const auto &[id, function] : callers->functions)
        write_external(std::string(function.name), std::string(function.name),
                       signature_of(function));
    for (const Parameter &parameter : unit.parameters)
      types_.index_of(parameter.type);
    driver_.text = "#include \"harness.h\"\n" + types_.text() + body_;
    driver_.types = std::move(types_);
    return std::move(driver_);
  }

private:
  void write_call(const Signature &unit) {
    std::string types, names, copies;
    for (std::size_t i = 0; i < unit.parameters.size(); i++) {
      std::string type = types_.passed_as(unit.parameters[i].type);
      std::string name = "a" + to_string(i);
      types += (i ? ", " : "") + type;
      names += (i ? ", " : "") + name;
      copies += "  " + type + " " + name + ";\n  __builtin_memcpy(&" + name +
                ", arguments[" + to_string(i) + "], sizeof " + name + ");\n";
    }
    std::string result = types_.passed_as(unit.result);
    if (unit.parameters.empty())
      types = "void";
    else if (unit.is_variadic)
      types += ", ...";
    body_ += "typedef " + result + " unit_type(" + types + ");\n";
    std::string call = "((unit_type *)" + declare_unit() + ")(" + names + ")";
    body_ += "void mp_call(void *const *arguments, void *result) {\n" + copies;
    if (unit.result)
      body_ += "  " + result + " value = " + call +
               ";\n  __builtin_memcpy(result, &value, sizeof value);\n}\n";
    else
      body_ += "  " + call + ";\n}\n";
    body_ +=
        "const int mp_parameter_count = " + to_string(unit.parameters.size()) +
        ";\nconst int mp_result_type = " +
        to_string(types_.index_of(unit.result)) + ";\n";
  }

  // What gives the unit's address, whatever its linkage.
  std::string declare_unit() {
    std::string name(version_.function->name);
    if (version_.function->is_static) {
      std::string holder = address_of_static + name;
      body_ += "extern void *" + holder + ";\n";
      return holder;
    }
    std::string symbol = name == "main" ? "mergeproof_main" : name;
    body_ += "extern char mp_unit[] __asm__(\"" + symbol + "\");\n";
    return "mp_unit";
  }

  // The label of a global is its name, unless the unit sees two of that name.
  std::string label_of(const std::set<std::string> &used,
                       const ir::Global &global) const {
    int count = 0;
    for (const std::string &id : used) {
      const ir::Global *other = version_.program->find_global(id);
      count += other && other->name == global.name;
    }
    return "global " + std::string(count > 1 ? global.id : global.name);
  }

  void write_globals(const std::set<std::string> &used) {
    std::string table = "struct mp_global mp_globals[] = {\n";
    for (const std::string &id : used) {
      const ir::Global *global = version_.program->find_global(id);
      if (!global || !global->type || global->is_local ||
          global->is_thread_local || global->name.empty() ||
          global->name.front() == '.' ||
          library().count(std::string(global->name)) ||
          (global->is_const && global->is_defined))
        continue;
      DriverGlobal entry{id, label_of(used, *global), global,
                         !global->is_const};
      table += global_entry(entry);
      driver_.globals.push_back(std::move(entry));
    }
    body_ += table + "  {0}};\nconst int mp_global_count = " +
             to_string(driver_.globals.size()) + ";\n";
  }

  std::string global_entry(const DriverGlobal &entry) {
    const ir::Global &global = *entry.global;
    std::string number = to_string(driver_.globals.size());
    std::string name(global.name), address = "0", initial = "0";
    if (!global.is_static) {
      address = "mp_g" + number;
      body_ += "extern char " + address + "[] __asm__(\"" + name + "\");\n";
      if (symbols_.undefined.count(name) || !symbols_.defined.count(name))
        define_global(global);
    } else {
      initial = "mp_i" + number;
      body_ += "static const unsigned char " + initial + "[] = {" +
               bytes_text(global) + "0};\n";
    }
    return "  {\"" + entry.label + "\", \"" + name + "\", " + address + ", " +
           to_string(types_.index_of(global.type)) + ", " +
           to_string(global.size) + ", " + to_string(entry.is_observed) + ", " +
           initial + "},\n";
  }

  static std::string bytes_text(const ir::Global &global) {
    std::string text;
    std::size_t length = global.bytes.size();
    while (length > 0 && global.bytes[length - 1] == 0)
      length--;
    for (std::size_t i = 0; i < length; i++)
      text += to_string(global.bytes[i]) + ", ";
    std::size_t size = std::max<std::uint64_t>(global.size, 1);
    return text + "[" + to_string(size) + "] = ";
  }

  // A global that no object defines: the bytes that the IR knows, or zeros.
  void define_global(const ir::Global &global) {
    std::string name(global.name);
    if (!defined_.insert(name).second)
      return;
    std::uint64_t size = global.size ? global.size : 64;
    std::string data = "mp_d" + to_string(defined_.size());
    bool has_bytes = global.is_defined && global.relocations.empty();
    body_ += "char " + data + "[" + to_string(size + 1) + "] __asm__(\"" +
             name + "\") __attribute__((aligned(" +
             to_string(std::max(global.align, 16u)) + "))) = {" +
             (has_bytes ? bytes_text(global) : "") + "0};\n";
  }

  void write_undefined() {
    for (const auto &[name, replacement] : stand_ins())
      if (symbols_.undefined.count(name))
        driver_.renamings.push_back({name, replacement});
    if (symbols_.defined.count("main"))
      driver_.renamings.push_back({"main", "mergeproof_main"});
    std::map<std::string, const ir::Function *> functions;
    for (const auto &[id, function] : version_.program->functions)
      if (const ir::Function *&known = functions[std::string(function.name)];
          !known || !function.is_defined) // several files may define one, too
        known = &function;
    for (const auto &[id, global] : version_.program->globals)
      if (symbols_.undefined.count(std::string(global.name)) &&
          !global.is_local && !library().count(std::string(global.name)))
        define_global(global);
    for (const std::string &name : symbols_.undefined)
      if (!defined_.count(name))
        write_stub_of(name, functions.count(name) ? functions[name] : nullptr);
  }

  void write_stub_of(const std::string &name, const ir::Function *function) {
    bool is_another = function && !function->is_defined &&
                      ir::is_another_function(function->id, *function);
    if (is_another || !is_library_function(name))
      write_stub(name, function);
  }

  void write_stub(const std::string &name, const ir::Function *function) {
    if (name.starts_with("__") && !function)
      return;
    driver_.renamings.push_back({name, "mergeproof_stub_" + name});
    bool is_known = function && !function->is_defined;
    if (!is_known || type_problem(signature_of(*function)))
      body_ += "void mergeproof_stub_" + name + "() { mp_missing(\"" + name +
               "\"); }\n";
    else
      write_external("mergeproof_stub_" + name, name, signature_of(*function),
                     ir::library_effect(function->name, function) ==
                         ir::LibraryEffect::Writes);
  }

  // What is called by `symbol`, under its `name`; `only_reads`: what its
  // arguments lead to, and keeps no pointer.
  void write_external(const std::string &symbol, const std::string &name,
                      const Signature &signature, bool only_reads = false) {
    std::string parameters, values;
    std::size_t count = signature.parameters.size();
    for (std::size_t i = 0; i < count; i++) {
      const ir::Type *type = signature.parameters[i].type;
      std::string place = "a" + to_string(i);
      parameters += (i ? ", " : "") + types_.passed_as(type) + " " + place;
      bool is_list = ir::is_variadic_list_pointer(*type);
      values += "{" + to_string(is_list ? -1 : types_.index_of(type)) + ", &" +
                place + "}, ";
    }
    Format format = format_of(name, signature);
    std::string result = types_.passed_as(signature.result);
    if (signature.is_variadic && count > 0)
      parameters += ", ...";
    body_ += result + " " + symbol + "(" + parameters + ") {\n" +
             "  static struct mp_external self = {\"" + name + "\", " +
             to_string(types_.index_of(signature.result)) + ", " +
             to_string(signature.is_noreturn) + ", " + to_string(format.index) +
             ", " + to_string(only_reads) + ", 0};\n" +
             "  struct mp_value values[] = {" + values + "{0}};\n";
    if (signature.result)
      body_ += "  " + result + " result;\n";
    write_external_call(signature, format);
  }

  void write_external_call(const Signature &signature, const Format &format) {
    std::string count = to_string(signature.parameters.size());
    std::string last = "a" + to_string(signature.parameters.size() - 1);
    std::string place = signature.result ? "&result" : "0";
    if (format.index >= 0)
      body_ +=
          "  va_list more;\n  " +
          (format.has_list ? "__builtin_memcpy(more, " + last + ", sizeof more)"
                           : "va_start(more, " + last + ")") +
          ";\n  mp_external_call_v(&self, values, " + count + ", " + place +
          ", more);\n  va_end(more);\n";
    else
      body_ +=
          "  mp_external_call(&self, values, " + count + ", " + place + ");\n";
    body_ += signature.result ? "  return result;\n}\n" : "}\n";
  }

  const verdict::VersionOfUnit &version_;
  const Symbols &symbols_;
  TypeTable types_;
  Driver driver_;
  std::set<std::string> defined_; // globals that the driver defines
  std::string body_;
};

} // namespace

bool is_library_function(const std::string &name) {
  return library().count(name) || stand_ins().count(name) ||
         belongs_to_compiler(name);
}

Result<Driver> make_driver(const verdict::VersionOfUnit &version,
                           const std::set<std::string> &used,
                           const Symbols &symbols, const ir::Program *callers) {
  return Writer(version, symbols).write(used, callers);
}

} // namespace mergeproof::check
