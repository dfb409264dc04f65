internal import ProfileKit
internal import ProfileRendering

/// A change of a hike's fields by hand: only those that differ are written, so that others' changes of further fields
/// stay.
struct HikeEdit: Hashable, Sendable {
    /// The hike as the form began with it.
    let from: HikeHeader
    let to: HikeHeader
    /// Whether this takes back an edit, which it does only while that edit is still in effect.
    private let isUndo: Bool

    init(from: HikeHeader, to: HikeHeader) {
        (self.from, self.to, isUndo) = (from, to, false)
    }

    private init(undoing edit: HikeEdit) {
        (from, to, isUndo) = (edit.to, edit.from, true)
    }

    /// The edit that takes this one back.
    var undo: HikeEdit { HikeEdit(undoing: self) }

    /// Applies the changes to the stored hike.
    ///
    /// - Throws: `changedSince` for an undo of fields that were changed again meanwhile.
    func apply(to hike: inout HikeHeader) throws {
        func change<Value: Equatable>(_ field: WritableKeyPath<HikeHeader, Value>) throws {
            guard from[keyPath: field] != to[keyPath: field] else { return }
            if isUndo, hike[keyPath: field] != from[keyPath: field] { throw WordedError.changedSince }
            hike[keyPath: field] = to[keyPath: field]
        }
        try change(\.name)
        try change(\.distance)
        try change(\.date)
        try change(\.difficulty)
        try change(\.activity)
    }
}
