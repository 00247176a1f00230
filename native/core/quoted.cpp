#include "core/quoted.hpp"

namespace inarow {
namespace {

unsigned byte(std::string_view text, std::size_t i) { return static_cast<unsigned char>(text[i]); }

// The bytes of the UTF-8 character that the text begins with, 0 if it begins with none.
//
//     lead      bytes  code points from     A longer form than needed, a surrogate (D800 to DFFF)
//     0xxxxxxx  1      0                    and what lies beyond 10FFFF are no characters.
//     110xxxxx  2      80
//     1110xxxx  3      800
//     11110xxx  4      10000
std::size_t character_size(std::string_view text) {
  const unsigned lead = byte(text, 0);
  if (lead < 0x80) return 1;
  const std::size_t size = lead >> 5 == 0x6 ? 2 : lead >> 4 == 0xE ? 3 : lead >> 3 == 0x1E ? 4 : 0;
  if (size == 0 || text.size() < size) return 0;
  unsigned code = lead & (0x7Fu >> size);
  for (std::size_t i = 1; i < size; ++i) {
    if (byte(text, i) >> 6 != 2) return 0;
    code = code << 6 | (byte(text, i) & 0x3F);
  }
  const unsigned least = size == 2 ? 0x80 : size == 3 ? 0x800 : 0x10000;
  const bool valid = code >= least && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
  return valid ? size : 0;
}

}  // namespace

std::string_view first_character(std::string_view text) {
  const std::size_t size = character_size(text);
  return text.substr(0, size == 0 ? 1 : size);
}

std::string quoted(std::string_view text) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string result = "'";
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    const unsigned lead = byte(text, 0);
    if (size == 0 || lead < 0x20 || lead == 0x7F) {
      result += {'\\', 'x', kDigits[lead >> 4], kDigits[lead & 15]};
      text.remove_prefix(1);
    } else {
      result += text.substr(0, size);
      text.remove_prefix(size);
    }
  }
  return result + "'";
}

}  // namespace inarow
