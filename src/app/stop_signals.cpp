#include "app/stop_signals.h"

namespace mergeproof::app {
namespace {

volatile std::sig_atomic_t last_signal = 0;

void remember(int signal) { last_signal = signal; }

} // namespace

StopSignals::StopSignals() {
  last_signal = 0;
  for (std::size_t i = 0; i < handled.size(); i++) {
    struct sigaction action = {};
    action.sa_handler = remember;
    sigaction(handled[i], nullptr, &before_[i]);
    if (before_[i].sa_handler != SIG_IGN) // nohup
      sigaction(handled[i], &action, nullptr);
  }
}

StopSignals::~StopSignals() { restore(); }

void StopSignals::restore() const {
  for (std::size_t i = 0; i < handled.size(); i++)
    sigaction(handled[i], &before_[i], nullptr);
}

int StopSignals::received() const { return last_signal; }

} // namespace mergeproof::app
