#include "verdict/assumption.h"

namespace mergeproof::verdict {

const char *to_text(Assumption assumption) {
  switch (assumption) {
#define ASSUMPTION(name, text, meaning)                                        \
  case Assumption::name:                                                       \
    return text;
#include "verdict/assumption.def"
  }
  return "";
}

const char *meaning_of(Assumption assumption) {
  switch (assumption) {
#define ASSUMPTION(name, text, meaning)                                        \
  case Assumption::name:                                                       \
    return meaning;
#include "verdict/assumption.def"
  }
  return "";
}

std::optional<Assumption> find_assumption(std::string_view text) {
#define ASSUMPTION(name, known, meaning)                                       \
  if (text == known)                                                           \
    return Assumption::name;
#include "verdict/assumption.def"
  return std::nullopt;
}

const Assumptions &of_identity() {
  static const Assumptions all{
      Assumption::ExternalCallsDeterministic, Assumption::NoConcurrency,
      Assumption::PointedFunctionsKnown, Assumption::UninitialisedMemory};
  return all;
}

} // namespace mergeproof::verdict
