#include "portfolio/decide.h"

#include "blame/blame.h"
#include "check/interpreter_replay.h"
#include "check/recheck.h"
#include "check/search.h"
#include "check/test_writer.h"
#include "check/world.h"
#include "portfolio/describe_inputs.h"
#include "portfolio/findings.h"
#include "portfolio/open_edits.h"
#include "portfolio/sift.h"
#include "verdict/signature.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace mergeproof::portfolio {

namespace {

using verdict::Answer;
using verdict::Observation;
using verdict::UnitAnswer;
using verdict::UnitResult;
using verdict::Verdict;
using verdict::Witness;

constexpr std::uint64_t recheck_rlimit = 200'000;
constexpr std::size_t max_reported = 3; // conflicts of one unit
constexpr std::size_t first_batch = 16; // witnesses per sandboxed run: few at
constexpr std::size_t max_batch = 128;  // first, the models are usually right

// As a POSIX shell reads it.
std::string shell_word(const std::string &text) {
  static constexpr std::string_view plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-";
  if (!text.empty() && text.find_first_not_of(plain) == text.npos)
    return text;
  std::string word = "'";
  for (char c : text)
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

// "; loop at old:3, new:4: not related s of old:3": what a proof lacked.
std::string open_loop(const std::vector<std::string> &explanation) {
  constexpr std::string_view words = "not related ";
  for (const std::string &line : explanation) {
    std::size_t at = line.find(words);
    std::size_t place = line.find(": ");
    if (at == line.npos || place == line.npos)
      continue;
    return "; " + line.substr(0, place + 2) +
           line.substr(at, line.find(", ", at) - at);
  }
  return "";
}

class UnitDecision {
public:
  UnitDecision(const Task &task, const Options &options,
               const std::string &directory)
      : task_(task), question_(task.question), options_(options),
        directory_(directory), result_(make_result(task)),
        findings_(task.question, options.defined_elsewhere) {}

  UnitResult
  decide(const std::vector<std::shared_ptr<verdict::Engine>> &engines) {
    // Then there are no inputs that all versions could be run on.
    bool is_runnable = verdict::signature_problem(question_).empty();
    // Running inputs is cheap beside the later engines.
    bool is_first = true;
    for (const auto &engine : engines) {
      Verdict verdict = engine->decide(question_);
      if (!verdict.explanation.empty())
        result_.explanation = verdict.explanation;
      if (verdict.answer == Answer::Proved) {
        accept_proof(*engine, verdict);
        return result_;
      }
      if (is_first)
        result_.reason = verdict.reason;
      if (is_runnable && (is_first || !verdict.candidates.empty()))
        replay(verdict.candidates);
      is_first = false;
      if (verdict.is_final || !findings_.ranked().empty())
        break;
    }
    std::vector<Finding> found = findings_.ranked();
    if (found.empty())
      result_.reason += open_loop(result_.explanation);
    if (found.empty() && options_.explains && is_runnable)
      result_.reason += describe_open_edits(question_, *engines.front());
    if (!found.empty() && calls_replaceable())
      result_.reason = "a difference was seen, but it calls a weak or aliased "
                       "function, which another may replace";
    else if (!found.empty())
      report(found);
    return result_;
  }

private:
  void accept_proof(const verdict::Engine &engine, const Verdict &verdict) {
    if (!task_.caveat.empty()) {
      result_.reason = task_.caveat;
      return;
    }
    emit_proof(verdict);
    check::RecheckResult again =
        check::recheck(verdict.conditions, recheck_rlimit);
    result_.by = engine.name();
    result_.assumptions = verdict.assumptions;
    result_.assumptions.insert(task_.assumptions.begin(),
                               task_.assumptions.end());
    if (again.answer == check::Recheck::Refuted) {
      result_.recheck = "refuted";
      result_.reason = "internal error: cvc5 refutes the proof (" +
                       again.detail + "); please report this merge";
      return;
    }
    result_.answer = UnitAnswer::Proved;
    result_.reason = unwritten_;
    if (verdict.conditions.empty())
      result_.recheck = "by construction";
    else
      result_.recheck =
          again.answer == check::Recheck::Confirmed ? "cvc5" : "Z3 only";
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

  void emit_proof(const Verdict &verdict) {
    if (options_.proof_directory.empty())
      return;
    std::string name;
    for (char c : result_.id)
      name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    std::error_code ignored;
    std::filesystem::create_directories(options_.proof_directory, ignored);
    for (std::size_t i = 0; i < verdict.conditions.size(); i++) {
      std::string path = options_.proof_directory + "/" + name + "-" +
                         std::to_string(i + 1) + ".smt2";
      std::ofstream file(path);
      if (!(file << verdict.conditions[i].smtlib).flush()) {
        std::filesystem::remove(path, ignored);
        unwritten_ = "cannot write " + path + ": is the disk full?";
      }
    }
  }

  // Solver models first, then a search around the constants of the program.
  void replay(const std::vector<Witness> &candidates) {
    std::vector<Witness> all = candidates;
    std::vector<Witness> more =
        check::make_candidates(question_, options_.candidates, 1);
    all.insert(all.end(), more.begin(), more.end());
    check::World world(question_);
    for (Witness &witness : all)
      world.make_possible(witness);
    std::size_t silent = 0;
    if (options_.execution == Execution::Native) {
      Sifted sifted = sift(question_, all);
      silent = sifted.silent;
      if (!sifted.worth_running.empty() && !prepare_native())
        return;
      all = std::move(sifted.worth_running);
    }
    run(all);
    say_what_was_tried(silent);
  }

  void run(const std::vector<Witness> &witnesses) {
    std::size_t batch = first_batch;
    for (std::size_t at = 0; at < witnesses.size() && !findings_.has_plain();) {
      std::size_t end = std::min(at + batch, witnesses.size());
      std::vector<Witness> part(witnesses.begin() + std::ptrdiff_t(at),
                                witnesses.begin() + std::ptrdiff_t(end));
      at = end;
      batch = std::min(2 * batch, max_batch);
      if (!replayer_) {
        findings_.add(part, check::replay_in_interpreter(question_, part));
        continue;
      }
      std::vector<std::vector<Observation>> seen = replayer_->run(part);
      if (findings_.would_add(seen)) // not what changes from run to run
        keep_stable(seen, replayer_->run(part));
      findings_.add(part, seen);
    }
  }

  void say_what_was_tried(std::size_t silent) {
    std::string note = std::to_string(findings_.valid() + silent) +
                       " inputs were tried and showed no difference";
    if (findings_.valid() + silent == 0 && !findings_.why_invalid().empty())
      note = "no input could be run: " + findings_.why_invalid();
    if (!findings_.doubt().empty())
      note = "a difference was seen, but " + findings_.doubt();
    result_.reason += result_.reason.empty() ? note : "; " + note;
  }

  bool prepare_native() {
    if (task_.sources)
      sources_ = task_.sources();
    if (sources_.empty()) {
      result_.reason += "; it was not run: its source could not be extracted";
      return false;
    }
    auto prepared = check::Replayer::prepare(
        {&question_, sources_, directory_, options_.cache_directory}, {});
    if (!prepared) {
      result_.reason += "; it was not run: " + prepared.error().message;
      return false;
    }
    replayer_ = std::move(prepared).value();
    return true;
  }

  void report(const std::vector<Finding> &found) {
    result_.answer = UnitAnswer::Conflict;
    result_.by = "relational";
    result_.reason.clear();
    for (std::size_t i = 0; i < std::min(found.size(), max_reported); i++) {
      verdict::ConfirmedConflict conflict;
      conflict.violation = found[i].violation;
      conflict.inputs = describe_inputs(question_, found[i].witness);
      conflict.confirmed = replayer_ ? "native" : "interpreter";
      conflict.blame =
          blame::find_blame(question_, found[i].witness, found[i].violation);
      if (replayer_ && !options_.test_directory.empty())
        write_test(found[i], conflict);
      result_.conflicts.push_back(std::move(conflict));
    }
  }

  // A test is named only after it passed and failed where it should.
  void write_test(const Finding &finding,
                  verdict::ConfirmedConflict &conflict) {
    auto written = check::write_test(question_, finding.witness,
                                     finding.violation, finding.observations,
                                     sources_, options_.test_directory);
    if (!written) {
      conflict.no_test = written.error().message;
      return;
    }
    const std::string &test = written.value();
    auto run =
        check::run_written_test(question_, finding.violation, sources_, test);
    std::filesystem::path path(test);
    if (!run || !run.value().is_as_promised) {
      std::error_code ignored;
      std::filesystem::remove_all(path.parent_path(), ignored);
      conflict.no_test = run ? "it does not pass and fail where it should"
                             : "it cannot be run: " + run.error().message;
      return;
    }
    conflict.test = test;
    std::string sources = path.filename().string();
    if (std::filesystem::exists(path.parent_path() / "elsewhere.c"))
      sources += " elsewhere.c";
    conflict.run_command =
        "cd " + shell_word(path.parent_path().string()) + " && cc -w" +
        check::compile_line_flags(sources_.back()) + " -DUNIT='\"" +
        question_.versions.back().revision.id + ".c\"' " + sources +
        " -lm && ./a.out";
  }

  const Task &task_;
  const verdict::Question &question_;
  const Options &options_;
  std::string unwritten_; // why a proof was not kept
  std::string directory_;
  UnitResult result_;
  Findings findings_;
  std::vector<check::ReplaySource> sources_;
  std::unique_ptr<check::Replayer> replayer_;
};

} // namespace

UnitResult make_result(const Task &task) {
  const verdict::VersionOfUnit &merge = task.question.versions.back();
  UnitResult result;
  result.function = std::string(merge.function->name);
  result.id = std::string(task.question.unit);
  result.file = task.question.context->files.path(merge.function->span.file);
  result.line = merge.function->span.line;
  result.why_asked = task.why_asked;
  return result;
}

UnitResult
decide_unit(const Task &task,
            const std::vector<std::shared_ptr<verdict::Engine>> &engines,
            const Options &options, const std::string &directory) {
  return UnitDecision(task, options, directory).decide(engines);
}

} // namespace mergeproof::portfolio
