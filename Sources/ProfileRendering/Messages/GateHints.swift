internal import ProfileKit

extension StoreError.Reason {
    /// The hint for reasons about the gate, its secrets and sessions; `nil` for others.
    var gateHint: CommandText? {
        switch self {
        case .noAccount: "See its accounts with: \(command: "account list")"
        case .accountExists: "Unlock it, or name another one with --account."
        case .accountOfAnotherCopy:
            "This file is a copy that lacks the account. Name another account, or use the file that has it."
        case .locked: "Unlock it with: \(command: "unlock")"
        case .anotherDoor: "Enter it by its doors: the password, then the code."
        case .noPasswordGiven: "Give both, the password first."
        case .noSuchStage, .invalidStages, .sessionLimit: Self.correct
        case .throttled: "Until then no attempt is checked, not even the right one."
        case .wrongSecret(_, let left, .zero): "\(left.counted("more attempt")) before a wait."
        case .wrongSecret(_, _, let wait): "The next attempt can be made in \(wait.inWords)."
        case .wrongRecoveryCode(let account):
            "Use the newest one of account '\(account)': each recovery gives a new one. "
                + "If this is the newest, the store is damaged: restore a backup."
        case .recoveryCodeOrGate: "If this is the newest code, what it opens is damaged too: restore a backup."
        case .wrongShape: "It was not tried and does not count as an attempt."
        case .noDeviceSecret:
            "If the store was moved or restored here, open it with your recovery code: \(command: "recover")"
        case .gateChanged: "Nothing was changed. Try again, with the secrets that are valid now."
        case .gateInUse:
            "It may be sealing a large account anew. If it has stopped, end it, and try again. Nothing was tried."
        case .outOfMemory(checking: .some): "The attempt was not counted. Close other programs and try again."
        case .outOfMemory: "\(UserMessage.unchanged) Close other programs and try again."
        case .sessionsDisabled: "Give the passcode to each command, or unset PROFILE_SESSION."
        case .noSessionStorage:
            "Give the passcode to each command instead, or set XDG_RUNTIME_DIR to a folder of yours."
        case .noRuntimeFolder: "Set it to a folder of yours with mode 0700."
        case .sessionKeyNotFound:
            "If it was kept in another XDG_RUNTIME_DIR, remove it there (profile-*): with the key, an older file of "
                + "the store opens without a code."
        case .lockNotWritten(_, .sessions, _):
            "Without its key, which is gone, the row opens nothing. Lock again once the store can be written."
        case .lockNotWritten(_, .noSession, _):
            "What had it open on this machine has closed it. Lock again once the store can be written."
        case .lockNotWritten: "Lock it again once the store can be written. See: \(command: "status")"
        default: nil
        }
    }

    static let correct: CommandText = "\(UserMessage.unchanged) Correct the value and try again."
}
