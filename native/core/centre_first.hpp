// Columns from the middle outwards, the left one of two first: good moves tend to come early.
#pragma once

#include <vector>

namespace inarow {

std::vector<int> centre_first(int cols);

}  // namespace inarow
