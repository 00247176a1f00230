/* ConnectFour programs in C that answer in ways nobody asked for: MODE STATE PLAYER. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char *mode;

static int is(const char *name) { return strcmp(mode, name) == 0; }

static double cpu_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void work(double ms) {
    while (cpu_ms() < ms) {
    }
}

int main(int argc, char **argv) {
    (void)argc;
    mode = argv[1];
    const char *top = argv[2] + 5 * 8;
    int col = (int)(strchr(top, '.') - top);
    if (strncmp(mode, "works ", 6) == 0) {
        work(atof(mode + 6));
        printf("%d\n", col);
    } else if (is("answers and spins")) {
        printf("%d\n", col);
        fflush(stdout);
        for (;;) {
        }
    } else if (is("spins")) {
        for (volatile int i = 0;; i++) {
        }
    } else if (is("move then abort")) {
        printf("%d\n", col);
        fflush(stdout);
        abort();
    } else if (is("segfault")) {
        raise(SIGSEGV);
    } else if (is("stops itself")) {
        raise(SIGSTOP);
    } else if (is("unflushed and killed")) {
        printf("%d\n", col);
        raise(SIGKILL);
    } else if (is("ignores signals and sleeps")) {
        for (int number = 1; number < 32; number++) signal(number, SIG_IGN);
        sleep(60);
    } else if (is("memory")) {
        size_t size = (size_t)3 << 30;
        char *much = malloc(size);
        if (!much) return 9;
        memset(much, 1, size);
        printf("%d\n", col);
    } else if (is("status 1")) {
        printf("%d\n", col);
        return 1;
    } else if (is("line without end")) {
        for (;;) putchar('3');
    } else {
        return 2;
    }
    return 0;
}
