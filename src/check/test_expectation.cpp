#include "check/test_expectation.h"

#include "check/c_text.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <optional>
#include <sstream>

namespace mergeproof::check {

const char *const expectation_functions = R"c(
void $leave(int code) __asm__("exit"); /* the real one */

static int $failures;

static void $expect_int(const char *what, long long actual, long long expected) {
  if (actual == expected)
    return;
  __builtin_printf("%s: expected %lld, got %lld\n", what, expected, actual);
  $failures++;
}

static void $expect_float(const char *what, long double actual,
                         long double expected) {
  int is_same = actual == expected &&
                !__builtin_signbit(actual) == !__builtin_signbit(expected);
  if (is_same || (actual != actual && expected != expected))
    return;
  __builtin_printf("%s: expected %.21Lg, got %.21Lg\n", what, expected, actual);
  $failures++;
}

static void $expect_true(const char *what, int holds) {
  if (holds)
    return;
  __builtin_printf("expected: %s\n", what);
  $failures++;
}

static void $expect_bytes(const char *what, const void *actual,
                         const char *expected, unsigned long size) {
  if (actual && !__builtin_memcmp(actual, expected, size))
    return;
  __builtin_printf("%s: expected \"%s\"\n", what, expected);
  $failures++;
}
)c";

namespace {

using ir::TypeKind;
using std::to_string;
using support::Error;
using support::Result;

struct Place {
  std::string text;
  const ir::Type *type = nullptr;
  std::uint64_t count =
      1; // elements of `type` in a row; then text is a pointer
};

const ir::Field *find_field(const ir::Type *type, const std::string &name) {
  for (const ir::Field &field : type->fields) {
    if (field.name == name)
      return &field;
    if (field.name.empty())
      if (const ir::Field *inner = find_field(field.type, name))
        return inner;
  }
  return nullptr;
}

// Follows "->next[2].x" from a place.
std::optional<Place> step(Place from, std::string path) {
  while (!path.empty()) {
    bool is_arrow = path.starts_with("->");
    if (path[0] == '[') {
      std::size_t end = path.find(']') + 1;
      from.text += path.substr(0, end);
      if (!from.type->element)
        return std::nullopt;
      from.type = from.type->element;
      path.erase(0, end);
      continue;
    }
    if (!is_arrow && path[0] != '.')
      return std::nullopt;
    path.erase(0, is_arrow ? 2 : 1);
    std::string name = path.substr(0, path.find_first_of(".-["));
    const ir::Type *holder = is_arrow ? from.type->element : from.type;
    const ir::Field *field = holder ? find_field(holder, name) : nullptr;
    if (!field)
      return std::nullopt;
    from = {from.text + (is_arrow ? "->" : ".") + name, field->type};
    path.erase(0, name.size());
  }
  return from;
}

bool is_number(const std::string &value) {
  return !value.empty() &&
         value.find_first_not_of("-0123456789") == std::string::npos;
}

// The bits of a number of at most 64 bits.
std::optional<std::uint64_t> number_of(const std::string &value) {
  if (!is_number(value))
    return std::nullopt;
  errno = 0;
  auto bits =
      value.front() == '-'
          ? static_cast<std::uint64_t>(std::strtoll(value.c_str(), nullptr, 10))
          : std::strtoull(value.c_str(), nullptr, 10);
  return errno ? std::nullopt : std::optional<std::uint64_t>(bits);
}

// "18 2d 44": what observations write of what has several types.
std::optional<std::string> bytes_of(const std::string &value) {
  std::string bytes;
  std::istringstream words(value);
  for (std::string word; words >> word;) {
    bool is_byte = word.size() == 2 &&
                   word.find_first_not_of("0123456789abcdef") == word.npos;
    if (!is_byte)
      return std::nullopt;
    bytes += static_cast<char>(std::stoi(word, nullptr, 16));
  }
  return bytes;
}

bool is_quoted(const std::string &value) {
  return value.size() >= 2 && value.front() == '"' && value.back() == '"';
}

// Observations write \n, \", \\ and \xNN.
std::string unquote(const std::string &value) {
  std::string text;
  for (std::size_t i = 1; i + 1 < value.size(); i++) {
    if (value[i] != '\\') {
      text += value[i];
    } else if (value[++i] == 'x') {
      text += static_cast<char>(std::stoi(value.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      text += value[i] == 'n' ? '\n' : value[i];
    }
  }
  return text;
}

class Writer {
public:
  Writer(const verdict::Question &question, const TestInputs &inputs,
         const FittedWitness &fitted, const std::string &observable)
      : version_(reference(question)), inputs_(inputs), fitted_(fitted),
        observable_(observable) {}

  Result<std::string> write(const std::string &value) {
    auto place = find_place();
    if (!place)
      return no_test("it cannot be named in C");
    std::string check = check_one(*place, value);
    if (check.empty())
      return no_test("its value " + value + " cannot be written in C");
    return check;
  }

private:
  Error no_test(const std::string &why) const {
    return Error{"no test can look at " + observable_ + ": " + why};
  }

  std::string what() const {
    return string_literal(
        reinterpret_cast<const unsigned char *>(observable_.data()),
        observable_.size());
  }

  std::optional<Place> find_place() const {
    std::string path = observable_;
    bool is_pointed = path.starts_with("*");
    if (is_pointed)
      path.erase(0, 1);
    auto place = find_object(path, is_pointed);
    if (place)
      return place;
    place = find_root(path);
    if (place && is_pointed) {
      if (!place->type->element || place->type->element->size == 0)
        return std::nullopt;
      return Place{"*" + place->text, place->type->element};
    }
    return place;
  }

  std::optional<Place> find_object(const std::string &path,
                                   bool is_pointed) const {
    std::optional<std::size_t> best;
    for (std::size_t i = 0; i < fitted_.objects.size(); i++) {
      std::string label = plain_label(fitted_.objects[i].label);
      bool is_whole = path.size() == label.size(); // "*p", not the cell "p[0]"
      if (!inputs_.names[i].empty() && path.starts_with(label) &&
          is_whole == is_pointed &&
          (is_whole ||
           std::string("-.[").find(path[label.size()]) != std::string::npos) &&
          (!best ||
           label.size() > plain_label(fitted_.objects[*best].label).size()))
        best = i;
    }
    if (!best)
      return std::nullopt;
    const FittedObject &object = fitted_.objects[*best];
    std::string rest = path.substr(plain_label(object.label).size());
    bool is_typed = object.type && object.type->size > 0;
    return object_place(is_typed ? object.type : byte_type(),
                        inputs_.names[*best], rest);
  }

  static const ir::Type *byte_type() {
    static const ir::Type type = {.kind = TypeKind::Int,
                                  .size = 1,
                                  .align = 1,
                                  .spelling = "unsigned char"};
    return &type;
  }

  static std::optional<Place> object_place(const ir::Type *type,
                                           const std::string &name,
                                           const std::string &rest) {
    ir::Type pointer{.kind = TypeKind::Pointer, .element = type};
    return rest.empty() ? Place{"*" + name, type}
                        : step({name, &pointer}, rest);
  }

  std::optional<Place> find_root(const std::string &path) const {
    const std::string result = "return value", global = "global ";
    if (path.starts_with(result)) {
      const ir::Type *type = signature_of(*version_.function).result;
      return type ? step({"result", type}, path.substr(result.size()))
                  : std::nullopt;
    }
    if (!path.starts_with(global))
      return std::nullopt;
    std::string name = path.substr(global.size());
    std::string rest =
        name.substr(std::min(name.find_first_of("-.["), name.size()));
    name.resize(name.size() - rest.size());
    for (const auto &[id, candidate] : version_.program->globals)
      if (candidate.name == name && candidate.type)
        return step({name, candidate.type}, rest);
    return std::nullopt;
  }

  // A float as observations have it, in C.
  static std::string float_text(const std::string &value,
                                const ir::Type &type) {
    if (value == "nan")
      return "__builtin_nan(\"\")";
    if (value == "inf" || value == "-inf")
      return (value[0] == '-' ? "-" : "") + std::string("__builtin_inf()");
    bool is_whole = value.find_first_of(".e") == std::string::npos;
    if (type.size != sizeof(double)) // digits mean another number there
      return value + (is_whole ? ".0" : "") +
             (type.size > sizeof(double) ? "L" : "f");
    return value == "-0" ? "-0.0" : value; // an integer has no -0
  }

  std::string check_one(const Place &place, const std::string &value) const {
    switch (place.type->kind) {
    case TypeKind::Bool:
    case TypeKind::Int:
      if (auto number = number_of(value))
        return "  $expect_int(" + what() + ", " + place.text + ", " +
               integer_literal(*number, *place.type) + ");\n";
      return "";
    case TypeKind::Float:
      return "  $expect_float(" + what() + ", " + place.text + ", " +
             float_text(value, *place.type) + ");\n";
    case TypeKind::Pointer:
      return check_pointer(place, value);
    case TypeKind::Struct:
    case TypeKind::Union:
      return check_union(place, value);
    default:
      return "";
    }
  }

  // Of a union, or the only one without a name in a struct, all bytes.
  std::string check_union(const Place &place, const std::string &value) const {
    const ir::Type *type = place.type;
    std::uint64_t offset = 0;
    if (type->kind == TypeKind::Struct) {
      auto is_nameless = [](const ir::Field &field) {
        return field.name.empty() && field.type->kind == TypeKind::Union;
      };
      const auto &fields = type->fields;
      auto found = std::find_if(fields.begin(), fields.end(), is_nameless);
      if (std::count_if(fields.begin(), fields.end(), is_nameless) != 1)
        return "";
      offset = found->offset;
      type = found->type;
    }
    std::optional<std::string> bytes = bytes_of(value);
    if (!bytes || bytes->size() != type->size)
      return "";
    return expect_true(
        observable_ + " is " + value,
        "__builtin_memcmp((char *)&(" + place.text + ") + " +
            to_string(offset) + ", " +
            string_literal(
                reinterpret_cast<const unsigned char *>(bytes->data()),
                bytes->size()) +
            ", " + to_string(bytes->size()) + ") == 0");
  }

  std::string check_pointer(const Place &place,
                            const std::string &value) const {
    std::string pointer = "(char *)(" + place.text + ")";
    if (is_quoted(value))
      return check_text(place.text, unquote(value), true);
    if (value == "null")
      return expect_true(observable_ + " is null", pointer + " == 0");
    if (value.starts_with("new object"))
      return expect_true(observable_ + " is not null", pointer + " != 0");
    std::size_t plus = value.find(" + ");
    std::string label = value.substr(0, plus);
    std::string offset = plus == std::string::npos
                             ? "0"
                             : to_string(std::stoul(value.substr(plus + 3)));
    for (std::size_t i = 0; i < fitted_.objects.size(); i++)
      if (!inputs_.names[i].empty() &&
          plain_label(fitted_.objects[i].label) == label)
        return expect_true(observable_ + " is " + value,
                           pointer + " == (char *)" + inputs_.names[i] + " + " +
                               offset);
    if (value.starts_with("&"))
      return expect_true(observable_ + " is " + value,
                         pointer + " == (char *)" + label + " + " + offset);
    return "";
  }

  static std::string expect_true(const std::string &what,
                                 const std::string &condition) {
    return "  $expect_true(" +
           string_literal(reinterpret_cast<const unsigned char *>(what.data()),
                          what.size()) +
           ", " + condition + ");\n";
  }

  std::string check_text(const std::string &place, const std::string &text,
                         bool with_end) const {
    return "  $expect_bytes(" + what() + ", " + place + ", " +
           string_literal(reinterpret_cast<const unsigned char *>(text.data()),
                          text.size()) +
           ", " + to_string(text.size() + with_end) + ");\n";
  }

  const verdict::VersionOfUnit &version_;
  const TestInputs &inputs_;
  const FittedWitness &fitted_;
  const std::string &observable_;
};

} // namespace

Result<std::string> write_expectation(const verdict::Question &question,
                                      const TestInputs &inputs,
                                      const FittedWitness &fitted,
                                      const std::string &observable,
                                      const std::string &value) {
  return Writer(question, inputs, fitted, observable).write(value);
}

} // namespace mergeproof::check
