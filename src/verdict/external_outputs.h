// What external functions can be said to leave where their arguments lead, in
// an input that is made up: nothing that C, or the declaration, rules out.
//
//   int line_read(int file, char *line, int size); // `size` bytes at `line`
//   int number_read(int *to);                      // one int
//
// Not: through pointers to const, to pointers, to types that are not the same
// in all versions; by functions that headers of the system declare, that take
// variable arguments or return a struct. Where no parameter says how many, one
// element, or all of an array of bytes that is a local variable in every call.
#pragma once

#include "verdict/question.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace mergeproof::verdict {

struct ExternalOutput {
  const ir::Type *element = nullptr;   // void: bytes
  bool is_text = false;                // elements are bytes
  std::optional<std::uint32_t> length; // the parameter that says how many
  std::uint32_t unit = 1; // bytes that one of the length, or of the room, means
  std::uint64_t room = 1; // elements, where there is none
};

// Whether a parameter of that name says how many of something there are.
bool names_a_length(const std::string &name);

class ExternalOutputs {
public:
  explicit ExternalOutputs(const Question &question);

  // By parameter, those for which some call gives a local variable's address.
  // By the function's name, as C has it.
  const std::map<std::uint32_t, ExternalOutput> &
  of(const std::string &function) const;

private:
  using ByParameter = std::map<std::uint32_t, ExternalOutput>;
  void add_calls(const ir::Program &program, const ir::Function &caller);
  void add_argument(const ir::Function &caller, const ir::Expr *argument,
                    ByParameter &outputs, std::uint32_t parameter);
  void keep_common(const Question &question);

  // Of the local variables that calls give: by id of the function.
  std::map<ir::Symbol, ByParameter> calls_;
  std::map<std::string, ByParameter> outputs_;
};

} // namespace mergeproof::verdict
