// uses: impact align ir source support
#include "impact/numbered_graph.h"

#include <gtest/gtest.h>

namespace mergeproof::impact {
namespace {

using ir::Symbol;
using Symbols = std::set<Symbol>;

// main() calls f() and g(), which call each other; alone() calls nobody.
const NumberedGraph graph(std::map<Symbol, std::vector<Symbol>>{
    {"main", {"f"}}, {"f", {"g"}}, {"g", {"f", "print"}}, {"alone", {}}});

TEST(NumberedGraph, WhatEdgesLeadToIsANode) {
  EXPECT_EQ(graph.symbols(),
            (std::vector<Symbol>{"alone", "f", "g", "main", "print"}));
}

TEST(NumberedGraph, ReachedAreThoseOnTheWayAndTheFirst) {
  EXPECT_EQ(graph.reach({"main"}), (Symbols{"main", "f", "g", "print"}));
  EXPECT_EQ(graph.reach({"g"}), (Symbols{"f", "g", "print"}));
  EXPECT_EQ(graph.reach({"alone", "print"}), (Symbols{"alone", "print"}));
  EXPECT_EQ(graph.reach({"unknown", "alone"}), (Symbols{"alone", "unknown"}));
  EXPECT_EQ(graph.reach({}), Symbols{});
}

TEST(NumberedGraph, NumbersAreInTheOrderOfSymbols) {
  EXPECT_EQ(graph.reach_numbers("g"),
            (std::vector<NumberedGraph::Number>{1, 2, 4}));
  EXPECT_TRUE(graph.reach_numbers("unknown").empty());
}

} // namespace
} // namespace mergeproof::impact
