internal import Sealing
internal import Synchronization
internal import SystemKit

/// The part of a gate that doesn't depend on the type of store it opens.
package struct GateContext: Sendable {
    package let location: StoreLocation
    package let account: AccountID
    package let configuration: GateConfiguration
    package let schema: StoreSchema
    private let idle: IdleEngine

    /// - Throws: ``StoreError`` with `io` for a relative path if the current directory no longer exists.
    init(
        _ location: StoreLocation, account: AccountID, configuration: GateConfiguration, schema: StoreSchema
    ) throws {
        let (location, configuration) = try translatingErrors(at: location.name) {
            (StoreLocation(try location.opener.fromRoot()), try configuration.withAbsoluteFolders())
        }
        var schema = schema
        schema.engineSchema.migrationHandler = { [tell = configuration.noticeHandler] in tell(.migrated($0)) }
        self.init(location, account, configuration, schema, IdleEngine(location, schema.engineSchema))
    }

    private init(
        _ location: StoreLocation, _ account: AccountID, _ configuration: GateConfiguration, _ schema: StoreSchema,
        _ idle: IdleEngine
    ) {
        (self.location, self.account, self.configuration) = (location, account, configuration)
        (self.schema, self.idle) = (schema, idle)
    }

    /// The gate of another account in the same store.
    func with(_ account: AccountID) -> GateContext {
        GateContext(location, account, configuration, schema, idle)
    }

    var name: String { location.name }

    /// Runs a body and translates the errors of lower layers into ``StoreError``.
    func translating<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        try translatingErrors(at: name, body)
    }

    /// Lends the store to a body that doesn't keep it.
    package func use<Result>(_ body: (any RecordEngine) throws -> Result) throws -> Result {
        try translating { try idle.use(body) }
    }

    /// Lends the store to a body that only reads, even if the store can't be written.
    func useForReading<Result>(_ body: (any RecordEngine) throws -> Result) throws -> Result {
        do {
            return try use(body)
        } catch let error as StoreError where error.code == .io {
            guard let engine = try? location.opener.openForReading(schema.engineSchema) else { throw error }
            return try translating { try body(engine) }
        }
    }

    /// Returns the store to a caller that keeps it.
    func take() throws -> any RecordEngine { try idle.take() }

    package func scope(in engine: any RecordEngine) -> AccountContext {
        AccountContext(of: account, in: engine, schema)
    }

    package func folder(in engine: any RecordEngine) -> StateFolder {
        StateFolder(of: scope(in: engine), configuration)
    }

    func sealer(in engine: any RecordEngine, dataKey: borrowing Secret) throws(SealingError) -> RecordSealer {
        try RecordSealer(domain: schema.domain, store: engine.id, account: account, dataKey: dataKey)
    }

    /// Closes the store that the last operation left open for the next one.
    func closeIdle() { idle.close() }

    var now: BootInstant { configuration.clock.bootInstant }
}

extension GateContext {
    /// Copies the store as of its last commit to the next free name: `STORE.damaged`. A body that writes may call this.
    ///
    /// - Returns: the copy's path.
    /// - Throws: ``StoreError`` with `exists`, `io`, leaving no new file behind.
    func copyAside(_ engine: any RecordEngine) throws -> String {
        let names = StoreCopy.names("\(location.opener.file ?? "\(folder(in: engine).path)/store").damaged")
        for name in names where PrivateFile.identity(of: name) == nil {
            let copy = try StoreCopy(for: name, schema.engineSchema)
            try copy.fill(from: engine, only: account)
            try copy.verify()
            try copy.publish()
            return name
        }
        throw StoreError(.fileExists(path: names[names.count - 1]))
    }
}

extension RecordEngine {
    /// The ids of all accounts, or of no more than a limit, in order.
    func accountIDs(atMost limit: Int? = nil) throws -> [AccountID] {
        let ids = try look { backend in try limit.map(backend.accounts(atMost:)) ?? backend.accounts() }
        do {
            return try ids.map { try AccountID($0) }
        } catch {
            throw StoreError(.damaged(.accountID), at: name)
        }
    }
}

/// A store that one operation opened and the next can reuse, so that a command opens it only once.
private final class IdleEngine: Sendable {
    private let location: StoreLocation
    private let schema: EngineSchema
    private let idle = Mutex<(any RecordEngine)?>(nil)

    init(_ location: StoreLocation, _ schema: EngineSchema) {
        (self.location, self.schema) = (location, schema)
    }

    /// Returns the idle store, which the caller then owns; opens one if there is none or its file has been replaced.
    ///
    /// - Throws: as ``EngineOpener/open(_:)``.
    func take() throws -> any RecordEngine {
        if let found = idle.withLock({ $0.take() }), found.isCurrent { return found }
        return try location.opener.open(schema)
    }

    func close() {
        // Within the lock, so that whoever closes it at the same time finds the file closed.
        idle.withLock { $0 = nil }
    }

    /// Lends the store to an operation that doesn't keep it.
    func use<Result>(_ body: (any RecordEngine) throws -> Result) throws -> Result {
        let taken = try take()
        let result = try body(taken)
        idle.withLock { $0 = taken }
        return result
    }
}
