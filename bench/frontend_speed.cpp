// What reading C costs beside clang's own parsing of it.
//
//   frontend_speed FILE.c [FLAG...]     FLAG: clang's, relative to the
//   directory
//
// Prints the milliseconds of processor time that clang takes to parse the file,
// that parsing and lowering take, and that four versions of it take, which
// differ in the body of their last function; each the median of several runs in
// this process. Then the share of lowering, the ratio of four versions to one,
// and the most memory that was resident.
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

constexpr int runs = 5;
constexpr std::size_t versions = 4;

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
double median_ms(F &&f) {
  std::vector<double> times;
  for (int i = 0; i < runs; i++) {
    double begin = processor_ms();
    f();
    times.push_back(processor_ms() - begin);
  }
  std::sort(times.begin(), times.end());
  return times[runs / 2];
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

} // namespace

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: frontend_speed FILE.c [FLAG...]\n");
    return 2;
  }
  std::string path = argv[1], text = read_text(path);
  std::vector<std::string> flags(argv + 2, argv + argc);
  std::vector<std::unique_ptr<Checkout>> trees;
  for (std::size_t v = 0; v < versions; v++)
    trees.push_back(std::make_unique<Checkout>(
        path, text + "\nstatic int version_(void) { return " +
                  std::to_string(v) + "; }\n"));
  auto request = [&](std::size_t v) {
    return frontend::c::ParseRequest{
        .tree = trees[v].get(), .path = path, .key_path = path, .flags = flags};
  };
  double parsing = median_ms([&] { parse_only(request(0)); });
  double one = median_ms([&] {
    ir::Context context;
    lower(context, request(0));
  });
  double four = median_ms([&] {
    ir::Context context;
    frontend::c::Preambles preambles;
    frontend::c::SharedBodies bodies;
    for (std::size_t v = 0; v < versions; v++) {
      frontend::c::ParseRequest wanted = request(v);
      wanted.preambles = &preambles;
      wanted.bodies = &bodies;
      lower(context, wanted);
    }
  });
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  std::printf("%s: clang %.0f ms, with lowering %.0f ms (+%.0f %%), four "
              "versions %.0f ms (%.2f x one), %ld MiB\n",
              path.c_str(), parsing, one, 100 * (one - parsing) / parsing, four,
              four / one, used.ru_maxrss / 1024);
}
