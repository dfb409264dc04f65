internal import ProfileKit
internal import ProfileRendering

extension UserMessage {
    /// The error for an undo of what was changed again meanwhile.
    static let changedSince = UserMessage(.conflict, "It was changed again since.", hint: "Nothing was undone.")

    /// The message, for a hike that a screen shows: if there is none any more, it was removed elsewhere.
    var messageAboutHike: String {
        code == .notFound
            ? "This hike was removed elsewhere. To restore it, press r in the list of hikes." : message
    }
}
