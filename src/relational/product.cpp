#include "relational/product.h"

#include "relational/loops/loop_product.h"

#include <algorithm>

namespace mergeproof::relational {

bool has_loop(const ir::Seq &seq) {
  bool found = false;
  ir::for_each_stmt(seq, [&](const ir::Stmt &stmt) {
    found |= stmt.as<ir::Loop>() != nullptr;
  });
  return found;
}

namespace {

void collect_loops(const ir::Seq &seq, std::size_t from,
                   std::vector<const ir::Stmt *> &found) {
  for (std::size_t i = from; i < seq.size(); i++) {
    if (seq[i]->as<ir::Loop>()) {
      found.push_back(seq[i]);
      continue;
    }
    ir::Children inner = children(*seq[i]);
    if (inner.first)
      collect_loops(*inner.first, 0, found);
    if (inner.second)
      collect_loops(*inner.second, 0, found);
  }
}

std::vector<std::uint64_t> hashes_of(const ir::Stmt &loop) {
  std::vector<std::uint64_t> hashes;
  ir::for_each_stmt(loop.as<ir::Loop>()->body, [&](const ir::Stmt &stmt) {
    if (!children(stmt).first)
      hashes.push_back(stmt.hash);
    else if (auto *branch = stmt.as<ir::If>())
      hashes.push_back(branch->condition->hash);
  });
  std::sort(hashes.begin(), hashes.end());
  return hashes;
}

// The share of statements that two loops have in common, in thousandths.
unsigned similarity(const ir::Stmt &a, const ir::Stmt &b) {
  std::vector<std::uint64_t> x = hashes_of(a), y = hashes_of(b), common;
  std::set_intersection(x.begin(), x.end(), y.begin(), y.end(),
                        std::back_inserter(common));
  std::size_t all = x.size() + y.size();
  return all == 0 ? 1000 : unsigned(2000 * common.size() / all);
}

} // namespace

Product::Product(Executor &executor, Frame &frame)
    : executor_(executor), frame_(frame) {}

void Product::run(Lanes &lanes, const std::vector<const ir::Seq *> &bodies) {
  for (std::size_t i = 0; i < lanes.size(); i++)
    begin(lanes[i], *bodies[i], i);
  for (;;) {
    waiting_.clear();
    for (std::size_t i = 0; i < lanes.size(); i++)
      advance(i);
    if (waiting_.empty())
      break;
    relate();
  }
  for (std::size_t i = 0; i < lanes.size(); i++)
    lanes[i] = threads_[i].lane;
}

void Product::run_loop(Lanes &lanes, const ir::Stmt &loop) {
  std::vector<bool> is_done(lanes.size(), false);
  for (;;) {
    Lanes left;
    std::vector<std::size_t> who;
    for (std::size_t i = 0; i < lanes.size(); i++)
      if (!is_done[i] && !lanes[i].state.is_dead()) {
        left.push_back(lanes[i]);
        who.push_back(i);
      }
    if (left.empty())
      break;
    LoopProduct product(executor_, frame_);
    std::vector<bool> done = product.run(
        left, std::vector<const ir::Stmt *>(left.size(), &loop), true);
    if (product.split()) {
      const ir::Seq only{&loop};
      Product(executor_, frame_)
          .run(left, std::vector<const ir::Seq *>(left.size(), &only));
      done.assign(left.size(), true);
    }
    for (std::size_t k = 0; k < who.size(); k++) {
      lanes[who[k]] = left[k];
      is_done[who[k]] = done[k];
    }
  }
  for (Lane &lane : lanes) // what is left of lanes that were dead
    executor_.take_pending(lane, std::string(loop.as<ir::Loop>()->label),
                           frame_);
}

std::size_t Product::begin(const Lane &lane, const ir::Seq &body,
                           std::size_t root) {
  Thread thread;
  thread.lane = lane;
  thread.levels.push_back({&body, 0, nullptr});
  thread.root = root;
  threads_.push_back(std::move(thread));
  return threads_.size() - 1;
}

// Up to the next loops; who waits there is noted.
void Product::advance(std::size_t index) {
  Thread &thread = threads_[index]; // a deque: stays where it is
  while (!thread.is_done) {
    if (!join_fork(thread))
      return;
    leave_levels(thread);
    if (thread.levels.empty()) {
      thread.is_done = true;
      return;
    }
    Level &level = thread.levels.back();
    const ir::Stmt &stmt = *(*level.seq)[level.next];
    if (stmt.as<ir::Loop>() && !thread.lane.state.is_dead()) {
      waiting_.push_back({index, &stmt});
      return;
    }
    level.next++;
    if (auto *loop = stmt.as<ir::Loop>()) // has been left before
      executor_.take_pending(thread.lane, std::string(loop->label), frame_);
    else if (!thread.lane.state.is_dead())
      step(thread, stmt);
  }
}

bool Product::join_fork(Thread &thread) {
  if (!thread.fork.has_value())
    return true;
  Fork fork = thread.fork.value();
  advance(fork.yes);
  advance(fork.no);
  const Thread &yes = threads_[fork.yes], &no = threads_[fork.no];
  if (!yes.is_done || !no.is_done)
    return false;
  thread.lane.state =
      join(executor_.table_, fork.condition, yes.lane.state, no.lane.state);
  thread.fork.reset();
  return true;
}

void Product::leave_levels(Thread &thread) {
  while (!thread.levels.empty() &&
         thread.levels.back().next == thread.levels.back().seq->size()) {
    const ir::Block *block = thread.levels.back().block;
    thread.levels.pop_back();
    if (block)
      executor_.take_pending(thread.lane, std::string(block->label), frame_);
  }
}

void Product::step(Thread &thread, const ir::Stmt &stmt) {
  if (auto *block = stmt.as<ir::Block>(); block && has_loop(block->body)) {
    thread.levels.push_back({&block->body, 0, block});
    return;
  }
  if (auto *branch = stmt.as<ir::If>();
      branch && (has_loop(branch->then_body) || has_loop(branch->else_body)))
    return fork(thread, *branch);
  Lanes single{thread.lane};
  executor_.run_stmt(single, stmt, frame_);
  thread.lane = single[0];
}

void Product::fork(Thread &thread, const ir::If &stmt) {
  Term condition = executor_.machine(thread.lane)
                       .evaluate(stmt.condition, thread.lane.state,
                                 executor_.names(thread.lane, frame_));
  TermTable &table = executor_.table_;
  Lane yes = thread.lane, no = thread.lane;
  Term guard = thread.lane.state.guard;
  yes.state.guard = table.logical_and(guard, condition);
  no.state.guard = table.logical_and(guard, table.logical_not(condition));
  std::size_t root = thread.root;
  Fork fork{condition, 0, 0};
  fork.yes = begin(yes, stmt.then_body, root);
  fork.no = begin(no, stmt.else_body, root);
  thread.fork = fork;
}

void Product::relate() {
  std::vector<Waiting> chosen = choose();
  Lanes lanes;
  std::vector<const ir::Stmt *> loops;
  for (const Waiting &who : chosen) {
    lanes.push_back(threads_[who.thread].lane);
    loops.push_back(who.loop);
  }
  bool may_split =
      std::none_of(chosen.begin(), chosen.end(), [&](const Waiting &who) {
        return threads_[who.thread].is_split;
      });
  LoopProduct product(executor_, frame_);
  std::vector<bool> done = product.run(lanes, loops, may_split);
  if (product.split()) {
    for (const Waiting &who : chosen)
      split(who.thread, *who.loop, product.split());
    return;
  }
  for (std::size_t k = 0; k < chosen.size(); k++) {
    Thread &thread = threads_[chosen[k].thread];
    thread.lane = lanes[k];
    thread.levels.back().next += done[k];
  }
}

// From here the thread waits for two that run the loop.
void Product::split(std::size_t index, const ir::Stmt &loop, Term condition) {
  Thread &thread = threads_[index]; // a deque: stays where it is
  thread.levels.back().next++;
  made_.push_back({&loop});
  TermTable &table = executor_.table_;
  Fork fork{condition, 0, 0};
  for (bool holds : {true, false}) {
    Lane lane = thread.lane;
    lane.state.guard = table.logical_and(
        lane.state.guard, holds ? condition : table.logical_not(condition));
    std::size_t half = begin(lane, made_.back(), thread.root);
    threads_[half].is_split = true;
    (holds ? fork.yes : fork.no) = half;
  }
  thread.fork = fork;
}

std::vector<Product::Waiting> Product::choose() const {
  // Side by side, the first loops of all are tried together: an unrolled loop
  // is less like the original than what is left over behind it.
  if (!executor_.strategy_.uses_skeleton)
    return waiting_;
  std::vector<Waiting> chosen;
  for (const Waiting &who : waiting_)
    if (!should_wait(who))
      chosen.push_back(who);
  return chosen.empty() ? waiting_ : chosen;
}

// Whether some other version has a later loop that is more like this one than
// any that is waited at.
bool Product::should_wait(const Waiting &who) const {
  unsigned now = 0, later = 0;
  std::size_t root = threads_[who.thread].root;
  for (const Waiting &other : waiting_) {
    if (threads_[other.thread].root == root)
      continue;
    now = std::max(now, similarity(*who.loop, *other.loop));
    for (const ir::Stmt *ahead : loops_ahead(threads_[other.thread]))
      later = std::max(later, similarity(*who.loop, *ahead));
  }
  return later > now;
}

std::vector<const ir::Stmt *> Product::loops_ahead(const Thread &thread) {
  std::vector<const ir::Stmt *> found;
  for (std::size_t k = thread.levels.size(); k-- > 0;) {
    const Level &level = thread.levels[k];
    bool is_innermost = k + 1 == thread.levels.size();
    collect_loops(*level.seq, level.next + (is_innermost ? 1 : 0), found);
  }
  return found;
}

} // namespace mergeproof::relational
