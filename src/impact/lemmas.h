// Of which functions it would help to know that they do the same in two
// versions, though their text is not the same.
//
// Regression verification's rule (B. Godlin, O. Strichman, "Regression
// verification", DAC 2009): when a function is shown to do the same as in
// another version, callees first, every call of it does. Then it gets one text
// in both, and who differs in nothing else has one closure (closure_hash.h).
//
//     O: g()     A: g'(), shown to be g()     B: g(), h'()     M: g'(), h'()
//     f() calls both: with g() in A and M for g'(), M is B and A is O
//
// Both parents' changes met in f(); now identity settles it.
#pragma once

#include "impact/triage.h"

#include <cstddef>
#include <set>
#include <vector>

namespace mergeproof::impact {

struct Lemma {
  ir::Symbol function;               // both versions define it
  std::size_t first = 0, second = 0; // versions, by their place in the list
  std::size_t donor = 0;             // of these, whose text both may have

  std::size_t taker() const { return donor == first ? second : first; }
};

// What a lemma is about. Not by closures alone: what a proof of it finds in the
// rest of both programs (nobody writes a variable, say) may be otherwise in
// other versions.
struct LemmaKey {
  ir::Symbol function;
  std::size_t first = 0, second = 0;
  Hash128 first_closure, second_closure;
  auto operator<=>(const LemmaKey &) const = default;
};
LemmaKey key_of(const std::vector<AnalysedVersion> &versions,
                const Lemma &lemma);

// Lemmas that units wait for, and whose functions call, in both versions, only
// what is the same: those that help most units first. A unit waits for what
// would settle it with the least text to look at; never for one of `failed`.
std::vector<Lemma> find_lemmas(const std::vector<AnalysedVersion> &versions,
                               const std::vector<const Unit *> &units,
                               const std::set<LemmaKey> &failed);

// What the function gets for its text in the taker, with what that names and
// the taker lacks: literals.
struct SharedText {
  ir::Function function;
  std::vector<ir::Global> literals;
};
SharedText shared_text(const std::vector<AnalysedVersion> &versions,
                       const Lemma &lemma);

} // namespace mergeproof::impact
