// Words on a terminal: colour when it is wanted, and text of strangers (source
// lines, compiler messages, file names) without the control characters that
// would change what the terminal shows.
#pragma once

#include <string>
#include <string_view>

namespace mergeproof::report {

enum class Ink { Plain, Bold, Red, Green, Yellow, Dim };
enum class Colour { Off, On };

class Paint {
public:
  explicit Paint(Colour colour) : colour_(colour) {}
  std::string operator()(Ink ink, std::string_view text) const;

private:
  Colour colour_;
};

// Control characters but tab become \xNN, tabs one blank; UTF-8 stays.
std::string make_printable(std::string_view text);

// Code points, which is what a column is for nearly everything people write.
std::size_t width(std::string_view text);

// Cut to `columns`, the last being "…" when something was cut.
std::string shorten(std::string_view text, std::size_t columns);

} // namespace mergeproof::report
