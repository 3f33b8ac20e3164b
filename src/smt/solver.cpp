#include "smt/solver.h"

#include "support/check.h"

#include <z3++.h>

#include <algorithm>
#include <mutex>
#include <unordered_map>

namespace mergeproof::smt {

// Terms as Z3 expressions, each translated once.
class Solver::Translation {
public:
  z3::context context;

  z3::expr translate(Term root) {
    // Arguments first; what earlier questions had is not walked again.
    std::vector<Term> stack{root};
    while (!stack.empty()) {
      Term top = stack.back();
      std::size_t before = stack.size();
      if (!known_.count(top->id))
        for (Term arg : top->args)
          if (!known_.count(arg->id))
            stack.push_back(arg);
      if (stack.size() > before)
        continue;
      stack.pop_back();
      if (!known_.count(top->id))
        known_.emplace(top->id, make(top));
    }
    return known_.at(root->id);
  }

private:
  z3::sort sort_of(Sort sort) {
    switch (sort.kind) {
    case SortKind::Bool:
      return context.bool_sort();
    case SortKind::BitVec:
      return context.bv_sort(sort.bits);
    case SortKind::Memory:
      return context.array_sort(context.bv_sort(64), context.bv_sort(8));
    case SortKind::Token:
      return context.uninterpreted_sort("Token");
    }
    CHECK(!"a sort");
    return context.bool_sort();
  }

  z3::expr arg(Term term, std::size_t i) {
    return known_.at(term->args[i]->id);
  }

  z3::expr number(Bits value, std::uint32_t bits) {
    z3::expr low = context.bv_val(static_cast<std::uint64_t>(value),
                                  bits > 64 ? 64 : bits);
    if (bits <= 64)
      return low;
    return z3::concat(
        context.bv_val(static_cast<std::uint64_t>(value >> 64), bits - 64),
        low);
  }

  z3::expr make_leaf(Term term) {
    if (term->kind == Kind::Symbol)
      return context.constant(std::string(term->name).c_str(),
                              sort_of(term->sort));
    if (term->sort == bool_sort)
      return context.bool_val(term->value != 0);
    return number(term->value, term->sort.bits);
  }

  z3::expr make_apply(Term term) {
    z3::sort_vector domain(context);
    z3::expr_vector args(context);
    for (std::size_t i = 0; i < term->args.size(); i++) {
      domain.push_back(sort_of(term->args[i]->sort));
      args.push_back(arg(term, i));
    }
    return context.function(std::string(term->name).c_str(), domain,
                            sort_of(term->sort))(args);
  }

  z3::expr make_nary(Term term) {
    z3::expr_vector args(context);
    for (std::size_t i = 0; i < term->args.size(); i++)
      args.push_back(arg(term, i));
    if (term->kind == Kind::And)
      return z3::mk_and(args);
    if (term->kind == Kind::Or)
      return z3::mk_or(args);
    z3::expr sum = args[0];
    for (unsigned i = 1; i < args.size(); i++)
      sum = sum + args[i];
    return sum;
  }

  z3::expr product(Term term) {
    z3::expr a = arg(term, 0), b = arg(term, 1);
    Bits opposite = opposite_of_negative(term->args[0]);
    return opposite == 0   ? a * b
           : opposite == 1 ? -b
                           : -(number(opposite, term->sort.bits) * b);
  }

  z3::expr make_binary(Term term) {
    z3::expr a = arg(term, 0), b = arg(term, 1);
    switch (term->kind) {
    case Kind::Equal:
      return a == b;
    case Kind::Mul:
      return product(term);
    case Kind::UDiv:
      return z3::udiv(a, b);
    case Kind::SDiv:
      return a / b;
    case Kind::URem:
      return z3::urem(a, b);
    case Kind::SRem:
      return z3::srem(a, b);
    case Kind::BvAnd:
      return a & b;
    case Kind::BvOr:
      return a | b;
    case Kind::BvXor:
      return a ^ b;
    case Kind::Shl:
      return z3::shl(a, b);
    case Kind::LShr:
      return z3::lshr(a, b);
    case Kind::AShr:
      return z3::ashr(a, b);
    case Kind::ULt:
      return z3::ult(a, b);
    case Kind::SLt:
      return z3::slt(a, b);
    case Kind::Concat:
      return z3::concat(a, b);
    default:
      CHECK(!"a binary operation");
    }
    return a;
  }

  z3::expr byte_address(const z3::expr &address, std::uint32_t byte) {
    return byte == 0 ? address : address + context.bv_val(byte, 64);
  }

  z3::expr make_store(Term term) {
    z3::expr memory = arg(term, 0), address = arg(term, 1),
             value = arg(term, 2);
    for (std::uint32_t i = 0; i < term->args[2]->sort.bits / 8; i++)
      memory = z3::store(memory, byte_address(address, i),
                         value.extract(8 * i + 7, 8 * i));
    return memory;
  }

  z3::expr make_load(Term term) {
    z3::expr memory = arg(term, 0), address = arg(term, 1);
    z3::expr value = z3::select(memory, address);
    for (std::uint32_t i = 1; i < term->sort.bits / 8; i++)
      value = z3::concat(z3::select(memory, byte_address(address, i)), value);
    return value;
  }

  z3::expr make(Term term) {
    switch (term->kind) {
    case Kind::Constant:
    case Kind::Symbol:
    case Kind::Object:
      return make_leaf(term);
    case Kind::Apply:
      return make_apply(term);
    case Kind::Not:
      return !arg(term, 0);
    case Kind::And:
    case Kind::Or:
    case Kind::Add:
      return make_nary(term);
    case Kind::Ite:
      return z3::ite(arg(term, 0), arg(term, 1), arg(term, 2));
    case Kind::BvNot:
      return ~arg(term, 0);
    case Kind::Extract:
      return arg(term, 0).extract(term->high, term->low);
    case Kind::ZeroExtend:
      return z3::zext(arg(term, 0), term->sort.bits - term->args[0]->sort.bits);
    case Kind::SignExtend:
      return z3::sext(arg(term, 0), term->sort.bits - term->args[0]->sort.bits);
    case Kind::Store:
      return make_store(term);
    case Kind::Load:
      return make_load(term);
    default:
      return make_binary(term);
    }
  }

  std::unordered_map<std::uint64_t, z3::expr> known_;
};

namespace {

// The model is made when the first value is asked for: after Z3's tactics that
// can take far longer than the answer, and many answers are all one wants.
template <typename Translation>
class Z3Model : public Model {
public:
  Z3Model(std::shared_ptr<Translation> translation, const z3::solver &solver)
      : translation_(std::move(translation)), solver_(solver) {}

  std::optional<Bits> value(Term term) override {
    try {
      if (!model_)
        model_ = solver_.get_model();
      z3::expr found = model_->eval(translation_->translate(term), true);
      if (term->sort == bool_sort)
        return Bits(found.is_true());
      return bits_of(found, term->sort.bits);
    } catch (const z3::exception &) {
      return std::nullopt;
    }
  }

private:
  std::optional<Bits> bits_of(const z3::expr &found, std::uint32_t bits) {
    if (bits > 64) {
      auto high = bits_of(found.extract(bits - 1, 64).simplify(), bits - 64);
      auto low = bits_of(found.extract(63, 0).simplify(), 64);
      if (!high || !low)
        return std::nullopt;
      return *high << 64 | *low;
    }
    std::uint64_t value = 0;
    if (!found.is_numeral_u64(value))
      return std::nullopt;
    return value;
  }

  std::shared_ptr<Translation> translation_;
  z3::solver solver_; // of this question alone
  std::optional<z3::model> model_;
};

// Bit-vectors and nothing else.
bool is_pure(const std::vector<Term> &all) {
  return std::none_of(all.begin(), all.end(), [](Term term) {
    return term->kind == Kind::Apply || term->sort.kind == SortKind::Memory ||
           term->sort.kind == SortKind::Token;
  });
}

std::uint32_t count_of(const z3::stats &statistics, const std::string &key) {
  for (unsigned i = 0; i < statistics.size(); i++)
    if (statistics.key(i) == key && statistics.is_uint(i))
      return statistics.uint_value(i);
  return 0;
}

} // namespace

Solver::Solver() = default;

// After a check that met its limit, Z3 4.8 takes minutes to delete a context:
// it is kept. A process decides one unit, with few solvers, and ends.
Solver::~Solver() {
  if (!met_limit_)
    return;
  static auto &kept = *new std::vector<std::shared_ptr<Translation>>;
  static std::mutex mutex;
  std::lock_guard lock(mutex);
  kept.push_back(std::move(translation_));
}

const std::shared_ptr<Solver::Translation> &Solver::translation() {
  if (!translation_)
    translation_ = std::make_shared<Translation>();
  return translation_;
}

Answer Solver::check(const std::vector<Term> &assertions,
                     std::uint64_t rlimit) {
  Answer answer = ask(assertions, rlimit);
  unanswered_ += answer.result == Satisfiability::Unknown;
  return answer;
}

Answer Solver::probe(const std::vector<Term> &assertions,
                     std::uint64_t rlimit) {
  return ask(assertions, rlimit,
             is_pure(reachable(assertions)) ? Core::Tactics : Core::General);
}

// Z3's general core where there are functions or memories; its bit-vector
// tactics where there is nothing else, and where the core did not know.
Answer Solver::ask(const std::vector<Term> &assertions, std::uint64_t rlimit) {
  std::vector<Term> all = reachable(assertions);
  constexpr std::size_t most_tried_twice = 3'000; // terms
  if (!is_pure(all) && all.size() <= most_tried_twice)
    if (Answer answer = ask(assertions, rlimit, Core::General);
        answer.result != Satisfiability::Unknown)
      return answer;
  return ask(assertions, rlimit, Core::Tactics);
}

Answer Solver::ask(const std::vector<Term> &assertions, std::uint64_t rlimit,
                   Core core) {
  Translation &terms = *translation();
  try {
    z3::solver solver = core == Core::General
                            ? z3::solver(terms.context, z3::solver::simple())
                            : z3::solver(terms.context);
    z3::params params(terms.context);
    params.set("rlimit", static_cast<unsigned>(rlimit));
    params.set("random_seed", 0u);
    solver.set(params);
    for (Term assertion : assertions)
      solver.add(terms.translate(assertion));
    z3::check_result result = solver.check();
    z3::stats statistics = solver.statistics();
    note_spent(count_of(statistics, "rlimit count"));
    clauses_ += count_of(statistics, "mk clause");
    switch (result) {
    case z3::sat:
      return {Satisfiability::Sat,
              std::make_shared<Z3Model<Translation>>(translation_, solver), ""};
    case z3::unsat:
      return {Satisfiability::Unsat, nullptr, ""};
    case z3::unknown:
      met_limit_ = true;
      return {Satisfiability::Unknown, nullptr, solver.reason_unknown()};
    }
  } catch (const z3::exception &error) {
    met_limit_ = true;
    return {Satisfiability::Unknown, nullptr, error.msg()};
  }
  return {};
}

namespace {

Satisfiability check_script(z3::context &context, bool is_by_core,
                            const std::string &script, std::uint64_t rlimit) {
  try {
    z3::solver solver = is_by_core ? z3::solver(context, z3::solver::simple())
                                   : z3::solver(context);
    z3::params params(context);
    params.set("rlimit", static_cast<unsigned>(rlimit));
    params.set("random_seed", 0u);
    solver.set(params);
    solver.from_string(script.c_str());
    z3::check_result result = solver.check();
    return result == z3::sat     ? Satisfiability::Sat
           : result == z3::unsat ? Satisfiability::Unsat
                                 : Satisfiability::Unknown;
  } catch (const z3::exception &) {
    return Satisfiability::Unknown;
  }
}

} // namespace

Satisfiability check_script(const std::string &script, std::uint64_t rlimit) {
  auto context = std::make_unique<z3::context>();
  Satisfiability result = check_script(*context, true, script, rlimit);
  if (result == Satisfiability::Unknown) {
    result = check_script(*context, false, script, rlimit);
    (void)context.release(); // the first one met its limit: as above
  }
  return result;
}

} // namespace mergeproof::smt
