// Gates over the variables of a SAT solver: a literal for what a condition of
// others is, by clauses that define it (Tseitin's encoding).
//
// Constants are folded and equal gates are made once, so a gate of a constant
// or of the same literal twice costs nothing. Clauses only ever define new
// literals, but for require(): whatever is asked, gates stay.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace mergeproof::smt {

using Literal = int; // never 0; -x is the negation of x
inline constexpr Literal always = 1, never = -1;

enum class SatResult : std::uint8_t { Sat, Unsat, Unknown };

class Gates {
public:
  Gates();
  ~Gates();
  Gates(const Gates &) = delete;
  Gates &operator=(const Gates &) = delete;

  Literal fresh();
  Literal both(Literal a, Literal b);
  Literal either(Literal a, Literal b) { return -both(-a, -b); }
  Literal differ(Literal a, Literal b);
  Literal same(Literal a, Literal b) { return -differ(a, b); }
  Literal choose(Literal condition, Literal yes, Literal no);
  Literal all(const std::vector<Literal> &literals);
  // At least two of them.
  Literal majority(Literal a, Literal b, Literal c);

  // What it is where nothing says so: else false.
  void prefer(Literal literal);

  void require(const std::vector<Literal> &clause);

  // Whether all can hold at once, within so many conflicts: a count, so the
  // answer is the same on every machine.
  SatResult solve(const std::vector<Literal> &assumptions,
                  std::uint64_t conflicts);
  // After Sat.
  bool value(Literal literal);
  // After Unsat: whether the assumption was needed.
  bool is_needed(Literal assumption);

  std::size_t variables() const { return variables_; }
  // Conflicts of all questions so far.
  std::uint64_t conflicts() const;

private:
  enum class Of : std::uint8_t { And, Xor, Choice, Majority };
  using Key = std::tuple<Of, Literal, Literal, Literal>;
  // Whether the gate is new.
  bool find(const Key &key, Literal &literal);

  class Core;
  std::unique_ptr<Core> core_;
  std::map<Key, Literal> known_;
  std::size_t variables_ = 0;
};

} // namespace mergeproof::smt
