/* What the deeds share: a call that must fail says how it was refused, or that it was not. */
#pragma once

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>


extern char** environ;
extern char** words;

void must_fail(long result, const char* what);
void must_not_open(const char* path, int flags);

#define DEED(name) {#name, name}

struct Deed {
  const char* name;
  void (*deed)(void);
};

extern const struct Deed kUses[];
extern const struct Deed kWaysOut[];
extern const struct Deed kHidden[];
extern const struct Deed kFamilies[];
