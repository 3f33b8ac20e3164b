// A C text with its names and directives as they are most often written:
//
//     %:define LONG\          #define LONGNAME é
//     NAME \u00e9
//
// Other continued lines stay, and so do literals and comments.
#pragma once

#include <string>
#include <string_view>

namespace mergeproof::scan {

// The text itself where it is so, else what is put into `room`.
std::string_view plain_text(std::string_view text, std::string &room);

} // namespace mergeproof::scan
