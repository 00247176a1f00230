/* Deeds that use more than a program may: threads, memory, files, time. */
#include "hostile.h"

/* Threads. */

static void* idle_thread(void* unused) {
  pause();
  return unused;
}

static void thread_bomb(void) {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 16384);
  int count = 0;
  pthread_t thread;
  while (count < 5000 && pthread_create(&thread, &small, idle_thread, NULL) == 0) count++;
  printf("%s %d threads\n", count > 64 ? "ESCAPED:" : "only", count);
  fflush(stdout);
  _exit(0);
}

/* Memory. */

static void memory_bomb(void) {
  for (;;) {
    char* piece = malloc(1 << 20);
    if (piece == NULL) abort();
    memset(piece, 1, 1 << 20);
  }
}

static void shared_memory_bomb(void) {
  for (;;) {
    char* piece = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (piece == MAP_FAILED) abort();
    memset(piece, 1, 1 << 20);
  }
}

static int deeper(volatile int depth) {
  volatile char space[4096];
  space[0] = (char)depth;
  return depth == -1 ? 0 : deeper(depth + 1) + space[0];
}

static void stack_bomb(void) { printf("%d\n", deeper(0)); }

static void memory_file_bomb(void) { must_fail(syscall(SYS_memfd_create, "bomb", 0), "memfd"); }

static void raise_limits(void) {
  struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};
  must_fail(setrlimit(RLIMIT_AS, &all), "raising RLIMIT_AS");
  must_fail(setrlimit(RLIMIT_NPROC, &all), "raising RLIMIT_NPROC");
  must_fail(prlimit(getppid(), RLIMIT_NOFILE, &all, NULL), "limits of the parent");
}

static void lock_memory(void) {
  char* piece = calloc(1, 1 << 20);
  must_fail(mlock(piece, 1 << 20), "mlock");
}

/* Output and files. */

static void flood(void) {
  for (;;) puts("a line of a flood, and many more will follow");
}

static void flood_errors(void) {
  for (;;) fputs("a line of a flood, and many more will follow\n", stderr);
}

static void endless_line(void) {
  for (;;) putchar('x');
}

static void many_files(void) {
  char name[64];
  int made = 0;
  if (chdir(getenv("TMPDIR")) != 0) return;
  for (; made < 200000; made++) {
    snprintf(name, sizeof name, "%d", made);
    int file = open(name, O_CREAT | O_WRONLY, 0600);
    if (file < 0) break;
    close(file);
  }
  printf("%s %d files\n", made >= 200000 ? "ESCAPED:" : "only", made);
}

static void big_file(void) {
  static char piece[1 << 16];
  if (chdir(getenv("TMPDIR")) != 0) return;
  int file = open("big", O_CREAT | O_WRONLY, 0600);
  long written = 0;
  for (long count; written < 1L << 28 && (count = write(file, piece, sizeof piece)) > 0;)
    written += count;
  printf("%s %ld bytes\n", written >= 1L << 28 ? "ESCAPED:" : "only", written);
}

static void many_big_files(void) {
  static char piece[1 << 16];
  char name[64];
  long written = 0;
  if (chdir(getenv("TMPDIR")) != 0) return;
  for (int i = 0; i < 1000; i++) {
    snprintf(name, sizeof name, "%d", i);
    int file = open(name, O_CREAT | O_WRONLY, 0600);
    for (int j = 0; j < 128; j++) {
      long count = write(file, piece, sizeof piece);
      if (count <= 0) {
        printf("only %ld bytes\n", written);
        return;
      }
      written += count;
    }
    close(file);
  }
  puts("ESCAPED: eight gigabytes");
}

static void deep_folders(void) {
  if (chdir(getenv("TMPDIR")) != 0) return;
  for (int i = 0; i < 3000; i++)
    if (mkdir("d", 0700) != 0 || chdir("d") != 0) break;
  puts("deep");
}

static void many_descriptors(void) {
  int count = 0;
  while (count < 5000 && dup(1) >= 0) count++;
  printf("%s %d descriptors\n", count > 64 ? "ESCAPED:" : "only", count);
}

static void dump_core(void) { abort(); }

static void leave_state(void) {
  char path[512];
  snprintf(path, sizeof path, "%s/state", getenv("TMPDIR"));
  puts(access(path, F_OK) == 0 ? "ESCAPED: state was kept" : "no state");
  close(open(path, O_CREAT | O_WRONLY, 0600));
  int shared = shm_open("/shared-state", O_CREAT | O_EXCL | O_RDWR, 0600);
  if (shared < 0 && errno == EEXIST) puts("ESCAPED: shared state was kept");
}

static void leave_shared_state(void) {
  must_fail(shmget(4711, 4096, IPC_CREAT | 0600), "shmget");
  must_fail(mq_open("/state", O_CREAT | O_RDWR, 0600, NULL), "mq_open");
  must_fail(syscall(SYS_semget, 4711, 1, IPC_CREAT | 0600), "semget");
  must_fail(syscall(SYS_msgget, 4711, IPC_CREAT | 0600), "msgget");
  must_fail(syscall(SYS_add_key, "user", "state", "x", 1L, -4L), "add_key");
  must_fail(syscall(SYS_keyctl, 0, -4L, 1), "keyctl");
}

/* Time. */

static void sleep_on(void) {
  for (;;) pause();
}

static void spin(void) {
  for (volatile long i = 0;; i++) {
  }
}

static void ignore_signals(void) {
  for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_BLOCK, &all, NULL);
  spin();
}

static void stop_itself(void) {
  kill(getpid(), SIGSTOP);
  sleep_on();
}

static void answer_then_spin(void) {
  puts("3");
  fflush(stdout);
  spin();
}

static void answer_then_crash(void) {
  puts("3");
  fflush(stdout);
  raise(SIGSEGV);
}

static void close_and_linger(void) {
  close(1);
  close(2);
  sleep_on();
}

const struct Deed kUses[] = {
    DEED(thread_bomb), DEED(memory_bomb),
    DEED(shared_memory_bomb), DEED(stack_bomb), DEED(memory_file_bomb), DEED(raise_limits),
    DEED(lock_memory), DEED(flood), DEED(flood_errors), DEED(endless_line), DEED(many_files),
    DEED(big_file), DEED(many_big_files), DEED(deep_folders), DEED(many_descriptors),
    DEED(dump_core), DEED(leave_state), DEED(leave_shared_state), DEED(sleep_on), DEED(spin),
    DEED(ignore_signals), DEED(stop_itself), DEED(answer_then_spin), DEED(answer_then_crash),
    DEED(close_and_linger),
    {NULL, NULL},
};
