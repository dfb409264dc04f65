internal import ProfileKit

private typealias KindName = ProfileStore.KindName

extension StoreError.Reason {
    /// The hint for reasons about values and records, and about changes whose commit failed; `nil` for others.
    var recordHint: CommandText? {
        switch self {
        case .changeFailed(.outcomeUnknown, let recoveryCodeWasShown, _):
            "Try the new secrets, then the old ones: \(command: "unlock")."
                + (recoveryCodeWasShown ? " Keep both recovery codes until one of them has opened it." : "")
        case .changeFailed(let code, let recoveryCodeWasShown, _):
            "\(UserMessage.unchanged)"
                + (recoveryCodeWasShown ? " The recovery code that was just shown is void: throw it away." : "")
                + " \(code.hintAfterChange)"
        case .invalid: Self.correct
        case .noRecord(KindName.emergencyCard, _): "Create one with: \(command: "emergency --set TEXT")"
        case .noRecord(KindName.removedHike, .some): "See them with: \(command: "hike list --removed")"
        case .noRecord(KindName.photo, .some): "See them with: \(command: "hike photo list ID")"
        case .noRecord(let kind, _): "See them with: \(command: "\(kind) list")"
        case .noRevision: "See them with: \(command: "history")"
        case .nothingToUndo: "The profile has not changed since it was created."
        case .noDraft: "Begin one with: \(command: "edit --no-commit")"
        case .draftChangedElsewhere: "Read it again and repeat the change."
        case .foreignDraft: "Save and commit it where it was read, or read the draft of this one."
        case .contentDiffers: "Nothing of the file was stored. Replace such hikes with --replace."
        case .recordExists(KindName.removedHike, _):
            "\(UserMessage.unchanged) Replace removed hikes too with --replace, or purge them."
        case .recordExists(_, let number): "Purge the removed one with: \(command: "hike purge \(number)")"
        case .contentExists, .numbersExhausted: "Nothing was stored."
        case .recordsExist: "\(UserMessage.unchanged) Replace them all with --replace."
        case .reentrantUse: "Use what the closure is given, and call the store before or after it."
        case .unknownKind, .invalidElement, .unlistedProperty, .unreadableField, .unfinishedChange:
            "Nothing was changed. This is a mistake in the program: please report it."
        default: nil
        }
    }
}

extension EngineError.Code {
    /// What to do about a change of secrets that was not committed, after it has been said that nothing was changed.
    fileprivate var hintAfterChange: CommandText {
        switch self {
        case .unreachable, .server: hint.without(beginning: UserMessage.unchanged)
        default: "Check the disk and try again."
        }
    }
}
