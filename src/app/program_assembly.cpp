#include "app/program_assembly.h"

#include "app/own_functions.h"
#include "app/unseen_functions.h"
#include "app/usable_definitions.h"
#include "support/hash.h"

#include <algorithm>
#include <deque>
#include <fmt/format.h>

namespace mergeproof::app {
namespace {

class Assembler {
public:
  Assembler(const AssemblyRequest &request, scan::TextIndex &index)
      : request_(request), context_(*request.context), input_(*request.input),
        store_(*request.store), keys_(request.keys),
        definitions_(request.definitions), index_(index), own_(request, index) {
  }

  Assembly assemble() {
    note_several_definitions();
    while (!assemble_versions()) {
    }
    for (std::size_t v = 0; v < input_.revisions.size(); v++)
      for (const std::string &key : keys_)
        find_lost(v, key);
    for (const auto &[id, lost] : assembly_.lost)
      for (std::size_t v : lost.versions)
        if (lost.name != whole_file)
          replace_lost(v, lost);
    stop_alike();
    assembly_.unread = request_.unread;
    for (ir::Symbol id : own_.ids())
      assembly_.several.emplace(id);
    assembly_.unread.insert(assembly_.several.begin(), assembly_.several.end());
    for (const auto &[key, names] : definitions_)
      declare_from(key);
    for (const auto &[key, names] : definitions_)
      if (!add_definitions(key))
        assembly_.unread.insert(names.begin(), names.end());
    return std::move(assembly_);
  }

private:
  bool assemble_versions();
  bool assemble_version(std::size_t version);
  bool note_clashes(std::size_t version, const std::string &key,
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
  void make_opaque(ir::Function &function, const std::string &reason,
                   std::uint64_t mark);
  void add_parameters(ir::Function &function);
  void declare_from(const std::string &key);
  void stop_alike();
  void note_several_definitions();
  void note_several(std::size_t version, const std::string &key,
                    const ir::Program &more);
  void add_program(std::size_t version, const std::string &key,
                   ir::Program more);
  bool has_others(const std::string &key, const std::string &name);
  ir::Program own_program(std::size_t version, const std::string &key,
                          const frontend::c::ParsedUnit &unit);
  bool note_own_statics(std::size_t version, const ir::Program &program);
  std::vector<ir::Program> definition_programs(const std::string &key);
  bool add_definitions(const std::string &key);

  const AssemblyRequest &request_;
  ir::Context &context_;
  const git::MergeInput &input_;
  const ParseStore &store_;
  const std::vector<std::string> &keys_;
  const std::map<std::string, std::set<std::string>> &definitions_;
  scan::TextIndex &index_;
  Assembly assembly_;
  OwnFunctions own_;
};

// False: another file defines one of them differently, which was not known.
bool Assembler::note_clashes(std::size_t version, const std::string &key,
                             const ir::Program &program) {
  const ir::Program &so_far = assembly_.programs[version];
  bool was_known = true;
  for (const auto &[id, function] : program.functions) {
    if (!function.is_defined)
      continue;
    const ir::Function *other = so_far.find_function(id);
    if (!other || !other->is_defined)
      assembly_.homes[version][std::string(id)] = key;
    else if (hash_body(*other) != hash_body(function))
      was_known &= !own_.add(id);
  }
  return was_known;
}

std::uint64_t hash_contents(const ir::Global &global) {
  return support::mix(
      support::hash_bytes({reinterpret_cast<const char *>(global.bytes.data()),
                           global.bytes.size()}),
      global.size);
}

// Notes what `more` defines differently from the program, or once again, or
// what files that were not read may define.
void Assembler::note_several(std::size_t version, const std::string &key,
                             const ir::Program &more) {
  std::map<ir::Symbol, std::uint64_t> &several =
      assembly_.several_globals[version];
  for (const auto &[id, global] : more.globals) {
    if (!global.is_defined)
      continue;
    if (!several.contains(id) && own_.has_others(key, global))
      several[id] = global.relocations.empty() ? hash_contents(global) | 1 : 0;
    const ir::Global *known = assembly_.programs[version].find_global(id);
    if (!known)
      continue;
    auto place = several.find(id);
    bool is_new = place == several.end();
    if (is_new && (!known->is_defined || ir::has_same_contents(*known, global)))
      continue;
    if (is_new)
      place = several.emplace(id, hash_contents(*known) | 1).first;
    bool leads_on = !known->relocations.empty() ||
                    !global.relocations.empty() || place->second == 0;
    place->second =
        leads_on ? 0 : support::mix(place->second, hash_contents(global)) | 1;
  }
}

// Globals that two files define differently are inputs.
void Assembler::add_program(std::size_t version, const std::string &key,
                            ir::Program more) {
  note_several(version, key, more);
  ir::Program &program = assembly_.programs[version];
  ir::merge_into(program, std::move(more));
  for (const auto &[id, hash] : assembly_.several_globals[version]) {
    ir::Global &global = program.globals.at(id);
    if (global.is_const)
      assembly_.several_constants.insert(id);
    global.is_defined = false;
    global.is_const = false;
  }
}

bool Assembler::assemble_version(std::size_t version) {
  assembly_.programs.emplace_back();
  assembly_.homes.emplace_back();
  assembly_.several_globals.emplace_back();
  bool was_known = true;
  for (const std::string &key : keys_) {
    const ReadFile *file = store_.find(version, key);
    if (!file || !file->unit)
      continue;
    ir::SymbolIds ids = own_.of(key, file->unit->program);
    ir::Program own = file->unit->program;
    if (!ids.empty())
      own = ir::rename_symbols(context_, std::move(own), ids);
    was_known &= note_clashes(version, key, own);
    add_program(version, key, std::move(own));
  }
  return was_known;
}

// False: again, functions that files define differently came to light. Their
// callers may differ by that, too.
bool Assembler::assemble_versions() {
  assembly_.programs.clear();
  assembly_.homes.clear();
  assembly_.several_globals.clear();
  bool was_known = true;
  for (std::size_t v = 0; v < input_.revisions.size(); v++)
    was_known &= assemble_version(v);
  return was_known;
}

// "path.c:name" when some version knows it as static, else the name.
std::string Assembler::id_of(const std::string &key,
                             const std::string &name) const {
  std::string own = key + ":" + name;
  for (const ir::Program &program : assembly_.programs)
    if (program.find_function(own))
      return own;
  return own_.ids().contains(context_.symbol(name)) ? own : name;
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
    ir::SymbolIds own = own_.of(key, file->unit->program);
    for (const auto &[id, function] : file->unit->program.functions) {
      if (!function.is_defined ||
          context_.files.path(function.span.file) != file->path)
        continue;
      is_known = true;
      auto place = own.find(id);
      lose(version, {.id = std::string(place == own.end() ? id : place->second),
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
  for (LostFunction &unseen :
       unseen_functions(key, *file, store_.tree(version), index_)) {
    unseen.id = id_of(key, unseen.name);
    lose(version, std::move(unseen));
  }
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

// An external that never returns does so whether or not each version says it.
void Assembler::stop_alike() {
  std::set<ir::Symbol> stopping;
  for (const ir::Program &program : assembly_.programs)
    for (const auto &[id, function] : program.functions)
      if (!function.is_defined && function.is_noreturn)
        stopping.insert(id);
  for (ir::Program &program : assembly_.programs)
    for (ir::Symbol id : stopping)
      if (auto found = program.functions.find(id);
          found != program.functions.end())
        found->second.is_noreturn = true;
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
      add_program(v, key, std::move(declared));
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

// Functions of files that are read for their definitions and that another such
// file, or one that was not read, defines, too. (Those of the files that were
// read as a whole are known.)
void Assembler::note_several_definitions() {
  std::set<std::string> seen;
  for (const auto &[key, names] : definitions_)
    for (const std::string &name : names)
      if (defines(key, name) &&
          (!seen.insert(name).second || request_.unread.contains(name) ||
           has_others(key, name)))
        own_.add(context_.symbol(name));
}

bool Assembler::has_others(const std::string &key, const std::string &name) {
  const ReadFile *file = store_.find(input_.revisions.size() - 1, key);
  const ir::Function *function =
      file && file->unit
          ? file->unit->program.find_function(context_.symbol(name))
          : nullptr;
  return function && own_.has_others(key, *function);
}

// With its own functions under their own ids.
ir::Program Assembler::own_program(std::size_t version, const std::string &key,
                                   const frontend::c::ParsedUnit &unit) {
  ir::Program program = complete(version, key, unit);
  ir::SymbolIds ids = own_.of(key, program);
  return ids.empty() ? program
                     : ir::rename_symbols(context_, std::move(program), ids);
}

// False: static functions of headers are not as other files have them, which
// was not known. Their callers may differ by that, too.
bool Assembler::note_own_statics(std::size_t version,
                                 const ir::Program &program) {
  bool was_known = true;
  for (const auto &[id, function] : program.functions) {
    const ir::Function *other = assembly_.programs[version].find_defined(id);
    if (function.is_static && function.is_defined && other &&
        hash_body(*other) != hash_body(function))
      was_known &= !own_.add(id);
  }
  return was_known;
}

// In all versions; empty: some version cannot be read.
std::vector<ir::Program>
Assembler::definition_programs(const std::string &key) {
  std::vector<ir::Program> programs;
  for (bool is_settled = false; !is_settled;) {
    programs.clear();
    is_settled = true;
    for (std::size_t v = 0; v < input_.revisions.size(); v++) {
      const ReadFile *file = store_.find(v, key);
      if (!file || !file->unit)
        return {};
      programs.push_back(own_program(v, key, *file->unit));
      is_settled &= note_own_statics(v, programs.back());
    }
  }
  return programs;
}

bool Assembler::add_definitions(const std::string &key) {
  std::vector<ir::Program> programs = definition_programs(key);
  if (programs.empty())
    return false;
  std::vector<DefinitionUnit> units;
  for (std::size_t v = 0; v < input_.revisions.size(); v++) {
    const ReadFile &file = *store_.find(v, key);
    units.push_back({&programs[v], file.path, &file.unit->includes});
  }
  std::set<ir::Symbol> usable =
      usable_definitions(units, assembly_.programs, context_.files);
  for (std::size_t v = 0; v < units.size() && !usable.empty(); v++) {
    for (ir::Symbol id : usable)
      assembly_.homes[v].try_emplace(std::string(id), key);
    add_program(v, key, keep_definitions(*units[v].program, usable));
  }
  if (!usable.empty())
    assembly_.used.insert(key);
  return !usable.empty();
}

} // namespace

bool is_read(const AssemblyRequest &request, const std::string &key) {
  for (std::size_t v = 0; v < request.input->revisions.size(); v++) {
    const ReadFile *file = request.store->find(v, key);
    if (file && !file->unit)
      return false;
  }
  return true;
}

Assembly assemble(const AssemblyRequest &request, scan::TextIndex &index) {
  return Assembler(request, index).assemble();
}

} // namespace mergeproof::app
