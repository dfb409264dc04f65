internal import SQLiteKit
internal import SealedStore

extension InstanceID {
    /// Makes a store this instance, inside the caller's transaction.
    func write(to connection: borrowing Connection) throws {
        try connection.run("UPDATE store SET instance = ?", .blob(bytes))
    }
}
