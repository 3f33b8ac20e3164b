#include "relational/loops/guessed_facts.h"

#include "relational/loops/guessed_operations.h"
#include "smt/fold.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace mergeproof::relational {

using smt::Bits;
using smt::Kind;

namespace {

constexpr std::size_t most_facts = 24;
constexpr std::size_t most_of_pair = 3; // about a variable and another lane
constexpr std::size_t most_alone = 24;  // about one lane
constexpr std::size_t most_members = 4; // of a set of numbers
constexpr std::size_t most_combinations = 8; // of two variables
constexpr __int128 most_slope = 4096;

using Variable = SampledVariable;

std::uint32_t bits_of(const Variable &x) { return x.first->sort.bits; }

bool is_same_throughout(const Variable &x, const Variable &y) {
  return x.first->sort == y.first->sort && x.values == y.values;
}

bool is_constant(const Variable &x) {
  return std::all_of(x.values.begin(), x.values.end(),
                     [&](Bits value) { return value == x.values.front(); });
}

template <typename Holds>
bool holds_throughout(const Variable &x, const Holds &holds) {
  for (std::size_t row = 0; row < x.values.size(); row++)
    if (!holds(row))
      return false;
  return true;
}

Bits widened(Bits value, std::uint32_t from, std::uint32_t to, bool is_signed) {
  return (is_signed ? static_cast<Bits>(smt::to_signed(value, from)) : value) &
         smt::mask(to);
}

Term resized(TermTable &table, Term value, std::uint32_t bits, bool is_signed) {
  if (value->sort.bits > bits)
    return table.extract(bits - 1, 0, value);
  return is_signed ? table.sign_extend(bits, value)
                   : table.zero_extend(bits, value);
}

// The change of a variable since the beginning, as a number of `bits` bits.
Bits change_of(const Variable &x, std::size_t row, std::uint32_t bits,
               bool is_signed) {
  Bits change = (x.values[row] - x.firsts[row]) & smt::mask(bits_of(x));
  return widened(change, bits_of(x), bits, is_signed);
}

// By what one changes when the other changes by one, as far as a row tells.
std::optional<__int128> slope_of(const Variable &x, const Variable &y) {
  auto change = [](const Variable &v, std::size_t row) {
    return smt::to_signed(change_of(v, row, bits_of(v), true), bits_of(v));
  };
  for (std::size_t row = 0; row < x.values.size(); row++)
    if (__int128 by = change(y, row); by != 0) {
      __int128 changed = change(x, row);
      if (changed == 0 || changed % by != 0 || changed / by > most_slope ||
          changed / by < -most_slope)
        return std::nullopt;
      return changed / by;
    }
  return std::nullopt;
}

class Guesser {
public:
  Guesser(TermTable &table, const std::vector<Variable> &variables,
          const std::vector<Bits> &numbers, Below below)
      : table_(table), variables_(variables), numbers_(numbers),
        below_(std::move(below)) {}

  Guesses guesses() {
    std::vector<const Variable *> wanted;
    for (const Variable &x : variables_)
      if (x.is_wanted && !is_constant(x) && !has_earlier_twin(x))
        wanted.push_back(&x);
    for (const Variable *x : wanted)
      for (std::size_t lane : lanes())
        if (lane != x->lane && !is_known_in(*x, lane))
          relate(*x, lane);
    for (const Variable *x : wanted)
      if (count() < most_facts + most_alone) {
        add_borders(*x);
        add_orders(*x);
      }
    return std::move(found_);
  }

private:
  std::size_t count() const {
    return found_.facts.size() + found_.relations.size();
  }

  std::set<std::size_t> lanes() const {
    std::set<std::size_t> all;
    for (const Variable &x : variables_)
      all.insert(x.lane);
    return all;
  }

  // What is equal is related already: one of them is enough.
  bool has_earlier_twin(const Variable &x) const {
    return std::any_of(variables_.begin(), variables_.end(),
                       [&](const Variable &y) {
                         return y.lane < x.lane && y.name == x.name &&
                                is_same_throughout(x, y);
                       });
  }

  bool is_known_in(const Variable &x, std::size_t lane) const {
    return std::any_of(variables_.begin(), variables_.end(),
                       [&](const Variable &y) {
                         return y.lane == lane && is_same_throughout(x, y);
                       });
  }

  void relate(const Variable &x, std::size_t lane) {
    most_ = std::min(most_facts, count() + most_of_pair);
    std::vector<const Variable *> others;
    for (const Variable &y : variables_)
      if (y.lane == lane)
        others.push_back(&y);
    for (const Variable *y : others)
      if (!is_constant(*y) && !related_.contains({y, &x}) &&
          (add_widened(x, *y) || add_affine(x, *y) || add_with_number(x, *y) ||
           add_flag(x, *y) || add_index(x, *y, others) || add_offset(x, *y)))
        related_.insert({&x, y});
    for (const Variable *y : others)
      for (const Variable *z : others)
        if (y != z && y->first->sort == z->first->sort &&
            !(is_constant(*y) && is_constant(*z)) && !add_composed(x, *y, *z))
          add_compared(x, *y, *z);
    for (const Variable *y : others)
      for (const Variable *z : others)
        if (y < z)
          add_combinations(x, *y, *z);
  }

  // `says`: of x, y and z in this order.
  using Says = std::function<Term(const std::vector<Term> &)>;
  void add(const std::vector<const Variable *> &about, const std::string &text,
           Says says) {
    if (count() < most_)
      found_.facts.push_back(fact(about, text, std::move(says)));
  }

  Fact fact(const std::vector<const Variable *> &about, const std::string &text,
            Says says) const {
    const Variable &x = *about[0];
    struct Read {
      bool is_here;
      std::string_view name;
      smt::Sort sort;
    };
    std::vector<Read> reads;
    for (const Variable *v : about)
      reads.push_back({v->lane == x.lane, v->name, v->first->sort});
    auto of_both = [&table = table_, reads, says = std::move(says)](
                       const State &at, const State &there) {
      std::vector<Term> values;
      for (const Read &read : reads)
        values.push_back(
            value_in(table, read.is_here ? at : there, read.name, read.sort));
      return says(values);
    };
    return {x.lane,
            std::string(x.name) + " is " + text + " of the other",
            {},
            about[1]->lane,
            std::move(of_both)};
  }

  void add_borders(const Variable &x);
  void add_orders(const Variable &x);
  bool add_order(const Variable &x, const Variable &y, Kind less);
  bool add_widened(const Variable &x, const Variable &y);
  bool add_affine(const Variable &x, const Variable &y);
  Fact affine_fact(const Variable &x, const Variable &y, Bits factor,
                   bool is_signed) const;
  bool add_with_number(const Variable &x, const Variable &y);
  bool add_flag(const Variable &x, const Variable &y);
  bool add_index(const Variable &x, const Variable &y,
                 const std::vector<const Variable *> &others);
  bool add_offset(const Variable &x, const Variable &y);
  bool add_combinations(const Variable &x, const Variable &y,
                        const Variable &z);
  bool add_composed(const Variable &x, const Variable &y, const Variable &z);
  bool add_compared(const Variable &x, const Variable &y, const Variable &z);

  TermTable &table_;
  const std::vector<Variable> &variables_;
  const std::vector<Bits> &numbers_;
  Below below_;
  std::size_t most_ = 0;
  std::set<std::pair<const Variable *, const Variable *>> related_;
  Guesses found_;
};

// That it never goes below where it began, or never above.
void Guesser::add_borders(const Variable &x) {
  for (bool is_least : {true, false})
    if (holds_throughout(x, [&](std::size_t row) {
          auto now = smt::to_signed(x.values[row], bits_of(x));
          auto first = smt::to_signed(x.firsts[row], bits_of(x));
          return is_least ? now >= first : now <= first;
        }))
      found_.facts.push_back(
          {x.lane,
           fmt::format("{} is never {} where it begins", x.name,
                       is_least ? "below" : "above"),
           [=, &table = table_, name = x.name, first = x.first](const State &at,
                                                                unsigned) {
             Term now = value_in(table, at, name, first->sort);
             return table.logical_not(
                 is_least ? table.binary(Kind::SLt, now, first)
                          : table.binary(Kind::SLt, first, now));
           }});
}

// That it is less than others of its own version, or at most these.
void Guesser::add_orders(const Variable &x) {
  std::size_t most = found_.facts.size() + most_of_pair;
  for (const Variable &y : variables_) {
    bool is_other = &x != &y && y.lane == x.lane &&
                    y.first->sort == x.first->sort && !is_constant(y);
    if (is_other && found_.facts.size() < most && !add_order(x, y, Kind::SLt))
      add_order(x, y, Kind::ULt);
  }
}

bool Guesser::add_order(const Variable &x, const Variable &y, Kind less) {
  auto is_less = [&](const Variable &a, const Variable &b, std::size_t row) {
    return smt::fold(less, a.values[row], b.values[row], bits_of(a)) != 0;
  };
  if (!holds_throughout(x,
                        [&](std::size_t row) { return !is_less(y, x, row); }))
    return false;
  bool is_strict =
      holds_throughout(x, [&](std::size_t row) { return is_less(x, y, row); });
  found_.facts.push_back(
      {x.lane, fmt::format("{} {} {}", x.name, is_strict ? "<" : "<=", y.name),
       [=, &table = table_, below = below_, name = x.name, other = y.name,
        sort = x.first->sort](const State &at, unsigned) {
         Term a = value_in(table, at, name, sort);
         Term b = value_in(table, at, other, sort);
         return is_strict ? below(less, a, b)
                          : table.logical_not(below(less, b, a));
       }});
  return true;
}

bool Guesser::add_widened(const Variable &x, const Variable &y) {
  const std::uint32_t own = bits_of(x), other = bits_of(y);
  if (own == other)
    return false;
  for (bool is_signed : {false, true}) {
    if (!holds_throughout(x, [&](std::size_t row) {
          return widened(x.values[row], own, other, is_signed) ==
                 widened(y.values[row], other, own, is_signed);
        }))
      continue;
    add({&x, &y}, std::string(y.name),
        [=, &table = table_](const std::vector<Term> &v) {
          std::uint32_t bits = std::max(own, other);
          return table.equal(resized(table, v[0], bits, is_signed),
                             resized(table, v[1], bits, is_signed));
        });
    return true;
  }
  return false;
}

bool Guesser::add_affine(const Variable &x, const Variable &y) {
  const std::uint32_t bits = bits_of(x);
  std::optional<__int128> slope = slope_of(x, y);
  if (!slope)
    return false;
  const Bits factor = static_cast<Bits>(*slope) & smt::mask(bits);
  for (bool is_signed : {!y.is_unsigned, y.is_unsigned}) {
    if (!holds_throughout(x, [&](std::size_t row) {
          return change_of(x, row, bits, true) ==
                 (change_of(y, row, bits, is_signed) * factor &
                  smt::mask(bits));
        }))
      continue;
    auto number_of = [&](const Variable &v) {
      return std::size_t(&v - variables_.data());
    };
    if (count() < most_)
      found_.relations.push_back(
          {.variable = number_of(x),
           .other = number_of(y),
           .factor = std::int64_t(*slope),
           .is_signed = is_signed,
           .fact = affine_fact(x, y, factor, is_signed)});
    return true;
  }
  return false;
}

Fact Guesser::affine_fact(const Variable &x, const Variable &y, Bits factor,
                          bool is_signed) const {
  const std::uint32_t bits = bits_of(x);
  return fact({&x, &y},
              fmt::format("{} times {}, from where they begin,",
                          std::int64_t(smt::to_signed(factor, bits)), y.name),
              [=, &table = table_, start = x.first,
               other = y.first](const std::vector<Term> &v) {
                Term change = resized(table, table.subtract(v[1], other), bits,
                                      is_signed);
                Term times = table.constant(smt::bv_sort(bits), factor);
                return table.equal(
                    v[0], table.add(start, table.multiply(change, times)));
              });
}

bool Guesser::add_with_number(const Variable &x, const Variable &y) {
  const std::uint32_t bits = bits_of(x);
  constexpr std::array kinds{std::pair{Kind::UDiv, "/"},
                             std::pair{Kind::URem, "%"},
                             std::pair{Kind::BvAnd, "&"}};
  for (Bits number : numbers_)
    for (const auto &[kind, sign] : kinds) {
      if (bits != bits_of(y) || number < 2 || number > smt::mask(bits) ||
          !holds_throughout(x, [&, kind = kind](std::size_t row) {
            return smt::fold(kind, y.values[row], number, bits) ==
                   x.values[row];
          }))
        continue;
      add({&x, &y},
          fmt::format("{} {} {}", y.name, sign, std::uint64_t(number)),
          [=, &table = table_, kind = kind](const std::vector<Term> &v) {
            Term by = table.constant(smt::bv_sort(bits), number);
            return table.equal(v[0], table.binary(kind, v[1], by));
          });
      return true;
    }
  return false;
}

// One of two values, which tells whether y is one of a few.
bool Guesser::add_flag(const Variable &x, const Variable &y) {
  std::map<Bits, std::set<Bits>> seen;
  for (std::size_t row = 0; row < x.values.size(); row++)
    seen[x.values[row]].insert(y.values[row]);
  if (seen.size() != 2)
    return false;
  auto few = seen.begin(), rest = std::next(few);
  if (few->second.size() > rest->second.size())
    std::swap(few, rest);
  const std::set<Bits> members = few->second;
  if (members.size() > most_members ||
      std::any_of(members.begin(), members.end(),
                  [&](Bits value) { return rest->second.contains(value); }))
    return false;
  std::string text;
  for (Bits member : members)
    text +=
        (text.empty() ? "" : " or ") + std::to_string(std::uint64_t(member));
  add({&x, &y},
      fmt::format("{} exactly where {} is {}", std::uint64_t(few->first),
                  y.name, text),
      [=, &table = table_, when = few->first](const std::vector<Term> &v) {
        Term is_member = table.boolean(false);
        for (Bits member : members)
          is_member = table.logical_or(
              is_member, table.equal(v[1], table.constant(v[1]->sort, member)));
        return table.equal(table.equal(v[0], table.constant(v[0]->sort, when)),
                           is_member);
      });
  return true;
}

namespace {

// What both are in the rows of the beginning, if that is always the same.
std::optional<std::pair<Bits, Bits>> beginning_of(const Variable &x,
                                                  const Variable &y) {
  if (!x.first->is_constant() || !y.first->is_constant())
    return std::nullopt;
  return std::pair{x.first->value, y.first->value};
}

// The factor of y in x - z in the other rows, where it is one number.
std::optional<__int128> step_of(const Variable &x, const Variable &y,
                                const Variable &z, Bits none) {
  std::optional<__int128> step;
  for (std::size_t row = 0; row < x.values.size(); row++) {
    if (y.values[row] == none)
      continue;
    auto by = smt::to_signed(y.values[row], bits_of(y));
    auto is = smt::to_signed(
        (x.values[row] - z.values[row]) & smt::mask(bits_of(x)), bits_of(x));
    if (by == 0 ? is != 0 : is % by != 0 || (step && is / by != *step))
      return std::nullopt;
    if (by != 0)
      step = is / by;
  }
  bool is_small = step && *step != 0 && *step <= most_slope;
  return is_small ? step : std::nullopt;
}

} // namespace

// A pointer to an element, or null, where the other is its number, or -1.
bool Guesser::add_index(const Variable &x, const Variable &y,
                        const std::vector<const Variable *> &others) {
  auto nothing = beginning_of(x, y);
  if (!nothing || !holds_throughout(x, [&](std::size_t row) {
        return (x.values[row] == nothing->first) ==
               (y.values[row] == nothing->second);
      }))
    return false;
  for (const Variable *z : others) {
    bool is_start = z->is_unchanged && z->first->sort == x.first->sort;
    auto step = is_start ? step_of(x, y, *z, nothing->second) : std::nullopt;
    if (!step)
      continue;
    add({&x, &y, z},
        fmt::format("{} + {} * {}, or nothing,", z->name, std::int64_t(*step),
                    y.name),
        [=, &table = table_, bits = bits_of(x),
         by = static_cast<Bits>(*step)](const std::vector<Term> &v) {
          auto is = [&](Term a, Bits b) {
            return table.equal(a, table.constant(a->sort, b));
          };
          Term distance =
              table.multiply(resized(table, v[1], bits, true),
                             table.constant(smt::bv_sort(bits), by));
          return table.ite(is(v[1], nothing->second), is(v[0], nothing->first),
                           table.equal(v[0], table.add(v[2], distance)));
        });
    return true;
  }
  return false;
}

// As far behind the other as it always was, or what it began with, where the
// other is what that began with: what follows the last that was found.
bool Guesser::add_offset(const Variable &x, const Variable &y) {
  if (!y.first->is_constant() || x.first->sort != y.first->sort)
    return false;
  const Bits none = y.first->value;
  std::optional<Bits> offset;
  if (!holds_throughout(x, [&](std::size_t row) {
        if (y.values[row] == none)
          return x.values[row] == x.firsts[row];
        Bits is = (x.values[row] - y.values[row]) & smt::mask(bits_of(x));
        if (!offset)
          offset = is;
        return *offset == is;
      }))
    return false;
  if (!offset)
    return false;
  add({&x, &y},
      fmt::format("{} + {}, or what it was,", y.name,
                  std::int64_t(smt::to_signed(*offset, bits_of(x)))),
      [=, &table = table_, first = x.first](const std::vector<Term> &v) {
        Term is_none = table.equal(v[1], table.constant(v[1]->sort, none));
        Term behind = table.add(v[1], table.constant(v[1]->sort, *offset));
        return table.equal(v[0], table.ite(is_none, first, behind));
      });
  return true;
}

// Flags and states: what was seen together is all that there is, where y and z
// decide x.
bool Guesser::add_combinations(const Variable &x, const Variable &y,
                               const Variable &z) {
  std::map<std::pair<Bits, Bits>, Bits> seen;
  for (std::size_t row = 0; row < x.values.size(); row++) {
    auto [place, is_new] =
        seen.try_emplace({y.values[row], z.values[row]}, x.values[row]);
    if (place->second != x.values[row] || seen.size() > most_combinations)
      return false;
  }
  if (is_constant(y) || is_constant(z))
    return false;
  add({&x, &y, &z},
      fmt::format("what it was seen to be with {} and {}", y.name, z.name),
      [=, &table = table_](const std::vector<Term> &v) {
        auto is = [&](Term a, Bits b) {
          return table.equal(a, table.constant(a->sort, b));
        };
        Term any = table.boolean(false);
        for (const auto &[given, value] : seen)
          any = table.logical_or(
              any,
              table.logical_and(is(v[0], value),
                                table.logical_and(is(v[1], given.first),
                                                  is(v[2], given.second))));
        return any;
      });
  return true;
}

bool Guesser::add_composed(const Variable &x, const Variable &y,
                           const Variable &z) {
  if (x.first->sort != y.first->sort)
    return false;
  for (char operation : operations) {
    bool is_in_order = &y < &z || operation == '-';
    if (!is_in_order || !holds_throughout(x, [&](std::size_t row) {
          return (composed(operation, y.values[row], z.values[row]) &
                  smt::mask(bits_of(x))) == x.values[row];
        }))
      continue;
    add({&x, &y, &z}, fmt::format("{} {} {}", y.name, operation, z.name),
        [&table = table_, operation](const std::vector<Term> &v) {
          return table.equal(v[0], composed(table, operation, v[1], v[2]));
        });
    return true;
  }
  return false;
}

// One of two values, which tells whether y is z, or less.
bool Guesser::add_compared(const Variable &x, const Variable &y,
                           const Variable &z) {
  const Bits one = x.values.front();
  auto other = std::find_if(x.values.begin(), x.values.end(),
                            [&](Bits value) { return value != one; });
  for (Kind kind : {Kind::Equal, Kind::ULt, Kind::SLt})
    for (Bits when : {one, *other}) {
      if (!holds_throughout(x, [&](std::size_t row) {
            Bits a = y.values[row], b = z.values[row], own = x.values[row];
            bool holds = kind == Kind::Equal
                             ? a == b
                             : smt::fold(kind, a, b, bits_of(y)) != 0;
            return (own == one || own == *other) && (own == when) == holds;
          }))
        continue;
      add({&x, &y, &z},
          fmt::format("{} exactly where {} {} {}", std::uint64_t(when), y.name,
                      kind == Kind::Equal ? "is" : "is less than", z.name),
          [=, &table = table_](const std::vector<Term> &v) {
            Term holds = kind == Kind::Equal ? table.equal(v[1], v[2])
                                             : table.binary(kind, v[1], v[2]);
            return table.equal(
                table.equal(v[0], table.constant(v[0]->sort, when)), holds);
          });
      return true;
    }
  return false;
}

} // namespace

Guesses guess_relations(TermTable &table,
                        const std::vector<SampledVariable> &variables,
                        const std::vector<Bits> &numbers, Below below) {
  return Guesser(table, variables, numbers, std::move(below)).guesses();
}

} // namespace mergeproof::relational
