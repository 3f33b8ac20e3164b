// Short programs over a module's functions, for units whose inputs are better
// made by the module itself than field by field: a parser's state, a list that
// its own functions build, a counter that lives in a static local. (TOM makes
// its inputs so, section 3.3: EvoSuite calls constructors and methods before
// the method under test.)
//
//   int sequence_of_json_count(const char *text) {
//     JSON_Value *made1 = json_parse(text);
//     if (!made1)
//       return 0;
//     return json_count(made1);
//   }
//
// The parameters are the inputs: a sequence is a unit like any other, with the
// same text in every version.
#pragma once

#include "ir/context.h"
#include "ir/program.h"

#include <string>
#include <vector>

namespace mergeproof::testgen {

// What a call is given, or what the sequence returns.
struct SequenceValue {
  enum class Kind { Nothing, Parameter, Result, Callback };
  Kind kind = Kind::Nothing;
  std::size_t index = 0; // of the parameter, the call, or the callback
  bool operator==(const SequenceValue &) const = default;
};

struct SequenceCall {
  ir::Symbol callee; // id
  std::vector<SequenceValue> arguments;
  bool is_made = false; // its result is an object: when it is null, we return
  bool is_left_out = false;
  bool operator==(const SequenceCall &) const = default;
};

// What a call's argument is, with the type that the version gives it: versions
// may lay it out differently.
struct SequenceParameter {
  std::string name;
  ir::Symbol callee;
  std::size_t argument = 0;
  bool operator==(const SequenceParameter &) const = default;
};

struct Sequence {
  std::string name;
  std::vector<SequenceParameter> parameters;
  // Functions that calls are given and that nobody defines: their calls are
  // events, the witness says what they return. For each, what it is given for.
  std::vector<SequenceParameter> callbacks;
  std::vector<SequenceCall> calls;
  SequenceValue result;
  bool operator==(const Sequence &) const = default;
};

// What the callback is called as in the program of a version: declared only.
ir::Function declare_callback(ir::Context &context, const ir::Program &program,
                              const SequenceParameter &callback);

// The sequence as a function of the program, which has all its callees.
ir::Function lower(ir::Context &context, const ir::Program &program,
                   const Sequence &sequence);

// The same in C, to stand behind the text of a version's file `home`; functions
// of other files are declared. Empty: some type has no name to write.
std::string write(const ir::Program &program, source::FileId home,
                  const Sequence &sequence);

} // namespace mergeproof::testgen
