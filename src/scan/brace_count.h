// Whether a text's braces tell where its top-level things end.
//
//     #ifdef A                       #ifdef A
//     int f(int x) {                 if (x) {
//     #else
//     int f(void) {
//     #endif                         #endif
//     }             counts           }         does not
//
// Every branch of a condition is a text of its own: the count starts anew in
// each. What only C++ sees counts nothing.
#pragma once

#include <string_view>

namespace mergeproof::scan {

// Every way through the conditions has as many opening as closing braces, and
// is as deep behind a condition as any other. Linear in the text.
bool has_exact_braces(std::string_view text);

// "#ifdef __cplusplus", "#if defined(__cplusplus)": the directive's word and
// the rest of its line.
bool is_for_cplusplus(std::string_view word, std::string_view rest);

} // namespace mergeproof::scan
