// uses: align support
// Laws of match_sequences on random sequences, small ones against the quadratic
// definition of a longest common subsequence.
#include "align/sequence.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <random>

namespace mergeproof::align {
namespace {

using Random = std::mt19937;

std::vector<Element> random_sequence(Random &random, std::size_t length,
                                     unsigned letters) {
  std::vector<Element> result(length);
  for (Element &element : result)
    element.exact = 1 + random() % letters;
  return result;
}

std::vector<Match> match(const std::vector<Element> &a,
                         const std::vector<Element> &b) {
  return match_sequences(a, b, [](std::size_t, std::size_t) { return 1u; });
}

std::size_t longest_common_subsequence(const std::vector<Element> &a,
                                       const std::vector<Element> &b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (const Element &element : a) {
    for (std::size_t j = b.size(); j-- > 0;)
      if (element.exact == b[j].exact)
        row[j + 1] = std::max(row[j + 1], row[j] + 1);
    for (std::size_t j = 1; j < row.size(); j++)
      row[j] = std::max(row[j], row[j - 1]);
  }
  return row.back();
}

void expect_lawful(const std::vector<Element> &a, const std::vector<Element> &b,
                   const std::vector<Match> &matches) {
  for (std::size_t k = 0; k < matches.size(); k++) {
    ASSERT_LT(matches[k].a, a.size());
    ASSERT_LT(matches[k].b, b.size());
    EXPECT_EQ(a[matches[k].a].exact, b[matches[k].b].exact);
    if (k > 0) {
      EXPECT_LT(matches[k - 1].a, matches[k].a);
      EXPECT_LT(matches[k - 1].b, matches[k].b);
    }
  }
}

TEST(align_sequence_laws, small_matchings_are_longest) {
  Random random(1);
  for (int round = 0; round < 2000; round++) {
    auto a = random_sequence(random, random() % 12, 1 + random() % 6);
    auto b = random_sequence(random, random() % 12, 1 + random() % 6);
    std::vector<Match> matches = match(a, b);
    expect_lawful(a, b, matches);
    EXPECT_EQ(matches.size(), longest_common_subsequence(a, b));
  }
}

TEST(align_sequence_laws, large_matchings_are_increasing_and_keep_both_ends) {
  Random random(2);
  for (int round = 0; round < 8; round++) {
    auto a =
        random_sequence(random, 300 + random() % 900, round % 2 ? 3 : 5000);
    auto b = a;
    for (int edit = 0; edit < 20; edit++) {
      std::size_t at = 1 + random() % (b.size() - 2);
      if (edit % 2)
        b.erase(b.begin() + static_cast<std::ptrdiff_t>(at));
      else
        b.insert(b.begin() + static_cast<std::ptrdiff_t>(at),
                 Element{.exact = 7777});
    }
    std::vector<Match> matches = match(a, b);
    expect_lawful(a, b, matches);
    EXPECT_GE(matches.size() + 400, a.size());
    EXPECT_EQ(matches.front(), (Match{0, 0}));
    EXPECT_EQ(matches.back(), (Match{a.size() - 1, b.size() - 1}));
  }
}

TEST(align_sequence_laws, holes_and_refused_pairs_never_match) {
  std::vector<Element> a{{.exact = 1}, {.exact = 2}, {.exact = 3}};
  std::vector<Element> b{{.exact = 1}, {.is_hole = true}, {.exact = 3}};
  auto matches = match_sequences(
      a, b, [](std::size_t i, std::size_t) { return i == 0 ? 0u : 1u; });
  EXPECT_EQ(matches, (std::vector<Match>{{2, 2}}));
}

} // namespace
} // namespace mergeproof::align
