// Reads files in all versions, several at the same time. Which thread reads
// which, and when, changes nothing of what is read.
#pragma once

#include "app/reading/parse_store.h"

#include <functional>
#include <string>
#include <vector>

namespace mergeproof::app {

class ReadingPool {
public:
  // One reader where a worker died while several were at work.
  ReadingPool(ParseStore &store, std::size_t versions, EventWriter &events,
              const Setbacks &setbacks, unsigned readers);

  // Those files for which `may_read` says so when it is their turn; it is asked
  // in their order. The names that were made up for them.
  source::UnknownNames
  read(const std::vector<std::string> &keys,
       const std::function<bool(const std::string &key)> &may_read);

  // For who reads alone.
  FileReader reader() const { return {events_, setbacks_.skipped}; }

private:
  ParseStore &store_;
  std::size_t versions_;
  EventWriter &events_;
  const Setbacks &setbacks_;
  unsigned readers_;
};

} // namespace mergeproof::app
