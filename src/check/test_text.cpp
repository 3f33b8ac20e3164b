#include "check/test_text.h"

#include "check/c_text.h"
#include "check/test_expectation.h"
#include "check/test_stubs.h"
#include "check/toolchain.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>

namespace mergeproof::check {
namespace {

using support::Result;

std::string join(const std::vector<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string join(const std::set<std::string> &parts) {
  std::string text;
  for (const std::string &part : parts)
    text += (text.empty() ? "" : ", ") + part;
  return text;
}

// A value inside a comment.
std::string commented(std::string value) {
  for (std::size_t at; (at = value.find("*/")) != std::string::npos;)
    value.replace(at, 2, "* /");
  return value.size() > 200 ? value.substr(0, 200) + "..." : value;
}

std::string literal(const std::string &text) {
  return string_literal(reinterpret_cast<const unsigned char *>(text.data()),
                        text.size());
}

constexpr const char *fork_declarations =
    "int fork(void);\nint waitpid(int, int *, int);\n\n";

std::string what_is_wrong(const TestDescription &test) {
  if (test.question->is_comparison())
    return "The new version does something else";
  return test.violation->kind == verdict::ConflictKind::Lost
             ? "The merge lost this change of parent " + test.violation->parent
             : "The merge does what no parent does";
}

bool is_in_name(char c) {
  return c == '_' || std::isalnum(static_cast<unsigned char>(c));
}

bool has_name(const std::string &text, const std::string &name) {
  for (std::size_t at = text.find(name); at != text.npos;
       at = text.find(name, at + 1)) {
    std::size_t end = at + name.size();
    if ((at == 0 || !is_in_name(text[at - 1])) &&
        (end == text.size() || !is_in_name(text[end])))
      return true;
  }
  return false;
}

// Where the comment or literal ends that begins there; `at` where none does.
std::size_t skip_comment_or_literal(const std::string &text, std::size_t at) {
  if (text.compare(at, 2, "//") == 0)
    return std::min(text.find('\n', at), text.size());
  if (text.compare(at, 2, "/*") == 0)
    return std::min(text.find("*/", at + 2), text.size() - 2) + 2;
  char quote = text[at];
  if (quote != '"' && quote != '\'')
    return at;
  for (at++; at < text.size() && text[at] != quote; at++)
    at += text[at] == '\\';
  return std::min(at + 1, text.size());
}

// "$set_up" is what the test itself has under this name, or under another one
// where the unit's files have it.
class FreeNames {
public:
  FreeNames(const verdict::Question &question,
            const std::vector<ReplaySource> &sources) {
    units_.push_back(&question.unit_text);
    for (const ReplaySource &source : sources) {
      units_.push_back(&source.preprocessed);
      for (const std::string &other : source.others)
        units_.push_back(&other);
    }
  }

  std::string choose(const std::string &text) {
    std::string made;
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = skip_comment_or_literal(text, at);
      bool is_marked =
          end == at && text[at] == '$' && at > 0 && !is_in_name(text[at - 1]);
      end = std::max(end, at + 1);
      while (is_marked && end < text.size() && is_in_name(text[end]))
        end++;
      made += is_marked ? name_for(text.substr(at + 1, end - at - 1))
                        : text.substr(at, end - at);
      at = end;
    }
    return made;
  }

private:
  std::string name_for(const std::string &name) {
    std::string &chosen = chosen_[name];
    if (chosen.empty())
      for (chosen = name; is_taken(chosen);)
        chosen = "test_" + chosen;
    return chosen;
  }

  bool is_taken(const std::string &name) const {
    return std::any_of(
        units_.begin(), units_.end(),
        [&](const std::string *unit) { return has_name(*unit, name); });
  }

  std::vector<const std::string *> units_;
  std::map<std::string, std::string> chosen_;
};

class TextWriter {
public:
  TextWriter(const TestDescription &test, const FittedWitness &fitted,
             TestInputs inputs, TestStubs stubs)
      : test_(test), fitted_(fitted), inputs_(std::move(inputs)),
        stubs_(std::move(stubs)),
        unit_(reference(*test.question).function->name),
        is_void_(!signature_of(*reference(*test.question).function).result) {}

  Result<std::string> write() {
    auto main = main_text();
    if (!main)
      return main.error();
    std::string text = comment() + "#ifndef UNIT\n#define UNIT \"" +
                       test_.question->versions.back().revision.id +
                       ".c\"\n#endif\n";
    text += "#define main unit_main\n" + float_type_guard() + stubs_.renamings;
    if (test_.may_exit)
      for (const char *name : {"exit", "_exit", "_Exit"})
        text += "#define " + std::string(name) + " stub_exit\n";
    text += "#include UNIT\n#undef main\n";
    if (!test_.question->unit_text.empty())
      text += "\n" + test_.question->unit_text + "\n";
    text += "#line " +
            std::to_string(1 + std::count(text.begin(), text.end(), '\n') + 1) +
            " \"" + test_.name + ".c\"\n";
    text += open_globals();
    // Files may define one name twice, and who frees is not what is tested.
    text += "\nconst char *__asan_default_options(void) {\n"
            "  return \"detect_odr_violation=0:detect_leaks=0\";\n}\n";
    text += expectation_functions;
    if (is_traced())
      text += trace_functions;
    text += "\n" + inputs_.declarations + "\n";
    if (stubs_.may_stop)
      text += leave_function();
    text += stubs_.definitions;
    if (test_.may_exit)
      text += exit_stub();
    text += "static void $set_up(void) {\n" + inputs_.set_up + "}\n\n" +
            main.value() + function_text();
    return FreeNames(*test_.question, *test_.sources).choose(text);
  }

private:
  bool is_traced() const {
    return test_.violation->observable == "external calls";
  }

  std::string call() const {
    return (unit_ == "main" ? "unit_main" : unit_) + "(" +
           join(inputs_.arguments) + ")";
  }

  // Where nothing looks at the result. A compiler that optimises has to make it
  // all the same, and to trap where that does.
  std::string call_alone() const {
    return is_void_ ? call()
                    : "volatile __typeof__(" + call() + ") result = " + call();
  }

  std::string comment() const {
    const verdict::Violation &violation = *test_.violation;
    std::string text = "/* " + pinned_text(test_);
    text.replace(text.find('\n'), 1, "\n * ");
    text += "\n *\n *   call  " + commented(call()) + "\n";
    for (const verdict::VersionOfUnit &version : test_.question->versions) {
      const std::string &id = version.revision.id;
      auto value = violation.values.find(id);
      text += " *   " + id +
              std::string(6 - std::min<std::size_t>(5, id.size()), ' ') +
              commented(value == violation.values.end() ? "-" : value->second) +
              (test_.pin.passes.count(id) ? "   <- passes" : "") + "\n";
    }
    return text + " *\n * Fails on " + join(test_.pin.fails) + ".\n *\n" +
           " *   " + test_.compiler + " -w" + test_.flags + " -DUNIT='\"" +
           test_.pin.version + ".c\"' " + test_.name + ".c" + test_.more_files +
           (test_.has_other_files ? " -Wl,-z,muldefs" : "") +
           " -lm && ./a.out\n *\n" + " * " + trap_sanitizers + "\n * " +
           no_traps +
           " -fno-sanitize-recover=all\n"
           " * shows traps that do not crash by themselves. */\n";
  }

  static std::string number_in(const verdict::WitnessBytes &contents,
                               const ir::Type &type) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, contents.bytes.data(),
                std::min<std::size_t>(contents.bytes.size(), sizeof bits));
    return integer_literal(bits, type);
  }

  // Globals of other files that the unit's file only declares.
  std::string open_globals() const {
    std::string text;
    for (const auto &[id, contents] : fitted_.globals) {
      const ir::Global *global =
          reference(*test_.question).program->find_global(id);
      if (!global || global->is_defined)
        continue;
      std::string name(global->name);
      text += "__typeof__(" + name + ") " + name;
      if (is_constant_number(*global))
        text += " = " + number_in(contents, *global->type);
      text += ";\n";
    }
    return text;
  }

  bool pins(const char *prefix) const {
    return test_.pin.outcome.starts_with(prefix);
  }

  // What was called before counts, too.
  std::string exit_stub() const {
    std::string body =
        pins("exited(")
            ? "  $expect_int(\"exit code\", code, " +
                  test_.pin.outcome.substr(7, test_.pin.outcome.size() - 8) +
                  ");\n"
            : "  $expect_true(\"" + unit_ + " does not exit\", 0);\n";
    if (is_traced())
      body += calls_expectation();
    return "void stub_exit(int code) {\n" + body +
           "  $leave($failures != 0);\n}\n\n";
  }

  // Where a stub does not return.
  std::string leave_function() const {
    std::string body = pins("did not return")
                           ? ""
                           : "  $expect_true(\"" + unit_ +
                                 " calls nothing that stops it\", 0);\n";
    if (is_traced())
      body += calls_expectation();
    return "static void $leave_by_stub(void) {\n" + body +
           "  $leave($failures != 0);\n}\n\n";
  }

  std::string calls_expectation() const {
    return "#ifdef RECORD\n  __builtin_printf(\"%s\", $events);\n#else\n"
           "  $expect_bytes(\"external calls\", $events, " +
           literal(test_.recorded_calls) + ", " +
           std::to_string(test_.recorded_calls.size() + 1) + ");\n#endif\n";
  }

  bool is_in_framework() const {
    return test_.framework != TestFramework::Assert;
  }

  std::string main_head() const {
    return is_in_framework() ? "static int $run_test(void) {\n"
                             : "int main(void) {\n";
  }

  // For the framework's file: in a process of its own.
  std::string function_text() const {
    if (!is_in_framework())
      return "";
    std::string text = "\n#ifdef TEST_FUNCTION\n";
    if (!pins("trapped"))
      text += fork_declarations;
    return text + "int $flush_all(void *) __asm__(\"fflush\");\n\n"
                  "int TEST_FUNCTION(void) {\n  int status = 0;\n  int child;\n"
                  "  $flush_all(0);\n  child = fork();\n  if (child == 0)\n"
                  "    $leave($run_test());\n  waitpid(child, &status, 0);\n"
                  "  return status != 0;\n}\n#else\n"
                  "int main(void) { return $run_test(); }\n#endif\n";
  }

  Result<std::string> main_text() const {
    if (pins("trapped"))
      return trap_main();
    bool looks = pins("returned") && test_.violation->observable != "outcome";
    std::string body =
        main_head() + "  $set_up();\n  " +
        (looks && !is_void_ ? "__typeof__(" + call() + ") result = " + call()
                            : call_alone()) +
        ";\n";
    if (!pins("returned"))
      body += "  $expect_true(\"" + unit_ + " does not return\", 0);\n";
    if (looks) {
      auto checks = expectation();
      if (!checks)
        return checks.error();
      body += checks.value();
    }
    return body + "  return $failures != 0;\n}\n";
  }

  std::string trap_main() const {
    return fork_declarations + main_head() +
           "  int status = 0;\n  int child = fork();\n"
           "  if (child == 0) {\n    $set_up();\n    " +
           call_alone() +
           ";\n    $leave(0);\n  }\n"
           "  waitpid(child, &status, 0);\n  $expect_true(\"" +
           unit_ + " traps\", status != 0);\n  return $failures != 0;\n}\n";
  }

  Result<std::string> expectation() const {
    if (!is_traced())
      return write_expectation(*test_.question, inputs_, fitted_,
                               test_.violation->observable, test_.pin.value);
    return calls_expectation();
  }

  const TestDescription &test_;
  const FittedWitness &fitted_;
  TestInputs inputs_;
  TestStubs stubs_;
  std::string unit_;
  bool is_void_;
};

} // namespace

std::string float_type_guard() {
  std::string text = "#if defined __GNUC__ && !defined __clang__\n";
  for (const char *name : {"_Float32", "_Float64", "_Float32x", "_Float64x"})
    text += "#define " + std::string(name) + " unit" + name + "\n";
  return text + "#endif\n";
}

std::string pinned_text(const TestDescription &test) {
  return "Pins what " + join(test.pin.passes) + " " +
         (test.pin.passes.size() > 1 ? "do" : "does") + ": " +
         commented(test.violation->observable) + " of " +
         std::string(reference(*test.question).function->name) + ".\n" +
         what_is_wrong(test) + ".";
}

std::string case_name(const TestDescription &test) {
  return test.name.substr(std::string("test_").size());
}

Result<std::string> write_text(const TestDescription &test) {
  FittedWitness fitted =
      fit_witness(*test.question, reference(*test.question), *test.witness);
  auto inputs = write_inputs(*test.question, *test.witness, fitted);
  if (!inputs)
    return inputs.error();
  bool is_traced = test.violation->observable == "external calls";
  auto stubs = write_stubs(*test.question, *test.witness, inputs.value(),
                           is_traced ? Trace::On : Trace::Off);
  if (!stubs)
    return stubs.error();
  return TextWriter(test, fitted, std::move(inputs.value()),
                    std::move(stubs.value()))
      .write();
}

} // namespace mergeproof::check
