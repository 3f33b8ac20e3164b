#include "app/output.h"

#include "report/json.h"
#include "report/text.h"
#include "support/result.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sys/ioctl.h>
#include <unistd.h>

namespace mergeproof::app {
namespace {

report::TextOptions text_options(const CheckOptions &options,
                                 bool is_terminal) {
  const char *no_colour = std::getenv("NO_COLOR");
  bool has_colour = is_terminal && (!no_colour || !*no_colour);
  report::TextOptions text;
  text.colour = has_colour ? report::Colour::On : report::Colour::Off;
  text.detail =
      options.is_verbose ? report::Detail::Full : report::Detail::Brief;
  struct winsize size = {};
  if (is_terminal && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 &&
      size.ws_col > 0)
    text.columns = std::max<std::size_t>(40, size.ws_col);
  return text;
}

std::string render(const CheckOptions &options, const report::Report &report,
                   Format format, bool is_terminal) {
  switch (format) {
  case Format::Text:
    return report::to_text(report, text_options(options, is_terminal));
  case Format::Json:
    return report::to_json(report);
  }
  return {};
}

support::Status write_all(std::FILE *file, const std::string &name,
                          const std::string &text) {
  bool is_written =
      std::fwrite(text.data(), 1, text.size(), file) == text.size();
  is_written &= std::fflush(file) == 0;
  if (!is_written)
    return support::Error{"cannot write " + name + ": " + std::strerror(errno)};
  return support::Done{};
}

support::Status write_output(const CheckOptions &options, const Output &output,
                             const report::Report &report) {
  if (output.file == "-")
    return write_all(
        stdout, "standard output",
        render(options, report, output.format, isatty(STDOUT_FILENO)));
  std::FILE *file = std::fopen(output.file.c_str(), "wbe");
  if (!file)
    return support::Error{"cannot write " + output.file + ": " +
                          std::strerror(errno)};
  support::Status written = write_all(
      file, output.file, render(options, report, output.format, false));
  if (std::fclose(file) != 0 && written)
    return support::Error{"cannot write " + output.file + ": " +
                          std::strerror(errno)};
  return written;
}

} // namespace

support::Status write_outputs(const CheckOptions &options,
                              const report::Report &report) {
  std::vector<Output> outputs = options.outputs;
  bool has_standard =
      std::any_of(outputs.begin(), outputs.end(),
                  [](const Output &output) { return output.file == "-"; });
  if (!has_standard)
    outputs.push_back({Format::Text, "-"});
  support::Status first = support::Done{};
  for (const Output &output : outputs) {
    support::Status written = write_output(options, output, report);
    if (!written && first)
      first = written;
  }
  return first;
}

} // namespace mergeproof::app
