#include "falling/packed_numbers.hpp"

#include <array>
#include <stdexcept>
#include <string>

namespace inarow::falling {
namespace {

constexpr int kBits = 7;
constexpr std::size_t kSymbols = std::size_t{1} << kBits, kChecksumBytes = 4;

std::uint32_t crc32(const std::vector<std::uint8_t>& bytes) {
  std::uint32_t crc = ~std::uint32_t{0};
  for (const std::uint8_t byte : bytes) {
    crc ^= byte;
    for (int i = 0; i < 8; ++i) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xEDB88320u : 0u);
  }
  return ~crc;
}

// The chance of a yes in 65536ths; it moves fast at first, and never to certainty.
class Chance {
 public:
  std::uint32_t of_yes() const { return static_cast<std::uint32_t>(yes_); }
  void learn(bool yes) {
    if (slowness_ < kSlowest) ++slowness_;
    yes_ += ((yes ? 65536 - kLeast : kLeast) - yes_) / (1 << slowness_);
  }

 private:
  static constexpr int kSlowest = 5, kLeast = 40;
  std::int32_t yes_ = 32768;
  int slowness_ = 1;
};

// What is asked about the number after `previous`.
class Questions {
 public:
  // ask(chance of a yes) answers each question; the number is what the answers make.
  template <class Ask>
  std::uint8_t number(Ask ask) {
    auto& chances = chances_[previous_];
    std::size_t question = 1;
    for (int bit = kBits - 1; bit >= 0; --bit) {
      Chance& chance = chances[question];
      const bool yes = ask(chance.of_yes(), bit);
      chance.learn(yes);
      question = 2 * question + (yes ? 1 : 0);
    }
    previous_ = static_cast<std::uint8_t>(question - kSymbols);
    return previous_;
  }

 private:
  std::vector<std::array<Chance, kSymbols>> chances_{kSymbols};
  std::uint8_t previous_ = 0;
};

// The part of the coder's interval that stands for a yes: never empty, never all of it.
std::uint32_t share(std::uint32_t range, std::uint32_t yes) { return (range >> 16) * yes; }

}  // namespace

std::string pack_numbers(const std::vector<std::int8_t>& numbers) {
  std::vector<std::uint8_t> symbols;
  symbols.reserve(numbers.size());
  for (const int number : numbers) {
    const int symbol = number >= 0 ? 2 * number : -2 * number - 1;
    if (symbol >= static_cast<int>(kSymbols)) {
      throw std::invalid_argument("a number to pack is " + std::to_string(number) +
                                  ", expected -64 to 63");
    }
    symbols.push_back(static_cast<std::uint8_t>(symbol));
  }
  std::string out;
  const std::uint32_t crc = crc32(symbols);
  for (std::size_t i = 0; i < kChecksumBytes; ++i) out += static_cast<char>(crc >> (8 * i) & 255);

  std::uint64_t low = 0;
  std::uint32_t range = ~std::uint32_t{0};
  const auto carry = [&] {
    for (std::size_t i = out.size(); i-- > kChecksumBytes;) {
      out[i] = static_cast<char>(static_cast<unsigned char>(out[i]) + 1);
      if (out[i] != 0) break;
    }
  };
  const auto shift = [&] {
    out += static_cast<char>(low >> 24 & 255);
    low = low << 8 & 0xFFFFFFFFu;
  };
  Questions questions;
  for (const std::uint8_t symbol : symbols) {
    questions.number([&](std::uint32_t yes, int bit) {
      const std::uint32_t part = share(range, yes);
      const bool answer = (symbol >> bit & 1) != 0;
      if (answer) {
        range = part;
      } else {
        low += part;
        range -= part;
        if (low >> 32 != 0) {
          carry();
          low &= 0xFFFFFFFFu;
        }
      }
      for (; range < (1u << 24); range <<= 8) shift();
      return answer;
    });
  }
  for (int i = 0; i < 4; ++i) shift();
  return out;
}

std::vector<std::int8_t> unpack_numbers(std::string_view packed, std::size_t count) {
  std::size_t next = kChecksumBytes;
  const auto byte = [&]() -> std::uint32_t {
    return next < packed.size() ? static_cast<unsigned char>(packed[next++]) : (++next, 0u);
  };
  std::uint32_t code = 0, range = ~std::uint32_t{0};
  for (int i = 0; i < 4; ++i) code = code << 8 | byte();
  std::vector<std::uint8_t> symbols;
  symbols.reserve(count);
  Questions questions;
  for (std::size_t i = 0; i < count && next <= packed.size() + 4; ++i) {
    symbols.push_back(questions.number([&](std::uint32_t yes, int) {
      const std::uint32_t part = share(range, yes);
      const bool answer = code < part;
      if (answer) {
        range = part;
      } else {
        code -= part;
        range -= part;
      }
      for (; range < (1u << 24); range <<= 8) code = code << 8 | byte();
      return answer;
    }));
  }
  std::uint32_t crc = 0;
  for (std::size_t i = 0; i < kChecksumBytes && i < packed.size(); ++i) {
    crc |= std::uint32_t{static_cast<unsigned char>(packed[i])} << (8 * i);
  }
  if (symbols.size() != count || next != packed.size() || crc != crc32(symbols)) {
    throw std::invalid_argument("its numbers cannot be unpacked");
  }
  std::vector<std::int8_t> numbers;
  numbers.reserve(count);
  for (const int symbol : symbols) {
    numbers.push_back(static_cast<std::int8_t>(symbol % 2 == 0 ? symbol / 2 : -(symbol + 1) / 2));
  }
  return numbers;
}

}  // namespace inarow::falling
