internal import ProfileKit
internal import ProfileRendering

/// A change of a hike's fields by hand: only fields that differ are written, so that others' changes of further fields
/// stay.
struct HikeEdit: Hashable, Sendable {
    /// The hike as the form began with it.
    let from: HikeHeader
    let to: HikeHeader

    /// Someone else has changed the same field.
    struct Conflict: Error {
        /// The hike as it is stored now.
        let stored: HikeHeader
    }

    /// Applies the changes to the stored hike.
    ///
    /// - Returns: whether they make a difference: someone else may have made the same ones.
    /// - Throws: ``Conflict`` if a field has another value than both before and after the edit.
    func apply(to hike: inout HikeHeader) throws -> Bool {
        let stored = hike
        func change<Value: Equatable>(_ field: WritableKeyPath<HikeHeader, Value>) throws {
            let (old, new) = (from[keyPath: field], to[keyPath: field])
            guard old != new else { return }
            guard [old, new].contains(hike[keyPath: field]) else { throw Conflict(stored: stored) }
            hike[keyPath: field] = new
        }
        try change(\.name)
        try change(\.distance)
        try change(\.date)
        try change(\.difficulty)
        try change(\.activity)
        try change(\.tags)
        try change(\.isFavourite)
        try change(\.notes)
        return hike != stored
    }
}

extension [HikeHeader] {
    /// The edits of those hikes that a change makes different.
    func edits(_ change: (inout HikeHeader) -> Void) -> [HikeEdit] {
        compactMap { hike in
            var changed = hike
            change(&changed)
            return changed == hike ? nil : HikeEdit(from: hike, to: changed)
        }
    }
}

extension UserMessage {
    /// The error for a request about what others have changed since it was shown.
    static func changedMeanwhile(_ name: String) -> UserMessage {
        UserMessage(
            .conflict, "“\(name.terminalSafe)” was changed meanwhile.",
            hint: "Nothing was changed: look at it, and try again.")
    }

    /// The message, for a hike that a screen shows: if there is none any more, it was removed elsewhere.
    var messageAboutHike: String {
        code == .notFound
            ? "This hike was removed elsewhere. To restore it, press r in the list of hikes." : message
    }
}
