// Inputs for the unit of a random program (random_program.h).
#pragma once

#include "laws/random_source.h"
#include "verdict/witness.h"

namespace mergeproof::tests {

inline verdict::WitnessBytes make_witness_number(std::uint64_t value,
                                                 unsigned size) {
  verdict::WitnessBytes bytes;
  for (unsigned i = 0; i < size; i++)
    bytes.bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
  return bytes;
}

// unit(p, a, b, c): p points to two ints, rarely to one or nowhere.
inline verdict::Witness make_random_witness(std::uint64_t seed) {
  RandomSource random(seed);
  auto number = [&]() -> std::uint64_t {
    return random.one_in(2) ? random.below(9) - 2 : random.next();
  };
  verdict::Witness witness;
  verdict::WitnessBytes pointer = make_witness_number(0, 8);
  if (!random.one_in(10))
    pointer.pointers = {{.offset = 0, .object = 0}};
  std::uint64_t low = number() & 0xffffffff;
  std::uint64_t high = number() << 32;
  witness.objects = {
      {"*p", make_witness_number(low | high, random.one_in(10) ? 4 : 8)}};
  witness.arguments = {pointer, make_witness_number(number(), 4),
                       make_witness_number(number(), 4),
                       make_witness_number(number(), 8)};
  if (random.one_in(2))
    witness.globals["counter"] = make_witness_number(number(), 4);
  witness.external_seed = random.below(3) ? random.next() : 0;
  return witness;
}

} // namespace mergeproof::tests
