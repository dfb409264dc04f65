import CSodium
import ProfileKit
import TestSupport
import Testing

@testable import ProfileRendering

/// An archive with rides, plans, hostile names and a hike without a date, as a page.
enum SampleArchivePage {
    /// Recorded hikes in the order of their days, and others.
    static let hikes: [Hike] = (0..<7).map { index in
        var hike = `A hike's graph`.hill([24, 8, 0][index % 3])
        hike.header = header(index)
        return hike
    }

    private static func header(_ index: Int) -> HikeHeader {
        var header = HikeHeader(
            id: index + 1,
            name: [
                "Ridge", "</td></table><script>alert(1)</script>", "漢字の山道", "\u{202E}x\n\u{1B}]0;y\u{7}", "مسار الجبل",
                "Étape",
                "Undated",
            ][index], distance: 4.5 + Double(index) * 250,
            date: index == 6 ? nil : Day(year: 2025 + index / 3, month: 4, day: 20 + index),
            movingTime: index % 2 == 0 ? 5400 : nil, ascent: index == 5 ? nil : 110)
        header.activity = index == 2 ? .cycling : index == 3 ? .running : .hiking
        header.isPlanned = index == 1
        header.tags = index == 0 ? ["wet", "<b>boots"] : []
        header.isFavourite = index == 0
        header.notes = index == 0 ? "Snow above the hut.\n<script>alert(2)</script>" : ""
        guard index == 0, let position = TrackPoint(latitude: 47.01, longitude: 11.02, elevation: 1234) else {
            return header
        }
        header.waypoints = [
            Waypoint(name: "<i>Hut", position: position, description: "Open\nin summer"),
            Waypoint(name: "", position: position),
        ]
        header.laps = [Lap(distance: 2.5, duration: 1800, ascent: 60, heartRate: 120, name: "<i>Up"), Lap()]
        return header
    }

    static var recording: Recording { ViewSamples.tracks[0].recording }

    /// Places of two categories, the first of which is hostile, and one without a category.
    private static let places: [NumberedPlace] = [
        ("</table><b>Peak", "Mountains"), ("Well", ""), ("Summit", "Mountains"), ("Far", "<Far>"),
    ].enumerated().map { index, place in
        NumberedPlace(
            id: index + 1,
            place: Place(
                name: place.0, position: TrackPosition(latitude: 47, longitude: -11.25), category: place.1))
    }

    static func page(
        _ hikes: [Hike] = hikes, isSelection: Bool = false, units: Units = .metric, showsPhotos: Bool = true
    ) -> ArchivePage {
        ArchivePage(
            profile: SampleSummary.profile, badges: SampleSummary.digest.badges,
            entries: hikes.map { ArchivePage.Entry($0.header, elevations: SmallGraph($0.observations)) },
            tracks: hikes.isEmpty ? [] : ViewSamples.tracks, places: places,
            // Some by hikes that the page doesn't have.
            hikesByPlace: [1: [7, 5, 1], 2: [4, 90], 4: [91]], today: SampleSummary.today, units: units,
            isSelection: isSelection, showsPhotos: showsPhotos)
    }

    static func content(_ hike: Hike) -> ArchivePage.Content {
        var content = ArchivePage.Content(hike, recording: hike.id == 5 ? nil : recording)
        if hike.id == 4 { content.cutEnds = [recording.segments[0][0].position] }
        guard hike.id == 1 else { return content }
        var photo = Photo()
        (photo.time, photo.day) = (Timestamp("2026-07-04T08:40:00+02:00"), Day(year: 2026, month: 7, day: 4))
        let placed = PlacedPhoto(
            Numbered(number: 3, model: photo),
            placement: PhotoPlacement(distance: 4.2, position: TrackPosition(latitude: 46, longitude: 7)))
        content.photos = [ArchivePage.EmbeddedPhoto(placed, picture: PhotoPicture(of: photo, preview: [1, 2, 3]))]
        content.omittedPhotos = 2
        return content
    }

    static func html(_ hikes: [Hike] = hikes, isSelection: Bool = false, units: Units = .metric) throws -> String {
        var html = ""
        try page(hikes, isSelection: isSelection, units: units).write {
            html += $0
        } content: { id in
            hikes.first { $0.id == id }.map(content)
        }
        return html
    }

    /// The part of the page about one hike.
    static func article(_ id: Int, in html: String) throws -> Substring {
        try #require(html.split(separator: "<article ").first { $0.hasPrefix("id=\"h\(id)\"") })
    }
}

extension TrackPoint {
    fileprivate var position: TrackPosition { TrackPosition(latitude: latitude, longitude: longitude) }
}

@Suite struct `The archive as a page` {
    @Test func `matches its golden file, and is well-formed`() throws {
        let html = try SampleArchivePage.html()
        #expect(XMLCheck.problem(in: html) == nil)
        #expect(try GoldenFile("archive.html").difference(from: html) == nil)
        #expect(XMLCheck.problem(in: try SampleArchivePage.html(units: .imperial)) == nil)
    }

    @Test(arguments: [InlinePart.baseStyle, .archiveStyle, .archiveScript])
    func `allows its own style and script by their digests`(part: InlinePart) throws {
        let content = Array("\(part.content)".utf8)
        var (digest, text) = ([UInt8](repeating: 0, count: 32), [CChar](repeating: 0, count: 45))
        crypto_hash_sha256(&digest, content, UInt64(content.count))
        sodium_bin2base64(&text, text.count, digest, digest.count, sodium_base64_VARIANT_ORIGINAL)
        #expect(
            part.digest == String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self),
            "the digest after a change of its content")
        let html = try SampleArchivePage.html()
        #expect(html.contains("\(part.kind.rawValue)-src &#39;sha256-"))
        #expect(html.contains("&#39;sha256-\(part.digest)&#39;"))
        #expect(html.contains("<\(part.kind.rawValue)>\(part.content)</\(part.kind.rawValue)>"))
    }

    @Test func `loads nothing from elsewhere, and runs nothing from data`() throws {
        let html = try SampleArchivePage.html()
        #expect(html.contains("default-src &#39;none&#39;") && !html.contains("unsafe-inline"))
        #expect(html.matches(of: /<script/).count == 1 && html.matches(of: /<style/).count == 2)
        // A policy without unsafe-inline would ignore them.
        #expect(!html.contains(/<[^>]+ (style|on[a-z]+)=/))
        let rest = html.replacing("http://www.w3.org/2000/svg", with: "")
        for word in ["<link", "<iframe", "@import", "url(http", "://", "javascript:"] {
            #expect(!rest.contains(word), "\(word)")
        }
        #expect(html.matches(of: /src="([^"]*)"/).allSatisfy { $0.1.hasPrefix("data:image/jpeg;base64,") })
        #expect(html.matches(of: /href="([^"]*)"/).allSatisfy { $0.1.hasPrefix("#") })
        #expect(RandomText.offence(in: html) == nil)
        #expect(html.contains("Snow above the hut.<br/>&lt;script&gt;alert(2)&lt;/script&gt;"))
        #expect(html.contains("&lt;/td&gt;&lt;/table&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
    }

    @Test func `labels every picture, and has ordered headings, and links that lead somewhere`() throws {
        let html = try SampleArchivePage.html()
        for picture in html.split(separator: "<svg ").dropFirst() {
            let start = picture.prefix { $0 != ">" }
            #expect(
                start.contains("aria-hidden=\"true\"")
                    || start.contains("role=\"img\"") && (start.contains("aria-label=") || picture.contains("<title>")),
                "\(start)")
        }
        #expect(html.matches(of: /<img [^>]*alt="[^"]+"/).count == html.matches(of: /<img/).count)
        let levels = html.matches(of: /<h([1-6])/).compactMap { Int($0.1) }
        #expect(levels.first == 1 && levels.filter { $0 == 1 }.count == 1)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 })
        let ids = html.matches(of: /\ id="([^"]+)"/).map { String($0.1) }
        #expect(Set(ids).count == ids.count)
        #expect(html.matches(of: /href="#([^"]+)"/).allSatisfy { ids.contains(String($0.1)) })
    }

    @Test func `has every hike in its table, newest first, and says why some don't count`() throws {
        let html = try SampleArchivePage.html()
        let table = try #require(html.split(separator: "<section id=\"hikes\">").last)
        let rows = table.split(separator: "<tbody>")[1].split(separator: "</tbody>")[0].split(separator: "<tr")
            .dropFirst()
        #expect(rows.count == 7)
        #expect(rows.first?.contains("2026-04-25") == true && rows.last?.contains("Undated") == true)
        let reasons = rows.map { $0.firstMatch(of: /[Nn]ot counted: ([a-z ]+)/).map { String($0.1) } }
        #expect(reasons.compactMap(\.self).sorted() == ["a plan", "not on foot"])
        #expect(rows.filter { $0.contains("class=\"uncounted\"") }.count == 2)
        #expect(html.contains("Totals, records on foot and badges leave out 2 hikes"))
        #expect(rows.contains { $0.contains("&lt;b&gt;boots · wet") })
        #expect(rows.contains { $0.contains("1,254.5") })
        #expect(rows.contains { $0.contains("<td>1:30</td>") && $0.contains("aria-label=\"Favourite\"") })
    }

    @Test func `has the same values at its pointer as the app`() throws {
        let html = try SampleArchivePage.html()
        let hike = try #require(SampleArchivePage.hikes.first)
        let article = try SampleArchivePage.article(1, in: html)
        let graph = TrailGraph(hike, units: .metric)
        for measure in graph.measures {
            let figure = try #require(
                article.split(separator: "<figure ").first { $0.hasPrefix("class=\"\(measure.rawValue)\"") })
            let text = try #require(figure.firstMatch(of: /data-values="([^"]*)"/)?.1)
            let values = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
            #expect(values.count == 100)
            for index in 1..<99 {
                let known = graph.value(of: measure, at: Double(index) / 99)?.rounded()
                #expect(values[index] == known, "\(measure) \(index)")
            }
        }
    }

    @Test func `shows only the newest hikes by themselves, and says so`() throws {
        let many = (1...230).map { id in
            Hike(
                header: HikeHeader(
                    id: id, name: "Hike \(id)", distance: 5, date: Day(year: 2026, month: 1, day: 1).adding(days: id)))
        }
        var asked: [Int] = []
        var html = ""
        try SampleArchivePage.page(many).write {
            html += $0
        } content: { id in
            asked.append(id)
            return nil
        }
        #expect(asked == (31...230).reversed())
        #expect(html.contains("The newest 200 have their map, graphs, notes and photos below"))
        #expect(html.contains("<a href=\"#h31\">") && !html.contains("href=\"#h30\""))
        #expect(html.matches(of: /<tr class|<tr>\n<td>2026/).count == 230)
        #expect(html.matches(of: /Its content can&#39;t be read/).count == 200)
    }

    /// The cells of the rows about places, without markup.
    private func placeRows(_ html: String) throws -> [[String]] {
        let section = try #require(html.split(separator: "<section id=\"places\">").dropFirst().first)
        return section.split(separator: "</section>")[0].split(separator: "<tr>").dropFirst().map { row in
            row.matches(of: /<t[hd][^>]*>((?:.|\n)*?)<\/t[hd]>/).map {
                String($0.1.replacing(/<[^>]*>|\n/, with: ""))
            }
        }
    }

    @Test func `has the places by category, with the visits of its hikes`() throws {
        let html = try SampleArchivePage.html()
        let position = "47.00000, -11.25000"
        #expect(
            try placeRows(html) == [
                ["Place", "Visits", "First", "Last"], ["Far\(position)", "", "", ""],
                ["Place", "Visits", "First", "Last"],
                ["&lt;/table&gt;&lt;b&gt;Peak\(position)", "3", "2025-04-20", "2026-04-24"],
                ["Summit\(position)", "", "", ""], ["Place", "Visits", "First", "Last"],
                ["Well\(position)", "1", "2026-04-23", "2026-04-23"],
            ])
        #expect(html.contains("<bdi>Mountains</bdi>: 1 of 2 places visited"))
        #expect(html.contains("<bdi>&lt;Far&gt;</bdi>: 0 of 1 place visited") && html.contains(">Other places<"))
        #expect(html.contains("<a href=\"#places\">"))
        #expect(try SampleArchivePage.article(4, in: html).contains("Places: <bdi>Well</bdi>"))
        // A selection has only those that its hikes visited.
        let selected = try SampleArchivePage.html([SampleArchivePage.hikes[3]], isSelection: true)
        #expect(try placeRows(selected).map(\.first) == ["Place", "Well\(position)"])
        #expect(!selected.contains("of 1 place visited"))
        #expect(!(try SampleArchivePage.html([SampleArchivePage.hikes[5]], isSelection: true)).contains("\"places\""))
    }

    @Test func `has a hike's laps, waypoints and photos, and says which are left out`() throws {
        let article = try SampleArchivePage.article(1, in: try SampleArchivePage.html())
        #expect(article.contains("1 <bdi>&lt;i&gt;Up</bdi>"))
        for figure in ["2.5 km", "30 min", "60 m", "120 bpm"] { #expect(article.contains("<td>\(figure)</td>")) }
        #expect(article.contains("&lt;i&gt;Hut</b>") && article.contains("1,234 m · 47.01000, 11.02000"))
        #expect(article.contains("Open<br/>in summer") && article.contains("Without a name"))
        #expect(article.contains("alt=\"Photo of 4 July 2026\" src=\"data:image/jpeg;base64,AQID\""))
        #expect(article.contains("<figcaption>4 July 2026 08:40, at 4.2 km</figcaption>"))
        #expect(article.contains("2 photos left out: the page would become too large."))
        var long = SampleArchivePage.hikes[0]
        long.laps = Array(repeating: Lap(distance: 1), count: 53)
        #expect(try SampleArchivePage.html([long]).contains("3 more laps not listed."))
    }

    @Test func `allows images only where it may have photos`() throws {
        #expect(try SampleArchivePage.html().contains("img-src data:;"))
        var html = ""
        try SampleArchivePage.page(showsPhotos: false).write {
            html += $0
        } content: { _ in
            nil
        }
        #expect(!html.contains("img-src"))
    }

    @Test func `marks where a track was cut, and doesn't call that its start`() throws {
        let html = try SampleArchivePage.html()
        let circles = try [3, 4].map { id in
            try SampleArchivePage.article(id, in: html).matches(of: /<circle ([^>]*)>/).map { $0.1 }
        }
        #expect(circles[0].count == 2 && circles[0].allSatisfy { !$0.contains("fill=\"none\"") })
        let rings = circles[1].filter { $0.contains("fill=\"none\"") }
        #expect(circles[1].count == 2 && rings.count == 1)
        // The ring is where the start would be.
        let start = try #require(circles[0].last?.prefix { $0 != "r" })
        #expect(rings[0].hasPrefix(start), "\(rings) \(start)")
        #expect(try SampleArchivePage.article(4, in: html).contains("cut at a private place"))
        #expect(!(try SampleArchivePage.article(3, in: html)).contains("cut at a private place"))
    }

    @Test func `is complete without hikes, and says when it is a selection`() throws {
        let empty = try SampleArchivePage.html([])
        #expect(XMLCheck.problem(in: empty) == nil)
        #expect(!empty.contains("<form") && empty.contains("None yet."))
        #expect(try SampleArchivePage.html(isSelection: true).contains("A selection: 7 hikes"))
    }

    @Test func `draws tracks of regions far from each other on maps of their own`() throws {
        func track(_ latitude: Double, _ longitude: Double) -> SimplifiedTrack {
            SimplifiedTrack(
                of: Recording(segments: [
                    (0..<9).compactMap { TrackPoint(latitude: latitude + Double($0) / 1000, longitude: longitude) }
                ]))
        }
        let tracks = [track(47, 11), track(-47, 11), track(47.4, 11.4), track(10, 179.9), track(10, -179.9)]
        let regions = TrackRegions(tracks).regions
        #expect(regions == [[tracks[0], tracks[2]], [tracks[3], tracks[4]], [tracks[1]]])
        #expect(TrackRegions(ViewSamples.tracks).regions == [ViewSamples.tracks])
        #expect(TrackRegions([]).regions.isEmpty)
    }

    @Test func `needs little space for a hike in its table`() {
        let table = HikeTable(units: .metric, detailed: [])
        let bytes = SampleArchivePage.hikes.map { hike in
            table.row(ArchivePage.Entry(hike.header, elevations: nil)).written.utf8.count
        }
        #expect(bytes.reduce(0, +) / bytes.count < 300)
        #expect((SmallGraph(SampleArchivePage.hikes[0].observations)?.markup(.metric).written.utf8.count ?? 0) < 300)
    }
}
