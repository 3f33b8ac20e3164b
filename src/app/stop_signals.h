// The signals that end a program, as something to ask for instead of sudden
// death, as long as this object lives.
#pragma once

#include <array>
#include <csignal>

namespace mergeproof::app {

class StopSignals {
public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals &) = delete;
  StopSignals &operator=(const StopSignals &) = delete;

  int received() const; // the signal, 0: none yet
  void restore() const; // in a forked child: what was in force before

  static constexpr std::array<int, 6> handled{SIGINT,  SIGTERM, SIGHUP,
                                              SIGQUIT, SIGUSR1, SIGUSR2};

private:
  std::array<struct sigaction, handled.size()> before_ = {};
};

} // namespace mergeproof::app
