#include "relational/shared_reach.h"

#include "smt/memory_change.h"
#include "smt/provenance.h"

#include <algorithm>

namespace mergeproof::relational {

using smt::Term;

namespace {

constexpr std::int64_t most_bytes = 128; // that are told one by one

// Sorted, without overlaps.
std::vector<Extent> merged(const std::set<Extent> &extents) {
  std::vector<Extent> all;
  for (const Extent &extent : extents) { // by their beginnings
    if (!all.empty() && extent.begin < all.back().end)
      all.back().end = std::max(all.back().end, extent.end);
    else
      all.push_back(extent);
  }
  return all;
}

// Whether they have bounds, and are not too many bytes to be told.
bool is_told(const std::set<Extent> &extents) {
  std::int64_t bytes = 0;
  for (const Extent &extent : merged(extents))
    bytes += extent.is_bounded ? extent.end - extent.begin : most_bytes + 1;
  return bytes <= most_bytes;
}

std::set<Extent> touched(const SharedReach::Part &part) {
  std::set<Extent> all = part.reads;
  all.insert(part.writes.begin(), part.writes.end());
  return all;
}

} // namespace

bool SharedReach::is_bounded() const {
  return std::all_of(parts_.begin(), parts_.end(),
                     [](const Part &part) { return is_told(touched(part)); });
}

// Whether all that is written is bytes that are told, or in objects that are
// known.
bool SharedReach::stays_in_objects() const {
  return std::all_of(parts_.begin(), parts_.end(), [](const Part &part) {
    return is_told(part.writes) || smt::provenance(part.pointer).where ==
                                       smt::Provenance::Where::Object;
  });
}

smt::MemoryPart SharedReach::part_of(Term memory) const {
  std::vector<Term> pointers;
  for (const Part &part : parts_)
    pointers.push_back(part.pointer);
  return {table_, memory, pointers};
}

std::vector<SharedReach::Piece>
SharedReach::pieces_of(const Part &part,
                       const std::set<Extent> &extents) const {
  std::vector<Piece> pieces;
  for (const Extent &extent : merged(extents))
    for (std::int64_t at = extent.begin; at < extent.end;) {
      std::int64_t left = extent.end - at;
      std::int64_t bytes = left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
      Term offset =
          table_.constant(smt::bv_sort(64), static_cast<std::uint64_t>(at));
      pieces.push_back({table_.add(part.pointer, offset),
                        std::uint32_t(bytes * 8),
                        part.name + "+" + std::to_string(at)});
      at += bytes;
    }
  return pieces;
}

// What is written is an input, too: it may stay as it is.
void SharedReach::add_inputs(Term memory, smt::Uninterpreted &function) const {
  if (!is_bounded())
    return function.add_input(part_of(memory).part());
  for (const Part &part : parts_)
    for (const Piece &piece : pieces_of(part, touched(part)))
      function.add_input(table_.load(memory, piece.address, piece.bits));
}

// Outputs are what is there at the end, so where pointers are equal all say the
// same.
Term SharedReach::written(Term memory,
                          const smt::Uninterpreted &function) const {
  if (!stays_in_objects())
    return part_of(memory).whole(function.output("memory", smt::memory_sort));
  for (const Part &part : parts_) {
    if (!is_told(part.writes)) {
      memory = smt::change_to(table_, memory, part.pointer,
                              function.output("memory", smt::memory_sort));
      continue;
    }
    for (const Piece &piece : pieces_of(part, part.writes))
      memory = table_.store(
          memory, piece.address,
          function.output("bytes" + piece.name, smt::bv_sort(piece.bits)));
  }
  return memory;
}

} // namespace mergeproof::relational
