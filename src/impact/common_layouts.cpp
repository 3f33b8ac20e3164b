#include "impact/common_layouts.h"

#include "support/hash.h"

#include <algorithm>
#include <map>

namespace mergeproof::impact {
namespace {

using ir::Type;
using ir::TypeKind;

class TypeWalk {
public:
  // Calls `visit` for those that were not seen before.
  template <typename F>
  void from(const Type *type, F &&visit) {
    std::vector<const Type *> waiting{type};
    while (!waiting.empty()) {
      const Type *next = waiting.back();
      waiting.pop_back();
      if (!next || !seen_.insert(next).second)
        continue;
      visit(*next);
      waiting.push_back(next->element);
      for (const ir::Field &field : next->fields)
        waiting.push_back(field.type);
      waiting.insert(waiting.end(), next->params.begin(), next->params.end());
    }
  }

private:
  std::set<const Type *> seen_;
};

// Every type that the declarations of a program lead to, once: of functions,
// their parameters, variables and objects, and of globals, with what these
// point to and consist of.
template <typename F>
void for_each_type(const ir::Program &program, F &&visit) {
  TypeWalk walk;
  for (const auto &[id, function] : program.functions) {
    walk.from(function.type, visit);
    for (const ir::Variable &param : function.params)
      walk.from(param.type, visit);
    for (const ir::Variable &local : function.locals)
      walk.from(local.type, visit);
    for (const ir::LocalObject &object : function.objects)
      walk.from(object.type, visit);
  }
  for (const auto &[id, global] : program.globals)
    walk.from(global.type, visit);
}

bool is_record(const Type &type) {
  return type.kind == TypeKind::Struct || type.kind == TypeKind::Union;
}

const Type &element_of(const Type &type) {
  const Type *at = &type;
  while (at->kind == TypeKind::Array && at->element)
    at = at->element;
  return *at;
}

// A type as text that means the same in every version; records by their names,
// whatever their members.
std::string signature(const Type &type, unsigned depth = 0) {
  constexpr unsigned deepest = 16;
  if (!type.spelling.empty() || depth > deepest)
    return type.spelling;
  std::string text = std::to_string(int(type.kind)) + ":" +
                     std::to_string(type.count) + (type.is_signed ? "s" : "u");
  if (!is_record(type) && type.kind != TypeKind::Array)
    text += std::to_string(type.size);
  if (type.element)
    text += "(" + signature(*type.element, depth + 1) + ")";
  for (const Type *param : type.params)
    text += "," + signature(*param, depth + 1);
  for (const ir::Field &field : type.fields)
    text += "{" + field.name + " " + std::to_string(field.bit_width) + " " +
            signature(*field.type, depth + 1) + "}";
  return text;
}

struct Member {
  std::string name;
  std::string signature;
  const Type *type = nullptr;

  bool is_same(const Member &other) const {
    return name == other.name && signature == other.signature;
  }
  bool is_flexible() const {
    return type->kind == TypeKind::Array && type->count == 0;
  }
};

using Members = std::vector<Member>;

std::string name_of(const ir::Field &field) {
  if (!field.name.empty())
    return field.name;
  const std::vector<ir::Field> &inner = field.type->fields;
  return ir::member_without_name(inner.empty() ? "" : name_of(inner.front()));
}

Members members_of(const Type &type) {
  Members members;
  for (const ir::Field &field : type.fields)
    members.push_back({name_of(field), signature(*field.type), field.type});
  return members;
}

bool has_bit_fields(const Type &type) {
  return std::any_of(type.fields.begin(), type.fields.end(),
                     [](const ir::Field &field) { return field.bit_width; });
}

// Nothing lies between the end of the struct and an array without a length:
// what is allocated for the array is there for it alone.
bool ends_in_its_array(const Type &type) {
  const ir::Field &last = type.fields.back();
  return last.type->kind != TypeKind::Array || last.type->count != 0 ||
         last.offset == type.size;
}

bool is_laid_out_alike(const Type &a, const Type &b) {
  return a.kind == b.kind && a.size == b.size && a.align == b.align &&
         std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(),
                    b.fields.end(), [](const ir::Field &x, const ir::Field &y) {
                      return x.name == y.name && x.offset == y.offset &&
                             x.bit_offset == y.bit_offset &&
                             x.bit_width == y.bit_width &&
                             signature(*x.type) == signature(*y.type);
                    });
}

// The named records of one version.
struct Records {
  std::map<std::string, const Type *> by_name;
  std::set<std::string> ambiguous;

  void add(const ir::Program &program) {
    for_each_type(program, [this](const Type &type) {
      if (!is_record(type) || type.spelling.empty() || type.fields.empty())
        return;
      auto [place, is_new] = by_name.emplace(type.spelling, &type);
      if (!is_new && !is_laid_out_alike(*place->second, type))
        ambiguous.insert(type.spelling);
    });
  }
};

// The members of all versions of one record, in an order that each version has
// as far as they agree.
class Union {
public:
  // False: the order cannot be kept, and has to be.
  bool add(const Members &members) {
    std::size_t at = 0;
    bool is_in_order = true;
    for (const Member &member : members) {
      auto same =
          std::find_if(all_.begin(), all_.end(), [&](const Member &known) {
            return known.is_same(member);
          });
      std::size_t index = std::size_t(same - all_.begin());
      if (same == all_.end())
        all_.insert(all_.begin() + std::ptrdiff_t(index = at), member);
      is_in_order &= index >= at;
      at = index + 1;
    }
    bool ends_in_array =
        !members.empty() && members.back().type->kind == TypeKind::Array;
    may_run_over_ |= ends_in_array;
    is_in_order_ &= is_in_order;
    return is_in_order_ || !may_run_over_;
  }

  // An array without a length is the last member of all, if there is one.
  bool has_good_end(const std::vector<Members> &versions) const {
    auto flexible = std::find_if(all_.begin(), all_.end(), [](const Member &m) {
      return m.is_flexible();
    });
    return flexible == all_.end() ||
           (flexible + 1 == all_.end() &&
            std::all_of(versions.begin(), versions.end(),
                        [&](const Members &members) {
                          return members.back().is_same(*flexible);
                        }));
  }

  const Members &all() const { return all_; }

private:
  Members all_;
  bool is_in_order_ = true, may_run_over_ = false;
};

// What is laid out anew, and where its members come to lie.
class Layouts {
public:
  Layouts(const std::vector<const ir::Program *> &versions,
          const std::set<std::string> &left_out) {
    for (const ir::Program *version : versions) {
      records_.emplace_back().add(*version);
      records_.back().ambiguous.insert(left_out.begin(), left_out.end());
    }
    std::set<std::string> seen;
    for (const Records &version : records_)
      for (const auto &[name, type] : version.by_name)
        if (seen.insert(name).second && is_changed(name))
          unite(name);
    while (drop_misfits()) {
    }
  }

  CommonLayouts take() {
    CommonLayouts common;
    common.of_version.resize(records_.size());
    for (const auto &[name, members] : members_) {
      common.names.insert(name);
      for (std::size_t v = 0; v < records_.size(); v++)
        common.of_version[v].emplace(name, layout(name, v));
    }
    return common;
  }

private:
  struct Extent {
    std::uint64_t size = 0;
    std::uint32_t align = 1;
  };

  std::vector<const Type *> versions_of(const std::string &name) const {
    std::vector<const Type *> types;
    for (const Records &version : records_)
      if (auto known = version.by_name.find(name);
          known != version.by_name.end())
        types.push_back(known->second);
    return types;
  }

  bool is_changed(const std::string &name) const {
    std::vector<const Type *> types = versions_of(name);
    return std::any_of(types.begin(), types.end(), [&](const Type *type) {
      return !is_laid_out_alike(*types.front(), *type);
    });
  }

  void unite(const std::string &name) {
    std::vector<const Type *> types = versions_of(name);
    for (const Records &version : records_)
      if (version.ambiguous.contains(name))
        return;
    Union all;
    std::vector<Members> members;
    for (const Type *type : types) {
      members.push_back(members_of(*type));
      if (type->kind != types.front()->kind || has_bit_fields(*type) ||
          !ends_in_its_array(*type) || !all.add(members.back()))
        return;
    }
    bool is_union = types.front()->kind == TypeKind::Union;
    if (is_union ? has_two_types(all.all()) : !all.has_good_end(members))
      return;
    members_[name] = all.all();
    is_union_[name] = is_union;
  }

  // Of one name: what is in a union is in the place of all its members.
  static bool has_two_types(const Members &members) {
    std::set<std::string> names;
    for (const Member &member : members)
      if (!names.insert(member.name).second)
        return true;
    return false;
  }

  // Records with members whose size differs and is not made the same, and those
  // that would lie in themselves, as versions have them in each other.
  bool drop_misfits() {
    for (const auto &[name, members] : members_)
      if (std::any_of(members.begin(), members.end(),
                      [&](const Member &member) {
                        return !fits(element_of(*member.type));
                      }) ||
          is_in_itself(name)) {
        members_.erase(name);
        return true;
      }
    return false;
  }

  bool is_in_itself(const std::string &name) const {
    std::set<std::string> seen;
    std::vector<std::string> waiting{name};
    while (!waiting.empty()) {
      auto known = members_.find(waiting.back());
      waiting.pop_back();
      if (known == members_.end())
        continue;
      for (const Member &member : known->second) {
        const Type &inner = element_of(*member.type);
        if (is_record(inner) && inner.spelling == name)
          return true;
        if (is_record(inner) && seen.insert(inner.spelling).second)
          waiting.push_back(inner.spelling);
      }
    }
    return false;
  }

  bool fits(const Type &type) const {
    if (!is_record(type))
      return true;
    if (type.spelling.empty())
      return std::none_of(
          type.fields.begin(), type.fields.end(), [&](const ir::Field &field) {
            const Type &inner = element_of(*field.type);
            return is_record(inner) &&
                   (members_.contains(inner.spelling) || !fits(inner));
          });
    return members_.contains(type.spelling) || !is_changed(type.spelling);
  }

  Extent extent(const Type &type) {
    if (type.kind == TypeKind::Array && type.element) {
      Extent element = extent(*type.element);
      return {element.size * type.count, element.align};
    }
    if (is_record(type) && members_.contains(type.spelling))
      return extent(type.spelling);
    return {type.size, type.align};
  }

  Extent extent(const std::string &name) {
    auto known = extents_.find(name);
    if (known != extents_.end())
      return known->second;
    std::map<const Member *, std::uint64_t> places;
    return extents_[name] = place(name, places);
  }

  Extent place(const std::string &name,
               std::map<const Member *, std::uint64_t> &places) {
    Extent all;
    for (const Member &member : members_.at(name)) {
      Extent one = extent(*member.type);
      all.align = std::max(all.align, one.align);
      if (member.is_flexible())
        one.align = all.align; // see ends_in_its_array()
      std::uint64_t at = is_union_.at(name) ? 0 : round_up(all.size, one.align);
      places[&member] = at;
      all.size = std::max(all.size, at + one.size);
    }
    all.size = round_up(all.size, all.align);
    return all;
  }

  static std::uint64_t round_up(std::uint64_t size, std::uint64_t align) {
    return (size + align - 1) / align * align;
  }

  ir::RecordLayout layout(const std::string &name, std::size_t version) {
    std::map<const Member *, std::uint64_t> places;
    Extent all = place(name, places);
    auto known = records_[version].by_name.find(name);
    Members own = known == records_[version].by_name.end()
                      ? members_.at(name)
                      : members_of(*known->second);
    ir::RecordLayout layout{all.size, all.align, is_union_.at(name), {}};
    for (const auto &[member, at] : places)
      for (const Member &mine : own)
        if (mine.is_same(*member))
          layout.offsets.emplace(mine.name, at);
    return layout;
  }

  std::vector<Records> records_;           // by version
  std::map<std::string, Members> members_; // of all versions, by record
  std::map<std::string, bool> is_union_;
  std::map<std::string, Extent> extents_; // once the members are known
};

} // namespace

DifferingRecords::DifferingRecords(
    const std::vector<const ir::Program *> &versions) {
  std::vector<Records> records(versions.size());
  std::map<std::string, std::vector<const Type *>> all;
  std::set<std::string> differing;
  for (std::size_t v = 0; v < versions.size(); v++) {
    records[v].add(*versions[v]);
    differing.merge(records[v].ambiguous);
    for (const auto &[name, type] : records[v].by_name) {
      auto &types = all[name];
      types.resize(versions.size());
      types[v] = type;
      for (const Type *other : types)
        if (other && !is_laid_out_alike(*other, *type))
          differing.insert(name);
    }
  }
  for (const std::string &name : differing)
    types_[name] = all[name];
}

const std::string *DifferingRecords::find(const Type &type) const {
  const Type &element = element_of(type);
  if (!is_record(element))
    return nullptr;
  auto [known, is_new] = found_.try_emplace(&element, nullptr);
  if (!is_new)
    return known->second;
  const std::string *found = nullptr;
  if (auto own = types_.find(element.spelling); own != types_.end())
    found = &own->first;
  for (const ir::Field &field : element.fields)
    if (!found && field.type)
      found = find(*field.type);
  return found_[&element] = found;
}

bool DifferingRecords::is_one_member(const Type &type, std::uint64_t offset,
                                     std::uint64_t size) const {
  const Type &element = element_of(type);
  if (!find(element))
    return true;
  if (&element != &type && element.size > 0)
    offset %= element.size;
  if (offset >= element.size || size > element.size - offset)
    return false;
  bool is_inside = false;
  for (const ir::Field &field : element.fields) {
    if (!field.type || offset >= field.offset + field.type->size ||
        field.offset >= offset + size)
      continue;
    if (!is_same_everywhere(element, field))
      return false;
    if (offset < field.offset ||
        offset + size > field.offset + field.type->size ||
        !is_one_member(*field.type, offset - field.offset, size))
      return false;
    is_inside = true;
  }
  return is_inside;
}

namespace {

// Whether bytes of the one mean what they mean as the other; of arrays those
// that both have.
bool are_of_one_kind(const Type &a, const Type &b) {
  if (a.kind != b.kind)
    return false;
  if (a.kind == TypeKind::Array && a.element && b.element)
    return are_of_one_kind(*a.element, *b.element);
  return is_record(a) ? signature(a) == signature(b) : a.size == b.size;
}

bool has_member(const Type &record, const std::string &name) {
  return std::any_of(record.fields.begin(), record.fields.end(),
                     [&](const ir::Field &one) { return one.name == name; });
}

// Of that name, or under a new one.
bool has_same_member(const Type &other, const ir::Field &field,
                     const Type &record) {
  return std::any_of(
      other.fields.begin(), other.fields.end(), [&](const ir::Field &one) {
        return one.offset == field.offset &&
               one.bit_offset == field.bit_offset &&
               one.bit_width == field.bit_width &&
               are_of_one_kind(*one.type, *field.type) &&
               (one.name == field.name || (!has_member(other, field.name) &&
                                           !has_member(record, one.name)));
      });
}

} // namespace

bool DifferingRecords::is_same_everywhere(const Type &record,
                                          const ir::Field &field) const {
  auto known = types_.find(record.spelling);
  return known == types_.end() ||
         std::all_of(known->second.begin(), known->second.end(),
                     [&](const Type *other) {
                       return !other || has_same_member(*other, field, record);
                     });
}

std::uint64_t DifferingRecords::hash(const std::string &name,
                                     std::size_t version) const {
  const Type *type = types_.at(name)[version];
  if (!type)
    return 0;
  std::uint64_t hash = support::mix(1, type->size);
  for (const ir::Field &field : type->fields) {
    hash = support::mix(
        hash, support::hash_bytes(mergeproof::impact::name_of(field)));
    hash = support::mix(hash, support::hash_bytes(signature(*field.type)));
    hash = support::mix(hash, field.offset);
    hash = support::mix(hash, std::uint64_t(field.bit_offset) << 32 |
                                  field.bit_width);
  }
  return hash;
}

bool leads_to_any(const Type &type, const std::set<std::string> &names) {
  bool is_one = false;
  TypeWalk().from(&type, [&](const Type &inner) {
    is_one |= names.contains(inner.spelling);
  });
  return is_one;
}

namespace {

// How many elements it has is known where it is defined.
std::string declared_as(const Type &type) {
  bool is_open = type.kind == TypeKind::Array && type.element;
  return is_open ? "[]" + signature(*type.element) : signature(type);
}

// The declarations of one name, in several units.
class Declarations {
public:
  void add(ir::Symbol id, const Type *type) {
    if (!type)
      return;
    auto [known, is_new] = known_.try_emplace(id, type);
    if (is_new || known->second == type ||
        declared_as(*known->second) == declared_as(*type))
      return;
    auto add = [this](const Type &inner) {
      if (is_record(inner) && !inner.spelling.empty())
        mistaken.insert(inner.spelling);
    };
    TypeWalk().from(known->second, add);
    TypeWalk().from(type, add);
  }

  std::set<std::string> mistaken;

private:
  std::map<ir::Symbol, const Type *> known_;
};

} // namespace

std::set<std::string>
mistaken_records(const std::vector<const ir::Program *> &units) {
  Declarations functions, results, variables;
  Records records;
  for (const ir::Program *unit : units) {
    records.add(*unit);
    for (const auto &[id, global] : unit->globals)
      if (!global.is_static)
        variables.add(id, global.type);
    for (const auto &[id, function] : unit->functions)
      if (!function.is_static && function.type) {
        results.add(id, function.type->element);
        if (!function.params.empty()) // "f()" says nothing of them
          functions.add(id, function.type);
      }
  }
  std::set<std::string> all = std::move(records.ambiguous);
  all.merge(functions.mistaken);
  all.merge(results.mistaken);
  all.merge(variables.mistaken);
  return all;
}

CommonLayouts
make_common_layouts(const std::vector<const ir::Program *> &versions,
                    const std::set<std::string> &left_out) {
  return Layouts(versions, left_out).take();
}

} // namespace mergeproof::impact
