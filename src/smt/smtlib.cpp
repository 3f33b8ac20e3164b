#include "smt/smtlib.h"

#include "support/check.h"

#include <map>
#include <set>
#include <unordered_map>

namespace mergeproof::smt {
namespace {

std::string print_sort(Sort sort) {
  switch (sort.kind) {
  case SortKind::Bool:
    return "Bool";
  case SortKind::BitVec:
    return "(_ BitVec " + std::to_string(sort.bits) + ")";
  case SortKind::Memory:
    return "(Array (_ BitVec 64) (_ BitVec 8))";
  case SortKind::Token:
    return "Token";
  }
  return "";
}

std::string quote(std::string_view name) {
  std::string text = "|";
  for (char c : name)
    text += c == '|' || c == '\\' ? '_' : c;
  return text + "|";
}

std::string print_bits(Bits value, std::uint32_t bits) {
  std::string text = "#b";
  for (std::uint32_t i = bits; i-- > 0;)
    text += (value >> i) & 1 ? '1' : '0';
  return text;
}

const char *operator_text(Kind kind) {
  switch (kind) {
  case Kind::Not:
    return "not";
  case Kind::And:
    return "and";
  case Kind::Or:
    return "or";
  case Kind::Ite:
    return "ite";
  case Kind::Equal:
    return "=";
  case Kind::Add:
    return "bvadd";
  case Kind::Mul:
    return "bvmul";
  case Kind::UDiv:
    return "bvudiv";
  case Kind::SDiv:
    return "bvsdiv";
  case Kind::URem:
    return "bvurem";
  case Kind::SRem:
    return "bvsrem";
  case Kind::BvNot:
    return "bvnot";
  case Kind::BvAnd:
    return "bvand";
  case Kind::BvOr:
    return "bvor";
  case Kind::BvXor:
    return "bvxor";
  case Kind::Shl:
    return "bvshl";
  case Kind::LShr:
    return "bvlshr";
  case Kind::AShr:
    return "bvashr";
  case Kind::ULt:
    return "bvult";
  case Kind::SLt:
    return "bvslt";
  case Kind::Concat:
    return "concat";
  case Kind::Constant:
  case Kind::Symbol:
  case Kind::Object:
  case Kind::Apply:
  case Kind::Extract:
  case Kind::ZeroExtend:
  case Kind::SignExtend:
  case Kind::Store:
  case Kind::Load:
    break;
  }
  CHECK(!"a plain operator");
  return "";
}

class Printer {
public:
  std::string script(const std::vector<Term> &assertions,
                     const std::vector<Term> &values) {
    std::vector<Term> all = assertions;
    all.insert(all.end(), values.begin(), values.end());
    all = reachable(all);
    std::string definitions;
    for (Term term : all) {
      declare(term);
      if (term->args.empty())
        continue;
      std::string name = "t" + std::to_string(names_.size());
      definitions += "(define-fun " + name + " () " + print_sort(term->sort) +
                     " " + print(term) + ")\n";
      names_[term] = name;
    }
    std::string text = declarations_ + definitions;
    for (Term assertion : assertions)
      text += "(assert " + refer(assertion) + ")\n";
    return text + question(values);
  }

private:
  std::string question(const std::vector<Term> &values) {
    std::string definitions, names;
    for (std::size_t i = 0; i < values.size(); i++) {
      std::string name = "v" + std::to_string(i);
      definitions +=
          "(define-fun " + name + " () Bool " + refer(values[i]) + ")\n";
      names += " " + name;
    }
    return definitions + "(check-sat)\n" +
           (values.empty() ? "" : "(get-value (" + names + "))\n");
  }

  std::string refer(Term term) {
    if (auto known = names_.find(term); known != names_.end())
      return known->second;
    return print(term);
  }

  void declare(Term term) {
    if (term->kind == Kind::Symbol && declared_.insert(term->name).second)
      declarations_ += "(declare-fun " + quote(term->name) + " () " +
                       print_sort(term->sort) + ")\n";
    if (term->kind != Kind::Apply || !declared_.insert(term->name).second)
      return;
    declarations_ += "(declare-fun " + quote(term->name) + " (";
    for (Term arg : term->args)
      declarations_ += print_sort(arg->sort) + " ";
    declarations_ += ") " + print_sort(term->sort) + ")\n";
  }

  std::string print_args(Term term) {
    std::string text;
    for (Term arg : term->args)
      text += " " + refer(arg);
    return text;
  }

  std::string print_extension(Term term, const char *name) {
    std::uint32_t by = term->sort.bits - term->args[0]->sort.bits;
    return std::string("((_ ") + name + " " + std::to_string(by) + ")" +
           print_args(term) + ")";
  }

  std::string print_product(Term term) {
    Bits opposite = opposite_of_negative(term->args[0]);
    std::string other = refer(term->args[1]);
    if (opposite == 0)
      return "(bvmul" + print_args(term) + ")";
    if (opposite > 1)
      other =
          "(bvmul " + print_bits(opposite, term->sort.bits) + " " + other + ")";
    return "(bvneg " + other + ")";
  }

  std::string byte_address(Term address, std::uint32_t byte) {
    if (byte == 0)
      return refer(address);
    return "(bvadd " + refer(address) + " " + print_bits(byte, 64) + ")";
  }

  std::string print_store(Term term) {
    std::string text = refer(term->args[0]);
    std::string value = refer(term->args[2]);
    for (std::uint32_t i = 0; i < term->args[2]->sort.bits / 8; i++) {
      std::string low = std::to_string(8 * i), high = std::to_string(8 * i + 7);
      text = "(store " + text + " " + byte_address(term->args[1], i) +
             " ((_ extract " + high + " " + low + ") " + value + "))";
    }
    return text;
  }

  std::string print_load(Term term) {
    std::uint32_t bytes = term->sort.bits / 8;
    std::string text = bytes > 1 ? "(concat" : "";
    for (std::uint32_t i = bytes; i-- > 0;)
      text += " (select " + refer(term->args[0]) + " " +
              byte_address(term->args[1], i) + ")";
    return bytes > 1 ? text + ")" : text;
  }

  std::string print(Term term) {
    switch (term->kind) {
    case Kind::Constant:
      if (term->sort == bool_sort)
        return term->value ? "true" : "false";
      return print_bits(term->value, term->sort.bits);
    case Kind::Object:
      return print_bits(term->value, term->sort.bits);
    case Kind::Symbol:
      return quote(term->name);
    case Kind::Apply:
      return term->args.empty()
                 ? quote(term->name)
                 : "(" + quote(term->name) + print_args(term) + ")";
    case Kind::Extract:
      return "((_ extract " + std::to_string(term->high) + " " +
             std::to_string(term->low) + ")" + print_args(term) + ")";
    case Kind::ZeroExtend:
      return print_extension(term, "zero_extend");
    case Kind::SignExtend:
      return print_extension(term, "sign_extend");
    case Kind::Store:
      return print_store(term);
    case Kind::Load:
      return print_load(term);
    case Kind::Mul:
      return print_product(term);
    default:
      return std::string("(") + operator_text(term->kind) + print_args(term) +
             ")";
    }
  }

  std::unordered_map<Term, std::string> names_;
  std::set<std::string_view> declared_;
  std::string declarations_;
};

} // namespace

std::string to_smtlib(const std::vector<Term> &assertions,
                      const std::string &comment) {
  return to_smtlib(assertions, comment, {});
}

std::string to_smtlib(const std::vector<Term> &assertions,
                      const std::string &comment,
                      const std::vector<Term> &values) {
  return "; " + comment + "\n" +
         (values.empty() ? "" : "(set-option :produce-models true)\n") +
         "(set-logic ALL)\n(declare-sort Token 0)\n" +
         Printer().script(assertions, values);
}

} // namespace mergeproof::smt
