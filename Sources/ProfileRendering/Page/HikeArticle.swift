internal import ProfileModel

/// One hike in the archive's page: its figures and words, and its map, elevation, heart rate and pace, which the page's
/// script reads at one pointer.
struct HikeArticle {
    let hike: HikeHeader
    /// The names of the places that it visited.
    let places: [String]
    let units: Units

    /// The number of values of each graph, as the script knows it.
    private static let columns = 100

    init(_ hike: HikeHeader, places: [String], units: Units) {
        (self.hike, self.places, self.units) = (hike, places, units)
    }

    /// - Parameter content: `nil` if it can't be read.
    func markup(_ content: ArchivePage.Content?) -> Markup {
        .element(
            "article", ["id": "h\(hike.id)"],
            [
                .element(
                    "h3", [:],
                    [.element("bdi", text: hike.name)] + (hike.isFavourite ? [HikeTable.favourite] : [])),
                .element(
                    "p", ["class": "soft"],
                    [hike.date.map(PageParts.time) ?? .text("Without a date")] + labels),
                .element("p", text: figures.joined(separator: " · ")),
            ] + visited + (content.map(details) ?? [PageParts.soft("Its content can't be read.")]))
    }

    private var labels: [Markup] {
        let labels = HikeTable.labels(of: hike)
        return labels.isEmpty ? [] : [.text(" · "), .element("bdi", text: labels)]
    }

    private var visited: [Markup] {
        guard !places.isEmpty else { return [] }
        let names = places.map { [Markup.element("bdi", text: $0)] }
        return [.element("p", ["class": "soft"], [.text("Places: ")] + names.joined(separator: [.text(", ")]))]
    }

    private var figures: [String] {
        [
            units.distance(kilometres: hike.distance), hike.ascent.map { "\(units.height(metres: $0)) up" },
            hike.descent.map { "\(units.height(metres: $0)) down" },
            hike.movingTime.map { "\(spelledDuration(seconds: $0)) moving" },
            hike.duration.map { "\(spelledDuration(seconds: $0)) in all" },
            hike.pace.map { units.pace(secondsPerKilometre: $0) },
            hike.heartRate.map { "\($0.average.decimal(0)) bpm on average" },
            hike.difficulty.map { "difficulty \($0)" },
        ].compactMap(\.self)
    }

    private func details(_ content: ArchivePage.Content) -> [Markup] {
        let map = map(of: content)
        let graphs = GraphMeasure.allCases.map { HikeGraph(content.hike, measure: $0, units: units) }
            .filter { !$0.capsules.isEmpty }
        let isRecorded = !map.isEmpty || !graphs.isEmpty
        return notes(content.hike.notes)
            + [isRecorded ? trail(map, graphs) : PageParts.soft("Nothing was recorded on the way.")]
            + HikeDetails(content, units: units).markup
    }

    private func notes(_ text: String) -> [Markup] {
        text.isEmpty ? [] : [.element("p", ["class": "notes", "dir": "auto"], text.markupLines)]
    }

    private func map(of content: ArchivePage.Content) -> [Markup] {
        guard let recording = content.recording, !recording.isEmpty else { return [] }
        let map = TrackMap(of: recording, cutEnds: content.cutEnds, name: hike.name, units: units)
            .inlineMarkup(class: "map")
        guard !content.cutEnds.isEmpty else { return [map] }
        return [.element("div", [:], [map, PageParts.soft("Rings: the track is cut at a private place.")])]
    }

    private func trail(_ map: [Markup], _ graphs: [HikeGraph]) -> Markup {
        let length = graphs.first?.distance
        let ends = Markup.element(
            "div", ["class": "ends"],
            [
                .element("span", text: "Start"),
                .element("span", text: length.map { units.distance(kilometres: $0) } ?? "End"),
            ]
        )
        return .element(
            "div",
            [
                "class": "trail", "data-length": length.map { units.lengthInUnits(kilometres: $0).svg },
                "data-unit": units.distanceUnit,
            ], map + (graphs.isEmpty ? [] : [.element("div", [:], graphs.map(figure) + [ends])]))
    }

    private func figure(_ graph: HikeGraph) -> Markup {
        let line = TrailLine(graph, columns: Self.columns, height: 100)
        let measure = graph.measure
        return .element(
            "figure",
            [
                "class": measure.rawValue, "data-unit": measure.unit(units),
                "data-values": line.values.map { $0.map { measure.displayed($0, units: units) } ?? "" }
                    .joined(separator: ","),
            ],
            [
                .element(
                    "figcaption", [:],
                    [.element("b", text: measure.title), .element("span", text: range(of: graph))]),
                .element(
                    "svg",
                    [
                        "viewBox": "0 0 \(Self.columns - 1) 100", "preserveAspectRatio": "none", "role": "img",
                        "aria-label": "\(measure.title) of \(hike.name): \(graph.summary)",
                    ], [.element("path", ["d": measure == .elevation ? line.area : line.path])]),
            ])
    }

    /// The lowest and the highest value.
    private func range(of graph: HikeGraph) -> String {
        guard let lowest = graph.capsules.map(\.range.lowerBound).min(),
            let highest = graph.capsules.map(\.range.upperBound).max()
        else { return "" }
        return graph.measure.label(lowest...highest, units: units)
    }
}

extension GraphMeasure {
    /// The value in the reader's units, as the page's script expects it: a number without commas, of seconds if it is a
    /// pace.
    fileprivate func displayed(_ value: Double, units: Units) -> String {
        guard self == .pace else { return number(value, units: units).replacing(",", with: "") }
        return String(Int((units == .metric ? value : value * Units.kilometresPerMile).rounded()))
    }
}
