internal import ProfileKit

extension StoreError.Reason {
    /// The words for reasons about the gate, its secrets and sessions; `nil` for others.
    var gateWords: (String, String)? {
        switch self {
        case .noAccount(let account):
            (
                "the store has no account '\(account)'",
                "See its accounts with: profile account list"
            )
        case .accountExists(let account):
            (
                "the store already has an account '\(account)'",
                "Unlock it, or name another one with --account."
            )
        case .accountOfAnotherCopy(let account, let folder):
            (
                "an account '\(account)' of this store already has its device secret in \(folder)",
                "This file is a copy that lacks the account. Name another account, or use the file that has it."
            )
        case .locked: ("the profile is locked", "Unlock it with: profile unlock")
        case .anotherDoor:
            ("the gate has a second stage", "Enter it by its doors: the password, then the code.")
        case .noPasswordGiven:
            ("the gate asks for a password before the code", "Give both, the password first.")
        case .noSuchStage: ("the stage must be code: this account has no password", Self.correct)
        case .invalidStages: ("the gate has a code, and at most a password before it", Self.correct)
        case .throttled(let wait):
            (
                "too many failed attempts: wait \(wait.inWords)",
                "Until then no attempt is checked, not even the right one."
            )
        case .wrongSecret(let format, let free, let wait): Self.wrong(format, free, wait)
        case .wrongRecoveryCode(let account):
            (
                "the recovery code does not match",
                "Use the newest one of account '\(account)': each recovery gives a new one. "
                    + "If this is the newest, the store is damaged: restore a backup."
            )
        case .recoveryCodeOrGate(let account):
            (
                "the recovery code does not match the gate of account '\(account)', which is damaged",
                "If this is the newest code, what it opens is damaged too: restore a backup."
            )
        case .wrongShape(let format):
            (
                FieldProblem(format.noun, .shape(format)).words,
                "It was not tried and does not count as an attempt."
            )
        case .noDeviceSecret(let what):
            (
                "this machine's device secret for the account "
                    + (what == .missing ? "is missing" : "belongs to another account or store"),
                "If the store was moved or restored here, open it with your recovery code: profile recover"
            )
        case .gateChanged(let account):
            (
                "another process has changed the gate of account '\(account)' in the meantime",
                "Nothing was changed. Try again, with the secrets that are valid now."
            )
        case .gateInUse(let account):
            (
                "another process has held the gate of account '\(account)' for too long",
                "It may be sealing a large account anew. If it has stopped, end it, and try again. Nothing was tried."
            )
        case .outOfMemory(checking: let format?):
            (
                "there is not enough memory to check the \(format.noun)",
                "The attempt was not counted. Close other programs and try again."
            )
        case .outOfMemory:
            ("there is not enough memory", "\(UserMessage.unchanged) Close other programs and try again.")
        case .sessionsDisabled:
            ("sessions are switched off (PROFILE_SESSION=none)", "Give the passcode to each command.")
        case .sessionLimit(.duration): ("a session lasts more than 0 s and at most 24 h", Self.correct)
        case .sessionLimit(.idle): ("a session's idle limit is more than 0 s", Self.correct)
        case .noSessionStorage(let refusals):
            (
                "a session cannot be kept: "
                    + refusals.map { UserMessage(StoreError($0)).message }.joined(separator: "; "),
                "Give the passcode to each command instead, or set XDG_RUNTIME_DIR to a folder of yours."
            )
        case .noRuntimeFolder:
            ("there is no XDG_RUNTIME_DIR that is yours alone", "Set it to a folder of yours with mode 0700.")
        case .sessionKeyNotFound(let account):
            (
                "the key of a session of '\(account)' was not found",
                "If it was kept in another XDG_RUNTIME_DIR, remove it there (profile-*): with the key, an older file of "
                    + "the store opens without a code."
            )
        case .lockNotWritten(let account, let extent, let reason): Self.lockNotWritten(account, extent, reason)
        default: nil
        }
    }

    private static func lockNotWritten(
        _ account: AccountID, _ extent: StoreError.LockExtent, _ reason: StoreError.Reason
    ) -> (String, String) {
        // The name stands in the sentence already.
        let cause = UserMessage(StoreError(reason)).message
        return switch extent {
        case .sessions:
            (
                "the session of '\(account)' has ended, but its row could not be removed: \(cause)",
                "Without its key, which is gone, the row opens nothing. Lock again once the store can be written."
            )
        case .noSession:
            (
                "'\(account)' had no session, and the lock could not be written: \(cause)",
                "What had it open on this machine has closed it. Lock again once the store can be written."
            )
        case .unknown:
            (
                "the session of '\(account)' may not have ended: \(cause)",
                "Lock it again once the store can be written. See: profile status"
            )
        }
    }

    static let correct = "\(UserMessage.unchanged) Correct the value and try again."

    private static func wrong(_ format: CodeFormat, _ free: Int, _ wait: Duration) -> (String, String) {
        let hint =
            wait == .zero
            ? "\(free.counted("more attempt")) before a wait."
            : "The next attempt can be made in \(wait.inWords)."
        return ("the \(format.noun) does not match", hint)
    }
}
