internal import SQLiteKit
internal import SealedStore
internal import Sealing
internal import SystemKit

/// One thing that was verified of a store, and how it stands.
public struct StoreCheck: Hashable, Sendable {
    public let name: String
    /// What is wrong; `nil` when all is well. It repeats no value.
    public let problem: String?
    /// What the check couldn't look at, or found and doesn't mind; `nil` when there is nothing to say.
    public private(set) var note: String?

    public var isOK: Bool { problem == nil }
}

extension ProfileStore {
    /// Verifies the store: its file, this account's gate, and that every seal of the account opens.
    ///
    /// Each check is made whatever the others found.
    ///
    /// - Throws: ``ProfileError`` with `locked`, `busy` or `io` when the checks can't be made at all.
    public func check() throws -> [StoreCheck] {
        // Read before the records, which others may make newer in between. That it can't be read is the gate's check.
        let seen = try Self.seen(by: memory, at: gate.path)
        return try withFile { file, sealer in
            var checks: [StoreCheck] = []
            for step in FileCheck.allCases {
                checks.append(try StoreCheck(step.name, finding: { try step.run(file, gate) }))
            }
            // The records are those of one moment, or a commit in between would look like damage.
            return try file.connection.transaction(.reading) { _ in
                checks.append(
                    try StoreCheck(StoreCheck.generation) { try Self.checkGeneration(seen, file, sealer) })
                checks += try RecordCheck.all(in: file, sealer: sealer)
                return checks + (try OtherAccounts.checks(besides: gate.account, in: file))
            }
        }
    }

    /// The last generation seen; `nil` where it isn't known, or what is remembered is damaged.
    private static func seen(by memory: GateMemory, at path: String) throws -> Int? {
        do {
            return try translatingErrors(at: path) { try memory.lastSeen }
        } catch let error as ProfileError where error.isOfStore {
            return nil
        }
    }

    /// The store isn't older than the last one seen here.
    private static func checkGeneration(
        _ seen: Int?, _ file: borrowing StoreFile, _ sealer: RecordSealer
    ) throws {
        let records = try file.records(sealer, .salvaging)
        // Of a manifest that doesn't open it can't be told, which is the other check's to report.
        guard let seen, records.damaged.isEmpty else { return }
        guard records.generation >= seen else { throw CheckProblem("it is older than the last one seen here") }
    }
}

extension StoreCheck {
    /// The check that fails alone for a whole store that is older than the last one seen, which may be accepted.
    package static let generation = "generation"

    /// Makes a check: what the body throws is what is wrong.
    ///
    /// - Throws: what keeps the check from being made: a disk that can't be read and too little memory say nothing of the
    ///   store.
    init(_ name: String, note: String? = nil, finding body: () throws -> Void) throws {
        (self.name, self.note) = (name, note)
        do {
            try body()
            problem = nil
        } catch SealingError.outOfMemory {
            problem = ProfileError.outOfMemory.message
        } catch is SealingError {
            problem = "a record does not open"
        } catch is MalformedRecord {
            problem = "a record is missing or malformed"
        } catch let error as CheckProblem {
            problem = error.description
        } catch let error as SQLiteError where error.isDamage {
            problem = error.message
        } catch let error as EngineError where error.code == .damaged {
            problem = error.detail
        } catch let error as StoreError where error.code == .damaged {
            problem = ProfileError.translated(error, at: "the store").message
        } catch let error as UnsafeFile {
            problem = "\(error)"
        } catch let error as SystemError where error.isMissing {
            problem = "\(error)"
        } catch let error as ProfileError where error.isOfStore {
            problem = error.message
        }
    }
}

extension ProfileError {
    /// Whether it says something of the store or of what belongs to it, instead of why that couldn't be looked at.
    fileprivate var isOfStore: Bool { ![.io, .busy, .locked, .failure].contains(code) }
}

/// What a check found wrong.
struct CheckProblem: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// The checks of what stands open: the file and the gate.
private enum FileCheck: String, CaseIterable {
    case header, schema
    case structure = "quick_check"
    case gate

    var name: String { rawValue }

    func run(_ file: borrowing StoreFile, _ gate: Gate) throws {
        switch self {
        case .header:
            guard try file.connection.pragma("application_id") == Schema.applicationID else {
                throw CheckProblem("the file does not say that it is a profile store")
            }
            let version = try file.connection.pragma("user_version")
            guard version == StoreFormat.current.version else { throw CheckProblem("the format is \(version)") }
        case .schema:
            guard try StoreFormat.current.hasTables(file.connection) else {
                throw CheckProblem("the tables are not those of a profile store")
            }
        case .structure:
            let faults = try file.connection.structuralFaults()
            guard faults.isEmpty else { throw CheckProblem(faults.joined(separator: "; ")) }
        case .gate:
            try checkGate(file, gate)
        }
    }

    private func checkGate(_ file: borrowing StoreFile, _ gate: Gate) throws {
        let folder = StateFolder(of: gate.account, in: file, gate.configuration)
        // Whoever changes the gate holds it too.
        let lock = try folder.lock()
        try folder.endChangeover(of: gate.account, in: file)
        guard let record = try GateRecord.load(gate.account, from: file) else { throw Gate.noAccount(gate.account) }
        let device = try folder.deviceSecret(for: record.deviceCheck)
        guard record.isAuthentic(in: file, device: device) else {
            throw CheckProblem("the gate was tampered with")
        }
        _ = try folder.gateState.read(key: device)
        withExtendedLifetime(lock) {}
    }
}
