import ProfileKit
import ProfileSupport
import Testing

extension Vector {
    /// What the library made of a vector.
    struct Opened {
        let outcome: Outcome
        /// What was thrown or found, for the message of a test that fails.
        let reason: String
        /// The store that opened.
        var store: ProfileStore?
    }

    /// Opens a changed copy as the vector says, and reads everything in it.
    func open(in folder: String) throws -> Opened {
        do {
            let store = try unlocked(in: folder)
            try readEverything(in: store)
            let problems = try store.check().filter { !$0.isOK }
            return problems.isEmpty
                ? Opened(outcome: .opens, reason: "", store: store)
                : Opened(outcome: .damageFoundByCheck, reason: "\(problems)")
        } catch let error as StoreError {
            return Opened(outcome: try Self.outcome(of: error), reason: "\(error.reason)")
        } catch let error as RecoveryCode.Malformed {
            return Opened(outcome: .invalidValue, reason: "\(error)")
        } catch let error as FieldProblem {
            return Opened(outcome: error.field == "account" ? .noAccount : .invalidValue, reason: "\(error)")
        }
    }

    private func unlocked(in folder: String) throws -> ProfileStore {
        let gate = try Gate(
            at: "\(folder)/\(VectorStore.file)", account: AccountID(account),
            configuration: VectorStore.configuration(in: folder))
        guard let recovery else { return try Self.unlock(gate, with: secrets ?? []) }
        let new = account == "guest" ? ["battery staple", "5172m"] : ["508263"]
        let password = new.count > 1 ? try Secret(new[0]) : nil
        try gate.recover(
            with: RecoveryCode(reading: Secret(recovery)),
            settingUp: Gate.Secrets(passcode: Secret(new[new.count - 1]), password: password))
        return try Self.unlock(gate, with: new)
    }

    private static func unlock(_ gate: Gate, with secrets: [String]) throws -> ProfileStore {
        var door = gate.enter()
        for secret in secrets {
            switch try door.open(with: Secret(secret)) {
            case .open(let store): return store
            case .next(let next): door = next
            }
        }
        throw StoreError(.anotherDoor)
    }

    private func readEverything(in store: ProfileStore) throws {
        _ = try store.gate.emergencyCard
        _ = try store.committed
        _ = try store.savedDraft
        _ = try store.history()
        _ = try store.summary
        for hike in try store.content.hikes { _ = try store.recording(ofHike: hike.id) }
        let newest = try store.readableNewestHikes(limit: .max)
        guard newest.damaged.isEmpty else { throw StoreError(.damagedParts(newest.damaged)) }
        _ = try store.hikeGroups()
        _ = try store.removedHikes
    }

    private static func outcome(of error: StoreError) throws -> Outcome {
        switch error.reason {
        case .noAccount: return .noAccount
        case .wrongRecoveryCode, .recoveryCodeOrGate: return .wrongRecoveryCode
        case .older: return .older
        // What the library takes for a field of another type, another reader can't tell from damage.
        case .unreadableField: return .damaged
        default: break
        }
        switch error.code {
        case .wrongPasscode: return .wrongPasscode
        case .invalidValue, .locked: return .invalidValue
        case .noDeviceSecret: return .noDeviceSecret
        case .noStore: return .noStore
        case .newerStore: return .newerStore
        case .damaged: return .damaged
        // No vector may end in anything else.
        default: throw error
        }
    }
}
