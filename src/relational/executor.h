// Runs all versions of a unit together over their alignment (SafeMerge, Fig. 7)
//
// The paper has one rule for versions that take the same branch (4), a product
// for others (6). Here every version carries a guard: a branch runs for each of
// them under its own condition, and the values are joined. That is sound for
// all conditions; equal ones are equal terms, so shared code costs one term.
//
//   rule 1     holes               run_parallel (mini-product; loops in step)
//   rule 2     loops without hole  summarise: y = F(x…) per variable
//   rule 3     sequences           run
//   rule 4, 6  conditionals        run_if, guards per version
//   rule 5     edited loops        LoopRelation: Houdini
#pragma once

#include "align/alignment.h"
#include "relational/call_reach.h"
#include "relational/external.h"
#include "relational/frame.h"
#include "relational/inquiry.h"
#include "relational/slice.h"
#include "relational/strategy.h"
#include "symbolic/machine.h"
#include "verdict/verdict.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mergeproof::relational {

class Executor {
public:
  Executor(symbolic::Universe &universe, const Strategy &strategy);

  using Result = RunResult;
  Result run_unit(); // throws GiveUp
  // One path of one version; `alignment`: of the unit in all versions.
  Result run_version(std::size_t version, const align::Alignment &alignment);
  const std::vector<LeftOut> &left_out() const { return left_out_; }
  // Whether inlining every callee could say more than this run.
  bool has_summarised() const { return has_summarised_; }
  TakenApart apart() const { return apart_; }
  Inquiry &inquiry() { return inquiry_; }
  std::vector<std::string> explanation() const; // of loops, by their place

private:
  friend class LoopRelation;
  friend class LoopProduct;
  friend class Product;
  friend void run_summary(Executor &, Lane &, const ir::Loop &, Frame &);
  void run_apart(Lanes &lanes, const align::Alignment &alignment, Frame &frame);
  State initial_state(std::size_t version, const ir::Function *function,
                      const align::Renaming &renaming);
  void run(Lanes &lanes, const ir::Seq &seq, Frame &frame);
  void run_in_segments(Lanes &lanes, const ir::Seq &seq, Frame &frame);
  void summarise_segment(Lane &lane, const ir::Seq &segment, Frame &frame);
  void run_parallel(Lanes &lanes, const std::vector<const ir::Seq *> &bodies,
                    Frame &frame);
  void run_stmt(Lanes &lanes, const ir::Stmt &stmt, Frame &frame);
  void run_hole(Lanes &lanes, const ir::Hole &hole, Frame &frame);
  void run_if(Lanes &lanes, const ir::If &stmt, Frame &frame);
  bool choose(Lane &lane, Term condition, const ir::If *branch);
  void leave_out(Lane &lane, const std::string &why);
  void run_block(Lanes &lanes, const ir::Block &stmt, Frame &frame);
  void run_loop(Lanes &lanes, const ir::Stmt &stmt, Frame &frame);
  void unroll(Lane &lane, const ir::Loop &loop, Frame &frame);
  void summarise(Lane &lane, const ir::Loop &loop, Frame &frame);
  void step(Lane &lane, const ir::Stmt &stmt, Frame &frame);
  // summary.cpp
  Term cell_value(std::size_t version, const State &state, const Cell &cell);
  void set_cell(State &state, const Cell &cell, Term value);
  bool are_equal(const Lane &a, Term x, const Lane &b, Term y,
                 const std::string &name);
  SliceContext slice_context(const Lane &lane, const Frame &frame);
  Cells written_cells(const Lane &lane, const ir::Loop &loop,
                      const Frame &frame);
  std::vector<Term> loop_inputs(const Lane &lane, const ir::Loop &loop,
                                const Frame &frame);
  bool is_end_known(const Lane &lane, const ir::Loop &loop, const Frame &frame);
  Term summary_value(const std::string &name, smt::Sort sort,
                     const Cells &cells, const Lane &lane);
  void end_inner_locals(State &state, const ir::Seq &body,
                        const symbolic::FrameNames &names);
  Term exit_world(const Lane &at_entry, const LoopBody &body,
                  const State &after, const std::string &name);
  void hand_out_exits(Lane &lane, const LoopBody &body, const State &after,
                      Term result, Frame &frame, const std::string &name);

  void sweep(Lanes &lanes, const std::vector<const ir::Seq *> &bodies);
  void sweep_variable(Lanes &lanes, ir::Symbol name, std::size_t j);

  void check(Lane &lane, Term condition);
  void leave_to(Lane &lane, const std::string &label, Frame &frame);
  void take_pending(Lane &lane, const std::string &label, Frame &frame);

  // calls.cpp
  void run_call(Lanes &lanes, const ir::Stmt &stmt, Frame &frame);
  void call_intrinsic(Lane &lane, const ir::Call &call, ir::Intrinsic which,
                      Frame &frame);
  ir::Symbol call_alone(Lane &lane, const ir::Call &call, Frame &frame);
  std::string why_not_inlined(ir::Symbol callee, const Frame &frame) const;
  void attempt(Lane &lane, const std::function<void()> &run);
  void call_external(Lane &lane, const ir::Call &call, const std::string &name,
                     const ir::Function *declared, Frame &frame);
  bool may_body_call_back(std::size_t version, const ir::Seq &body) const;
  void refuse_callbacks(const Lane &lane, const ir::Loop &loop,
                        const LoopBody &body);
  void refuse_hidden_callbacks(const Lane &lane, const ir::Seq &body);
  void call_unread(Lane &lane, const ir::Call &call, const std::string &name,
                   Frame &frame);
  void end_program(Lane &lane, Term code);
  void call_with_callbacks(Lane &lane, const ir::Call &call,
                           const std::string &name, std::vector<Term> inputs);
  void refuse_changed_external(ir::Symbol name) const;
  void refuse_unread(const std::string &name) const;
  void refuse_changed(const std::string &who, const std::vector<Term> &in);
  void call_summarised(Lane &lane, const ir::Call &call, ir::Symbol callee,
                       Frame &frame);
  void call_indirect(Lane &lane, const ir::Call &call, Frame &frame);
  bool call_by_choice(Lane &lane, const ir::Call &call, Frame &frame);
  void call_through(Lane &lane, const ir::Call &call, Frame &frame);
  void run_uninterpreted(Lane &lane, const ir::Call &call, std::string name,
                         std::vector<Term> inputs,
                         const verdict::FunctionFacts &facts,
                         const std::vector<std::string_view> &regions);
  void leave_uninterpreted(Lane &lane, const ir::Call &call,
                           const smt::Uninterpreted &function,
                           const verdict::FunctionFacts &facts);
  void call_framed(Lane &lane, const ir::Call &call,
                   smt::Uninterpreted function,
                   const verdict::FunctionFacts &facts,
                   const Footprint &footprint);
  void leave_callee(Lane &lane, const Lane &at_end, const ir::Call &call,
                    Frame &inner);
  const align::Alignment *
  alignment_of(ir::Symbol callee, const std::vector<std::size_t> &versions,
               const std::vector<const ir::Function *> &functions);
  bool hands_out_memory(std::size_t version, const ir::Call &call) const;
  bool hands_out_memory();
  Reach reach_of_external(const ir::Call &call, const ir::Function *declared,
                          ir::LibraryEffect effect, const ir::Program &program);
  CallEffects effects_of(std::size_t version, const ir::Call &call);
  CallEffects external_effects(std::size_t version, const ir::Call &call,
                               ir::Symbol name, const ir::Function *declared);
  CallEffects callee_effects(std::size_t version, ir::Symbol name);
  void inline_callee(Lanes &lanes, const ir::Call &call, ir::Symbol callee,
                     Frame &frame);
  std::optional<ir::Symbol> callee_of(const Lane &lane, const ir::Call &call,
                                      Frame &frame);
  bool is_summarised(ir::Symbol callee) const;
  std::vector<Term> arguments(const Lane &lane, const ir::Call &call,
                              Frame &frame);
  void bind_result(Lane &lane, const ir::Call &call, Term value);
  Term variadic_arguments(const symbolic::FrameNames &names);
  Term access_volatile(State &state, const std::vector<Term> &args,
                       ir::Intrinsic which);
  void begin_variadic(Lane &lane, const ir::Call &call,
                      const std::vector<Term> &args, const Frame &inner);
  Frame make_frame(const std::vector<std::size_t> &versions, ir::Symbol callee,
                   const align::Alignment *alignment, unsigned depth,
                   const std::vector<const ir::Function *> &functions);
  Term fresh(const std::string &name, smt::Sort sort);
  symbolic::Machine &machine(const Lane &lane) {
    return machines_[lane.version];
  }
  const verdict::FunctionFacts *facts_of(std::size_t version,
                                         ir::Symbol function) const;
  const symbolic::FrameNames &names(const Lane &lane,
                                    const Frame &frame) const {
    return frame.versions[lane.version].names;
  }
  bool is_same_everywhere(const ir::Seq &body, const Lanes &lanes) const;
  ir::Seq plugged(const Lane &lane, const ir::Seq &body, const Frame &frame);
  void watch_size();

  symbolic::Universe &universe_;
  TermTable &table_;
  const verdict::Question &question_;
  Strategy strategy_;
  mutable bool has_summarised_ = false;
  mutable TakenApart apart_;
  std::optional<bool> hands_out_; // see hands_out_memory
  std::vector<symbolic::Machine> machines_;
  CallReach reach_;
  std::vector<Ending> endings_;
  std::vector<LeftOut> left_out_;             // of Unroll
  std::set<const ir::Stmt *> own_statements_; // of run_version, in its edit
  std::vector<ir::Symbol> call_stack_;
  std::map<std::string, std::shared_ptr<align::Alignment>> alignments_;
  unsigned sweeps_ = 0;
  std::uint64_t fresh_count_ = 0;
  Inquiry inquiry_;
  std::map<std::string, std::string> loop_notes_; // by where they stand
};

} // namespace mergeproof::relational
