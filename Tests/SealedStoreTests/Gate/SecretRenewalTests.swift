import SealedStoreTesting
import Synchronization
import Testing

@testable import SQLiteKit
@testable import SealedStore

/// What can be opened when older data is put back after a change of secrets.
@Suite(.temporaryStore) struct `A changed secret stays changed` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var gate: Gate { temporary.gate }
    private static let new = "820461"

    enum Change: CaseIterable {
        case passcode, recoveryCode, recovery

        /// Makes the change, to the passcode ``new`` unless the change keeps the passcode.
        ///
        /// - Returns: the recovery code that is valid afterwards.
        func make(in temporary: TemporaryStore) throws -> RecoveryCode {
            let current = try Gate.Secrets(passcode: Secret(TemporaryStore.passcode))
            switch self {
            case .passcode:
                try temporary.gate.change(to: Secret(new), current: current)
                return temporary.recoveryCode
            case .recoveryCode: return try temporary.gate.renewRecoveryCode(current: current)
            case .recovery:
                return try temporary.gate.recover(
                    with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret(new)))
            }
        }

        var passcode: String { self == .recoveryCode ? TemporaryStore.passcode : new }
    }

    /// Changes the gate on another machine, which doesn't share the state folder and so the hold, while keys are derived
    /// here: for a change or, with `nil`, for an unlock.
    @Test(arguments: [Change.passcode, .recoveryCode, nil])
    func `is refused here if another machine has changed the gate meanwhile`(change: Change?) throws {
        var there = gate.configuration
        there.stateFolder = "\(temporary.folder)/elsewhere"
        let (elsewhere, code) = (try Gate(at: .file(gate.path), configuration: there), temporary.recoveryCode)
        let recovery = Once {
            _ = try? elsewhere.recover(with: code, settingUp: Gate.Secrets(passcode: Secret("640275")))
        }
        var here = gate.configuration
        here.clock = ActingClock(temporary.clock) { recovery.run() }
        let interrupted = try Gate(at: .file(gate.path), configuration: here)
        let current = try Gate.Secrets(passcode: Secret(TemporaryStore.passcode))
        let refused = #expect(throws: StoreError.self) {
            switch change {
            case .passcode: try interrupted.change(to: Secret(Self.new), current: current)
            case nil: _ = try interrupted.unlock(with: Secret(TemporaryStore.passcode))
            default: try interrupted.renewRecoveryCode(current: current)
            }
        }
        #expect(refused?.reason == .gateChanged(.main))
        #expect(try elsewhere.unlock(with: Secret("640275")).check().allSatisfy(\.isOK))
    }

    private func connect(_ path: String? = nil) throws -> Connection {
        try Connection(opening: path ?? gate.path, mode: .existing, busyTimeout: .seconds(1))
    }

    /// Replaces rows of the store by those of a copy.
    private func putBack(_ tables: [String], where condition: String = "1", from copy: String) throws {
        for table in tables.reversed() { try connect().run("DELETE FROM \(table) WHERE \(condition)") }
        for table in tables {
            let columns = try connect().rows("SELECT name FROM pragma_table_info('\(table)')") { try $0.text(0) }
            let connection = try connect()
            try connection.run("ATTACH ? AS copy", .text(copy))
            let list = columns.joined(separator: ", ")
            try connection.run("INSERT INTO \(table) (\(list)) SELECT \(list) FROM copy.\(table) WHERE \(condition)")
        }
    }

    private func replace(_ path: String, by other: String) throws {
        try remove(path)
        try copy(other, to: path)
    }

    @Test(arguments: Change.allCases) func `with the old gate rows put back`(change: Change) throws {
        try temporary.unlock().edit { $0.place = "before" }
        try copy(gate.path, to: "\(gate.path).old")
        _ = try change.make(in: temporary)
        // Only the gate's rows: deleting the account would delete its records as well.
        let old = try connect("\(gate.path).old")
        let row = try #require(
            try old.first("SELECT epoch, recovery, device_check, mac FROM account") {
                (try $0.integer(0), try $0.blob(1), try $0.blob(2), try $0.blob(3))
            })
        try connect().run(
            "UPDATE account SET epoch = ?, recovery = ?, device_check = ?, mac = ?", .integer(row.0), .blob(row.1),
            .blob(row.2), .blob(row.3))
        try putBack(["stage"], from: "\(gate.path).old")
        #expect(temporary.attempt(TemporaryStore.passcode) == .noDeviceSecret)
        #expect(temporary.attempt(Self.new) == .noDeviceSecret)
        #expect(
            try contents(of: try temporary.stateFolder).sorted() == [
                "device.key", "gate.state", "path.state", "seen.state",
            ])
    }

    @Test(arguments: Change.allCases) func `with the whole older file put back`(change: Change) throws {
        try temporary.unlock().edit { $0.place = "before" }
        try copy(gate.path, to: "\(gate.path).old")
        _ = try change.make(in: temporary)
        try replace(gate.path, by: "\(gate.path).old")
        #expect(temporary.attempt(TemporaryStore.passcode) == .noDeviceSecret)
        // The old recovery code fits the old file; the generation shows that it is older.
        var shown = 0
        let refusal = code {
            try gate.recover(
                with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("640275")),
                recoveryCodeHandler: { _ in shown += 1 })
        }
        #expect(refusal == .damaged)
        #expect(shown == 0)
    }

    @Test(arguments: Change.allCases) func `and counts as the newest from then on`(change: Change) throws {
        let code = try change.make(in: temporary)
        try copy(gate.path, to: "\(gate.path).old")
        try gate.unlock(with: Secret(change.passcode)).edit { $0.place = "after" }
        try replace(gate.path, by: "\(gate.path).old")
        #expect(temporary.attempt(change.passcode) == .damaged)
        let refusal = SealedStoreTests.code {
            try gate.recover(with: code, settingUp: Gate.Secrets(passcode: Secret("640275")))
        }
        #expect(refusal == .damaged)
    }

    @Test(arguments: Change.allCases) func `while the card and the data stay the same`(change: Change) throws {
        let store = try temporary.unlock()
        try store.edit { $0.place = "before" }
        try store.setReadableText("Call Ada")
        _ = try change.make(in: temporary)
        #expect(try gate.readableText() == "Call Ada")
        let after = try gate.unlock(with: Secret(change.passcode))
        #expect(try after.document.place == "before")
        #expect(try after.check().filter { !$0.isOK } == [])
    }

    @Test func `but does not authenticate a card that was put back`() throws {
        // Each store is closed at once, so that the file is whole when it is copied.
        try temporary.unlock().setReadableText("Call Ada")
        let copied = "\(gate.path).old"
        try copy(gate.path, to: copied)
        try temporary.unlock().setReadableText("Call Bo")
        try putBack(["record"], where: "kind = 'card'", from: copied)
        _ = try Change.passcode.make(in: temporary)
        #expect(code { _ = try gate.readableText() } == .damaged)
    }

    @Test func `and renews every stage behind the new device secret`() throws {
        let two = try TemporaryStore(password: "correct horse", format: .fourDigits, passcode: "7391")
        func envelopes() throws -> [[UInt8]] {
            try connect(two.gate.path).rows("SELECT envelope FROM stage ORDER BY position") { try $0.blob(0) }
        }
        let (before, device) = (try envelopes(), try bytes(of: "\(try two.stateFolder)/device.key"))
        try two.gate.change(
            to: Secret("8204"), current: Gate.Secrets(passcode: Secret("7391"), password: Secret("correct horse")))
        let after = try envelopes()
        #expect(zip(before, after).allSatisfy { $0 != $1 })
        #expect(try bytes(of: "\(try two.stateFolder)/device.key") != device)
        guard case .next(let door) = try two.gate.enter().open(with: Secret("correct horse")) else {
            return #expect(Bool(false), "there is no second stage")
        }
        #expect(try door.open(with: Secret("8204")).store().document.place == "nowhere")
    }
}

/// Runs a body the first time only, also if it calls this again.
private final class Once: Sendable {
    private let body: @Sendable () -> Void
    private let hasRun = Atomic<Bool>(false)

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() {
        if !hasRun.exchange(true, ordering: .relaxed) { body() }
    }
}

/// A clock that does something whenever the wall clock is read, as an attempt does before it derives a key.
private struct ActingClock: MachineClock {
    private let clock: ManualClock
    private let act: @Sendable () -> Void

    init(_ clock: ManualClock, _ act: @escaping @Sendable () -> Void) { (self.clock, self.act) = (clock, act) }

    var bootInstant: BootInstant { clock.bootInstant }

    var wallTime: WallTime {
        act()
        return clock.wallTime
    }
}
