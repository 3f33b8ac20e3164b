#include "interp/narrow_addresses.h"

#include <algorithm>

namespace mergeproof::interp {
namespace {

constexpr std::uint64_t all_numbers = std::uint64_t(1) << 32;
constexpr std::uint64_t alignment = 64, smallest_guard = 64;
constexpr std::uint64_t largest_guard = 4096;

std::uint64_t align(std::uint64_t number) {
  return (number + alignment - 1) / alignment * alignment;
}

} // namespace

std::uint64_t NarrowAddresses::place(Address base, std::uint64_t size) {
  auto [known, is_new] = starts_.try_emplace(base, 0);
  if (!is_new)
    return known->second;
  std::uint64_t guard = std::clamp(size, smallest_guard, largest_guard);
  std::uint64_t start = align(next_ + guard), end = align(start + size + guard);
  if (end >= all_numbers) {
    are_used_up_ = true;
    return 0;
  }
  spans_.push_back({next_, end, start, base});
  next_ = end;
  return known->second = start;
}

std::uint32_t NarrowAddresses::to_number(Address address, std::uint64_t size) {
  Address base = nearest_base(address);
  bool is_address =
      address >= all_numbers && base != 0 && region_of(base) != Region::None;
  if (!is_address)
    return static_cast<std::uint32_t>(address);
  return static_cast<std::uint32_t>(place(base, size) + (address - base));
}

const NarrowAddresses::Span *NarrowAddresses::find(std::uint64_t number) const {
  auto after = std::upper_bound(spans_.begin(), spans_.end(), number,
                                [](std::uint64_t wanted, const Span &span) {
                                  return wanted < span.begin;
                                });
  if (after == spans_.begin() || number >= std::prev(after)->end)
    return nullptr;
  return &*std::prev(after);
}

Address NarrowAddresses::to_address(std::uint32_t number) const {
  const Span *span = find(number);
  return span ? span->base + (Address(number) - span->start) : number;
}

} // namespace mergeproof::interp
