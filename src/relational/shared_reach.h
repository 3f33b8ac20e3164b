// What a call of which only its footprint is known does to the shared region:
// it depends on the bytes that it touches, and changes no others.
#pragma once

#include "relational/footprint.h"
#include "smt/memory_part.h"
#include "smt/uninterpreted.h"

#include <set>
#include <string>
#include <vector>

namespace mergeproof::relational {

class SharedReach {
public:
  struct Part { // what one pointer leads to
    smt::Term pointer = nullptr;
    std::string name; // the same in every version
    std::set<Extent> reads, writes;
  };

  SharedReach(smt::TermTable &table, std::vector<Part> parts)
      : table_(table), parts_(std::move(parts)) {}

  void add_inputs(smt::Term memory, smt::Uninterpreted &function) const;
  // `memory` after the call.
  smt::Term written(smt::Term memory, const smt::Uninterpreted &function) const;

private:
  struct Piece {
    smt::Term address = nullptr;
    std::uint32_t bits = 0;
    std::string name;
  };

  bool is_bounded() const;
  bool stays_in_objects() const;
  smt::MemoryPart part_of(smt::Term memory) const;
  std::vector<Piece> pieces_of(const Part &part,
                               const std::set<Extent> &extents) const;

  smt::TermTable &table_;
  std::vector<Part> parts_;
};

} // namespace mergeproof::relational
