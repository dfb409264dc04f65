internal import SQLiteKit
internal import Sealing

/// Which of a store's copies a file is: made anew with the store and with each restore, so that copies go their own
/// ways. A file that was copied by other means is the same instance still.
struct InstanceID: Hashable, Sendable {
    /// 16 random bytes; none for a store that came from format 1, which knew no instances.
    let bytes: [UInt8]

    static let unnamed = InstanceID(bytes: [])

    static func random() -> InstanceID { InstanceID(bytes: RandomBytes.make(StoreID.length)) }

    var isUnnamed: Bool { bytes.isEmpty }

    /// Lower-case hexadecimal, as the state folder is named.
    var hexadecimal: String { bytes.hexadecimal }

    /// Makes a store this instance, inside the caller's transaction.
    func write(to connection: borrowing Connection) throws {
        try connection.run("UPDATE store SET instance = ?", .blob(bytes))
    }
}
