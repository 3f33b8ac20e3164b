// What one of several threads has at a time. Unlike a mutex it may be given
// back by another thread than the one that took it.
#pragma once

#include <semaphore>

namespace mergeproof::support {

class Baton {
public:
  void take() { free_.acquire(); }
  void give() { free_.release(); }

private:
  std::binary_semaphore free_{1};
};

// A stretch of work of the baton's holder that needs nothing of what it guards:
// others may have it. Without a baton nothing happens.
class Pause {
public:
  explicit Pause(Baton *baton) : baton_(baton) {}
  ~Pause() { end(); }
  Pause(const Pause &) = delete;
  Pause &operator=(const Pause &) = delete;

  void begin() {
    if (baton_ && !is_on_)
      baton_->give();
    is_on_ = true;
  }
  void end() {
    if (baton_ && is_on_)
      baton_->take();
    is_on_ = false;
  }

private:
  Baton *baton_;
  bool is_on_ = false;
};

} // namespace mergeproof::support
