internal import SealedStore

extension StoreError.Reason {
    /// The message for reasons about the gate, its secrets and sessions; `nil` for others.
    var gateMessage: String? {
        switch self {
        case .noAccount(let account): "the store has no account '\(account)'"
        case .accountExists(let account): "the store already has an account '\(account)'"
        case .accountOfAnotherCopy(let account, let folder):
            "an account '\(account)' of this store already has its device secret in \(folder)"
        case .locked: "the account is locked"
        case .anotherDoor: "the gate has a second stage"
        case .noPasswordGiven: "the gate asks for a password before the code"
        case .noSuchStage: "the stage must be code: this account has no password"
        case .invalidStages: "the gate has a code, and at most a password before it"
        case .throttled(let wait): "too many failed attempts: wait \(Self.seconds(wait)) s"
        case .wrongSecret(let format, _, _): "the \(format.noun) does not match"
        case .wrongRecoveryCode: "the recovery code does not match"
        case .recoveryCodeOrGate(let account):
            "the recovery code does not match the gate of account '\(account)', which is damaged"
        case .wrongShape(let format): FieldProblem(format.noun, .shape(format)).message
        case .noDeviceSecret(.missing): "this machine's device secret for the account is missing"
        case .noDeviceSecret:
            "this machine's device secret for the account belongs to another account or store"
        case .gateChanged(let account):
            "another process has changed the gate of account '\(account)' in the meantime"
        case .gateInUse(let account): "another process has held the gate of account '\(account)' for too long"
        case .outOfMemory(checking: let format?): "there is not enough memory to check the \(format.noun)"
        case .outOfMemory: "there is not enough memory"
        case .sessionsDisabled: "sessions are switched off"
        case .sessionLimit(.duration): "a session lasts more than 0 s and at most 24 h"
        case .sessionLimit(.idle): "a session's idle limit is more than 0 s"
        case .noSessionStorage(let refusals):
            "a session cannot be kept: " + refusals.map { StoreError($0).message }.joined(separator: "; ")
        case .noRuntimeFolder: "there is no XDG_RUNTIME_DIR that is yours alone"
        case .sessionKeyNotFound(let account): "the key of a session of '\(account)' was not found"
        case .lockNotWritten(let account, let extent, let reason): Self.lockNotWritten(account, extent, reason)
        default: nil
        }
    }

    private static func lockNotWritten(
        _ account: AccountID, _ extent: StoreError.LockExtent, _ reason: StoreError.Reason
    ) -> String {
        // The account's name stands in the sentence already.
        let cause = StoreError(reason).message
        return switch extent {
        case .sessions: "the session of '\(account)' has ended, but its row could not be removed: \(cause)"
        case .noSession: "'\(account)' had no session, and the lock could not be written: \(cause)"
        case .unknown: "the session of '\(account)' may not have ended: \(cause)"
        }
    }

    /// A wait in seconds, rounded up.
    private static func seconds(_ wait: Duration) -> Int64 {
        let (seconds, attoseconds) = wait.components
        return attoseconds > 0 && seconds < .max ? seconds + 1 : seconds
    }
}
