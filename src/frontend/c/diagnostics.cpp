#include "frontend/c/diagnostics.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/diagnostic_names.h"
#include "frontend/c/locations.h"
#include "frontend/c/tree_file_system.h"

#include <clang/Basic/DiagnosticLex.h>

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

source::Severity to_severity(clang::DiagnosticsEngine::Level level) {
  switch (level) {
  case clang::DiagnosticsEngine::Fatal:
    return source::Severity::Fatal;
  case clang::DiagnosticsEngine::Error:
    return source::Severity::Error;
  case clang::DiagnosticsEngine::Warning:
    return source::Severity::Warning;
  case clang::DiagnosticsEngine::Ignored:
  case clang::DiagnosticsEngine::Note:
  case clang::DiagnosticsEngine::Remark:
    break;
  }
  return source::Severity::Note;
}

void remove_all(std::string &text, const std::string &what) {
  for (std::size_t at; (at = text.find(what)) != std::string::npos;)
    text.erase(at, what.size());
}

std::string line_text(const clang::SourceManager &sources, clang::FileID file,
                      unsigned offset) {
  bool is_invalid = false;
  llvm::StringRef text = sources.getBufferData(file, &is_invalid);
  if (is_invalid || offset > text.size())
    return "";
  std::size_t begin = text.rfind('\n', offset) + 1; // npos + 1 is 0
  return text.slice(begin, text.find('\n', offset)).trim().str();
}

} // namespace

void DiagnosticCollector::keep(Kept kept) {
  if (kept_.size() < max_kept)
    kept_.push_back(std::move(kept));
}

void DiagnosticCollector::HandleDiagnostic(
    clang::DiagnosticsEngine::Level level, const clang::Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (is_deaf_)
    return;
  if (info.getID() == clang::diag::err_pp_file_not_found &&
      info.getArgKind(0) == clang::DiagnosticsEngine::ak_std_string)
    missing_.push_back(info.getArgStdStr(0));
  llvm::SmallString<128> message;
  info.FormatDiagnostic(message);
  Kept kept;
  source::Diagnostic &out = kept.diagnostic;
  out.severity = to_severity(level);
  // Notes belong to the diagnostic before them.
  if (out.severity == source::Severity::Note && !is_note_wanted_)
    return;
  out.message = message.str().str();
  remove_all(out.message, std::string(tree_root) + "/");
  out.category = diagnostic_category(info.getID());
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    const clang::SourceManager &sources = info.getSourceManager();
    std::tie(kept.file, kept.offset) =
        sources.getDecomposedLoc(sources.getExpansionLoc(info.getLocation()));
    out.path = path_of(sources, kept.file);
    out.line = sources.getLineNumber(kept.file, kept.offset);
    out.column = sources.getColumnNumber(kept.file, kept.offset);
    out.line_text = line_text(sources, kept.file, kept.offset);
  }
  is_note_wanted_ = kept_.size() < max_kept;
  if (level >= clang::DiagnosticsEngine::Error)
    faults_.push_back(
        {info.getID(), kept.file, out.path, kept.offset, out.message});
  keep(std::move(kept));
}

DiagnosticCollector::Forgotten DiagnosticCollector::forget(clang::FileID file,
                                                           unsigned offset) {
  Forgotten forgotten;
  bool is_gone = false;
  std::erase_if(kept_, [&](const Kept &kept) {
    bool is_note = kept.diagnostic.severity == source::Severity::Note;
    // A note on the file belongs to what was said of others.
    forgotten.has_error |= is_note && !is_gone && kept.file == file;
    if (!is_note)
      is_gone = kept.file == file;
    forgotten.is_behind |=
        is_gone && kept.file == file && kept.offset >= offset;
    return is_gone;
  });
  for (const Fault &fault : faults_)
    forgotten.has_error |= fault.file == file;
  return forgotten;
}

void DiagnosticCollector::assign_functions(
    const std::vector<FunctionRange> &ranges) {
  for (Kept &kept : kept_)
    for (const FunctionRange &range : ranges)
      if (kept.file == range.file && range.begin <= kept.offset &&
          kept.offset <= range.end) {
        kept.diagnostic.function = range.name;
        break;
      }
}

void DiagnosticCollector::assign_functions(
    const std::vector<NamedRange> &ranges) {
  for (Kept &kept : kept_)
    for (const NamedRange &range : ranges)
      if (kept.diagnostic.path == range.path && range.begin <= kept.offset &&
          kept.offset <= range.end)
        kept.diagnostic.function = range.name;
}

std::string DiagnosticCollector::first_error(const FunctionRange &range,
                                             const std::string &path) const {
  for (const Fault &fault : faults_) {
    bool is_same_file =
        fault.file.isValid() ? fault.file == range.file : fault.path == path;
    if (is_same_file && range.begin <= fault.offset &&
        fault.offset <= range.end)
      return fault.message;
  }
  return "";
}

std::vector<DiagnosticCollector::Place>
DiagnosticCollector::error_places() const {
  std::vector<Place> places;
  for (const Fault &fault : faults_)
    if (fault.file.isValid() && fault.id != clang::diag::err_pp_file_not_found)
      places.push_back({fault.file, fault.offset});
  return places;
}

bool DiagnosticCollector::Record::is_complete() const {
  return kept.size() < max_kept &&
         std::none_of(
             kept.begin(), kept.end(),
             [](const Kept &one) {
               return one.diagnostic.path.empty() &&
                      one.diagnostic.severity != source::Severity::Note;
             });
}

DiagnosticCollector::Record DiagnosticCollector::record() && {
  for (Kept &kept : kept_)
    kept.file = {};
  for (Fault &fault : faults_)
    fault.file = {};
  return {std::move(kept_), std::move(faults_), std::move(missing_)};
}

void DiagnosticCollector::say_again(const Record &record,
                                    clang::DiagnosticsEngine &engine) {
  is_deaf_ = true;
  for (const Fault &fault : record.faults)
    engine.Report(fault.id);
  is_deaf_ = false;
  kept_.insert(kept_.end(), record.kept.begin(), record.kept.end());
  faults_.insert(faults_.end(), record.faults.begin(), record.faults.end());
  missing_.insert(missing_.end(), record.missing.begin(), record.missing.end());
}

std::vector<source::Diagnostic> DiagnosticCollector::take() && {
  std::vector<source::Diagnostic> result;
  for (Kept &kept : kept_)
    result.push_back(std::move(kept.diagnostic));
  return result;
}

} // namespace mergeproof::frontend::c
