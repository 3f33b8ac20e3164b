#include "smt/sat/gates.h"

#include <algorithm>
#include <cadical.hpp>
#include <cstdlib>

namespace mergeproof::smt {

namespace {

// Every conflict leaves a clause.
class CountingLearner : public CaDiCaL::Learner {
public:
  std::uint64_t count = 0;
  bool learning(int) override {
    count++;
    return false;
  }
  void learn(int) override {}
};

} // namespace

class Gates::Core {
public:
  Core() {
    solver.configure("plain"); // questions are many, and most are easy
    solver.set("quiet", 1);
    solver.set("lucky", 0); // it prefers nothing
    solver.set("phase", 0); // small numbers first
    solver.connect_learner(&learner);
  }
  ~Core() { solver.disconnect_learner(); }

  CaDiCaL::Solver solver;
  CountingLearner learner;
};

Gates::Gates() : core_(std::make_unique<Core>()) { require({fresh()}); }

Gates::~Gates() = default;

Literal Gates::fresh() { return static_cast<Literal>(++variables_); }

bool Gates::find(const Key &key, Literal &literal) {
  auto [entry, is_new] = known_.try_emplace(key, 0);
  if (is_new)
    entry->second = fresh();
  literal = entry->second;
  return is_new;
}

Literal Gates::both(Literal a, Literal b) {
  if (a == never || b == never || a == -b)
    return never;
  if (a == always || a == b)
    return b;
  if (b == always)
    return a;
  Literal gate = 0;
  if (find({Of::And, std::min(a, b), std::max(a, b), 0}, gate)) {
    require({-gate, a});
    require({-gate, b});
    require({gate, -a, -b});
  }
  return gate;
}

Literal Gates::differ(Literal a, Literal b) {
  bool is_negated = (a < 0) != (b < 0);
  a = std::abs(a), b = std::abs(b);
  if (a > b)
    std::swap(a, b);
  Literal gate = 0;
  if (a == b)
    gate = never;
  else if (a == always)
    gate = -b;
  else if (find({Of::Xor, a, b, 0}, gate)) {
    require({-gate, a, b});
    require({-gate, -a, -b});
    require({gate, -a, b});
    require({gate, a, -b});
  }
  return is_negated ? -gate : gate;
}

Literal Gates::choose(Literal condition, Literal yes, Literal no) {
  if (condition < 0)
    return choose(-condition, no, yes);
  if (condition == always || yes == no)
    return yes;
  if (yes == -no)
    return same(condition, yes);
  if (yes == always || yes == condition)
    return either(condition, no);
  if (no == never || no == condition)
    return both(condition, yes);
  if (yes == never || yes == -condition)
    return both(-condition, no);
  if (no == always || no == -condition)
    return either(-condition, yes);
  Literal gate = 0;
  if (find({Of::Choice, condition, yes, no}, gate)) {
    require({-condition, -yes, gate});
    require({-condition, yes, -gate});
    require({condition, -no, gate});
    require({condition, no, -gate});
    require({-yes, -no, gate});
    require({yes, no, -gate});
  }
  return gate;
}

Literal Gates::majority(Literal a, Literal b, Literal c) {
  Literal sorted[] = {a, b, c};
  std::sort(std::begin(sorted), std::end(sorted), [](Literal x, Literal y) {
    return std::abs(x) != std::abs(y) ? std::abs(x) < std::abs(y) : x < y;
  });
  a = sorted[0], b = sorted[1], c = sorted[2];
  if (a == always)
    return either(b, c);
  if (a == never)
    return both(b, c);
  if (a == b || b == c)
    return b;
  if (a == -b)
    return c;
  if (b == -c)
    return a;
  Literal gate = 0;
  if (find({Of::Majority, a, b, c}, gate)) {
    require({-a, -b, gate});
    require({-a, -c, gate});
    require({-b, -c, gate});
    require({a, b, -gate});
    require({a, c, -gate});
    require({b, c, -gate});
  }
  return gate;
}

Literal Gates::all(const std::vector<Literal> &literals) {
  std::vector<Literal> open;
  for (Literal literal : literals) {
    if (literal == never)
      return never;
    if (literal != always)
      open.push_back(literal);
  }
  std::sort(open.begin(), open.end());
  open.erase(std::unique(open.begin(), open.end()), open.end());
  if (open.size() <= 2)
    return open.empty()       ? always
           : open.size() == 1 ? open[0]
                              : both(open[0], open[1]);
  Literal gate = fresh();
  std::vector<Literal> clause{gate};
  for (Literal literal : open) {
    require({-gate, literal});
    clause.push_back(-literal);
  }
  require(clause);
  return gate;
}

void Gates::prefer(Literal literal) { core_->solver.phase(literal); }

void Gates::require(const std::vector<Literal> &clause) {
  for (Literal literal : clause)
    core_->solver.add(literal);
  core_->solver.add(0);
}

SatResult Gates::solve(const std::vector<Literal> &assumptions,
                       std::uint64_t conflicts) {
  for (Literal literal : assumptions)
    core_->solver.assume(literal);
  core_->solver.limit("conflicts", static_cast<int>(conflicts));
  int result = core_->solver.solve();
  return result == 10   ? SatResult::Sat
         : result == 20 ? SatResult::Unsat
                        : SatResult::Unknown;
}

bool Gates::value(Literal literal) { return core_->solver.val(literal) > 0; }

bool Gates::is_needed(Literal assumption) {
  return core_->solver.failed(assumption);
}

std::uint64_t Gates::conflicts() const { return core_->learner.count; }

} // namespace mergeproof::smt
