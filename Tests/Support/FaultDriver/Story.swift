import Durability
import Glibc
import ProfileKit

/// A person's action on a store.
enum Step: String, CaseIterable {
    case unlock, fail, edit, change, recover, remove
    case renewRecoveryCode = "recovery-new"

    /// Performs the step. A wrong passcode isn't an error here.
    ///
    /// - Returns: the resulting situation.
    func run(in scene: Scene, from before: Situation, number: Int, shown: (String) -> Void = { _ in }) throws
        -> Situation
    {
        let gate = try scene.gate()
        let current = try Gate.Secrets(passcode: Secret(before.passcode))
        let passcode = Self.passcode(number: number)
        switch self {
        case .unlock:
            try gate.unlockBlocking(with: Secret(before.passcode)).close()
            return before.with(\.failures, 0)
        case .fail:
            do {
                try gate.unlockBlocking(with: Secret("111112")).close()
            } catch let error as ProfileError where error.code == .wrongPasscode {
            }
            return before.with(\.failures, before.failures + 1)
        case .edit:
            let store = try gate.unlockBlocking(with: Secret(before.passcode))
            defer { store.close() }
            try store.edit { $0.username = "name \(number)" }
            return before.with(\.failures, 0).with(\.username, "name \(number)")
        case .change:
            try gate.change(to: Secret(passcode), current: current)
            return before.with(\.failures, 0).replacing(\.passcode, by: passcode)
        case .recover:
            let code = try gate.recover(
                with: try RecoveryCode(reading: Secret(before.recoveryCode)),
                settingUp: Gate.Secrets(passcode: Secret(passcode)), recoveryCodeHandler: { shown($0.description) })
            return before.with(\.failures, 0).replacing(\.passcode, by: passcode)
                .replacing(\.recoveryCode, by: code.description)
        case .remove:
            try gate.removeAccount(current: current)
            return before
        case .renewRecoveryCode:
            let code = try gate.renewRecoveryCode(current: current, recoveryCodeHandler: { shown($0.description) })
            return before.with(\.failures, 0).replacing(\.recoveryCode, by: code.description)
        }
    }

    /// The passcode that a change sets.
    static func passcode(number: Int) -> String { "\(820461 + 7 * number)" }

    /// Makes a store with content of every kind.
    static func begin(in scene: Scene) throws -> Situation {
        let (gate, code) = try Gate.create(
            at: scene.path, passcode: Secret("739158"), username: "name 0", configuration: scene.configuration)
        let store = try gate.unlockBlocking(with: Secret("739158"))
        defer { store.close() }
        try store.setEmergencyCard(try EmergencyCard("Call Ada"))
        return Situation(
            passcode: "739158", recoveryCode: code.description, username: "name 0", card: "Call Ada")
    }
}
