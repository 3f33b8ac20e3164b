// What reading C costs beside clang's own parsing of it.
//
//   frontend_speed FILE.c [--version=OTHER.c]... [FLAG...]
//
//   FLAG: clang's, relative to the directory
//   OTHER.c: what the file is in another version
//
// Prints the milliseconds of processor time that clang takes to parse the file,
// that parsing and lowering take, and that its versions take: those that are
// named, or four that differ in the body of their last function, and four of
// which three add a macro, a variable and a function; each the median of
// several runs in this process. Then the share of lowering, the ratio of the
// versions to one, and the most memory that was resident.
#include "frontend/c/clang_headers.h"
#include "frontend/c/invocation.h"
#include "frontend/c/parse.h"
#include "frontend/c/tree_file_system.h"
#include "frontend/c/versions/preambles.h"
#include "frontend/c/versions/shared_bodies.h"
#include "support/hash.h"

#include <clang/Frontend/FrontendActions.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/resource.h>

namespace {

namespace fs = std::filesystem;
using namespace mergeproof;

constexpr int runs = 9;
constexpr int versions = 4;

std::string read_text(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// The files below the working directory; one of them has another text.
class Checkout : public source::Tree {
public:
  Checkout(std::string path, std::string text)
      : path_(std::move(path)), text_(std::move(text)) {
    for (const auto &entry : fs::recursive_directory_iterator("."))
      if (entry.is_regular_file())
        files_.push_back(entry.path().lexically_relative(".").string());
    std::sort(files_.begin(), files_.end());
  }
  const std::vector<std::string> &files() const override { return files_; }
  bool contains(const std::string &path) const override {
    return std::binary_search(files_.begin(), files_.end(), path);
  }
  std::string identity(const std::string &path) const override {
    return path == path_ ? std::to_string(support::hash_bytes(text_)) : path;
  }
  support::Result<std::string> read(const std::string &path) const override {
    return path == path_ ? text_ : read_text(path);
  }

private:
  std::string path_, text_;
  std::vector<std::string> files_;
};

double processor_ms() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

template <typename F>
double least_ms(F &&f) {
  std::vector<double> times;
  for (int i = 0; i < runs; i++) {
    double begin = processor_ms();
    f();
    times.push_back(processor_ms() - begin);
  }
  return *std::min_element(times.begin(), times.end());
}

void parse_only(const frontend::c::ParseRequest &request) {
  llvm::IntrusiveRefCntPtr<frontend::c::TreeFileSystem> files(
      new frontend::c::TreeFileSystem(*request.tree));
  clang::CompilerInstance compiler;
  compiler.setInvocation(frontend::c::make_invocation(request, files));
  compiler.createDiagnostics(new clang::IgnoringDiagConsumer, true);
  compiler.createFileManager(files);
  clang::SyntaxOnlyAction action;
  compiler.ExecuteAction(action);
}

void lower(ir::Context &context, const frontend::c::ParseRequest &request) {
  frontend::c::ParsedUnit unit = frontend::c::parse(context, request);
  if (!unit.failure.empty()) {
    std::fprintf(stderr, "frontend_speed: %s\n", unit.failure.c_str());
    std::exit(1);
  }
}

using Texts = std::vector<std::string>;

Texts with_other_bodies(const std::string &text) {
  Texts texts;
  for (int v = 0; v < versions; v++)
    texts.push_back(text + "\nstatic int version_(void) { return " +
                    std::to_string(v) + "; }\n");
  return texts;
}

Texts with_more_items(const std::string &text) {
  Texts texts = {text};
  for (int v = 1; v < versions; v++) {
    std::string n = std::to_string(v);
    texts.push_back(text + "\n#define ADDED_" + n + " " + n +
                    "\nstatic int added_" + n + ";\nint more_" + n +
                    "(void) { return added_" + n + " + ADDED_" + n + "; }\n");
  }
  return texts;
}

class Measurement {
public:
  Measurement(std::string path, std::vector<std::string> flags)
      : path_(std::move(path)), flags_(std::move(flags)) {}

  double clang(const std::string &text) const {
    Checkout tree(path_, text);
    return least_ms([&] { parse_only(request(tree)); });
  }
  double one(const std::string &text) const {
    Checkout tree(path_, text);
    return least_ms([&] {
      ir::Context context;
      lower(context, request(tree));
    });
  }
  double all(const Texts &texts) const {
    std::vector<std::unique_ptr<Checkout>> trees;
    for (const std::string &text : texts)
      trees.push_back(std::make_unique<Checkout>(path_, text));
    return least_ms([&] {
      ir::Context context;
      frontend::c::Preambles preambles;
      frontend::c::SharedBodies bodies;
      for (std::size_t i = 0; i < trees.size(); i++) {
        frontend::c::ParseRequest wanted = request(*trees[i]);
        wanted.preambles = &preambles;
        wanted.bodies = &bodies;
        for (std::size_t later = i + 1; later < trees.size(); later++)
          wanted.others.push_back({trees[later].get(), {}});
        lower(context, wanted);
      }
    });
  }

private:
  frontend::c::ParseRequest request(const Checkout &tree) const {
    return {.tree = &tree, .path = path_, .key_path = path_, .flags = flags_};
  }

  std::string path_;
  std::vector<std::string> flags_;
};

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: frontend_speed FILE.c [--version=OTHER.c]... "
                         "[FLAG...]\n");
    return 2;
  }
  std::string path = argv[1], text = read_text(path);
  std::vector<std::string> flags;
  Texts named = {text};
  for (const std::string &arg : std::vector<std::string>(argv + 2, argv + argc))
    if (arg.starts_with("--version="))
      named.push_back(read_text(arg.substr(arg.find('=') + 1)));
    else
      flags.push_back(arg);
  Measurement measured(path, flags);
  double parsing = measured.clang(text), one = measured.one(text);
  std::printf("%s: clang %.0f ms, with lowering %.0f ms (+%.0f %%)",
              path.c_str(), parsing, one, 100 * (one - parsing) / parsing);
  auto say = [&](const char *what, double all) {
    std::printf(", %s %.0f ms (%.2f x one)", what, all, all / one);
  };
  if (named.size() > 1) {
    say("versions", measured.all(named));
  } else {
    say("four bodies", measured.all(with_other_bodies(text)));
    say("four with more", measured.all(with_more_items(text)));
  }
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  std::printf(", %ld MiB\n", used.ru_maxrss / 1024);
}
