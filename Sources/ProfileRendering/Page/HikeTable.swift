public import ProfileModel

/// The table of all hikes in the archive's page: numbers without units, which the columns' heads name, so that rows are
/// short, and the page's script can sort them.
struct HikeTable {
    let units: Units
    /// The hikes that are shown by themselves, to which rows link.
    let detailed: Set<Int>

    var head: Markup {
        let columns: [(String, unit: String?, key: String?)] = [
            ("Day", nil, "date"), ("Name", nil, "name"), ("Distance", units.distanceUnit, "distance"),
            ("Up", units.heightUnit, "ascent"), ("Moving", "h:min", "moving"), ("Pace", units.paceUnit, "pace"),
            ("Elevation", nil, nil),
        ]
        return .element(
            "thead", [:],
            [
                .element(
                    "tr", [:],
                    columns.map { title, unit, key in
                        .element(
                            "th", ["scope": "col", "data-key": key],
                            [.text(title)] + (unit.map { [.text(" "), .element("small", text: $0)] } ?? []))
                    })
            ])
    }

    func row(_ entry: ArchivePage.Entry) -> Markup {
        let hike = entry.hike
        let name = Markup.element("bdi", text: hike.name)
        let figures = [
            hike.date?.description, units.distanceFigure(kilometres: hike.distance),
            hike.ascent.map { units.heightFigure(metres: $0) }, hike.movingTime.map(Self.clock),
            hike.pace.map { units.paceFigure(secondsPerKilometre: $0) },
        ].map { Markup.element("td", text: $0 ?? "") }
        let labels = Self.labels(of: hike)
        let title =
            [detailed.contains(hike.id) ? .element("a", ["href": "#h\(hike.id)"], [name]) : name]
            + (hike.isFavourite ? [Self.favourite] : [])
            + (labels.isEmpty ? [] : [.element("small", ["dir": "auto"], text: labels)])
        return .element(
            "tr",
            [
                "class": hike.isCounted ? nil : "uncounted",
                "data-a": hike.activity == .hiking ? nil : hike.activity.rawValue,
            ],
            [figures[0], .element("th", ["scope": "row"], title)] + figures.dropFirst()
                + [entry.elevations.map { .element("td", [:], [$0.markup(units)]) } ?? .element("td", text: "")])
    }

    static let favourite = Markup.element(
        "span", ["class": "favourite", "role": "img", "aria-label": "Favourite"], text: " ★")

    /// The activity if it isn't hiking, why the hike isn't counted, and its tags.
    static func labels(of hike: HikeHeader) -> String {
        ([hike.activity == .hiking ? nil : hike.activity.rawValue, hike.leftOutReason].compactMap(\.self)
            + hike.tags.sorted()).joined(separator: " · ").capitalizedFirst
    }

    /// Seconds as hours and minutes: "2:05".
    private static func clock(_ seconds: Double) -> String {
        let minutes = Int(min(max((seconds / 60).rounded(), 0), 1e15))
        return "\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60)"
    }

    /// The controls that filter the table. The page's script shows them.
    func form(for hikes: [HikeHeader]) -> Markup {
        func choice(_ label: String, name: String, _ all: String, _ values: [(String, String)]) -> Markup {
            let options = [("", all)] + values
            return .element(
                "label", [:],
                [
                    .element("span", text: label),
                    .element(
                        "select", ["name": name],
                        options.map { value, title in .element("option", ["value": value], text: title) }),
                ])
        }
        let years = Set(hikes.compactMap { $0.date.flatMap { HikeGrouping.year.key(of: $0) } }).sorted(by: >)
        let activities = Activity.allCases.filter(Set(hikes.map(\.activity)).contains).map(\.rawValue)
        return .element(
            "form", ["hidden": "", "role": "search", "data-unit": units.distanceUnit],
            [
                .element(
                    "label", [:],
                    [
                        .element("span", text: "Search names, tags and notes"),
                        .element("input", ["type": "search", "name": "search", "autocomplete": "off"]),
                    ]),
                choice("Year", name: "year", "All years", years.map { ($0, $0) }),
                choice(
                    "Activity", name: "activity", "All activities", activities.map { ($0, $0.capitalizedFirst) }),
                .element(
                    "label", ["hidden": hikes.contains(where: \.isFavourite) ? nil : ""],
                    [
                        .element("input", ["type": "checkbox", "name": "favourite"]),
                        .element("span", text: "Favourites only"),
                    ]),
                .element("output", text: ""),
            ])
    }
}

/// A hike's elevations as a small line.
public struct SmallGraph: Sendable, Hashable {
    /// Metres.
    let lowest: Double
    let highest: Double
    private let path: String

    private static let (columns, step, height) = (24, 2, 14)

    /// Creates the graph of the observations' elevations; `nil` without any.
    public init?(_ observations: [HikeObservation]) {
        let hike = Hike(header: HikeHeader(id: 0, name: "", distance: 0), observations: observations)
        let graph = HikeGraph(hike, measure: .elevation, units: .metric)
        guard let lowest = graph.capsules.map(\.range.lowerBound).min(),
            let highest = graph.capsules.map(\.range.upperBound).max()
        else { return nil }
        (self.lowest, self.highest) = (lowest, highest)
        path = TrailLine(graph, columns: Self.columns, step: Self.step, height: Self.height).path
    }

    /// The picture, labelled with the range of elevations.
    func markup(_ units: Units) -> Markup {
        .element(
            "svg",
            [
                "viewBox": "0 -1 \((Self.columns - 1) * Self.step) \(Self.height + 2)", "role": "img",
                "preserveAspectRatio": "none",
                "aria-label": GraphMeasure.elevation.label(lowest...highest, units: units),
            ], [.element("path", ["d": path])])
    }
}
