#include "testgen/sequence.h"

#include "check/c_text.h"
#include "check/signature.h"
#include "ir/signature.h"

#include <set>

namespace mergeproof::testgen {

namespace {

using Kind = SequenceValue::Kind;

std::string made_name(std::size_t call) {
  return "made" + std::to_string(call + 1);
}

const ir::Type *type_of(const ir::Program &program,
                        const SequenceParameter &parameter) {
  return check::signature_of(*program.find_function(parameter.callee))
      .parameters.at(parameter.argument)
      .type;
}

// Of what a value is in the sequence; null: nothing.
const ir::Type *type_of(const ir::Program &program, const Sequence &sequence,
                        const SequenceValue &value) {
  switch (value.kind) {
  case Kind::Nothing:
    return nullptr;
  case Kind::Parameter:
    return type_of(program, sequence.parameters.at(value.index));
  case Kind::Callback:
    return type_of(program, sequence.callbacks.at(value.index));
  case Kind::Result:
    return check::signature_of(
               *program.find_function(sequence.calls.at(value.index).callee))
        .result;
  }
  return nullptr;
}

class Lowering {
public:
  Lowering(ir::Context &context, const ir::Program &program,
           const Sequence &sequence)
      : context_(context), program_(program), sequence_(sequence) {}

  ir::Function run() {
    declare();
    for (std::size_t i = 0; i < sequence_.calls.size(); i++)
      if (!sequence_.calls[i].is_left_out)
        add_call(i);
    function_.body.push_back(context_.stmt(
        ir::Return{function_.result ? value(sequence_.result) : nullptr}));
    return std::move(function_);
  }

private:
  void declare() {
    function_.id = function_.name = context_.symbol(sequence_.name);
    function_.is_defined = true;
    ir::Type *type = context_.make_type();
    type->kind = ir::TypeKind::Function;
    for (const SequenceParameter &parameter : sequence_.parameters) {
      ir::Symbol name = context_.symbol(parameter.name);
      const ir::Type *own = type_of(program_, parameter);
      function_.params.push_back({.name = name,
                                  .scalar = own->scalar(),
                                  .type = own,
                                  .source_name = name});
      type->params.push_back(own);
    }
    type->element = type_of(program_, sequence_, sequence_.result);
    if (type->element)
      function_.result = type->element->scalar();
    else
      type->element = check::void_type();
    function_.type = type;
  }

  const ir::Expr *value(const SequenceValue &value) {
    if (value.kind == Kind::Callback)
      return context_.function_addr(
          context_.symbol(sequence_.callbacks.at(value.index).name));
    if (value.kind == Kind::Result)
      return context_.var(context_.symbol(made_name(value.index)),
                          type_of(program_, sequence_, value)->scalar());
    const ir::Variable &param = function_.params.at(value.index);
    return context_.var(param.name, param.scalar);
  }

  void add_call(std::size_t number) {
    const SequenceCall &call = sequence_.calls[number];
    ir::Call lowered{.callee = {call.callee}};
    const ir::Type *type = type_of(program_, sequence_, {Kind::Result, number});
    if (type) {
      lowered.result = context_.symbol(made_name(number));
      lowered.result_type = type->scalar();
      function_.locals.push_back({.name = lowered.result,
                                  .scalar = type->scalar(),
                                  .type = type,
                                  .source_name = lowered.result});
    }
    for (const SequenceValue &argument : call.arguments)
      lowered.args.push_back(value(argument));
    function_.body.push_back(context_.stmt(std::move(lowered)));
    if (call.is_made)
      add_guard({Kind::Result, number});
  }

  void add_guard(const SequenceValue &made) {
    const ir::Expr *is_null =
        context_.binary(ir::Op::Eq, value(made), context_.null_pointer());
    const ir::Expr *nothing =
        function_.result ? context_.constant(*function_.result, 0) : nullptr;
    function_.body.push_back(context_.stmt(
        ir::If{is_null, {context_.stmt(ir::Return{nothing})}, {}}));
  }

  ir::Context &context_;
  const ir::Program &program_;
  const Sequence &sequence_;
  ir::Function function_;
};

class Writer {
public:
  Writer(const ir::Program &program, source::FileId home,
         const Sequence &sequence)
      : program_(program), home_(home), sequence_(sequence) {}

  std::string run() {
    std::string text = prototypes() + head() + " {\n";
    for (std::size_t i = 0; i < sequence_.calls.size(); i++)
      text += sequence_.calls[i].is_left_out ? "" : call_text(i);
    if (is_returned_directly())
      ;
    else if (sequence_.result.kind != Kind::Nothing)
      text += "  return " + name(sequence_.result) + ";\n";
    return is_writable_ ? text + "}\n" : "";
  }

private:
  // Of functions that the file need not declare.
  std::string prototypes() {
    std::set<std::string> texts;
    for (const SequenceCall &call : sequence_.calls)
      if (const ir::Function &callee = *program_.find_function(call.callee);
          callee.span.file != home_)
        texts.insert(prototype(callee));
    for (const SequenceParameter &callback : sequence_.callbacks) {
      const ir::Type *function = type_of(program_, callback)->element;
      is_writable_ &= !function->spelling.empty();
      texts.insert("__typeof__(" + function->spelling + ") " + callback.name);
    }
    std::string all;
    for (const std::string &text : texts)
      all += text + ";\n";
    return all;
  }

  std::string prototype(const ir::Function &function) {
    check::Signature signature = check::signature_of(function);
    std::string params;
    for (const check::Parameter &parameter : signature.parameters)
      params += (params.empty() ? "" : ", ") + declare(parameter.type, "");
    std::string name = std::string(function.name) + "(" +
                       (params.empty() ? "void" : params) + ")";
    return signature.result ? declare(signature.result, name) : "void " + name;
  }

  std::string declare(const ir::Type *type, const std::string &name) {
    auto text = check::declaration(type, name);
    is_writable_ &= text.has_value();
    return text.value_or("");
  }

  std::string head() {
    std::string params;
    for (const SequenceParameter &parameter : sequence_.parameters)
      params += (params.empty() ? "" : ", ") +
                declare(type_of(program_, parameter), parameter.name);
    const ir::Type *result = type_of(program_, sequence_, sequence_.result);
    std::string name =
        sequence_.name + "(" + (params.empty() ? "void" : params) + ")";
    return result ? declare(result, name) : "void " + name;
  }

  std::string name(const SequenceValue &value) const {
    switch (value.kind) {
    case Kind::Parameter:
      return sequence_.parameters.at(value.index).name;
    case Kind::Callback:
      return sequence_.callbacks.at(value.index).name;
    case Kind::Nothing:
    case Kind::Result:
      break;
    }
    return made_name(value.index);
  }

  // The last call is what the sequence is made for: "return f(made1);"
  bool is_returned_directly() const {
    return sequence_.result ==
           SequenceValue{Kind::Result, sequence_.calls.size() - 1};
  }

  std::string call_text(std::size_t number) {
    const SequenceCall &call = sequence_.calls[number];
    std::string arguments;
    for (const SequenceValue &argument : call.arguments)
      arguments += (arguments.empty() ? "" : ", ") + name(argument);
    std::string text = std::string(program_.find_function(call.callee)->name) +
                       "(" + arguments + ");\n";
    SequenceValue result{Kind::Result, number};
    if (result == sequence_.result && is_returned_directly())
      return "  return " + text;
    if (!is_used(result))
      return "  " + text;
    const ir::Type *type = type_of(program_, sequence_, result);
    text = "  " + declare(type, made_name(number)) + " = " + text;
    if (call.is_made)
      text += "  if (!" + made_name(number) + ")\n    return" +
              (sequence_.result.kind == Kind::Nothing ? "" : " 0") + ";\n";
    return text;
  }

  bool is_used(const SequenceValue &value) const {
    bool is = value == sequence_.result;
    for (const SequenceCall &call : sequence_.calls)
      for (const SequenceValue &argument : call.arguments)
        is |= argument == value;
    return is;
  }

  const ir::Program &program_;
  source::FileId home_;
  const Sequence &sequence_;
  bool is_writable_ = true;
};

} // namespace

ir::Function declare_callback(ir::Context &context, const ir::Program &program,
                              const SequenceParameter &callback) {
  return ir::declare_function(context, callback.name,
                              *type_of(program, callback)->element);
}

ir::Function lower(ir::Context &context, const ir::Program &program,
                   const Sequence &sequence) {
  return Lowering(context, program, sequence).run();
}

std::string write(const ir::Program &program, source::FileId home,
                  const Sequence &sequence) {
  return Writer(program, home, sequence).run();
}

} // namespace mergeproof::testgen
