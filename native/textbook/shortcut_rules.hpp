// Which rules the shortcuts of the textbook search were written with.
#pragma once

#include "textbook/spec.hpp"

namespace inarow::textbook {

// Whether every rule off its course value is one that the shortcuts know (reuse.hpp), so that a
// subtree is a function of its position, window and depth left, value_search.hpp obeys the rules of
// leaves, and the move tree is what minimax walks. A rule or a choice that is not named in
// shortcut_rules.cpp makes every search a plain one: to add one may cost time, never an answer.
bool supports_shortcuts(const Spec& spec);

}  // namespace inarow::textbook
