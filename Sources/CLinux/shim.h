#pragma once
#include <gnu/libc-version.h>
#include <linux/fs.h>
#include <linux/keyctl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/vfs.h>
#include <unistd.h>

// prctl and syscall are variadic, which Swift can't call.

static inline int profile_set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }

static inline long profile_add_key(const char *type, const char *description, const void *payload, size_t count,
                                   int keyring) {
    return syscall(SYS_add_key, type, description, payload, count, keyring);
}

static inline long profile_keyctl(int operation, unsigned long a, unsigned long b, unsigned long c, unsigned long d) {
    return syscall(SYS_keyctl, operation, a, b, c, d);
}

// The C library's function, which the fault tests can override; it is declared only with GNU extensions.
int renameat2(int, const char *, int, const char *, unsigned int);
static inline int profile_rename_no_replace(const char *from, const char *to) {
    return renameat2(-100 /* AT_FDCWD */, from, -100, to, 1 /* RENAME_NOREPLACE */);
}

// A variable of the C library, which Swift doesn't let concurrent code read.
extern char **environ;
static inline char *const *profile_environment(void) { return environ; }

// O_PATH, which the C library declares only with GNU extensions.
static const int profile_path_only = 010000000;

static inline int profile_is_proc(int file) {
    struct statfs status;
    return fstatfs(file, &status) == 0 && status.f_type == PROC_SUPER_MAGIC;
}

// Whether a folder's files are only in memory.
static inline int profile_is_in_memory(const char *path) {
    struct statfs status;
    return statfs(path, &status) == 0 && (status.f_type == TMPFS_MAGIC || status.f_type == RAMFS_MAGIC);
}

// A file system's type and whether it is read-only; false if the path can't be examined.
static inline int profile_file_system(const char *path, unsigned long *type, int *is_read_only) {
    struct statfs status;
    if (statfs(path, &status) != 0) return 0;
    *type = (unsigned long)status.f_type & 0xFFFFFFFF;
    *is_read_only = (status.f_flags & 1 /* ST_RDONLY */) != 0;
    return 1;
}

static inline int profile_open_within_mount(int folder, const char *path, unsigned long long flags) {
    struct open_how how = {.flags = flags, .resolve = RESOLVE_NO_XDEV | RESOLVE_NO_MAGICLINKS | RESOLVE_BENEATH};
    return (int)syscall(SYS_openat2, folder, path, &how, sizeof how);
}
