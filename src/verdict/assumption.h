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

} // namespace mergeproof::verdict
