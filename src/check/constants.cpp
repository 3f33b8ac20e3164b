#include "check/constants.h"

#include "check/driver.h"
#include "check/used_globals.h"

#include <algorithm>
#include <map>
#include <set>

namespace mergeproof::check {
namespace {

constexpr std::size_t max_integers = 200;
constexpr std::size_t max_text = 64;

std::int64_t signed_value(const ir::Expr &constant) {
  auto value = static_cast<std::uint64_t>(constant.bits);
  unsigned width = constant.type.bits;
  if (width >= 64 || width < 2)
    return static_cast<std::int64_t>(value);
  std::uint64_t sign = std::uint64_t(1) << (width - 1);
  return static_cast<std::int64_t>((value ^ sign) - sign);
}

class Miner {
public:
  void mine(const verdict::VersionOfUnit &version) {
    for (const ir::Function *function : reached_functions(version)) {
      if (!function->is_defined) {
        if (!is_library_function(std::string(function->name)))
          externals_.emplace(std::string(function->name), function);
        continue;
      }
      ir::for_each_stmt(function->body, [&](const ir::Stmt &stmt) {
        note_call(stmt);
        ir::for_each_expr(stmt, [&](const ir::Expr *expr) { note(expr); });
      });
    }
  }

  void note_text(const ir::Global &global) {
    std::string text(global.bytes.begin(), global.bytes.end());
    text = text.substr(0, text.find('\0'));
    if (text.size() <= max_text)
      texts_.insert(text);
  }

  void note_texts(const std::vector<std::string> &texts) {
    texts_.insert(texts.begin(), texts.end());
  }

  Constants take() {
    Constants found;
    std::set<std::int64_t> near;
    for (std::int64_t value : integers_)
      for (std::uint64_t delta :
           {std::uint64_t(0), std::uint64_t(1), ~std::uint64_t(0)})
        near.insert(static_cast<std::int64_t>(
            static_cast<std::uint64_t>(value) + delta));
    found.integers.assign(near.begin(), near.end());
    std::stable_sort(found.integers.begin(), found.integers.end(),
                     [](std::int64_t a, std::int64_t b) {
                       return magnitude(a) < magnitude(b);
                     });
    if (found.integers.size() > max_integers)
      found.integers.resize(max_integers);
    found.texts.assign(texts_.begin(), texts_.end());
    found.allocates = allocates_;
    for (const auto &[name, function] : externals_)
      found.externals.push_back(function);
    return found;
  }

private:
  static std::uint64_t magnitude(std::int64_t value) {
    auto bits = static_cast<std::uint64_t>(value);
    return value < 0 ? 0 - bits : bits;
  }

  void note_call(const ir::Stmt &stmt) {
    const auto *call = stmt.as<ir::Call>();
    const auto *known =
        call ? std::get_if<ir::Intrinsic>(&call->callee.target) : nullptr;
    if (known)
      allocates_ |= *known == ir::Intrinsic::Malloc ||
                    *known == ir::Intrinsic::Calloc ||
                    *known == ir::Intrinsic::Realloc;
  }

  void note(const ir::Expr *expr) {
    if (!expr || !seen_.insert(expr).second)
      return;
    if (expr->kind == ir::ExprKind::Const && expr->type.is_int() &&
        expr->type.bits > 1 && expr->type.bits <= 64)
      integers_.insert(signed_value(*expr));
    note(expr->a);
    note(expr->b);
    note(expr->c);
  }

  std::set<const ir::Expr *> seen_;
  std::set<std::int64_t> integers_{0, 1, 2};
  std::set<std::string> texts_;
  std::map<std::string, const ir::Function *> externals_;
  bool allocates_ = false;
};

} // namespace

Constants mine_constants(const verdict::Question &question) {
  Miner miner;
  std::set<std::string> used = used_globals(question);
  for (const verdict::VersionOfUnit &version : question.versions) {
    miner.mine(version);
    for (const std::string &id : used)
      if (const ir::Global *global = version.program->find_global(id))
        if (id.starts_with(".str."))
          miner.note_text(*global);
  }
  miner.note_texts(question.texts);
  return miner.take();
}

} // namespace mergeproof::check
