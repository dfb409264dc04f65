internal import PostgresKit
internal import SealedStore

/// The identity of the store in a schema.
struct StoreIdentity: Hashable {
    let id: StoreID
    let instance: InstanceID

    /// - Throws: ``PostgresError``, for a missing schema or table if there is no store.
    static func found(by connection: PostgresConnection, in tables: ServerTables) throws(PostgresError) -> StoreIdentity
    {
        let rows = try connection.run(tables.identity)
        guard rows.count == 1 else { throw PostgresError(.unexpectedAnswer, "the store has no identity") }
        let (id, instance) = (try rows.bytes(0, 0), try rows.bytes(0, 1))
        guard id.count == StoreID.length, instance.isEmpty || instance.count == StoreID.length else {
            throw PostgresError(.unexpectedAnswer, "the store's identity has the wrong length")
        }
        guard try rows.integer(0, 2) <= ServerTables.format else { throw PostgresError(.unexpectedAnswer, newer) }
        return StoreIdentity(id: StoreID(bytes: id), instance: InstanceID(bytes: instance))
    }

    static let newer = "the store was written by a newer version"
}
