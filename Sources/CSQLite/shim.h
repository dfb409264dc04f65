#pragma once
#include <sqlite3.h>

// sqlite3_db_config is variadic, which Swift can't call.
static inline int profile_sqlite3_db_config_flag(sqlite3 *db, int operation, int value, int *result) {
    return sqlite3_db_config(db, operation, value, result);
}

// sqlite3_config too.
static inline int profile_sqlite3_count_memory(int counts) { return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, counts); }

// SQLITE_TRANSIENT is a cast, which Swift doesn't import.
static inline int profile_sqlite3_bind_text(sqlite3_stmt *statement, int index, const char *text, sqlite3_uint64 count) {
    return sqlite3_bind_text64(statement, index, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int profile_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
    return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// The last error that the system reported for the file of a database; 0 if there was none.
static inline int profile_sqlite3_file_errno(sqlite3 *database) {
    int number = 0;
    return sqlite3_file_control(database, "main", SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK ? number : 0;
}

// The last error that the system reported for the log or journal of a database; 0 if there was none.
static inline int profile_sqlite3_log_errno(sqlite3 *database) {
    sqlite3_file *file = 0;
    int number = 0;
    if (sqlite3_file_control(database, "main", SQLITE_FCNTL_JOURNAL_POINTER, &file) == SQLITE_OK && file
        && file->pMethods && file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK) {
        return number;
    }
    return 0;
}

