// Many small numbers in few bytes, for tables that are listed in an order in which neighbours are
// alike: an adaptive range coder that guesses each number from the one before it.
//
// A number from -64 to 63 becomes a symbol (0, -1, 1, -2, 2 .. are 0, 1, 2, 3, 4 ..), and a symbol
// seven yes-or-no questions, its highest bit first. Each question has a chance of its own for each
// preceding symbol, learnt while coding:
//
//     symbol 5 = 0000101            questions  1 -> 2 -> 4 -> 8 -> 16 -> 33 -> 66
//     question 1 is "bit 6?", a yes to question q leads to 2 q + 1, a no to 2 q
//
//     packed:   4 bytes   CRC-32 of the symbols, lowest byte first
//               n bytes   the coder's output
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace inarow::falling {

// Throws std::invalid_argument if a number is outside -64 .. 63.
std::string pack_numbers(const std::vector<std::int8_t>& numbers);

// The numbers that were packed, `count` of them. Throws std::invalid_argument if they are others.
std::vector<std::int8_t> unpack_numbers(std::string_view packed, std::size_t count);

}  // namespace inarow::falling
