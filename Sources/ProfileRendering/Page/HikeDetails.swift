internal import ProfileKit
internal import ProfileModel

/// What is listed under a hike's graphs in the archive's page: laps, waypoints and photos.
struct HikeDetails {
    let content: ArchivePage.Content
    let units: Units

    /// The most laps and waypoints that are listed of a hike.
    private static let most = 50

    init(_ content: ArchivePage.Content, units: Units) {
        (self.content, self.units) = (content, units)
    }

    var markup: [Markup] { laps + waypoints + photos }

    // MARK: Laps

    private var laps: [Markup] {
        let laps = content.hike.laps
        guard !laps.isEmpty else { return [] }
        let head = ["Lap", "Distance", "Time", "Up", "Heart rate"].map {
            Markup.element("th", ["scope": "col"], text: $0)
        }
        let rows = laps.prefix(Self.most).enumerated().map { index, lap in
            let figures = [
                lap.distance.map { units.distance(kilometres: $0) }, lap.duration.map { spelledDuration(seconds: $0) },
                lap.ascent.map { units.height(metres: $0) }, lap.heartRate.map { "\($0.decimal(0)) bpm" },
            ]
            let name = lap.name.isEmpty ? [] : [Markup.text(" "), .element("bdi", text: lap.name)]
            return Markup.element(
                "tr", [:],
                [.element("th", ["scope": "row"], [.text(String(index + 1))] + name)]
                    + figures.map { .element("td", text: $0 ?? "") })
        }
        let table = Markup.element(
            "table", [:],
            [
                .element("caption", text: "Laps"), .element("thead", [:], [.element("tr", [:], head)]),
                .element("tbody", [:], rows),
            ])
        return [.element("div", ["class": "first laps"], [table])] + omitted(laps.count - rows.count, "lap")
    }

    // MARK: Waypoints

    private var waypoints: [Markup] {
        let waypoints = content.hike.waypoints
        guard !waypoints.isEmpty else { return [] }
        let items = waypoints.prefix(Self.most).map { waypoint in
            let name = waypoint.name.isEmpty ? "Without a name" : waypoint.name
            let details = [
                waypoint.position.elevation.map { units.height(metres: $0) },
                TrackPosition(latitude: waypoint.position.latitude, longitude: waypoint.position.longitude).spelled,
            ].compactMap(\.self).joined(separator: " · ")
            return Markup.element(
                "li", [:],
                [.element("b", ["dir": "auto"], text: name), .element("small", text: " · \(details)")]
                    + (waypoint.description.isEmpty
                        ? [] : [.element("p", ["class": "notes", "dir": "auto"], waypoint.description.markupLines)]))
        }
        return [.element("h4", text: "Waypoints"), .element("ul", ["class": "waypoints"], items)]
            + omitted(waypoints.count - items.count, "waypoint")
    }

    private func omitted(_ count: Int, _ noun: String) -> [Markup] {
        count > 0 ? [PageParts.soft("\(count.counted("more \(noun)")) not listed.")] : []
    }

    // MARK: Photos

    private var photos: [Markup] {
        let items = content.photos.map { shown in
            let origin = shown.photo.origin(units: units).joined(separator: ", ")
            return Markup.element(
                "li", [:],
                [
                    .element(
                        "figure", [:],
                        [
                            .element(
                                "img", ["decoding": "async", "alt": shown.picture.label, "src": shown.picture.source])
                        ] + (origin.isEmpty ? [] : [.element("figcaption", text: origin)]))
                ])
        }
        let left = content.omittedPhotos
        return (items.isEmpty && left == 0 ? [] : [.element("h4", text: "Photos")])
            + (items.isEmpty ? [] : [.element("ul", ["class": "photos"], items)])
            + (left == 0
                ? []
                : [PageParts.soft("\(left.counted("photo")) left out: the page would become too large.")])
    }
}

extension String {
    /// The text as markup of several lines.
    var markupLines: [Markup] {
        let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
            [Markup.text(String($0))]
        }
        return Array(lines.joined(separator: [.element("br")]))
    }
}
