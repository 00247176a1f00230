// The same kernel for x86-64-v3, by compiler flag; what it shares with others is for any machine.
#pragma GCC push_options
#pragma GCC target("arch=x86-64")
#include "kernels/shared_headers.hpp"
#pragma GCC pop_options

#define INAROW_ARCH v3
#include INAROW_KERNEL
