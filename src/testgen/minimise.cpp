#include "testgen/minimise.h"

#include "check/interpreter_replay.h"

#include <algorithm>
#include <functional>

namespace mergeproof::testgen {

namespace {

using verdict::Witness;
using verdict::WitnessBytes;

constexpr std::uint64_t most_steps = 200'000; // of one version

class Minimiser {
public:
  Minimiser(const verdict::Question &question, Witness witness,
            const verdict::Violation &violation, unsigned most_runs)
      : violation_(violation), left_(most_runs), replay_(question, most_steps),
        best_(std::move(witness)) {
    for (const verdict::VersionOfUnit &version : question.versions)
      revisions_.push_back(version.revision);
  }

  Witness run() {
    if (!shows(best_))
      return best_;
    bool has_changed = true;
    while (has_changed && left_ > 0) {
      Witness before = best_;
      leave_out_world();
      leave_out_pointers();
      for_each_bytes([this](std::size_t which) { make_smaller(which); });
      has_changed = !(best_ == before);
    }
    drop_unused_objects();
    return best_;
  }

private:
  bool shows(const Witness &witness) {
    auto seen = replay_.run(witness);
    auto broken = verdict::find_violations(revisions_, seen);
    return std::any_of(broken.begin(), broken.end(),
                       [&](const verdict::Violation &violation) {
                         return is_same_violation(violation, violation_);
                       });
  }

  // Whether the changed input still shows it; then it is the best.
  bool attempt(const std::function<void(Witness &)> &change) {
    if (left_ == 0)
      return false;
    Witness changed = best_;
    change(changed);
    if (changed == best_)
      return false;
    left_--;
    if (!shows(changed))
      return false;
    best_ = std::move(changed);
    return true;
  }

  void leave_out_world() {
    attempt([](Witness &w) { w.failing_allocations.clear(); });
    attempt([](Witness &w) { w.external_seed = 0; });
    for (std::size_t i = best_.externals.size(); i-- > 0;)
      attempt([i](Witness &w) {
        w.externals.erase(w.externals.begin() + std::ptrdiff_t(i));
      });
    for (std::size_t i = 0; i < best_.externals.size(); i++)
      attempt([i](Witness &w) { w.externals[i].writes.clear(); });
    std::vector<std::string> globals;
    for (const auto &[id, bytes] : best_.globals)
      globals.push_back(id);
    for (const std::string &id : globals)
      attempt([&id](Witness &w) { w.globals.erase(id); });
  }

  // All bytes of a witness, numbered; those of arguments first.
  static WitnessBytes &bytes_of(Witness &witness, std::size_t which) {
    if (which < witness.arguments.size())
      return witness.arguments[which];
    which -= witness.arguments.size();
    if (which < witness.objects.size())
      return witness.objects[which].contents;
    which -= witness.objects.size();
    for (verdict::WitnessResult &external : witness.externals) {
      if (which == 0)
        return external.result;
      which--;
      if (which < external.writes.size())
        return external.writes[which].contents;
      which -= external.writes.size();
    }
    return std::next(witness.globals.begin(), std::ptrdiff_t(which))->second;
  }

  void for_each_bytes(const std::function<void(std::size_t)> &visit) {
    std::size_t count = best_.arguments.size() + best_.objects.size() +
                        best_.externals.size() + best_.globals.size();
    for (const verdict::WitnessResult &external : best_.externals)
      count += external.writes.size();
    for (std::size_t which = 0; which < count; which++)
      visit(which);
  }

  // Null instead; what a parameter points to stays.
  void leave_out_pointers() {
    for_each_bytes([this](std::size_t which) {
      if (which < best_.arguments.size())
        return;
      for (std::size_t i = bytes_of(best_, which).pointers.size(); i-- > 0;)
        attempt([which, i](Witness &w) {
          auto &pointers = bytes_of(w, which).pointers;
          pointers.erase(pointers.begin() + std::ptrdiff_t(i));
        });
    });
  }

  // Of characters that people write, and long enough to be no number.
  bool is_text(std::size_t which) {
    const auto &bytes = bytes_of(best_, which).bytes;
    auto end = std::find(bytes.begin(), bytes.end(), 0);
    bool is_object = which >= best_.arguments.size() &&
                     which < best_.arguments.size() + best_.objects.size();
    return is_object && end != bytes.end() && end - bytes.begin() > 1 &&
           std::all_of(bytes.begin(), end, [](unsigned char c) {
             return (c >= ' ' && c < 127) || (c >= '\t' && c <= '\r');
           });
  }

  // Fewer characters, and plain ones.
  void simplify_text(std::size_t which) {
    auto size = [&] {
      const auto &bytes = bytes_of(best_, which).bytes;
      return std::size_t(std::find(bytes.begin(), bytes.end(), 0) -
                         bytes.begin());
    };
    for (std::size_t length = size(); length > 0; length /= 2)
      for (std::size_t at = 0; at + length <= size();)
        at += cut(which, at, length) ? 0 : length;
    for (std::size_t at = 0; at < size(); at++)
      for (unsigned char plain : {'a', '0'})
        if (plain < bytes_of(best_, which).bytes[at])
          attempt([=](Witness &w) { bytes_of(w, which).bytes[at] = plain; });
  }

  // What follows moves there.
  bool cut(std::size_t which, std::size_t at, std::size_t length) {
    return attempt([=](Witness &w) {
      auto &bytes = bytes_of(w, which).bytes;
      auto place = bytes.begin() + std::ptrdiff_t(at);
      bytes.erase(place, place + std::ptrdiff_t(length));
      bytes.resize(bytes.size() + length);
    });
  }

  // Runs of bytes become zeros, from all of them to single ones; what is left
  // becomes smaller.
  void make_smaller(std::size_t which) {
    if (is_text(which))
      return simplify_text(which);
    std::size_t size = bytes_of(best_, which).bytes.size();
    for (std::size_t length = size; length > 0; length /= 2)
      for (std::size_t at = 0; at < size; at += length)
        zero(which, at, std::min(size, at + length));
    for (std::size_t at = 0; at < size; at++)
      lower(which, at);
  }

  void zero(std::size_t which, std::size_t begin, std::size_t end) {
    attempt([=](Witness &w) {
      auto &bytes = bytes_of(w, which).bytes;
      std::fill(bytes.begin() + std::ptrdiff_t(begin),
                bytes.begin() + std::ptrdiff_t(end), 0);
    });
  }

  void lower(std::size_t which, std::size_t at) {
    auto set = [&](unsigned char value) {
      return attempt([=](Witness &w) { bytes_of(w, which).bytes[at] = value; });
    };
    auto now = [&] { return bytes_of(best_, which).bytes[at]; };
    if (now() < 2 || set(1))
      return;
    while (now() > 1 && set(now() / 2)) {
    }
    if (now() > 1)
      set(static_cast<unsigned char>(now() - 1));
  }

  void drop_unused_objects() {
    std::vector<bool> is_used(best_.objects.size(), false);
    for_each_bytes([&](std::size_t which) {
      for (const auto &pointer : bytes_of(best_, which).pointers)
        if (pointer.object < is_used.size())
          is_used[pointer.object] = true;
    });
    // Numbers of objects are addresses: only the last can go.
    attempt([&](Witness &w) {
      while (!w.objects.empty() && !is_used[w.objects.size() - 1])
        w.objects.pop_back();
    });
  }

  const verdict::Violation &violation_;
  unsigned left_;
  check::InterpreterReplay replay_;
  std::vector<source::Revision> revisions_;
  Witness best_;
};

} // namespace

bool is_same_violation(const verdict::Violation &a,
                       const verdict::Violation &b) {
  return a.kind == b.kind && a.parent == b.parent &&
         a.observable == b.observable && a.is_inherent == b.is_inherent;
}

Witness minimise(const verdict::Question &question, const Witness &witness,
                 const verdict::Violation &violation, unsigned most_runs) {
  return Minimiser(question, witness, violation, most_runs).run();
}

} // namespace mergeproof::testgen
