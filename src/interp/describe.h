// Values of a run as text: numbers by their source type, addresses by the names
// of objects, so that the texts of several versions can be compared.
//
//   null   &*p+4   &count   "a string literal"   fresh object   0x1234
#pragma once

#include "interp/cells.h"
#include "interp/executable.h"
#include "interp/memory.h"

#include <string>
#include <vector>

namespace mergeproof::interp {

// Decimal; signed unless `is_unsigned`.
std::string integer_text(ir::Bits bits, unsigned width, bool is_unsigned);

bool is_string_literal(const ir::Global &global);

class Describer {
public:
  Describer(const Executable &executable, Memory &memory,
            const std::vector<std::string> &inputs,
            const std::vector<std::string> &externals)
      : executable_(executable), memory_(memory), inputs_(inputs),
        externals_(externals) {}

  std::string address(Address address) const;
  // `type` may be null: then integers are signed.
  std::string scalar(ir::Scalar scalar, const ir::Type *type,
                     ir::Bits bits) const;
  std::string cell(const Cell &cell, const Bytes &bytes) const;
  // What an external function is given; with what a pointer points to now, when
  // its type tells: &buffer "text", local object {x = 1, y = 2}.
  std::string argument(ir::Scalar scalar, const ir::Type *type,
                       ir::Bits bits) const;
  // The same where only what is read there counts, wherever it is: a text, or
  // `size` bytes where the type does not say what they are. Empty: cannot be
  // shown.
  std::string what_is_read(const ir::Type *type, Address address,
                           std::uint64_t size) const;
  // "{x = 1, y = 2}", "3"
  std::string aggregate(const ir::Type &type, Address address) const;

private:
  std::string base(Address address) const;
  std::string pointee(const ir::Type &pointer, Address address) const;
  std::string quote(Address address) const; // empty: not readable text
  bool is_static_local(Address address) const;
  const ir::Global *global_at(Address address) const;

  const Executable &executable_;
  Memory &memory_;
  const std::vector<std::string> &inputs_;    // names, by index in the region
  const std::vector<std::string> &externals_; // names, by index in the region
};

} // namespace mergeproof::interp
