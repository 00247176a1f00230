/* Deeds that reach for what is not the program's own: files, processes, networks, the system. */
#include "hostile.h"

/* What is not its own. */

static void read_paths(void) {
  for (char** path = words + 2; *path != NULL; path++) must_not_open(*path, O_RDONLY);
}

static void read_through_link(void) {
  char path[512];
  snprintf(path, sizeof path, "%s/link", getenv("TMPDIR"));
  if (symlink(words[2], path) != 0) perror("symlink");
  must_not_open(path, O_RDONLY);
}

static void read_system(void) {
  must_not_open("/etc/shadow", O_RDONLY);
  must_not_open("/etc/hostname", O_RDONLY);
  must_not_open("/var/log", O_RDONLY);
  must_not_open("/home", O_RDONLY);
  must_not_open("/root", O_RDONLY);
  must_not_open("/sys/kernel", O_RDONLY);
  must_not_open("/dev/kmsg", O_RDONLY);
  must_not_open("/dev/mem", O_RDONLY);
}

static void read_processes(void) {
  must_not_open("/proc/1/cmdline", O_RDONLY);
  must_not_open("/proc/1/environ", O_RDONLY);
  must_not_open("/proc/self/mountinfo", O_RDONLY);
  must_not_open("/proc/self/environ", O_RDONLY);
  must_not_open("/proc/self/mem", O_RDWR);
  must_not_open("/proc/cpuinfo", O_RDONLY);
  must_not_open("/proc/sys/kernel/hostname", O_RDONLY);
}

static void show_environment(void) {
  for (char** variable = environ; *variable != NULL; variable++) puts(*variable);
}

static void show_descriptors(void) {
  for (int fd = 3; fd < 4096; fd++)
    if (fcntl(fd, F_GETFD) >= 0) printf("ESCAPED: descriptor %d\n", fd);
  for (int fd = 0; fd < 3; fd++) printf("%d: %s\n", fd, fcntl(fd, F_GETFD) >= 0 ? "open" : "closed");
}

static void write_anywhere(void) {
  const char* paths[] = {"/new",         "/root/new", "/dev/new",   "/etc/new",    "/usr/new",
                         "/box/new",     "/proc/new", "/var/new",   "/home/new",   "/box/hostile",
                         "/etc/passwd",  "/bin/new",  "/lib64/new", "/usr/lib/new"};
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
    must_not_open(paths[i], O_CREAT | O_WRONLY);
  must_fail(mkdir("/box/folder", 0700), "mkdir");
  must_fail(unlink(words[0]), "unlink");
  must_fail(rename(words[0], "/box/other"), "rename");
  must_fail(truncate(words[0], 0), "truncate");
  must_fail(chmod(words[0], 0777), "chmod");
  must_fail(link(words[0], "/box/link"), "link");
}

static void write_path(void) { must_not_open(words[2], O_CREAT | O_WRONLY); }

/* Others. */

static void kill_others(void) {
  kill(getppid(), SIGKILL);
  kill(1, SIGKILL);
  kill(0, SIGCONT);
  kill(atoi(words[2]), SIGKILL);
  syscall(SYS_tgkill, getppid(), getppid(), SIGKILL);
  sigqueue(getppid(), SIGKILL, (union sigval){0});
  puts("tried");
}

static void kill_everybody(void) {
  signal(SIGTERM, SIG_IGN);
  kill(-1, SIGTERM);
  kill(-1, SIGSTOP);
  puts("tried");
}

static void trace(void) {
  must_fail(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL), "tracing the parent");
  must_fail(ptrace(PTRACE_TRACEME, 0, NULL, NULL), "being traced");
  char byte;
  struct iovec part = {&byte, 1};
  must_fail(process_vm_readv(getppid(), &part, 1, &part, 1, 0), "reading the parent");
  must_fail(process_vm_writev(getppid(), &part, 1, &part, 1, 0), "writing to the parent");
  must_fail(syscall(434, getppid(), 0), "pidfd_open");
}

static void raise_priority(void) {
  must_fail(setpriority(PRIO_PROCESS, 0, -10), "priority");
  must_fail(setpriority(PRIO_PROCESS, getppid(), 19), "priority of the parent");
  struct sched_param real = {10};
  must_fail(sched_setscheduler(0, SCHED_FIFO, &real), "real time");
  must_fail(syscall(SYS_ioprio_set, 1, 0, 1 << 13), "priority of its files");
}

static void pin_to_a_core(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(0, &one);
  must_fail(sched_setaffinity(0, sizeof one, &one), "affinity");
  must_fail(sched_setaffinity(getppid(), sizeof one, &one), "affinity of the parent");
}

/* Networks. */

static void open_socket(int family, int type, const char* what) {
  must_fail(socket(family, type, 0), what);
}

static void sockets(void) {
  open_socket(AF_INET, SOCK_STREAM, "TCP");
  open_socket(AF_INET, SOCK_DGRAM, "UDP");
  open_socket(AF_INET6, SOCK_STREAM, "TCP 6");
  open_socket(AF_UNIX, SOCK_STREAM, "local socket");
  open_socket(AF_NETLINK, SOCK_RAW, "netlink");
  open_socket(AF_PACKET, SOCK_RAW, "packets");
  open_socket(AF_INET, SOCK_RAW, "raw");
  open_socket(40 /* AF_VSOCK */, SOCK_STREAM, "vsock");
  open_socket(38 /* AF_ALG */, SOCK_SEQPACKET, "alg");
}

static void letter_by_pair(void) {
  int ends[2];
  must_fail(socketpair(AF_UNIX, SOCK_DGRAM, 0, ends), "pair of datagrams");
  must_fail(socketpair(AF_INET, SOCK_STREAM, 0, ends), "pair of TCP");
}

static void use_pair(void) {
  int ends[2];
  char byte = 0;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0 || write(ends[0], "x", 1) != 1 ||
      read(ends[1], &byte, 1) != 1 || byte != 'x')
    puts("a pair of streams does not work");
  struct sockaddr_un host = {AF_UNIX, ""};
  strcpy(host.sun_path + 1, "somebody");
  must_fail(connect(ends[0], (struct sockaddr*)&host, sizeof host), "connecting a pair");
  must_fail(bind(ends[0], (struct sockaddr*)&host, sizeof host), "binding a pair");
  must_fail(listen(ends[0], 1), "listening");
}

/* The system. */

static void namespaces(void) {
  must_fail(unshare(CLONE_NEWUSER), "user namespace");
  must_fail(unshare(CLONE_NEWNS), "mount namespace");
  must_fail(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0), "clone with namespaces");
  must_fail(setns(0, 0), "setns");
  must_fail(chroot("/tmp"), "chroot");
  must_fail(syscall(SYS_pivot_root, ".", "."), "pivot_root");
}

static void mounts(void) {
  must_fail(mount("none", "/tmp", "tmpfs", 0, NULL), "mount");
  must_fail(mount("none", "/box", NULL, MS_REMOUNT, NULL), "remount");
  must_fail(umount2("/box", MNT_DETACH), "umount");
  must_fail(syscall(428, -100, "/", 1), "open_tree");
  must_fail(syscall(430, "proc", 0), "fsopen");
  must_fail(syscall(429, -100, "/", -100, "/tmp", 0), "move_mount");
  must_fail(syscall(442, -100, "/", 0, NULL, 0), "mount_setattr");
}

static void become_root(void) {
  must_fail(setuid(0), "setuid");
  must_fail(setgid(0), "setgid");
  must_fail(setresuid(0, 0, 0), "setresuid");
  gid_t none = 0;
  must_fail(syscall(SYS_setgroups, 1, &none), "setgroups");
  must_fail(execl("/bin/su", "su", "-c", "id", NULL), "su");
  must_fail(execl("/usr/bin/sudo", "sudo", "id", NULL), "sudo");
  must_fail(execl("/usr/bin/mount", "mount", NULL), "mount program");
  must_fail(execl("/bin/sh", "sh", "-c", "echo ESCAPED", NULL), "shell");
}

static void devices(void) {
  char path[512];
  snprintf(path, sizeof path, "%s/device", getenv("TMPDIR"));
  must_fail(mknod(path, S_IFBLK | 0600, 0x800), "mknod of a disk");
  must_fail(mknod(path, S_IFCHR | 0600, 0x101), "mknod of memory");
}

static void machinery(void) {
  must_fail(syscall(SYS_bpf, 0, NULL, 0), "bpf");
  must_fail(syscall(SYS_perf_event_open, NULL, 0, -1, -1, 0), "perf_event_open");
  must_fail(syscall(SYS_userfaultfd, 0), "userfaultfd");
  must_fail(syscall(425, 8, NULL), "io_uring_setup");
  must_fail(syscall(SYS_io_setup, 1, NULL), "io_setup");
  must_fail(syscall(SYS_personality, 0x0040000), "personality");
  must_fail(syscall(SYS_reboot, 0, 0, 0, NULL), "reboot");
  must_fail(syscall(SYS_init_module, NULL, 0, ""), "init_module");
  must_fail(syscall(SYS_kexec_load, 0, 0, NULL, 0), "kexec_load");
  must_fail(syscall(SYS_swapon, "/x", 0), "swapon");
  must_fail(syscall(SYS_acct, NULL), "acct");
  must_fail(syscall(SYS_syslog, 3, NULL, 0), "syslog");
  must_fail(syscall(SYS_open_by_handle_at, -100, NULL, 0), "open_by_handle_at");
  must_fail(syscall(SYS_name_to_handle_at, -100, "/", NULL, NULL, 0), "name_to_handle_at");
  must_fail(syscall(SYS_fanotify_init, 0, 0), "fanotify_init");
  must_fail(syscall(SYS_quotactl, 0, NULL, 0, NULL), "quotactl");
  must_fail(syscall(SYS_sethostname, "x", 1), "sethostname");
  must_fail(syscall(SYS_settimeofday, NULL, NULL), "settimeofday");
  must_fail(syscall(SYS_clock_settime, 0, NULL), "clock_settime");
}

static void loosen_leash(void) {
  must_fail(prctl(PR_SET_PDEATHSIG, 0), "forgetting its keeper");
  must_fail(prctl(PR_SET_CHILD_SUBREAPER, 1), "adopting orphans");
  must_fail(prctl(PR_SET_SECCOMP, 2, NULL), "another filter");
  must_fail(prctl(PR_SET_KEEPCAPS, 1), "keeping capabilities");
  must_fail(prctl(PR_CAPBSET_DROP, 0), "changing capabilities");
}

static void signal_by_descriptor(void) {
  int pair[2], other = getppid();
  if (pipe(pair) != 0) return;
  must_fail(fcntl(pair[0], F_SETOWN, other), "F_SETOWN");
  must_fail(fcntl(pair[0], F_SETSIG, SIGKILL), "F_SETSIG");
  must_fail(ioctl(pair[0], FIOSETOWN, &other), "FIOSETOWN");
}

static void push_characters(void) {
  char letter = 'x';
  must_fail(ioctl(0, TIOCSTI, &letter), "TIOCSTI");
  must_fail(ioctl(0, TIOCSCTTY, 1), "TIOCSCTTY");
  int line = 1;
  must_fail(ioctl(0, TIOCSETD, &line), "TIOCSETD");
}

#ifdef __x86_64__
static void old_gate(void) {
  long result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(20L) : "memory"); /* getpid of i386 */
  printf("ESCAPED: the i386 gate gave %ld\n", result);
}

static void x32_gate(void) { must_fail(syscall(0x40000000 + SYS_getpid), "x32"); }
#endif

static void absent_call(void) { must_fail(syscall(9999), "a call that nobody knows"); }

static void idle(void) {}

const struct Deed kWaysOut[] = {
    DEED(read_paths), DEED(read_through_link), DEED(read_system), DEED(read_processes),
    DEED(show_environment), DEED(show_descriptors), DEED(write_anywhere), DEED(write_path),
    DEED(kill_others), DEED(kill_everybody), DEED(trace), DEED(raise_priority),
    DEED(pin_to_a_core), DEED(sockets), DEED(letter_by_pair), DEED(use_pair), DEED(namespaces),
    DEED(mounts), DEED(become_root), DEED(devices), DEED(machinery), DEED(loosen_leash),
    DEED(signal_by_descriptor), DEED(push_characters), DEED(absent_call), DEED(idle),
#ifdef __x86_64__
    DEED(old_gate), DEED(x32_gate),
#endif
    {NULL, NULL},
};
