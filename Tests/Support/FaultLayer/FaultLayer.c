#define _GNU_SOURCE
#include "FaultLayer.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifdef __clang__
// A sanitizer's runtime calls some of these functions before it is initialized.
#pragma clang attribute push(__attribute__((disable_sanitizer_instrumentation)), apply_to = function)
#endif

// The library itself uses only system calls, so that it doesn't intercept its own calls.

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static const char *root;
static size_t root_length;
static int log_file = -1;
static long count, fail_at;
static int fail_error, fail_lasting, keeps_cores;
static enum fault_layer_operations counted = fault_layer_changes;

enum { most_files = 1024 };

/// What is known of an open file.
static struct {
    unsigned char is_watched, is_folder;
} files[most_files];

static void intercept_sqlite_memory(void);

__attribute__((constructor)) static void begin(void) {
    root = getenv("FAULT_ROOT");
    root_length = root ? strlen(root) : 0;
    const char *log = getenv("FAULT_LOG");
    const char *at = getenv("FAULT_AT"), *error = getenv("FAULT_ERROR"), *operations = getenv("FAULT_OPERATIONS");
    intercept_sqlite_memory();
    if (at && error)
        fault_layer_arm(operations ? (enum fault_layer_operations)strtol(operations, NULL, 10) : fault_layer_changes,
                        strtol(at, NULL, 10), (int)strtol(error, NULL, 10), getenv("FAULT_LASTING") != NULL);
    keeps_cores = getenv("FAULT_CORES") != NULL;
    if (log) log_file = (int)syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int is_watched(const char *path) {
    if (!root || !path || strncmp(path, root, root_length) != 0) return 0;
    size_t length = strlen(path);
    return length < 4 || strcmp(path + length - 4, "-shm") != 0;
}

static int is_watched_file(int file) { return file >= 0 && file < most_files && files[file].is_watched; }

static uint64_t inode(int file) {
    struct stat status;
    return fstat(file, &status) == 0 ? (uint64_t)status.st_ino : 0;
}

static void put(const void *bytes, size_t length) {
    const char *rest = bytes;
    while (length > 0) {
        long written = syscall(SYS_write, log_file, rest, length);
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) abort();
        rest += written;
        length -= (size_t)written;
    }
}

static void record(uint32_t kind, uint64_t file, uint64_t offset, const char *path, const char *other,
                   const void *data, size_t length) {
    if (log_file < 0) return;
    int saved = errno;
    uint64_t header[6] = {kind, file, offset, path ? strlen(path) : 0, other ? strlen(other) : 0, length};
    pthread_mutex_lock(&turn);
    put(header, sizeof header);
    put(path, header[3]);
    put(other, header[4]);
    put(data, length);
    pthread_mutex_unlock(&turn);
    errno = saved;
}

/// Counts an operation, and returns whether it must fail; if so, sets errno.
static int fails(enum fault_layer_operations operation) {
    if (operation != counted) return 0;
    pthread_mutex_lock(&turn);
    count++;
    int failing = fail_at > 0 && (count == fail_at || (fail_lasting && count > fail_at));
    pthread_mutex_unlock(&turn);
    if (failing) errno = fail_error;
    return failing;
}

void fault_layer_arm(enum fault_layer_operations operations, long at, int error, int lasting) {
    pthread_mutex_lock(&turn);
    counted = operations;
    count = 0;
    fail_at = at;
    fail_error = error;
    fail_lasting = lasting;
    pthread_mutex_unlock(&turn);
}

long fault_layer_disarm(void) {
    pthread_mutex_lock(&turn);
    long operations = count;
    fail_at = 0;
    pthread_mutex_unlock(&turn);
    return operations;
}

void fault_layer_note(const char *text) { record(fault_layer_mark, 0, 0, text, NULL, NULL, 0); }

// Files

/// Whether there is no file at a path. Removing such a file changes nothing, and opening it reads nothing: neither is
/// counted.
static int is_missing(const char *path) {
    struct stat status;
    return syscall(SYS_newfstatat, AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) != 0;
}

static int open_at(int folder, const char *path, int flags, mode_t mode) {
    int watched = is_watched(path);
    int creates = watched && (flags & O_CREAT) && syscall(SYS_faccessat, folder, path, F_OK, 0) != 0;
    int empties = watched && !creates && (flags & O_TRUNC);
    if ((creates || empties) && fails(fault_layer_changes)) return -1;
    if (watched && !creates && !is_missing(path) && fails(fault_layer_reads)) return -1;
    int file = (int)syscall(SYS_openat, folder, path, flags, mode);
    if (file < 0 || file >= most_files) return file;
    struct stat status;
    files[file].is_watched = (unsigned char)watched;
    files[file].is_folder = watched && fstat(file, &status) == 0 && S_ISDIR(status.st_mode);
    if (creates) record(fault_layer_create, inode(file), 0, path, NULL, NULL, 0);
    if (empties) record(fault_layer_truncate, inode(file), 0, NULL, NULL, NULL, 0);
    return file;
}

static mode_t mode_of(int flags, va_list list) {
    return (flags & (O_CREAT | O_TMPFILE)) ? va_arg(list, mode_t) : 0;
}

#define OPEN(name)                                                                                                     \
    int name(const char *path, int flags, ...) {                                                                       \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        mode_t mode = mode_of(flags, list);                                                                            \
        va_end(list);                                                                                                  \
        return open_at(AT_FDCWD, path, flags, mode);                                                                   \
    }
#define OPEN_AT(name)                                                                                                  \
    int name(int folder, const char *path, int flags, ...) {                                                           \
        va_list list;                                                                                                  \
        va_start(list, flags);                                                                                         \
        mode_t mode = mode_of(flags, list);                                                                            \
        va_end(list);                                                                                                  \
        return open_at(folder, path, flags, mode);                                                                     \
    }
OPEN(open)
OPEN(open64)
OPEN_AT(openat)
OPEN_AT(openat64)

static ssize_t write_at(int file, const void *data, size_t length, off64_t offset, int moves) {
    size_t allowed = length;
    int failing = fails(fault_layer_changes);
    if (failing) allowed = length / 2;
    ssize_t written = 0;
    if (allowed > 0) {
        written = moves ? syscall(SYS_write, file, data, allowed) : syscall(SYS_pwrite64, file, data, allowed, offset);
        if (written > 0) record(fault_layer_write, inode(file), (uint64_t)offset, NULL, NULL, data, (size_t)written);
    }
    if (!failing) return written;
    errno = fail_error;
    return -1;
}

ssize_t write(int file, const void *data, size_t length) {
    if (!is_watched_file(file)) return syscall(SYS_write, file, data, length);
    return write_at(file, data, length, lseek64(file, 0, SEEK_CUR), 1);
}

ssize_t pwrite64(int file, const void *data, size_t length, off64_t offset) {
    if (!is_watched_file(file)) return syscall(SYS_pwrite64, file, data, length, offset);
    return write_at(file, data, length, offset, 0);
}

ssize_t pwrite(int file, const void *data, size_t length, off_t offset) {
    return pwrite64(file, data, length, offset);
}

ssize_t read(int file, void *data, size_t length) {
    if (is_watched_file(file) && fails(fault_layer_reads)) return -1;
    return syscall(SYS_read, file, data, length);
}

ssize_t pread64(int file, void *data, size_t length, off64_t offset) {
    if (is_watched_file(file) && fails(fault_layer_reads)) return -1;
    return syscall(SYS_pread64, file, data, length, offset);
}

ssize_t pread(int file, void *data, size_t length, off_t offset) { return pread64(file, data, length, offset); }

int ftruncate64(int file, off64_t length) {
    if (!is_watched_file(file)) return (int)syscall(SYS_ftruncate, file, length);
    if (fails(fault_layer_changes)) return -1;
    int outcome = (int)syscall(SYS_ftruncate, file, length);
    if (outcome == 0) record(fault_layer_truncate, inode(file), (uint64_t)length, NULL, NULL, NULL, 0);
    return outcome;
}

int ftruncate(int file, off_t length) { return ftruncate64(file, length); }

static int sync_file(int file, long call) {
    if (!is_watched_file(file)) return (int)syscall(call, file);
    if (fails(fault_layer_changes)) return -1;
    int outcome = (int)syscall(call, file);
    if (outcome != 0) return outcome;
    char name[64], path[4096] = "";
    if (files[file].is_folder) {
        static const char digits[] = "0123456789";
        char text[16];
        int length = 0, number = file;
        do text[length++] = digits[number % 10];
        while ((number /= 10) > 0);
        memcpy(name, "/proc/self/fd/", 14);
        for (int i = 0; i < length; i++) name[14 + i] = text[length - 1 - i];
        name[14 + length] = 0;
        long filled = syscall(SYS_readlinkat, AT_FDCWD, name, path, sizeof path - 1);
        path[filled > 0 ? filled : 0] = 0;
    }
    record(fault_layer_sync, inode(file), 0, path, NULL, NULL, 0);
    return 0;
}

int fsync(int file) { return sync_file(file, SYS_fsync); }

int fdatasync(int file) { return sync_file(file, SYS_fdatasync); }

int close(int file) {
    if (file >= 0 && file < most_files) files[file].is_watched = 0;
    return (int)syscall(SYS_close, file);
}

// Names

int rename(const char *from, const char *to) {
    if (!is_watched(from) && !is_watched(to)) return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (fails(fault_layer_changes)) return -1;
    int outcome = (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (outcome == 0) record(fault_layer_rename, 0, 0, from, to, NULL, 0);
    return outcome;
}

/// The program always passes AT_FDCWD, so the paths alone tell whether files are watched.
int renameat2(int from_folder, const char *from, int to_folder, const char *to, unsigned int flags) {
    int is_ours = is_watched(from) || is_watched(to);
    if (is_ours && fails(fault_layer_changes)) return -1;
    int outcome = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, flags);
    if (is_ours && outcome == 0) record(fault_layer_rename, 0, 0, from, to, NULL, 0);
    return outcome;
}

int link(const char *from, const char *to) {
    if (!is_watched(to)) return (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (fails(fault_layer_changes)) return -1;
    int outcome = (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0);
    if (outcome == 0) record(fault_layer_link, 0, 0, from, to, NULL, 0);
    return outcome;
}

static int remove_name(const char *path, int flags, uint32_t kind) {
    if (!is_watched(path) || is_missing(path)) return (int)syscall(SYS_unlinkat, AT_FDCWD, path, flags);
    if (fails(fault_layer_changes)) return -1;
    int outcome = (int)syscall(SYS_unlinkat, AT_FDCWD, path, flags);
    if (outcome == 0) record(kind, 0, 0, path, NULL, NULL, 0);
    return outcome;
}

int unlink(const char *path) { return remove_name(path, 0, fault_layer_unlink); }

int rmdir(const char *path) { return remove_name(path, AT_REMOVEDIR, fault_layer_remove_folder); }

int mknod(const char *path, mode_t mode, dev_t device) {
    int watched = is_watched(path) && is_missing(path);
    if (watched && fails(fault_layer_changes)) return -1;
    int outcome = (int)syscall(SYS_mknodat, AT_FDCWD, path, mode, device);
    struct stat status;
    if (watched && outcome == 0 && syscall(SYS_newfstatat, AT_FDCWD, path, &status, AT_SYMLINK_NOFOLLOW) == 0)
        record(fault_layer_create, status.st_ino, 0, path, NULL, NULL, 0);
    return outcome;
}

int mkdir(const char *path, mode_t mode) {
    if (!is_watched(path) || !is_missing(path)) return (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (fails(fault_layer_changes)) return -1;
    int outcome = (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode);
    if (outcome == 0) record(fault_layer_make_folder, 0, 0, path, NULL, NULL, 0);
    return outcome;
}

// Memory

static sqlite3_mem_methods memory;

static void *allocate(int length) { return fails(fault_layer_memory) ? NULL : memory.xMalloc(length); }

static void *reallocate(void *start, int length) {
    return fails(fault_layer_memory) ? NULL : memory.xRealloc(start, length);
}

/// Replaces SQLite's allocator, in a process that is linked with its shared library.
static void intercept_sqlite_memory(void) {
    int (*configure)(int, ...) = (int (*)(int, ...))dlsym(RTLD_DEFAULT, "sqlite3_config");
    if (!configure || configure(SQLITE_CONFIG_GETMALLOC, &memory) != SQLITE_OK) return;
    sqlite3_mem_methods failing = memory;
    failing.xMalloc = allocate;
    failing.xRealloc = reallocate;
    configure(SQLITE_CONFIG_MALLOC, &failing);
}

void *mmap64(void *start, size_t length, int protection, int flags, int file, off64_t offset) {
    if (fails(fault_layer_memory)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, start, length, protection, flags, file, offset);
}

void *mmap(void *start, size_t length, int protection, int flags, int file, off_t offset) {
    return mmap64(start, length, protection, flags, file, offset);
}

/// Makes only what splits a mapping fail, which needs memory of the system.
int mprotect(void *start, size_t length, int protection) {
    if (protection == PROT_READ && fails(fault_layer_memory)) return -1;
    return (int)syscall(SYS_mprotect, start, length, protection);
}

// The process itself

/// Writes the process's peak memory, in kilobytes, and its processor time, in milliseconds, to a file when it exits.
__attribute__((destructor)) static void end(void) {
    const char *path = getenv("FAULT_MEMORY");
    if (!path) return;
    char status[8192];
    int file = (int)syscall(SYS_openat, AT_FDCWD, "/proc/self/status", O_RDONLY | O_CLOEXEC, 0);
    long length = syscall(SYS_read, file, status, sizeof status - 1);
    syscall(SYS_close, file);
    status[length > 0 ? length : 0] = 0;
    const char *peak = strstr(status, "VmHWM:");
    if (!peak) return;
    peak += strcspn(peak, "0123456789");
    file = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    long milliseconds = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000
        + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1000;
    char figures[64];
    int written = snprintf(figures, sizeof figures, "%.*s %ld", (int)strspn(peak, "0123456789"), peak, milliseconds);
    syscall(SYS_write, file, figures, written);
    syscall(SYS_close, file);
}

/// Records changes of whether the process may leave core dumps, in order with the changes of files.
int prctl(int option, ...) {
    va_list list;
    va_start(list, option);
    unsigned long arguments[4];
    for (int i = 0; i < 4; i++) arguments[i] = va_arg(list, unsigned long);
    va_end(list);
    if (keeps_cores && option == PR_SET_DUMPABLE) return 0;
    int outcome = (int)syscall(SYS_prctl, option, arguments[0], arguments[1], arguments[2], arguments[3]);
    if (option == PR_SET_DUMPABLE && outcome == 0) fault_layer_note(arguments[0] ? "dumpable" : "not dumpable");
    return outcome;
}

/// With FAULT_CORES, the limit on core dumps is ignored, as a negative control.
int setrlimit64(__rlimit_resource_t resource, const struct rlimit64 *limit) {
    if (keeps_cores && resource == RLIMIT_CORE) return 0;
    return (int)syscall(SYS_prlimit64, 0, resource, limit, NULL);
}

int setrlimit(__rlimit_resource_t resource, const struct rlimit *limit) {
    struct rlimit64 wide = {limit->rlim_cur, limit->rlim_max};
    return setrlimit64(resource, &wide);
}

#ifdef __clang__
#pragma clang attribute pop
#endif
