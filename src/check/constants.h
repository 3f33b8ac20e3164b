// What the code of all versions compares with: the best source of inputs that
// tell versions apart (uniform random numbers hardly ever do).
#pragma once

#include "verdict/external_outputs.h"
#include "verdict/question.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace mergeproof::check {

struct PointedFunction {
  const ir::Function *function = nullptr;
  bool is_address_taken = false; // in some version
};

struct Constants {
  // Every constant of the code, one less and one more; small ones first.
  std::vector<std::int64_t> integers;
  // String literals, without the final 0, and the question's texts.
  std::vector<std::string> texts;
  bool allocates = false; // malloc, calloc or realloc may be called
  // External functions that may be called, by name, as one version declares
  // them.
  std::vector<const ir::Function *> externals;
  // By name of an external function and parameter.
  std::map<std::string, std::map<std::uint32_t, verdict::ExternalOutput>>
      outputs;
  // What pointers to functions can be made to point to: every version defines
  // them alike to its caller, and a replay finds them by their names.
  std::vector<PointedFunction> functions;
  // Where none of these fits: functions of callers (check/callers_functions.h).
  std::vector<const ir::Function *> callers;
  // What other pointers can be made to point to, beside objects of their own:
  // variables that the code uses, that other files can name and that every
  // version has alike.
  std::vector<const ir::Global *> globals;
};

// Whether a call through a pointer to such functions can be of this one, as C
// has it.
bool is_callable_as(const ir::Function &function, const ir::Type &type);

// What made-up texts consist of, and how long texts of inputs are at most.
inline constexpr std::string_view usual_characters =
    "abcxyzABC019 _-./:=,;%\"'\\\n\t[]{}()<>#";
inline constexpr std::size_t longest_text = 400;

Constants mine_constants(const verdict::Question &question);

} // namespace mergeproof::check
