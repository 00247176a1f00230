#include "core/quoted.hpp"
#include "doctest.h"

using inarow::first_character;
using inarow::quoted;
using namespace std::string_view_literals;

TEST_CASE("text is quoted as it is") {
  CHECK(quoted("") == "''");
  CHECK(quoted("a 1~") == "'a 1~'");
  CHECK(quoted("\u00e9\u20ac\U0001f534\u007e") == "'\u00e9\u20ac\U0001f534~'");
}

TEST_CASE("control characters and bytes that are no character are shown as bytes") {
  CHECK(quoted("\0\x1b\x7f"sv) == R"('\x00\x1b\x7f')");
  CHECK(quoted("\xff\xc3") == R"('\xff\xc3')");          // no lead, and a character cut short
  CHECK(quoted("\xc3z\x80") == R"('\xc3z\x80')");        // a lead and a follower on their own
  CHECK(quoted("\xc0\x80") == R"('\xc0\x80')");          // longer than needed
  CHECK(quoted("\xe0\x82\x80") == R"('\xe0\x82\x80')");  // the same
  CHECK(quoted("\xed\xa0\x80") == R"('\xed\xa0\x80')");  // a surrogate
  CHECK(quoted("\xf4\x90\x80\x80") == R"('\xf4\x90\x80\x80')");  // beyond the last character
}

TEST_CASE("the first character is whole, or one byte if it is damaged") {
  CHECK(first_character("\u00e9x") == "\u00e9");
  CHECK(first_character("\U0001f534") == "\U0001f534");
  CHECK(first_character("\xc3x") == "\xc3");
  CHECK(first_character("\0x"sv) == "\0"sv);
}
