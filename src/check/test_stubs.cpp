#include "check/test_stubs.h"

#include "check/c_text.h"
#include "check/constants.h"
#include "check/signature.h"

#include <cstdio>
#include <cstring>

namespace mergeproof::check {

const char *const trace_functions = R"c(
static char $events[8192];
static unsigned long $events_length;

static void $note(const char *format, ...) {
  __builtin_va_list list;
  __builtin_va_start(list, format);
  unsigned long room = sizeof $events - $events_length;
  int length =
      __builtin_vsnprintf($events + $events_length, room, format, list);
  __builtin_va_end(list);
  if (length > 0 && (unsigned long)length < room)
    $events_length += length;
}

/* What it prints; of what prints or stores through addresses, only the text. */
static void $note_list(const char *format, __builtin_va_list list) {
  char text[1024];
  if (!format || __builtin_strstr(format, "%p") ||
      __builtin_strstr(format, "%n")) {
    $note("%s", format ? format : "null");
    return;
  }
  __builtin_vsnprintf(text, sizeof text, format, list);
  $note("%s", text);
}
)c";

namespace {

using ir::TypeKind;
using std::to_string;
using support::Error;
using support::Result;

constexpr std::uint32_t listed_defaults = 16;

class StubsWriter {
public:
  StubsWriter(const verdict::Witness &witness, const TestInputs &inputs,
              Trace trace)
      : witness_(witness), inputs_(inputs), trace_(trace) {}

  Result<TestStubs> write(const Constants &constants) {
    if (!witness_.failing_allocations.empty())
      write_allocators();
    for (const ir::Function *function : constants.externals)
      if (const char *problem = write_stub(*function, "stub_"))
        return error_of(*function, problem);
      else
        rename(std::string(function->name));
    for (const ir::Function *function : constants.callers)
      if (verdict::leads_to(witness_, function->id))
        if (const char *problem = write_stub(*function, ""))
          return error_of(*function, problem);
    return std::move(out_);
  }

private:
  static Error error_of(const ir::Function &function, const char *problem) {
    return Error{"cannot write a stub of " + std::string(function.name) + ": " +
                 problem};
  }

  void rename(const std::string &name) {
    out_.renamings += "#define " + name + " stub_" + name + "\n";
  }

  void write_allocators() {
    std::string fails;
    for (std::uint32_t number : witness_.failing_allocations)
      fails += (fails.empty() ? "" : " || ") + std::string("n == ") +
               to_string(number);
    out_.definitions += "static int $fails(void) {\n  static int allocations;\n"
                        "  int n = allocations++;\n  return " +
                        fails + ";\n}\n\n";
    const std::string size = "__SIZE_TYPE__";
    const std::string allocators[][3] = {
        {"malloc", size + " size", "size"},
        {"calloc", size + " count, " + size + " size", "count, size"},
        {"realloc", "void *old, " + size + " size", "old, size"}};
    for (const auto &[name, parameters, arguments] : allocators) {
      rename(name);
      out_.definitions += "void *stub_" + name + "(" + parameters +
                          ") {\n  return $fails() ? 0 : __builtin_" + name +
                          "(" + arguments + ");\n}\n\n";
    }
  }

  // Null: it is written.
  const char *write_stub(const ir::Function &function,
                         const std::string &prefix) {
    Signature signature = signature_of(function);
    std::string name(function.name), parameters;
    for (std::size_t i = 0; i < signature.parameters.size(); i++) {
      auto declared =
          declaration(signature.parameters[i].type, "a" + to_string(i));
      if (!declared)
        return "a parameter's type has no name";
      parameters += (i ? ", " : "") + *declared;
    }
    if (signature.is_variadic && !parameters.empty())
      parameters += ", ...";
    std::string head =
        prefix + name + "(" + (parameters.empty() ? "void" : parameters) + ")";
    auto declared = signature.result ? declaration(signature.result, head)
                                     : std::optional("void " + head);
    if (!declared)
      return "its result's type has no name";
    out_.definitions += *declared + " {\n";
    if (trace_ == Trace::On)
      write_note(name, signature);
    write_writes(name, signature);
    if (signature.is_noreturn)
      write_stop();
    else if (signature.result)
      write_results(name, *signature.result);
    out_.definitions += "}\n\n";
    return nullptr;
  }

  void write_stop() {
    out_.definitions += "  $leave_by_stub();\n";
    out_.may_stop = true;
  }

  // What printf would write is what counts of a format and its arguments.
  void write_note(const std::string &name, const Signature &signature) {
    Format printed = format_of(name, signature);
    if (printed.index < 0)
      return note_arguments(name, signature, signature.parameters.size(),
                            "); ");
    auto index = static_cast<std::size_t>(printed.index);
    note_arguments(name, signature, index, index > 0 ? ", " : "");
    std::string last = "a" + to_string(signature.parameters.size() - 1);
    out_.definitions +=
        "  __builtin_va_list more;\n  " +
        (printed.has_list ? "__builtin_va_copy(more, " + last + ")"
                          : "__builtin_va_start(more, " + last + ")") +
        ";\n  $note_list(a" + to_string(index) +
        ", more);\n  __builtin_va_end(more);\n  $note(\"); \");\n";
  }

  void note_arguments(const std::string &name, const Signature &signature,
                      std::size_t count, const std::string &end) {
    std::string format, arguments;
    for (std::size_t i = 0; i < count; i++) {
      const ir::Type *type = signature.parameters[i].type;
      std::string place = "a" + to_string(i);
      format += i ? ", " : "";
      if (type->kind == TypeKind::Int || type->kind == TypeKind::Bool) {
        format += "%lld";
        arguments += ", (long long)" + place;
      } else if (type->kind == TypeKind::Float) {
        bool is_long = type->size > sizeof(double);
        format += is_long ? "%.21Lg" : "%.17g";
        arguments += (is_long ? ", " : ", (double)") + place;
      } else if (type->kind == TypeKind::Pointer) {
        format += "%s";
        arguments +=
            ", " + place + " ? " +
            (is_character(type->element) ? "(char *)" + place : "\"pointer\"") +
            " : \"null\"";
      } else {
        format += "...";
      }
    }
    out_.definitions +=
        "  $note(\"" + name + "(" + format + end + "\"" + arguments + ");\n";
  }

  // What it leaves where its arguments point to.
  void write_writes(const std::string &name, const Signature &signature) {
    std::string cases;
    for (const verdict::WitnessResult &result : witness_.externals) {
      std::string copies;
      if (result.function == name)
        for (const verdict::WitnessWrite &write : result.writes)
          copies += copy_text(write, signature);
      if (!copies.empty())
        cases += "  case " + to_string(result.occurrence) + ":\n" + copies +
                 "    break;\n";
    }
    if (!cases.empty())
      out_.definitions +=
          "  static int writes;\n  switch (writes++) {\n" + cases + "  }\n";
  }

  static std::string copy_text(const verdict::WitnessWrite &write,
                               const Signature &signature) {
    std::size_t count = signature.parameters.size();
    if (write.parameter >= count || (write.length && *write.length >= count))
      return "";
    std::string target = "a" + to_string(write.parameter);
    std::string size = to_string(write.contents.bytes.size());
    if (write.length) {
      std::string length = "a" + to_string(*write.length);
      std::string most = to_string(write.contents.bytes.size() / write.unit);
      const ir::Type *type = signature.parameters[*write.length].type;
      size = std::string("(") + signed_of(type->size) + ")" + length +
             " <= 0 ? 0 : " + length + " < " + most + " ? " + length + " * " +
             to_string(write.unit) + "ull : " + size;
    }
    return "    if (" + target + ")\n      __builtin_memcpy(" + target + ", " +
           byte_text(write.contents.bytes) + ", " + size + ");\n";
  }

  static const char *signed_of(std::uint64_t size) {
    return size == 1   ? "signed char"
           : size == 2 ? "short"
           : size == 4 ? "int"
                       : "long long";
  }

  // A string literal.
  static std::string byte_text(const std::vector<unsigned char> &bytes) {
    std::string text = "\"";
    for (unsigned char byte : bytes) {
      char octal[8];
      std::snprintf(octal, sizeof octal, "\\%03o", byte);
      bool is_plain = byte >= ' ' && byte < 127 && byte != '"' &&
                      byte != '\\' && byte != '?';
      text += is_plain ? std::string(1, char(byte)) : octal;
    }
    return text + "\"";
  }

  void write_results(const std::string &name, const ir::Type &type) {
    std::string cases;
    for (const verdict::WitnessResult &result : witness_.externals)
      if (result.function == name)
        cases += case_text(result.occurrence, scripted(result.result, type));
    for (std::uint32_t k = 0; k < listed_defaults; k++) {
      std::uint64_t value =
          verdict::default_external_result(witness_.external_seed, name, k);
      std::string mark = "case " + to_string(k) + ":";
      if (value != 0 && cases.find(mark) == std::string::npos)
        cases += case_text(k, default_text(value, type));
    }
    if (cases.empty()) {
      out_.definitions += zero(type, "  ");
      return;
    }
    out_.definitions += "  static int calls;\n  switch (calls++) {\n" + cases +
                        "  default:\n" + zero(type, "    ") + "  }\n";
  }

  static std::string zero(const ir::Type &type, const std::string &indent) {
    if (type.is_scalar())
      return indent + "return 0;\n";
    return indent + "static __typeof__(" + type.spelling + ") nothing;\n" +
           indent + "return nothing;\n";
  }

  static std::string case_text(std::uint32_t number, const std::string &value) {
    if (value.empty())
      return "";
    return "  case " + to_string(number) + ":\n    return " + value + ";\n";
  }

  std::string scripted(const verdict::WitnessBytes &bytes,
                       const ir::Type &type) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes.bytes.data(),
                std::min<std::size_t>(8, bytes.bytes.size()));
    if (type.kind == TypeKind::Pointer)
      return bytes.pointers.empty()
                 ? "(void *)" + to_string(bits) + "ULL"
                 : pointer_text(inputs_.names, bytes.pointers.front());
    if (type.kind == TypeKind::Float) {
      std::vector<unsigned char> whole = bytes.bytes; // without its padding
      whole.resize(std::max<std::size_t>(type.size, whole.size()));
      return float_literal(whole.data(), type.size);
    }
    return type.is_scalar() ? integer_literal(bits, type) : "";
  }

  static std::string default_text(std::uint64_t value, const ir::Type &type) {
    if (type.kind == TypeKind::Pointer)
      return "__builtin_calloc(1, 64)";
    unsigned char bytes[sizeof(long double)] = {};
    std::memcpy(bytes, &value, sizeof value);
    if (type.kind == TypeKind::Float)
      return float_literal(bytes, type.size);
    return type.is_scalar()
               ? integer_literal(
                     type.kind == TypeKind::Bool ? value & 1 : value, type)
               : "";
  }

  const verdict::Witness &witness_;
  const TestInputs &inputs_;
  Trace trace_;
  TestStubs out_;
};

} // namespace

Result<TestStubs> write_stubs(const verdict::Question &question,
                              const verdict::Witness &witness,
                              const TestInputs &inputs, Trace trace) {
  return StubsWriter(witness, inputs, trace).write(mine_constants(question));
}

} // namespace mergeproof::check
