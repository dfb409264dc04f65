import ProfileModel
import ProfileRendering
import ProfileSupport
import TestSupport
import Testing

@testable import ProfileApp
@testable import ProfileKit

@Suite struct `A hike's page` {
    static let sizes = [
        CellSize(columns: 40, rows: 16), CellSize(columns: 80, rows: 24), CellSize(columns: 120, rows: 40),
        CellSize(columns: 200, rows: 60),
    ]

    /// A hike up a hill and down again, with a recording.
    static let recorded: (hike: Hike, recording: Recording) = {
        let points = (0..<600).compactMap { number -> TrackPoint? in
            let part = Double(number) / 599
            let (east, north) = (part * (1 - part) * 4 * 0.03, part * 0.05 + part * part * part * 0.01)
            return TrackPoint(
                latitude: 46.4 + north, longitude: 13.7 + east, elevation: 900 + 1200 * part * (1.6 - part),
                heartRate: 95 + 60 * part * (1.4 - part) + Double(number % 7),
                time: Timestamp(secondsSince1970: 1_700_000_000 + Double(number * 12), utcOffset: 3600))
        }
        let recording = Recording(segments: [points])
        let hike = RecordedHikes.hike(recording)
        return (hike, recording)
    }()

    static let settings: AppSettings = {
        var settings = AppSettings()
        settings.presentation = Sample.still
        return settings
    }()

    private func screen(_ size: CellSize, isRecorded: Bool = true) -> HikeScreen {
        let (hike, recording) = isRecorded ? Self.recorded : (Sample.newest, nil as Recording?)
        var screen = HikeScreen(hike.id, among: [3, hike.id, 4], settings: Self.settings, today: Sample.today).sized(
            size)
        screen.loaded(hike, recording: recording)
        return screen
    }

    @Test(arguments: sizes) func `reads the route at its cursor, in every window size`(size: CellSize) {
        var screen = screen(size)
        for _ in 0..<20 { _ = screen.press(.right) }
        let line = screen.lines(size).first { $0.contains(" km · ") && $0.contains(" m · ") } ?? ""
        #expect(line.contains(" bpm · ") && line.contains(" /km"), "\(screen.lines(size).joined(separator: "\n"))")
    }

    @Test func `moves the cursor from one end of the route to the other, and never past them`() {
        let size = CellSize(columns: 80, rows: 24)
        var screen = screen(size)
        _ = screen.press(.right)
        #expect(screen.shows("0.1 km · 9", size))
        for _ in 0..<400 { _ = screen.press(.right) }
        #expect(screen.lines(size).contains { $0.contains(" km · ") && $0.contains("1,6") })
        _ = screen.press(.wordLeft, .wordLeft)
        #expect(screen.shows("Esc hide cursor", size))
        #expect(screen.press(.escape) == [])
        #expect(!screen.shows(" km · ", size))
        #expect(screen.shows("Esc back", size))
        _ = screen.press(.end)
        let end = screen.lines(size)
        _ = screen.press(.pageUp, .home, .pageDown, .pageUp)
        #expect(screen.shows("0.1 km · 9", size))
        #expect(screen.lines(size) != end)
        #expect(screen.press(.escape, .escape) == [.close])
    }

    @Test func `goes to the kilometre that is typed, and begins anew where a digit would lead past the end`() {
        var screen = screen(Sample.terminal)
        _ = screen.press("4")
        #expect(screen.shows("4.0 km · "))
        _ = screen.press(".", "5")
        #expect(screen.shows("4.5 km · "))
        _ = screen.press(.left, "7")
        #expect(screen.shows("7.0 km · "))
        // The hike is 8.4 km long.
        _ = screen.press("2")
        #expect(screen.shows("2.0 km · "))
        _ = screen.press(.escape, "9")
        #expect(!screen.shows(" km · "))
    }

    @Test func `reaches every graph, the map and all figures in the smallest window`() {
        var screen = screen(Self.sizes[0])
        var seen: [String] = []
        for name in ["heart rate", "pace", "map", "elevation"] {
            #expect(screen.shows("m \(name)", Self.sizes[0]))
            _ = screen.press(.character("m"))
            seen += screen.lines(Self.sizes[0])
        }
        for title in ["Heart Rate", "Pace", "├"] { #expect(seen.contains { $0.contains(title) }, "\(title)") }
        #expect(screen.shows("Elevation", Self.sizes[0]))
        #expect(screen.press(.enter).names == ["show FiguresScreen"])
        var figures = FiguresScreen(Self.recorded.hike.header, units: .metric).sized(Self.sizes[0])
        var lines = figures.lines(Self.sizes[0])
        _ = figures.press(.end)
        lines += figures.lines(Self.sizes[0])
        for text in ["7  Mojstrovka", "Moving", "smoothed", "hysteresis", "average", "Source"] {
            #expect(lines.contains { $0.contains(text) }, "\(text): \(lines.joined(separator: "\n"))")
        }
        #expect(figures.press(.escape) == [.close])
    }

    @Test func `names the hike's id and its time of day`() {
        var hike = Self.recorded.hike
        hike.startTime = Timestamp(secondsSince1970: 1_786_692_000, utcOffset: 7200)
        var screen = HikeScreen(hike.id, settings: Self.settings, today: Sample.today)
        screen.loaded(hike, recording: nil)
        #expect(screen.lines()[0].hasSuffix("id 7"))
        #expect(screen.shows("14 August 2026, 09:20"))
    }

    @Test func `loads one hike at a time, and last the one at which the keys stop`() {
        var screen = HikeScreen(7, among: [7, 8, 9, 10], settings: Self.settings, today: Sample.today)
        #expect(screen.begin(at: .zero) == [.request(.hikes(.load(7)))])
        screen.loaded(Self.recorded.hike, recording: nil)
        #expect(screen.press(.down, .down, .down) == [.request(.hikes(.load(8)))])
        #expect(screen.handle(.hike(Sample.hike(8)), at: .zero) == [.request(.hikes(.load(10)))])
        #expect(screen.handle(.hike(Sample.hike(10)), at: .zero) == [])
        #expect(screen.lines()[0].hasSuffix("id 10"))
        // One that doesn't open doesn't stop it either.
        #expect(screen.press(.up, .up) == [.request(.hikes(.load(9)))])
        let gone = UserMessage(StoreError(.noRecord(kind: "hike", number: 9)))
        #expect(screen.handle(.noHike(9, gone), at: .zero) == [.request(.hikes(.load(8)))])
    }

    @Test func `stays at its hike, with its cursor, when the wheel is turned`() {
        var screen = screen(Sample.terminal)
        _ = screen.press(.right)
        let reading = screen.lines()
        #expect(screen.press(.wheelDown, .wheelUp, .wheelUp) == [])
        #expect(screen.lines() == reading)
    }

    @Test(arguments: [CellSize(columns: 120, rows: 40), CellSize(columns: 200, rows: 60)])
    func `fills its height with the graphs`(size: CellSize) throws {
        let (hike, recording) = Self.recorded
        let page = HikePage(hike, recording: recording, presentation: Sample.still)
        let area = CellRectangle(column: 2, row: 2, columns: size.columns - 4, rows: size.rows - 3)
        let plot = try #require(HikePageLayout(page, in: area).plot)
        // The last row is for the distances.
        #expect(plot.origin.row + plot.size.rows == area.origin.row + area.size.rows - 1)
    }

    @Test func `acts on no hike until the one that was stepped to is loaded`() {
        let hike = Self.recorded.hike
        var next = hike
        next.id = 8
        var screen = HikeScreen(hike.id, among: [hike.id, 8], settings: Self.settings, today: Sample.today)
        screen.loaded(hike, recording: nil)
        _ = screen.press(.down)
        #expect(screen.press(.character("e"), .enter) == [])
        _ = screen.press(.character("x"))
        #expect(screen.window.question == nil)
        screen.loaded(next, recording: nil)
        _ = screen.press(.character("x"))
        #expect(screen.press(.right, .enter) == [.request(.hikes(.remove([8], shown: [next.header])))])
    }

    @Test func `shows the map beside the graphs if there is room, otherwise on m`() {
        var small = screen(Self.sizes[1])
        #expect(small.shows("├", Self.sizes[1]))
        #expect(small.shows("Elevation", Self.sizes[1]))
        small = screen(Self.sizes[0])
        #expect(!small.shows("├", Self.sizes[0]))
        for _ in 0..<3 { _ = small.press(.character("m")) }
        #expect(small.lines(Self.sizes[0]).contains { $0.contains("S") })
        #expect(!small.shows("Elevation", Self.sizes[0]))
    }

    @Test func `says in one line that nothing was recorded`() {
        var screen = HikeScreen(1, settings: Self.settings, today: Sample.today)
        screen.loaded(Hike(header: HikeHeader(id: 1, name: "Bare", distance: 3)), recording: nil)
        #expect(screen.lines().filter { $0.contains("recorded") }.count == 1)
        #expect(screen.lines().filter { !$0.isEmpty }.count < 9)
        #expect(!screen.shows("difficulty"))
        #expect(screen.press(.right, .left) == [])
    }

    @Test(arguments: sizes) func `shows what opens of a damaged hike, and what repairs the rest`(size: CellSize) {
        var screen = HikeScreen(1, settings: Self.settings, today: Sample.today).sized(size)
        let header = HikeHeader(id: 1, name: "Ridge", distance: 3, ascent: 210)
        let reply = Reply.hike(Hike(header: header), damaged: [.observations(1), .part("hike.recording", number: 1)])
        #expect(screen.handle(reply, at: .zero) == [])
        let text = screen.lines(size).map(\.trimmed).joined(separator: " ")
        #expect(text.contains("Ridge") && text.contains("3.0 km") && text.contains("210 m"))
        #expect(text.contains("Cannot open the observations of hike 1"))
        #expect(text.contains("To repair it, run: profile repair"))
        // It isn't known whether anything was recorded.
        #expect(!text.contains("recorded"))
    }

    @Test func `leads to the next hike and to the form, and asks before it removes the hike`() {
        var screen = screen(Sample.terminal)
        let header = Self.recorded.hike.header
        #expect(screen.press(.character("e")).names == ["show HikeForm"])
        #expect(screen.press(.character("x"), .enter) == [])
        #expect(
            screen.press(.character("x"), .right, .enter) == [.request(.hikes(.remove([header.id], shown: [header])))])
        let change = HikeChange(ids: [header.id], badgesEarned: [], badgesLost: [.all[0]])
        #expect(
            screen.handle(.hikesChanged(change), at: .zero).names == [
                "close", "say Removed · No longer earned: First Hike",
            ])
        #expect(screen.press(.down, .down) == [.request(.hikes(.load(4)))])
        screen.loaded(Self.recorded.hike, recording: nil)
        #expect(screen.handle(.noHike(4, UserMessage(.damaged, "record 4 is damaged", hint: "")), at: .zero) == [])
        #expect(screen.shows("record 4 is damaged"))
        #expect(screen.press(.up) == [.request(.hikes(.load(header.id)))])
    }

    @Test(arguments: [Theme.dark, .light]) func `is drawn beside the list in both themes`(theme: Theme) throws {
        let size = CellSize(columns: 120, rows: 34)
        var headers = Sample.headers
        headers.append(Self.recorded.hike.header)
        var home = Sample.home(headers, size: size)
        _ = home.press(.character("/"))
        _ = home.type("o")
        _ = home.press(.enter)
        while let chosen = home.list.chosen, chosen.id != Self.recorded.hike.id, home.list.selected < 12 {
            _ = home.press(.down)
        }
        _ = home.resume(at: .zero) + home.loaded(Self.recorded.hike, recording: Self.recorded.recording)
        for _ in 0..<18 { _ = home.press(.right) }
        var canvas = Canvas(size: size)
        home.draw(on: &canvas, at: .zero)
        let name = "home-wide-\(theme.isLight ? "light" : "dark").svg"
        let picture = canvas.shown(by: theme).svg(title: "profile", isLight: theme.isLight)
        #expect(try GoldenFile(name).difference(from: picture) == nil)
    }

    @Test(arguments: sizes) func `matches its golden files`(size: CellSize) throws {
        var recorded = screen(size)
        for _ in 0..<12 { _ = recorded.press(.right) }
        try Picture.check(recorded, "hike", size)
        try Picture.check(screen(size, isRecorded: false), "hike-landmarks", size)
    }
}

/// Hikes made from recordings as an import does.
enum RecordedHikes {
    static func hike(_ recording: Recording) -> Hike {
        let statistics = HikeStatistics(of: recording)
        var header = HikeHeader(id: 7, name: "Mojstrovka", distance: statistics.distance)
        (header.ascent, header.descent, header.heartRate) = (
            statistics.ascent, statistics.descent, statistics.heartRate
        )
        header.date = Day(year: 2026, month: 8, day: 14)
        header.movingTime = statistics.time.map { Double($0.moving.components.seconds) }
        header.source = "GPX"
        return Hike(header: header, observations: statistics.observations)
    }
}
