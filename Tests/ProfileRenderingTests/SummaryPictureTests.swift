import ProfileKit
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileRendering

/// An account with four badges and a few hikes, as text and as a page.
enum SampleSummary {
    static let today = Day(year: 2026, month: 11, day: 21)
    static let profile = Profile(username: "g_kumar", goalDate: Day(year: 2027, month: 5, day: 1))

    static let hikes: [HikeHeader] = (0..<11).map { index in
        HikeHeader(
            id: index + 1, name: ["Lonesome Ridge Trail", "Sølvhare", "漢字の山道", "A & B <i>\"loop\"</i>"][index % 4],
            distance: 4.5 + Double(index), date: index == 10 ? nil : Day(year: 2026, month: 4, day: 20 + index),
            movingTime: index % 2 == 0 ? 5400 : nil, ascent: 110)
    }
    static let digest = HikeSummary(over: hikes, goalDate: profile.goalDate)

    static func text(_ username: String = "g_kumar", isDraft: Bool = false) -> SummaryText {
        var profile = profile
        profile.username = username
        return SummaryText(profile: profile, hikes: digest, today: today, units: .metric, isDraft: isDraft)
    }

    static func page(_ profile: Profile = profile, digest: HikeSummary = digest, isDraft: Bool = false) -> String {
        summaryPage(profile, digest: digest, isDraft: isDraft).html
    }

    static func summaryPage(
        _ profile: Profile = profile, digest: HikeSummary = digest, isDraft: Bool = false
    ) -> SummaryPage {
        let tracks = digest.recent.prefix(3).map { header in
            var hike = `A hike's graph`.hill([24, 500, 0][header.id % 3])
            hike.header = header
            return hike
        }
        return SummaryPage(
            profile: profile, hikes: digest, tracks: tracks, today: today, units: .metric, isDraft: isDraft
        )
    }
}

/// A field that a later program may add to the list of the profile's fields.
@Suite struct `An additional field in the summary` {
    private let fields =
        Profile.fields + [ModelField("motto", tag: 99, label: "Motto", get: { _ in "Slowly <3" }, set: { _, _ in })]

    @Test func `is shown on a terminal with its label`() {
        var summary = SampleSummary.text()
        #expect(!summary.lines.contains { $0.contains("Motto") })
        summary.fields = fields
        #expect(summary.lines.contains("Motto: Slowly <3"))
    }

    @Test func `is shown in the page with its label`() {
        var page = SampleSummary.summaryPage()
        #expect(!page.html.contains("Motto"))
        page.fields = fields
        #expect(page.html.contains("Motto") && page.html.contains("Slowly &lt;3"))
    }
}

@Suite struct `The summary on a terminal` {
    private func plain(_ line: String) -> String { line.replacing(/\u{1B}\[[0-9;]*m/, with: "") }

    @Test func `has the same text with colours as without, except for the pictures`() {
        let summary = SampleSummary.text()
        for depth in [ColorDepth.eight, .palette256, .trueColor] {
            #expect(summary.lines(depth: depth, showsPictures: false).map(plain) == summary.lines)
        }
        #expect(summary.lines(depth: .none) == summary.lines)
        // Eight colours are too few for pictures.
        #expect(summary.lines(depth: .eight).map(plain) == summary.lines)
        let pictured = summary.lines(depth: .palette256).map(plain)
        #expect(
            pictured.filter { $0.contains(/[^ ▀▄█]/) && !$0.contains(/[▀▄█]/) }
                == summary.lines.filter { !$0.isEmpty })
        // Seven badges are two rows of pictures.
        #expect(pictured.count == summary.lines.count + 14)
    }

    @Test func `matches its golden picture`() throws {
        // Redrawn from its lines, as a terminal shows them.
        let lines = SampleSummary.text().lines(depth: .trueColor)
        #expect(try GoldenFile("summary.ansi").difference(from: lines.joined(separator: "\n") + "\n") == nil)
    }

    @Test func `makes headings bold, and marks badges in their colours`() {
        let lines = SampleSummary.text().lines(depth: .trueColor)
        #expect(lines.contains("\u{1B}[0;1mCompleted Badges\u{1B}[0m"))
        let marks = Set(lines.compactMap { $0.firstMatch(of: /\[0;38;2;([0-9;]+)m⬢/)?.1 })
        #expect(marks.count == SampleSummary.digest.earnedBadges.count)
    }

    @Test(arguments: [
        String(repeating: "a", count: 64), String(repeating: "漢", count: 64), String(repeating: "👨‍👩‍👧‍👦", count: 20),
        String(repeating: "e\u{301}", count: 64), String(repeating: "\u{202E}", count: 64),
    ])
    func `shows a long name whole, in 80 cells`(name: String) {
        let lines = SampleSummary.text(name).lines
        #expect(lines.allSatisfy { $0.cells <= 80 })
        #expect(lines.prefix { !$0.isEmpty }.joined() == name.terminalSafe)
    }

    @Test func `says that it shows a draft`() {
        #expect(
            SampleSummary.text(isDraft: true).lines[1] == "A draft: readers see nothing of it yet.")
    }

    @Test(arguments: 0..<4) func `is never wider than 80 cells`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let numbers = [0, 0.04, 4.5, 999.95, 12_345_678, 1e15, 1e17, 1e300]
        for _ in 0..<100 {
            func number() -> Double { numbers.randomElement(using: &source) ?? 0 }
            let hikes = (0..<5).map { id in
                HikeHeader(
                    id: id * Int.random(in: 1...1_000_000_000, using: &source), name: RandomText.next(&source),
                    distance: number(), movingTime: number(), ascent: number())
            }
            let digest = HikeSummary(over: hikes, goalDate: SampleSummary.today)
            let summary = SummaryText(
                profile: SampleSummary.profile, hikes: digest, today: SampleSummary.today, units: .imperial)
            let list = HikeListText(hikes: hikes, units: .metric, showsID: true)
            #expect((summary.lines + list.lines).allSatisfy { $0.cells <= 80 })
        }
    }
}

@Suite struct `The summary as a page` {
    @Test func `matches its golden file, and is well-formed`() throws {
        let page = SampleSummary.page()
        #expect(XMLCheck.problem(in: page) == nil)
        #expect(try GoldenFile("summary.html").difference(from: page) == nil)
    }

    @Test func `loads nothing from elsewhere, and runs nothing`() {
        let page = SampleSummary.page()
        #expect(page.contains("default-src &#39;none&#39;"))
        for word in [
            "<script", "<link", "<img", "<iframe", "src=", "href=", "@import", "url(http", "://", "onload",
            "javascript:",
        ] {
            #expect(!page.contains(word), "\(word)")
        }
    }

    @Test func `has the labels of Landmarks, and ordered headings`() {
        let page = SampleSummary.page()
        for label in ["Notifications", "Seasonal Photos", "Goal Date", "Completed Badges", "Recent Hikes"] {
            #expect(page.contains(">\(label)</"))
        }
        let levels = page.matches(of: /<h([1-6])/).compactMap { Int($0.1) }
        #expect(levels.first == 1 && levels.filter { $0 == 1 }.count == 1)
        #expect(zip(levels, levels.dropFirst()).allSatisfy { $1 <= $0 + 1 })
        #expect(page.contains("<html lang=\"en\">"))
        #expect(page.contains("name=\"viewport\""))
        #expect(page.contains("prefers-color-scheme: dark"))
    }

    @Test func `names every picture, and gives every part a different name`() {
        let page = SampleSummary.page()
        #expect(
            page.split(separator: "<svg ").dropFirst().allSatisfy {
                $0.contains("role=\"img\"") && $0.contains("<title>")
            })
        #expect(page.contains("Badge for Four Seasons."))
        let ids = page.matches(of: /\ id="([^"]+)"/).map { String($0.1) }
        #expect(Set(ids).count == ids.count)
        let uses = Set(page.matches(of: /url\(#([^)]+)\)/).map { String($0.1) })
        #expect(uses.isSubset(of: ids) && !uses.isEmpty)
    }

    @Test func `draws what was measured, with or without elevation`() throws {
        func page(_ observation: HikeObservation) throws -> String {
            let header = try #require(SampleSummary.digest.recent.first)
            return SummaryPage(
                profile: SampleSummary.profile, hikes: SampleSummary.digest,
                tracks: [Hike(header: header, observations: [observation])], today: SampleSummary.today, units: .metric
            ).html
        }
        let heart = try page(HikeObservation(distanceFromStart: 0, heartRate: 90...120))
        #expect(heart.contains("<title>Heart Rate of ") && !heart.contains("was recorded."))
        let both = try page(HikeObservation(distanceFromStart: 0, elevation: 5...9, pace: 600...700))
        #expect(both.contains("<title>Elevation of ") && both.contains("<summary>Pace</summary>"))
        #expect(XMLCheck.problem(in: both) == nil)
        #expect(try page(HikeObservation(distanceFromStart: 0)).contains("No elevation was recorded."))
    }

    @Test func `escapes names`() {
        var profile = SampleSummary.profile
        profile.username = "</h1><script>alert('\u{202E}')</script>"
        let page = SampleSummary.page(profile)
        #expect(XMLCheck.problem(in: page) == nil)
        #expect(page.contains("&lt;/h1&gt;&lt;script&gt;alert(&#39;\\u{202E}&#39;)&lt;/script&gt;"))
        #expect(page.contains("A &amp; B &lt;i&gt;&quot;loop&quot;&lt;/i&gt;"))
    }

    @Test func `says when it shows a draft, and when there is nothing yet`() {
        #expect(SampleSummary.page(isDraft: true).contains(">Draft, not committed</p>"))
        let empty = SampleSummary.page(digest: HikeSummary(over: [], goalDate: SampleSummary.today))
        #expect(XMLCheck.problem(in: empty) == nil)
        #expect(empty.matches(of: /None yet\./).count == 2)
        #expect(!SampleSummary.page().contains("None yet."))
    }
}
