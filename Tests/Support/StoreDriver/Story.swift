import FoundationEssentials
import Glibc
import ProfileKit
import ProfileSupport

/// A person's action on a store.
enum Step: String, CaseIterable {
    case unlock, fail, edit, draft, commit, change, recover, remove, session, read, backup, restore, repair
    case renewRecoveryCode = "recovery-new"
    case importHikes = "import"
    case removeHike = "hike-remove"
    case addAccount = "account-add"

    /// A result that isn't the step's.
    struct WrongResult: Error {
        let description: String
    }

    /// Performs the step. A wrong passcode isn't an error here.
    ///
    /// - Returns: the resulting situation.
    func run(in scene: Scene, from before: Situation, number: Int, shown: (String) -> Void = { _ in }) throws
        -> Situation
    {
        let gate = try self == .session ? scene.gate(sessions: .file) : scene.gate()
        let current = try Gate.Secrets(passcode: Secret(before.passcode))
        let passcode = Self.passcode(number: number)
        let unlocked = before.with(\.failures, 0)
        switch self {
        case .unlock:
            try gate.unlock(with: Secret(before.passcode)).close()
            return unlocked
        case .fail:
            do {
                try gate.unlock(with: Secret("111112")).close()
            } catch let error as StoreError where error.code == .wrongPasscode {
            }
            return before.with(\.failures, before.failures + 1)
        case .change:
            try gate.change(to: Secret(passcode), current: current)
            return unlocked.replacing(\.passcode, by: passcode)
        case .recover:
            let code = try gate.recover(
                with: try RecoveryCode(reading: Secret(before.recoveryCode)),
                settingUp: Gate.Secrets(passcode: Secret(passcode)), recoveryCodeHandler: { shown($0.description) })
            return unlocked.replacing(\.passcode, by: passcode)
                .replacing(\.recoveryCode, by: code.description)
        case .remove:
            try gate.removeAccount(current: current)
            return before
        case .renewRecoveryCode:
            let code = try gate.renewRecoveryCode(current: current, recoveryCodeHandler: { shown($0.description) })
            return unlocked.replacing(\.recoveryCode, by: code.description)
        case .restore:
            let restored = try Gate.restore(scene.backup, to: .file(scene.restored), configuration: scene.configuration)
            {
                ($0[0].id, current)
            }
            guard restored.opened == .main else { throw WrongResult(description: "restored for nobody: \(restored)") }
            return unlocked
        case .addAccount:
            _ = try Gate.create(
                NewAccount(passcode: Secret(passcode)), at: .file(scene.path), account: .init("other"),
                configuration: scene.configuration)
            return before
        case .edit, .draft, .commit, .session, .read, .backup, .repair, .importHikes, .removeHike:
            let store = try gate.unlock(with: Secret(before.passcode))
            defer { store.close() }
            return try run(on: store, in: scene, from: unlocked, number: number)
        }
    }

    /// Performs a step on an unlocked store.
    private func run(
        on store: ProfileStore, in scene: Scene, from before: Situation, number: Int
    ) throws -> Situation {
        switch self {
        case .edit:
            try store.edit { $0.username = "name \(number)" }
            return before.with(\.username, "name \(number)")
        case .draft:
            try store.updateDraft { $0.profile.username = "draft \(number)" }
            return before.with(\.draft, "draft \(number)")
        case .commit:
            guard let draft = try store.savedDraft else { throw WrongResult(description: "the draft is gone") }
            try store.commit(draft, deciding: .all(.mine))
            return before.with(\.username, before.draft).with(\.draft, "")
        case .importHikes:
            try store.importHikes(
                (1...3).map { id in
                    let header = HikeHeader(id: 10 * number + id, name: "Ridge \(id)", distance: 4.5)
                    let observation = HikeObservation(distanceFromStart: 0, elevation: 1...2, pace: 3...4)
                    return ImportedHike(
                        sourceID: header.id, hike: Hike(header: header, observations: [observation]))
                })
            return before.with(\.hikes, before.hikes + 3)
        case .removeHike:
            guard let id = try store.hikes.first?.id else { throw WrongResult(description: "the hikes are gone") }
            try store.removeHike(id)
            return before.with(\.hikes, before.hikes - 1)
        case .session:
            try store.beginSession()
            store.close()
            guard let resumed = try scene.gate(sessions: .file).resume() else { throw StoreError(.locked) }
            _ = try resumed.profile
            try scene.gate(sessions: .file).lock()
            return before
        case .read:
            let (content, newest) = (try store.content, try store.history(limit: 1))
            let isWhole =
                content.profile.username == before.username && content.hikes.count == before.hikes
                && newest.first?.profile == content.profile
            guard isWhole else { throw WrongResult(description: "other data was read") }
            if let failed = try store.check().first(where: { !$0.isOK }) {
                // A check that got no memory says so; any other finding would be wrong.
                guard failed.problem == .outOfMemory else { throw WrongResult(description: "found \(failed)") }
            }
            return before
        case .backup:
            try store.backup(to: scene.copy)
            return before
        case .repair:
            let repair = try store.repair()
            guard !repair.isNeeded else { throw WrongResult(description: "repaired: \(repair)") }
            return before
        case .unlock, .fail, .change, .recover, .remove, .renewRecoveryCode, .restore, .addAccount: return before
        }
    }

    /// The passcode that a change sets.
    static func passcode(number: Int) -> String { "\(820461 + 7 * number)" }

    /// Makes a store with content of every kind.
    static func begin(in scene: Scene) throws -> Situation {
        let (gate, code) = try Gate.create(
            NewAccount(passcode: Secret("739158")).named("name 0"), at: .file(scene.path),
            configuration: scene.configuration)
        let store = try gate.unlock(with: Secret("739158"))
        defer { store.close() }
        try store.setEmergencyCard(try EmergencyCard("Call Ada"))
        return Situation(
            passcode: "739158", recoveryCode: code.description, username: "name 0", card: "Call Ada")
    }
}

extension Scene {
    /// The copy that a step makes.
    var copy: String { "\(folder)/copy.backup" }
    /// The store that a step restores.
    var restored: String { "\(folder)/restored.profile" }

    /// The gate, with sessions.
    func gate(sessions place: SessionStorage) throws -> Gate {
        var configuration = configuration
        configuration.sessionStorage = place
        return try Gate(at: .file(path), configuration: configuration)
    }
}
