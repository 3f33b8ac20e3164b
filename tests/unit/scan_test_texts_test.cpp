// uses: scan git source support
#include "scan/test_texts.h"

#include <gtest/gtest.h>
#include <map>

namespace mergeproof::scan {
namespace {

using Texts = std::vector<std::string>;

TEST(TestTexts, EscapesAndNeighboursAreRead) {
  EXPECT_EQ(string_literals(R"(a("x\n\"y\\" "z\x41\101", 'c', '"', "t");)", {}),
            (Texts{"x\n\"y\\zAA", "t"}));
}

TEST(TestTexts, CommentsAndDirectivesAreNoTexts) {
  EXPECT_EQ(string_literals("#include \"head.h\"\n/* \"no\" */ // \"no\"\n"
                            "#define M \\\n  \"no\"\nx = \"yes\";\n",
                            {}),
            Texts{"yes"});
}

TEST(TestTexts, ArgumentsOfTheFunctionsComeFirst) {
  EXPECT_EQ(
      string_literals("say(\"a\"); check(eq(parse(\"b\", f(\"c\")), \"d\"));"
                      "say(\"e\"); parse;(\"g\");",
                      {"parse"}),
      (Texts{"b", "c", "a", "d", "e", "g"}));
}

TEST(TestTexts, AnUnfinishedTextEndsWithTheLineOrTheFile) {
  EXPECT_EQ(string_literals("\"abc\nx \"d\\", {}), (Texts{"abc", "d"}));
  EXPECT_EQ(string_literals("'", {}), Texts());
  EXPECT_EQ(string_literals("\"", {}), Texts{""});
  EXPECT_EQ(string_literals("/*", {}), Texts());
}

class FakeTree : public source::Tree {
public:
  explicit FakeTree(std::map<std::string, std::string> texts)
      : texts_(std::move(texts)) {
    for (const auto &[path, text] : texts_)
      paths_.push_back(path);
  }
  const Texts &files() const override { return paths_; }
  bool contains(const std::string &path) const override {
    return texts_.contains(path);
  }
  std::string identity(const std::string &) const override { return ""; }
  support::Result<std::string> read(const std::string &path) const override {
    return texts_.at(path);
  }

private:
  std::map<std::string, std::string> texts_;
  Texts paths_;
};

TEST(TestTexts, OfTestsAndOfSmallFilesBesideThem) {
  FakeTree tree({{"src/a.c", "parse(\"own\");"},
                 {"tests/a.c", "say(\"said\"); parse(\"given\");"},
                 {"tests/b.c", "say(\"nothing of it\");"},
                 {"tests/a.in", "{ a: 1 }"},
                 {"tests/picture", std::string("\0\1", 2)},
                 {"tests/large.in", std::string(5000, 'x')}});
  EXPECT_EQ(find_test_texts({&tree, {"parse"}}),
            (Texts{"given", "{ a: 1 }", "said"}));
  EXPECT_EQ(find_test_texts({&tree, {"parse"}, nullptr, 2}),
            (Texts{"given", "said"}));
}

TEST(TestTexts, WhatIsNewComesFirst) {
  FakeTree base({{"tests/a.c", "parse(\"one\"); parse(\"two\");"},
                 {"tests/a.in", "key = value"}});
  FakeTree tree({{"tests/a.c", "parse(\"one\"); parse(\"new\"); "
                               "parse(\"two\");"},
                 {"tests/a.in", "key = value\nfresh"}});
  EXPECT_EQ(find_test_texts({&tree, {"parse"}, &base}),
            (Texts{"new", "one", "two", "key = value\nfresh", "fresh",
                   "key = value", "key", "value"}));
}

TEST(TestTexts, Pieces) {
  EXPECT_EQ(pieces_of("  {\"a b\": [1e5,-2.5] }\n\nc = 'x\\'y'"),
            (Texts{"{\"a b\": [1e5,-2.5] }", "c = 'x\\'y'", "\"a b\"", "1e5",
                   "-2.5", "'x\\'y'"}));
  EXPECT_EQ(pieces_of(""), Texts());
  EXPECT_EQ(pieces_of("\"open\n\\"), (Texts{"\"open", "\"open"}));
}

} // namespace
} // namespace mergeproof::scan
