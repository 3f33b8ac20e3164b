// Changes of texts that keep much of what a parser has understood so far:
// characters and words that the code knows, another case or bit of a letter,
// parts of other texts, numbers near limits, blanks and brackets around parts.
#pragma once

#include "check/constants.h"
#include "check/random.h"

#include <string>
#include <vector>

namespace mergeproof::testgen {

class TextChanges {
public:
  // `constants` outlive it.
  explicit TextChanges(const check::Constants &constants);

  // `text` with one to four changes; `others`: those worth taking parts of, may
  // be empty.
  std::string change(std::string text, const std::vector<std::string> &others,
                     check::Random &random) const;

private:
  void change_once(std::string &text, const std::vector<std::string> &others,
                   check::Random &random) const;
  void change_characters(std::string &text, check::Random &random) const;
  void change_number(std::string &text, check::Random &random) const;
  void insert_word(std::string &text, check::Random &random) const;
  char character(check::Random &random) const;

  const check::Constants &constants_;
  std::vector<std::string> words_; // short texts of the code
  std::string characters_;         // that it compares with
};

} // namespace mergeproof::testgen
