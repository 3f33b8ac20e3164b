// A value, or the reason why the world (a file, git, a process) did not give
// one. Not for undecided questions (verdict::Verdict) nor for bugs (CHECK).
#pragma once

#include "support/check.h"

#include <string>
#include <utility>
#include <variant>

namespace mergeproof::support {

// Lower case, no full stop, says what to do next.
struct Error {
  std::string message;
};

template <typename T>
class [[nodiscard]] Result {
public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  bool has_value() const { return std::holds_alternative<T>(state_); }
  explicit operator bool() const { return has_value(); }

  // Law: value() only when has_value(), error() only otherwise.
  const T &value() const & {
    CHECK(has_value());
    return std::get<T>(state_);
  }
  T &value() & {
    CHECK(has_value());
    return std::get<T>(state_);
  }
  T &&value() && {
    CHECK(has_value());
    return std::get<T>(std::move(state_));
  }
  const Error &error() const {
    CHECK(!has_value());
    return std::get<Error>(state_);
  }

private:
  std::variant<T, Error> state_;
};

struct Done {};
using Status = Result<Done>;

} // namespace mergeproof::support
