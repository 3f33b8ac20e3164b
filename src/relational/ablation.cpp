// Executor without dependence analysis (SafeMerge, section 8.3): what versions
// share becomes functions of all that is there, so that one changed value makes
// all of them different. Only to measure what the analysis is worth.
#include "relational/executor.h"

#include <algorithm>

namespace mergeproof::relational {

namespace {

bool is_plain(const ir::Stmt &stmt) {
  if (auto *branch = stmt.as<ir::If>()) {
    auto all = [](const ir::Seq &seq) {
      return std::all_of(seq.begin(), seq.end(), [](const ir::Stmt *inner) {
        return is_plain(*inner);
      });
    };
    return all(branch->then_body) && all(branch->else_body);
  }
  return stmt.as<ir::Assign>() || stmt.as<ir::Store>() ||
         stmt.as<ir::MemCopy>() || stmt.as<ir::MemSet>();
}

} // namespace

void Executor::run_in_segments(Lanes &lanes, const ir::Seq &seq, Frame &frame) {
  for (std::size_t at = 0; at < seq.size();) {
    ir::Seq segment;
    while (at < seq.size() && is_plain(*seq[at]))
      segment.push_back(seq[at++]);
    for (Lane &lane : lanes)
      if (!segment.empty() && !lane.state.is_dead())
        summarise_segment(lane, segment, frame);
    watch_size();
    if (at < seq.size())
      run_stmt(lanes, *seq[at++], frame);
  }
}

void Executor::summarise_segment(Lane &lane, const ir::Seq &segment,
                                 Frame &frame) {
  ir::Loop whole{question_.context->symbol("segment"), segment};
  SliceContext context = slice_context(lane, frame);
  LoopBody body(whole, context);
  std::vector<Term> inputs;
  for (const auto &[name, value] : lane.state.variables)
    inputs.push_back(value);
  for (const auto &[name, memory] : lane.state.regions)
    inputs.push_back(memory);
  std::string name = "segment " + std::to_string(body.whole_hash());
  for (Term input : inputs)
    name += " " + std::to_string(input->sort.bits);
  State after = lane.state;
  for (const Cell &cell : body.written()) {
    Term before = cell_value(lane.version, lane.state, cell);
    set_cell(after, cell,
             table_.apply(name + " " + std::string(cell.name), before->sort,
                          inputs));
  }
  lane.state = after;
}

} // namespace mergeproof::relational
