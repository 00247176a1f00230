/* Deeds that keep memory where no mapping counts it, or reach others by what files share. */
#include "hostile.h"

/* Enough that nobody else on the machine takes as much in the same second. */
enum { kManyMegabytes = 1200 };

/* How much memory the machine has lost since the start, as the kernel sees it; 0 if unknown. */
static long free_pages_mb(void) {
  struct sysinfo info;
  return sysinfo(&info) == 0 ? (long)((info.freeram * info.mem_unit) >> 20) : 0;
}

static void tell_kept(const char* how, long megabytes, long before_mb) {
  long lost_mb = before_mb - free_pages_mb();
  int escaped = megabytes >= kManyMegabytes && lost_mb > megabytes - megabytes / 6;
  printf("%s %s keeps %ld MB\n", escaped ? "ESCAPED:" : "only", how, megabytes);
}

/* A pipe that holds one byte of a huge page holds all of it. */
static void pages_in_pipes(void) {
  long mb = 0, before_mb = free_pages_mb();
  int refused = 0;
  for (int k = 0; k < 20 && !refused; k++) {
    int ends[2];
    if (pipe(ends) != 0) break;
    int slots = fcntl(ends[1], F_SETPIPE_SZ, 1 << 20) > 0 ? 256 : 16;
    for (int i = 0; i < slots && mb < kManyMegabytes; i++, mb += 2) {
      char* region = mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (region == MAP_FAILED) break;
      char* page = (char*)(((long)region + (2 << 20) - 1) & ~((2L << 20) - 1));
      madvise(page, 2 << 20, MADV_HUGEPAGE);
      memset(page, 1, 2 << 20);
      struct iovec part = {page, 1};
      refused = vmsplice(ends[1], &part, 1, SPLICE_F_NONBLOCK) < 0 && errno == EINVAL;
      munmap(region, 4 << 20);
      if (refused) break;
    }
  }
  must_fail(refused ? -1 : 0, "vmsplice");
  tell_kept("a pipe", mb, before_mb);
}

static void splices(void) {
  int ends[2], others[2];
  if (pipe(ends) != 0 || pipe(others) != 0 || write(ends[1], "x", 1) != 1) return;
  int file = open("/box/hostile", O_RDONLY);
  must_fail(splice(file, NULL, ends[1], NULL, 4096, 0), "splice");
  must_fail(tee(ends[0], others[1], 1, 0), "tee");
  must_fail(syscall(SYS_sendfile, ends[1], file, NULL, 4096L), "sendfile");
  must_fail(fcntl(ends[1], F_SETPIPE_SZ, 1 << 20), "F_SETPIPE_SZ");
}

/* Shared memory is kept whole by a single page of it. */
static void pages_of_shared_memory(void) {
  const long each_mb = 40;
  long mb = 0, before_mb = free_pages_mb();
  while (mb < kManyMegabytes) {
    char* region =
        mmap(NULL, each_mb << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (region == MAP_FAILED) break;
    memset(region, 1, each_mb << 20);
    munmap(region + 4096, (each_mb << 20) - 4096);
    mb += each_mb;
  }
  tell_kept("shared memory", mb, before_mb);
}

static void pages_of_zero(void) {
  const long each_mb = 40;
  long mb = 0, before_mb = free_pages_mb();
  int zero = open("/dev/zero", O_RDWR);
  while (zero >= 0 && mb < kManyMegabytes) {
    char* region = mmap(NULL, each_mb << 20, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
    if (region == MAP_FAILED) break;
    memset(region, 1, each_mb << 20);
    munmap(region + 4096, (each_mb << 20) - 4096);
    mb += each_mb;
  }
  tell_kept("/dev/zero", mb, before_mb);
}

/* A huge page of which one small page is still mapped stays whole until the machine is short. */
static void parts_of_huge_pages(void) {
  long mb = 0, before_mb = free_pages_mb();
  for (; mb < kManyMegabytes; mb += 2) {
    char* region = mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (region == MAP_FAILED) break;
    char* page = (char*)(((long)region + (2 << 20) - 1) & ~((2L << 20) - 1));
    madvise(page, 2 << 20, MADV_HUGEPAGE);
    memset(page, 1, 2 << 20);
    munmap(page + 4096, (size_t)(region + (4 << 20) - page - 4096));
    if (page > region) munmap(region, (size_t)(page - region));
  }
  tell_kept("part of a huge page", mb, before_mb);
}

static void host_huge_pages(void) {
  void* page = mmap(NULL, 2 << 20, PROT_READ | PROT_WRITE,
                    MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
  must_fail(page == MAP_FAILED ? -1 : 0, "MAP_HUGETLB");
  must_fail(syscall(SYS_memfd_create, "sealed", 2U /* MFD_ALLOW_SEALING */), "sealed memfd");
}

static void socket_buffers(void) {
  int ends[2], bytes = 64 << 20;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return;
  must_fail(setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes), "SO_SNDBUF");
  must_fail(setsockopt(ends[0], SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes), "SO_RCVBUF");
  must_fail(setsockopt(ends[0], SOL_SOCKET, 32, &bytes, sizeof bytes), "SO_SNDBUFFORCE");
}

/* Files that are under way have no descriptor any more, so nothing measures them. */
static void files_under_way(void) {
  int ends[2], sent = 0;
  static char piece[1 << 20];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || chdir(getenv("TMPDIR")) != 0) return;
  memset(piece, 1, sizeof piece);
  for (; sent < 64; sent++) {
    int file = open("sent", O_CREAT | O_EXCL | O_RDWR, 0600);
    long written = 0;
    for (int i = 0; i < 8 && file >= 0; i++) {
      long count = write(file, piece, sizeof piece);
      if (count > 0) written += count;
    }
    unlink("sent");
    if (written < 8L << 20) break;
    char space[CMSG_SPACE(sizeof file)] = {0};
    struct iovec part = {"x", 1};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = space,
                             .msg_controllen = sizeof space};
    struct cmsghdr* rights = CMSG_FIRSTHDR(&message);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(rights), &file, sizeof file);
    long count = sendmsg(ends[0], &message, 0);
    close(file);
    if (count < 0) break;
  }
  printf("%s %d files under way\n", sent > 4 ? "ESCAPED:" : "only", sent);
}

static void many_timers(void) {
  int made = 0;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  timer_t timer;
  while (made < 20000 && timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) made++;
  printf("%s %d timers\n", made > 256 ? "ESCAPED:" : "only", made);
}

static void many_locks(void) {
  int made = 0;
  char path[512];
  snprintf(path, sizeof path, "%s/locks", getenv("TMPDIR"));
  int file = open(path, O_CREAT | O_RDWR, 0600);
  for (; made < 20000; made++) {
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 2L * made, .l_len = 1};
    if (fcntl(file, F_SETLK, &lock) != 0) break;
  }
  printf("%s %d locks\n", made > 256 ? "ESCAPED:" : "only", made);
}

static void shared_locks(void) {
  int own = open(words[0], O_RDONLY), folder = open("/box", O_RDONLY);
  must_fail(flock(own, LOCK_EX | LOCK_NB), "flock");
  must_fail(flock(folder, LOCK_EX | LOCK_NB), "flock of the box");
  must_fail(fcntl(own, F_SETLEASE, F_RDLCK), "F_SETLEASE");
  must_fail(fcntl(folder < 0 ? own : folder, F_NOTIFY, 1L), "F_NOTIFY");
  must_fail(posix_fadvise(own, 0, 0, POSIX_FADV_DONTNEED) == 0 ? 0 : (errno = EINVAL, -1),
            "fadvise");
}

const struct Deed kHidden[] = {
    DEED(pages_in_pipes), DEED(splices), DEED(pages_of_shared_memory), DEED(pages_of_zero),
    DEED(parts_of_huge_pages), DEED(host_huge_pages), DEED(socket_buffers), DEED(files_under_way),
    DEED(many_timers), DEED(many_locks), DEED(shared_locks),
    {NULL, NULL},
};
