// Any text is scanned: names that it yields stand in it, mentions are sorted,
// and a second scan says the same.
#include "scan/text_scan.h"
#include "support/check.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

using namespace mergeproof;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data,
                                      std::size_t size) {
  std::string_view text(reinterpret_cast<const char *>(data), size);
  scan::NameTable names;
  scan::TextFile file = scan::scan_text(text, names);
  std::size_t known = names.size();
  for (const scan::TextItem &item : file.items) {
    CHECK(std::is_sorted(item.mentions.begin(), item.mentions.end()));
    for (scan::NameId id : item.names)
      CHECK(id < known);
  }
  scan::TextFile again = scan::scan_text(text, names);
  CHECK(names.size() == known);
  CHECK(again.items.size() == file.items.size());
  CHECK(again.includes == file.includes);
  for (std::size_t i = 0; i < file.items.size(); i++)
    CHECK(again.items[i].hash == file.items[i].hash);
  return 0;
}
