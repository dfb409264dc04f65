public import ProfileKit

/// The summary as a self-contained HTML page: no scripts, and no fonts or pictures loaded from elsewhere.
///
/// It is readable on a phone and on a desktop, in light and dark, and with a screen reader.
public struct SummaryPage {
    public let profile: Profile
    public let hikes: HikeSummary
    /// How far the profile's goal is reached; `nil` without one.
    public let goal: GoalProgress?
    /// The recent hikes with their observations. Hikes not listed here are shown without a graph.
    public let tracks: [Hike]
    /// The recordings of the recent hikes, by id. Hikes without one are shown without a map.
    public let recordings: [Int: Recording]
    public let today: Day
    public let units: Units
    public let isDraft: Bool
    /// The fields of the profile, in their order.
    var fields = Profile.fields

    public init(
        profile: Profile, hikes: HikeSummary, goal: GoalProgress? = nil, tracks: [Hike],
        recordings: [Int: Recording] = [:], today: Day, units: Units, isDraft: Bool = false
    ) {
        (self.profile, self.hikes, self.goal, self.tracks, self.today) = (profile, hikes, goal, tracks, today)
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
        list(
            class: "facts",
            profile.labelledValues(of: fields, goal: goal, today: today, units: units, isCapitalized: true))
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

/// The style sheet of the summary page: cards that fit phone and desktop screens, in light and dark.
extension Markup {
    fileprivate static let pageStyle = Markup.literal(
        """
        :root { color-scheme: light dark; --ink: #241b36; --soft: #655c76; --paper: #f7f4f8; --card: #fff;
          --line: #e6dfec; --accent: #8a3d7c; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #f2edf8; --soft: #b5abc6; --paper: #14101c; --card: #1f1929; --line: #352c45;
            --accent: #f2a8c4; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere;
          font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; }
        header { color: #fff; background: linear-gradient(150deg, #2f2154, #6d3a80 60%, #a94c79);
          padding: 2.5rem max(1.25rem, calc(50% - 28.75rem)); }
        header p { margin: 0; }
        h1 { margin: 0 0 1.25rem; font-size: clamp(1.9rem, 6vw, 3rem); line-height: 1.15; letter-spacing: -0.01em; }
        h2 { margin: 0 0 1rem; font-size: 1.3rem; }
        h3 { margin: 0; font-size: 1.05rem; }
        main { max-width: 60rem; margin: 0 auto; padding: 0.5rem 1.25rem 2rem; }
        section { margin-top: 2rem; }
        dl, dd, ul { margin: 0; padding: 0; list-style: none; }
        dt { font-size: 0.85rem; opacity: 0.85; }
        dd { font-size: 1.15rem; font-weight: 600; }
        .facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(12rem, 1fr)); gap: 0.75rem; }
        .facts div { background: #ffffff1f; border-radius: 0.75rem; padding: 0.6rem 0.9rem; }
        .draft { display: inline-block; margin-bottom: 1rem; padding: 0.15rem 0.75rem; border-radius: 1rem;
          background: #fff; color: #5b2a63; font-weight: 600; }
        .badges { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1rem; }
        .badges li { text-align: center; }
        .badges svg { width: 6.5rem; height: auto; display: block; margin: 0 auto 0.5rem; }
        .badges.open svg { width: 4.5rem; opacity: 0.75; }
        .badges strong, .badges span { display: block; line-height: 1.35; }
        .soft, .badges span { color: var(--soft); font-size: 0.9rem; }
        progress { width: 5.5rem; height: 0.4rem; accent-color: var(--accent); }
        .hikes { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 1rem; }
        .card, .totals div { background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
          padding: 1rem 1.1rem; }
        .card { display: flex; flex-direction: column; }
        .card p { margin: 0.1rem 0 0; }
        .card svg { width: 100%; height: auto; margin-top: auto; padding-top: 0.75rem; color: var(--soft); display: block; }
        .card details { margin-top: 0.5rem; }
        summary { cursor: pointer; color: var(--soft); font-size: 0.9rem; }
        .totals { display: grid; grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr)); gap: 1rem; }
        .totals dt { color: var(--soft); opacity: 1; }
        .totals dd { font-size: 1.4rem; }
        footer { max-width: 60rem; margin: 0 auto; padding: 0 1.25rem 2.5rem; color: var(--soft); font-size: 0.85rem; }
        @media print { header { color: inherit; background: none; } }
        """)
}
