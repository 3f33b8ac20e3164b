// CHECK(condition): a broken invariant of our own. On in every build. It throws
// InternalError, which ends a worker process or an engine as
// "unknown (engine failed)"; it never stands for bad input or a hard question.
#pragma once

#include <stdexcept>
#include <string>

namespace mergeproof::support {

class InternalError : public std::logic_error {
public:
  using std::logic_error::logic_error;
};

[[noreturn]] inline void fail_check(const char *condition, const char *file,
                                    int line) {
  throw InternalError(std::string(file) + ":" + std::to_string(line) +
                      ": broken invariant: " + condition);
}

} // namespace mergeproof::support

#define CHECK(condition)                                                       \
  ((condition)                                                                 \
       ? void(0)                                                               \
       : ::mergeproof::support::fail_check(#condition, __FILE__, __LINE__))
