#include "relational/library_bodies.h"

#include "ir/library.h"
#include "ir/parse.h"
#include "relational/inline_calls.h"

#include <algorithm>

namespace mergeproof::relational {
namespace {

using namespace ir;

// Sizes are those of 64-bit programs; calls with others stay. $copy(to, s): a
// text with its end, of n bytes; $text(s): all of it up to its end; $at(p):
// what p points to has to be there.
constexpr std::string_view bodies = R"(
function strlen(s: ptr) -> i64 {
  local p: ptr;
  p = s;
  loop L {
    $at(p)
    if eq(load:i8(p), 0:i8) { break L; }
    p = ptradd(p, 1:i64);
  }
  return sub(ptrtoint:i64(p), ptrtoint:i64(s));
}
function strnlen(s: ptr, n: i64) -> i64 {
  local i: i64;
  check NullPointer, ne(s, null);
  i = 0:i64;
  loop L {
    if ult(i, n) { } else { break L; }
    $at(ptradd(s, i))
    if eq(load:i8(ptradd(s, i)), 0:i8) { break L; }
    i = add(i, 1:i64);
  }
  return i;
}
function strchr(s: ptr, c: i32) -> ptr {
  loop L {
    $at(s)
    if eq(load:i8(s), trunc:i8(c)) { return s; }
    if eq(load:i8(s), 0:i8) { break L; }
    s = ptradd(s, 1:i64);
  }
  return null;
}
function strchrnul(s: ptr, c: i32) -> ptr {
  loop L {
    $at(s)
    if eq(load:i8(s), trunc:i8(c)) { break L; }
    if eq(load:i8(s), 0:i8) { break L; }
    s = ptradd(s, 1:i64);
  }
  return s;
}
function strrchr(s: ptr, c: i32) -> ptr {
  local last: ptr;
  last = null;
  loop L {
    $at(s)
    if eq(load:i8(s), trunc:i8(c)) { last = s; }
    if eq(load:i8(s), 0:i8) { break L; }
    s = ptradd(s, 1:i64);
  }
  return last;
}
function memchr(s: ptr, c: i32, n: i64) -> ptr {
  local i: i64;
  check NullPointer, ne(s, null);
  i = 0:i64;
  loop L {
    if ult(i, n) { } else { break L; }
    $at(ptradd(s, i))
    if eq(load:i8(ptradd(s, i)), trunc:i8(c)) { return ptradd(s, i); }
    i = add(i, 1:i64);
  }
  return null;
}
function rawmemchr(s: ptr, c: i32) -> ptr {
  loop L {
    $at(s)
    if eq(load:i8(s), trunc:i8(c)) { break L; }
    s = ptradd(s, 1:i64);
  }
  return s;
}
function strcmp(a: ptr, b: ptr) -> i32 {
  local x: i8; local y: i8;
  loop L {
    $at(a) $at(b)
    x = load:i8(a);
    y = load:i8(b);
    if ne(x, y) { return sub(zext:i32(x), zext:i32(y)); }
    if eq(x, 0:i8) { break L; }
    a = ptradd(a, 1:i64);
    b = ptradd(b, 1:i64);
  }
  return 0:i32;
}
function strncmp(a: ptr, b: ptr, n: i64) -> i32 {
  local i: i64; local x: i8; local y: i8;
  check NullPointer, ne(a, null);
  check NullPointer, ne(b, null);
  i = 0:i64;
  loop L {
    if ult(i, n) { } else { break L; }
    $at(ptradd(a, i)) $at(ptradd(b, i))
    x = load:i8(ptradd(a, i));
    y = load:i8(ptradd(b, i));
    if ne(x, y) { return sub(zext:i32(x), zext:i32(y)); }
    if eq(x, 0:i8) { break L; }
    i = add(i, 1:i64);
  }
  return 0:i32;
}
function memcmp(a: ptr, b: ptr, n: i64) -> i32 {
  local i: i64; local x: i8; local y: i8;
  check NullPointer, ne(a, null);
  check NullPointer, ne(b, null);
  if eq(n, 0:i64) { } else {
    check InvalidAccess, valid(a, n);
    check InvalidAccess, valid(b, n);
  }
  i = 0:i64;
  loop L {
    if ult(i, n) { } else { break L; }
    x = load:i8(ptradd(a, i));
    y = load:i8(ptradd(b, i));
    if ne(x, y) { return sub(zext:i32(x), zext:i32(y)); }
    i = add(i, 1:i64);
  }
  return 0:i32;
}
function strcpy(to: ptr, s: ptr) -> ptr {
  local n: i64;
  $copy(to, s)
  return to;
}
function stpcpy(to: ptr, s: ptr) -> ptr {
  local n: i64;
  $copy(to, s)
  return ptradd(to, sub(n, 1:i64));
}
function strcat(to: ptr, s: ptr) -> ptr {
  local n: i64;
  local k: i64;
  $at(to)
  k = call !strlen(to);
  $copy(ptradd(to, k), s)
  return to;
}
function strspn(s: ptr, set: ptr) -> i64 {
  local p: ptr; local q: ptr;
  $text(set)
  p = s;
  loop L {
    $at(p)
    if eq(load:i8(p), 0:i8) { break L; }
    q = set;
    loop K {
      $at(q)
      if eq(load:i8(q), load:i8(p)) { break K; }
      if eq(load:i8(q), 0:i8) { break L; }
      q = ptradd(q, 1:i64);
    }
    p = ptradd(p, 1:i64);
  }
  return sub(ptrtoint:i64(p), ptrtoint:i64(s));
}
function strcspn(s: ptr, set: ptr) -> i64 {
  local p: ptr; local q: ptr;
  $text(set)
  p = s;
  loop L {
    $at(p)
    q = set;
    loop K {
      $at(q)
      if eq(load:i8(q), load:i8(p)) { break L; }
      if eq(load:i8(q), 0:i8) { break K; }
      q = ptradd(q, 1:i64);
    }
    p = ptradd(p, 1:i64);
  }
  return sub(ptrtoint:i64(p), ptrtoint:i64(s));
}
function strpbrk(s: ptr, set: ptr) -> ptr {
  local q: ptr;
  $text(set)
  loop L {
    $at(s)
    if eq(load:i8(s), 0:i8) { break L; }
    q = set;
    loop K {
      $at(q)
      if eq(load:i8(q), load:i8(s)) { return s; }
      if eq(load:i8(q), 0:i8) { break K; }
      q = ptradd(q, 1:i64);
    }
    s = ptradd(s, 1:i64);
  }
  return null;
}
)";

// What a mark stands for; `$1` and `$2`: what is in its parentheses.
struct Mark {
  std::string_view name, text;
};
constexpr Mark marks[] = {{"$copy", R"(
  $at($2)
  n = call !strlen($2);
  n = add(n, 1:i64);
  check NullPointer, ne($1, null);
  check InvalidAccess, valid($1, n);
  check OverlappingCopy, or(ule(ptradd($1, n), $2), ule(ptradd($2, n), $1));
  memcopy $1, $2, n;)"},
                          {"$text", R"(
  q = $1;
  loop M {
    $at(q)
    if eq(load:i8(q), 0:i8) { break M; }
    q = ptradd(q, 1:i64);
  })"},
                          {"$at", R"(
    check NullPointer, ne($1, null);
    check InvalidAccess, valid($1, 1:i64);)"}};

std::string replaced(std::string text, std::string_view what,
                     std::string_view by) {
  for (std::size_t at = 0; (at = text.find(what, at)) != text.npos;
       at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

// From the mark to the parenthesis that closes it.
std::size_t size_of_mark(std::string_view text) {
  std::size_t end = text.find('(') + 1;
  for (int open = 1; open > 0; end++)
    open += (text[end] == '(') - (text[end] == ')');
  return end;
}

std::string with_checks() {
  std::string text(bodies);
  for (const Mark &mark : marks)
    for (std::size_t at; (at = text.find(mark.name)) != text.npos;) {
      std::size_t size = size_of_mark(std::string_view(text).substr(at));
      std::size_t begin = at + mark.name.size() + 1;
      std::string given = text.substr(begin, at + size - 1 - begin);
      std::size_t last = given.rfind(", ");
      bool is_pair = mark.text.find("$2") != mark.text.npos;
      std::string first = is_pair ? given.substr(0, last) : given;
      std::string second = is_pair ? given.substr(last + 2) : "";
      text.replace(at, size,
                   replaced(replaced(std::string(mark.text), "$1", first), "$2",
                            second));
    }
  return text;
}

Program library_of(Context &context) {
  auto parsed = parse_program(context, with_checks());
  return parsed ? std::move(parsed).value() : Program();
}

const std::set<std::string_view> &names_of_bodies() {
  static const std::set<std::string_view> names = {
      "strlen",  "strnlen", "strchr",  "strchrnul", "strrchr", "memchr",
      "strcmp",  "memcmp",  "strncmp", "rawmemchr", "strspn",  "strcspn",
      "strpbrk", "strcpy",  "stpcpy",  "strcat"};
  return names;
}

bool gives_sign(std::string_view name) {
  return name == "strcmp" || name == "strncmp" || name == "memcmp";
}

// "": none of the library's that has a body.
std::string_view name_of(const Program &program, const Call &call) {
  if (auto *which = std::get_if<Intrinsic>(&call.callee.target))
    return *which == Intrinsic::Strlen ? "strlen" : "";
  auto *name = std::get_if<Symbol>(&call.callee.target);
  if (!name || !names_of_bodies().contains(*name))
    return "";
  const Function *declared = program.find_function(*name);
  bool is_library = declared && !declared->is_defined &&
                    is_function_of_arguments(library_effect(*name, declared));
  return is_library ? std::string_view(*name) : "";
}

// Whether the body looks at the first byte to which any argument points.
bool looks_at_all(std::string_view name) {
  return name != "strnlen" && name != "memchr" && name != "strncmp" &&
         name != "memcmp";
}

// Whether it is one of the checks that a call has in front of it: that an
// argument is not null, that a byte is there, or as many as a count says.
bool does_itself(std::string_view name, const Check &check, const Call &call) {
  const Expr *test = check.condition;
  bool is_null_test = check.kind == CheckKind::NullPointer &&
                      test->kind == ExprKind::Binary && test->op == Op::Ne;
  bool is_counted = test->kind == ExprKind::Binary && test->op == Op::Or;
  if (is_counted)
    test = test->b;
  bool is_there =
      check.kind == CheckKind::InvalidAccess && test->kind == ExprKind::Valid &&
      (is_counted ? !looks_at_all(name)
                  : looks_at_all(name) && test->b->kind == ExprKind::Const &&
                        test->b->bits == 1);
  return (is_null_test || is_there) &&
         std::find(call.args.begin(), call.args.end(), test->a) !=
             call.args.end();
}

// Whether of variables only the sign matters: they are compared with 0, or
// copied to such a variable.
class SignUses {
public:
  explicit SignUses(const Function &function) {
    for_each_stmt(function.body, [&](const Stmt &stmt) { note(stmt); });
  }

  bool are_all(Symbol variable) const {
    std::set<Symbol> seen;
    std::vector<Symbol> left{variable};
    while (!left.empty()) {
      Symbol one = left.back();
      left.pop_back();
      if (!seen.insert(one).second)
        continue;
      if (values_.contains(one))
        return false;
      if (auto copies = copies_.find(one); copies != copies_.end())
        left.insert(left.end(), copies->second.begin(), copies->second.end());
    }
    return true;
  }

private:
  void note(const Stmt &stmt) {
    auto *assign = stmt.as<Assign>();
    if (assign && assign->value->kind == ExprKind::Var)
      copies_[assign->value->name].insert(assign->target);
    else
      for_each_expr(stmt, [&](const Expr *expr) { note(expr); });
  }

  static bool is_order(Op op) {
    return op == Op::Eq || op == Op::Ne || op == Op::SLt || op == Op::SLe;
  }
  static bool is_zero(const Expr *expr) {
    return expr->kind == ExprKind::Const && expr->bits == 0;
  }

  void note(const Expr *expr) {
    if (!expr)
      return;
    if (expr->kind == ExprKind::Var)
      values_.insert(expr->name);
    bool is_comparison =
        expr->kind == ExprKind::Binary && is_order(expr->op) &&
        ((is_zero(expr->a) && expr->b->kind == ExprKind::Var) ||
         (is_zero(expr->b) && expr->a->kind == ExprKind::Var));
    if (!is_comparison)
      for (const Expr *part : {expr->a, expr->b, expr->c})
        note(part);
  }

  std::set<Symbol> values_; // that matter as numbers
  std::map<Symbol, std::set<Symbol>> copies_;
};

} // namespace

std::map<std::string, std::size_t>
count_library_calls(const Program &program, const Function &function) {
  std::map<std::string, std::size_t> counts;
  for_each_stmt(function.body, [&](const Stmt &stmt) {
    auto *call = stmt.as<Call>();
    if (std::string_view name = call ? name_of(program, *call) : "";
        !name.empty())
      counts[std::string(name)]++;
  });
  return counts;
}

Function with_library_bodies(Context &context, const Program &program,
                             const Function &function,
                             const std::set<std::string> &names) {
  Program library = library_of(context);
  SignUses uses(function);
  return inline_calls(
      context, program, function,
      [&](const Call &call, const Function *) -> const Function * {
        std::string_view name = name_of(program, call);
        if (!names.contains(std::string(name)) ||
            (gives_sign(name) && !call.result.empty() &&
             !uses.are_all(call.result)))
          return nullptr;
        return library.find_function(context.symbol(name));
      },
      {.goes_with = [&](const Check &check, const Call &call) {
        return does_itself(name_of(program, call), check, call);
      }});
}

} // namespace mergeproof::relational
