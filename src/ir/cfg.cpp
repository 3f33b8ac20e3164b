#include "ir/cfg.h"

#include "support/check.h"

#include <algorithm>

namespace mergeproof::ir {
namespace {

class CfgBuilder {
public:
  Cfg run(const Function &function) {
    start();
    seq(function.body);
    return std::move(cfg_);
  }

private:
  struct Scope {
    Symbol label;
    std::uint32_t head;                 // where `continue` goes
    std::vector<std::uint32_t> leaving; // blocks that end with a break
  };

  BasicBlock &block() { return cfg_.blocks.back(); }
  std::uint32_t here() const {
    return static_cast<std::uint32_t>(cfg_.blocks.size() - 1);
  }

  // A new block, nothing leads to it yet.
  void start() {
    cfg_.blocks.emplace_back();
    is_open_ = true;
  }

  void connect(std::uint32_t from, std::uint32_t to) {
    cfg_.blocks[from].successors.push_back(to);
    cfg_.blocks[to].predecessors.push_back(from);
  }

  // A new block that follows this one, if its end can be reached.
  void fall_through() {
    std::uint32_t before = here();
    bool follows = is_open_;
    start();
    if (follows)
      connect(before, here());
  }

  void seq(const Seq &statements) {
    for (const Stmt *statement : statements) {
      if (!is_open_)
        start();
      std::visit([&](const auto &s) { add(*statement, s); }, statement->node);
    }
  }

  template <typename Simple>
  void add(const Stmt &stmt, const Simple &) {
    block().stmts.push_back(&stmt);
  }

  void add(const Stmt &stmt, const Return &) {
    block().stmts.push_back(&stmt);
    is_open_ = false;
  }

  void add(const Stmt &stmt, const If &s) {
    std::uint32_t branch = here();
    block().branch = &stmt;
    start();
    connect(branch, here());
    seq(s.then_body);
    std::uint32_t then_end = here();
    bool then_open = is_open_;
    if (!s.else_body.empty()) {
      start();
      connect(branch, here());
      seq(s.else_body);
      fall_through();
    } else {
      start();
      connect(branch, here());
    }
    if (then_open)
      connect(then_end, here());
  }

  void add(const Stmt &, const Loop &s) {
    fall_through();
    block().is_loop_head = true;
    scopes_.push_back({s.label, here(), {}});
    seq(s.body);
    if (is_open_)
      connect(here(), scopes_.back().head);
    start();
    close();
  }

  void add(const Stmt &, const Block &s) {
    scopes_.push_back({s.label, here(), {}});
    seq(s.body);
    fall_through();
    close();
  }

  // The breaks of the innermost scope come to this block.
  void close() {
    for (std::uint32_t from : scopes_.back().leaving)
      connect(from, here());
    scopes_.pop_back();
  }

  Scope &scope(Symbol label) {
    auto found = std::find_if(scopes_.rbegin(), scopes_.rend(),
                              [&](const Scope &s) { return s.label == label; });
    CHECK(found != scopes_.rend());
    return *found;
  }

  void add(const Stmt &, const Break &s) {
    scope(s.label).leaving.push_back(here());
    is_open_ = false;
  }

  void add(const Stmt &, const Continue &s) {
    connect(here(), scope(s.label).head);
    is_open_ = false;
  }

  Cfg cfg_;
  std::vector<Scope> scopes_;
  bool is_open_ = true; // the end of the last block can be reached
};

} // namespace

Cfg make_cfg(const Function &function) { return CfgBuilder().run(function); }

std::vector<std::uint32_t> reverse_post_order(const Cfg &cfg) {
  std::vector<std::uint32_t> order;
  std::vector<bool> seen(cfg.blocks.size());
  // Blocks that are being visited, with the next successor to look at.
  std::vector<std::pair<std::uint32_t, std::size_t>> open{{0, 0}};
  seen[0] = true;
  while (!open.empty()) {
    auto &[block, next] = open.back();
    const std::vector<std::uint32_t> &successors = cfg.blocks[block].successors;
    if (next == successors.size()) {
      order.push_back(block);
      open.pop_back();
      continue;
    }
    std::uint32_t successor = successors[next++];
    if (!seen[successor]) {
      seen[successor] = true;
      open.push_back({successor, 0});
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

} // namespace mergeproof::ir
