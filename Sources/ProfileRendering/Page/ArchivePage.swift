public import ProfileKit
public import ProfileModel

/// The whole archive as a self-contained HTML page: a summary, a year in review, a map of all tracks, all hikes in one
/// table, places, records, calendars, and the newest hikes one by one.
///
/// Nothing is loaded from elsewhere. It can be read without its script, which sorts, filters and searches the table and
/// reads graphs at a pointer.
public struct ArchivePage {
    /// A hike as the table shows it.
    public struct Entry: Sendable {
        public let hike: HikeHeader
        /// `nil` if its observations couldn't be read.
        public let elevations: SmallGraph?

        public init(_ hike: HikeHeader, elevations: SmallGraph?) {
            (self.hike, self.elevations) = (hike, elevations)
        }
    }

    /// The content of a hike that is shown by itself.
    public struct Content: Sendable {
        public let hike: Hike
        public let recording: Recording?
        /// The ends of the recording's segments where it was cut at private places.
        public var cutEnds: [TrackPosition] = []
        public var photos: [EmbeddedPhoto] = []
        /// How many of its photos aren't shown, since the page would become too large.
        public var omittedPhotos = 0

        public init(_ hike: Hike, recording: Recording?) {
            (self.hike, self.recording) = (hike, recording)
        }
    }

    /// A photo with the picture that the page has of it.
    public struct EmbeddedPhoto: Sendable {
        public let photo: PlacedPhoto
        public let picture: PhotoPicture

        /// - Parameter picture: the reduced picture.
        public init(_ photo: PlacedPhoto, picture: PhotoPicture) {
            (self.photo, self.picture) = (photo, picture)
        }
    }

    public let profile: Profile
    /// How far the profile's goal is reached; `nil` without one.
    public let goal: GoalProgress?
    /// All badges with their progress.
    public let badges: [BadgeStatus]
    /// Newest first.
    public let entries: [Entry]
    public let tracks: [SimplifiedTrack]
    public let places: [NumberedPlace]
    /// The ids of the hikes that visited each place, by the place's id.
    public let hikesByPlace: [Int: [Int]]
    public let today: Day
    public let units: Units
    /// Whether a filter chose the hikes.
    public let isSelection: Bool
    /// Whether photos may be shown.
    public let showsPhotos: Bool
    /// The hikes that are shown by themselves.
    let detailed: Set<Int>
    /// The fields of the profile, in their order.
    var fields = Profile.fields

    /// The most hikes that are shown by themselves, with a map and graphs. The others have a small graph in the table.
    public static let mostDetailed = 200
    /// The most bytes of all photos together.
    public static let mostPhotoBytes = 1 << 20

    /// - Parameters:
    ///   - entries: the hikes, in any order.
    ///   - hikesByPlace: the ids of the hikes that visited each place, also of hikes that the page doesn't have.
    public init(
        profile: Profile, goal: GoalProgress? = nil, badges: [BadgeStatus], entries: [Entry], tracks: [SimplifiedTrack],
        places: [NumberedPlace] = [], hikesByPlace: [Int: [Int]] = [:], today: Day, units: Units,
        isSelection: Bool = false, showsPhotos: Bool = false
    ) {
        (self.profile, self.goal, self.badges, self.tracks) = (profile, goal, badges, tracks)
        (self.places, self.hikesByPlace) = (places, hikesByPlace)
        (self.today, self.units, self.isSelection, self.showsPhotos) = (today, units, isSelection, showsPhotos)
        self.entries = entries.map(\.hike).indices(by: .date).map { entries[$0] }
        detailed = Set(self.entries.prefix(Self.mostDetailed).map(\.hike.id))
    }

    private static let parts: [InlinePart] = [.baseStyle, .archiveStyle, .archiveScript]

    /// Writes the page.
    ///
    /// - Parameters:
    ///   - put: called with each piece.
    ///   - content: reads a hike that is shown by itself; `nil` if it is gone, or can't be read. One is in memory at a
    ///     time.
    public func write(to put: (String) throws -> Void, content: (Int) throws -> Content?) throws {
        func add(_ parts: [Markup]) throws { for part in parts { try put(part.written + "\n") } }
        try put("<!DOCTYPE html>\n<html lang=\"en\">\n")
        try add([PageParts.head(title: "Hikes of \(profile.username)", Self.parts, showsImages: showsPhotos)])
        try put("<body>\n")
        let placeTables = PlaceTables(self)
        try add([header(hasPlaces: !placeTables.isEmpty)])
        try put("<main>\n")
        try add(PageParts.badges(badges))
        let views = ArchiveViews(self)
        try add(views.year + [views.map])
        try writeTable(to: put)
        try add(placeTables.section + [views.records, views.calendars])
        try writeEach(to: put, names: placeTables.namesByHike, content: content)
        try put("</main>\n")
        try add([footer, InlinePart.archiveScript.element])
        try put("</body>\n</html>\n")
    }

    var hikes: [HikeHeader] { entries.map(\.hike) }

    private func header(hasPlaces: Bool) -> Markup {
        let links = [
            ("Map", "map"), ("Hikes", "hikes"), ("Places", "places"), ("Records", "records"), ("Calendar", "calendar"),
            ("One by One", "each"),
        ].filter { ["each": !entries.isEmpty, "places": hasPlaces][$0.1] ?? true }.map { title, id in
            Markup.element("li", [:], [.element("a", ["href": "#\(id)"], text: title)])
        }
        let selection = Markup.element(
            "p", ["class": "draft"], text: "A selection: \(entries.count.counted("hike"))")
        return .element(
            "header", [:],
            [.element("h1", ["dir": "auto"], text: profile.username)] + (isSelection ? [selection] : [])
                + [
                    PageParts.list(
                        class: "facts",
                        profile.labelledValues(of: fields, goal: goal, today: today, units: units, isCapitalized: true)),
                    .element("nav", ["aria-label": "Parts of this page"], [.element("ul", [:], links)]),
                ])
    }

    private var footer: Markup {
        .element(
            "footer",
            text: "As of \(today.spelled). This page is a copy in plain text: it is not sealed. "
                + "Anyone who has the file can read it.")
    }

    private func writeTable(to put: (String) throws -> Void) throws {
        let totals = HikeTotals(over: hikes)
        try put("<section id=\"hikes\">\n")
        for part in [
            .element("h2", text: isSelection ? "Selected Hikes" : "All Hikes"), PageParts.totals(totals, units: units),
        ] + notes(leftOut: entries.count - totals.hikes) {
            try put(part.written + "\n")
        }
        let table = HikeTable(units: units, detailed: detailed)
        if !entries.isEmpty {
            try put(table.form(for: hikes).written + "\n")
            try put("<div class=\"scroll\">\n<table>\n\(table.head.written)\n<tbody>\n")
            for entry in entries { try put(table.row(entry).written + "\n") }
            try put("</tbody>\n</table>\n</div>\n")
        }
        try put("</section>\n")
    }

    /// What the reader should know about the table.
    private func notes(leftOut: Int) -> [Markup] {
        guard !entries.isEmpty else { return [PageParts.soft("None yet.")] }
        let uncounted =
            leftOut == 0
            ? "" : "Totals, records on foot and badges leave out \(leftOut.counted("hike")): the rows say why. "
        let small =
            entries.count > detailed.count
            ? "The newest \(detailed.count) have their map, graphs, notes and photos below; the others have a small graph of "
                + "their elevations only."
            : ""
        return uncounted + small == "" ? [] : [PageParts.soft(uncounted + small)]
    }

    private func writeEach(
        to put: (String) throws -> Void, names: [Int: [String]], content: (Int) throws -> Content?
    ) throws {
        guard !entries.isEmpty else { return }
        try put("<section id=\"each\">\n<h2>One by One</h2>\n<div class=\"articles\">\n")
        for entry in entries where detailed.contains(entry.hike.id) {
            let view = HikeArticle(entry.hike, places: names[entry.hike.id] ?? [], units: units)
            try put(view.markup(try content(entry.hike.id)).written + "\n")
        }
        try put("</div>\n</section>\n")
    }
}

extension HikeHeader {
    /// Why totals and badges leave the hike out; `nil` if they don't.
    var leftOutReason: String? {
        if isPlanned { return "not counted: a plan" }
        return activity.isOnFoot ? nil : "not counted: not on foot"
    }
}
