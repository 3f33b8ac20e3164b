#include "relational/loops/linear_relations.h"

#include "relational/loops/first_turns.h"
#include "smt/fold.h"
#include "smt/simulation.h"
#include "support/hash.h"

#include <algorithm>
#include <numeric>

namespace mergeproof::relational {

namespace {

constexpr unsigned most_tried = 200;      // made-up turns
constexpr std::size_t most_samples = 32;  // of these, that go on
constexpr std::size_t least_samples = 12; // for a guess
constexpr std::size_t most_bases = 6;
constexpr std::int64_t most_change = 1 << 20;
constexpr std::int64_t most_factor = 4096;

// Arithmetic modulo a prime: rational numbers that are exact, and fast.
constexpr std::uint64_t prime = (std::uint64_t(1) << 61) - 1;

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  return std::uint64_t(static_cast<unsigned __int128>(a) * b % prime);
}

std::uint64_t minus(std::uint64_t a, std::uint64_t b) {
  return (a + prime - b) % prime;
}

std::uint64_t inverse(std::uint64_t a) {
  std::uint64_t result = 1;
  for (std::uint64_t power = prime - 2; power > 0; power /= 2) {
    if (power % 2 != 0)
      result = times(result, a);
    a = times(a, a);
  }
  return result;
}

std::uint64_t residue(std::int64_t a) {
  return a >= 0 ? std::uint64_t(a) : prime - std::uint64_t(-a);
}

// A small number, if it is the residue of one.
std::optional<std::int64_t> small_number(std::uint64_t residue) {
  auto number = residue <= prime / 2
                    ? std::int64_t(residue)
                    : -static_cast<std::int64_t>(prime - residue);
  return std::abs(number) <= most_factor ? std::optional(number) : std::nullopt;
}

using Vector = std::vector<std::uint64_t>;

// Vectors that do not depend on each other linearly.
class Basis {
public:
  // What combination of the vectors so far it is, by their number; or it is
  // added as the next one.
  std::optional<Vector> combine_or_add(const Vector &vector) {
    Row row{vector, Vector(rows_.size() + 1, 0)};
    for (const Row &known : rows_)
      reduce(row, known);
    auto lead = std::find_if(row.vector.begin(), row.vector.end(),
                             [](std::uint64_t entry) { return entry != 0; });
    if (lead == row.vector.end()) {
      row.made_of.pop_back(); // of itself
      for (std::uint64_t &part : row.made_of)
        part = minus(0, part);
      return row.made_of;
    }
    row.lead = std::size_t(lead - row.vector.begin());
    row.made_of.back() = 1;
    std::uint64_t scale = inverse(*lead);
    for (std::uint64_t &entry : row.vector)
      entry = times(entry, scale);
    for (std::uint64_t &part : row.made_of)
      part = times(part, scale);
    rows_.push_back(std::move(row));
    return std::nullopt;
  }
  std::size_t size() const { return rows_.size(); }

private:
  struct Row {
    Vector vector;
    Vector made_of; // by number of the vectors that were added
    std::size_t lead = 0;
  };

  static void reduce(Row &row, const Row &known) {
    std::uint64_t scale = row.vector[known.lead];
    if (scale == 0)
      return;
    for (std::size_t i = 0; i < row.vector.size(); i++)
      row.vector[i] = minus(row.vector[i], times(scale, known.vector[i]));
    for (std::size_t i = 0; i < known.made_of.size(); i++)
      row.made_of[i] = minus(row.made_of[i], times(scale, known.made_of[i]));
  }

  std::vector<Row> rows_;
};

std::vector<smt::Term> roots_of(const std::vector<ChangingVariable> &variables,
                                smt::Term goes_on) {
  std::vector<smt::Term> roots{goes_on};
  for (const ChangingVariable &variable : variables)
    roots.push_back(variable.after);
  return roots;
}

// Not far from where it was when the loop began: what points into an object
// goes on to do so.
void place(smt::Simulation &turn, const ChangingVariable &variable,
           std::uint64_t seed) {
  constexpr std::uint64_t farthest = 8;
  if (variable.head->kind != smt::Kind::Symbol)
    return;
  smt::Bits by = support::mix(seed, variable.head->id) % farthest;
  turn.assign(variable.head,
              (turn.value(variable.first) +
               (variable.is_pointer ? by * sizeof(void *) : by)) &
                  smt::mask(variable.head->sort.bits));
}

// By variable and turn.
using Changes = std::vector<std::vector<std::int64_t>>;

Changes simulate(const std::vector<ChangingVariable> &variables,
                 smt::Term goes_on, const std::vector<smt::Bits> &hints) {
  Changes changes(variables.size());
  for (unsigned seed = 1;
       seed <= most_tried && changes.front().size() < most_samples; seed++) {
    smt::Simulation turn(seed, hints);
    for (const ChangingVariable &variable : variables)
      place(turn, variable, seed);
    if (turn.value(goes_on) == 0)
      continue;
    for (std::size_t i = 0; i < variables.size(); i++) {
      const ChangingVariable &variable = variables[i];
      std::uint32_t bits = variable.head->sort.bits;
      smt::Bits change =
          (turn.value(variable.after) - turn.value(variable.head)) &
          smt::mask(bits);
      changes[i].push_back(std::int64_t(smt::to_signed(change, bits)));
    }
  }
  return changes;
}

// Not one that may be anything: a sum of what is read, a hash.
bool is_regular(const std::vector<std::int64_t> &changes) {
  return std::any_of(changes.begin(), changes.end(),
                     [](std::int64_t change) { return change != 0; }) &&
         std::all_of(changes.begin(), changes.end(), [](std::int64_t change) {
           return std::abs(change) <= most_change;
         });
}

// Others are to be made of what is wide, and counts by ones.
std::vector<std::size_t>
simplest_first(const std::vector<ChangingVariable> &variables) {
  std::vector<std::size_t> order(variables.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t one, std::size_t other) {
                     const ChangingVariable &x = variables[one];
                     const ChangingVariable &y = variables[other];
                     return x.is_pointer != y.is_pointer
                                ? y.is_pointer
                                : x.head->sort.bits > y.head->sort.bits;
                   });
  return order;
}

// `bases`: the variables that the parts stand for, after that of the turns.
std::optional<LinearRelation>
relation_of(const Vector &parts, const std::vector<std::size_t> &bases) {
  LinearRelation relation;
  for (std::size_t k = 0; k < parts.size(); k++) {
    std::optional<std::int64_t> factor = small_number(parts[k]);
    if (!factor)
      return std::nullopt;
    if (k == 0)
      relation.per_turn = *factor;
    else if (*factor != 0)
      relation.parts.push_back({bases[k - 1], *factor});
  }
  return relation.parts.empty() ? std::nullopt : std::optional(relation);
}

// Whether the code widens the variable as a number without sign.
bool is_zero_extended(const std::vector<smt::Term> &below, smt::Term head) {
  return std::any_of(below.begin(), below.end(), [&](smt::Term term) {
    if (term->kind != smt::Kind::ZeroExtend)
      return false;
    smt::Term inner = term->args[0];
    return inner == head ||
           std::count(inner->args.begin(), inner->args.end(), head) != 0;
  });
}

} // namespace

std::vector<std::optional<LinearRelation>>
guess_relations(const std::vector<ChangingVariable> &variables,
                smt::Term goes_on) {
  std::vector<std::optional<LinearRelation>> relations(variables.size());
  if (variables.size() < 2)
    return relations;
  std::vector<smt::Term> below = smt::reachable(roots_of(variables, goes_on));
  Changes changes = simulate(variables, goes_on, numbers_in(below));
  const std::size_t samples = changes.front().size();
  if (samples < least_samples)
    return relations;
  Basis basis;
  basis.combine_or_add(Vector(samples, 1)); // the turns
  std::vector<std::size_t> bases;
  for (std::size_t i : simplest_first(variables)) {
    if (!is_regular(changes[i]) || basis.size() > most_bases)
      continue;
    Vector vector(samples);
    std::transform(changes[i].begin(), changes[i].end(), vector.begin(),
                   residue);
    std::optional<Vector> parts = basis.combine_or_add(vector);
    if (!parts)
      bases.push_back(i);
    else if (variables[i].is_wanted)
      relations[i] = relation_of(*parts, bases);
    if (relations[i])
      for (const LinearRelation::Part &part : relations[i]->parts)
        relations[i]->is_signed &=
            !is_zero_extended(below, variables[part.variable].head);
  }
  return relations;
}

smt::Term widen_change(smt::TermTable &table, smt::Term value, smt::Term first,
                       std::uint32_t bits, bool is_signed) {
  smt::Term change = table.subtract(value, first);
  if (change->sort.bits > bits)
    return table.extract(bits - 1, 0, change);
  return is_signed ? table.sign_extend(bits, change)
                   : table.zero_extend(bits, change);
}

} // namespace mergeproof::relational
