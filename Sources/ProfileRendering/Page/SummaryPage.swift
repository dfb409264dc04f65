public import ProfileKit

/// The summary as a self-contained HTML page: no scripts, and no fonts or pictures loaded from elsewhere.
///
/// It is readable on a phone and on a desktop, in light and dark, and with a screen reader.
public struct SummaryPage {
    public let profile: Profile
    public let hikes: HikeSummary
    /// How far the profile's goal is reached; `nil` without one.
    public let goal: GoalProgress?
    /// The photo that the profile's season features; `nil` if there is none.
    public let photo: PhotoPicture?
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
        profile: Profile, hikes: HikeSummary, goal: GoalProgress? = nil, photo: PhotoPicture? = nil, tracks: [Hike],
        recordings: [Int: Recording] = [:], today: Day, units: Units, isDraft: Bool = false
    ) {
        (self.profile, self.hikes, self.goal, self.tracks, self.today) = (profile, hikes, goal, tracks, today)
        (self.recordings, self.units, self.isDraft, self.photo) = (recordings, units, isDraft, photo)
    }

    public var html: String {
        "<!DOCTYPE html>\n" + Markup.element("html", ["lang": "en"], [head, content]).written + "\n"
    }

    private var head: Markup {
        PageParts.head(title: "Profile of \(profile.username)", [.baseStyle], showsImages: photo != nil)
    }

    private var content: Markup {
        .element(
            "body", [:],
            [
                .element(
                    "header", [:],
                    [name] + (isDraft ? [draft] : []) + (photo.map { [$0.inlineMarkup] } ?? []) + [facts]),
                .element("main", [:], PageParts.badges(hikes.badges) + [recent, totals]),
                .element(
                    "footer", text: "As of \(today.spelled). This page is a copy in plain text: it is not sealed."),
            ])
    }

    private var name: Markup { .element("h1", ["dir": "auto"], text: profile.username) }

    private var draft: Markup { .element("p", ["class": "draft"], text: "Draft, not committed") }

    private var facts: Markup {
        PageParts.list(
            class: "facts",
            profile.labelledValues(of: fields, goal: goal, today: today, units: units, isCapitalized: true))
    }

    private var recent: Markup {
        let content =
            hikes.recent.isEmpty
            ? PageParts.soft("None yet.")
            : .element("div", ["class": "hikes"], hikes.recent.enumerated().map { hike($1, number: $0 + 1) })
        return PageParts.section("Recent Hikes", [content])
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
                .element("p", ["class": "soft"], [hike.date.map(PageParts.time) ?? .text("Without a date")]),
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
            return [PageParts.soft(GraphMeasure.elevation.nothingRecorded)]
        }
        return [drawn(first)]
            + graphs.dropFirst().map { graph in
                .element("details", [:], [.element("summary", text: graph.measure.title), drawn(graph)])
            }
    }

    private var totals: Markup {
        PageParts.section("Totals", [PageParts.totals(hikes.totals, units: units)])
    }
}
