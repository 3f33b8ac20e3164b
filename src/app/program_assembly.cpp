#include "app/program_assembly.h"

#include "app/usable_definitions.h"
#include "support/hash.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>

namespace mergeproof::app {
namespace {

class Assembler {
public:
  explicit Assembler(const AssemblyRequest &request)
      : request_(request), context_(*request.context), input_(*request.input),
        store_(*request.store), keys_(request.keys),
        definitions_(request.definitions) {}

  Assembly assemble() {
    for (std::size_t v = 0; v < input_.revisions.size(); v++)
      assemble_version(v);
    for (std::size_t v = 0; v < input_.revisions.size(); v++)
      for (const std::string &key : keys_)
        find_lost(v, key);
    for (const auto &[id, lost] : assembly_.lost)
      for (std::size_t v : lost.versions)
        if (lost.name != whole_file)
          replace_lost(v, lost);
    for (const auto &[id, reason] : clashes_)
      for (std::size_t v = 0; v < input_.revisions.size(); v++)
        forget_body(v, id, reason);
    assembly_.unread = request_.unread;
    for (const auto &[key, names] : definitions_)
      declare_from(key);
    for (const auto &[key, names] : definitions_)
      if (is_ambiguous(key) || !add_definitions(key))
        assembly_.unread.insert(names.begin(), names.end());
    return std::move(assembly_);
  }

private:
  using Place = std::pair<std::size_t, std::string>; // version, id

  void assemble_version(std::size_t version);
  void note_clashes(std::size_t version, const std::string &key,
                    const ir::Program &program);
  void find_lost(std::size_t version, const std::string &key);
  void lose_file(std::size_t version, const std::string &key,
                 const std::string &failure);
  void lose(std::size_t version, LostFunction lost);
  std::string id_of(const std::string &key, const std::string &name) const;
  bool has_text(std::size_t version, const LostFunction &lost) const;
  void replace_lost(std::size_t version, const LostFunction &lost);
  void stand_in(ir::Program &program, std::size_t version,
                const LostFunction &lost);
  ir::Program complete(std::size_t version, const std::string &key,
                       const frontend::c::ParsedUnit &unit);
  bool defines(const std::string &key, const std::string &name) const;
  void forget_body(std::size_t version, const std::string &id,
                   const std::string &reason);
  void make_opaque(ir::Function &function, const std::string &reason,
                   std::uint64_t mark);
  void add_parameters(ir::Function &function);
  void declare_from(const std::string &key);
  bool is_ambiguous(const std::string &key) const;
  bool add_definitions(const std::string &key);

  const AssemblyRequest &request_;
  ir::Context &context_;
  const git::MergeInput &input_;
  const ParseStore &store_;
  const std::vector<std::string> &keys_;
  const std::map<std::string, std::set<std::string>> &definitions_;
  Assembly assembly_;
  std::map<std::string, std::string> clashes_;
  std::map<Place, std::uint64_t> clash_hashes_; // of all definitions
};

std::uint64_t hash_body(const ir::Function &function) {
  std::uint64_t hash = function.params.size();
  for (const ir::Stmt *stmt : function.body)
    hash = support::mix(hash, stmt->hash);
  return hash;
}

// Functions of several programs in one tree ("main", "usage").
void Assembler::note_clashes(std::size_t version, const std::string &key,
                             const ir::Program &program) {
  const ir::Program &so_far = assembly_.programs[version];
  for (const auto &[id, function] : program.functions) {
    if (!function.is_defined)
      continue;
    Place place{version, std::string(id)};
    const ir::Function *other = so_far.find_function(id);
    std::uint64_t hash = hash_body(function);
    clash_hashes_[place] = support::mix(clash_hashes_[place], hash);
    if (!other || !other->is_defined)
      assembly_.homes[version][place.second] = key;
    else if (hash_body(*other) != hash)
      clashes_[place.second] = fmt::format(
          "'{}' is defined in {} and differently in {}", function.name,
          assembly_.homes[version][place.second], key);
  }
}

// Globals that two files define differently are inputs.
void merge_program(ir::Program &program, ir::Program more) {
  for (ir::Symbol id : ir::merge_into(program, std::move(more)))
    if (auto global = program.globals.find(id);
        global != program.globals.end()) {
      global->second.is_defined = false;
      global->second.is_const = false;
    }
}

void Assembler::assemble_version(std::size_t version) {
  ir::Program &program = assembly_.programs.emplace_back();
  assembly_.homes.emplace_back();
  for (const std::string &key : keys_) {
    const ReadFile *file = store_.find(version, key);
    if (!file || !file->unit)
      continue;
    note_clashes(version, key, file->unit->program);
    merge_program(program, file->unit->program);
  }
}

// "path.c:name" when some version knows it as static, else the name.
std::string Assembler::id_of(const std::string &key,
                             const std::string &name) const {
  std::string own = key + ":" + name;
  for (const ir::Program &program : assembly_.programs)
    if (program.find_function(own))
      return own;
  return name;
}

void Assembler::lose(std::size_t version, LostFunction lost) {
  const std::string &version_id = input_.revisions[version].id;
  bool is_merge = version + 1 == input_.revisions.size();
  auto [place, is_new] = assembly_.lost.try_emplace(lost.id, lost);
  if (is_new && !is_merge)
    place->second.reason = "in " + version_id + ": " + lost.reason;
  if (!is_new && is_merge) {
    place->second.reason = lost.reason;
    place->second.line = lost.line;
  }
  place->second.versions.insert(version);
  place->second.places.insert(lost.places.begin(), lost.places.end());
}

void Assembler::lose_file(std::size_t version, const std::string &key,
                          const std::string &failure) {
  bool is_known = false;
  for (std::size_t v = 0; v < input_.revisions.size(); v++) {
    const ReadFile *file = store_.find(v, key);
    if (!file || !file->unit)
      continue;
    for (const auto &[id, function] : file->unit->program.functions) {
      if (!function.is_defined ||
          context_.files.path(function.span.file) != file->path)
        continue;
      is_known = true;
      lose(version, {.id = std::string(id),
                     .name = std::string(function.name),
                     .file = key,
                     .line = function.span.line,
                     .reason = failure});
    }
  }
  if (!is_known)
    lose(version, {.id = key + ":" + whole_file,
                   .name = whole_file,
                   .file = key,
                   .reason = failure});
}

void Assembler::find_lost(std::size_t version, const std::string &key) {
  const ReadFile *file = store_.find(version, key);
  if (!file)
    return;
  if (!file->unit)
    return lose_file(version, key, file->failure);
  for (const frontend::c::SkippedFunction &skipped : file->unit->skipped)
    lose(version, {.id = id_of(key, skipped.name),
                   .name = skipped.name,
                   .file = key,
                   .line = skipped.span.line,
                   .reason = skipped.reason,
                   .places = {{version, skipped.span}}});
}

void Assembler::add_parameters(ir::Function &function) {
  if (!function.params.empty() || !function.type)
    return;
  for (const ir::Type *type : function.type->params)
    if (type->is_scalar()) {
      std::string name = fmt::format("arg{}", function.params.size());
      function.params.push_back({.name = context_.symbol(name),
                                 .scalar = type->scalar(),
                                 .type = type,
                                 .source_name = {}});
    }
}

// Nothing is known of what it does. `mark` tells two such bodies apart.
void Assembler::make_opaque(ir::Function &function, const std::string &reason,
                            std::uint64_t mark) {
  add_parameters(function);
  ir::Symbol name = context_.symbol("mark");
  const ir::Expr *value = context_.constant(ir::make_int(64), mark);
  function.is_defined = true;
  function.locals = {{.name = name,
                      .scalar = ir::make_int(64),
                      .type = nullptr,
                      .source_name = {}}};
  function.objects.clear();
  function.body = {context_.stmt(ir::Assign{name, value}, function.span),
                   context_.stmt(ir::Opaque{reason}, function.span)};
  function.opaque_reasons = {reason};
}

bool Assembler::has_text(std::size_t version, const LostFunction &lost) const {
  const ReadFile *file = store_.find(version, lost.file);
  return file && file->unit && lost.places.contains(version);
}

void Assembler::stand_in(ir::Program &program, std::size_t version,
                         const LostFunction &lost) {
  bool is_known = has_text(version, lost);
  ir::Symbol id = context_.symbol(lost.id);
  ir::Function &function = program.functions[id];
  if (function.is_defined)
    return;
  if (function.id.empty()) {
    function.id = id;
    function.name = context_.symbol(lost.name);
    ir::Type *type = context_.make_type();
    type->kind = ir::TypeKind::Function;
    function.type = type;
  }
  source::Span unknown{context_.files.intern(lost.file), lost.line, 1};
  function.span = is_known ? lost.places.at(version) : unknown;
  function.end = {};
  make_opaque(function, "clang could not parse it: " + lost.reason,
              is_known ? 0 : version + 1);
}

// One whose text is known keeps its home: it can still be recognised by its
// text.
void Assembler::replace_lost(std::size_t version, const LostFunction &lost) {
  ir::Program &program = assembly_.programs[version];
  const ir::Function *known = program.find_function(context_.symbol(lost.id));
  if (known && known->is_defined)
    return;
  stand_in(program, version, lost);
  if (has_text(version, lost))
    assembly_.homes[version][lost.id] = lost.file;
}

void Assembler::forget_body(std::size_t version, const std::string &id,
                            const std::string &reason) {
  auto &functions = assembly_.programs[version].functions;
  auto found = functions.find(context_.symbol(id));
  if (found == functions.end() || !found->second.is_defined)
    return;
  assembly_.homes[version].erase(id);
  make_opaque(found->second, reason, clash_hashes_[{version, id}]);
}

// A definition counts where others see it declared.
void Assembler::declare_from(const std::string &key) {
  for (std::size_t v = 0; v < input_.revisions.size(); v++)
    if (const ReadFile *file = store_.find(v, key); file && file->unit) {
      ir::Program declared;
      declared.functions = keep_definitions(file->unit->program, {}).functions;
      std::erase_if(declared.functions, [&](const auto &entry) {
        return file->unit->program.find_function(entry.first)->is_defined;
      });
      merge_program(assembly_.programs[v], std::move(declared));
    }
}

// Text finds too many names.
bool Assembler::defines(const std::string &key, const std::string &name) const {
  const ReadFile *file = store_.find(input_.revisions.size() - 1, key);
  if (!file || !file->unit)
    return true;
  const ir::Function *function =
      file->unit->program.find_function(context_.symbol(name));
  bool is_skipped =
      std::any_of(file->unit->skipped.begin(), file->unit->skipped.end(),
                  [&](const auto &skipped) { return skipped.name == name; });
  return is_skipped || (function && function->is_defined);
}

// What clang rejects in a file gets an opaque body: it may do anything.
ir::Program Assembler::complete(std::size_t version, const std::string &key,
                                const frontend::c::ParsedUnit &unit) {
  ir::Program program = unit.program;
  for (const frontend::c::SkippedFunction &skipped : unit.skipped) {
    std::string own = key + ":" + skipped.name;
    bool is_static = unit.program.find_function(context_.symbol(own));
    stand_in(program, version,
             {.id = is_static ? own : skipped.name,
              .name = skipped.name,
              .file = key,
              .line = skipped.span.line,
              .reason = skipped.reason,
              .places = {{version, skipped.span}}});
  }
  return program;
}

// Another file defines one of its functions, too.
bool Assembler::is_ambiguous(const std::string &key) const {
  return std::any_of(definitions_.at(key).begin(), definitions_.at(key).end(),
                     [&](const std::string &name) {
                       if (!defines(key, name))
                         return false;
                       return request_.unread.contains(name) ||
                              std::any_of(
                                  definitions_.begin(), definitions_.end(),
                                  [&](const auto &other) {
                                    return other.first != key &&
                                           other.second.contains(name) &&
                                           defines(other.first, name);
                                  });
                     });
}

bool Assembler::add_definitions(const std::string &key) {
  std::vector<DefinitionUnit> units;
  std::deque<ir::Program> completed;
  for (std::size_t v = 0; v < input_.revisions.size(); v++) {
    const ReadFile *file = store_.find(v, key);
    if (!file || !file->unit || !file->unit->missing_includes.empty())
      return false;
    completed.push_back(complete(v, key, *file->unit));
    units.push_back({&completed.back(), file->path, &file->unit->includes});
  }
  std::set<ir::Symbol> usable =
      usable_definitions(units, assembly_.programs, context_.files);
  for (std::size_t v = 0; v < units.size() && !usable.empty(); v++) {
    for (ir::Symbol id : usable)
      assembly_.homes[v].try_emplace(std::string(id), key);
    merge_program(assembly_.programs[v],
                  keep_definitions(*units[v].program, usable));
  }
  if (!usable.empty())
    assembly_.used.insert(key);
  return !usable.empty();
}

} // namespace

Assembly assemble(const AssemblyRequest &request) {
  return Assembler(request).assemble();
}

} // namespace mergeproof::app
