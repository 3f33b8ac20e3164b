// C text for types, names and values.
#pragma once

#include "ir/type.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mergeproof::check {

// A declaration of `name`; none when the type has no name to write.
std::optional<std::string> declaration(const ir::Type *type,
                                       const std::string &name);
std::string integer_literal(std::uint64_t bits, const ir::Type &type);
std::string float_literal(const unsigned char *bytes, std::uint64_t size);
// A string literal for the bytes; none of them is added or left out.
std::string string_literal(const unsigned char *bytes, std::uint64_t size);
// "in_p_next" from "*p->next".
std::string input_name(const std::string &label);
// "p->next" from "*p->next".
std::string plain_label(const std::string &label);
bool is_character(const ir::Type *type);

// The lowest `bits` of them as a signed number; of 0, all.
std::int64_t sign_extend(std::uint64_t value, std::uint64_t bits);

} // namespace mergeproof::check
