#include "testgen/sequence_questions.h"

namespace mergeproof::testgen {

SequenceQuestions::SequenceQuestions(
    const verdict::Question &question,
    const std::vector<UnitSequence> &sequences) {
  for (const verdict::VersionOfUnit &version : question.versions)
    programs_.push_back(std::make_unique<ir::Program>(*version.program));
  for (const UnitSequence &sequence : sequences) {
    Asked &asked = asked_.emplace_back();
    asked.whole = ask(question, sequence.whole);
    for (const Sequence &without : sequence.without)
      asked.without.push_back(ask(question, without));
    asked.unit = question.unit;
    asked.may_release = sequence.may_release;
    for (const SequenceCall &call : sequence.whole.calls)
      asked.callees.push_back(call.callee);
  }
}

verdict::Question SequenceQuestions::ask(const verdict::Question &question,
                                         const Sequence &sequence) {
  verdict::Question asked = question;
  asked.unit = question.context->symbol(sequence.name);
  asked.never_pointed_to.clear(); // it calls other functions, too
  asked.unit_text =
      write(*programs_.back(), question.versions.back().function->span.file,
            sequence);
  for (std::size_t v = 0; v < programs_.size(); v++) {
    ir::Program &program = *programs_[v];
    for (const SequenceParameter &callback : sequence.callbacks)
      program.functions.insert_or_assign(
          question.context->symbol(callback.name),
          declare_callback(*question.context, program, callback));
    auto [made, is_new] = program.functions.insert_or_assign(
        asked.unit, lower(*question.context, program, sequence));
    asked.versions[v].program = &program;
    asked.versions[v].function = &made->second;
    asked.versions[v].code = asked.versions[v].code_index();
  }
  return asked;
}

} // namespace mergeproof::testgen
