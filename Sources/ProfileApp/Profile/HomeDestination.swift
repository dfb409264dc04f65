internal import ProfileKit
internal import ProfileRendering

/// The screens that the home leads to by a letter.
enum HomeDestination: Hashable, Sendable {
    case badges, statistics, history, importing, adding, removed, gate

    init?(key: Character) {
        guard let found = Self.keys.first(where: { $0.key == key }) else { return nil }
        self = found.destination
    }

    static let keys: [(key: Character, destination: HomeDestination, label: String)] = [
        ("b", .badges, "badges"), ("t", .statistics, "totals by year"), ("i", .importing, "import"),
        ("a", .adding, "add"), ("h", .history, "history"), ("r", .removed, "removed hikes"),
        ("c", .gate, "codes & account"),
    ]
}

/// The question before a hike is removed. Nothing is lost by it: removed hikes wait to be restored.
struct RemovalQuestion: Hashable, Sendable {
    let hike: HikeHeader
    private(set) var alert: Alert

    init(hike: HikeHeader) {
        self.hike = hike
        alert = Alert(
            title: "Remove “\(hike.name.terminalSafe)”?",
            text: "It no longer counts in lists, totals and badges. You can restore it from the removed hikes (r).",
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
