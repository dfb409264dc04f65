import PostgresKit
import SealedStoreTesting
import Synchronization
import TestSupport
import Testing

@testable import PostgresStore
@testable import SealedStore

/// Every engine does what the model does, whatever a store asks of it.
@Suite struct ParityTests {
    /// In the short form twice as many as the controls need to find a lost row.
    static let sequences = ReliabilityFigure.isTorture ? 10_000 : 1_000

    @Test func `the engine in memory does what the model does`() throws {
        let difference = try Parity(MemoryEngine(), seed: 1).firstDifference(in: Self.sequences)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func `the engine in a file does what the model does`() throws {
        let store = try LocalEngine.file.store(.forParity)
        let difference = try Parity(store.engine, seed: 1).firstDifference(in: Self.sequences)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
    func `the engine on a server does what the model does`() throws {
        let difference = try Parity(serverEngine("parity"), seed: 1).firstDifference(in: Self.sequences)
        #expect(difference == nil, "\(difference ?? "")")
        ReliabilityFigure.record(
            "R32", "every engine does what the model does",
            figure: "\(Self.sequences) sequences in memory, in a file and on a server",
            control: "a lost row, no turns, no wake-ups: detected")
    }

    @Test(arguments: LocalEngine.allCases) func `a lost row is detected`(in place: LocalEngine) throws {
        let store = try place.store(.forParity)
        #expect(try Parity(LosingEngine(store.engine), seed: 1).firstDifference(in: 500) != nil)
    }

    @Test(.enabled(if: PostgresServer.isInstalled, "\(PostgresServer.reason)"))
    func `a lost row is detected on a server`() throws {
        #expect(try Parity(LosingEngine(serverEngine("loss")), seed: 1).firstDifference(in: 500) != nil)
    }
}

extension EngineSchema {
    static var forParity: EngineSchema {
        EngineSchema(
            EngineModel.singletons + [EngineModel.log, EngineModel.collection],
            applicationID: SQLiteEngine.applicationID(of: "parity"))
    }
}

/// An engine on the tests' server, in a separate schema.
func serverEngine(_ workspace: String, schema: EngineSchema = .forParity) throws -> ServerEngine {
    try serverEngine(at: #require(PostgresServer.shared).url(workspace: workspace), schema: schema)
}

func serverEngine(
    at url: String, schema: EngineSchema = .forParity, patience: Duration? = nil,
    settlingPatience: Duration = .seconds(45)
) throws -> ServerEngine {
    let opener = ServerOpener(address: try .init(url))
    let made = try #require(try opener.create(schema) as? ServerEngine)
    return ServerEngine(
        patience.map { ServerPool(opener.address, patience: $0) } ?? made.pool,
        StoreIdentity(id: made.id, instance: made.instance), schema: schema,
        settlingPatience: settlingPatience)
}

extension SocketProxy.Rewording {
    /// Lets writers of an account overtake each other.
    static var withoutLocks: Self { .init(" FOR UPDATE", "           ") }
}

/// Runs random sequences on an engine and on the model.
struct Parity {
    private let engine: any RecordEngine
    private let seed: UInt64

    init(_ engine: any RecordEngine, seed: UInt64) {
        (self.engine, self.seed) = (engine, seed)
    }

    /// A description of the first difference; `nil` when there is none.
    func firstDifference(in sequences: Int) throws -> String? {
        for number in 0..<sequences {
            let seed = seed &* 1_000_003 &+ UInt64(number)
            // Eight accounts are reused, so that they have a history.
            let account = try AccountID("account-\(number % 8)")
            if let difference = try difference(seed: seed, account) {
                return "sequence \(number) of seed \(self.seed): \(difference)"
            }
        }
        return nil
    }

    private func difference(seed: UInt64, _ account: AccountID) throws -> String? {
        var sequence = EngineSequence(seed: seed)
        var model = EngineModel()
        // Records of earlier sequences are removed first.
        try engine.transaction(.writing, of: account) { try $0.removeAccount(account) }
        for _ in 0..<3 {
            let transaction = sequence.next(on: model, account: account)
            var after = model
            var difference: String?
            do {
                try engine.transaction(transaction.access, of: account) { backend in
                    for step in transaction.steps {
                        let expected = after.run(step, on: account).cut(to: step.extent)
                        let found = try backend.run(step, on: account).cut(to: step.extent)
                        guard found == expected else {
                            difference = "\(step): \(found) instead of \(expected), in \(transaction.steps)"
                            break
                        }
                    }
                    if transaction.isThrownAway { throw ThrownAway() }
                }
                model = transaction.access == .writing ? after : model
            } catch is ThrownAway {}
            if let difference { return difference }
        }
        return try finalDifference(model, account)
    }

    /// The difference between the engine and the model at the end.
    private func finalDifference(_ model: EngineModel, _ account: AccountID) throws -> String? {
        var model = model
        let steps: [EngineStep] =
            [.heads(EngineModel.singletons + [EngineModel.rare]), .gate, .sessions]
            + EngineModel.kinds.map { .rows($0, RecordRange(), stoppingAfter: .max) }
        return try engine.transaction(.reading, of: account) { backend in
            for step in steps {
                let (expected, found) = (model.run(step, on: account), try backend.run(step, on: account))
                if found != expected { return "at the end, \(step): \(found) instead of \(expected)" }
            }
            return nil
        }
    }
}

/// An engine that loses every fiftieth row that is put.
private final class LosingEngine: PassingEngine, @unchecked Sendable {
    private let puts = PutCount()

    override func transaction<Result: Sendable>(
        _ access: EngineAccess, of account: AccountID, _ body: (any RecordBackend) throws -> Result,
        settling: (Result, any RecordBackend) throws -> Bool?
    ) throws -> EngineOutcome<Result> {
        try base.transaction(
            access, of: account, { try body(LosingBackend($0, puts)) }, settling: settling)
    }
}

private final class PutCount: Sendable {
    private let count = Atomic<Int>(0)

    /// Whether this row is to be lost.
    func next() -> Bool { count.add(1, ordering: .relaxed).newValue.isMultiple(of: 50) }
}

/// Passes everything on except some rows.
private final class LosingBackend: PassingBackend {
    private let base: any RecordBackend
    private let puts: PutCount

    init(_ base: any RecordBackend, _ puts: PutCount) {
        (self.base, self.puts) = (base, puts)
    }

    override func read<Result: Sendable>(_ body: (any RecordBackend) throws -> Result) throws -> Result {
        try body(base)
    }

    override func write(_ body: @escaping (any RecordBackend) throws -> Void) throws { try body(base) }

    override func put(_ row: RecordRow, _ kind: RecordKind, of account: AccountID) throws {
        if !puts.next() { try super.put(row, kind, of: account) }
    }
}
