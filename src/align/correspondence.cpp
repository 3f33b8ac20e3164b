#include "align/correspondence.h"

#include "align/names.h"
#include "align/sequence.h"
#include "align/tokens.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace mergeproof::align {
namespace {

using namespace ir;

constexpr int named_vote = 4;
constexpr int anonymous_vote = 1;
constexpr int same_name_bonus = 3;

using Votes = std::map<std::pair<Symbol, Symbol>, int>; // (own, aligned)

struct VersionNames {
  NameTable table;
  Renaming renaming;
  std::vector<Token> tokens;
};

void match_params(const Function &first, const Function &version,
                  Renaming &renaming) {
  std::set<Symbol> taken;
  auto try_match = [&](const Variable &own, const Variable &other) {
    if (renaming.contains(own.name) || taken.contains(other.name) ||
        role_of_param(own) != role_of_param(other))
      return;
    renaming[own.name] = other.name;
    taken.insert(other.name);
  };
  for (const Variable &own : version.params)
    for (const Variable &other : first.params)
      if (own.name == other.name)
        try_match(own, other);
  std::size_t count = std::min(first.params.size(), version.params.size());
  for (std::size_t i = 0; i < count; i++)
    try_match(version.params[i], first.params[i]);
}

std::vector<Element> elements(const std::vector<Token> &tokens,
                              std::size_t begin, std::size_t end,
                              std::uint64_t Token::*key) {
  std::vector<Element> result;
  for (std::size_t i = begin; i < end; i++)
    result.push_back({.exact = tokens[i].*key});
  return result;
}

// Votes of one pair of versions; `other` is aligned already.
class PairVotes {
public:
  PairVotes(const VersionNames &own, const VersionNames &other, Votes &votes)
      : own_(own), other_(other), votes_(votes) {}

  // Statements that agree in their source names come first: they anchor the
  // rest.
  void count() {
    std::size_t a = 0, b = 0;
    for (Match match : match_keys({0, 0}, size(), &Token::named)) {
      count_gap({a, b}, match);
      vote(match, named_vote);
      a = match.a + 1, b = match.b + 1;
    }
    count_gap({a, b}, size());
  }

private:
  Match size() const { return {own_.tokens.size(), other_.tokens.size()}; }

  std::vector<Match> match_keys(Match begin, Match end,
                                std::uint64_t Token::*key) const {
    if (begin.a == end.a || begin.b == end.b)
      return {};
    std::vector<Match> matches =
        match_sequences(elements(own_.tokens, begin.a, end.a, key),
                        elements(other_.tokens, begin.b, end.b, key),
                        [](std::size_t, std::size_t) { return 1u; });
    for (Match &match : matches)
      match.a += begin.a, match.b += begin.b;
    return matches;
  }

  void count_gap(Match begin, Match end) {
    for (Match match : match_keys(begin, end, &Token::anonymous))
      vote(match, anonymous_vote);
  }

  void vote(Match match, int weight) {
    const Token &own = own_.tokens[match.a], &other = other_.tokens[match.b];
    for (std::size_t i = 0; i < std::min(own.names.size(), other.names.size());
         i++)
      vote(own.names[i], other.names[i], weight);
    if (own.is_mark)
      return;
    vote(own.loop, other.loop, weight);
    vote(own.block, other.block, weight);
  }

  void vote(Symbol own, Symbol other, int weight) {
    auto a = own_.table.find(own), b = other_.table.find(other);
    if (a != own_.table.end() && b != other_.table.end() &&
        a->second.roles == b->second.roles)
      votes_[{own, other_.renaming.at(other)}] += weight;
  }

  const VersionNames &own_;
  const VersionNames &other_;
  Votes &votes_;
};

// The names of the aligned versions, and what each stands for.
class Namespace {
public:
  explicit Namespace(Context &context) : context_(context) {}

  // Completes `version.renaming`: first by votes, then with free names.
  void admit(VersionNames &version, const Votes &votes) {
    std::set<Symbol> taken;
    for (auto [own, aligned] : version.renaming)
      taken.insert(aligned);
    for (auto [own, aligned] : ranked(version, votes))
      if (!version.renaming.contains(own) && taken.insert(aligned).second)
        version.renaming[own] = aligned;
    for (const auto &[own, info] : version.table)
      if (!version.renaming.contains(own))
        version.renaming[own] = free_name(own, version.table);
    for (const auto &[own, info] : version.table)
      roles_.emplace(version.renaming.at(own), info.roles);
  }

private:
  struct Candidate {
    Symbol own, aligned;
    int score;
  };

  std::vector<std::pair<Symbol, Symbol>> ranked(const VersionNames &version,
                                                const Votes &votes) const {
    std::vector<Candidate> candidates;
    auto offer = [&](Symbol own, Symbol aligned, int score) {
      auto known = roles_.find(aligned);
      const NameInfo &info = version.table.at(own);
      if (known == roles_.end() || known->second != info.roles)
        return;
      bool is_same = own == aligned && info.is_source_name;
      candidates.push_back(
          {own, aligned, score + (is_same ? same_name_bonus : 0)});
    };
    for (auto [pair, score] : votes)
      offer(pair.first, pair.second, score);
    for (const auto &[own, info] : version.table)
      if (!votes.contains({own, own}) && !info.has(NameKind::LoopLabel) &&
          !info.has(NameKind::BlockLabel))
        offer(own, own, 0);
    std::sort(candidates.begin(), candidates.end(),
              [](const Candidate &x, const Candidate &y) {
                return std::make_tuple(-x.score, x.own != x.aligned, x.own,
                                       x.aligned) <
                       std::make_tuple(-y.score, y.own != y.aligned, y.own,
                                       y.aligned);
              });
    std::vector<std::pair<Symbol, Symbol>> pairs;
    pairs.reserve(candidates.size());
    for (const Candidate &candidate : candidates)
      pairs.emplace_back(candidate.own, candidate.aligned);
    return pairs;
  }

  // `own` itself, or "own'2", "own'3"… that no version uses.
  Symbol free_name(Symbol own, const NameTable &table) const {
    if (!roles_.contains(own) && !given_.contains(own))
      return *given_.insert(own).first;
    for (int number = 2;; number++) {
      Symbol name =
          context_.symbol(std::string(own) + "'" + std::to_string(number));
      if (!roles_.contains(name) && !table.contains(name) &&
          given_.insert(name).second)
        return name;
    }
  }

  Context &context_;
  std::map<Symbol, std::set<NameRole>> roles_;
  mutable std::set<Symbol> given_;
};

bool is_same_version(const Function &a, const NameTable &a_names,
                     const Function &b, const NameTable &b_names) {
  auto same_name = [](const Variable &x, const Variable &y) {
    return x.name == y.name;
  };
  return a_names == b_names && is_same(a.body, b.body) &&
         std::equal(a.params.begin(), a.params.end(), b.params.begin(),
                    b.params.end(), same_name);
}

std::vector<VersionNames>
describe(const std::vector<const Function *> &versions) {
  std::vector<VersionNames> result(versions.size());
  for (std::size_t v = 0; v < versions.size(); v++) {
    result[v].table = collect_names(*versions[v]);
    match_params(*versions[0], *versions[v], result[v].renaming);
    result[v].tokens =
        tokenize(*versions[v], result[v].table, result[v].renaming);
  }
  return result;
}

} // namespace

std::vector<Renaming>
find_correspondence(Context &context,
                    const std::vector<const Function *> &versions) {
  std::vector<VersionNames> all = describe(versions);
  Namespace names(context);
  std::vector<Renaming> renames;
  for (std::size_t v = 0; v < all.size(); v++) {
    Votes votes;
    auto is_twin = [&](std::size_t earlier) {
      return is_same_version(*versions[v], all[v].table, *versions[earlier],
                             all[earlier].table);
    };
    std::size_t twin = 0;
    while (twin < v && !is_twin(twin))
      twin++;
    for (std::size_t earlier = 0; twin == v && earlier < v; earlier++)
      PairVotes(all[v], all[earlier], votes).count();
    if (twin < v)
      all[v].renaming = all[twin].renaming;
    else
      names.admit(all[v], votes);
    renames.push_back(all[v].renaming);
  }
  return renames;
}

} // namespace mergeproof::align
