internal import ProfileKit
internal import ProfileRendering

/// A question of the editor before anything is lost. The first button of each leads back.
enum EditorQuestion: Hashable, Sendable {
    /// The draft was changed by another program. Nothing is saved before this is answered.
    case whoseDraft
    /// Whether to discard the draft.
    case discard
    /// Whether to leave although the draft can't be saved.
    case leaveUnsaved

    /// - Parameter message: why the store refused the last request.
    func alert(about sync: DraftSync, message: String?) -> Alert {
        switch self {
        case .whoseDraft:
            Alert(
                title: "The draft was changed elsewhere", text: CommandText(Self.versions(of: sync)),
                buttons: ["Back", "Theirs", "Mine"], focused: 0, appearsUnprompted: true)
        case .discard:
            Alert(
                title: "Discard the draft?",
                text: sync.draft.changes.isEmpty
                    ? "Your changes are lost." : "These changes are lost: \(sync.draft.changes.listed)",
                buttons: ["Back", "Discard"], focused: 0)
        case .leaveUnsaved:
            Alert(
                title: "The draft is not saved",
                text: "\(message.map { "\($0.sentence) " } ?? "")If you leave now, your latest changes are lost.",
                buttons: ["Back", "Leave"], focused: 0, appearsUnprompted: true)
        }
    }

    /// Names both versions, and what became of the other one.
    private static func versions(of sync: DraftSync) -> String {
        let theirs =
            if case .replaced(let draft?) = sync.elsewhere {
                "Another program saved it.\nTheirs: \(draft.following(sync.published).changes.listed)"
            } else {
                "Another program committed or discarded it.\nTheirs: no draft"
            }
        return "\(theirs)\nMine: \(sync.draft.changes.listed)"
    }
}

extension [FieldChange] {
    /// "Username kim → sara, Notifications on → off".
    fileprivate var listed: String { isEmpty ? "no changes" : map(\.labelledText).joined(separator: ", ") }
}
