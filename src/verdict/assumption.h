// The approximations a proof rests on; see assumption.def.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string_view>

namespace mergeproof::verdict {

enum class Assumption : std::uint8_t {
#define ASSUMPTION(name, text, meaning) name,
#include "verdict/assumption.def"
};

const char *to_text(Assumption assumption);
const char *meaning_of(Assumption assumption);
std::optional<Assumption> find_assumption(std::string_view text);

using Assumptions = std::set<Assumption>;

// What a proof rests on that says that the same code does the same.
const Assumptions &of_identity();

} // namespace mergeproof::verdict
