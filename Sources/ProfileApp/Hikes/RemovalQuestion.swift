internal import ProfileKit
internal import ProfileRendering

/// The question before a hike is removed. Removed hikes can be restored.
struct RemovalQuestion: Hashable, Sendable {
    let hike: HikeHeader
    private(set) var alert: Alert

    init(hike: HikeHeader) {
        self.hike = hike
        alert = Alert(
            title: "Remove “\(hike.name.terminalSafe)”?",
            text: "It no longer counts in lists, totals and badges. You can restore it: press r in the list of hikes.",
            buttons: ["Back", "Remove"], focused: 0)
    }

    /// The question after an event; `nil` when it is answered.
    func after(_ event: Event, in part: CellRectangle) -> RemovalQuestion? {
        var asked = self
        return asked.alert.update(event, in: part) == nil ? asked : nil
    }

    func isConfirmed(by event: Event, in part: CellRectangle) -> Bool {
        var asked = self
        return asked.alert.update(event, in: part) == 1
    }
}
