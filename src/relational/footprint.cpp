#include "relational/footprint.h"

#include "ir/library.h"

#include <algorithm>

namespace mergeproof::relational {
namespace {

using namespace ir;

constexpr unsigned exact_rounds = 4; // until offsets that still grow are any
constexpr std::size_t most_extents = 16; // of one root
constexpr std::int64_t any_size = -1;
constexpr std::int64_t most_offset = 1'000'000; // that is kept

// Distances of a pointer from where its root points.
struct Offsets {
  bool is_bounded = true;
  std::int64_t low = 0, high = 0;
  bool operator==(const Offsets &) const = default;
};

Offsets join(const Offsets &a, const Offsets &b) {
  return {a.is_bounded && b.is_bounded, std::min(a.low, b.low),
          std::max(a.high, b.high)};
}

Offsets shifted(const Offsets &by, std::int64_t low, std::int64_t high) {
  Offsets moved{by.is_bounded, by.low + low, by.high + high};
  moved.is_bounded &= moved.low >= -most_offset && moved.high <= most_offset;
  return moved.is_bounded ? moved : Offsets{false, 0, 0};
}

// Where a pointer may point, other than into objects of the function itself.
// Null and what is a little behind it is no object; null plus a number may be
// any.
struct Origin {
  bool is_anywhere = false;
  bool is_null = false, is_near_null = false;
  std::map<Root, Offsets> roots;
  bool operator==(const Origin &) const = default;

  void add(const Root &root, const Offsets &offsets) {
    auto [place, is_new] = roots.try_emplace(root, offsets);
    if (!is_new)
      place->second = join(place->second, offsets);
  }
  void add(const Origin &other) {
    is_anywhere |= other.is_anywhere;
    is_null |= other.is_null;
    is_near_null |= other.is_near_null;
    for (const auto &[root, offsets] : other.roots)
      add(root, offsets);
  }
};

const Origin anywhere{.is_anywhere = true};
const Origin null{.is_null = true};

class Analysis {
public:
  Analysis(const Program &program, const Function &function,
           Footprints &footprints)
      : program_(program), function_(function), footprints_(footprints) {}

  std::optional<Footprint> run() {
    if (!function_.is_defined || function_.is_variadic ||
        !function_.opaque_reasons.empty())
      return std::nullopt;
    for (std::size_t i = 0; i < function_.params.size(); i++)
      origins_[function_.params[i].name].add({i, {}}, {});
    find_origins();
    for_each_stmt(function_.body, [&](const Stmt &stmt) {
      for_each_expr(stmt, [&](const Expr *e) { visit(e); });
      std::visit(*this, stmt.node);
    });
    if (is_unknown_)
      return std::nullopt;
    return std::move(found_);
  }

  void operator()(const Store &s) {
    touch(found_.writes, s.address, bytes_of(s.value->type));
  }
  void operator()(const MemCopy &s) {
    touch(found_.writes, s.target, constant(s.size));
    touch(found_.reads, s.source, constant(s.size));
  }
  void operator()(const MemSet &s) {
    touch(found_.writes, s.target, constant(s.size));
  }
  void operator()(const Opaque &) { is_unknown_ = true; }
  void operator()(const Hole &) { is_unknown_ = true; }
  void operator()(const Call &s) {
    if (auto *which = std::get_if<Intrinsic>(&s.callee.target))
      return call(s, *which);
    auto *name = std::get_if<Symbol>(&s.callee.target);
    const Function *callee = name ? program_.find_function(*name) : nullptr;
    if (!callee)
      is_unknown_ = true;
    else if (callee->is_defined)
      call(s, *callee);
    else
      is_unknown_ |= library_effect(*name, callee) != LibraryEffect::Pure;
  }
  template <typename T>
  void operator()(const T &) {}

private:
  static std::int64_t bytes_of(Scalar type) {
    return static_cast<std::int64_t>(type.bytes());
  }

  static std::int64_t constant(const Expr *size) {
    bool is_known =
        size->kind == ExprKind::Const && size->bits <= Bits(most_offset);
    return is_known ? static_cast<std::int64_t>(size->bits) : any_size;
  }

  // What variables hold, at any time: the least that fits all assignments.
  void find_origins() {
    bool has_changed = true;
    for (round_ = 0; has_changed; round_++) {
      has_changed = false;
      auto set = [&](Symbol target, const Origin &value) {
        Origin &origin = origins_[target];
        Origin before = origin;
        origin.add(value);
        if (round_ > exact_rounds)
          widen(before, origin);
        has_changed |= origin != before;
      };
      for_each_stmt(function_.body, [&](const Stmt &stmt) {
        if (auto *s = stmt.as<Assign>())
          set(s->target, origin_of(s->value));
        else if (auto *call = stmt.as<Call>(); call && !call->result.empty() &&
                                               call->result_type.is_pointer())
          set(call->result, anywhere);
      });
    }
  }

  static void widen(const Origin &before, Origin &now) {
    for (auto &[root, offsets] : now.roots) {
      auto old = before.roots.find(root);
      if (old == before.roots.end() || old->second != offsets)
        offsets = {false, 0, 0};
    }
  }

  // Of a value; numbers lead nowhere until they become pointers.
  Origin origin_of(const Expr *e) const {
    if (!e->type.is_pointer())
      return {};
    switch (e->kind) {
    case ExprKind::Const:
      return e->bits == 0 ? null : anywhere;
    case ExprKind::Var: {
      auto known = origins_.find(e->name);
      return known == origins_.end() ? anywhere : known->second;
    }
    case ExprKind::GlobalAddr:
      return {.roots = {{{SIZE_MAX, e->name}, {}}}};
    case ExprKind::LocalAddr:
      return {};
    case ExprKind::Binary:
      return e->op == Op::PtrAdd ? moved(e) : anywhere;
    case ExprKind::Select: {
      Origin both = origin_of(e->b);
      both.add(origin_of(e->c));
      return both;
    }
    case ExprKind::FunctionAddr:
    case ExprKind::Unary:
    case ExprKind::Cast:
    case ExprKind::Load:
    case ExprKind::Valid:
      return anywhere;
    }
    return anywhere;
  }

  Origin moved(const Expr *e) const {
    Origin origin = origin_of(e->a);
    bool is_constant = e->b->kind == ExprKind::Const;
    auto by = static_cast<std::int64_t>(static_cast<std::uint64_t>(e->b->bits));
    bool is_small = is_constant && by >= -most_offset && by <= most_offset;
    origin.is_anywhere |= origin.is_near_null || (origin.is_null && !is_small);
    origin.is_near_null |= origin.is_null;
    for (auto &[root, offsets] : origin.roots)
      offsets = is_small ? shifted(offsets, by, by) : Offsets{false, 0, 0};
    return origin;
  }

  void visit(const Expr *e) {
    if (e->kind == ExprKind::Load)
      touch(found_.reads, e->a, bytes_of(e->type));
    found_.asks_objects |= e->kind == ExprKind::Valid;
    for (const Expr *child : {e->a, e->b, e->c})
      if (child)
        visit(child);
  }

  void touch(Touched &touched, const Expr *address, std::int64_t size) {
    touch(touched, address->type.is_pointer() ? origin_of(address) : anywhere,
          0, size);
  }

  // `size` bytes, or any, from `begin` bytes behind the pointer.
  void touch(Touched &touched, const Origin &origin, std::int64_t begin,
             std::int64_t size) {
    is_unknown_ |= origin.is_anywhere;
    for (const auto &[root, offsets] : origin.roots) {
      std::set<Extent> &extents = touched[root];
      Offsets all =
          shifted(offsets, begin, begin + std::max(size, std::int64_t(0)));
      if (size != any_size && all.is_bounded && extents.size() < most_extents)
        extents.insert({true, all.low, all.high});
      else
        extents = {{false, 0, 0}};
    }
  }

  void call(const Call &s, Intrinsic which) {
    switch (which) {
    case Intrinsic::Strlen:
      found_.asks_objects = true;
      return touch(found_.reads, s.args[0], any_size);
    case Intrinsic::Exit:
    case Intrinsic::NoReturn:
      return;
    case Intrinsic::Malloc:
    case Intrinsic::Calloc:
    case Intrinsic::Realloc:
    case Intrinsic::Free:
    case Intrinsic::VolatileRead:
    case Intrinsic::VolatileWrite:
    case Intrinsic::VariadicArguments:
      is_unknown_ = true;
      return;
    }
    is_unknown_ = true;
  }

  void call(const Call &s, const Function &callee) {
    const Footprint *inner = footprints_.of(callee);
    if (!inner || s.args.size() != callee.params.size()) {
      is_unknown_ = true;
      return;
    }
    found_.asks_objects |= inner->asks_objects;
    add_callee(s, inner->reads, found_.reads);
    add_callee(s, inner->writes, found_.writes);
  }

  void add_callee(const Call &s, const Touched &inner, Touched &touched) {
    for (const auto &[root, extents] : inner)
      for (const Extent &extent : extents) {
        Origin origin = root.global.empty() ? origin_of_argument(s, root.param)
                                            : Origin{.roots = {{root, {}}}};
        std::int64_t size =
            extent.is_bounded ? extent.end - extent.begin : any_size;
        touch(touched, origin, extent.begin, size);
      }
  }

  // A number that the callee takes as a pointer may be one.
  Origin origin_of_argument(const Call &s, std::size_t index) const {
    const Expr *arg = s.args[index];
    return arg->type.is_pointer() ? origin_of(arg) : anywhere;
  }

  const Program &program_;
  const Function &function_;
  Footprints &footprints_;
  std::map<Symbol, Origin> origins_; // by variable
  Footprint found_;
  unsigned round_ = 0;
  bool is_unknown_ = false;
};

std::string to_text(const Touched &touched) {
  std::string text;
  for (const auto &[root, extents] : touched) {
    text += root.global.empty() ? " " + std::to_string(root.param)
                                : " " + std::string(root.global);
    for (const Extent &extent : extents)
      text += extent.is_bounded ? "[" + std::to_string(extent.begin) + "," +
                                      std::to_string(extent.end) + ")"
                                : "[]";
  }
  return text;
}

} // namespace

std::string Footprint::to_text() const {
  return "reads" + relational::to_text(reads) + " writes" +
         relational::to_text(writes);
}

const Footprint *Footprints::of(const Function &function) {
  // Unknown while it is looked at: that is what recursion gets.
  auto [place, is_new] = known_.try_emplace(&function, std::nullopt);
  if (is_new) {
    std::optional<Footprint> found = Analysis(program_, function, *this).run();
    known_[&function] = std::move(found);
  }
  const std::optional<Footprint> &known = known_.at(&function);
  return known.has_value() ? &known.value() : nullptr;
}

} // namespace mergeproof::relational
