#pragma once

// A library for LD_PRELOAD that intercepts a process's calls to the file system, below one folder (FAULT_ROOT).
//
// It records every change there in the order of the calls (to the file FAULT_LOG), and can make the n-th change fail: set
// by fault_layer_arm, or from the start by the numbers FAULT_AT and FAULT_ERROR, and FAULT_LASTING. It can make reads or
// requests for memory fail instead; from the start if FAULT_OPERATIONS is the number of their kind. With FAULT_CORES, a process that forbids core dumps leaves one nevertheless. FAULT_MEMORY names
// a file to which the process writes, when it exits, its peak memory in kilobytes and its processor time in milliseconds.
// Files whose names end in "-shm" are ignored: they contain nothing that outlives a process.

/// The kinds of records in the log.
enum fault_layer_kind {
    fault_layer_create = 1, // path, inode
    fault_layer_write = 2, // inode, offset, data
    fault_layer_truncate = 3, // inode, offset: the new length
    fault_layer_sync = 4, // inode; for a folder also its path
    fault_layer_rename = 5, // path, second path
    fault_layer_unlink = 6, // path
    fault_layer_make_folder = 7, // path
    fault_layer_remove_folder = 8, // path
    fault_layer_link = 9, // path, second path
    fault_layer_mark = 10, // path: the text
};

/// What is counted, and can fail.
enum fault_layer_operations {
    fault_layer_changes = 1,
    fault_layer_reads = 2, // reading from a file, and opening one that exists
    // SQLite's allocations; and mappings of memory, which is how libsodium allocates, and making them read-only
    fault_layer_memory = 3,
};

/// Counts operations from now on, and makes the `at`-th fail with `error`, and every later one too if `lasting`. Half of a
/// failing write is written. If `at` is 0, no operation fails.
void fault_layer_arm(enum fault_layer_operations operations, long at, int error, int lasting);

/// Lets no more operations fail, and returns the number of operations counted.
long fault_layer_disarm(void);

/// Writes a text to the log.
void fault_layer_note(const char *text);
