#pragma once
#include <linux/fs.h>
#include <linux/keyctl.h>
#include <stdio.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// prctl and syscall are variadic, which Swift cannot call.

static inline int profile_set_dumpable(int dumpable) { return prctl(PR_SET_DUMPABLE, dumpable, 0, 0, 0); }

static inline long profile_add_key(const char *type, const char *description, const void *payload, size_t count,
                                   int keyring) {
    return syscall(SYS_add_key, type, description, payload, count, keyring);
}

static inline long profile_keyctl(int operation, unsigned long a, unsigned long b, unsigned long c, unsigned long d) {
    return syscall(SYS_keyctl, operation, a, b, c, d);
}

static inline int profile_rename_no_replace(const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, -100 /* AT_FDCWD */, from, -100, to, 1 /* RENAME_NOREPLACE */);
}
