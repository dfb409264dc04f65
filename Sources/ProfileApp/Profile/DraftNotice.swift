internal import ProfileKit
internal import ProfileRendering

extension ProfileDraft {
    /// What the screens say of a saved draft; `nil` for one that changes nothing.
    func notice(today: Day) -> DraftText? {
        changes.isEmpty ? nil : DraftText(savedAt: savedAt, changes: changes, today: today)
    }
}
