#include "scan/mention_graph.h"

#include <algorithm>
#include <bit>

namespace mergeproof::scan {
namespace {

constexpr std::uint32_t everybody = 0;

// What the merge alone made is a change that no parent wanted.
bool is_several(SourceMask mask) {
  return std::popcount(mask) > 1 || (mask & merge_source) != 0;
}

std::string file_name(const std::string &path) {
  return path.substr(path.rfind('/') + 1); // all of it without a slash
}

} // namespace

MentionGraph::SymbolId MentionGraph::symbol(std::uint32_t scope, NameId name) {
  auto [place, is_new] =
      ids_.try_emplace({scope, name}, static_cast<SymbolId>(symbols_.size()));
  if (is_new)
    symbols_.emplace_back();
  return place->second;
}

const MentionGraph::SymbolId *MentionGraph::find(std::uint32_t file,
                                                 NameId name) const {
  for (std::uint32_t scope : {file, everybody})
    if (auto found = ids_.find({scope, name}); found != ids_.end())
      return &found->second;
  return nullptr;
}

void MentionGraph::add_file(const std::string &key, const TextFile &file,
                            const Included &included) {
  auto [place, is_new] =
      file_ids_.try_emplace(key, static_cast<std::uint32_t>(files_.size() + 1));
  if (is_new)
    files_.push_back(key);
  for (const TextInclude &include : file.includes)
    includers_[file_name(include.name)].insert(key);
  for (const TextItem &item : file.items) {
    for (const std::string &name : item.includes)
      includers_[file_name(name)].insert(key);
    if (item.is_macro)
      macros_.insert(item.names.begin(), item.names.end());
    Node node;
    node.file = place->second;
    node.item = &item;
    for (const std::string &name : item.includes)
      for (const TextFile *text : included(name))
        for (const TextItem &inner : text->items)
          for (const auto *names : {&inner.names, &inner.mentions})
            node.included.insert(node.included.end(), names->begin(),
                                 names->end());
    bool is_own = item.is_static && is_c_file(key);
    for (NameId name : item.names)
      node.defines.push_back(symbol(is_own ? node.file : everybody, name));
    if (!item.is_function) // "enum {", "#include "list.def"", "};"
      for (NameId name : node.included)
        node.defines.push_back(symbol(everybody, name));
    if (item.is_type)
      for (NameId name : item.names)
        fields_of_[name].insert(item.fields.begin(), item.fields.end());
    if (item.is_unbalanced)
      unbalanced_macros_.insert(item.names.begin(), item.names.end());
    nodes_.push_back(std::move(node));
    add_stores(place->second, item);
  }
}

// "ops->run = f" is a definition of the field that mentions f.
void MentionGraph::add_stores(std::uint32_t file, const TextItem &item) {
  static const TextItem nothing;
  for (const auto &[into, name] : item.stores) {
    Node node;
    node.file = file;
    node.item = &nothing;
    node.included = {name};
    node.defines = {field(into)};
    nodes_.push_back(std::move(node));
  }
}

// A call of a field mentions it; a table defines the fields of the types that
// it names.
void MentionGraph::connect_fields(std::uint32_t at) {
  Node &node = nodes_[at];
  const TextItem &item = *node.item;
  for (NameId name : item.called_fields) {
    SymbolId id = field(name);
    nodes_[at].mentions.push_back(id);
    symbols_[id].mentioned_by.push_back(at);
  }
  if (item.is_function || !item.has_initialiser)
    return;
  for (NameId type : item.mentions)
    if (auto known = fields_of_.find(type); known != fields_of_.end())
      for (NameId name : known->second) {
        SymbolId id = field(name);
        nodes_[at].fields.push_back(id);
        symbols_[id].defined_by.push_back(at);
      }
}

void MentionGraph::let_define(std::uint32_t at, NameId name) {
  SymbolId id = field(name);
  nodes_[at].fields.push_back(id);
  symbols_[id].defined_by.push_back(at);
}

// Also those whose value goes to such.
std::set<NameId> MentionGraph::called_fields() const {
  std::set<NameId> called;
  std::map<NameId, std::set<NameId>> copied; // from which fields
  for (const Node &node : nodes_) {
    called.insert(node.item->called_fields.begin(),
                  node.item->called_fields.end());
    for (const auto &[into, from] : node.item->copies)
      copied[into].insert(from);
  }
  std::vector<NameId> waiting(called.begin(), called.end());
  while (!waiting.empty()) {
    NameId name = waiting.back();
    waiting.pop_back();
    if (auto known = copied.find(name); known != copied.end())
      for (NameId from : known->second)
        if (called.insert(from).second)
          waiting.push_back(from);
  }
  return called;
}

// What is stored in a field that is called is not the name of a function or a
// variable: it is something that the item names, or a parameter, which those
// who name the item give it.
void MentionGraph::connect_unclear(std::uint32_t at,
                                   const std::set<NameId> &called) {
  const TextItem &item = *nodes_[at].item;
  std::set<NameId> fields;
  auto add = [&](NameId name) {
    if (called.contains(name))
      fields.insert(name);
  };
  for (NameId name : item.unclear_fields)
    add(name);
  for (const auto &[into, name] : item.stores)
    if (std::binary_search(item.outer.begin(), item.outer.end(), name) ||
        !find(nodes_[at].file, name)) // a parameter, whatever else is so called
      add(into);
  for (const auto &[into, from] : item.copies)
    if (called.contains(into)) {
      SymbolId id = field(from);
      nodes_[at].mentions.push_back(id);
      symbols_[id].mentioned_by.push_back(at);
    }
  std::set<std::uint32_t> storers{at};
  if (!fields.empty())
    for (SymbolId id : nodes_[at].defines)
      storers.insert(symbols_[id].mentioned_by.begin(),
                     symbols_[id].mentioned_by.end());
  for (std::uint32_t node : storers)
    for (NameId name : fields)
      let_define(node, name);
}

bool MentionGraph::is_torn(const TextItem &item) const {
  return item.is_function && has_unbalanced_macro(item);
}

bool MentionGraph::has_unbalanced_macro(const TextItem &item) const {
  return std::any_of(
      item.mentions.begin(), item.mentions.end(),
      [&](NameId name) { return unbalanced_macros_.contains(name); });
}

void MentionGraph::define_torn() {
  for (Node &node : nodes_) {
    if (!is_torn(*node.item))
      continue;
    std::set<SymbolId> defines(node.defines.begin(), node.defines.end());
    for (const auto *names : {&node.item->names, &node.item->mentions})
      for (NameId name : *names) {
        defines.insert(symbol(everybody, name));
        defines.insert(*find(node.file, name));
      }
    node.defines.assign(defines.begin(), defines.end());
  }
}

void MentionGraph::connect_mentions(std::uint32_t at,
                                    const PastedNames &pasted) {
  Node &node = nodes_[at];
  std::vector<NameId> names = node.item->mentions;
  names.insert(names.end(), node.included.begin(), node.included.end());
  std::vector<NameId> made = pasted.made_of(names);
  names.insert(names.end(), made.begin(), made.end());
  node.mentions.clear();
  for (NameId name : names)
    if (const SymbolId *id = find(node.file, name)) {
      node.mentions.push_back(*id);
      symbols_[*id].mentioned_by.push_back(at);
    }
}

void MentionGraph::connect(const NameTable &names) {
  std::vector<const TextItem *> items;
  for (const Node &node : nodes_)
    items.push_back(node.item);
  const PastedNames pasted(items, names);
  define_torn();
  for (Symbol &symbol : symbols_) {
    symbol.defined_by.clear();
    symbol.mentioned_by.clear();
  }
  for (std::uint32_t i = 0; i < nodes_.size(); i++) {
    Node &node = nodes_[i];
    for (SymbolId id : node.defines)
      symbols_[id].defined_by.push_back(i);
    connect_mentions(i, pasted);
    node.fields.clear();
    connect_fields(i);
  }
  const std::set<NameId> called = called_fields();
  for (std::uint32_t i = 0; i < nodes_.size(); i++)
    connect_unclear(i, called);
}

void MentionGraph::mark_changed(const std::string &key, NameId name,
                                SourceMask source) {
  auto file = file_ids_.find(key);
  if (file == file_ids_.end())
    return;
  if (const SymbolId *id = find(file->second, name)) {
    symbols_[*id].mask |= source;
    changed_.insert(*id);
  }
}

MentionGraph::Marks MentionGraph::through_macros(Marks names) const {
  std::unordered_map<NameId, std::vector<NameId>> written_by;
  for (const Node &node : nodes_)
    if (node.item->is_macro)
      for (NameId name : node.item->mentions)
        written_by[name].push_back(node.item->names.front());
  std::vector<NameId> waiting;
  for (const auto &[name, source] : names)
    waiting.push_back(name);
  while (!waiting.empty()) {
    NameId name = waiting.back();
    waiting.pop_back();
    SourceMask source = names[name];
    auto writers = written_by.find(name);
    if (writers == written_by.end() || !macros_.contains(name))
      continue;
    for (NameId macro : writers->second)
      if (SourceMask &mask = names[macro]; (mask | source) != mask) {
        mask |= source;
        waiting.push_back(macro);
      }
  }
  return names;
}

void MentionGraph::mark_if_only_declared(NameId name, SourceMask source) {
  auto known = ids_.find({everybody, name});
  if (known == ids_.end())
    return;
  Symbol &symbol = symbols_[known->second];
  bool is_declared =
      !symbol.defined_by.empty() &&
      std::all_of(symbol.defined_by.begin(), symbol.defined_by.end(),
                  [&](auto node) { return nodes_[node].item->is_declaration; });
  if (!is_declared)
    return;
  symbol.mask |= source;
  changed_.insert(known->second);
}

void MentionGraph::mark_files(const std::map<std::string, SourceMask> &files) {
  for (Node &node : nodes_) {
    auto marked = files.find(files_[node.file - 1]);
    if (marked == files.end())
      continue;
    node.mask |= marked->second;
    for (SymbolId id : node.defines) {
      symbols_[id].mask |= marked->second;
      changed_.insert(id);
    }
  }
}

void MentionGraph::propagate() {
  std::set<SymbolId> frontier = changed_;
  for (unsigned round = 1; !frontier.empty(); round++) {
    std::set<SymbolId> next;
    for (SymbolId id : frontier)
      for (std::uint32_t at : symbols_[id].mentioned_by) {
        Node &node = nodes_[at];
        SourceMask mask = node.mask | symbols_[id].mask;
        if (mask == node.mask)
          continue;
        if (is_several(mask) && !is_several(node.mask))
          node.met_at = round;
        node.mask = mask;
        for (const auto *defined : {&node.defines, &node.fields})
          for (SymbolId own : *defined)
            if ((symbols_[own].mask | mask) != symbols_[own].mask) {
              symbols_[own].mask |= mask;
              next.insert(own);
            }
      }
    frontier = std::move(next);
  }
}

// Without the declarations that C files have of a function that is defined
// somewhere.
std::vector<std::uint32_t> MentionGraph::definitions(SymbolId id) const {
  std::vector<std::uint32_t> found = symbols_[id].defined_by;
  auto is_function = [&](std::uint32_t node) {
    return nodes_[node].item->is_function;
  };
  if (std::any_of(found.begin(), found.end(), is_function))
    std::erase_if(found, [&](std::uint32_t node) {
      return !is_function(node) && is_c_file(files_[nodes_[node].file - 1]);
    });
  return found;
}

std::set<std::string>
MentionGraph::files_on_the_way(std::uint32_t from,
                               std::vector<bool> &seen) const {
  if (seen[from])
    return {};
  seen[from] = true;
  std::vector<std::uint32_t> waiting{from};
  std::set<std::string> files;
  while (!waiting.empty()) {
    const Node &node = nodes_[waiting.back()];
    waiting.pop_back();
    const std::string &file = files_[node.file - 1];
    if (is_c_file(file) || &node == &nodes_[from])
      files.insert(file);
    for (SymbolId id : node.mentions) {
      if (symbols_[id].mask == 0)
        continue;
      for (std::uint32_t next : definitions(id))
        if (!seen[next]) {
          seen[next] = true;
          waiting.push_back(next);
        }
    }
  }
  return files;
}

void MentionGraph::for_each_meeting(const Hear &hear) const {
  std::vector<std::uint32_t> meeting;
  for (std::uint32_t i = 0; i < nodes_.size(); i++)
    if (is_several(nodes_[i].mask) && !nodes_[i].item->is_macro &&
        !nodes_[i].item->is_type)
      meeting.push_back(i);
  std::stable_sort(meeting.begin(), meeting.end(),
                   [&](std::uint32_t a, std::uint32_t b) {
                     return nodes_[a].met_at < nodes_[b].met_at;
                   });
  std::vector<bool> seen(nodes_.size());
  for (std::uint32_t node : meeting)
    if (!hear(files_on_the_way(node, seen)))
      return;
}

const std::vector<std::uint32_t> &MentionGraph::written_in(NameId name) const {
  if (written_in_.empty())
    for (std::uint32_t i = 0; i < nodes_.size(); i++)
      for (const auto *names :
           {&nodes_[i].item->names, &nodes_[i].item->mentions})
        for (NameId written : *names)
          written_in_[written].push_back(i);
  return written_in_[name];
}

bool MentionGraph::may_define(NameId name, Evidence evidence,
                              const FileTest &files) const {
  auto is_definition = [&](NameId wanted, std::uint32_t at) {
    const TextItem &item = *nodes_[at].item;
    const std::string &key = files_[nodes_[at].file - 1];
    bool is_named = std::find(item.names.begin(), item.names.end(), wanted) !=
                    item.names.end();
    bool may_be = evidence == Evidence::Mention
                      ? may_define(item, wanted)
                      : (item.is_function || item.has_quoted_name) &&
                            !item.is_static && is_named;
    return may_be && is_c_file(key) && files(key);
  };
  std::set<NameId> names = names_that_write(name);
  return std::any_of(names.begin(), names.end(), [&](NameId wanted) {
    const std::vector<std::uint32_t> &nodes = written_in(wanted);
    return std::any_of(nodes.begin(), nodes.end(), [&](std::uint32_t at) {
      return is_definition(wanted, at);
    });
  });
}

// `made`: the name, or a macro that writes it. What is declared with a macro
// for its name is not known to be no definition.
bool MentionGraph::may_define_in_text(const TextItem &item, NameId name,
                                      NameId made) const {
  if (item.is_macro || !may_define(item, made))
    return false;
  if (has_unbalanced_macro(item) || item.has_quoted_name)
    return true;
  if (item.is_function)
    return !item.is_static;
  bool has_other_value = item.has_initialiser && made != name;
  bool defines_nothing = item.is_declaration || item.is_type ||
                         item.has_initialiser || item.is_static;
  return is_named_by_macro(item) || has_other_value || !defines_nothing;
}

bool MentionGraph::is_named_by_macro(const TextItem &item) const {
  return !item.names.empty() && macros_.contains(item.names.front());
}

// What an initialiser only points to is not defined by it.
bool MentionGraph::may_define_data(const TextItem &item, NameId name,
                                   NameId made) const {
  if (item.is_macro || !may_define(item, made))
    return false;
  if (item.is_odd || has_unbalanced_macro(item) || is_named_by_macro(item))
    return true;
  if (item.is_function || item.is_static || item.is_type || item.is_declaration)
    return false;
  return made != name || std::find(item.names.begin(), item.names.end(),
                                   name) != item.names.end();
}

bool MentionGraph::may_define_data(NameId name, const FileTest &files) const {
  std::set<NameId> names = names_that_write(name);
  return std::any_of(names.begin(), names.end(), [&](NameId made) {
    const std::vector<std::uint32_t> &nodes = written_in(made);
    return std::any_of(nodes.begin(), nodes.end(), [&](std::uint32_t at) {
      return may_define_data(*nodes_[at].item, name, made) &&
             files(files_[nodes_[at].file - 1]);
    });
  });
}

bool MentionGraph::may_define_in_text(NameId name, const FileTest &is_seen,
                                      const std::string &home) const {
  std::set<NameId> names = names_that_write(name);
  return std::any_of(names.begin(), names.end(), [&](NameId made) {
    const std::vector<std::uint32_t> &nodes = written_in(made);
    return std::any_of(nodes.begin(), nodes.end(), [&](std::uint32_t at) {
      const TextItem &item = *nodes_[at].item;
      const std::string &key = files_[nodes_[at].file - 1];
      return !is_c_file(key) && key != home &&
             may_define_in_text(item, name, made) &&
             (item.is_function || item.has_quoted_name || !is_seen(key));
    });
  });
}

std::set<std::string>
MentionGraph::includers(const std::string &file_name) const {
  auto found = includers_.find(file_name);
  return found == includers_.end() ? std::set<std::string>() : found->second;
}

bool MentionGraph::is_written_in(NameId name, const FileTest &files) const {
  std::set<NameId> names = names_that_write(name);
  return std::any_of(names.begin(), names.end(), [&](NameId wanted) {
    const std::vector<std::uint32_t> &nodes = written_in(wanted);
    return std::any_of(nodes.begin(), nodes.end(), [&](std::uint32_t at) {
      return files(files_[nodes_[at].file - 1]);
    });
  });
}

// Inside a function's body it only uses the name, unless a macro ends the body.
bool MentionGraph::may_define(const TextItem &item, NameId name) const {
  return std::binary_search(item.outer.begin(), item.outer.end(), name) ||
         is_torn(item);
}

namespace {

// Its name, and what it is another name of. The others of a list of names are
// what it is about.
std::vector<NameId> names_of_macro(const TextItem &item) {
  bool is_list = item.names.size() > 2;
  return is_list ? std::vector<NameId>{item.names.front()} : item.names;
}

} // namespace

// The name, the macros that write it, those that write one of them, …
std::set<NameId> MentionGraph::names_that_write(NameId name) const {
  std::set<NameId> names{name};
  std::vector<NameId> waiting{name};
  while (!waiting.empty()) {
    const std::vector<std::uint32_t> &nodes = written_in(waiting.back());
    waiting.pop_back();
    for (std::uint32_t at : nodes)
      if (nodes_[at].item->is_macro)
        for (NameId macro : names_of_macro(*nodes_[at].item))
          if (names.insert(macro).second)
            waiting.push_back(macro);
  }
  return names;
}

} // namespace mergeproof::scan
