internal import ProfileKit
internal import ProfileRendering

/// The question before a hike is removed. Removed hikes can be restored.
struct RemovalQuestion: Hashable, Sendable {
    let hike: HikeHeader
    fileprivate(set) var alert: Alert

    init(hike: HikeHeader) {
        self.hike = hike
        alert = Alert(
            title: "Remove", of: hike.name,
            text: "It no longer counts in lists, totals and badges. You can restore it: press r in the list of hikes.",
            buttons: ["Back", "Remove"], focused: 0)
    }
}

extension RemovalQuestion? {
    /// Passes an event to the question, and removes it when it is answered.
    ///
    /// - Returns: the hike to remove; `nil` unless that was confirmed.
    mutating func confirmed(by event: Event, in window: CellSize) -> HikeHeader? {
        guard var asked = self else { return nil }
        let answer = asked.alert.update(event, in: window)
        self = answer == nil ? asked : nil
        return answer == 1 ? asked.hike : nil
    }
}
