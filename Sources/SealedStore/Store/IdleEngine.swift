internal import Synchronization

/// A store that one operation opened and the next can reuse, so that a command opens it only once.
final class IdleEngine: Sendable {
    private let location: StoreLocation
    private let schema: StoreSchema
    private let idle = Mutex<(any RecordEngine)?>(nil)

    init(_ location: StoreLocation, _ schema: StoreSchema) {
        (self.location, self.schema) = (location, schema)
    }

    /// Returns the idle store, which the caller then owns; opens one if there is none or its file has been replaced.
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
