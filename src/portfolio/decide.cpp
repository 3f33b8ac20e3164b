#include "blame/blame.h"
#include "check/interpreter_replay.h"
#include "check/search.h"
#include "check/test_writer.h"
#include "check/world.h"
#include "portfolio/accept_proof.h"
#include "portfolio/decide_part.h"
#include "portfolio/describe_inputs.h"
#include "portfolio/findings.h"
#include "portfolio/open_edits.h"
#include "portfolio/sift.h"
#include "support/subprocess.h"
#include "testgen/guided_search.h"
#include "testgen/minimise.h"
#include "testgen/sequence_questions.h"
#include "verdict/signature.h"

#include <algorithm>
#include <filesystem>

namespace mergeproof::portfolio {

namespace {

using verdict::Answer;
using verdict::Observation;
using verdict::UnitAnswer;
using verdict::UnitResult;
using verdict::Verdict;
using verdict::Witness;

constexpr std::size_t max_reported = 3; // conflicts of one unit
constexpr std::size_t first_batch = 4;  // witnesses per sandboxed run: few at
constexpr std::size_t max_batch = 128;  // first, the models are usually right

class UnitDecision {
public:
  UnitDecision(const Task &task, const Options &options,
               const std::string &directory, const OnProgress &on_progress)
      : task_(task), question_(task.question), options_(options),
        directory_(directory), on_progress_(on_progress),
        result_(make_result(task)), findings_(task.question, options.made_up) {}

  UnitResult
  decide(const std::vector<std::shared_ptr<verdict::Engine>> &engines,
         Part part) {
    // Else there are no inputs that all versions could be run on.
    is_runnable_ = verdict::signature_problem(question_).empty();
    result_.by = "testgen";
    if (task_.is_meeting) {
      if (is_runnable_)
        search_sequences();
      return result_;
    }
    has_searched_ = has_tried_sequences_ =
        part == Part::Prove || part == Part::Model;
    if (part == Part::Search)
      search({});
    for (const auto &engine : engines) {
      bool is_first = engine == engines.front();
      if (part == Part::Search || (part == Part::Model && !is_first))
        break;
      bool is_needed = is_first ? options_.lists_paths || !findings_.has_plain()
                                : findings_.ranked().empty();
      if (!is_needed || !ask(*engine, is_first))
        break;
    }
    if (is_settled_)
      return result_;
    std::vector<Finding> found = findings_.ranked();
    if (found.empty() && is_runnable_ && search_sequences())
      return result_;
    if (found.empty())
      say_what_is_open();
    if (found.empty() && options_.explains && is_runnable_ &&
        part != Part::Search)
      result_.reason += describe_open_edits(question_, *engines.front());
    if (!found.empty() && calls_replaceable())
      result_.reason = "a difference was seen, but it calls a weak or aliased "
                       "function, which another may replace";
    else if (!found.empty())
      report(std::move(found));
    return result_;
  }

  // Only by running a sequence of calls.
  UnitResult decide_sequence(const testgen::SequenceQuestions::Asked &asked) {
    also_ = asked.callees;
    testgen::SearchBudget budget;
    budget.runs = options_.sequence_runs;
    budget.all_steps = options_.sequence_steps;
    std::vector<Witness> shown =
        testgen::search_guided(question_, budget).found;
    std::erase_if(shown, [&](const Witness &witness) {
      return std::any_of(asked.without.begin(), asked.without.end(),
                         [&](const verdict::Question &without) {
                           return shows_something(without, witness);
                         });
    });
    if (shown.empty())
      return result_;
    replay(std::move(shown));
    std::vector<Finding> found = findings_.ranked();
    if (asked.may_release)
      std::erase_if(found, [](const Finding &finding) {
        return std::any_of(
            finding.observations.begin(), finding.observations.end(),
            [](const Observation &seen) { return seen.has_trapped(); });
      });
    result_.reason.clear();
    if (is_composition(asked) && !options_.shows_compositions &&
        std::erase_if(found, [this](const Finding &finding) {
          return !only_merge_differs(finding.violation);
        }) > 0)
      result_.reason = "what changed calls do together may be what they mean "
                       "(`mergeproof test` shows it)";
    if (!found.empty() && !calls_replaceable())
      report(std::move(found));
    for (verdict::ConfirmedConflict &conflict : result_.conflicts)
      conflict.sequence = question_.unit_text;
    return result_;
  }

private:
  // Whether the calls have changes of their own, beside those of the unit.
  bool is_composition(const testgen::SequenceQuestions::Asked &asked) const {
    return task_.is_meeting ||
           std::any_of(asked.callees.begin(), asked.callees.end(),
                       [&](ir::Symbol id) {
                         return id != asked.unit &&
                                testgen::changed_by(question_, id) != 0;
                       });
  }

  bool only_merge_differs(const verdict::Violation &violation) const {
    std::set<std::string> others;
    for (const verdict::VersionOfUnit &version : question_.versions)
      if (&version != &question_.versions.back()) {
        auto value = violation.values.find(version.revision.id);
        others.insert(value == violation.values.end() ? "" : value->second);
      }
    return others.size() == 1 && !others.contains("");
  }

  bool shows_something(const verdict::Question &question,
                       const Witness &witness) const {
    Findings findings(question, options_.made_up);
    std::vector<Witness> one{witness};
    return findings.would_add(check::replay_in_interpreter(question, one));
  }

  // Whether a sequence of calls shows a conflict, once.
  bool search_sequences() {
    if (has_tried_sequences_)
      return false;
    has_tried_sequences_ = true;
    auto sequences = testgen::make_sequences(
        question_, options_.sequences,
        task_.is_meeting ? testgen::SequencePurpose::Meeting
                         : testgen::SequencePurpose::Inputs);
    testgen::SequenceQuestions questions(question_, sequences);
    for (std::size_t i = 0; i < questions.size(); i++)
      if (!questions[i].whole.unit_text.empty() && try_sequence(questions, i))
        return true;
    return false;
  }

  bool try_sequence(const testgen::SequenceQuestions &questions,
                    std::size_t number) {
    Task task = task_;
    task.question = questions[number].whole;
    std::string directory = directory_ + "/sequence-" + std::to_string(number);
    std::error_code ignored;
    std::filesystem::create_directories(directory, ignored);
    UnitResult result = UnitDecision(task, options_, directory, {})
                            .decide_sequence(questions[number]);
    if (result.answer != UnitAnswer::Conflict) {
      unclaimed_ = result.reason.empty() ? unclaimed_ : result.reason;
      return false;
    }
    result_.answer = result.answer;
    result_.conflicts = std::move(result.conflicts);
    result_.by = "testgen";
    result_.reason.clear();
    return true;
  }

  Verdict answer_of(verdict::Engine &engine) {
    rests_on_eased_ = false;
    if (task_.eased && !options_.lists_paths) {
      Verdict verdict = engine.decide(task_.eased->question);
      rests_on_eased_ = verdict.answer == Answer::Proved;
      if (rests_on_eased_) {
        const portfolio::Eased &eased = *task_.eased;
        verdict.assumptions.insert(eased.assumptions.begin(),
                                   eased.assumptions.end());
        verdict.explanation.insert(verdict.explanation.begin(),
                                   eased.explanation.begin(),
                                   eased.explanation.end());
      }
      if (rests_on_eased_ || task_.eased->is_enough)
        return verdict;
    }
    return engine.decide(question_);
  }

  // Whether another engine could say more.
  bool ask(verdict::Engine &engine, bool is_first) {
    bool has_found = !findings_.ranked().empty();
    Verdict verdict = answer_of(engine);
    if (!verdict.explanation.empty())
      result_.explanation = verdict.explanation;
    if (verdict.paths)
      result_.paths = *verdict.paths;
    if (!has_found)
      result_.by = engine.name();
    if (verdict.answer == Answer::Proved) {
      accept_proof(verdict, has_found);
      return false;
    }
    if (is_first)
      result_.reason = verdict.reason;
    // Running inputs is cheap beside the later engines.
    if (is_runnable_ && !has_searched_)
      search(verdict.candidates);
    else if (is_runnable_)
      can_be_run_ &= replay(verdict.candidates);
    return !verdict.is_final;
  }

  void say_what_is_open() {
    result_.by.clear();
    if (!unclaimed_.empty())
      add_reason("a sequence of calls: " + unclaimed_);
    if (can_be_run_ || !findings_.doubt().empty())
      say_what_was_tried();
    result_.reason += open_loop(result_.explanation);
  }

  void accept_proof(const Verdict &verdict, bool has_found) {
    is_settled_ = true;
    if (has_found) {
      result_.reason = contradiction;
      result_.by.clear();
      return;
    }
    if (const std::string &caveat = caveat_of_proof(); !caveat.empty()) {
      result_.reason = caveat;
      result_.by.clear();
      return;
    }
    portfolio::accept_proof(verdict, task_, options_, result_);
    if (rests_on_eased_)
      result_.recheck = weaker_recheck(result_.recheck, task_.eased->recheck);
  }

  const std::string &caveat_of_proof() const {
    bool names_members =
        rests_on_eased_ &&
        task_.eased->assumptions.contains(verdict::Assumption::MembersByName);
    return task_.caveat.empty() && !names_members ? task_.layout_caveat
                                                  : task_.caveat;
  }

  bool calls_replaceable() const {
    auto is_replaceable = [](const std::string &reason) {
      return reason == ir::replaceable_reason;
    };
    return std::any_of(question_.versions.begin(), question_.versions.end(),
                       [&](const verdict::VersionOfUnit &version) {
                         const auto &reasons = version.function->opaque_reasons;
                         return std::any_of(reasons.begin(), reasons.end(),
                                            is_replaceable);
                       });
  }

  // Solver models first, then a search around the constants of the program.
  void search(const std::vector<Witness> &candidates) {
    std::vector<Witness> all = candidates;
    std::vector<Witness> more =
        check::make_candidates(question_, options_.candidates, 1);
    all.insert(all.end(), more.begin(), more.end());
    has_searched_ = true;
    can_be_run_ = replay(std::move(all));
    if (findings_.are_inherent())
      search_guided();
  }

  void search_guided() {
    testgen::SearchResult result =
        testgen::search_guided(question_, guided_budget(options_));
    silent_ += result.runs - result.found.size();
    can_be_run_ &= replay(std::move(result.found));
    if (!findings_.ranked().empty())
      result_.by = "testgen";
  }

  // False: nothing can be run, and the reason says why.
  bool replay(std::vector<Witness> all) {
    check::World world(question_);
    for (Witness &witness : all)
      world.make_possible(witness);
    if (options_.execution == Execution::Native) {
      Sifted sifted = sift(question_, all);
      silent_ += sifted.silent;
      if (!sifted.worth_running.empty() && !is_native_ready())
        return false;
      all = std::move(sifted.worth_running);
    }
    run(all);
    return true;
  }

  // Tried once.
  bool is_native_ready() {
    if (!has_prepared_)
      prepare_native();
    has_prepared_ = true;
    return replayer_ != nullptr;
  }

  void run(const std::vector<Witness> &witnesses) {
    std::size_t batch = first_batch;
    for (std::size_t at = 0; at < witnesses.size() && !findings_.has_plain();) {
      std::size_t end = std::min(at + batch, witnesses.size());
      std::vector<Witness> part(witnesses.begin() + std::ptrdiff_t(at),
                                witnesses.begin() + std::ptrdiff_t(end));
      at = end;
      batch = std::min(2 * batch, max_batch);
      findings_.add(part, observe(part));
    }
  }

  // What every version does, without what changes from run to run.
  std::vector<std::vector<Observation>>
  observe(const std::vector<Witness> &witnesses) {
    if (!replayer_)
      return check::replay_in_interpreter(question_, witnesses);
    std::vector<std::vector<Observation>> seen = replayer_->run(witnesses);
    if (findings_.would_add(seen))
      keep_stable(seen, replayer_->run(witnesses));
    return seen;
  }

  void say_what_was_tried() {
    std::string note = std::to_string(findings_.valid() + silent_) +
                       " inputs were tried and showed no difference";
    if (findings_.valid() == 0 && !findings_.why_invalid().empty())
      note = (silent_ == 0 ? "no input" : note + "; no other") +
             " could be run: " + findings_.why_invalid();
    if (!findings_.doubt().empty())
      note = "a difference was seen, but " + findings_.doubt();
    add_reason(note);
  }

  void add_reason(const std::string &more) {
    result_.reason += (result_.reason.empty() ? "" : "; ") + more;
  }

  void prepare_native() {
    if (task_.sources)
      sources_ = task_.sources(also_);
    if (sources_.empty()) {
      add_reason("it was not run: its source could not be extracted");
      return;
    }
    auto prepared = check::Replayer::prepare(
        {&question_, sources_, directory_, options_.cache_directory}, {});
    if (!prepared) {
      add_reason("it was not run: " + prepared.error().message);
      return;
    }
    replayer_ = std::move(prepared).value();
  }

  // The same conflict on a simpler input, if a run confirms it.
  void simplify(Finding &finding) {
    Witness simple =
        testgen::minimise(question_, finding.witness, finding.violation);
    check::World(question_).make_possible(simple);
    if (simple == finding.witness)
      return;
    Findings confirmed(question_, options_.made_up);
    std::vector<Witness> one{simple};
    confirmed.add(one, observe(one));
    for (Finding &other : confirmed.ranked())
      if (testgen::is_same_violation(other.violation, finding.violation)) {
        finding = std::move(other);
        return;
      }
  }

  void report(std::vector<Finding> found) {
    std::string why_not;
    for (std::size_t i = 0; i < std::min(found.size(), max_reported); i++) {
      Finding simple = found[i];
      simplify(simple);
      bool is_simpler = simple.witness != found[i].witness;
      why_not = claim(simple);
      if (!why_not.empty() && is_simpler)
        why_not = claim(found[i]);
      say_so_far();
    }
    if (!result_.conflicts.empty()) {
      result_.answer = UnitAnswer::Conflict;
      result_.reason.clear();
    } else {
      result_.by.clear();
      result_.reason =
          "a run shows a conflict, but not the test of it: " + why_not;
    }
  }

  // In case that the time is up before the others are claimed.
  void say_so_far() const {
    if (!on_progress_ || result_.conflicts.empty())
      return;
    UnitResult so_far = result_;
    so_far.answer = UnitAnswer::Conflict;
    so_far.reason.clear();
    on_progress_(so_far);
  }

  // Why it is not claimed, because what a user would run does not show it.
  std::string claim(const Finding &finding) {
    verdict::ConfirmedConflict conflict;
    conflict.violation = finding.violation;
    conflict.confirmed = replayer_ ? "native" : "interpreter";
    if (replayer_ && !options_.test_directory.empty())
      if (std::string why_not = add_test(finding, conflict); !why_not.empty())
        return why_not;
    conflict.inputs = describe_inputs(question_, finding.witness);
    conflict.stubs = scripted_functions(question_, finding.witness);
    blame::Blame blame =
        blame::find_blame(question_, finding.witness, finding.violation);
    conflict.blame = std::move(blame.edits);
    conflict.is_blame_needed = blame.is_needed;
    result_.conflicts.push_back(std::move(conflict));
    return "";
  }

  // That no test can be written or built does not cost the conflict. Why it is
  // none, as its test ran and did not show it; or empty.
  std::string add_test(const Finding &finding,
                       verdict::ConfirmedConflict &conflict) {
    std::string why_not;
    try {
      why_not = write_test(finding, conflict);
    } catch (const std::exception &problem) {
      conflict.no_test = problem.what();
    }
    std::error_code ignored;
    std::filesystem::remove_all(directory_ + "/tests", ignored);
    return why_not;
  }

  // A test is named only after it passed and failed where it should.
  std::string write_test(const Finding &finding,
                         verdict::ConfirmedConflict &conflict) {
    auto written = check::write_test(
        question_, finding.witness, finding.violation, finding.observations,
        sources_,
        {directory_ + "/tests", options_.framework, options_.cache_directory});
    if (!written) {
      conflict.no_test = written.error().message;
      return "";
    }
    auto run = check::run_written_test(
        question_, finding.violation, sources_, written.value().path,
        {options_.test_runs, options_.cache_directory});
    if (!run) {
      conflict.no_test = "it cannot be run: " + run.error().message;
      return "";
    }
    if (!run.value().is_stable)
      return "it does not do the same in every run";
    if (!run.value().is_as_promised) {
      const char *why = "it does not pass and fail where it should";
      // Of what is given to externals a test sees less than a run.
      if (finding.violation.observable != "external calls")
        return why;
      conflict.no_test = why;
      return "";
    }
    auto published =
        check::publish_test(written.value().path, options_.test_directory);
    if (!published) {
      conflict.no_test = published.error().message;
      return "";
    }
    const std::string &test = conflict.test = published.value();
    std::filesystem::path path(test);
    conflict.run_command =
        "cd " + support::shell_word(path.parent_path().string()) + " && " +
        check::run_command(test,
                           {options_.framework, written.value().compiler,
                            written.value().has_traps},
                           sources_.back(),
                           question_.versions.back().revision.id);
    return "";
  }

  const Task &task_;
  const verdict::Question &question_;
  const Options &options_;
  std::string unclaimed_; // what a sequence showed, and why that is not claimed
  std::string directory_;
  const OnProgress on_progress_;
  UnitResult result_;
  Findings findings_;
  std::size_t silent_ = 0;       // inputs that were only interpreted
  std::vector<ir::Symbol> also_; // see Task::sources
  std::vector<check::ReplaySource> sources_;
  std::unique_ptr<check::Replayer> replayer_;
  bool has_prepared_ = false;
  bool is_runnable_ = false; // the versions take the same inputs
  bool can_be_run_ = false, has_searched_ = false;
  bool has_tried_sequences_ = false;
  bool is_settled_ = false;     // by what came of a proof
  bool rests_on_eased_ = false; // the last proof
};

} // namespace

UnitResult
decide_part(const Task &task, Part part,
            const std::vector<std::shared_ptr<verdict::Engine>> &engines,
            const Options &options, const std::string &directory,
            const OnProgress &on_progress) {
  return UnitDecision(task, options, directory, on_progress)
      .decide(engines, part);
}

} // namespace mergeproof::portfolio
