#include "app/reading/reading_pool.h"

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

namespace mergeproof::app {
namespace {

// Each has a tree of clang's in memory, and a stack.
constexpr unsigned most_readers = 4;

// What the readers of some files share; each holds the baton while it is at it.
struct SharedWork {
  const std::vector<std::string> &keys;
  std::size_t next = 0;
  support::Baton baton = {};
  std::exception_ptr error = {};
};

} // namespace

ReadingPool::ReadingPool(ParseStore &store, std::size_t versions,
                         EventWriter &events, const Setbacks &setbacks,
                         unsigned readers)
    : store_(store), versions_(versions), events_(events), setbacks_(setbacks),
      readers_(setbacks.is_wary ? 1 : std::clamp(readers, 1u, most_readers)) {}

source::UnknownNames
ReadingPool::read(const std::vector<std::string> &keys,
                  const std::function<bool(const std::string &key)> &may_read) {
  auto readers =
      static_cast<unsigned>(std::clamp<std::size_t>(keys.size(), 1, readers_));
  SharedWork work{keys};
  source::UnknownNames made_up;
  auto read_some = [&] {
    FileReader reader{events_, setbacks_.skipped,
                      readers > 1 ? &work.baton : nullptr, readers};
    work.baton.take();
    try {
      while (work.next < keys.size())
        if (const std::string &key = keys[work.next++]; may_read(key)) {
          for (std::size_t v = 0; v < versions_; v++)
            store_.read(v, key, reader);
          made_up.add(store_.guess_names(key, reader));
        }
    } catch (...) {
      work.error = std::current_exception();
      work.next = keys.size();
    }
    work.baton.give();
  };
  std::vector<std::thread> others;
  try {
    while (others.size() + 1 < readers)
      others.emplace_back(read_some);
  } catch (const std::system_error &) { // as many as the machine lets there be
  }
  read_some();
  for (std::thread &other : others)
    other.join();
  if (work.error)
    std::rethrow_exception(work.error);
  return made_up;
}

} // namespace mergeproof::app
