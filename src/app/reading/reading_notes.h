// What reading the files left out, in lines for the report.
#pragma once

#include "app/reading/parse_store.h"
#include "verdict/verdict.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mergeproof::app {

// Which names of headers that were not found were made up; empty: none.
std::string describe_made_up(const source::UnknownNames &names);

// Which headers were not found; empty: all were.
std::string describe_missing_headers(const git::MergeInput &input,
                                     const ParseStore &store,
                                     const std::vector<std::string> &keys);

// In which of the changed files and their headers something between functions
// is not looked at and differs; empty: in none.
std::string describe_left_out(const git::MergeInput &input,
                              const ParseStore &store,
                              const std::vector<std::string> &keys);

// What stands for it in a report.
inline constexpr const char *between_functions = "(between functions)";

// The same where the merge does not have what one parent changed there, or has
// what none has: one result for each file. Of two versions, where assembly or
// what clang rejects differs: what #if leaves out is of another configuration.
std::vector<verdict::UnitResult>
describe_lost_text(const git::MergeInput &input, const ParseStore &store,
                   const std::vector<std::string> &keys);

// Which changed files are assembly, C++, grammars: what they do is not looked
// at. Empty: none. `templates`: of headers that were made up, by path.
std::string
describe_foreign(const git::MergeInput &input,
                 const std::map<std::string, std::string> &templates);

// Which headers were made up that some file reads; empty: none.
std::string
describe_templates(const ParseStore &store,
                   const std::map<std::string, std::string> &templates);

struct WhatWasRead {
  const ParseStore *store = nullptr;
  std::size_t asked_about = 0;                        // files
  const std::set<std::string> *definitions = nullptr; // see Assembly::used
  const std::set<std::string> *generated = nullptr;   // headers, by path
  const std::map<std::string, std::string> *templates = nullptr; // as above
};

// What every proof of the run rests on, for what went into the programs without
// being any version's own; `note` hears lines that say of it.
verdict::Assumptions
assumptions_of(const WhatWasRead &files,
               const std::function<void(const std::string &)> &note);

// A header that a file includes in some versions and lacks in others: what it
// declares would seem to differ. Empty: there is none.
std::string header_of_some(const git::MergeInput &input,
                           const ParseStore &store, const std::string &key);

} // namespace mergeproof::app
