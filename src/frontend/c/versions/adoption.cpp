#include "frontend/c/versions/adoption.h"

#include "frontend/c/clang_headers.h"
#include "frontend/c/unit.h"
#include "frontend/c/versions/adopted_diagnostics.h"

#include <algorithm>

namespace mergeproof::frontend::c {
namespace {

// The declaration at file scope; null: there is none. To ask the scope itself
// would be to load all that a preamble declares.
template <typename Decl>
const Decl *find_declared(Unit &unit, ir::Symbol name) {
  clang::IdentifierInfo &id =
      unit.ast.Idents.get(llvm::StringRef(name.data(), name.size()));
  for (clang::NamedDecl *decl : unit.names->decls(&id))
    if (const auto *found = llvm::dyn_cast<Decl>(decl);
        found &&
        decl->getLexicalDeclContext()->getRedeclContext()->isFileContext())
      return found;
  return nullptr;
}

// Known by what it holds, or by the function it belongs to.
bool is_unnamed(const ir::Global &global) {
  return global.is_local || global.id.starts_with(".");
}

} // namespace

const SharedBody *Adoption::find(Unit &unit,
                                 const clang::FunctionDecl &decl) const {
  if (!unit.where.is_in_main_file(decl.getLocation()))
    return nullptr;
  clang::SourceLocation brace = decl.getBody()->getBeginLoc();
  const clang::SourceManager &sources = unit.ast.getSourceManager();
  if (!brace.isFileID() || sources.getFileID(brace) != sources.getMainFileID())
    return nullptr;
  auto found = plan_.bodies.find(sources.getFileOffset(brace));
  return found == plan_.bodies.end() ? nullptr : &found->second;
}

LineMove Adoption::move_of(Unit &unit, const SharedBody &shared) const {
  return {unit.context.files.intern(unit.where.main_key()),
          shared.place.lines_moved};
}

void Adoption::want(ir::Symbol name, const SharedBody &from) {
  if (seen_.insert(name).second)
    wanted_.push_back({name, &from});
}

std::optional<ir::Function>
Adoption::definition(Unit &unit, const clang::FunctionDecl &decl) {
  const SharedBody *shared = find(unit, decl);
  if (!shared)
    return std::nullopt;
  const Donor &donor = *shared->donor;
  const Body &body = shared->body();
  const ir::Function *known = donor.unit.program.find_defined(body.id);
  bool is_same = known && body.name == decl.getNameAsString();
  has_failed_ |= !is_same || !adopted_.emplace(&decl, shared).second;
  if (!is_same)
    return std::nullopt;
  for (ir::Symbol name : donor.names_in(shared->index))
    want(name, *shared);
  return move_lines(unit.context, *known, move_of(unit, *shared));
}

void Adoption::declare_names(Unit &unit) {
  while (!wanted_.empty() && !has_failed_) {
    Wanted next = wanted_.back();
    wanted_.pop_back();
    has_failed_ |= (!unit.has(next.name) && !declare(unit, next)) ||
                   !has_same_result(unit, next);
  }
}

// Whether a function gives the value that its type promises is seen in its
// body, and what calls it asks for that (Unit::declare).
bool Adoption::has_same_result(Unit &unit, const Wanted &wanted) {
  const ir::Program &program = wanted.from->donor->unit.program;
  auto known = program.functions.find(wanted.name);
  return known == program.functions.end() ||
         unit.declared(wanted.name).result == known->second.result;
}

bool Adoption::declare(Unit &unit, const Wanted &wanted) {
  const ir::Program &program = wanted.from->donor->unit.program;
  LineMove move = move_of(unit, *wanted.from);
  if (auto known = program.functions.find(wanted.name);
      known != program.functions.end())
    return declare_function(unit, known->second, move);
  auto known = program.globals.find(wanted.name);
  return known != program.globals.end() &&
         declare_global(unit, known->second, wanted, move);
}

bool Adoption::declare_function(Unit &unit, const ir::Function &known,
                                const LineMove &move) {
  if (const auto *decl = find_declared<clang::FunctionDecl>(unit, known.name))
    return unit.function(*decl) == known.id;
  // A builtin that nobody declared.
  if (known.span.file == move.file)
    return false;
  unit.add(known);
  return true;
}

// The body that has the first use of what has no name, or null.
const SharedBody *Adoption::find_at(const Donor &donor,
                                    std::uint32_t line) const {
  for (const auto &[begin, shared] : plan_.bodies) {
    std::int64_t first = shared.place.line - shared.place.lines_moved;
    const Extent extent = shared.body().extent();
    if (shared.donor == &donor && first <= line &&
        line <= first + std::count(donor.text.begin() + extent.begin,
                                   donor.text.begin() + extent.end, '\n'))
      return &shared;
  }
  return nullptr;
}

bool Adoption::declare_global(Unit &unit, const ir::Global &known,
                              const Wanted &wanted, const LineMove &move) {
  const SharedBody &from = *wanted.from;
  if (!is_unnamed(known)) {
    const auto *decl = find_declared<clang::VarDecl>(unit, known.name);
    return decl && unit.global(*decl) == known.id;
  }
  for (ir::Symbol named : ir::named_by(known))
    want(named, from);
  ir::Global global = known;
  if (known.span.line != 0 && known.span.file == move.file) {
    const SharedBody *user = find_at(*from.donor, known.span.line);
    if (!user)
      return false;
    global.span = move_of(unit, *user)(known.span);
  }
  unit.add(std::move(global));
  return true;
}

void Adoption::correct(const std::string &path, ParsedUnit &parsed) const {
  std::map<std::string, const SharedBody *> functions;
  for (const auto &[decl, shared] : adopted_) {
    const Body &body = shared->body();
    functions[body.name] = shared;
    parsed.uses_line_numbers |=
        body.uses_line_numbers && !shared->donor->numbers.empty();
  }
  parsed.diagnostics = adopt_diagnostics(std::move(parsed.diagnostics),
                                         functions, path, plan_.original);
}

} // namespace mergeproof::frontend::c
