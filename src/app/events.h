// What the worker process tells its supervisor while it works, one JSON object
// a line, so that everything that was found survives the worker.
#pragma once

#include "report/report.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace mergeproof::app {

// A file of one version: (version id, key path).
using VersionedFile = std::pair<std::string, std::string>;

// The worker's end. Does nothing when the supervisor is gone.
class EventWriter {
public:
  explicit EventWriter(int fd) : fd_(fd) {}

  void reading(const VersionedFile &file);  // clang is about to read it
  void has_read(const VersionedFile &file); // and survived
  void note(const std::string &text);
  void spent(const std::string &phase, double seconds);
  void finding(const report::BuildFinding &finding);
  void planned(const verdict::UnitResult &unit); // will be decided
  void decided(const verdict::UnitResult &unit);
  void failed(const std::string &message); // the world's fault: the run ends
  void done();

private:
  void write_line(std::string line);
  int fd_;
};

// What is known of a run, gathered from its events.
class RunRecord {
public:
  // Any piece of the worker's output; lines may arrive in parts.
  void feed(std::string_view bytes);

  std::set<VersionedFile> reading; // clang is at them
  std::optional<std::string> failure;
  bool is_done = false;
  std::vector<std::string> notes;
  std::vector<report::Phase> phases;
  std::vector<report::BuildFinding> build;
  std::map<std::string, verdict::UnitResult> planned; // by id, not decided yet
  std::vector<verdict::UnitResult> units;

private:
  void read_line(const std::string &line);
  std::string partial_;
};

} // namespace mergeproof::app
