public import ProfileKit

/// The summary as a self-contained HTML page: no scripts, and no fonts or pictures loaded from elsewhere.
///
/// It is readable on a phone and on a desktop, in light and dark, and with a screen reader.
public struct SummaryPage {
    public let profile: Profile
    public let hikes: HikeDigest
    /// The recent hikes with their observations. Hikes not listed here are shown without a graph.
    public let tracks: [Hike]
    /// The recordings of the recent hikes, by id. Hikes without one are shown without a map.
    public let recordings: [Int: Recording]
    public let today: Day
    public let units: Units
    public let isDraft: Bool

    public init(
        profile: Profile, hikes: HikeDigest, tracks: [Hike], recordings: [Int: Recording] = [:], today: Day,
        units: Units, isDraft: Bool = false
    ) {
        (self.profile, self.hikes, self.tracks, self.today) = (profile, hikes, tracks, today)
        (self.recordings, self.units, self.isDraft) = (recordings, units, isDraft)
    }

    public var html: String {
        "<!DOCTYPE html>\n" + Markup.element("html", ["lang": "en"], [head, content]).written + "\n"
    }

    private var head: Markup {
        .element(
            "head", [:],
            [
                .element("meta", ["charset": "utf-8"]),
                .element("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"]),
                .element(
                    "meta",
                    [
                        "http-equiv": "Content-Security-Policy",
                        "content": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'",
                    ]),
                .element("meta", ["name": "referrer", "content": "no-referrer"]),
                .element("meta", ["name": "color-scheme", "content": "light dark"]),
                .element("title", text: "Profile of \(profile.username)"),
                .element("style", [:], [.pageStyle]),
            ])
    }

    private var content: Markup {
        .element(
            "body", [:],
            [
                .element("header", [:], [name] + (isDraft ? [draft] : []) + [facts]),
                .element("main", [:], [completed] + remaining + [recent, totals]),
                .element(
                    "footer", text: "As of \(today.spelled). This page is a copy in plain text: it is not sealed."),
            ])
    }

    private var name: Markup { .element("h1", ["dir": "auto"], text: profile.username) }

    private var draft: Markup { .element("p", ["class": "draft"], text: "Draft, not committed") }

    private var facts: Markup {
        // The name is already the heading.
        list(
            class: "facts",
            Profile.fields.filter { $0.name != "username" }.map { field in
                (field.label, field.value(of: profile).shown(today: today, isCapitalized: true))
            })
    }

    private var completed: Markup {
        let earned = hikes.earnedBadges
        let content =
            earned.isEmpty
            ? Markup.element("p", ["class": "soft"], text: "None yet.")
            : .element("ul", ["class": "badges"], earned.map { badge($0, [day($0.earnedOn)]) })
        return section("Completed Badges", content)
    }

    private var remaining: [Markup] {
        let open = hikes.badges.filter { !$0.isEarned }
        guard !open.isEmpty else { return [] }
        let items = open.map { status in
            badge(
                status,
                [
                    .element(
                        "progress",
                        [
                            "max": "1", "value": min(max(status.progress, 0), 1).svg,
                            "aria-label": "Progress of \(status.badge.name)",
                        ], text: status.spelled),
                    .element("span", text: status.spelled),
                ])
        }
        return [section("Badges to Come", .element("ul", ["class": "badges open"], items))]
    }

    private func badge(_ status: BadgeStatus, _ details: [Markup]) -> Markup {
        .element(
            "li", [:], [BadgePicture(status).inlineMarkup, .element("strong", text: status.badge.name)] + details)
    }

    private func day(_ day: Day?) -> Markup {
        guard let day else { return .element("span", text: "on an unknown day") }
        return .element("span", [:], [time(day)])
    }

    private func time(_ day: Day) -> Markup { .element("time", ["datetime": day.description], text: day.spelled) }

    private var recent: Markup {
        let content =
            hikes.recent.isEmpty
            ? Markup.element("p", ["class": "soft"], text: "None yet.")
            : .element("div", ["class": "hikes"], hikes.recent.enumerated().map { hike($1, number: $0 + 1) })
        return section("Recent Hikes", content)
    }

    private func hike(_ hike: HikeHeader, number: Int) -> Markup {
        let figures = [
            units.distance(kilometres: hike.distance), hike.ascent.map { "\(units.height(metres: $0)) up" },
            hike.movingTime.map { spelledDuration(seconds: $0) },
        ]
        let track = tracks.first { $0.id == hike.id }
        return .element(
            "article", ["class": "card"],
            [
                .element("h3", ["dir": "auto"], text: hike.name),
                .element("p", ["class": "soft"], [hike.date.map(time) ?? .text("Without a date")]),
                .element("p", text: figures.compactMap(\.self).joined(separator: " · ")),
            ] + map(of: hike) + (track.map { graphs(of: $0, number: number) } ?? []))
    }

    private func map(of hike: HikeHeader) -> [Markup] {
        guard let recording = recordings[hike.id], !recording.isEmpty else { return [] }
        return [TrackMap(of: recording, name: hike.name, units: units).inlineMarkup]
    }

    /// The elevation graph, or the first available one; the others can be expanded.
    private func graphs(of hike: Hike, number: Int) -> [Markup] {
        let graphs = GraphMeasure.allCases.map { HikeGraph(hike, measure: $0, units: units) }
            .filter { !$0.capsules.isEmpty }
        func drawn(_ graph: HikeGraph) -> Markup {
            graph.inlineMarkup(id: "hike-\(number)-\(graph.measure.rawValue)")
        }
        guard let first = graphs.first else {
            return [.element("p", ["class": "soft"], text: GraphMeasure.elevation.nothingRecorded)]
        }
        return [drawn(first)]
            + graphs.dropFirst().map { graph in
                .element("details", [:], [.element("summary", text: graph.measure.title), drawn(graph)])
            }
    }

    private var totals: Markup {
        let sums = hikes.totals
        let figures: [(String, String?)] = [
            ("Hikes", String(sums.hikes)), ("Distance", units.distance(kilometres: sums.distance)),
            ("Ascent", sums.ascent.map { units.height(metres: $0) }),
            ("Moving", sums.movingTime.map { spelledDuration(seconds: $0) }),
        ]
        return section(
            "Totals", list(class: "totals", figures.compactMap { label, value in value.map { (label, $0) } }))
    }

    private func section(_ title: String, _ content: Markup) -> Markup {
        .element("section", [:], [.element("h2", text: title), content])
    }

    private func list(class name: String, _ rows: [(String, String)]) -> Markup {
        .element(
            "dl", ["class": name],
            rows.map { label, value in
                .element("div", [:], [.element("dt", text: label), .element("dd", text: value)])
            })
    }
}
