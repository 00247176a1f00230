// One kernel for any machine: CMake compiles this file once for each body of hot code.
#define INAROW_ARCH baseline
#include INAROW_KERNEL
