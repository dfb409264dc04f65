internal import Synchronization

/// A store's file that was migrated to the current format, for the program to report.
public struct MigratedStore: Hashable, Sendable {
    /// The store's file.
    public let path: String
    /// The file with the store as it was before.
    public let copy: String

    private static let migrated = Mutex<Set<MigratedStore>>([])

    /// Returns the stores migrated since the last call.
    public static func takeAll() -> [MigratedStore] {
        migrated.withLock { migrated in
            defer { migrated = [] }
            return migrated.sorted { $0.copy < $1.copy }
        }
    }

    static func note(_ store: MigratedStore) { migrated.withLock { _ = $0.insert(store) } }
}
