/* COMP3308 in C: the last column that is open. */
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    (void)argc;
    const char *top = argv[1] + 5 * 8;
    for (int col = 6; col >= 0; col--) {
        if (top[col] == '.') {
            printf("%d\n", col);
            return 0;
        }
    }
    return 1;
}
