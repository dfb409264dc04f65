// Swift's Glibc module is built without _GNU_SOURCE, which hides these functions. Defining it here has no effect, because
// the C headers come from that same module. So they are declared here as in glibc 2.36 and later.

#ifndef SCENARIO_SHIM_H
#define SCENARIO_SHIM_H

#include <spawn.h>
#include <stddef.h>

/// POSIX_SPAWN_SETSID.
static const short scenario_spawn_setsid = 0x80;

int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);

int pipe2(int ends[2], int flags);
int pidfd_open(int process, unsigned int flags);

int posix_openpt(int flags);
int grantpt(int master);
int unlockpt(int master);
int ptsname_r(int master, char *name, size_t length);

#endif
