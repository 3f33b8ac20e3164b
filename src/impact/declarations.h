// Where a C text declares a name, without a compiler: good enough to say which
// change explains a compiler's error, never used to find one.
//
//     int limit(void);            ->  "int limit ( void )"
//     struct s { int used, size; } "int used", "size" (asked for `size`)
//     #define limit 8             ->  "# define limit 8"
//     enum { RED, GREEN = 3 };    ->  "GREEN"
//
// Function bodies, parameters and initialisers declare nothing here.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace mergeproof::impact {

// Words, numbers and punctuation of C text; no comments, literals become
// "\"\"". A preprocessor line is one token that starts with '#'.
std::vector<std::string> split_tokens(std::string_view text);

// The declarations of `name` in the text, blanks normalised.
std::set<std::string> find_declarations(const std::vector<std::string> &tokens,
                                        const std::string &name);

bool is_identifier(std::string_view text);

} // namespace mergeproof::impact
