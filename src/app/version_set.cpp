#include "app/version_set.h"

#include "app/deciding/reliance.h"
#include "app/linked_program.h"
#include "app/opaque_text.h"
#include "app/separate_programs.h"
#include "impact/effects.h"
#include "impact/input_functions.h"
#include "impact/raw_layouts.h"
#include "ir/rename_symbols.h"
#include "ir/signature.h"
#include "scan/foreign_names.h"
#include "support/hash.h"
#include "support/words.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>

namespace mergeproof::app {
namespace {

verdict::FunctionFacts make_facts(const impact::Closure &closure,
                                  const impact::Effects &effects) {
  verdict::FunctionFacts facts;
  facts.closure[0] = closure.closure.high;
  facts.closure[1] = closure.closure.low;
  facts.reads_memory = effects.reads_memory;
  facts.writes_memory = effects.writes_memory;
  facts.has_events = effects.has_events;
  facts.calls_back = effects.calls_back;
  facts.calls_library = effects.calls_library;
  facts.sets_errno = effects.sets_errno;
  facts.asks_errno = effects.asks_errno;
  facts.changes_objects = effects.changes_objects;
  facts.hands_out = effects.hands_out;
  facts.may_trap = effects.may_trap;
  facts.may_exit = effects.may_exit;
  facts.is_recursive = effects.is_recursive;
  facts.has_opaque = effects.has_opaque;
  facts.opaque_in = effects.opaque_in;
  facts.globals = effects.globals;
  return facts;
}

// The externals of these names, and what reaches them.
std::set<ir::Symbol> callers_of(const ir::Program &program,
                                const impact::CallGraph &graph,
                                const std::set<std::string> &names) {
  std::set<ir::Symbol> seen;
  std::vector<ir::Symbol> waiting;
  for (const auto &[id, function] : program.functions)
    if (!function.is_defined && names.contains(std::string(function.name)))
      if (seen.insert(id).second)
        waiting.push_back(id);
  while (!waiting.empty()) {
    auto node = graph.nodes.find(waiting.back());
    waiting.pop_back();
    if (node == graph.nodes.end())
      continue;
    for (ir::Symbol caller : node->second.callers)
      if (seen.insert(caller).second)
        waiting.push_back(caller);
  }
  return seen;
}

// Of every path and what it holds.
std::uint64_t hash_tree(const source::Tree &tree) {
  std::uint64_t hash = 1;
  for (const std::string &path : tree.files())
    hash = support::mix(support::mix(hash, support::hash_bytes(path)),
                        support::hash_bytes(tree.identity(path)));
  return hash;
}

// Which functions and data that are only declared may be defined in files that
// were not read: nothing says that those are the same in two versions. (Text
// cannot: definitions come in disguise, and what they mention, too.) The
// system's functions, and data, only where such a file differs between the
// versions; see the assumptions definitions-in-tree and
// function-pointers-known.
class Elsewhere {
public:
  Elsewhere(const AssemblyRequest &request, const Assembly &assembly,
            OpaqueText &texts, scan::TextIndex &index)
      : request_(request), texts_(texts), index_(index),
        several_(assembly.several), several_globals_(assembly.several_globals),
        read_(assembly.used), assembled_(request.input->trees.size()),
        foreign_(*request.input, [this](const std::string &key) {
          return !included_.contains(key);
        }) {
    note_texts();
    for (const std::string &key : request.keys)
      if (is_read(request, key))
        read_.insert(key);
    for (const auto &tree : request.input->trees)
      marks_.push_back(hash_tree(*tree) | 1);
  }

  // What stands behind it in the version: unread, the same only for versions
  // that are the same as a whole; else 0.
  std::uint64_t mark(const ir::Function &function, std::size_t version) {
    return may_define(function) ? marks_[version]
                                : assembled(function, version);
  }
  std::uint64_t mark(const ir::Global &global, std::size_t version) {
    if (global.is_unheld)
      return mark_unheld(global, version);
    if (may_define(global))
      return marks_[version];
    if (std::uint64_t assembled = this->assembled(global, version))
      return assembled;
    auto known = several_globals_[version].find(global.id);
    return known == several_globals_[version].end() ? 0 : known->second;
  }

  bool may_define(const ir::Function &function) {
    if (several_.contains(std::string(function.id)))
      return true;
    Kind kind = is_system(function.span) ? Kind::System : Kind::Function;
    bool has_label = function.id != function.name && !function.is_static;
    return request_.mentions &&
           (ask(function.name, kind) || (has_label && ask(function.id, kind)));
  }
  bool may_define(const ir::Global &global) {
    bool leads_on =
        std::any_of(several_globals_.begin(), several_globals_.end(),
                    [&](const auto &contents) {
                      auto known = contents.find(global.id);
                      return known != contents.end() && known->second == 0;
                    });
    if (leads_on)
      return true;
    return request_.mentions && !is_system(global.span) &&
           ask(global.name, Kind::Data);
  }

  // Whether a source that is not C writes the name, in some version.
  bool is_in_foreign_text(const std::string &name) {
    return request_.mentions && foreign_.write(name);
  }

  // Whether assembly writes its name, and not the same in every version.
  bool is_assembled_anew(const ir::Global &global) const {
    std::set<std::uint64_t> seen;
    for (std::size_t v = 0; v < assembled_.size(); v++)
      seen.insert(assembled(global, v));
    return seen.size() > 1;
  }

  // Whether files define it, and not the same in every version.
  bool has_several_contents(ir::Symbol global) const {
    std::set<std::uint64_t> seen;
    for (const auto &contents : several_globals_) {
      auto known = contents.find(global);
      seen.insert(known == contents.end() ? 1 : known->second);
    }
    return seen.size() > 1;
  }

private:
  // Of the assembly between functions that writes its name: it may define it.
  template <typename Named>
  std::uint64_t assembled(const Named &named, std::size_t version) const {
    std::uint64_t hash = 0;
    for (ir::Symbol name : std::set<ir::Symbol>{named.name, named.id})
      if (auto known = assembled_[version].find(std::string(name));
          known != assembled_[version].end())
        hash = support::mix(hash, known->second);
    return hash;
  }

  // What is written is the same where the text is. A header's may mean
  // something else in every file.
  std::uint64_t mark_unheld(const ir::Global &global, std::size_t version) {
    using Part = OpaqueText::Part;
    const git::MergeInput &input = *request_.input;
    std::string key =
        input.key_path(input.revisions[version].id,
                       request_.context->files.path(global.span.file));
    std::uint64_t hash = texts_.hash_file(
        version, key, global.is_local ? Part::Whole : Part::WithoutFunctions);
    return hash ? hash : marks_[version];
  }

  enum class Kind { System, Function, Data };
  using Evidence = scan::MentionGraph::Evidence;

  // Of the files that were read.
  void note_texts() {
    const git::MergeInput &input = *request_.input;
    for (const std::string &key : request_.keys)
      for (std::size_t v = 0; v < input.revisions.size(); v++)
        if (const ReadFile *file = request_.store->find(v, key);
            file && file->unit) {
          for (const std::string &path : file->unit->includes)
            included_.insert(input.key_path(input.revisions[v].id, path));
          for (const auto &[name, hash] : file->unit->assembled) {
            std::uint64_t &known = assembled_[v][name];
            known = support::mix(known, hash);
          }
        }
  }

  bool is_system(source::Span span) const {
    return request_.context->files.path(span.file).starts_with('/');
  }

  bool ask(ir::Symbol name, Kind kind) {
    auto [place, is_new] = known_.try_emplace({name, kind}, false);
    if (is_new)
      place->second = find(index_.names.intern(name), kind);
    return place->second;
  }

  bool find(scan::NameId name, Kind kind) {
    auto unread = [&](const std::string &key) { return !read_.contains(key); };
    auto changed = [&](const std::string &key) {
      return unread(key) && differs(key);
    };
    const scan::MentionGraph &mentions = *request_.mentions;
    std::string text = index_.names.text(name);
    switch (kind) {
    case Kind::System:
      return mentions.may_define(name, Evidence::Function, changed);
    case Kind::Data: // texts that an unread C file includes, too
      return mentions.may_define(name, Evidence::Mention, changed) ||
             mentions.may_define_data(name, changed) ||
             foreign_.changed_write(text);
    case Kind::Function:
      break;
    }
    auto is_seen = [&](const std::string &key) {
      return included_.contains(key);
    };
    return !request_.is_all_scanned ||
           mentions.may_define(name, Evidence::Mention, unread) ||
           mentions.may_define_in_text(name, is_seen) || foreign_.write(text);
  }

  bool differs(const std::string &key) const {
    const git::MergeInput &input = *request_.input;
    std::set<std::string> identities;
    for (std::size_t v = 0; v < input.revisions.size(); v++)
      identities.insert(
          input.trees[v]->identity(input.path_of(input.revisions[v].id, key)));
    return identities.size() > 1;
  }

  const AssemblyRequest &request_;
  OpaqueText &texts_;
  scan::TextIndex &index_;
  std::set<std::string> several_;
  const std::vector<std::map<ir::Symbol, std::uint64_t>> &several_globals_;
  std::set<std::string> read_, included_;
  std::vector<std::map<std::string, std::uint64_t>> assembled_; // by version
  scan::ForeignNames foreign_;
  std::vector<std::uint64_t> marks_; // by version
  std::map<std::pair<ir::Symbol, Kind>, bool> known_;
};

// Constants and data that leads to functions, where they may be defined
// elsewhere, and data that several files define.
std::set<ir::Symbol> unread_data(const ir::Program &program,
                                 Elsewhere &elsewhere) {
  std::set<ir::Symbol> found;
  for (const auto &[id, global] : program.globals)
    if (elsewhere.has_several_contents(id) ||
        (!global.is_defined && elsewhere.is_assembled_anew(global)) ||
        (!global.is_defined &&
         (global.is_const || !ir::signatures_behind(global.type).empty()) &&
         elsewhere.may_define(global)))
      found.insert(id);
  return found;
}

// Data of the system that its functions may write: "optarg", "timezone", what
// headers of libraries declare. Not streams, which are where they are.
bool is_state_of_system(const ir::Global &global,
                        const source::FileTable &files) {
  static const std::set<std::string_view> names = {
      "__daylight", "__environ", "__timezone", "__tzname", "daylight",
      "environ",    "optarg",    "opterr",     "optind",   "optopt",
      "signgam",    "timezone",  "tzname"};
  static const std::set<std::string_view> streams = {"stderr", "stdin",
                                                     "stdout"};
  return !global.is_defined && !global.is_unheld && !global.is_const &&
         !global.is_static &&
         !streams.contains(std::string_view(global.name)) &&
         (names.contains(std::string_view(global.name)) ||
          files.path(global.span.file).starts_with('/'));
}

std::set<ir::Symbol> state_of_system(const ir::Program &program,
                                     const source::FileTable &files) {
  std::set<ir::Symbol> found;
  for (const auto &[id, global] : program.globals)
    if (is_state_of_system(global, files))
      found.insert(id);
  return found;
}

std::shared_ptr<const verdict::Facts>
make_facts(const ir::Program &program, const impact::CallGraph &graph,
           const impact::Closures &closures, const std::set<std::string> &names,
           const source::FileTable &files, Elsewhere &elsewhere) {
  auto facts = std::make_shared<verdict::Facts>();
  std::set<ir::Symbol> unread = callers_of(program, graph, names);
  ir::GlobalSearch data(unread_data(program, elsewhere));
  ir::GlobalSearch state(state_of_system(program, files));
  std::map<ir::Symbol, impact::Effects> all =
      impact::summarise_effects(program, graph);
  for (const auto &[id, effects] : all)
    if (const impact::Closure *closure = closures.find_function(id)) {
      verdict::FunctionFacts made = make_facts(*closure, effects);
      made.calls_unread = unread.contains(id);
      made.reaches_unread_data =
          data.finds_one_in(effects.globals) ||
          (effects.calls_library && state.finds_one_in(effects.globals));
      facts->emplace(id, std::move(made));
    }
  return facts;
}

impact::ClosureOptions closure_options(OpaqueText &opaque, const Assembly &all,
                                       Elsewhere &elsewhere,
                                       std::size_t version) {
  impact::ClosureOptions options =
      opaque.options(version, all.programs[version], all.homes[version]);
  auto mark = [&elsewhere, version](const auto &declared) {
    return elsewhere.mark(declared, version);
  };
  options.declared_function = mark;
  options.declared_global = mark;
  return options;
}

// Whether a file that was not read may still use the old name: a C file, or a
// header as the merge has it.
bool is_called_elsewhere(const AssemblyRequest &request, scan::TextIndex &index,
                         const impact::FunctionMatch &match) {
  bool is_static = match.old_id != match.old_name;
  if (is_static || !request.mentions)
    return false;
  const source::Tree &merge = *request.input->trees.back();
  const std::string &id = request.input->revisions.back().id;
  std::string name(match.old_name);
  auto may_use = [&](const std::string &key) {
    if (scan::is_c_file(key))
      return !std::count(request.keys.begin(), request.keys.end(), key) ||
             !is_read(request, key);
    if (match.old_name == match.new_name)
      return false; // a header has the new function under that name
    auto text = merge.read(request.input->path_of(id, key));
    return text && support::has_word(text.value(), name);
  };
  return !request.is_all_scanned ||
         request.mentions->is_written_in(index.names.intern(name), may_use);
}

// One id for functions with two names. Not where it is unclear which function a
// name means.
impact::FunctionMatches match(const AssemblyRequest &request,
                              Assembly &assembly,
                              const impact::GivenMatches &given,
                              scan::TextIndex &index) {
  std::vector<const ir::Program *> programs;
  for (const ir::Program &program : assembly.programs)
    programs.push_back(&program);
  impact::FunctionMatches found = impact::match_functions(programs, given);
  auto is_unclear = [&](ir::Symbol id) {
    std::string text(id);
    return assembly.unread.contains(text) || assembly.several.contains(text) ||
           assembly.lost.contains(text);
  };
  std::erase_if(found.matches, [&](const impact::FunctionMatch &match) {
    return is_unclear(match.old_id) || is_unclear(match.new_id) ||
           is_called_elsewhere(request, index, match);
  });
  ir::SymbolIds ids;
  for (const impact::FunctionMatch &match : found.matches)
    ids[match.old_id] = match.new_id;
  if (ids.empty())
    return found;
  for (ir::Program &program : assembly.programs)
    program = ir::rename_symbols(*request.context, std::move(program), ids);
  for (auto &homes : assembly.homes)
    for (const auto &[old_id, new_id] : ids)
      if (auto home = homes.extract(std::string(old_id)); !home.empty()) {
        home.key() = std::string(new_id);
        homes.insert(std::move(home));
      }
  return found;
}

// C files that no other file includes, and whose text, with all that they
// include, is in the programs as a whole: each place that names one of their
// static functions is known.
class UnderstoodFiles {
public:
  UnderstoodFiles(const AssemblyRequest &request, const Assembly &assembly,
                  Elsewhere &elsewhere)
      : request_(request), assembly_(assembly), elsewhere_(elsewhere) {}

  bool is_all_seen(std::size_t version, const ir::Function &function) {
    const auto &homes = assembly_.homes[version];
    auto home = homes.find(std::string(function.id));
    if (home == homes.end())
      return false;
    const ReadFile *file = request_.store->find(version, home->second);
    if (!file || path_of(function.span) != file->path)
      return false; // it stands in a header
    auto [known, is_new] = known_.try_emplace(home->second);
    if (is_new)
      known->second = is_understood(home->second);
    return known->second;
  }

private:
  const std::string &path_of(const source::Span &span) const {
    return request_.context->files.path(span.file);
  }

  // Sources of other languages include it where they write its name.
  bool is_included(const std::string &name) const {
    if (!request_.mentions)
      return false;
    auto is_part = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    std::size_t end = name.rfind('.'), start = end;
    while (start > 0 && is_part(name[start - 1]))
      start--;
    return !request_.mentions->includers(name).empty() ||
           elsewhere_.is_in_foreign_text(name.substr(start, end - start));
  }

  bool is_understood(const std::string &key) const {
    std::string name = key.substr(key.rfind('/') + 1);
    if (!name.ends_with(".c") || !request_.is_all_scanned || is_included(name))
      return false;
    for (std::size_t v = 0; v < assembly_.programs.size(); v++)
      if (const ReadFile *file = request_.store->find(v, key);
          file && !is_understood(v, *file))
        return false;
    return true;
  }

  bool is_understood(std::size_t version, const ReadFile &file) const {
    if (!request_.store->is_understood(version, file) ||
        !file.unit->missing_includes.empty())
      return false;
    const auto &globals = file.unit->program.globals;
    return std::none_of(globals.begin(), globals.end(),
                        [&](const auto &global) {
                          return is_unwritten(global.second, file.path);
                        });
  }

  // Its initial contents are not in the program, perhaps.
  bool is_unwritten(const ir::Global &global, const std::string &path) const {
    return global.is_unheld ||
           (!global.is_defined && (global.is_static || global.is_local ||
                                   path_of(global.span) == path));
  }

  const AssemblyRequest &request_;
  const Assembly &assembly_;
  Elsewhere &elsewhere_;
  std::map<std::string, bool> known_; // by key path
};

// Closures where calls through pointers reach only what inputs point to.
void find_from_inputs(VersionSet &set, const SeparatePrograms &programs,
                      const SeparatePrograms::Compute &compute) {
  std::vector<const ir::Program *> all;
  for (const ir::Program &program : set.assembly.programs)
    all.push_back(&program);
  std::set<ir::Symbol> none = impact::find_no_inputs(all, set.graphs);
  if (none.empty())
    return;
  auto without = [&](std::size_t v, const impact::IsElsewhere &is_elsewhere) {
    return compute(v, [none, is_elsewhere](ir::Symbol id) {
      return none.contains(id) || (is_elsewhere && is_elsewhere(id));
    });
  };
  for (std::size_t v = 0; v < all.size(); v++)
    set.from_inputs.push_back(without(v, {}));
  programs.refine(set.from_inputs, without);
}

} // namespace

std::shared_ptr<const verdict::CodeIndex>
VersionSet::code_index(std::size_t version) const {
  code_.resize(versions.size());
  if (!code_[version]) {
    code_[version] =
        std::make_shared<verdict::CodeIndex>(*versions[version].program);
    code_[version]->look_at_all();
  }
  return code_[version];
}

// More are one note.
constexpr std::size_t most_single_notes = 3;

std::vector<std::string> describe(const impact::FunctionMatches &matches) {
  std::vector<std::string> notes, taken;
  for (const impact::FunctionMatch &match : matches.matches) {
    bool is_moved = match.old_name == match.new_name;
    std::string before(is_moved ? match.old_id : match.old_name);
    std::string now(is_moved ? match.new_id : match.new_name);
    if (match.is_given)
      notes.push_back(fmt::format(
          "{}() is the former {}(), as .mergeproof.toml says", now, before));
    else
      taken.push_back(fmt::format(
          "{}() is taken for the former {}(): {} % of the statements are "
          "alike",
          now, before, match.likeness));
  }
  if (taken.size() > most_single_notes)
    taken = {fmt::format("{}", fmt::join(taken, ", "))};
  for (const std::string &note : taken)
    notes.push_back(note + "; .mergeproof.toml can say otherwise");
  for (const std::string &problem : matches.problems)
    notes.push_back("not followed in .mergeproof.toml: " + problem);
  return notes;
}

std::unique_ptr<VersionSet> make_version_set(const AssemblyRequest &request,
                                             const impact::GivenMatches &given,
                                             scan::TextIndex &index,
                                             const ChangePrograms &change) {
  auto set = std::make_unique<VersionSet>();
  set->assembly = assemble(request, index);
  if (request.input->has_base || request.input->revisions.size() == 2)
    set->matches = match(request, set->assembly, given, index);
  if (change)
    change(set->assembly.programs);
  if (!request.store->has_layouts())
    impact::note_raw_layouts(set->assembly.programs);
  OpaqueText opaque(*request.context, *request.store, index);
  Elsewhere elsewhere(request, set->assembly, opaque, index);
  UnderstoodFiles files(request, set->assembly, elsewhere);
  std::size_t count = set->assembly.programs.size();
  std::vector<impact::ClosureComputer> computers;
  auto compute = [&](std::size_t v, const impact::IsElsewhere &is_elsewhere) {
    return computers[v].run(is_elsewhere);
  };
  for (std::size_t v = 0; v < count; v++) {
    const ir::Program &program = set->assembly.programs[v];
    set->graphs.push_back(
        impact::make_call_graph(program, [&, v](const ir::Function &function) {
          return files.is_all_seen(v, function);
        }));
  }
  for (std::size_t v = 0; v < count; v++) {
    computers.emplace_back(
        set->assembly.programs[v], set->graphs[v],
        closure_options(opaque, set->assembly, elsewhere, v));
    set->closures.push_back(compute(v, {}));
  }
  SeparatePrograms programs(request, set->assembly);
  programs.refine(set->closures, compute);
  find_from_inputs(*set, programs, compute);
  set->in_programs = programs.of_each(set->closures, compute);
  for (const ir::Program &program : set->assembly.programs)
    for (const auto &[id, global] : program.globals)
      if (global.is_unheld)
        set->unheld.insert(id);
  for (std::size_t v = 0; v < count; v++)
    set->facts.push_back(make_facts(set->assembly.programs[v], set->graphs[v],
                                    set->closures[v], set->assembly.unread,
                                    request.context->files, elsewhere));
  for (std::size_t v = 0; v < count; v++) {
    set->versions.push_back({.revision = request.input->revisions[v],
                             .program = &set->assembly.programs[v],
                             .graph = &set->graphs[v],
                             .closures = &set->closures[v],
                             .from_inputs = set->from_inputs.empty()
                                                ? nullptr
                                                : &set->from_inputs[v]});
    for (const std::vector<impact::Closures> &program : set->in_programs)
      set->versions.back().in_programs.push_back(&program[v]);
  }
  set->unlike = find_unlike(set->assembly.programs);
  set->library = library_of(*request.context, set->assembly.programs);
  set->triage = impact::triage(set->versions, request.context->files);
  return set;
}

} // namespace mergeproof::app
