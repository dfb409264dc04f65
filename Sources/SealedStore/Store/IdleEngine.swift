internal import Synchronization

/// A store that one operation opened and the next may use, so that a command opens it once.
final class IdleEngine: Sendable {
    private let location: StoreLocation
    private let schema: StoreSchema
    private let idle = Mutex<(any RecordEngine)?>(nil)

    init(_ location: StoreLocation, _ schema: StoreSchema) {
        (self.location, self.schema) = (location, schema)
    }

    /// The idle store, or one opened anew when there is none or another file stands there by now. It is the caller's.
    ///
    /// - Throws: as ``EngineOpener/open(_:)``.
    func take() throws -> any RecordEngine {
        if let found = idle.withLock({ $0.take() }), found.isCurrent { return found }
        return try location.opener.open(schema)
    }

    /// Lends the store to an operation that doesn't keep it.
    func use<Result>(_ body: (any RecordEngine) throws -> Result) throws -> Result {
        let taken = try take()
        let result = try body(taken)
        idle.withLock { $0 = taken }
        return result
    }
}
