// How a function is called in C: what of ir::Function is a parameter for the
// ABI and what is not (the hidden address of a struct result).
#pragma once

#include "ir/program.h"

#include <string>
#include <vector>

namespace mergeproof::check {

struct Parameter {
  std::string name; // as in the source, may be empty
  const ir::Type *type = nullptr;
};

struct Signature {
  const ir::Type *result = nullptr; // null: void
  std::vector<Parameter> parameters;
  bool is_variadic = false;
  bool is_noreturn = false;
};

Signature signature_of(const ir::Function &function);

// Which parameter is a format like printf's, by the function's name; -1: none.
// Its arguments may come in a list behind it, as in vprintf.
struct Format {
  int index = -1;
  bool has_list = false;
};

Format format_of(const std::string &name, const Signature &signature);

// A type for what has only a scalar: lives for ever, has a C spelling.
const ir::Type *type_of(ir::Scalar scalar);
const ir::Type *void_type(); // the same

} // namespace mergeproof::check
