import FoundationEssentials
import ProfileKit
import ProfileKitTesting
import Testing

@testable import SQLiteKit

/// What was overwritten must not stay in the log, from which the old secrets would open it.
@Suite(.temporaryStore) struct `The log after a change of the gate` {
    private var temporary: TemporaryStore { TemporaryStore.current }
    private var current: Gate.Secrets {
        get throws { Gate.Secrets(passcode: try Secret(TemporaryStore.passcode)) }
    }

    private var log: [UInt8] { (try? bytes(of: "\(temporary.gate.path)-wal")) ?? [] }

    /// Everything by which the old secrets or the old recovery code open the data.
    private func wraps(_ connection: borrowing Connection) throws -> [[UInt8]] {
        try connection.rows("SELECT envelope FROM stage") { try $0.blob(0) }
            + connection.rows("SELECT recovery FROM account") { try $0.blob(0) }
    }

    enum Change: CaseIterable, Sendable { case passcode, recoveryCode, recovery, removal }

    @Test(arguments: Change.allCases) func `is empty, and nothing of what was overwritten is left`(
        change: Change
    ) throws {
        // Another program has the store open, so that the log stays when ours closes it.
        let other = try Connection(opening: temporary.gate.path, mode: .existing, busyTimeout: .seconds(1))
        let old = try wraps(other)
        try temporary.unlock().edit { $0.username = "new" }
        #expect(!log.isEmpty, "there is a log to empty")
        switch change {
        case .passcode: try temporary.gate.change(to: Secret("820461"), current: current)
        case .recoveryCode: try temporary.gate.renewRecoveryCode(current: current)
        case .recovery:
            try temporary.gate.recover(
                with: temporary.recoveryCode, settingUp: Gate.Secrets(passcode: Secret("820461")))
        case .removal: try temporary.gate.removeAccount(current: current)
        }
        #expect(log.isEmpty)
        let left = try wraps(other)
        let gone = old.filter { !left.contains($0) }
        #expect(!gone.isEmpty)
        let file = Data(try bytes(of: temporary.gate.path))
        for wrap in gone { #expect(file.firstRange(of: Data(wrap)) == nil) }
    }
}
