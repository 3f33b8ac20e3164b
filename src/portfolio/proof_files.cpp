#include "portfolio/proof_files.h"

#include <cctype>
#include <filesystem>
#include <fstream>

namespace mergeproof::portfolio {

std::string keep_conditions(const verdict::Verdict &proof,
                            const std::string &unit,
                            const std::string &directory) {
  std::string name, unwritten;
  for (char c : unit)
    name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  std::error_code ignored;
  std::filesystem::create_directories(directory, ignored);
  for (std::size_t i = 0; i < proof.conditions.size(); i++) {
    std::string path =
        directory + "/" + name + "-" + std::to_string(i + 1) + ".smt2";
    std::ofstream file(path);
    if (!(file << proof.conditions[i].smtlib).flush()) {
      std::filesystem::remove(path, ignored);
      unwritten = "cannot write " + path + ": is the disk full?";
    }
  }
  return unwritten;
}

} // namespace mergeproof::portfolio
