import SQLiteKit
import SealedStoreTesting
import Sealing
import Testing

@testable import SealedStore

@Suite struct `The cost of a guess` {
    private static let low = KeyDerivation.Cost(operations: 1, memory: KeyDerivation.Cost.leastMemory)
    private static let high = KeyDerivation.Cost(operations: 2, memory: 2 * KeyDerivation.Cost.leastMemory)

    private let temporary: TemporaryStore
    /// The same gate with a program's default cost for new secrets, which is lower.
    private var gate: Gate { temporary.gate }

    init() throws {
        temporary = try TemporaryStore()
        try temporary.gate.change(to: Secret("820461"), current: Self.secrets("739158"), raisingCostTo: Self.high)
    }

    private static func secrets(_ passcode: String) throws -> Gate.Secrets {
        try Gate.Secrets(passcode: Secret(passcode))
    }

    @Test func `is raised by a change that requests it`() throws {
        #expect(try gate.costs() == [Self.high])
    }

    @Test func `is kept by a change of the passcode, a new recovery code and a recovery`() throws {
        try gate.change(to: Secret("640275"), current: Self.secrets("820461"))
        #expect(try gate.costs() == [Self.high])
        let code = try gate.renewRecoveryCode(current: Self.secrets("640275"))
        #expect(try gate.costs() == [Self.high])
        try gate.recover(with: code, settingUp: Self.secrets("820461"))
        #expect(try gate.costs() == [Self.high])
    }

    @Test func `is never lowered`() throws {
        try gate.change(to: Secret("640275"), current: Self.secrets("820461"), raisingCostTo: Self.low)
        #expect(try gate.costs() == [Self.high])
    }

    /// A gate can only be verified with its device secret.
    @Test(arguments: [true, false])
    func `is at least the program's default after a recovery of an unverified gate`(hasDeviceSecret: Bool) throws {
        if !hasDeviceSecret { try remove("\(try temporary.stateFolder)/device.key") }
        let connection = try Connection(opening: gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run("UPDATE stage SET operations = 1, memory = 8192")
        var configuration = gate.configuration
        configuration.cost = Self.high
        let gate = try Gate(at: .file(gate.path), configuration: configuration)
        try gate.recover(with: temporary.recoveryCode, settingUp: Self.secrets("640275"))
        #expect(try gate.costs() == [Self.high])
    }
}

@Suite(.temporaryStore) struct `A gate that was changed in the file` {
    private var temporary: TemporaryStore { TemporaryStore.current }

    private func plant(_ statement: String) throws {
        let connection = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run(statement)
    }

    @Test(arguments: [Int.max, Int.max - 1, 1 << 53, 0, -1, Int.min])
    func `is recovered with the recovery code, whatever epoch was planted, and can be changed again`(
        epoch: Int
    ) throws {
        try plant("UPDATE account SET epoch = \(epoch)")
        #expect(temporary.attempt(TemporaryStore.passcode) == .damaged)
        let gate = temporary.gate
        let code = try gate.recover(
            with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        #expect(temporary.attempt("820461") == nil)
        try gate.change(to: Secret("640275"), current: Gate.Secrets(passcode: Secret("820461")))
        #expect(temporary.attempt("640275") == nil)
        try gate.recover(with: code, settingUp: Gate.Secrets(passcode: Secret("739158")))
        #expect(temporary.attempt("739158") == nil)
    }

    @Test func `is recovered with the formats that its owner chose, not with easier ones`() throws {
        let two = try TemporaryStore(password: "correct horse", format: .sixDigits)
        let connection = try Connection(opening: two.gate.path, mode: .existing, busyTimeout: .seconds(1))
        try connection.run("DELETE FROM stage WHERE position = 0")
        try connection.run("UPDATE stage SET format = 'digits:4', position = 0")
        #expect(
            code {
                try two.gate.recover(
                    with: two.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("7391")))
            } == .locked)
        try two.gate.recover(
            with: two.recoveryCode,
            settingUp: Gate.Secrets(passcode: Secret("820461"), password: Secret("better horse")))
        #expect(try two.gate.stages() == [.password, .sixDigits])
    }
}
