import ProfileModel
import ProfileRendering
import Testing

@Suite struct HikeListTextTests {
    private static let full = HikeHeader(
        id: 7, name: "山の上の長い長い道を歩くとても長い名前", distance: 123.4, date: Day(year: 2026, month: 4, day: 22),
        duration: 90_000, movingTime: 86_340, ascent: 2848, descent: 1, source: "watch")

    @Test func `no hikes have no lines`() {
        #expect(HikeListText(hikes: [], units: .metric).lines.isEmpty)
    }

    @Test func `columns are aligned, whatever values are known`() {
        let hikes = [
            HikeHeader(
                id: 12, name: "Sølvhare", distance: 4.5, date: Day(year: 2026, month: 4, day: 22), movingTime: 5400,
                ascent: 302),
            HikeHeader(id: 3, name: "漢字 ☃️", distance: 12, ascent: 0), HikeHeader(id: 4, name: "x", distance: 0),
        ]
        #expect(
            HikeListText(hikes: hikes, units: .metric, showsID: true).lines == [
                "12  2026-04-22  Sølvhare                        4.5 km     302 m up   1 h 30 min",
                " 3  –           漢字 ☃️                        12.0 km       0 m up",
                " 4  –           x                               0.0 km",
            ])
    }

    @Test func `figures are next to short names at any terminal width, and long names use the width`() {
        let short = HikeHeader(id: 1, name: "Elk Loop", distance: 4.5)
        func line(_ hike: HikeHeader, width: Int) -> String {
            HikeListText(hikes: [hike], units: .metric, showsID: true, width: width).lines[0]
        }
        #expect(line(short, width: 200).cells < 80)
        var long = short
        long.name = String(repeating: "long ", count: 15) + "name"
        #expect(line(long, width: 200).contains(long.name) && !line(long, width: 80).contains(long.name))
    }

    @Test(arguments: [false, true])
    func `rides and plans fit any width, in line with the others`(showsID: Bool) {
        var (ride, plan) = (Self.full, Self.full)
        (ride.activity, ride.distance, plan.isPlanned, plan.name) = (.cycling, 4.5, true, "x")
        for width in 40...120 {
            let list = HikeListText(hikes: [Self.full, ride, plan], units: .metric, showsID: showsID, width: width)
            let ends = list.lines.map { line in line[..<(line.firstRange(of: " km")?.lowerBound ?? line.endIndex)].cells
            }
            #expect(list.lines.allSatisfy { $0.cells <= width - (showsID ? 0 : 2) }, "\(width): \(list.lines)")
            #expect(Set(ends).count == 1, "\(width): \(list.lines)")
        }
    }

    @Test(arguments: Units.allCases)
    func `lines of a summary fit 80 columns with their indent of two spaces`(units: Units) {
        let lines = HikeListText(hikes: [Self.full], units: units).lines
        #expect(lines.count == 1 && lines.allSatisfy { $0.cells <= 78 })
        #expect(lines.first?.hasSuffix("23 h 59 min") == true)
    }

    @Test(arguments: [9, 999, 1001, 1_000_000]) func `lines with an id of any length fit 80 columns`(id: Int) {
        var hike = Self.full
        hike.id = id
        #expect(HikeListText(hikes: [hike], units: .metric, showsID: true).lines.map { $0.cells <= 80 } == [true])
    }

    @Test func `a name cannot control the terminal or imitate another line`() {
        let hike = HikeHeader(id: 1, name: "a\n\u{1B}]0;x\u{7}\u{202E}", distance: 1, source: "\u{9B}2J")
        let lines =
            HikeListText(hikes: [hike], units: .metric).lines
            + HikeText(hike: Hike(header: hike), units: .metric).lines
        for line in lines {
            #expect(line.unicodeScalars.allSatisfy { ![.control, .format].contains($0.properties.generalCategory) })
        }
    }

    @Test func `one hike is shown with its known values`() {
        var header = Self.full
        header.name = "Sølvhare"
        header.difficulty = 3
        header.heartRate = HeartRate(min: 89.6, average: 120.4, max: 160)
        let hike = Hike(header: header, observations: [HikeObservation(distanceFromStart: 0)])
        #expect(
            HikeText(hike: hike, units: .metric).lines == [
                "7  Sølvhare",
                "  Day        22 April 2026",
                "  Distance   123.4 km",
                "  Difficulty 3",
                "  Duration   25 h",
                "  Moving     23 h 59 min",
                "  Not moving 1 h 1 min",
                "  Pace       11:40 min/km",
                "  Ascent     2,848 m",
                "  Descent    1 m",
                "  Heart rate 90 to 160, 120 on average",
                "  Stretches  1",
                "  Source     watch",
            ])
    }

    @Test(arguments: [
        (
            Units.metric, ["123.4 km (horizontal)", "(0.5 km/h or more over 60 s)", "(stops and gaps)"],
            "(smoothed over 40 m or more, 2.5 m hysteresis or more)"
        ),
        (
            .imperial, ["76.7 mi (horizontal)", "(0.3 mph or more over 60 s)", "18:46 min/mi"],
            "(smoothed over 131 ft or more, 8.2 ft hysteresis or more)"
        ),
    ])
    func `computed figures name their method`(units: Units, words: [String], climb: String) {
        var header = Self.full
        header.source = "GPX, Watch"
        let text = HikeText(hike: Hike(header: header), units: units).lines.joined(separator: "\n")
        for word in words { #expect(text.contains(word), "\(text)") }
        #expect(text.ranges(of: climb).count == 2)
        for source in ["GPXish", "watch", nil] {
            header.source = source
            #expect(!HikeText(hike: Hike(header: header), units: units).lines.joined().contains("("))
        }
    }

    @Test func `a distance entered by hand is marked as such`() {
        var header = Self.full
        (header.source, header.declared) = ("GPX, Watch", [.enteredDistance])
        let lines = HikeText(hike: Hike(header: header), units: .metric).lines
        #expect(lines.contains("  Distance   123.4 km (entered by hand)"), "\(lines)")
    }

    @Test func `figures declared by the device are marked as such`() {
        var header = Self.full
        (header.source, header.declared) = ("FIT, Garmin", [.distance, .ascent, .timer])
        func line(_ label: String) -> String? {
            HikeText(hike: Hike(header: header), units: .metric).lines.first { $0.hasPrefix("  \(label)") }
        }
        #expect(line("Distance") == "  Distance   123.4 km (by the device)")
        #expect(line("Ascent")?.hasSuffix("m (by the device)") == true)
        #expect(line("Descent")?.hasSuffix("hysteresis or more)") == true)
        #expect(line("Moving")?.hasSuffix("(the device's timer)") == true)
    }

    @Test func `rides and plans are marked as such`() {
        var header = HikeHeader(id: 5, name: "x", distance: 2, activity: .cycling)
        func activity() -> String? {
            HikeText(hike: Hike(header: header), units: .metric).lines.first { $0.hasPrefix("  Activity") }
        }
        #expect(activity() == "  Activity   Cycling")
        header.isPlanned = true
        #expect(activity() == "  Activity   Cycling, planned")
        header.activity = .hiking
        #expect(activity() == "  Activity   Hiking, planned")
        header.isPlanned = false
        #expect(activity() == nil)
    }

    @Test func `sums leave out values that no hike has`() {
        func line(_ totals: HikeTotals, _ units: Units = .metric) -> String {
            HikeTotalsText(totals: totals, units: units).line
        }
        #expect(line(HikeTotals()) == "0 hikes · 0.0 km")
        #expect(line(HikeTotals(hikes: 1, distance: 4.5, ascent: 0)) == "1 hike · 4.5 km · 0 m up")
        #expect(
            line(HikeTotals(hikes: 1200, distance: 4500, ascent: 12_000, movingTime: 5400), .imperial)
                == "1,200 hikes · 2,796.2 mi · 39,370 ft up · 1 h 30 min moving")
    }

    @Test func `unknown values of a hike have no line`() {
        let hike = Hike(header: HikeHeader(id: 5, name: "x", distance: 2))
        #expect(HikeText(hike: hike, units: .imperial).lines == ["5  x", "  Distance   1.2 mi"])
    }
}
