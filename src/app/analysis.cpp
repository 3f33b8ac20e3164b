#include "app/analysis.h"

#include "app/build_findings.h"
#include "app/deciding/open_units.h"
#include "app/definition_files.h"
#include "app/dump.h"
#include "app/engines.h"
#include "app/layouts/relaid_versions.h"
#include "app/lemmas/equal_functions.h"
#include "app/link_clashes.h"
#include "app/lost_changes.h"
#include "app/reading/reading_notes.h"
#include "app/reading/reading_pool.h"
#include "checkout/declaring_tree.h"
#include "impact/meetings.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fmt/format.h>
#include <map>
#include <set>

namespace mergeproof::app {
namespace {

class Analysis {
public:
  Analysis(AnalysisRequest &request, EventWriter &events,
           const Setbacks &setbacks)
      : options_(*request.options), input_(*request.input),
        flags_(request.flags), generated_(request.generated),
        templates_(request.templates), settings_(request.settings),
        temp_directory_(request.temp_directory), events_(events),
        store_(context_, input_, flags_),
        pool_(store_, input_.revisions.size(), events_, setbacks,
              count_jobs(options_)),
        units_(options_, events_) {}

  void run();

private:
  bool is_wanted(const std::string &name, const std::string &id) const {
    return options_.functions.empty() || options_.functions.contains(name) ||
           options_.functions.contains(id);
  }
  std::string name_of(const impact::Unit &unit) const {
    const ir::Program &merge = *set_->versions.back().program;
    return std::string(merge.find_function(unit.id)->name);
  }
  bool is_asked(Dump dump);
  // From a file that nobody asked about.
  bool is_only_a_definition(const std::string &id) const {
    const auto &homes = set_->assembly.homes.back();
    auto home = homes.find(id);
    return home != homes.end() && definitions_.files.contains(home->second);
  }
  std::vector<std::string>
  pick_keys(const scan::FileSelection &selection) const;
  std::vector<std::string> select();
  void read_files();
  std::vector<std::string> read_keys() const;
  AssemblyRequest assembly_request();
  void assemble();
  void lay_out_again(const TaskMaker &maker);
  void use_equal_functions(const TaskMaker &maker);
  std::set<std::string> missing_definitions() const;
  std::size_t read_those(DefinitionFiles &found);
  void read_definitions();
  void note_guesses();
  void say_findings();
  void say_lost();
  void say_not_analysed(verdict::UnitResult unit, const LostFunction &lost);
  void sort_units();
  bool clashes(ir::Symbol id) const;
  bool runs_by_itself(ir::Symbol id) const;
  void sort_unit(const TaskMaker &maker, const impact::Unit &unit);
  std::vector<const impact::Unit *> find_meetings(const TaskMaker &maker) const;
  void note_rest();
  void note(const std::string &text) { // empty: nothing
    if (!text.empty())
      events_.note(text);
  }
  void dump_sets();
  // Whether the n-th part of the time for the whole run is up since then.
  bool has_used(std::chrono::steady_clock::time_point since, int part) const {
    return options_.total_seconds > 0 &&
           std::chrono::steady_clock::now() - since >
               std::chrono::milliseconds(1000) * options_.total_seconds / part;
  }
  unsigned used_seconds() const {
    return unsigned((std::chrono::steady_clock::now() - start_) /
                    std::chrono::seconds(1));
  }
  template <typename Work>
  void timed(const std::string &phase, const Work &work) {
    auto start = std::chrono::steady_clock::now();
    work();
    std::chrono::duration<double> spent =
        std::chrono::steady_clock::now() - start;
    events_.spent(phase, spent.count());
  }
  portfolio::Options portfolio_options() const {
    bool has_sizes = !checkout::without_standard(guessed_).structs.empty();
    auto made =
        make_portfolio_options(options_, temp_directory_, shared_directory(),
                               {made_up_functions(context_, *set_),
                                set_->assembly.several_constants, has_sizes});
    made.used_seconds = used_seconds();
    return made;
  }
  std::string shared_directory() const;

  const std::chrono::steady_clock::time_point start_ =
      std::chrono::steady_clock::now();
  const CheckOptions &options_;
  const git::MergeInput &input_;
  CompileFlags &flags_;
  const std::set<std::string> &generated_;
  const std::map<std::string, std::string> &templates_;
  const Settings &settings_;
  const std::string &temp_directory_;
  EventWriter &events_;

  ir::Context context_;
  scan::TextIndex index_;
  ParseStore store_;
  ReadingPool pool_;
  std::vector<std::string> keys_; // of the files in question
  DefinitionFiles definitions_;
  std::unique_ptr<VersionSet> set_;
  std::unique_ptr<RelaidVersions> relaid_; // or null: see there
  std::unique_ptr<EqualFunctions> equal_;  // or null: nothing was asked
  std::vector<const impact::Unit *> open_; // identity does not settle them
  OpenUnits units_;
  std::size_t dumps_left_ = 0;
  std::size_t wanted_ = 0; // functions seen that the user asked for
  std::shared_ptr<const scan::MentionGraph> mentions_;
  bool is_all_scanned_ = true;
  source::UnknownNames guessed_;
  std::size_t only_in_merge_ = 0;
  std::map<std::string, LinkClash> clashes_; // by id
};

// Counts down, so that the run stops after the last step that was asked for.
bool Analysis::is_asked(Dump dump) {
  bool is_asked = options_.dumps.contains(dump);
  dumps_left_ -= is_asked;
  return is_asked;
}

std::vector<std::string>
Analysis::pick_keys(const scan::FileSelection &selection) const {
  std::vector<std::string> keys;
  for (const auto *files : {&selection.touched, &selection.related})
    for (const std::string &key : *files)
      if (!std::binary_search(input_.conflicted_files.begin(),
                              input_.conflicted_files.end(), key))
        keys.push_back(key);
  std::sort(keys.begin(), keys.end());
  return keys;
}

// For half of the time for the whole run; then they are as if clang could not
// read them.
void Analysis::read_files() {
  auto start = std::chrono::steady_clock::now();
  guessed_.add(
      pool_.read(scan::by_changes(input_, keys_), [&](const std::string &key) {
        if (has_used(start, 2))
          store_.leave(key, "it was not read: half of the time for the whole "
                            "run was up (--total-time)");
        return true;
      }));
}

std::vector<std::string> Analysis::read_keys() const {
  std::vector<std::string> keys = keys_;
  for (const auto &[key, names] : definitions_.files)
    keys.push_back(key);
  return keys;
}

// Of all files that were read, also for their definitions alone.
void Analysis::note_guesses() {
  for (const std::string &text : flags_.notes())
    note(text);
  note(describe_made_up(guessed_));
  note(describe_missing_headers(input_, store_, read_keys()));
  note(describe_left_out(input_, store_, keys_));
  for (const std::string &text : describe(set_->matches))
    note(text);
}

AssemblyRequest Analysis::assembly_request() {
  return {&context_,          &input_,           &store_,   keys_,
          definitions_.files, definitions_.left, mentions_, is_all_scanned_};
}

void Analysis::assemble() {
  store_.link_weak();
  set_ = make_version_set(assembly_request(), settings_.functions, index_);
}

// What only the layout of structs keeps from being the same is settled, or
// asked about without it.
void Analysis::lay_out_again(const TaskMaker &maker) {
  if (open_.empty() || options_.shows_paths)
    return;
  timed("layouts", [&] {
    auto start = std::chrono::steady_clock::now();
    FileReader reader = pool_.reader();
    relaid_ = RelaidVersions::make(assembly_request(), *set_,
                                   settings_.functions, index_, reader,
                                   [&] { return has_used(start, 4); });
  });
  if (relaid_)
    for (const verdict::UnitResult &result : relaid_->settle(open_, maker))
      units_.say(result);
}

// What only functions keep from being the same that do the same is settled, in
// a quarter of the time.
void Analysis::use_equal_functions(const TaskMaker &maker) {
  if (open_.empty() || options_.shows_paths ||
      options_.ablation != verdict::Ablation::Full)
    return;
  std::vector<const impact::Unit *> waiting = open_;
  if (options_.is_comparison) // the others are such questions themselves
    std::erase_if(waiting,
                  [](const auto *unit) { return !unit->is_unchanged; });
  AssemblyRequest request = assembly_request();
  portfolio::Options limits = portfolio_options();
  if (limits.total_seconds > 0) // 0: no limit
    limits.total_seconds =
        std::max(1u, (limits.total_seconds -
                      std::min(limits.used_seconds, limits.total_seconds)) /
                         4);
  equal_ = std::make_unique<EqualFunctions>(
      EqualFunctions::Means{request, settings_.functions, index_, maker,
                            make_proof_engines(), limits});
  timed("equal functions",
        [&] { equal_->show(waiting, EqualFunctions::Effort::Small); });
  for (const verdict::UnitResult &result : equal_->settle(open_))
    units_.say(result);
}

// What the functions that are not proved by identity call and the files read so
// far only declare.
std::set<std::string> Analysis::missing_definitions() const {
  std::set<ir::Symbol> units;
  for (const impact::Unit &unit : set_->triage.units)
    if (unit.kind == impact::UnitKind::Analyse &&
        is_wanted(name_of(unit), std::string(unit.id)))
      units.insert(unit.id);
  std::set<std::string> missing;
  for (const impact::AnalysedVersion &version : set_->versions)
    missing.merge(app::missing_definitions(version, units, context_.files));
  return missing;
}

// How many of them were left unread; they are taken out.
std::size_t Analysis::read_those(DefinitionFiles &found) {
  std::vector<std::string> keys;
  for (const auto &[key, names] : found.files)
    keys.push_back(key);
  std::set<std::string> read;
  guessed_.add(pool_.read(keys, [&](const std::string &key) {
    bool may_read = !has_used(start_, 2) || definitions_.files.contains(key);
    if (may_read)
      read.insert(key);
    return may_read;
  }));
  return keep_only(found, read);
}

// Files found in one round call, through pointers, what others define.
// Until half of the time for the whole run is up.
void Analysis::read_definitions() {
  constexpr int most_rounds = 4;
  std::set<std::string> known(keys_.begin(), keys_.end()), wanted;
  std::size_t unread = 0;
  for (int round = 0; round < most_rounds && unread == 0; round++) {
    std::size_t before = wanted.size();
    wanted.merge(missing_definitions());
    if (wanted.size() == before)
      break;
    DefinitionFiles found =
        find_definition_files(input_, index_, wanted, known);
    unread = read_those(found);
    if (found == definitions_)
      break;
    definitions_ = std::move(found);
    assemble();
  }
  if (unread > 0)
    events_.note(fmt::format("definitions in {} untouched files were not read: "
                             "half of the time was up (--total-time)",
                             unread));
}

void Analysis::say_findings() {
  for (const report::BuildFinding &finding :
       find_build_findings(input_, store_, keys_)) {
    const std::string &function = finding.diagnostic.function;
    if (is_wanted(function, function))
      events_.finding(finding);
  }
}

// Functions that clang could not read and that are not in the merge's program
// under their name: whole files.
void Analysis::say_lost() {
  for (const auto &[id, lost] : set_->assembly.lost)
    if (lost.name == whole_file && is_wanted(lost.name, id)) {
      verdict::UnitResult unit;
      unit.function = lost.name;
      unit.id = id;
      say_not_analysed(unit, lost);
    }
}

void Analysis::say_not_analysed(verdict::UnitResult unit,
                                const LostFunction &lost) {
  wanted_++;
  unit.answer = verdict::UnitAnswer::NotAnalysed;
  unit.reason = lost.reason;
  unit.file = lost.file; // another program may have one of that name
  unit.line = lost.line;
  units_.say(unit);
}

bool Analysis::clashes(ir::Symbol id) const {
  const ir::Function *function =
      set_->versions.back().program->find_function(id);
  auto clash = clashes_.find(std::string(function ? function->name : ""));
  return clash != clashes_.end() && clash->second.is_function &&
         !function->is_static;
}

bool Analysis::runs_by_itself(ir::Symbol id) const {
  const ir::Function *function =
      set_->versions.back().program->find_function(id);
  return function && (function->constructor != 0 || function->destructor != 0);
}

void Analysis::sort_unit(const TaskMaker &maker, const impact::Unit &unit) {
  verdict::UnitResult result = maker.describe(unit);
  // Functions of system headers are nobody's change.
  if (!is_wanted(result.function, result.id) || result.file.starts_with('/') ||
      result.function == whole_file || is_only_a_definition(result.id))
    return;
  auto lost = set_->assembly.lost.find(result.id);
  if (lost != set_->assembly.lost.end() &&
      unit.kind != impact::UnitKind::Identity)
    return say_not_analysed(std::move(result), lost->second);
  if (clashes(unit.id))
    return;
  wanted_++;
  switch (unit.kind) {
  case impact::UnitKind::Identity:
    if (!unit.left_out_problem.empty()) {
      result.reason = unit.left_out_problem;
      result.why_asked.clear();
      units_.say(result);
      break;
    }
    if (options_.is_comparison && options_.functions.empty())
      break; // only what differs
    if (options_.shows_paths && !options_.functions.empty()) {
      open_.push_back(&unit); // asked for by name
      break;
    }
    units_.say(proved_by_identity(
        std::move(result), unit,
        *set_->versions.back().program->find_function(unit.id), maker.run));
    break;
  case impact::UnitKind::Analyse:
    if (std::string why = header_of_some(input_, store_, result.file);
        !why.empty()) {
      result.reason = why;
      units_.say(result);
    } else {
      open_.push_back(&unit);
    }
    break;
  case impact::UnitKind::OnlyInMerge:
    if (options_.is_comparison && runs_by_itself(unit.id)) {
      result.reason = "runs before or after main() by itself, and the other "
                      "version does not have it";
      result.why_asked.clear();
      units_.say(result);
    } else {
      only_in_merge_++;
    }
    break;
  case impact::UnitKind::Renamed:
    result.reason = unit.reason;
    result.why_asked.clear();
    units_.say(result);
    break;
  }
}

// Those that are to be asked about.
std::vector<const impact::Unit *>
Analysis::find_meetings(const TaskMaker &maker) const {
  if (options_.is_comparison || options_.shows_paths)
    return {};
  std::vector<const impact::Unit *> units = impact::find_meetings(
      set_->versions, set_->triage, options_.writes_tests ? 24 : 6);
  std::erase_if(units, [&](const impact::Unit *unit) {
    verdict::UnitResult result = maker.describe(*unit);
    return !is_wanted(result.function, result.id) ||
           result.file.starts_with('/') || is_only_a_definition(result.id) ||
           clashes(unit->id);
  });
  return units;
}

void Analysis::sort_units() {
  verdict::Assumptions run = assumptions_of(
      {&store_, keys_.size(), &set_->assembly.used, &generated_, &templates_},
      [this](const std::string &text) { note(text); });
  TaskMaker maker{
      context_,          input_, store_, *set_, shared_directory(), run,
      options_.ablation, {}};
  clashes_ = find_link_clashes(context_, input_, store_, keys_, *set_);
  for (const impact::Unit &unit : set_->triage.units)
    sort_unit(maker, unit);
  units_.announce(maker, open_);
  lay_out_again(maker);
  use_equal_functions(maker);
  std::vector<const impact::Unit *> met = find_meetings(maker);
  if (!open_.empty() || !met.empty())
    maker.read_texts();
  units_.plan(maker, open_, [&](ir::Symbol unit) {
    auto eased = relaid_ ? relaid_->ease(maker, unit) : std::nullopt;
    return !eased && equal_ ? equal_->ease(unit) : std::move(eased);
  });
  units_.plan_meetings(met);
  for (const auto &[id, clash] : clashes_)
    if (is_wanted(clash.name, id)) {
      wanted_++;
      units_.say(describe(id, clash));
    }
  std::vector<std::string> read = keys_;
  std::erase_if(read, [request = assembly_request()](const std::string &key) {
    return !is_read(request, key);
  });
  auto all = describe_changed_globals(context_, input_, *set_,
                                      {mentions_.get(), &index_, &read});
  for (auto &more : {describe_lost_text(input_, store_, keys_),
                     describe_lost(context_, input_, *set_),
                     describe_unnamed_globals(context_, input_, *set_)})
    all.insert(all.end(), more.begin(), more.end());
  std::set<std::string> said;
  for (const verdict::UnitResult &lost : all)
    if (is_wanted(lost.function, lost.id) && !clashes_.contains(lost.id) &&
        said.insert(lost.id).second) {
      wanted_++;
      units_.say(lost);
    }
}

void Analysis::note_rest() {
  if (only_in_merge_ > 0)
    events_.note(fmt::format(
        "{} {} only in the {}: there is nothing to compare with",
        only_in_merge_, only_in_merge_ == 1 ? "function is" : "functions are",
        options_.is_comparison ? "new version" : "merge"));
  if (!options_.functions.empty() && wanted_ == 0)
    events_.failed(
        fmt::format("no function '{}' in the files that {}",
                    fmt::join(options_.functions, "', '"),
                    store_.has_left_some()
                        ? "were read before half of the time was up: see "
                          "--total-time"
                        : "the versions change"));
}

std::string Analysis::shared_directory() const {
  std::string shared = temp_directory_ + "/shared";
  std::error_code ignored;
  if (!temp_directory_.empty())
    std::filesystem::create_directories(shared, ignored);
  return temp_directory_.empty() ? "" : shared;
}

std::vector<std::string> Analysis::select() {
  scan::FileSelection selection =
      scan::select_files(input_, index_, flags_.macros());
  if (!selection.failure.empty()) {
    events_.failed(selection.failure);
    return {};
  }
  store_.set_own_functions(own_library_functions(input_, index_));
  if (selection.asks_otherwise_of_glibc)
    flags_.ask_nothing_of_glibc();
  mentions_ = selection.mentions;
  is_all_scanned_ = selection.is_all_scanned;
  for (const std::string &text : selection.notes)
    note(text);
  note(describe_foreign(input_, templates_));
  if (is_asked(Dump::Files))
    dump_files(selection);
  std::vector<std::string> keys = pick_keys(selection);
  if (keys.empty())
    events_.note(selection.touched.empty()
                     ? "no C file differs between the versions: nothing to "
                       "analyse"
                     : "every C file that differs has textual conflicts");
  return keys;
}

void Analysis::dump_sets() {
  if (is_asked(Dump::Ir))
    dump_ir(*set_);
  if (is_asked(Dump::Closure))
    dump_closures(*set_);
  if (is_asked(Dump::Align))
    dump_alignments(units_.tasks());
  if (is_asked(Dump::Questions))
    dump_questions(units_.tasks());
}

void Analysis::run() {
  dumps_left_ = options_.dumps.size();
  bool stops_at_dump = dumps_left_ > 0;
  if (is_asked(Dump::Git))
    dump_git(input_);
  if (stops_at_dump && dumps_left_ == 0)
    return;
  timed("select", [&] { keys_ = select(); });
  if (keys_.empty() || (stops_at_dump && dumps_left_ == 0))
    return;
  timed("parse", [&] { read_files(); });
  timed("triage", [&] { assemble(); });
  timed("definitions", [&] { read_definitions(); });
  note_guesses();
  say_findings();
  say_lost();
  sort_units();
  note_rest();
  dump_sets();
  if (!stops_at_dump)
    timed("decide", [&] { units_.decide(portfolio_options(), equal_.get()); });
}

} // namespace

void analyse(AnalysisRequest request, EventWriter &events,
             const Setbacks &setbacks) {
  Analysis(request, events, setbacks).run();
}

} // namespace mergeproof::app
