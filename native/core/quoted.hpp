// Input quoted safely within a message.
#pragma once

#include <string>
#include <string_view>

namespace inarow {

// The text between quotes, as valid UTF-8 without control characters: a byte that is one, or that
// belongs to no character, is written as \xNN.
std::string quoted(std::string_view text);

// The first character of a text that is not empty: all its bytes, or one byte if it is damaged.
std::string_view first_character(std::string_view text);

}  // namespace inarow
