// Random C functions whose jumps nest in no way: gotos into and out of
// statements, cases deep in the body of their switch, loops entered in their
// middle.
//
// A function `unsigned NAME(int a, int b)` returns a number that depends on the
// statements that ran, in order. It terminates, and has no undefined behaviour:
// locals are written before they are read, also where jumps skip initialisers.
#pragma once

#include "laws/random_source.h"

#include <string>
#include <vector>

namespace mergeproof::tests {

class RandomGotos {
public:
  explicit RandomGotos(std::uint64_t seed) : random_(seed) {}

  std::string function(const std::string &name) {
    labels_ = 1 + random_.below(5);
    is_placed_.assign(labels_, false);
    left_ = 8 + static_cast<int>(random_.below(40));
    std::string body = list(0);
    for (std::size_t i = 0; i < labels_; i++)
      if (!is_placed_[i])
        body += "L" + std::to_string(i) + ": " + trace();
    return "unsigned " + name +
           "(int a, int b) {\n  unsigned r = 1;\n  int fuel = 60;\n" + body +
           "  return r + a * 7 + b;\n}\n";
  }

private:
  struct Switch {
    int next = 0;
    bool has_default = false;
  };

  std::string number(std::uint64_t below) {
    return std::to_string(random_.below(below));
  }
  std::string trace() { return "r = r * 31 + " + number(97) + ";\n"; }
  std::string step() { return "if (--fuel < 0) return r;\n"; }

  std::string condition() {
    switch (random_.below(12)) {
    case 0:
      return "0";
    case 1:
      return "1";
    case 2:
      return "a-- > " + number(4);
    case 3:
      return "(b > " + number(4) + " && r++ % 3)";
    case 4:
      return "((b ^= 1) || bump(&r))";
    default:
      return "(r >> " + number(6) + ") % " +
             std::to_string(2 + random_.below(3)) + " == " + number(2);
    }
  }

  std::string list(int depth) {
    std::string text;
    std::vector<std::string> outer = scalars_;
    std::vector<std::string> outer_arrays = arrays_;
    for (std::size_t i = 0, n = 1 + random_.below(5); i < n; i++) {
      if (random_.one_in(6))
        text += declaration();
      text += statement(depth);
    }
    scalars_ = outer;
    arrays_ = outer_arrays;
    return text;
  }

  std::string declaration() {
    std::string name = "v" + std::to_string(names_++);
    if (random_.one_in(2)) {
      scalars_.push_back(name);
      return "int " + name + (random_.one_in(2) ? " = r & 3;\n" : ";\n");
    }
    arrays_.push_back(name);
    return "unsigned " + name + (random_.one_in(2) ? "[2] = {r};\n" : "[2];\n");
  }

  std::string use() {
    if (!arrays_.empty() && random_.one_in(2)) {
      std::string name = random_.element(arrays_);
      return name + "[1] = r & 7; r += " + name + "[1] + bump(" + name +
             " + 1);\n";
    }
    if (scalars_.empty())
      return trace();
    std::string name = random_.element(scalars_);
    return name + " = r & 15; r += " + name + "++; r ^= " + name + ";\n";
  }

  std::string block(int depth) { return "{\n" + list(depth + 1) + "}\n"; }

  // The body of an if or a loop: often no block.
  std::string body(int depth) {
    if (random_.one_in(3))
      return statement(depth + 1, Bare::Yes);
    return block(depth);
  }

  enum class Bare { No, Yes }; // one statement only

  std::string statement(int depth, Bare bare = Bare::No) {
    std::string text = prefix();
    left_--;
    if (left_ <= 0 || depth > 6)
      return text + trace();
    switch (random_.below(18)) {
    case 0:
    case 1:
      return text + jump(bare);
    case 2:
    case 3:
      return text + "if (" + condition() + ") " + body(depth) +
             (random_.one_in(2) ? "else " + body(depth) : "");
    case 4:
    case 5:
    case 6:
      return text + loop(depth);
    case 7:
    case 8:
      return text + switch_statement(depth);
    case 9:
      return text + block(depth);
    case 10:
      return text + (bare == Bare::Yes ? "{ " + use() + "}\n" : use());
    case 11:
      return text + statement_expression();
    default:
      return text + trace();
    }
  }

  // Labels and cases in front of a statement.
  std::string prefix() {
    std::string text;
    if (random_.one_in(4)) {
      std::size_t label = random_.below(labels_);
      if (!is_placed_[label]) {
        is_placed_[label] = true;
        text += "L" + std::to_string(label) + ": ";
      }
    }
    while (!switches_.empty() && random_.one_in(3))
      text += case_label(switches_.back());
    return text;
  }

  std::string case_label(Switch &of) {
    if (!of.has_default && random_.one_in(4)) {
      of.has_default = true;
      return "default: ";
    }
    int low = of.next;
    of.next += 1 + static_cast<int>(random_.below(3));
    std::string text = "case " + std::to_string(low);
    if (of.next - low > 1 && random_.one_in(2))
      text += " ... " + std::to_string(of.next - 1);
    return text + ": ";
  }

  std::string jump(Bare bare) {
    std::string where = "goto L" + std::to_string(random_.below(labels_));
    if (loops_ > 0 && random_.one_in(3))
      where = random_.one_in(2) ? "break" : "continue";
    else if (!switches_.empty() && random_.one_in(3))
      where = "break";
    else if (random_.one_in(12))
      where = "return r";
    if (bare == Bare::No && random_.one_in(2))
      return step() + where + ";\n";
    return "if (" + condition() + " && --fuel > 0) " + where + ";\n";
  }

  std::string loop(int depth) {
    loops_++;
    std::string test = "--fuel > 0 && " + condition(), text;
    switch (random_.below(4)) {
    case 0:
      text = "while (" + test + ") " + body(depth);
      break;
    case 1:
      text = "do " + body(depth) + "while (" + test + ");\n";
      break;
    case 2:
      text = "for (int i = 0; " + test + "; i = 1, r += 3) " + body(depth);
      break;
    default:
      text = "for (;; r++) {\n" + step() + list(depth + 1) + "}\n";
    }
    loops_--;
    return text;
  }

  std::string switch_statement(int depth) {
    switches_.push_back({});
    std::string text =
        random_.one_in(4)
            ? "switch (a) "
            : "switch (r % " + std::to_string(2 + random_.below(7)) + ") ";
    if (random_.one_in(4))
      text += statement(depth + 1, Bare::Yes);
    else
      text += "{\n" + case_label(switches_.back()) + list(depth + 1) + "}\n";
    switches_.pop_back();
    return text;
  }

  // Jumps out of it are allowed, into it not.
  std::string statement_expression() {
    std::string text = "r += ({ ";
    std::string where = "goto L" + std::to_string(random_.below(labels_));
    if (loops_ > 0 && random_.one_in(2))
      where = random_.one_in(2) ? "break" : "continue";
    return text + "if (" + condition() + " && --fuel > 0) " + where +
           "; r % 5; });\n";
  }

  RandomSource random_;
  std::size_t labels_ = 0;
  std::vector<bool> is_placed_;
  std::vector<Switch> switches_;
  std::vector<std::string> scalars_, arrays_;
  int loops_ = 0, left_ = 0, names_ = 0;
};

} // namespace mergeproof::tests
