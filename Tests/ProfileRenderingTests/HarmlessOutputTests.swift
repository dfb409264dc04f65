import ProfileModel
import ProfileRendering
import ProfileSupport
import TestSupport
import Testing

/// The batches, of 1,000 texts each.
private let batches: UInt64 = ReliabilityFigure.isTorture ? 1_000 : 10

/// Whatever the data contains, the output never controls a terminal or a viewer.
@Suite(
    .reliability(
        "R20", "no text controls a terminal or a viewer", figure: "\(batches) × 1,000 random texts: 0 control bytes",
        control: "the texts as they are: more than a quarter control a terminal")
) struct `Output drawn from any text` {
    private static let today = Day(year: 2026, month: 11, day: 21)

    @Test(arguments: 0..<batches)
    func `contains no C0, C1 or bidi control characters`(seed: UInt64) {
        var source = SeededSource(seed: seed)
        let hikes = (0..<997).map { number in
            HikeHeader(
                id: number, name: RandomText.next(&source), distance: 4.5, date: number % 2 == 0 ? Self.today : nil)
        }
        let profile = Profile(username: RandomText.next(&source), goalDate: Self.today)
        // All hikes are recent, so that all are shown.
        let digest = HikeSummary(
            totals: HikeTotals(over: hikes), recent: hikes,
            badges: HikeSummary(over: hikes, goalDate: Self.today).badges)
        let summary = SummaryText(profile: profile, hikes: digest, today: Self.today, units: .metric)
        check(summary.lines, "the summary")
        var hike = Hike(header: hikes[0], observations: [HikeObservation(distanceFromStart: 0, elevation: 1...2)])
        hike.source = RandomText.next(&source)
        check(HikeText(hike: hike, units: .metric).lines, "a hike")
        check(GraphText(HikeGraph(hike, measure: .elevation, units: .metric)).lines(depth: .none), "a graph")
        check([HikeGraph(hike, measure: .elevation, units: .metric).svg], "a graph as SVG")

        var canvas = Canvas(size: CellSize(columns: 20, rows: 3))
        let title = RandomText.next(&source)
        canvas.write(title, column: 0, row: 1)
        check(canvas.lines(depth: .trueColor), "a canvas")
        check([canvas.svg(title: title)], "a canvas as SVG")
        if seed % 20 == 0 {
            check(summary.lines(depth: .palette256), "the summary in colours", allowsColors: true)
            check(
                [SummaryPage(profile: profile, hikes: digest, tracks: [hike], today: Self.today, units: .metric).html],
                "the page")
        }
    }

    /// Control.
    @Test func `is detected to control a terminal when the texts are printed as they are`() {
        var source = SeededSource(seed: 1)
        let offences = (0..<1000).count { _ in
            RandomText.offence(in: RandomText.next(&source), allowsColors: false) != nil
        }
        #expect(offences > 250, "\(offences)")
    }

    private func check(_ lines: [String], _ what: String, allowsColors: Bool = false) {
        // A single line stays a single line.
        let offence = lines.lazy.compactMap { RandomText.offence(in: $0, allowsColors: allowsColors) }.first
        if let offence { Issue.record("\(what) holds \(offence)") }
    }
}
