public import ProfileKit

private typealias KindName = ProfileStore.KindName
private typealias PartName = ProfileStore.PartName

extension StoreError.Reason {
    /// The words for reasons about values and records, and about changes whose commit failed; `nil` for others.
    func recordWords(_ name: String) -> (String, String)? {
        switch self {
        case .changeFailed(isKnown: true, let recoveryCodeWasShown, let detail):
            (
                "\(name): the change was not written: \(detail)",
                UserMessage.unchanged
                    + (recoveryCodeWasShown ? " The recovery code that was just shown is void: throw it away." : "")
                    + " Check the disk and try again."
            )
        case .changeFailed(_, let recoveryCodeWasShown, let detail):
            (
                "\(name): the commit failed, and it is not known whether the change took effect: \(detail)",
                "Try the new secrets, then the old ones: profile unlock."
                    + (recoveryCodeWasShown ? " Keep both recovery codes until one of them has opened it." : "")
            )
        case .invalid(let problems): (problems.map(\.words).joined(separator: "; "), Self.correct)
        case .noRecord(KindName.emergencyCard, _):
            ("there is no emergency card", "Create one with: profile emergency --set TEXT")
        case .noRecord(KindName.removedHike, let id?):
            ("there is no removed hike \(id)", "See them with: profile hike list --removed")
        case .noRecord(KindName.photo, let number?):
            ("there is no photo \(number) of this hike", "See them with: profile hike photo list ID")
        case .noRecord(let kind, let number):
            (
                "there is no \(kind)\(number.map { " \($0)" } ?? "")",
                "See them with: profile \(kind) list"
            )
        case .noRevision(let revision, let oldest):
            (
                revision >= 1 && revision < oldest
                    ? "revision \(revision) is no longer kept: the history begins with revision \(oldest)"
                    : "there is no revision \(revision)",
                "See them with: profile history"
            )
        case .nothingToUndo: ("there is nothing to undo", "The profile has not changed since it was created.")
        case .noDraft: ("there is no draft", "Begin one with: profile edit --no-commit")
        case .draftChangedElsewhere:
            (
                "the draft was saved, committed or discarded elsewhere since it was read",
                "Read it again and repeat the change."
            )
        case .foreignDraft:
            (
                "the draft belongs to another store or account",
                "Save and commit it where it was read, or read the draft of this one."
            )
        case .contentDiffers(let kind, let number):
            (
                kind == KindName.removedHike
                    ? "hike \(number) was removed, with other content"
                    : "\(kind) \(number) already exists, with other content",
                "Nothing of the file was stored. Replace such hikes with --replace."
            )
        case .recordExists(KindName.removedHike, let number):
            (
                "hike \(number) is among the removed hikes, and in the file too",
                "\(UserMessage.unchanged) Replace removed hikes too with --replace, or purge them."
            )
        case .recordExists(let kind, let number):
            ("\(kind) \(number) already exists", "Purge the removed one with: profile hike purge \(number)")
        case .contentExists(let kind, let number):
            ("\(kind) \(number) already has the same content", "Nothing was stored.")
        case .recordsExist(let kind):
            ("the account already has \(kind)s", "\(UserMessage.unchanged) Replace them all with --replace.")
        case .numbersExhausted(let kind): ("there is no number left for a \(kind)", "Nothing was stored.")
        case .reentrantUse:
            (
                "the store was called from within one of its own closures",
                "Use what the closure is given, and call the store before or after it."
            )
        case .unknownKind(let kind): Self.bug("\(name) has no records of the kind \(kind)")
        case .invalidElement(let kind, .parts): Self.bug("\(name): the parts of a \(kind) are not those of its kind")
        case .invalidElement(let kind, .figures):
            Self.bug("\(name): a \(kind) has another number of figures than its kind")
        case .unlistedProperty(let kind):
            Self.bug("\(name): only properties of the \(kind) that are not stored were changed")
        case .unreadableField(let kind, let field):
            Self.bug("\(name): the field '\(field)' of the \(kind) is stored with another type than this program's")
        case .unfinishedChange: Self.bug("\(name): a change ended halfway")
        default: nil
        }
    }

    /// The words for a mistake in the program.
    private static func bug(_ message: String) -> (String, String) {
        (message, "Nothing was changed. This is a mistake in the program: please report it.")
    }
}

extension DamagedPart {
    /// The name of the part in a sentence, without any of its values.
    public var words: String {
        switch self {
        case .manifest: "the list of records"
        case .record(KindName.profile, _): "the profile"
        case .record(KindName.draft, _): "the draft"
        case .record(KindName.summary, _): "the summary of hikes"
        case .record(KindName.emergencyCard, _): "the emergency card"
        case .record(KindName.history, let revision?): "revision \(revision)"
        case .record(KindName.history, nil): "the history"
        case .record(KindName.changes, _): "the history of hikes"
        case .record(KindName.hike, let id?): "hike \(id)"
        case .part(PartName.observations, let id): "the observations of hike \(id)"
        case .record(KindName.place, let id?): "place \(id)"
        case .collection(KindName.place): "the list of places"
        case .record(KindName.removedHike, let id?): "removed hike \(id)"
        case .record(KindName.photo, let number?): "photo \(number)"
        case .record(KindName.photoFile, _), .part(PartName.photoFile, _): "the file of a photo"
        case .collection(KindName.photo), .collection(KindName.photoFile): "the list of photos"
        case .part(PartName.removedBody, let id): "the observations and the recording of removed hike \(id)"
        case .collection(KindName.removedHike): "the list of removed hikes"
        case .record(KindName.original, _), .collection(KindName.original): "a file that hikes were imported from"
        case .part(_, let id): "the recording of hike \(id)"
        case .collection: "the list of hikes"
        case .record(let kind, _): "a record of the kind \(kind)"
        }
    }
}

extension [DamagedPart] {
    /// The names of the parts. A hike isn't named beside the part of it that doesn't open.
    public var names: [String] {
        let incomplete = Set(
            compactMap { part -> DamagedPart? in
                switch part {
                case .part(PartName.removedBody, let id): .record(kind: KindName.removedHike, number: id)
                case .part(PartName.photoFile, _): nil
                case .part(_, let id): .record(kind: KindName.hike, number: id)
                default: nil
                }
            })
        return filter { !incomplete.contains($0) }.map(\.words)
    }

    /// The names of the parts in a sentence.
    public var words: String { names.joined(separator: ", ") }
}
