internal import SealedStore

extension StoreError.Reason {
    /// The message for reasons about values and records, and about changes whose commit failed; `nil` for others.
    func recordMessage(of name: String) -> String? {
        switch self {
        case .changeFailed(.outcomeUnknown, _, let detail):
            "\(name): the commit failed, and it is not known whether the change took effect: \(detail)"
        case .changeFailed(_, _, let detail): "\(name): the change was not written: \(detail)"
        case .invalid(let problems): problems.map(\.message).joined(separator: "; ")
        case .noRecord(let kind, let number): "there is no \(kind)\(number.map { " \($0)" } ?? "")"
        case .noRevision(let revision, let oldest):
            revision >= 1 && revision < oldest
                ? "revision \(revision) is no longer kept: the history begins with revision \(oldest)"
                : "there is no revision \(revision)"
        case .nothingToUndo: "there is nothing to undo"
        case .noDraft: "there is no draft"
        case .draftChangedElsewhere: "the draft was saved, committed or discarded elsewhere since it was read"
        case .foreignDraft: "the draft belongs to another store or account"
        case .contentDiffers(let kind, let number): "\(kind) \(number) already exists, with other content"
        case .recordExists(let kind, let number): "\(kind) \(number) already exists"
        case .contentExists(let kind, let number): "\(kind) \(number) already has the same content"
        case .recordsExist(let kind): "the account already has \(kind)s"
        case .numbersExhausted(let kind): "there is no number left for a \(kind)"
        case .reentrantUse: "the store was called from within one of its own closures"
        case .unknownKind(let kind): "\(name) has no records of the kind \(kind)"
        case .invalidElement(let kind, .parts): "\(name): the parts of a \(kind) are not those of its kind"
        case .invalidElement(let kind, .figures): "\(name): a \(kind) has another number of figures than its kind"
        case .unlistedProperty(let kind): "\(name): only properties of the \(kind) that are not stored were changed"
        case .unreadableField(let kind, let field):
            "\(name): the field '\(field)' of the \(kind) is stored with another type than this program's"
        case .unfinishedChange: "\(name): a change ended halfway"
        default: nil
        }
    }
}
