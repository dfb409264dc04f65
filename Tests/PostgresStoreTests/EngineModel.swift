import SealedStore
import TestSupport

/// A plain model of an engine, with which every engine is compared.
struct EngineModel {
    struct Account: Hashable {
        var gate: GateRow?
        var epoch = 1
        var lock = 0
        var manifest: SealedManifest?
        var mark: [UInt8] = []
        var sessions: [[UInt8]: SessionRow] = [:]
        var records: [String: [Int: RecordRow]] = [:]
    }

    var accounts: [String: Account] = [:]

    static let singletons = [RecordKind("first", .singleton), RecordKind("second", .singleton)]
    /// A kind that engines don't know beforehand.
    static let rare = RecordKind("rare", .singleton)
    static let log = RecordKind("log", .log)
    static let collection = RecordKind("note", .collection, parts: ["note.head", "note.body"])
    static let kinds = singletons + [rare, log, collection]
}

/// One call of an engine's backend.
enum EngineStep: Hashable, Sendable {
    case heads([RecordKind])
    case row(RecordKind, Int, RecordExtent)
    case rows(RecordKind, RecordRange, stoppingAfter: Int)
    case number([UInt8])
    case count(RecordKind)
    case gate
    case sessions
    case session([UInt8])
    case accounts
    case put(RecordKind, RecordRow)
    case remove(RecordKind, ClosedRange<Int>)
    case putManifest(SealedManifest)
    case putMark([UInt8])
    case putGate(GateRow)
    case putLock(Int)
    case putSession(SessionRow)
    case removeSessions([UInt8]?)
    case removeAccount
}

/// The result of a step, in a comparable form.
enum EngineAnswer: Hashable, Sendable {
    case nothing
    case heads(AccountHeads?)
    case rows([RecordRow])
    case number(Int?)
    case gate(GateRow?)
    case sessions([SessionRow])
    case accounts([String])
}

/// A transaction of random steps, which is committed or rolled back.
struct EngineTransaction: Sendable {
    var access: EngineAccess
    var steps: [EngineStep]
    var isThrownAway: Bool
}

struct ThrownAway: Error {}

extension EngineModel {
    /// Runs a step on the model, and returns its answer.
    mutating func run(_ step: EngineStep, on id: AccountID) -> EngineAnswer {
        let name = id.description
        switch step {
        case .heads(let kinds):
            guard let account = accounts[name] else { return .heads(nil) }
            var singletons: [String: RecordRow] = [:]
            for kind in kinds { singletons[kind.name] = account.records[kind.name]?.values.first }
            var heads = AccountHeads(
                epoch: account.epoch, lock: account.lock, manifest: account.manifest, singletons: singletons)
            heads.cardNumber = account.mark
            return .heads(heads)
        case .row(let kind, let number, _):
            return .rows([accounts[name]?.records[kind.name]?[number]].compactMap(\.self))
        case .rows(let kind, let range, let most):
            let all = (accounts[name]?.records[kind.name] ?? [:]).values.filter { range.numbers.contains($0.number) }
            let sorted = all.sorted { ($0.number < $1.number) != range.isDescending }
            return .rows(Array(sorted.prefix(min(range.limit ?? .max, most))))
        case .number(let fingerprint):
            let rows = accounts[name]?.records[Self.collection.name] ?? [:]
            return .number(rows.values.first { $0.fingerprint == fingerprint }?.number)
        case .count(let kind): return .number(accounts[name]?.records[kind.name]?.count ?? 0)
        case .gate: return .gate(accounts[name]?.gate)
        case .sessions: return .sessions(sessions(of: name))
        case .session(let id): return .sessions(sessions(of: name).filter { $0.id == id })
        case .accounts: return .accounts(accounts.keys.sorted())
        case .put(let kind, let row):
            if kind.form == .singleton { accounts[name]?.records[kind.name] = [:] }
            accounts[name]?.records[kind.name, default: [:]][row.number] = row
        case .remove(let kind, let numbers):
            let rows = accounts[name]?.records[kind.name] ?? [:]
            accounts[name]?.records[kind.name] = rows.filter { !numbers.contains($0.key) }
        case .putManifest(let manifest): accounts[name]?.manifest = manifest
        case .putMark(let mark): accounts[name]?.mark = mark
        case .putGate(let gate):
            accounts[name, default: Account()].gate = gate
            accounts[name]?.epoch = gate.epoch
        case .putLock(let lock): accounts[name]?.lock = lock
        case .putSession(let session): accounts[name]?.sessions[session.id] = session
        case .removeSessions(let id):
            if let id { accounts[name]?.sessions[id] = nil } else { accounts[name]?.sessions = [:] }
        case .removeAccount: accounts[name] = nil
        }
        return .nothing
    }

    private func sessions(of name: String) -> [SessionRow] {
        (accounts[name]?.sessions ?? [:]).values.sorted { $0.id.lexicographicallyPrecedes($1.id) }
    }
}

extension RecordBackend {
    func run(_ step: EngineStep, on id: AccountID) throws -> EngineAnswer {
        switch step {
        case .heads(let kinds): return .heads(try heads(of: id, kinds: kinds))
        case .row(let kind, let number, let extent):
            return .rows([try row(kind, number, of: id, extent: extent)].compactMap(\.self))
        case .rows(let kind, let range, let most):
            var found: [RecordRow] = []
            if most > 0 {
                try rows(kind, in: range, of: id) { row in
                    found.append(row)
                    return found.count < most
                }
            }
            return .rows(found)
        case .number(let fingerprint):
            return .number(try number(of: EngineModel.collection, fingerprint: fingerprint, of: id))
        case .count(let kind): return .number(try count(kind, of: id))
        case .gate: return .gate(try gate(of: id))
        case .sessions: return .sessions(try sessions(of: id))
        case .session(let session): return .sessions([try self.session(session, of: id)].compactMap(\.self))
        case .accounts: return .accounts(try accounts())
        case .put(let kind, let row): try put(row, kind, of: id)
        case .remove(let kind, let numbers): try remove(kind, numbers, of: id)
        case .putManifest(let manifest): try putManifest(manifest, of: id)
        case .putMark(let mark): try putCardNumber(mark, of: id)
        case .putGate(let gate): try putGate(gate, of: id)
        case .putLock(let lock): try putLock(lock, of: id)
        case .putSession(let session): try putSession(session, of: id)
        case .removeSessions(let session): try removeSessions(session, of: id)
        case .removeAccount: try removeAccount(id)
        }
        return .nothing
    }
}

extension EngineAnswer {
    /// Of boxes after the first, engines return what was requested or more.
    func cut(to extent: RecordExtent) -> EngineAnswer {
        guard case .rows(let rows) = self, extent == .first else { return self }
        return .rows(
            rows.map { row in
                var row = row
                for part in row.boxes.indices.dropFirst() { row.boxes[part] = Array(row.boxes[part].prefix(25)) }
                return row
            })
    }
}

extension EngineStep {
    var extent: RecordExtent {
        switch self {
        case .row(_, _, let extent): extent
        case .rows(_, let range, _): range.extent
        default: .whole
        }
    }
}
