internal import ProfileKit
internal import ProfileRendering

extension Alert {
    /// Asks whether to remove a hike. Removed hikes can be restored.
    static func removing(_ hike: HikeHeader) -> Alert {
        Alert(
            title: "Remove", of: hike.name,
            text: "It no longer counts in lists, totals and badges. You can restore it: press r in the list of hikes.",
            buttons: ["Back", "Remove"], focused: 0)
    }
}
