#include "check/batch.h"

#include "check/trap.h"

#include <optional>

namespace mergeproof::check {
namespace {

using std::to_string;
using verdict::WitnessBytes;

constexpr char hex[] = "0123456789abcdef";

std::string name_text(const std::string &name) {
  std::string text;
  for (unsigned char c : name) {
    if (c > 32 && c < 127 && c != '%')
      text += static_cast<char>(c);
    else
      text += {'%', hex[c >> 4], hex[c & 15]};
  }
  return text.empty() ? "?" : text;
}

std::string bytes_text(const WitnessBytes &value) {
  std::string text = " " + to_string(value.bytes.size()) + " ";
  for (unsigned char byte : value.bytes)
    text += {hex[byte >> 4], hex[byte & 15]};
  if (value.bytes.empty())
    text += '-';
  text += " " + to_string(value.pointers.size());
  for (const verdict::WitnessPointer &pointer : value.pointers)
    text += " " + to_string(pointer.offset) + " " + to_string(pointer.object) +
            " " + to_string(pointer.addend);
  return text;
}

// As the linker knows it, by id.
std::string symbol_of(const std::string &function) {
  return function.substr(function.rfind(':') + 1);
}

// Reads the harness's output piece by piece; nothing once something is odd.
class Reader {
public:
  explicit Reader(const std::string &text) : text_(text) {}

  std::optional<std::string> word() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n'))
      at_++;
    std::size_t end = text_.find_first_of(" \n:", at_);
    if (end == std::string::npos || end == at_)
      return std::nullopt;
    std::string found = text_.substr(at_, end - at_);
    at_ = end;
    return found;
  }

  std::optional<long> number() {
    auto found = word();
    if (!found)
      return std::nullopt;
    char *end = nullptr;
    long value = std::strtol(found->c_str(), &end, 10);
    return *end ? std::nullopt : std::optional<long>(value);
  }

  std::optional<std::string> netstring() {
    auto length = number();
    if (!length || *length < 0 || at_ >= text_.size() || text_[at_] != ':' ||
        at_ + 1 + *length >= text_.size())
      return std::nullopt;
    std::string found = text_.substr(at_ + 1, *length);
    at_ += *length + 2;
    return found;
  }

private:
  const std::string &text_;
  std::size_t at_ = 0;
};

struct Run {
  long number = 0;
  verdict::Observation seen;
};

std::optional<Run> read_run(Reader &reader) {
  auto number = reader.number();
  auto phase = reader.word();
  auto allocations = reader.number();
  auto exit_code = reader.number();
  auto signal = reader.number();
  auto status = reader.number();
  auto report = reader.netstring();
  auto count = reader.number();
  if (!number || !phase || !allocations || !exit_code || !signal || !status ||
      !report || !count)
    return std::nullopt;
  RunEnd end{*phase, static_cast<int>(*exit_code), static_cast<int>(*signal),
             static_cast<int>(*status), *report};
  Run run{*number, observe_end(end)};
  run.seen.allocations = static_cast<std::uint64_t>(*allocations) >> 1;
  run.seen.has_failed_allocation = *allocations & 1;
  for (long i = 0; i < *count; i++) {
    auto name = reader.netstring();
    auto value = name ? reader.netstring() : std::nullopt;
    if (!value)
      return std::nullopt;
    run.seen.values[*name] = *value;
  }
  return run;
}

} // namespace

void BatchWriter::add(const verdict::Witness &witness,
                      const FittedWitness &fitted) {
  count_++;
  body_ += to_string(witness.external_seed) + " " +
           to_string(witness.failing_allocations.size());
  for (std::uint32_t number : witness.failing_allocations)
    body_ += " " + to_string(number);
  body_ += "\n" + to_string(fitted.arguments.size());
  for (const WitnessBytes &argument : fitted.arguments)
    body_ += bytes_text(argument);
  body_ += "\n" + to_string(fitted.objects.size());
  for (const FittedObject &object : fitted.objects)
    body_ += " " + name_text(object.label) + " " +
             name_text(symbol_of(object.named)) + " " +
             to_string(driver_.types.find(object.type)) +
             bytes_text(object.contents);
  std::string globals;
  std::size_t global_count = 0;
  for (std::size_t i = 0; i < driver_.globals.size(); i++)
    if (auto found = fitted.globals.find(driver_.globals[i].id);
        found != fitted.globals.end()) {
      globals += " " + to_string(i) + bytes_text(found->second);
      global_count++;
    }
  body_ += "\n" + to_string(global_count) + globals;
  body_ += "\n" + to_string(witness.externals.size());
  for (const verdict::WitnessResult &result : witness.externals) {
    body_ += " " + name_text(result.function) + " " +
             to_string(result.occurrence) + bytes_text(result.result) + " " +
             to_string(result.writes.size());
    for (const verdict::WitnessWrite &write : result.writes)
      body_ += " " + to_string(write.parameter) + " " +
               (write.length ? to_string(*write.length) : "-1") + " " +
               to_string(write.unit) + bytes_text(write.contents);
  }
  body_ += "\n";
}

std::string BatchWriter::text() const {
  return to_string(count_) + "\n" + body_;
}

std::map<std::size_t, verdict::Observation> read_runs(const std::string &out) {
  std::map<std::size_t, verdict::Observation> runs;
  Reader reader(out);
  while (auto run = read_run(reader))
    runs[static_cast<std::size_t>(run->number)] = std::move(run->seen);
  return runs;
}

} // namespace mergeproof::check
