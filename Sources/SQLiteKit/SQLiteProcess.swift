internal import CSQLite

/// SQLite's settings for a whole process.
public enum SQLiteProcess {
    /// Switches off SQLite's count of the memory it uses, for which each allocation takes a lock.
    ///
    /// It has no effect once something in the process has used SQLite. Nothing may use SQLite at the same time.
    public static func stopCountingMemory() { _ = profile_sqlite3_count_memory(0) }
}
