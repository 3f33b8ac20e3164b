// A call of which only that is known: equal inputs give equal outputs.
#pragma once

#include "smt/term.h"

#include <string>
#include <utility>
#include <vector>

namespace mergeproof::smt {

class Uninterpreted {
public:
  // Equal names: the same behaviour.
  Uninterpreted(TermTable &table, std::string name, std::vector<Term> inputs)
      : table_(table), name_(std::move(name)), inputs_(std::move(inputs)) {}

  const std::vector<Term> &inputs() const { return inputs_; }
  void add_input(Term input) { inputs_.push_back(input); }
  void add_to_name(const std::string &text) { name_ += text; }

  Term output(const std::string &what, Sort sort) const {
    std::string full = name_;
    for (Term input : inputs_)
      full += "," + std::to_string(input->sort.bits);
    return table_.apply(full + ": " + what, sort, inputs_);
  }

private:
  TermTable &table_;
  std::string name_;
  std::vector<Term> inputs_;
};

} // namespace mergeproof::smt
