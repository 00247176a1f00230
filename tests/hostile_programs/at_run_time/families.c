/* Deeds of several processes: they are allowed, counted together, and none outlives the run. */
#include "hostile.h"

enum { kChildren = 8, kMostTasks = 32 };

static void spin_on(void) {
  for (volatile long i = 0;; i++) {
  }
}

static void fork_bomb(void) {
  for (;;) fork();
}

/* Each one is gone before anybody can look at it, and has left another. */
static void fork_chain(void) {
  for (;;)
    if (fork() > 0) _exit(0);
}

static void count_forks(void) {
  pid_t children[1000];
  int made = 0;
  while (made < 1000) {
    pid_t child = fork();
    if (child == 0) {
      pause();
      _exit(0);
    }
    if (child < 0) {
      perror("fork");
      break;
    }
    children[made++] = child;
  }
  printf("%s %d processes\n", made >= kMostTasks ? "ESCAPED:" : "only", made);
  for (int i = 0; i < made; i++) kill(children[i], SIGKILL);
  while (wait(NULL) > 0) continue;
}

static void vfork_one(void) {
  pid_t child = vfork();
  if (child == 0) _exit(3);
  int status = 0;
  printf("vfork: %d\n", waitpid(child, &status, 0) == child ? WEXITSTATUS(status) : -1);
}

static void clone_shared(void) {
  long child = syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  puts(child > 0 ? "a sibling" : "no sibling");
}

static void clone3_process(void) {
  long arguments[11] = {0};
  arguments[4] = SIGCHLD;
  must_fail(syscall(435, arguments, sizeof arguments), "clone3");
}

static void say_three(void) { puts("3"); }

static void spawn(void) {
  char* argv[] = {words[0], "say_three", NULL};
  pid_t child;
  int error = posix_spawn(&child, words[0], NULL, NULL, argv, environ);
  if (error != 0) printf("posix_spawn: %s\n", strerror(error));
  wait(NULL);
}

/* As a public program answers: a child searches, its parent stops it and tells what it had found. */
static void stopped_child(void) {
  int* best = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t child = fork();
  if (child == 0) {
    *best = 3;
    spin_on();
  }
  usleep(100000);
  if (kill(child, SIGTERM) != 0) perror("kill");
  int status = 0;
  if (waitpid(child, &status, 0) == child && WTERMSIG(status) == SIGTERM) printf("%d\n", *best);
}

static void orphan_answers(void) {
  if (fork() > 0) _exit(0);
  setsid();
  usleep(50000);
  puts("3");
}

static void daemonise(void) {
  if (daemon(1, 0) != 0) perror("daemon");
  for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
  spin_on();
}

static void start(void (*work)(void)) {
  for (int i = 0; i < kChildren; i++)
    if (fork() == 0) {
      work();
      _exit(0);
    }
  while (wait(NULL) > 0) continue;
}

static void time_of_children(void) { start(spin_on); }

/* Of children that are not waited for the system adds nothing to their parent's time. */
static void time_of_the_forgotten(void) {
  signal(SIGCHLD, SIG_IGN);
  for (;;) {
    if (fork() == 0) {
      struct rlimit second = {1, 1};
      setrlimit(RLIMIT_CPU, &second);
      clock_t end = clock() + CLOCKS_PER_SEC / 10;
      while (clock() < end) continue;
      _exit(0);
    }
    while (wait(NULL) > 0) continue;
  }
}

static void hold(void) {
  char* piece = malloc(90 << 20);
  if (piece != NULL) memset(piece, 1, 90 << 20);
  sleep(60);
}

static void memory_of_children(void) { start(hold); }

/* What they inherit they share, which is no memory of their own. */
static void inherit(void) { usleep(200000); }

static void shared_by_children(void) {
  char* piece = malloc(90 << 20);
  memset(piece, 1, 90 << 20);
  start(inherit);
  printf("%d\n", piece[1 << 20] + 2);
}

static void say_on(void) {
  for (;;) puts("a line of a flood, and many more will follow");
}

static void flood_of_children(void) { start(say_on); }

static void ignore(void) {
  for (int number = 1; number < 65; number++) signal(number, SIG_IGN);
  setsid();
  spin_on();
}

static void stubborn_children(void) { start(ignore); }

const struct Deed kFamilies[] = {
    DEED(fork_bomb), DEED(fork_chain), DEED(count_forks), DEED(vfork_one), DEED(clone_shared),
    DEED(clone3_process), DEED(say_three), DEED(spawn), DEED(stopped_child), DEED(orphan_answers),
    DEED(daemonise), DEED(time_of_children), DEED(time_of_the_forgotten), DEED(memory_of_children),
    DEED(shared_by_children), DEED(flood_of_children), DEED(stubborn_children),
    {NULL, NULL},
};
