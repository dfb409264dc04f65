#pragma once

// A library for LD_PRELOAD that stands between a process and its file system, below one folder (FAULT_ROOT).
//
// It records every change there in the order in which it was asked for (to the file FAULT_LOG), and can make the n-th
// of them fail: as told by fault_layer_arm, or from the start by FAULT_AT and FAULT_ERROR, a number each, and
// FAULT_LASTING. FAULT_CORES lets a process leave a core that forbids it; FAULT_MEMORY is a file for what the process took
// until it exited: the most memory, in kilobytes, and a processor's time, in milliseconds. Files whose names end in "-shm"
// are left out: they hold nothing that outlives a process.

/// The kinds of records, as the log holds them.
enum fault_layer_kind {
    fault_layer_create = 1, // path, inode
    fault_layer_write = 2, // inode, offset, data
    fault_layer_truncate = 3, // inode, offset: the new length
    fault_layer_sync = 4, // inode; of a folder with its path
    fault_layer_rename = 5, // path, second path
    fault_layer_unlink = 6, // path
    fault_layer_make_folder = 7, // path
    fault_layer_remove_folder = 8, // path
    fault_layer_link = 9, // path, second path
    fault_layer_mark = 10, // path: the text
};

/// Counts changes from now on, and makes the `at`-th fail with `error`; every later one too when `lasting`. Of a write
/// that fails, half is written. 0 fails none.
void fault_layer_arm(long at, int error, int lasting);

/// Ends that, and returns how many changes were counted.
long fault_layer_disarm(void);

/// Puts a text into the log.
void fault_layer_note(const char *text);
