#include "frontend/c/parse.h"

#include "frontend/c/access/layout_use.h"
#include "frontend/c/clang_headers.h"
#include "frontend/c/diagnostics.h"
#include "frontend/c/invocation.h"
#include "frontend/c/locations.h"
#include "frontend/c/lowering.h"
#include "frontend/c/preprocess.h"
#include "frontend/c/tree_file_system.h"
#include "frontend/c/unit_lowering.h"
#include "frontend/c/versions/adoption.h"
#include "frontend/c/versions/body_recorder.h"
#include "frontend/c/versions/preamble.h"
#include "frontend/c/versions/preambles.h"
#include "frontend/c/versions/shared_bodies.h"
#include "frontend/c/versions/variant_units.h"

#include <clang/Frontend/PrecompiledPreamble.h>

#include <algorithm>
#include <fstream>
#include <sys/resource.h>
#include <unistd.h>

namespace mergeproof::frontend::c {
namespace {

rlim_t used_bytes() {
  rlim_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

// Deeply nested code is read and lowered by recursion. A third of the address
// space that is left, at most a gigabyte, shared by the readers; 0: too little
// is left.
unsigned stack_bytes(unsigned readers) {
  constexpr rlim_t least = rlim_t(32) << 20;
  const rlim_t most = (rlim_t(1) << 30) / readers;
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return most;
  rlim_t used = std::min(used_bytes(), limit.rlim_cur);
  rlim_t share = std::min((limit.rlim_cur - used) / 3, most);
  return share < least ? 0 : static_cast<unsigned>(share);
}

// What a unit is read with, and what is noted of it.
struct Means {
  DiagnosticCollector &diagnostics;
  const Preamble *preamble;
  Adoption *adoption;
  BodyRecorder &recorder;
  Outline &outline;
  Variants *variants; // null: none
  VariantUnits &variant_units;
  bool &is_disturbed;            // by the variants
  const std::string &text;       // of the main file
  support::Pause &pause;         // while clang is at work
  bool has_typed_memory = false; // see Unit
};

using LayoutsOrNone = llvm::IntrusiveRefCntPtr<GivenLayouts>;

class LoweringConsumer : public clang::SemaConsumer {
public:
  LoweringConsumer(ir::Context &context, const ParseRequest &request,
                   const Means &means, const LeftOut &left_out,
                   LayoutsOrNone layouts, ParsedUnit &parsed)
      : context_(context), request_(request), means_(means),
        left_out_(left_out), layouts_(std::move(layouts)), parsed_(parsed) {}

  void InitializeSema(clang::Sema &sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }

  void HandleTranslationUnit(clang::ASTContext &ast) override {
    means_.pause.end();
    lower(ast);
    means_.pause.begin();
  }

private:
  void lower(clang::ASTContext &ast) {
    parsed_.is_lowered = true;
    Variants *variants = means_.variants;
    means_.is_disturbed =
        variants && !variants->settle(ast, means_.diagnostics);
    if (means_.is_disturbed)
      return;
    Locations where(context_, ast.getSourceManager(), request_.key_path);
    if (variants)
      where.set_parts(variants->files());
    Unit unit(context_, ast, where, parsed_.program);
    set_up(unit);
    unit.adoption = means_.adoption;
    std::optional<LayoutUse> layout_use;
    if (layouts_)
      unit.layout_use = &layout_use.emplace(ast, *layouts_);
    lower_unit(unit, means_.diagnostics, left_out_, means_.preamble, parsed_);
    parsed_.has_fitting_layouts =
        !layouts_ ||
        (!layouts_->has_failed() &&
         !layout_use->are_types_dependent(*ast.getTranslationUnitDecl()));
    if (request_.bodies)
      means_.outline = means_.recorder.outline(unit, parsed_);
    if (variants && !variants->is_empty())
      lower_others(ast);
  }

  void set_up(Unit &unit) const {
    unit.volatiles = request_.volatiles;
    unit.is_whole_program = request_.is_whole_program;
    unit.checks_alignment = request_.checks_alignment;
    unit.has_typed_memory = means_.has_typed_memory;
    unit.own_functions = request_.own_functions;
    unit.names = &sema_->IdResolver;
  }

  void lower_others(clang::ASTContext &ast) {
    Donor donor;
    donor.request = request_;
    donor.text = means_.text;
    donor.outline = means_.outline;
    donor.numbers = numbers_of(request_.line_numbers, request_.path);
    donor.unit.program = parsed_.program;
    UnitMeans means{.context = context_,
                    .ast = ast,
                    .request = request_,
                    .diagnostics = means_.diagnostics,
                    .left_out = left_out_,
                    .preamble = means_.preamble,
                    .set_up = [&](Unit &unit) { set_up(unit); }};
    means_.variant_units = lower_variants(means, donor, *means_.variants,
                                          means_.recorder.line_numbers());
  }

  ir::Context &context_;
  const ParseRequest &request_;
  const Means &means_;
  const LeftOut &left_out_;
  LayoutsOrNone layouts_;
  ParsedUnit &parsed_;
  clang::Sema *sema_ = nullptr;
};

class LoweringAction : public clang::ASTFrontendAction {
public:
  LoweringAction(ir::Context &context, const ParseRequest &request, Means means,
                 ParsedUnit &parsed)
      : context_(context), request_(request), means_(means),
        left_out_(means.preamble ? &means.preamble->left_out : nullptr),
        parsed_(parsed) {}

private:
  void ExecuteAction() override {
    if (means_.preamble)
      means_.diagnostics.say_again(means_.preamble->said,
                                   getCompilerInstance().getDiagnostics());
    ASTFrontendAction::ExecuteAction();
  }

  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef) override {
    clang::SourceManager &sources = compiler.getSourceManager();
    clang::Preprocessor &preprocessor = compiler.getPreprocessor();
    preprocessor.addPPCallbacks(left_out_.listen(sources));
    if (request_.bodies)
      means_.recorder.listen(preprocessor, means_.variants);
    if (means_.variants)
      means_.variants->listen(preprocessor);
    if (request_.line_numbers)
      preprocessor.addPPCallbacks(number_lines(sources, request_.line_numbers,
                                               parsed_.uses_line_numbers));
    return std::make_unique<LoweringConsumer>(
        context_, request_, means_, left_out_,
        give_layouts(compiler.getASTContext()), parsed_);
  }

  LayoutsOrNone give_layouts(clang::ASTContext &ast) const {
    if (!request_.layouts)
      return nullptr;
    LayoutsOrNone layouts(new GivenLayouts(ast, *request_.layouts));
    ast.setExternalSource(layouts);
    return layouts;
  }

  ir::Context &context_;
  const ParseRequest &request_;
  Means means_;
  LeftOut left_out_;
  ParsedUnit &parsed_;
};

void report_failure(ParsedUnit &parsed, const ParseRequest &request,
                    std::string message) {
  parsed.failure = message;
  parsed.diagnostics.push_back({.severity = source::Severity::Fatal,
                                .path = request.path,
                                .category = "frontend",
                                .message = std::move(message)});
}

bool is_error(const source::Diagnostic &diagnostic) {
  return diagnostic.severity >= source::Severity::Error &&
         !diagnostic.category.ends_with("file_not_found");
}

std::string text_of_error(const std::vector<source::Diagnostic> &diagnostics) {
  for (const source::Diagnostic &diagnostic : diagnostics)
    if (is_error(diagnostic))
      return diagnostic.message;
  return "it does not say why";
}

// UTF-16, a comment that never ends.
bool is_nothing_left(const ParsedUnit &parsed) {
  auto is_defined = [](const auto &entry) { return entry.second.is_defined; };
  return std::any_of(parsed.diagnostics.begin(), parsed.diagnostics.end(),
                     is_error) &&
         parsed.skipped.empty() &&
         std::none_of(parsed.program.functions.begin(),
                      parsed.program.functions.end(), is_defined) &&
         std::none_of(parsed.program.globals.begin(),
                      parsed.program.globals.end(), is_defined);
}

// How one unit is read: with a preamble, without bodies that another version
// gives.
class Reading {
public:
  Reading(ir::Context &context, const ParseRequest &request, ParsedUnit &parsed)
      : context_(context), request_(request), parsed_(parsed),
        files_(new TreeFileSystem(*request.tree, request.disk_directory)) {}

  void run() {
    if (std::string flag = other_target(request_.flags); !flag.empty())
      return report_failure(parsed_, request_,
                            flag +
                                " asks for another target than x86-64 Linux or "
                                "its -m32, or for what clang does not do: that "
                                "is not analysed");
    invocation_ = make_invocation(request_, files_);
    if (!invocation_)
      return report_failure(parsed_, request_,
                            "clang does not accept the flags");
    if (take_variant())
      return;
    if (request_.preambles || request_.bodies)
      share();
    execute();
    finish();
  }

  // Whether what other versions gave did not fit after all.
  bool is_wrong() const {
    return is_disturbed_ ||
           (adoption_ && (!adoption_->is_complete() || !has_fitted_ ||
                          begins_with_error_in_body(parsed_.diagnostics)));
  }

  bool is_disturbed() const { return is_disturbed_; }

private:
  // Whether the unit was made when another version was read.
  bool take_variant() {
    auto text = request_.bodies ? request_.tree->read(request_.path)
                                : support::Result<std::string>("");
    auto unit = request_.bodies && text
                    ? request_.bodies->take_variant(request_, text.value())
                    : std::nullopt;
    if (!unit)
      return false;
    parsed_ = std::move(*unit);
    if (request_.wants_preprocessed)
      parsed_.preprocessed = preprocess(request_);
    return true;
  }

  // Where clang sees all bodies of this version.
  void read_others() {
    if (request_.others.empty())
      return;
    std::vector<std::string> texts;
    for (const OtherVersion &other : request_.others)
      if (auto text = other.tree->read(request_.path))
        texts.push_back(text.value());
    if (texts.size() == request_.others.size())
      variants_.emplace(text_, texts, invocation_->getLangOpts());
  }

  // From now on the invocation reads the main file behind its preamble, and
  // without the bodies that are known.
  void share() {
    auto text = request_.tree->read(request_.path);
    if (!text)
      return;
    text_ = text.value();
    if (request_.bodies)
      plan_ = request_.bodies->plan(context_, request_, text_,
                                    invocation_->getLangOpts());
    if (request_.bodies && !request_.layouts && !plan_)
      read_others();
    bool is_only_one = variants_ && variants_->is_complete();
    if (request_.preambles && !request_.layouts && !is_only_one)
      preamble_ = request_.preambles->find(request_, text_);
    if (plan_)
      adoption_.emplace(*plan_);
    auto buffer = llvm::MemoryBuffer::getMemBufferCopy(
        plan_ ? plan_->text : text_, request_.path);
    if (preamble_) {
      preamble_->compiled->AddImplicitPreamble(*invocation_, seen_,
                                               buffer.release());
      clang::PreprocessorOptions &options = invocation_->getPreprocessorOpts();
      options.AllowPCHWithCompilerErrors = true;
      options.Macros.clear(); // they are what the preamble leaves of them
    } else if (plan_)
      invocation_->getPreprocessorOpts().addRemappedFile(request_.path,
                                                         buffer.release());
  }

  void execute() {
    clang::CompilerInstance compiler;
    compiler.setInvocation(invocation_);
    DiagnosticCollector diagnostics;
    compiler.createDiagnostics(&diagnostics, /*ShouldOwnClient=*/false);
    compiler.getDiagnostics().setFatalsAsError(true);
    compiler.createFileManager(seen_);
    support::Pause pause(request_.baton);
    LoweringAction action(context_, request_,
                          {diagnostics, preamble_,
                           adoption_ ? &*adoption_ : nullptr, recorder_,
                           outline_, variants_ ? &*variants_ : nullptr,
                           variant_units_, is_disturbed_, text_, pause,
                           !invocation_->getCodeGenOpts().RelaxedAliasing},
                          parsed_);
    pause.begin();
    compiler.ExecuteAction(action);
    pause.end();
    parsed_.missing_includes = diagnostics.missing_includes();
    parsed_.diagnostics = std::move(diagnostics).take();
  }

  void finish() {
    note_includes();
    if (!files_->failure().empty()) {
      parsed_.diagnostics.clear();
      report_failure(parsed_, request_, files_->failure());
    } else if (!parsed_.is_lowered || is_nothing_left(parsed_))
      report_failure(parsed_, request_,
                     "clang could not read the file: " +
                         text_of_error(parsed_.diagnostics));
    if (!outline_.bodies.empty())
      complete_outline();
    has_fitted_ =
        plan_ && request_.bodies->fits(*plan_, outline_, parsed_.diagnostics);
    if (adoption_ && !is_wrong())
      adoption_->correct(request_.path, parsed_);
    if (!parsed_.missing_includes.empty())
      parsed_.unknown = source::find_unknown_names(parsed_.diagnostics);
    if (request_.bodies && parsed_.failure.empty() && !is_wrong()) {
      request_.bodies->count_shared(plan_ ? plan_->bodies.size() : 0);
      Donor donor;
      donor.request = request_;
      donor.text = std::move(text_);
      donor.outline = std::move(outline_);
      donor.unit = parsed_;
      const Donor *kept = request_.bodies->keep(std::move(donor));
      if (kept && variants_)
        keep_variants(std::move(variant_units_), *variants_, *kept,
                      *request_.bodies);
    }
    if (request_.wants_preprocessed)
      parsed_.preprocessed = preprocess(request_);
  }

  void complete_outline() {
    if (preamble_)
      outline_.preamble = preamble_->compiled->getBounds().Size;
    if (plan_)
      plan_->pass_on(outline_);
    read_outline(context_, plan_ ? plan_->text : text_,
                 invocation_->getLangOpts(), outline_);
  }

  void note_includes() {
    std::set<std::string> read = files_->files_read();
    if (preamble_)
      read.insert(preamble_->includes.begin(), preamble_->includes.end());
    if (preamble_ || plan_)
      read.insert(request_.path);
    parsed_.includes.assign(read.begin(), read.end());
  }

  ir::Context &context_;
  const ParseRequest &request_;
  ParsedUnit &parsed_;
  llvm::IntrusiveRefCntPtr<TreeFileSystem> files_;
  llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> seen_ = files_;
  std::shared_ptr<clang::CompilerInvocation> invocation_;
  std::string text_;
  const Preamble *preamble_ = nullptr;
  std::unique_ptr<const BodyPlan> plan_;
  std::optional<Adoption> adoption_;
  bool has_fitted_ = false; // the plan, what clang read
  std::optional<Variants> variants_;
  VariantUnits variant_units_;
  bool is_disturbed_ = false; // by the variants
  BodyRecorder recorder_;
  Outline outline_;
};

// A plan that turns out wrong is followed by one that knows why, or by none.
void read_unit(ir::Context &context, ParseRequest request, ParsedUnit &parsed) {
  constexpr int most_plans = 2;
  for (int plans = 1;; plans++) {
    std::size_t suspects = request.bodies ? request.bodies->suspects() : 0;
    Reading reading(context, request, parsed);
    reading.run();
    if (!reading.is_wrong())
      return;
    parsed = {};
    if (reading.is_disturbed()) {
      request.others.clear();
      plans--;
    } else if (plans == most_plans || suspects == request.bodies->suspects())
      request.bodies = nullptr;
  }
}

} // namespace

bool ParsedUnit::has_errors() const {
  return std::any_of(diagnostics.begin(), diagnostics.end(),
                     [](const source::Diagnostic &diagnostic) {
                       return diagnostic.severity >= source::Severity::Error;
                     });
}

ParsedUnit parse(ir::Context &context, const ParseRequest &request) {
  ParsedUnit parsed;
  unsigned stack = stack_bytes(request.readers);
  if (stack == 0) {
    report_failure(parsed, request,
                   "too little memory is left to read it; see "
                   "--max-memory");
    return parsed;
  }
  llvm::thread reader(std::optional<unsigned>(stack), [&] {
    clang::noteBottomOfStack();
    try {
      read_unit(context, request, parsed);
    } catch (const std::exception &error) {
      report_failure(parsed, request, error.what());
    }
  });
  reader.join();
  return parsed;
}

} // namespace mergeproof::frontend::c
