// Witnesses on their way into a harness and observations on their way out; the
// formats are described in harness_batch.c and harness_main.c.
#pragma once

#include "check/driver.h"
#include "check/fit_witness.h"
#include "verdict/observation.h"

#include <map>
#include <string>
#include <vector>

namespace mergeproof::check {

class BatchWriter {
public:
  explicit BatchWriter(const Driver &driver) : driver_(driver) {}

  void add(const verdict::Witness &witness, const FittedWitness &fitted);
  std::string text() const;

private:
  const Driver &driver_;
  std::size_t count_ = 0;
  std::string body_;
};

// Observations by number of the witness, as far as `out` goes.
std::map<std::size_t, verdict::Observation> read_runs(const std::string &out);

} // namespace mergeproof::check
