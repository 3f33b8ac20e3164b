// The paths of one version of a unit, each run by itself: under which inputs it
// is taken, and what it does (symbolic merge conflicts, section IV-C and IV-D).
//
// Depth first: a path is a sequence of decisions, replayed from the start with
// the last one turned around. First goes the way that leads to code which the
// version does not share with all others (TOM, section 3.3, covers lines that
// differ): where there are too many paths, those count most. Where the solver
// refutes one of the two ways, the path has no choice; those refusals are a
// part of a proof that rests on the enumeration (inquiry().conditions).
//
// The guards of a version's paths exclude each other, and one of them holds on
// every input on which the version ends. Memory behind pointers is not split
// into cases: whether a pointer is null, or equal to another, is a condition
// like every other.
#pragma once

#include "paths/independence.h"
#include "relational/executor.h"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace mergeproof::paths {

struct Path {
  // LeftOut: it goes on, but was not followed.
  enum class End { Returned, Trapped, Exited, LeftOut };
  End end = End::Returned;
  Term guard = nullptr;
  relational::Leave leave; // Returned
  relational::Exit exit;   // Exited
  std::string why;         // LeftOut
};

// Paths that do the same are one, and so are all traps: an element is what the
// version does, with all inputs on which it does so.
using PathSet = std::vector<Path>;

struct Limits {
  std::size_t paths = 256; // of one version
  // Where there are more: inputs are looked for on those that were followed.
  enum class Beyond { GiveUp, LeaveOut } beyond = Beyond::GiveUp;
  // Gives up where a path goes on that is not followed: there is no proof.
  bool is_for_proof = false;
};

class Enumeration : private relational::Chooser {
public:
  // Loops take up to the question's Budget::unroll turns in which there is a
  // choice.
  Enumeration(symbolic::Universe &universe, relational::Callees callees,
              const Limits &limits);

  // By version. Throws relational::GiveUp.
  std::vector<PathSet> run();

  relational::Executor &executor() { return executor_; }
  relational::Inquiry &inquiry() { return executor_.inquiry(); }

private:
  struct Decision {
    bool is_taken = true;
    bool is_open = false;   // the other way was not yet followed
    bool is_choice = false; // both ways are possible
    bool is_asked = true;   // whether this one is: else only the other is not
    std::shared_ptr<smt::Model> other; // inputs that go the other way, if known
  };
  bool choose(Term guard, Term condition, Interest interest) override;
  std::size_t branchings() const override { return branchings_; }
  bool is_possible(Term guard, Term condition,
                   std::shared_ptr<smt::Model> &inputs);
  const smt::Answer &ask(const std::vector<Term> &asked);
  bool is_known_to_hold(Term part) const;
  Decision decide(Term guard, Term condition);
  void prefer(Decision &decision, Interest interest);
  bool go_back();
  PathSet run_version(std::size_t version, const align::Alignment &alignment);
  void leave_out_rest(PathSet &set) const;
  void add(PathSet &set, std::size_t version,
           const relational::Executor::Result &result);
  void add_returned(PathSet &set, relational::Leave leave);
  void add_ended(PathSet &set, const relational::Ending &ending);
  bool does_the_same(const relational::Leave &a,
                     const relational::Leave &b) const;

  symbolic::Universe &universe_;
  smt::TermTable &table_;
  Limits limits_;
  relational::Executor executor_;
  std::shared_ptr<Independence> independence_ =
      std::make_shared<Independence>();
  std::map<std::vector<std::uint64_t>, smt::Answer> answers_; // by ids asked
  std::vector<Term> holding_; // conjuncts that can hold together, on this path
  std::vector<Decision> decisions_;
  std::shared_ptr<smt::Model> inputs_; // that take this path, if known
  std::size_t next_ = 0;               // of the decisions, on this path
  std::size_t branchings_ = 0;         // on this path
};

} // namespace mergeproof::paths
